// @ts-check
/* The pieces on the board. Those that stay are not drawn again, so that arriving values do not interrupt
   moving pieces; those that a move brings slide, fall, turn over or are drawn stroke by stroke. */

import { svg } from "./elements.js";
import { drawParts, UNIT } from "./shapes.js";
import { sow, sowing } from "./effects.js";

export const MOTION = 150; // milliseconds
const MOST_CHANGES = 24; // the most points that one move changes; a position with more changes belongs to another game

export class Pieces {
  constructor() {
    this.falling = svg("g", { "aria-hidden": "true" }); // drawn behind the front of the board
    this.element = svg("g", { "aria-hidden": "true" });
    this.shown = new Map(); // key → element
    this.standing = new Map(); // point → the element of the piece there
    this.carried = false; // whether the piece of the next move was dragged to its place
  }

  /** Drop all pieces, before another board is drawn. */
  clear() {
    this.shown.clear();
    this.element.replaceChildren();
    this.pieces = null;
  }

  /** Draw the `standing` pieces, point → symbol, and those that the latest move took; mark the `chosen` points.
      @param {BoardView} view @param {[number, number][]} places @param {Map<number, string>} standing @param {number[]} chosen */
  show(view, places, standing, chosen) {
    const before = this.pieces, sizes = new Map(view.sizes);
    const sides = new Map(view.pieces.map(({ symbol, side }) => [symbol, side]));
    this.places = places;
    this.pieces = [...standing]
      .filter(([, symbol]) => symbol)
      .map(([point, symbol]) => ({ point, symbol, side: sides.get(symbol) ?? null }));
    const wanted = new Map(view.gone.map((piece) => [`${key(piece)} gone`, piece]));
    for (const piece of this.pieces) wanted.set(key(piece), piece);
    this.removed = new Map([...this.shown].filter(([name]) => !wanted.has(name)));
    for (const [name, element] of this.removed) element.remove(), this.shown.delete(name);
    let at = this.element.firstChild;
    for (const [name, piece] of wanted) {
      const gone = name.endsWith(" gone");
      if (!this.shown.has(name)) this.shown.set(name, drawn(piece, view, places, sizes, gone));
      const element = this.shown.get(name);
      element.classList.toggle("zermelo-chosen", !gone && chosen.includes(piece.point));
      if (element === at) at = at.nextSibling;
      else this.element.insertBefore(element, at);
    }
    this.standing = new Map(this.pieces.map((piece) => [piece.point, this.shown.get(key(piece))]));
    if (!before || this.carried || still()) return;
    if (view.surface === "pits") this.sow(before, view);
    else changes(before, this.pieces, view).forEach((change) => this.move(change));
  }

  /** Animate the sowing of the last move. */
  sow(before, { last, points }) {
    const steps = sowing(before, this.pieces, last[0], points);
    const symbols = new Map(before.map(({ point, symbol }) => [point, symbol]));
    const now = (point) => this.standing.get(point);
    const then = (point) => this.removed.get(`${point} ${symbols.get(point)}`);
    sow(steps, last[0], this.places, this.element, { now, then });
  }

  /** Animate a piece on its way to its point.
      @param {Change} change */
  move({ kind, piece, from }) {
    if (kind === "vanish") return this.vanish(this.removed.get(key(piece)));
    const element = this.shown.get(key(piece) + (kind === "fade" ? " gone" : ""));
    const [x, y] = this.places[piece.point];
    if (kind === "slide") {
      const [fromX, fromY] = this.places[from];
      this.element.append(element); // above the pieces that it passes
      animate(element, { transform: [`translate(${fromX - x}px, ${fromY - y}px)`, "none"] });
    } else if (kind === "turn") {
      const middle = `translate(${x}px, ${y}px)`, back = `translate(${-x}px, ${-y}px)`;
      animate(element, { transform: [`${middle} scaleX(0) ${back}`, `${middle} scaleX(1) ${back}`] });
    } else if (kind === "fade") animate(element, { opacity: [1, getComputedStyle(element).opacity] });
    else if (kind === "fall") this.fall(element, y);
    else strokes(element);
  }

  /** Fade a captured piece below the one that takes its place. */
  vanish(element) {
    element.classList.remove("zermelo-piece");
    this.element.prepend(element);
    animate(element, { opacity: [1, 0] }).finished.finally(() => element.remove());
  }

  /** Let a copy fall behind the front of the board; the piece itself appears at the end. */
  fall(element, y) {
    const top = Math.min(...this.places.map((place) => place[1])) - UNIT;
    const copy = element.cloneNode(true);
    this.falling.append(copy);
    copy.classList.remove("zermelo-piece");
    animate(element, { opacity: [0, 0] });
    const falls = { transform: [`translate(0, ${top - y}px)`, "none"] };
    animate(copy, falls, "ease-in").finished.finally(() => copy.remove());
  }
}

const key = ({ point, symbol }) => `${point} ${symbol}`;

function drawn(piece, view, places, sizes, gone) {
  const { point, symbol } = piece, look = view.looks[symbol] ?? [];
  const name = gone ? "zermelo-piece zermelo-gone" : "zermelo-piece";
  const element = svg("g", { class: name }, drawParts(look, places[point], sizes.get(point) ?? 1));
  if (gone) element.animate({ opacity: 0 }, { delay: 1000, duration: 600, fill: "forwards" }); // time to see what was taken
  return element;
}

function animate(element, frames, easing = "ease-out") {
  return element.animate(frames, { duration: MOTION, easing });
}

/** Whether the viewer prefers no animations. */
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

function strokes(element) {
  for (const path of element.querySelectorAll(".zb-stroke")) {
    path.setAttribute("pathLength", "1");
    animate(path, { strokeDasharray: ["1 1", "1 1"], strokeDashoffset: [1, 0] });
  }
}

/** @typedef {{ kind: string, piece: Piece, from?: number }} Change */

/** The animations from the previous pieces to those of a view.

    A piece slides from the point where the move began or which the only piece of its kind has left,
    turns over if it replaces a piece of the other player, falls into a frame, or is drawn; a captured
    piece fades, or vanishes below its captor. Nothing moves if too much has changed.
    @param {Piece[]} before @param {Piece[]} pieces @param {BoardView} view @returns {Change[]} */
export function changes(before, pieces, { gone, last, surface }) {
  const had = new Set(before.map(key)), has = new Set(pieces.map(key));
  const come = pieces.filter((piece) => !had.has(key(piece)));
  const left = before.filter((piece) => !has.has(key(piece)));
  if (come.length + left.length > MOST_CHANGES) return [];
  /** @type {Change[]} */
  const found = gone.filter((piece) => had.has(key(piece))).map((piece) => ({ kind: "fade", piece }));
  for (const piece of come) {
    const from = origin(piece, come, left, last);
    const other = left.find(({ point }) => point === piece.point);
    if (from !== undefined) found.push(...((other?.side ?? -1) >= 0 ? [{ kind: "vanish", piece: other }] : []), { kind: "slide", piece, from });
    else if (other) found.push(...(piece.side === null || other.side === null ? [] : [{ kind: "turn", piece }]));
    else found.push({ kind: surface === "frame" ? "fall" : "draw", piece });
  }
  return found;
}

/** The point from which a piece has come, undefined if it is new.
    @param {Piece} piece @param {Piece[]} come @param {Piece[]} left @param {number[]} last */
function origin({ point, symbol, side }, come, left, last) {
  const mover = left.find((piece) => piece.point === last[0]);
  if (last.length > 1 && point === last.at(-1) && mover?.side === side) return last[0];
  const alike = [come, left].map((pieces) => pieces.filter((piece) => piece.symbol === symbol));
  return side !== null && alike.every(({ length }) => length === 1) ? alike[1][0].point : undefined;
}
