// @ts-check
/* The pieces in hand, sown seeds, and the effects of a move as far as the points clicked or hovered determine them.

   `moves` are those of a board's view, see zermelo.board.view. */

import { make, svg } from "./elements.js";
import { pieceIcon } from "./shapes.js";

const PAWNS = { pawn: 1, knight: 3, bishop: 3, rook: 5, queen: 9 }; // the worth of a piece
const DRAWN = 12; // the most pieces drawn one by one; for more, one piece and the number are drawn

/** Draw a player's pieces in hand, or those that the player is ahead by, as icons, with words for screen readers.
    @param {HTMLElement} element @param {number} player @param {BoardView} view */
export function drawHand(element, player, { hands, surplus, looks, forms }) {
  const held = [...hands, ...surplus].filter((hand) => hand.player === player && hand.count);
  const words = held.map(({ symbol, count }) => `${count} ${plural(forms[symbol] ?? "piece", count)}`);
  const worth = (hand) => (hand.player === player ? 1 : -1) * hand.count * (PAWNS[forms[hand.symbol]] ?? 0);
  const lead = surplus.reduce((sum, hand) => sum + worth(hand), 0);
  if (lead > 0) words.push(`+${lead}`);
  const text = words.length ? `${hands.length ? "in hand" : "ahead by"}: ${words.join(", ")}` : "nothing in hand";
  element.hidden = !(hands.length || held.length);
  element.classList.toggle("zermelo-lead", !hands.length);
  if (element.getAttribute("aria-label") === text) return;
  element.setAttribute("role", "img");
  element.setAttribute("aria-label", text);
  element.title = text;
  const icons = held.flatMap(({ symbol, count }) => {
    const icon = () => pieceIcon(looks[symbol] ?? []);
    return count > DRAWN ? [icon(), make("span", "zermelo-many", `× ${count}`)] : Array.from({ length: count }, icon);
  });
  element.replaceChildren(...icons, ...(lead > 0 ? [make("span", "zermelo-many", `+${lead}`)] : []));
}

const plural = (word, count) => (count === 1 ? word : { man: "men", goose: "geese", box: "boxes", fox: "foxes" }[word] ?? `${word}s`);

const STEP = 110, MOST = 1300; // milliseconds from seed to seed, and the most for all seeds
const FLIGHT = 150;

/** The pits in the order of sowing, or [] if nothing was sown: [{point, order}, …].

    Seeds go round the board counterclockwise from the pit that was emptied. Pits that lose
    their seeds in other ways, and the pits that get those seeds, come last. */
export function sowing(before, after, origin, points) {
  const had = counted(before), has = counted(after);
  if (origin === undefined || !(had.get(origin) > 0)) return [];
  const middle = [0, 1].map((axis) => {
    const places = points.map((at) => at[axis]);
    return (Math.min(...places) + Math.max(...places)) / 2;
  });
  const angle = (point) => Math.atan2(middle[1] - points[point][1], points[point][0] - middle[0]);
  const round = (point) => (angle(point) - angle(origin) + 4 * Math.PI) % (2 * Math.PI);
  const changed = points.map((_, point) => point).filter((point) => point !== origin && had.get(point) !== has.get(point));
  const gained = (point) => (has.get(point) ?? 0) > (had.get(point) ?? 0);
  const gains = changed.filter(gained).sort((one, other) => round(one) - round(other));
  const order = [...gains, ...changed.filter((point) => !gained(point))];
  return order.map((point, place) => ({ point, order: Math.min(place, gains.length), seed: gained(point) }));
}

const counted = (pieces) => new Map(pieces.map(({ point, symbol }) => [point, Number(symbol)]));

/** Show the sowing in `layer`: a point shows its new contents, `now(point)`, once its seed is there; until then
    the old contents, `then(point)`. */
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
    if (seed) fly(layer, places[origin], places[point], delay);
  }
}

const hold = (element, opacity, duration) => element.animate({ opacity: [opacity, opacity] }, { duration });

function fly(layer, [fromX, fromY], [x, y], delay) {
  const seed = svg("circle", { r: 9, class: "zb-seed" });
  layer.append(seed);
  const at = (x, y) => `translate(${x}px, ${y}px)`;
  const high = at((fromX + x) / 2, (fromY + y) / 2 - 30);
  const frames = { transform: [at(fromX, fromY), high, at(x, y)] };
  seed.animate(frames, { duration: FLIGHT, delay, easing: "ease-out", fill: "both" }).finished.finally(() => seed.remove());
}

/** The changes that all these moves have in common: point → symbol.
    @param {BoardMove[]} moves */
export function common(moves) {
  const [first, ...others] = moves.map(({ changes }) => new Map(changes ?? []));
  return new Map([...(first ?? [])].filter(([point, symbol]) => others.every((each) => each.get(point) === symbol)));
}

/** The changes that are certain once a move has begun; none before a piece's target is certain.
    @param {BoardMove[]} moves */
export function settled(moves) {
  const sure = common(moves);
  return [...sure.values()].some(Boolean) ? sure : new Map();
}

/** The changes that are certain after the `count`th click; all changes if that click ends the move.
    @param {BoardMove[]} moves @param {number} count */
export function foreseen(moves, count) {
  return moves.every(({ clicks }) => clicks.length === count) ? common(moves) : settled(moves);
}

/** The opponent's piece that a click on a point takes, if any.
    @param {BoardView} view @param {number} point @param {BoardMove[]} moves */
export function taken({ pieces, player }, point, moves) {
  const there = pieces.find((piece) => piece.point === point);
  const goes = moves.every(({ changes }) => changes?.some(([at, symbol]) => at === point && !symbol));
  return there && goes && there.side !== null && there.side !== player ? there : undefined;
}

/** Whether all these moves take a piece with their click `count`, from 0.
    @param {BoardView} view @param {BoardMove[]} moves @param {number} count */
export const takesNext = (view, moves, count) =>
  moves.every((move) => move.clicks.length > count && taken(view, move.clicks[count], [move]));

/** The purpose of the next click, the `count`th from 0, in words; `following` maps clickable points to moves.
    @param {BoardView} view @param {Map<number, BoardMove[]>} following @param {number} count */
export function asked(view, following, count) {
  if (view.prompts[count]) return view.prompts[count];
  const pieces = [...following].map(([point, moves]) => taken(view, point, moves));
  const from = [...following][0]?.[1][0].clicks[0];
  const carries = count === 1 && view.pieces.some(({ point }) => point === from);
  if (!pieces.length || pieces.includes(undefined)) return carries ? "choose where it goes" : "the next point";
  return `take a ${view.forms[pieces[0].symbol] ?? "piece"}`;
}

/** The value of the best of these moves, once all values are known.
    @param {BoardMove[]} moves */
export function bestWorth(moves) {
  const known = moves.map(({ worth }) => worth).filter(Boolean);
  return known.length === moves.length ? known.reduce((one, other) => (other.rank > one.rank ? other : one)) : null;
}

/** Whether these values are all the same estimate, which tells no moves apart.
    @param {Worth[]} values */
export const alike = (values) =>
  values.length > 1 && values.every((worth) => worth?.kind === "estimate" && worth.label === values[0].label);

/** The next points with the ranks of their best moves, the best first, if too many for badges; else [].
    @param {Map<number, BoardMove[]>} following @param {BoardView["pieces"]} [pieces] */
export function ranked(following, pieces = []) {
  const stand = new Set(pieces.map(({ point }) => point));
  const known = [...following].map(([point, moves]) => ({ point, rank: -Infinity, ...bestWorth(moves) }));
  const open = known.some(({ kind }) => kind === "estimate") ? MOST_ESTIMATES : MOST_BADGES;
  const most = known.every(({ point }) => stand.has(point)) ? MOST_PIECES : open;
  return known.length > most ? known.sort((one, other) => other.rank - one.rank) : [];
}

const MOST_BADGES = 40; // the most points whose badges can be read
const MOST_ESTIMATES = 16;
const MOST_PIECES = 8;

/** Let a screen reader speak; an added space makes it repeat equal words. */
export function speak(live, words) {
  live.textContent = live.textContent === words ? `${words}\u00a0` : words;
}
