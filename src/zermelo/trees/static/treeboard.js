// @ts-check
// The boards of a recorded search, put together from their parts.

import { drawn, make } from "./treeelements.js";

/** The board of `node` as an element of this height, or an empty one; `plain` without its labels.
    @param {{ boards: TreeBoards | null, position: Uint16Array | Uint32Array }} search @param {number} node */
export function boardOf(search, node, height, plain = false) {
  const { boards } = search, at = search.position[node];
  const place = make("div", { class: "zt-board", "aria-hidden": "true" });
  if (!boards || at >= boards.frame.length) return place;
  const frame = boards.frame[at], places = boards.places[frame];
  const viewBox = plain ? boundsOf(places) : `0 0 ${boards.sizes[frame].join(" ")}`;
  const board = drawn("svg", { viewBox, height, class: "z-auto" });
  const pieces = [...boards.pieces[at]].map((character, point) => {
    const symbol = boards.symbols[character.charCodeAt(0) - 48];
    const scale = boards.scales[frame][point] ?? 1;
    return symbol === undefined ? "" :
      `<g transform="translate(${places[2 * point]} ${places[2 * point + 1]}) scale(${scale})">${symbol}</g>`;
  });
  board.innerHTML = boards.frames[frame] + pieces.join("");
  place.append(board);
  if (boards.captions[at] && !plain) place.append(make("small", {}, boards.captions[at]));
  return place;
}

/** Have the document know the style of the boards: once, and in a way that strict pages allow. */
export function adopt(style) {
  if (adopted.has(style)) return;
  adopted.add(style);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(themed(style));
  document.adoptedStyleSheets.push(sheet);
}

const adopted = new Set();

const DARK = "@media (prefers-color-scheme:dark)";

/** A style sheet whose dark part follows the page's data-theme as well. */
function themed(style) {
  const [light, dark] = style.split(DARK);
  return dark ? `${light}${DARK}{:root:not([data-theme=light])${dark}}:root[data-theme=dark]${dark}` : style;
}

/** The view box of a board's points alone. */
function boundsOf(places) {
  const xs = places.filter((_, index) => index % 2 === 0), ys = places.filter((_, index) => index % 2);
  const [left, top] = [Math.min(...xs) - 23, Math.min(...ys) - 23];
  return [left, top, Math.max(...xs) + 23 - left, Math.max(...ys) + 23 - top].join(" ");
}
