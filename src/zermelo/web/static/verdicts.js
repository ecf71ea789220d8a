// @ts-check
/* What positions are worth, in words and as the bar shows it. */

import { SOLVED } from "./titles.js"; // made of games/about.py

/** What a position is worth to the first player, as the bar shows it.
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

/** What a position is worth, in words: of a game's own start what is known of it, unless that is proven here.
    @param {Shown} shown @param {RoomView} state */
export function verdict({ advice, ply }, { names, game, start, by, values }) {
  const untouched = values && !ply && start === null && by === "outcome";
  if (untouched && !advice?.exact && SOLVED[game]) return SOLVED[game];
  if (!advice) return "";
  if (advice.source === "proof") return `Proven: ${advice.words} (certificate)`;
  return advice.exact ? advice.words : `${advice.words}, for ${names[advice.player]}`;
}
