// @ts-check
/* A session as a saved game, from the state that the server last sent: see zermelo.players.saved. */

/** @param {RoomView} session */
export function savedFrom({ game, by, players, start, tree, node, end, resigned, draws }) {
  const main = tree.slice(0, 1);
  for (let next = main[0]; next; next = tree.find(({ parent }) => parent === main.at(-1).node)) main.push(next);
  main.shift();
  const others = tree.filter((row) => !main.includes(row));
  const number = new Map([...main, ...others].map((row, place) => [row.node, place]));
  return {
    format: "zermelo session",
    version: 2,
    game,
    by,
    players,
    start,
    moves: main.slice(1).map(({ move }) => move),
    variations: others.map(({ parent, move }) => [number.get(parent), move]),
    comments: Object.fromEntries(tree.filter(({ comment }) => comment).map((row) => [number.get(row.node), row.comment])),
    arrows: Object.fromEntries(tree.filter(({ arrows }) => arrows.length).map((row) => [number.get(row.node), row.arrows])),
    at: number.get(node),
    end: number.get(end),
    resigned,
    draws,
  };
}

/** The actions that give a restarted session what is no part of the game: `[action, fields]`.
    @param {RoomView} session */
export const settingsFrom = ({ values, paused, resting }) =>
  Object.entries({ values, pause: paused, rest: resting })
    .filter(([, on]) => on)
    .map(([action, on]) => [action, { on }]);
