// An item of the tree: its board, and its texts for display and for screen readers.

import { make, svg } from "./elements.js";

/** The board of `node`, without labels if `plain`, as an element of this height; empty if it has no board.
    @param {{ boards: TreeBoards | null, position: Int32Array }} search @param {number} node */
export function boardOf(search, node, height, plain = false) {
  const { boards } = search, at = search.position[node];
  const place = make("div", { class: "zt-board", "aria-hidden": "true" });
  if (!boards || at >= boards.frame.length) return place;
  const frame = boards.frame[at], places = boards.places[frame];
  const viewBox = plain ? boundsOf(places) : `0 0 ${boards.sizes[frame].join(" ")}`;
  const board = svg("svg", { viewBox, height, class: "z-auto" });
  const pieces = [...boards.pieces[at]].map((character, point) => {
    const symbol = boards.symbols[character.charCodeAt(0) - 48];
    const scale = boards.scales[frame][point] ?? 1;
    return symbol === undefined ? "" :
      `<g transform="translate(${places[2 * point]} ${places[2 * point + 1]}) scale(${scale})">${symbol}</g>`;
  });
  board.innerHTML = boards.frames[frame] + pieces.join("");
  place.append(board);
  if (boards.captions[at] && !plain) place.append(make("small", "", boards.captions[at]));
  return place;
}

/** Add the boards' style to the document, once, in a way that a strict content security policy allows. */
export function adopt(style) {
  if (adopted.has(style)) return;
  adopted.add(style);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets.push(sheet);
}

const adopted = new Set();

/** The view box around a board's points, without its labels. */
function boundsOf(places) {
  const xs = places.filter((_, index) => index % 2 === 0), ys = places.filter((_, index) => index % 2);
  const [left, top] = [Math.min(...xs) - 23, Math.min(...ys) - 23];
  return [left, top, Math.max(...xs) + 23 - left, Math.max(...ys) + 23 - top].join(" ");
}

/** The text of an item for a screen reader. */
export function labelOf(view, item) {
  const { player } = view, { search, step } = player;
  if (item.kind === "pruned") return `${item.text}: pruned, ${search.inequality(item.above.node)}`;
  if (item.kind === "more") return `${item.count} more, for which there is no room`;
  const { node } = item, parts = [`${search.move(node)}, ${search.side(node)} to move`];
  if (!view.secret) {
    const [alpha, beta] = search.shown(node, step).map(search.number);
    parts.push(`window ${alpha} to ${beta}`);
  }
  parts.push(search.spoken(node, step));
  parts.push(search.ending(node, step), view.isChosen(node) ? "chosen" : "", player.difference(node));
  if (search.letters[node]) parts.push(`position ${search.letters[node]}, met by other moves too`);
  return parts.filter(Boolean).join(", ");
}

/** The elements inside an item. */
export function contentOf(view, item, waiting) {
  const { player } = view, { search, step } = player;
  if (item.kind === "pruned") {
    const title = `pruned: ${search.inequality(item.above.node)}`;
    return [make("span", { class: "zt-move", title }, item.text)];
  }
  if (waiting || item.kind === "more") {
    return [make("span", "zt-move", item.node >= 0 ? search.move(item.node) : item.text)];
  }
  const { node } = item;
  const sign = search.maximizing[node] ? "▲" : "▼", tag = search.ending(node, step), letters = search.letters[node];
  const value = search.result(node, step) || (player.exercise ? "?" : "…");
  const parts = [
    make("span", "zt-move", `${sign} ${search.move(node)}`),
    make("span", "zt-value", value),
  ];
  if (view.showsBoard(node)) parts.unshift(boardOf(search, node, view.box.board, true));
  if (!view.secret) {
    const window = search.shown(node, step), [alpha, beta] = window.map(search.number);
    parts.push(make("span", "zt-window", `[${alpha}, ${beta}]`), windowBar(window, search.most));
  }
  if (tag) parts.push(make("span", "zt-tag", tag));
  if (letters) parts.push(make("span", { class: "zt-twin", title: "the same position as others with these letters" }, letters));
  const difference = player.difference(node);
  if (difference) parts.push(make("span", "zt-tag zt-difference", difference));
  if (item.fold) {
    const sign = view.isOpen(node) ? "−" : `+${(search.size[node] - 1).toLocaleString("en")}`;
    parts.push(make("span", { class: "zt-fold", title: "unfold or fold" }, sign));
  }
  return parts;
}

/** A window as a bar from −most to most; it marks the part from α to β, or the point where they have met. */
function windowBar(window, most) {
  const [low, high] = window.map((bound) => 50 * (1 + Math.max(-1, Math.min(1, bound / most))));
  const style = `--low: ${Math.min(low, high)}%; --high: ${100 - Math.max(low, high)}%`;
  const name = low < high ? "zt-span" : "zt-span zt-met";
  return make("span", { class: name, style, "aria-hidden": "true" }, make("i"));
}
