// What stands in an item of the tree: for the eye, and for a screen reader.

import { boardOf } from "./treeboard.js";
import { make, windowBar } from "./treeelements.js";
import { ending } from "./treewords.js";

/** The text of an item for a screen reader. */
export function labelOf(view, item) {
  const { search, step, player } = view;
  if (item.kind === "pruned") return `${item.text}: pruned, ${search.inequality(item.above.node)}`;
  if (item.kind === "more") return `${item.count} more, for which there is no room`;
  const { node } = item, parts = [`${search.move(node)}, ${search.side(node)} to move`];
  if (!view.secret) {
    const [alpha, beta] = search.shown(node, step).map(search.number);
    parts.push(`window ${alpha} to ${beta}`);
  }
  parts.push(search.spoken(node, step));
  parts.push(ending(search, node, step), view.isChosen(node) ? "chosen" : "", player.difference(node));
  if (search.letters(node)) parts.push(`position ${search.letters(node)}, met by other moves too`);
  return parts.filter(Boolean).join(", ");
}

/** The parts of an item. */
export function contentOf(view, item, waiting) {
  const { search, step, player } = view;
  if (item.kind === "pruned") {
    const title = `pruned: ${search.inequality(item.above.node)}`;
    return [make("span", { class: "zt-move", title }, item.text)];
  }
  if (waiting || item.kind === "more") {
    return [make("span", { class: "zt-move" }, item.node >= 0 ? search.move(item.node) : item.text)];
  }
  const { node } = item;
  const sign = search.maximizing[node] ? "▲" : "▼", tag = ending(search, node, step);
  const value = search.result(node, step) || (player.exercise ? "?" : "…");
  const parts = [
    make("span", { class: "zt-move" }, `${sign} ${search.move(node)}`),
    make("span", { class: "zt-value" }, value),
  ];
  if (view.showsBoard(node)) parts.unshift(boardOf(search, node, view.box.board, true));
  if (!view.secret) {
    const window = search.shown(node, step), [alpha, beta] = window.map(search.number);
    parts.push(make("span", { class: "zt-window" }, `[${alpha}, ${beta}]`), windowBar(window, search.most));
  }
  if (tag) parts.push(make("span", { class: "zt-tag" }, tag));
  const letters = search.letters(node);
  if (letters) parts.push(make("span", { class: "zt-twin", title: "the same position as others with these letters" }, letters));
  const difference = player.difference(node);
  if (difference) parts.push(make("span", { class: "zt-tag zt-difference" }, difference));
  if (item.fold) {
    const sign = view.isOpen(node) ? "−" : `+${(search.size[node] - 1).toLocaleString("en")}`;
    parts.push(make("span", { class: "zt-fold", title: "unfold or fold" }, sign));
  }
  return parts;
}
