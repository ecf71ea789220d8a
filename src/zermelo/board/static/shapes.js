/* The shapes that the board is drawn of: pieces, cells, lines, and what moves are worth. */

const SVG = "http://www.w3.org/2000/svg";
export const UNIT = 100; // SVG units from a point to its neighbour
const PIECES = { "●": drawDisc, "○": drawRing, X: drawCross, O: drawNought, "■": drawBlock, "|": drawMatch, "─": drawStroke, "│": drawStroke };

/** A piece with its symbol, around the point (0, 0). */
export function drawPiece(group, symbol) {
  (PIECES[symbol] ?? drawText)(group, symbol);
}

/** A piece by itself, as a small picture; the page that has it needs the board's colours. */
export function pieceIcon(symbol, side) {
  const icon = svg("svg", { viewBox: "-50 -50 100 100", class: "zermelo-icon", "aria-hidden": "true" });
  const group = append(icon, svg("g", { class: `zermelo-piece zermelo-side-${side ?? "none"}` }));
  if (symbol) drawPiece(group, symbol);
  else append(icon, svg("circle", { r: 30, class: "zermelo-movable" }));
  return icon;
}

export const pieceName = (symbol) => (symbol ? PIECE_NAMES[symbol] ?? symbol : "empty");

const PIECE_NAMES = { "●": "black disc", "○": "white disc", "■": "closed", "|": "match" };

// Elements --------------------------------------------------------------------------------

export function svg(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

export function html(name, className) {
  return Object.assign(document.createElement(name), { className });
}

export function append(parent, child) {
  parent.append(child);
  return child;
}

export function cell([x, y], className = "zermelo-cell") {
  return svg("rect", { x: x * UNIT, y: y * UNIT, width: UNIT, height: UNIT, class: className });
}

export function circle([x, y], radius, className) {
  return svg("circle", { cx: (x + 0.5) * UNIT, cy: (y + 0.5) * UNIT, r: radius, class: className });
}

export function joined([x1, y1], [x2, y2], className = "zermelo-line") {
  const ends = { x1: x1 + 0.5, y1: y1 + 0.5, x2: x2 + 0.5, y2: y2 + 0.5 };
  const scaled = Object.entries(ends).map(([key, value]) => [key, value * UNIT]);
  return svg("line", { ...Object.fromEntries(scaled), class: className });
}

export function target([x, y], point) {
  const group = svg("g", { role: "button", class: "zermelo-target", "data-point": point });
  append(group, svg("rect", { x: x * UNIT + 3, y: y * UNIT + 3, width: UNIT - 6, height: UNIT - 6, rx: 10 }));
  return group;
}

/** Win, draw and loss differ in shape and in colour: triangle up, square, triangle down; points and
    estimates have a sign, on a plate as wide as they are. On a piece the badge is in the corner. */
export function badge([x, y], { kind, label, best, by }, occupied) {
  const plate = by === "score" || kind === "estimate";
  const half = 8 * label.length + 10;
  const [shiftX, shiftY, scale] = occupied ? [plate ? 47 - 0.72 * half : 28, plate ? -36 : -28, 0.72] : [0, 0, best ? 1 : 0.88];
  const group = svg("g", {
    class: `zermelo-worth zermelo-${kind} ${best ? "zermelo-best" : ""}`,
    transform: `translate(${(x + 0.5) * UNIT + shiftX} ${(y + 0.5) * UNIT + shiftY}) scale(${scale})`,
  });
  append(group, svg("path", { d: plate ? `M${-half} -19 H${half} V19 H${-half} Z` : BADGES[kind] }));
  const middle = plate ? 0 : { win: 6, draw: 0, loss: -5 }[kind];
  append(group, svg("text", { y: middle })).append((plate ? "" : SIGNS[kind]) + label);
  return group;
}

const BADGES = {
  win: "M0 -34 L36 27 L-36 27 Z",
  draw: "M-24 -24 H24 V24 H-24 Z",
  loss: "M0 34 L36 -27 L-36 -27 Z",
};
const SIGNS = { win: "", draw: "=", loss: "" };

/** What a button's move is worth, beside its label. */
export function sign({ kind, label, words, best, by }) {
  const shown = html("span", `zermelo-sign zermelo-${kind} ${best ? "zermelo-best" : ""}`);
  shown.textContent = (by === "score" ? "" : MARKS[kind]) + label;
  shown.title = words;
  shown.setAttribute("role", "img");
  shown.setAttribute("aria-label", words);
  return shown;
}

const MARKS = { win: "▲", draw: "=", loss: "▼", estimate: "" };

function drawDisc(group) {
  append(group, svg("circle", { r: 36, class: "zermelo-solid" }));
}

function drawRing(group) {
  append(group, svg("circle", { r: 32, class: "zermelo-hollow" }));
}

function drawNought(group) {
  append(group, svg("circle", { r: 28, class: "zermelo-stroke" }));
}

function drawCross(group) {
  append(group, svg("path", { d: "M-25 -25 L25 25 M25 -25 L-25 25", class: "zermelo-stroke" }));
}

function drawBlock(group) {
  append(group, svg("rect", { x: -42, y: -42, width: 84, height: 84, rx: 8, class: "zermelo-block" }));
}

function drawMatch(group) {
  append(group, svg("rect", { x: -5, y: -26, width: 10, height: 66, rx: 3, class: "zermelo-stick" }));
  append(group, svg("ellipse", { cy: -28, rx: 10, ry: 13, class: "zermelo-head" }));
}

/** A line that joins the points beside it. */
function drawStroke(group, symbol) {
  append(group, svg("path", { d: symbol === "│" ? "M0 -100 V100" : "M-100 0 H100", class: "zermelo-stroke" }));
}

function drawText(group, symbol) {
  append(group, svg("text", { class: "zermelo-symbol" })).append(symbol);
}
