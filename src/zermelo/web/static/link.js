/* A game as the fragment of an address: #g=tictactoe&p=human~level:5&m=1,1+0,0 */

const DEFAULTS = { game: "tictactoe", players: ["human", "level:5"] };

export function readLink(fragment) {
  const link = new URLSearchParams(fragment.replace(/^#/, ""));
  const players = link.get("p")?.split("~");
  return {
    game: link.get("g") ?? DEFAULTS.game,
    players: players?.length === 2 ? players : DEFAULTS.players,
    moves: link.get("m")?.split(" ").filter(Boolean) ?? [],
    ...(link.has("s") ? { start: link.get("s") } : {}),
  };
}

export function writeLink({ game, players, history, start }) {
  const link = new URLSearchParams({ g: game, p: players.join("~") });
  if (start !== null) link.set("s", start);
  if (history.length) link.set("m", history.join(" "));
  // what needs no escape in a fragment stays readable
  return `#${link}`.replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("%28", "(").replaceAll("%29", ")");
}
