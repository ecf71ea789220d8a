// @ts-check
/* The card at the end of a game: its result, the moments that decided it, and the next actions. */

import { by, make, press } from "./dom.js";
import { lineThrough, numberOf } from "./moves.js";
import { renew } from "./renew.js";
import { accuracyWords } from "./verdicts.js";

const MOMENTS = 3;

/** The worst mistakes of a line, in the order in which they were made.
    @param {Row[]} line */
export function moments(line) {
  const faults = line.filter(({ fault }) => fault).sort((one, other) => one.accuracy - other.accuracy);
  return faults.slice(0, MOMENTS).sort((one, other) => one.ply - other.ply);
}

export class Ended {
  /** `look(node)` shows a position, `review()` opens the review. */
  constructor({ look, review, rematch, begin, share }) {
    this.look = look;
    by("ended-review").addEventListener("click", review);
    by("ended-rematch").addEventListener("click", rematch);
    by("ended-new").addEventListener("click", begin);
    by("ended-share").addEventListener("click", share);
  }

  /** Show the card if the game is over and its end is shown.
      @param {RoomView} state @param {boolean} atEnd */
  show(state, atEnd) {
    const shown = state.over && atEnd && state.ply > 0;
    by("ended").hidden = !shown;
    if (!shown) return;
    by("ended-rematch").hidden = by("ended-review").hidden = Boolean(state.pair);
    by("ended-result").textContent = `${state.outcome[0].toUpperCase()}${state.outcome.slice(1)}, after ${state.ply} ${state.ply === 1 ? "move" : "moves"}.`;
    const [seen, all] = state.reviewed, found = moments(lineThrough(state.tree, state.node, state.end));
    const none = state.accuracy && !found.length ? "No mistake was found." : "";
    by("ended-accuracy").textContent = state.accuracy ? [accuracyWords(state), none].filter(Boolean).join(". ") : `Reviewing, ${seen} of ${all}`;
    renew(by("ended-moments"), state.accuracy ? found.map((row) => this.moment(row, state)) : []);
  }

  /** @param {Row} row @param {RoomView} state */
  moment(row, { names, tree }) {
    const { node, move, player, why } = row;
    const item = make("li");
    item.append(press("plain", `${numberOf(tree, row)} ${move}`, `moment ${node}`, () => this.look(node)), ` ${names[player]}: ${why}`);
    return item;
  }
}
