// Search trees: `createTree(element, record)` replays a recorded search step by step.
//
// `zermelo.trees.record.tree_record` makes a record of a trace.

import { make } from "./elements.js";
import { translate } from "./german.js";
import { Player } from "./treeplayer.js";

/**
 * Replay the search in `record` inside `element`, beside the search in `against`, if any, of the same position. `exercise`
 * is "values", "cuts" or "", `code` whether to show the code, `sentence` the first difference of the searches, and `german`
 * the words for a page in German. Returns the players.
 */
export function createTree(element, record, { against = null, exercise = "", code = false, sentence = "", german = null } = {}) {
  element.replaceChildren();
  element.classList.add("zt");
  const records = against ? [record, against] : [record];
  const note = make("p", { class: "zt-note", role: "status" });
  const inStep = make("input", { type: "checkbox" });
  const places = records.map((each) => make("section", { "aria-label": `${each.algorithm}, replayed` }));
  const together = make("label", "zt-together", inStep, " step in step");
  element.append(...(against ? [make("div", "zt-beside", note, together)] : []), make("div", "zt-players", ...places));
  const players = records.map((each, index) => new Player(places[index], each));
  if (against) {
    players[0].compareWith(players[1]);
    players[1].compareWith(players[0]);
    inStep.addEventListener("change", () => {
      players.forEach((player) => { player.inStep = inStep.checked; });
      players[0].goTo(players[0].step);
    });
    inStep.checked = players[0].inStep = players[1].inStep = true;
    if (sentence) note.append(make("strong", "", sentence), " ");
    note.append(players.map((player) => player.differences()).join(" "));
  }
  if (record.calls?.first >= 0) players[0].goTo(players[0].search.left(record.calls.first));
  if (code) players.forEach((player) => player.showCode(true));
  const over = new AbortController();
  document.addEventListener("keydown", (event) => {  // keys go to the player with the focus, else to the first
    if (!places[0].isConnected) over.abort();
    else (players.find((player) => player.element.contains(event.target)) ?? players[0]).key(event);
  }, { signal: over.signal });
  if (german) translate(element, german);
  const able = players.filter(({ search }) => search.exercises.includes(exercise));
  if (exercise) able.forEach((player) => player.begin(exercise));
  return players;
}
