/* The page of one game, which begins the game with the chosen parameters and players. */

import { by, complain } from "./dom.js";
import { writeLink } from "./link.js";
import { fillFields, offerPlayers, specOf, tellHabit } from "./newgame.js";
import { ask } from "./server.js";
import { pageAt } from "./transport.js";

const form = by("begin");
const { spec } = form.dataset;
/** @type {Offered} */
const entry = JSON.parse(form.dataset.entry);

fillFields(entry);

/** The players offered at once; the catalogue, once loaded, adds details. */
const SEATS = [["first", "human"], ["second", "level:5"]];
let kind = "outcome";
for (const [id, player] of SEATS) {
  offerPlayers(by(id), player, { ...entry, solved: false });
  by(id).addEventListener("change", () => tellHabit(by(id), entry.levels));
  tellHabit(by(id), entry.levels);
}
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const players = SEATS.map(([id]) => by(id).value);
  location.href = pageAt("play") + writeLink({ game: specOf(spec, form), by: kind, players, history: [], start: null });
});
by("play").disabled = false;

try {
  const { solved } = await ask(`games?g=${encodeURIComponent(spec)}`);
  if (entry.points && solved.score.includes(spec)) kind = "score";
  for (const [id] of SEATS) offerPlayers(by(id), by(id).value, { ...entry, solved: solved[kind].includes(spec) });
} catch (error) {
  complain(error.message);
}
