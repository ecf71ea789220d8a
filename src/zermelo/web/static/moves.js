// @ts-check
/* The tree of a session's moves: its lines, and the list on the page.

   `rows` is the `tree` of a session's view, see zermelo.board.session: all positions, parents before children,
   and the main line before variations. */

import { make, press } from "./elements.js";
import { renew } from "./renew.js";
import { sign } from "./shapes.js";

/** A mistake’s sign, as chess players write it.
    @param {Row} row */
export const mark = ({ fault }) => ({ blunder: "??", mistake: "?", doubtful: "?!" })[fault] ?? "";

/** @param {Row[]} rows @param {number} node */
const after = (rows, node) => rows.filter(({ parent }) => parent === node);

/** The rows from the start to a node.
    @param {Row[]} rows @param {number} node */
export function pathTo(rows, node) {
  const byNode = new Map(rows.map((row) => [row.node, row]));
  const found = [];
  for (let row = byNode.get(node); row; row = byNode.get(row.parent)) found.unshift(row);
  return found;
}

/** The rows of a line through a node: the line to `end` if the node is on it, else the main continuation.
    @param {Row[]} rows @param {number} node @param {number} end */
export function lineThrough(rows, node, end) {
  const followed = pathTo(rows, end);
  if (followed.some((row) => row.node === node)) return followed;
  const found = pathTo(rows, node);
  for (let next = after(rows, node)[0]; next; next = after(rows, next.node)[0]) found.push(next);
  return found;
}

/** Whether a node is on the main line.
    @param {Row[]} rows @param {number} node */
export const isMain = (rows, node) =>
  pathTo(rows, node).every((row) => row.parent === null || after(rows, row.parent)[0] === row);

/** List all moves in `element`, each variation as a list after the move that it replaces.

    `shown` is the displayed node; `choose(node)` is called for a click on a move.
    @param {HTMLElement} element @param {RoomView} session @param {number} shown */
export function drawMoves(element, { tree: rows, node, end, values }, shown, choose) {
  const paired = alternate(rows);
  const children = Map.groupBy(rows, ({ parent }) => parent);
  const made = new Set(pathTo(rows, node).map((row) => row.node));
  const undone = new Set(pathTo(rows, end).map((row) => row.node).filter((each) => !made.has(each)));

  const entry = (row, parted) => {
    const second = paired && row.player !== rows[1].player;
    const words = [row.move, values && mark(row)].filter(Boolean).join(" ");
    const button = press("plain", words, row.node, () => choose(row.node));
    if (values && row.proof) button.title = row.proof;
    if (row.node === shown) button.setAttribute("aria-current", "step");
    const name = [undone.has(row.node) && "undone", second && "second"].filter(Boolean).join(" ");
    const item = make("li", name, button);
    if (!second || parted) item.dataset.ply = numberOf(rows, row);
    if (values && row.fault) item.dataset.fault = row.fault;
    if (values && row.worth) item.append(sign(row.worth));
    item.classList.toggle("open", values && row.accuracy === null && row.worth?.kind === "estimate");
    if (row.comment) item.append(make("span", "comment", row.comment));
    return item;
  };

  const list = (first) => {
    const items = [];
    for (let row = first, parted = true; row; row = children.get(row.node)?.[0]) {
      items.push(entry(row, parted)); // a move after an interruption gets its number
      const [main, ...others] = children.get(row.parent);
      const variations = row === main ? others.map((other) => make("li", "variation", make("ol", "", ...list(other)))) : [];
      items.push(...variations);
      parted = Boolean(row.comment) || variations.length > 0;
    }
    return items;
  };
  const { comment } = rows[0], said = comment ? [make("li", "comment", comment)] : [];
  renew(element, [...said, ...list(children.get(0)?.[0])]);
  element.classList.toggle("empty", rows.length < 2 && !comment);
  element.classList.toggle("paired", paired && rows.length > 1);
  follow(element);
  following ??= new ResizeObserver(() => follow(element));
  following.observe(element);
}

let following = null; // observes the height of the list, to keep the current move in view

/** Scroll a list, and nothing else, to its current entry. */
function follow(list) {
  const current = list.querySelector("[aria-current]");
  if (!current) return void (list.scrollTop = 0);
  const [entry, seen] = [current.getBoundingClientRect(), list.getBoundingClientRect()];
  if (entry.top < seen.top) list.scrollTop -= seen.top - entry.top;
  if (entry.bottom > seen.bottom) list.scrollTop += entry.bottom - seen.bottom;
  if (entry.left < seen.left || entry.right > seen.right) list.scrollLeft += entry.right - seen.right; // for lists in one row
}

/** The place of a position in words, with a note for variations.
    @param {Row[]} rows @param {number} node */
export function placeWords(rows, node) {
  const row = rows.find((each) => each.node === node);
  if (!row.ply) return "At the start";
  return `${isMain(rows, node) ? "After" : "Variation, after"} ${numberOf(rows, row)} ${row.move}`;
}

/** Whether the players move in turn.
    @param {Row[]} rows */
const alternate = (rows) => rows.every(({ ply, player }) => !ply || (player === rows[1].player) === (ply % 2 === 1));

/** The number before a move: if the players alternate, "3." for the first and "3…" for the second player.
    @param {Row[]} rows @param {Row} row */
export const numberOf = (rows, { ply }) => (alternate(rows) ? `${Math.ceil(ply / 2)}${ply % 2 ? "." : "…"}` : `${ply}.`);
