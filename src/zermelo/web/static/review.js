// @ts-check
/* The review of a line: how accurate each side was, and its mistakes, each with what was better. */

import { by } from "./dom.js";
import { short } from "./graph.js";
import { renew } from "./renew.js";

const SHOWN = 6; // moves of a line

/** Draw the review of a line. `look(node)` shows a position, `playable(moves, node)` makes buttons of a line of
    moves after a node, and `retry(row)` has a better move looked for.
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

/** What the moves of each side kept on average, once all have had a first look.
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
