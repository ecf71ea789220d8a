// Search trees: `createTree(element, record)` replays a recorded search step by step.
//
// A record is what `zermelo.trees.record.tree_record` makes of a trace.

import { make } from "./treeelements.js";
import { Player } from "./treeplayer.js";

/**
 * Replay the search that `record` holds in `element`; `against` is the record of another one on the
 * same position, set beside it; `exercise` is "values", "cuts" or "". Returns the players.
 */
export function createTree(element, record, { against = null, exercise = "" } = {}) {
  element.replaceChildren();
  element.classList.add("zt");
  const records = against ? [record, against] : [record];
  const note = make("p", { class: "zt-note", role: "status" });
  const places = records.map((each) => make("section", { "aria-label": `${each.algorithm}, replayed` }));
  element.append(...(against ? [note] : []), make("div", { class: "zt-players" }, ...places));
  const players = records.map((each, index) => new Player(places[index], each));
  if (against) {
    players[0].compareWith(players[1]);
    players[1].compareWith(players[0]);
    note.textContent = players.map((player) => player.differences()).join(" ");
  }
  const able = players.filter(({ search }) => exercise === "values" || search.windowed);
  if (exercise) able.forEach((player) => player.begin(exercise));
  return players;
}
