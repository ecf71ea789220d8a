// @ts-check
/* The shapes of the board: pieces, cells, lines, and values of moves. */

import { make, svg } from "./elements.js";

export const UNIT = 100; // SVG units from a point to its neighbour
const PITCH = 40; // units from a point to its neighbour in paths made by draw/

/** Paths and texts of draw/, moved to (x, y) and scaled by `size`. */
export function drawParts(parts, [x, y], size = 1, className = "") {
  const place = `translate(${x} ${y}) scale(${(size * UNIT) / PITCH})`;
  const drawn = parts.map(([kind, d, text, size, y]) => {
    const names = kind.split(" ").map((name) => `zb-${name}`).join(" ");
    if (d) return svg("path", { class: names, d });
    return svg("text", { class: names, "font-size": size, y }, text);
  });
  return svg("g", { class: className, transform: place }, ...drawn);
}

/** A piece as a small picture; its page needs the board's colours.
    @param {BoardView["ground"]} look */
export function pieceIcon(look) {
  const drawn = look.length ? drawParts(look, [0, 0]) : circle([0, 0], 30, "zermelo-movable");
  const box = { viewBox: "-50 -50 100 100", class: "zermelo-icon", "aria-hidden": "true" };
  return svg("svg", box, drawn);
}

export const pieceName = (symbol) => (symbol ? PIECE_NAMES[symbol] ?? symbol : "empty");

const PIECE_NAMES = { "●": "black disc", "○": "white disc", "■": "closed", "|": "match" };

// Elements --------------------------------------------------------------------------------

export function square([x, y], half, className) {
  return svg("rect", { x: x - half, y: y - half, width: 2 * half, height: 2 * half, class: className });
}

export function circle([x, y], radius, className) {
  return svg("circle", { cx: x, cy: y, r: radius, class: className });
}

export function joined([x1, y1], [x2, y2], className) {
  return svg("line", { x1, y1, x2, y2, class: className });
}

/** The target of clicks on a point: its square, or its hexagon, a little larger for fingers.
    @param {[number, number]} place @param {number} point @param {boolean} hexagonal */
export function target([x, y], point, hexagonal) {
  const [width, height] = hexagonal ? [107, 123] : [UNIT, UNIT];
  const name = `zermelo-target${hexagonal ? " zermelo-hexagon" : ""}`;
  const area = svg("rect", { x: x - width / 2, y: y - height / 2, width, height, rx: 10 });
  return svg("g", { role: "button", class: name, "data-point": point }, area);
}

/** The badge of a value. Wins, draws and losses differ in shape and colour: triangle up, square, triangle
    down; points and estimates are signed numbers, on plates of their width. Beside a piece, given by its form, the badge
    is in the corner, and inside it if the piece fills its cell; never beyond the board's right edge or its top. On a
    phone it covers more of its cell, to be legible.
    @param {[number, number]} place @param {Worth} worth @param {string} form @param {[number, number]} edge @param {number} size */
export function badge([x, y], { kind, label, best, by }, form, [right, top], size) {
  const plate = by === "score" || kind === "estimate";
  const half = 8 * label.length + 10;
  const scale = size * (form === null ? (best ? 1 : 0.88) : phone().matches ? 1 : 0.66);
  const within = FILLING.has(form), aside = scale * (plate ? half + 3 : 39), high = scale * (plate ? 22 : 37);
  const corner = within ? [46 - aside, -28] : [Math.min(18 + aside, right - x - aside), Math.max(-46, top - y + high)];
  const [shiftX, shiftY] = form === null ? [0, 0] : corner;
  const look = {
    class: `zermelo-worth zermelo-${kind} ${best ? "zermelo-best" : ""}`,
    transform: `translate(${x + shiftX} ${y + shiftY}) scale(${scale})`,
  };
  const [d, middle] = plate ? [`M${-half} -19 H${half} V19 H${-half} Z`, 0] : BADGES[kind];
  const text = (!plate && kind === "draw" ? "=" : "") + label;
  return svg("g", look, svg("path", { d }), svg("text", { y: middle }, text));
}

/** Whether the screen is a phone's, upright or on its side. */
export const phone = () => matchMedia("(max-width: 30rem), (max-height: 30rem) and (orientation: landscape)");

/** A spot on a point that is better than a `share` of all points: the larger the share, the darker.
    @param {[number, number]} place @param {Worth} worth @param {number} share */
export function heat(place, { kind }, share) {
  const spot = circle(place, 28, `zermelo-heat zermelo-${kind}`);
  spot.setAttribute("opacity", (0.1 + 0.6 * share).toFixed(2));
  return spot;
}

const FILLING = new Set(["box", "chocolate", "poison"]); // forms of pieces as large as their cells
const BADGES = { // each kind's outline, and the place of its text
  win: ["M0 -34 L36 27 L-36 27 Z", 6],
  draw: ["M-24 -24 H24 V24 H-24 Z", 0],
  loss: ["M0 34 L36 -27 L-36 -27 Z", -5],
};

/** The value of a button's move, next to its label.
    @param {Worth} worth */
export function sign({ kind, label, words, best, by }) {
  const className = `zermelo-sign zermelo-${kind} ${best ? "zermelo-best" : ""}`;
  const text = (by === "score" ? "" : MARKS[kind]) + label;
  return make("span", { className, title: words, role: "img", "aria-label": words }, text);
}

const MARKS = { win: "▲", draw: "=", loss: "▼", estimate: "" };

/** The nearest point in a direction; a point straight ahead comes before nearer ones at its side.
    @param {[number, number][]} points @param {number} from @param {[number, number]} way */
export function neighbour(points, from, [right, down]) {
  const [x, y] = points[from];
  let nearest = from, least = Infinity;
  points.forEach(([otherX, otherY], point) => {
    const ahead = (otherX - x) * right + (otherY - y) * down;
    const aside = Math.abs((otherX - x) * down) + Math.abs((otherY - y) * right);
    const cost = ahead + 3 * aside;
    if (ahead > 0 && cost < least) [nearest, least] = [point, cost];
  });
  return nearest;
}

/** Whether a board may be turned: not if pieces fall or stand in heaps, not with hexagons, and not with texts on it.
    @param {BoardView} view */
export const flippable = ({ surface, ground }) =>
  !["frame", "heaps", "hexes"].includes(surface) && ground.every((part) => part[1]);

/** Arrows for the best moves or a hint, and for the next best moves if they are nearly as good.
    @param {BoardView} view @returns {[number, number][][]} */
export function bestWays({ moves, hint, pieces, called }) {
  const stands = new Map(pieces.map(({ point, symbol }) => [point, (called[symbol] ?? "piece").split(" ")[0]]));
  const goes = (/** @type {BoardMove} */ { clicks: [from, to] }) => stands.has(from) && to !== undefined && stands.get(from) !== stands.get(to);
  const first = (/** @type {BoardMove} */ { move, worth }) => worth?.best || hint.includes(move);
  const best = moves.filter((each) => goes(each) && first(each));
  const least = Math.min(...best.map(({ worth }) => (worth?.kind === "estimate" ? worth.rank : Infinity))) - NEARLY;
  const next = moves.filter((each) => goes(each) && !first(each) && each.worth?.rank >= least)
    .sort((one, other) => other.worth.rank - one.worth.rank);
  const ways = (some) => [...new Map(some.map(({ clicks: [from, to] }) => [`${from} ${to}`, [from, to]])).values()];
  const most = ways(best).slice(0, MOST_WAYS);
  return [most, ways(next).slice(0, Math.max(0, SHOWN_WAYS - most.length))];
}

const MOST_WAYS = 6; // the most equally good moves that get arrows
const SHOWN_WAYS = 3; // the most arrows for moves of different values
const NEARLY = 0.1; // the most by which a nearly as good move is worse, on the scale from -1 to 1

/** The name of a point: as in moves, "a1" or, between labels, "a1-b1"; or its row and column.
    @param {BoardView} view @param {number} point */
export function placeName(view, point) {
  const own = view.names.find(([named]) => named === point);
  if (own) return own[1];
  const [x, y] = view.points[point];
  const near = (labels, at) => (labels[at] ? [labels[at]] : [labels[at - 1], labels[at + 1]].filter(Boolean));
  const [rows, columns] = [near(view.rows, y), near(view.columns, x - lean(view) * y)];
  if (columns.length && columns.every((column) => /^[a-z]$/i.test(column))) {
    const ends = [`${columns[0]}${rows.at(-1) ?? ""}`, `${columns.at(-1)}${rows[0] ?? ""}`];
    return [...new Set(ends)].join("-");
  }
  const [[row], [column]] = [rows, columns];
  const parts = [];
  const several = view.points.some((other) => other[1] !== y);
  if (row !== undefined || several) parts.push(`row ${row ?? y + 1}`);
  parts.push(`column ${column ?? x + 1}`);
  return parts.join(" ");
}

/** The first column of a row of hexagons; 0 on other boards.
    @param {BoardView} view @param {number} y */
export const slant = (view, y) =>
  view.surface === "hexes" ? Math.min(...view.points.filter((point) => point[1] === y).map(([x]) => x)) : 0;

/** The shift of a column of hexagons to the right with each row.
    @param {BoardView} view */
const lean = (view) =>
  view.surface === "hexes" ? (slant(view, 2) < slant(view, 0) ? -0.5 : 0.5) : 0;
