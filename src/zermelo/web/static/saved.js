/* A session as a saved game, from the state that the server last told: see zermelo.players.saved. */

export const savedFrom = ({ game, by, players, start, history, future, ply, resigned, draws }) => ({
  format: "zermelo session",
  version: 1,
  game,
  by,
  players,
  start,
  moves: [...history, ...future],
  ply,
  resigned,
  draws,
});

/** The actions that give a restarted session what is no part of the game: `[action, fields]`. */
export const settingsFrom = ({ values, paused, resting }) =>
  Object.entries({ values, pause: paused, rest: resting })
    .filter(([, on]) => on)
    .map(([action, on]) => [action, { on }]);
