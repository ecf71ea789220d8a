// @ts-check
/* What a move will do to the board, as far as the points clicked or pointed at decide it.

   `moves` are those of a board's view, see zermelo.board.view. */

/** What all these moves change alike: point → symbol.
    @param {BoardMove[]} moves */
export function common(moves) {
  const [first, ...others] = moves.map(({ changes }) => new Map(changes ?? []));
  return new Map([...(first ?? [])].filter(([point, symbol]) => others.every((each) => each.get(point) === symbol)));
}

/** What is certain of a move begun: nothing before it is known where a piece comes to stand.
    @param {BoardMove[]} moves */
export function settled(moves) {
  const sure = common(moves);
  return [...sure.values()].some(Boolean) ? sure : new Map();
}

/** What one more click, the `count`th, would do: what is certain then; all that goes, if it ends the move.
    @param {BoardMove[]} moves @param {number} count */
export function foreseen(moves, count) {
  return moves.every(({ clicks }) => clicks.length === count) ? common(moves) : settled(moves);
}

/** The piece of the opponent's that a click on a point takes, if it takes one.
    @param {BoardView} view @param {number} point @param {BoardMove[]} moves */
export function taken({ pieces, player }, point, moves) {
  const there = pieces.find((piece) => piece.point === point);
  const goes = moves.every(({ changes }) => changes?.some(([at, symbol]) => at === point && !symbol));
  return there && goes && there.side !== null && there.side !== player ? there : undefined;
}

/** Whether moves through a point take a piece with the click after it, the `count`th.
    @param {BoardView} view @param {BoardMove[]} moves @param {number} count */
export const takesNext = (view, moves, count) =>
  moves.every((move) => move.clicks.length > count && taken(view, move.clicks[count], [move]));

/** What the next click is for, the `count`th from 0, in words; `following` are the points to click with their moves.
    @param {BoardView} view @param {Map<number, BoardMove[]>} following @param {number} count */
export function asked(view, following, count) {
  if (view.prompts[count]) return view.prompts[count];
  const pieces = [...following].map(([point, moves]) => taken(view, point, moves));
  if (!pieces.length || pieces.includes(undefined)) return "the next point";
  return `take a ${view.forms[pieces[0].symbol] ?? "piece"}`;
}

/** What the best of these moves is worth, once that of all is known.
    @param {BoardMove[]} moves */
export function bestWorth(moves) {
  const known = moves.map(({ worth }) => worth).filter(Boolean);
  return known.length === moves.length ? known.reduce((one, other) => (other.rank > one.rank ? other : one)) : null;
}

/** The points that moves go on through with their ranks, the best first, where they are so many that badges would hide the board.
    @param {Map<number, BoardMove[]>} following */
export function ranked(following) {
  const known = [...following].map(([point, moves]) => ({ point, rank: bestWorth(moves)?.rank ?? -Infinity }));
  return known.length > MOST_BADGES ? known.sort((one, other) => other.rank - one.rank) : [];
}

const MOST_BADGES = 40; // points whose badges can be read

/** Have a screen reader say something: the same words again are heard only where the text differs. */
export function speak(live, words) {
  live.textContent = live.textContent === words ? `${words}\u00a0` : words;
}
