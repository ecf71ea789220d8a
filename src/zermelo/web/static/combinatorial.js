// @ts-check
/* What the position shown adds to a sum of games: its value, who wins it alone, and its thermograph. */

import { by } from "./dom.js";
import { renew } from "./renew.js";
import { ask } from "./server.js";
import { html, svg } from "./shapes.js";

const WIDTH = 120, HEIGHT = 84, EDGE = 12, FOOT = 14; // of the thermograph

export class Combinatorial {
  asked = ""; // which position's value was asked for latest

  /** Show the value of a position while values are shown, if the game has such values and it is small enough.
      @param {RoomView} state @param {number} node */
  async show(state, node) {
    const asked = `${state.key} ${node} ${state.values}`;
    if (asked === this.asked) return;
    this.asked = asked;
    const may = state.values && !state.pair;
    /** @type {Summand | null} */
    const found = may ? await ask(`sessions/${state.key}/value/${node}`).catch(() => null) : null;
    if (asked !== this.asked) return;
    by("combinatorial").hidden = !found;
    if (!found) return;
    by("combinatorial-value").textContent = found.value;
    const { outcome, mean, temperature, parts } = found;
    const facts = { alone: outcome, mean, temperature, ...(parts.length && { parts: parts.join(" + ") }) };
    renew(by("combinatorial-facts"), Object.entries(facts).flatMap(([name, text]) => [made("dt", name), made("dd", text)]));
    renew(by("thermograph"), [thermograph(found, state.names)]);
  }
}

/** The walls of a value, Left's scores on the left, the tax upwards, and the mast above them.
    @param {Summand} summand @param {string[]} names */
function thermograph({ walls, mast, mean, temperature }, names) {
  const scores = walls.flat().map(([, score]) => score), taxes = walls.flat().map(([tax]) => tax);
  const [low, high, hot] = [Math.min(...scores), Math.max(...scores), Math.max(...taxes)];
  const top = Math.max(1.25 * hot, 1);
  const x = (score) => (high === low ? WIDTH / 2 : EDGE + ((high - score) / (high - low)) * (WIDTH - 2 * EDGE));
  const y = (tax) => HEIGHT - FOOT - (tax / top) * (HEIGHT - FOOT - 2);
  const line = (points, name) => svg("polyline", { class: name, points: points.map(([tax, score]) => `${x(score)},${y(tax)}`).join(" ") });
  const words = `Thermograph: ${names[0]} begins at ${high}, ${names[1]} at ${low}; the mast at ${mean} from tax ${temperature} on`;
  const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": words });
  picture.append(svg("line", { class: "graph-rule", x1: 0, x2: WIDTH, y1: y(0), y2: y(0) }));
  picture.append(line([[hot, mast], [top, mast]], "thermograph-mast"));
  walls.forEach((wall, player) => picture.append(line(wall, `thermograph-wall side-${player}`)));
  for (const score of new Set([high, low])) {
    const label = svg("text", { class: "graph-label", x: x(score), y: HEIGHT - FOOT / 2, "text-anchor": "middle" });
    label.append(String(+score.toFixed(2)).replace("-", "−"));
    picture.append(label);
  }
  return picture;
}

const made = (name, text) => Object.assign(html(name, ""), { textContent: text });
