/* The value of the game ply by ply: up is good for the first player. */

const SVG = "http://www.w3.org/2000/svg";
const HEIGHT = 110, LEFT = 44, RIGHT = 10, TOP = 10;

/** Draw `rows` (see zermelo.play.review) into `element`; `choose(ply)` is called for a click. */
export function drawGraph(element, rows, names, current, choose) {
  const known = rows.filter(({ value }) => value !== null);
  if (known.length < 1) return void element.replaceChildren();
  const width = 320;
  const x = (ply) => LEFT + ((width - LEFT - RIGHT) * ply) / Math.max(rows.length - 1, 4);
  const y = (value) => TOP + ((1 - value) / 2) * HEIGHT;
  const picture = make("svg", { viewBox: `0 0 ${width} ${HEIGHT + 2 * TOP}`, role: "img" });
  picture.setAttribute("aria-label", summary(rows, known, names));
  for (const [value, name] of [[1, `${short(names[0])} wins`], [0, "draw"], [-1, `${short(names[1])} wins`]]) {
    picture.append(make("line", { x1: LEFT, x2: width - RIGHT, y1: y(value), y2: y(value), class: "graph-rule" }));
    const text = make("text", { x: 0, y: y(value), class: "graph-label" });
    text.append(name);
    picture.append(text);
  }
  picture.append(make("line", { x1: x(current), x2: x(current), y1: TOP, y2: TOP + HEIGHT, class: "graph-now" }));
  picture.append(make("path", { d: path(rows, x, y), class: "graph-line" }));
  for (const { ply, value, exact, fault } of known) {
    const point = make("circle", { cx: x(ply), cy: y(value), r: 4, class: exact ? "graph-exact" : "graph-estimate" });
    point.addEventListener("click", () => choose(ply));
    picture.append(point);
    if (fault) picture.append(cross(x(ply), y(value), fault));
  }
  element.replaceChildren(picture);
}

/** Whom a name names, in a character: the symbol of "player 1 (X)", the number of "player 1". */
const short = (name) => /\((.+)\)/.exec(name)?.[1] ?? name.at(-1);

/** Broken where a value is not known yet. */
function path(rows, x, y) {
  let pen = "M";
  return rows
    .map(({ ply, value }) => {
      if (value === null) return (pen = "M"), "";
      const step = `${pen}${x(ply).toFixed(1)} ${y(value).toFixed(1)}`;
      pen = "L";
      return step;
    })
    .join("");
}

function cross(x, y, fault) {
  const d = `M${x - 6} ${y - 6}l12 12m0 -12l-12 12`;
  return make("path", { d, class: `graph-fault graph-${fault}` });
}

function summary(rows, known, names) {
  const last = known.at(-1);
  const mistakes = rows.filter(({ fault }) => fault === "mistake").length;
  return `Value for ${names[0]} over ${rows.length - 1} moves; lately ${last.value.toFixed(2)}; mistakes: ${mistakes}`;
}

function make(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}
