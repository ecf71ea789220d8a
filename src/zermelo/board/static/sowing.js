/* Sowing, seed by seed: which pit gets a seed when, and how that is shown. */

import { append, svg } from "./shapes.js";

const STEP = 110, MOST = 1300; // milliseconds from seed to seed, and for all of them
const FLIGHT = 150;

/** The pits in the order in which seeds come to them, or [] where nothing was sown: [{point, order}, …].

    Seeds go round the board against the clock from the pit that was emptied. Pits that lose their
    seeds otherwise, and what they bring, come last. */
export function sowing(before, after, origin, points) {
  const had = counted(before), has = counted(after);
  if (origin === undefined || !(had.get(origin) > 0)) return [];
  const middle = [0, 1].map((axis) => (Math.min(...points.map((at) => at[axis])) + Math.max(...points.map((at) => at[axis]))) / 2);
  const angle = (point) => Math.atan2(middle[1] - points[point][1], points[point][0] - middle[0]);
  const round = (point) => (angle(point) - angle(origin) + 4 * Math.PI) % (2 * Math.PI);
  const changed = points.map((_, point) => point).filter((point) => point !== origin && had.get(point) !== has.get(point));
  const gains = changed.filter((point) => (has.get(point) ?? 0) > (had.get(point) ?? 0)).sort((one, other) => round(one) - round(other));
  const loses = changed.filter((point) => !gains.includes(point));
  return [...gains.map((point, order) => ({ point, order, seed: true })), ...loses.map((point) => ({ point, order: gains.length, seed: false }))];
}

const counted = (pieces) => new Map(pieces.map(({ point, symbol }) => [point, Number(symbol)]));

/** Show it in `layer`: what stands on a point, `now(point)`, is seen once its seed is there; until then
    what stood there, `then(point)`, is. */
export function sow(steps, origin, places, layer, { now, then }) {
  const gap = Math.min(STEP, MOST / Math.max(1, steps.length));
  for (const { point, order, seed } of steps) {
    const delay = gap * order, duration = delay + FLIGHT;
    const old = then(point);
    if (old) {
      layer.append(old);
      hold(old, 1, duration).finished.finally(() => old.remove());
    }
    if (now(point)) hold(now(point), 0, duration);
    if (seed) fly(append(layer, svg("circle", { r: 9, class: "zb-seed" })), places[origin], places[point], delay);
  }
}

const hold = (element, opacity, duration) => element.animate({ opacity: [opacity, opacity] }, { duration });

function fly(seed, [fromX, fromY], [x, y], delay) {
  const at = (x, y) => `translate(${x}px, ${y}px)`;
  const high = at((fromX + x) / 2, (fromY + y) / 2 - 30);
  const frames = { transform: [at(fromX, fromY), high, at(x, y)] };
  seed.animate(frames, { duration: FLIGHT, delay, easing: "ease-out", fill: "both" }).finished.finally(() => seed.remove());
}
