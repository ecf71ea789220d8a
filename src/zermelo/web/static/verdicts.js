// @ts-check
/* The values of positions in words and for the bar, and the review of a line: accuracy and mistakes. */

import { by } from "./dom.js";
import { short } from "./graph.js";
import { renew } from "./renew.js";
import { SOLVED } from "./titles.js";

/** The value of a position to the first player, for the bar.
    @param {RoomView} state @param {number} node */
export function known(state, node) {
  const row = state.tree.find((each) => each.node === node);
  return row.value === null ? null : { ...row, words: worthWords(row, state.names) };
}

/** @param {Row} row @param {string[]} names */
function worthWords({ value, exact, remoteness }, names) {
  if (!exact) return `${value > 0 ? "+" : ""}${value.toFixed(2)} for ${names[0]}`;
  if (!value) return "draw";
  return `${names[value > 0 ? 0 : 1]} wins${remoteness ? ` in ${remoteness} plies` : ""}`;
}

/** The value of a position in words; of a game's start its known solution, unless the value is proven here.
    @param {Shown} shown @param {RoomView} state */
export function verdict({ advice, ply }, { names, game, start, by, values }) {
  const untouched = values && !ply && start === null && by === "outcome";
  if (untouched && !advice?.exact && SOLVED[game]) return SOLVED[game];
  if (!advice) return "";
  if (advice.source === "proof") return `Proven: ${advice.words} (certificate)`;
  return advice.exact ? advice.words : `${advice.words}, for ${names[advice.player]}`;
}

const SHOWN = 6; // moves of a line

/** Draw the review of a line. `look(node)` shows a position, `playable(moves, node)` returns buttons for moves
    after a node, and `retry(row)` begins a lesson.
    @param {Row[]} line @param {string[]} names */
export function drawReview(line, names, { look, playable, retry }) {
  by("accuracy").textContent = accuracyWords(line, names);
  const mistake = (/** @type {Row} */ row) => {
    const { node, parent, ply, move, player, fault, words, proof, best } = row;
    const item = make("li", { className: `fault fault-${fault}` });
    item.append(press("plain", `${ply}. ${move}`, node, () => look(node)), ` by ${names[player]} ${words}: ${proof}: `);
    item.append(...playable(best.slice(0, SHOWN), parent), press("small", "Retry", `retry ${node}`, () => retry(row)));
    return item;
  };
  renew(by("faults"), line.filter(({ fault }) => fault).map(mistake));
}

/** The average accuracy of each side, once all positions have had a first look.
    @param {Row[]} line @param {string[]} names */
export function accuracyWords(line, names) {
  const kept = [0, 1].map((player) => line.filter((row) => row.player === player).map(({ accuracy }) => accuracy));
  if (line.length < 2 || kept.flat().includes(null)) return "";
  const words = kept.map((all, player) => `${short(names[player])} ${Math.round(all.reduce((sum, each) => sum + each, 0) / all.length)}%`);
  return `Accuracy: ${words.filter((_, player) => kept[player].length).join(", ")}`;
}

const make = (name, properties) => Object.assign(document.createElement(name), properties);

const press = (className, textContent, value, onclick) =>
  make("button", { type: "button", className, textContent, value, onclick });
