// @ts-check
/* The values of positions in words and for the bar, and the review of a line: accuracy and mistakes. */

import { by, make, press } from "./dom.js";
import { short } from "./graph.js";
import { numberOf } from "./moves.js";
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
    const item = make("li", { className: `fault fault-${fault}`, title: proof });
    item.append(press("plain", `${numberOf(state.tree, row)} ${move}`, node, () => look(node)), ` by ${names[player]} ${words}. ${why} Better: `);
    item.append(...playable(best.slice(0, SHOWN), parent), press("small", "Show me", `show ${node}`, () => demonstrate(row)));
    item.append(" ", press("small", "Try again", `retry ${node}`, () => retry(row)));
    return item;
  };
  renew(by("faults"), line.filter(({ fault }) => fault).map(mistake));
}

/** The accuracy of each side, once the whole line is reviewed.
    @param {RoomView} state */
export function accuracyWords({ accuracy, reviewed: [seen, all], names, values }) {
  if (all < 2) return "";
  if (!accuracy) return values ? `Reviewing, ${seen} of ${all}` : "";
  const words = accuracy.map((each, player) => each !== null && `${/\)$/.test(names[player]) ? short(names[player]) : names[player]} ${Math.round(each)}%`);
  return words.some(Boolean) ? `Accuracy: ${words.filter(Boolean).join(", ")}` : "";
}
