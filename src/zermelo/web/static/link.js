/* A game as the fragment of an address: #g=tictactoe&p=human~level:5&m=1,1+0,0, for points &b=score */

const PLAYERS = ["human", "level:5"];

/** What the fragment says; where it says nothing, the game `usual` against level 5. */
export function readLink(fragment, usual = "tictactoe") {
  const link = new URLSearchParams(fragment.replace(/^#/, ""));
  const players = link.get("p")?.split("~");
  return {
    game: link.get("g") ?? usual,
    players: players?.length === 2 ? players : PLAYERS,
    moves: link.get("m")?.split(" ").filter(Boolean) ?? [],
    ...(link.has("b") ? { by: link.get("b") } : {}),
    ...(link.has("s") ? { start: link.get("s") } : {}),
  };
}

export function writeLink({ game, by, players, history, start }) {
  const link = new URLSearchParams({ g: game, p: players.join("~") });
  if (by === "score") link.set("b", by);
  if (start !== null) link.set("s", start);
  if (history.length) link.set("m", history.join(" "));
  // what needs no escape in a fragment stays readable
  return `#${link}`.replace(/%(2C|3A|28|29|7E)/g, decodeURIComponent);
}
