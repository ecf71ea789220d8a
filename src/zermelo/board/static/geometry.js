// @ts-check
/* Where the points of a board are to each other, and to the viewer. */

/** The nearest point in a direction: straight ahead counts more than near.
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

/** Whether a board may be turned round: not where pieces fall or lie, or where it is written on.
    @param {BoardView} view */
export const flippable = ({ surface, ground }) =>
  !["frame", "heaps", "hexes"].includes(surface) && ground.every((part) => part[1]);

/** The ways, from one point to another, of the best moves and of a hint's that lead a piece there.
    @param {BoardView} view */
export function bestWays({ moves, hint, pieces }) {
  const best = moves.filter(({ move, worth, clicks }) => (worth?.best || hint.includes(move)) && clicks.length > 1);
  const ways = new Map(best.map(({ clicks }) => [`${clicks[0]} ${clicks[1]}`, clicks.slice(0, 2)]));
  const stands = new Set(pieces.map(({ point }) => point));
  return [...ways.values()].filter(([from, to]) => stands.has(from) && !stands.has(to)).slice(0, MOST_WAYS);
}

const MOST_WAYS = 6;

/** What a point is called: as moves call it, or by its row and column.
    @param {BoardView} view @param {number} point */
export function placeName(view, point) {
  const own = view.names.find(([named]) => named === point);
  if (own) return own[1];
  const [x, y] = view.points[point];
  const [row, column] = [view.rows[y], view.columns[x - lean(view) * y]];
  if (/^[a-z]$/i.test(column ?? "")) return `${column}${row ?? ""}`;
  const parts = [];
  const several = view.points.some((other) => other[1] !== y);
  if (row !== undefined || several) parts.push(`row ${row ?? y + 1}`);
  parts.push(`column ${column ?? x + 1}`);
  return parts.join(" ");
}

/** Where a row of hexagons begins; other rows begin at 0.
    @param {BoardView} view @param {number} y */
export const slant = (view, y) =>
  view.surface === "hexes" ? Math.min(...view.points.filter((point) => point[1] === y).map(([x]) => x)) : 0;

/** How far a column of hexagons goes to the right with each unit down, like the second row.
    @param {BoardView} view */
const lean = (view) =>
  view.surface === "hexes" ? (slant(view, 2) < slant(view, 0) ? -0.5 : 0.5) : 0;
