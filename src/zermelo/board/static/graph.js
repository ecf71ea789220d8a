// @ts-check
/* The graph of the chances to win, or of points, by ply, with the first player's gains upwards; and a bar for one position. */

import { renew } from "./renew.js";
import { svg } from "./elements.js";

const DISTANCE = 8; // the space above the bars
const WIDTH = 320, HEIGHT = 80, SIDE = 8, TOP = 5;

/** Draw the game of a session's view (see zermelo.board.session) into `element`.

    `current` is the displayed ply; `choose(ply)` is called for a click at any height. The ply under the pointer gets
    its move and value as a label.
    @param {HTMLElement} element @param {SessionView & { graph: Row[] }} session @param {number} current */
export function drawGraph(element, { graph: rows, names, by, bound }, current, choose) {
  const known = rows.filter(({ value }) => value !== null);
  if (known.length < 1) return void element.replaceChildren();
  const most = by === "score" ? range(known, bound) : 1;
  const at = (/** @type {number} */ value) => TOP + ((1 - value / most) / 2) * HEIGHT;
  const [first, second] = names.map((name) => short(name) + (by === "score" ? `: +${most}` : " wins"));
  const step = (WIDTH - 2 * SIDE) / Math.max(rows.length - 1, 4);
  const x = (ply) => SIDE + step * ply;
  const size = Math.max(1, Math.min(3, step / 4)); // the radius of a point
  const y = (/** @type {Row} */ { value, chance }) => at(by === "score" ? value : 2 * chance - 1);
  const box = `0 0 ${WIDTH} ${HEIGHT + 2 * TOP + DISTANCE}`, label = summary(rows, known, names, by);
  const picture = svg("svg", { viewBox: box, role: "img", "aria-label": label });
  picture.append(...areas(known, x, y));
  for (const value of [most, 0, -most])
    picture.append(svg("line", { x1: SIDE, x2: WIDTH - SIDE, y1: at(value), y2: at(value), class: "graph-rule" }));
  picture.append(svg("line", { x1: x(current), x2: x(current), y1: TOP, y2: TOP + HEIGHT, class: "graph-now" }));
  const lines = path(known, x, y);
  picture.append(svg("path", { d: lines.solid, class: "graph-line" }), svg("path", { d: lines.dashed, class: "graph-line graph-gap" }));
  for (const row of known) {
    const { ply, exact, fault, accuracy } = row;
    const kind = exact ? "graph-exact" : ply && accuracy === null ? "graph-estimate graph-open" : "graph-estimate";
    const point = svg("circle", { cx: x(ply), cy: y(row), r: size, value: ply, class: kind });
    point.onclick = (event) => (event.stopPropagation(), choose(ply));
    picture.append(point);
    if (fault) picture.append(svg("path", { d: cross(x(ply), y(row), 1.5 * size), class: `graph-fault graph-${fault}` }));
    if (ply === current) picture.append(svg("ellipse", { cx: x(ply), cy: y(row), rx: size + 2.5, ry: size + 2.5, class: "graph-here" }));
  }
  picture.append(...distances(rows, x));
  for (const [value, name, down] of /** @type {[number, string, number][]} */ ([[most, first, 8], [-most, second, -8]]))
    picture.append(svg("text", { x: SIDE + 4, y: at(value) + down, class: "graph-label" }, name));
  const aimed = svg("line", { y1: TOP, y2: TOP + HEIGHT, class: "graph-aim" });
  const told = svg("text", { x: WIDTH - SIDE - 4, y: TOP + 8, class: "graph-told" });
  picture.append(aimed, told);
  renew(element, [picture]);
  const pointed = ({ clientX }) => {
    const { left, width } = element.firstElementChild.getBoundingClientRect();
    const ply = Math.round((((clientX - left) / width) * WIDTH - SIDE) / step);
    return Math.max(0, Math.min(ply, rows.length - 1));
  };
  element.onclick = (event) => choose(pointed(event));
  element.onpointermove = (event) => {
    const ply = pointed(event), row = rows[ply];
    const [line, words] = element.querySelectorAll(".graph-aim, .graph-told");
    for (const end of ["x1", "x2"]) line.setAttribute(end, String(x(ply)));
    words.textContent = [row.move ?? "start", row.value !== null && lately(row, by)].filter(Boolean).join(": ");
  };
}

/** Each player's share of the chances, in the player's colour: the first's below the line, the second's above it. */
function areas(known, x, y) {
  const spots = known.map((row) => `L${x(row.ply).toFixed(1)} ${y(row).toFixed(1)}`).join("");
  return [TOP + HEIGHT, TOP].map((edge, player) => {
    const d = `M${x(known[0].ply)} ${edge}${spots}L${x(known.at(-1).ply)} ${edge}Z`;
    return svg("path", { d, class: `graph-area side-${player}` });
  });
}

/** The proven distance to the end at each ply, as bars in the winner's colour. */
function distances(rows, x) {
  const decided = rows.filter(({ exact, value, remoteness }) => exact && value && remoteness);
  const words = "Below: the plies to the end, where the result is proven";
  const strip = svg("rect", { y: HEIGHT + 2 * TOP, width: WIDTH, height: DISTANCE, class: "graph-strip" }, svg("title", {}, words));
  const most = Math.max(...decided.map(({ remoteness }) => remoteness), 8);
  const bars = decided.map(({ ply, value, remoteness }) => {
    const height = Math.max(2, (DISTANCE * remoteness) / most);
    const foot = HEIGHT + 2 * TOP + DISTANCE;
    const title = svg("title", {}, `${remoteness} ${remoteness === 1 ? "ply" : "plies"} to the end`);
    const name = `graph-distance side-${value > 0 ? 0 : 1}`;
    return svg("rect", { x: x(ply) - 3, y: foot - height, width: 6, height, class: name }, title);
  });
  return bars.length ? [strip, ...bars] : [];
}

/** The highest value of the graph: a round number, at most the game's bound. */
function range(known, bound) {
  const most = Math.max(...known.map(({ value }) => Math.abs(value)));
  for (let round = 1; ; round *= 10)
    for (const step of [2, 5, 10]) if (step * round >= most) return Math.min(step * round, bound);
}

/** A player's name in short: "red" for "player 1 (red)", "1" for "player 1". */
export const short = (name) => /([^\s(]+)\)$/.exec(name)?.[1] ?? name.at(-1);

/** The line of the graph; dashed over unknown values, and from proven ones to estimates.
    @param {Row[]} known */
function path(known, x, y) {
  const spots = known.map((row) => `${x(row.ply).toFixed(1)} ${y(row).toFixed(1)}`);
  const lines = { solid: `M${spots[0]}`, dashed: "" };
  known.slice(1).forEach((row, index) => {
    const before = known[index], firm = row.ply === before.ply + 1 && row.exact === before.exact;
    lines.solid += (firm ? "L" : "M") + spots[index + 1];
    if (!firm) lines.dashed += `M${spots[index]}L${spots[index + 1]}`;
  });
  return lines;
}

const cross = (x, y, half) => `M${x - half} ${y - half}l${2 * half} ${2 * half}m0 ${-2 * half}l${-2 * half} ${2 * half}`;

const lately = ({ value, chance }, by) => (by === "score" ? `${+value.toFixed(1)} points` : `${Math.round(100 * chance)}%`);

function summary(rows, known, names, by) {
  const mistakes = rows.filter(({ fault }) => fault && fault !== "doubtful").length;
  const what = by === "score" ? "Value" : "Chance";
  return `${what} for ${names[0]} over ${rows.length - 1} moves; lately ${lately(known.at(-1), by)}; mistakes: ${mistakes}`;
}

/** Draw the first player's chance in a position into `element`; `known` is null or {chance, exact, words}.
    @param {HTMLElement} element @param {any} known @param {SessionView} session */
export function drawBar(element, known, { names }) {
  element.classList.toggle("bar-unknown", !known);
  element.classList.toggle("bar-exact", Boolean(known?.exact));
  const share = known ? known.chance : 0.5;
  element.style.setProperty("--share", `${Math.round(share * 1000) / 10}%`);
  const words = known ? known.words : "nothing known yet";
  element.setAttribute("aria-label", `Evaluation: ${words}`);
  element.title = known ? `${words}; below: ${names[0]}, above: ${names[1]}` : words;
}
