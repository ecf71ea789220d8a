// @ts-check
/* The values of positions in words and for the bar; the review of a line, accuracy and mistakes; and the card at
   the end of a game: its result, the moments that decided it, and the next actions. */

import { by } from "./dom.js";
import { make, press } from "./elements.js";
import { short } from "./graph.js";
import { lineThrough, numberOf } from "./moves.js";
import { renew } from "./renew.js";
import { SOLVED } from "./titles.js";

/** The value of a position to the first player, for the bar.
    @param {RoomView} state @param {number} node */
export function known(state, node) {
  const row = state.tree.find((each) => each.node === node);
  return row.value === null ? null : { ...row, words: worthWords(row, state.names) };
}

/** @param {Row} row @param {string[]} names */
function worthWords({ value, chance, exact, remoteness }, names) {
  if (!exact) return `${Math.min(99, Math.max(1, Math.round(100 * chance)))}% chance for ${names[0]}`;
  if (!value) return "draw";
  return `${names[value > 0 ? 0 : 1]} wins${remoteness ? ` in ${remoteness} plies` : ""}`;
}

/** The value of a position in words; of a game's start its known solution, unless the value is proven here.
    @param {Shown} shown @param {RoomView} state */
export function verdict({ advice, ply, over }, { game, start, by, values }) {
  if (over || !values) return "";
  const untouched = !ply && start === null && by === "outcome";
  if (untouched && !advice?.exact && SOLVED[game]) return SOLVED[game];
  if (!advice) return "";
  if (advice.source === "proof") return `Proven: ${advice.words} (certificate)`;
  return advice.words;
}

const SHOWN = 6; // moves of a line

/** Draw the review of a line. `look(node)` shows a position, `playable(moves, node)` returns buttons for moves
    after a node, `demonstrate(row)` plays a mistake on the board, and `retry(row)` begins a lesson.
    @param {Row[]} line @param {RoomView} state */
export function drawReview(line, state, { look, playable, retry, demonstrate }) {
  const { names } = state;
  by("accuracy").textContent = accuracyWords(state);
  const mistake = (/** @type {Row} */ row) => {
    const { node, parent, move, player, fault, words, why, proof, best } = row;
    return make("li", { className: `fault fault-${fault}`, title: proof },
      press("plain", `${numberOf(state.tree, row)} ${move}`, node, () => look(node)),
      ` by ${names[player]} ${words}. ${why} Better: `,
      ...playable(best.slice(0, SHOWN), parent),
      press("small", "Show me", `show ${node}`, () => demonstrate(row)), " ",
      press("small", "Try again", `retry ${node}`, () => retry(row)));
  };
  renew(by("faults"), line.filter(({ fault }) => fault).map(mistake));
}

/** The accuracy of each side, once the whole line is reviewed.
    @param {RoomView} state */
export function accuracyWords({ accuracy, reviewed: [seen, all], names, values }) {
  if (all < 2) return "";
  if (!accuracy) return values ? `Reviewing, ${seen} of ${all}` : "";
  const called = (name) => (/\)$/.test(name) ? short(name) : name);
  const words = accuracy.map((each, player) => each !== null && `${called(names[player])} ${Math.round(each)}%`);
  return words.some(Boolean) ? `Accuracy: ${words.filter(Boolean).join(", ")}` : "";
}

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
    const { outcome, ply, accuracy, reviewed: [seen, all] } = state;
    by("ended-result").textContent =
      `${outcome[0].toUpperCase()}${outcome.slice(1)}, after ${ply} ${ply === 1 ? "move" : "moves"}.`;
    const found = accuracy ? moments(lineThrough(state.tree, state.node, state.end)) : [];
    const words = [accuracyWords(state), found.length ? "" : "No mistake was found."].filter(Boolean).join(". ");
    by("ended-accuracy").textContent = accuracy ? words : `Reviewing, ${seen} of ${all}`;
    renew(by("ended-moments"), found.map((row) => this.moment(row, state)));
  }

  /** @param {Row} row @param {RoomView} state */
  moment(row, { names, tree }) {
    const { node, move, player, why } = row, words = `${numberOf(tree, row)} ${move}`;
    const button = press("plain", words, `moment ${node}`, () => this.look(node));
    return make("li", "", button, ` ${names[player]}: ${why}`);
  }
}
