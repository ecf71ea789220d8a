// @ts-check
/* A game as the fragment of an address: #g=tictactoe&p=human~level:5&m=1,1+0,0, for points &b=score.

   Its moves are those of zermelo.play.movetext, with variations, comments and arrows; n is how many of them are
   written up to the position that the game stands at, if that is not the main line's end. #r=KEY is a session for two. */

const PLAYERS = ["human", "level:5"];

/** What the fragment says; where it says nothing, the game `usual` against level 5. */
export function readLink(fragment, usual = "tictactoe") {
  const link = new URLSearchParams(fragment.replace(/^#/, ""));
  const players = link.get("p")?.split("~");
  return {
    game: link.get("g") ?? usual,
    ...(link.has("r") ? { room: link.get("r") } : {}),
    players: players?.length === 2 ? players : PLAYERS,
    moves: link.get("m")?.trim() ? [link.get("m")] : [],
    ...(link.has("b") ? { by: link.get("b") } : {}),
    ...(link.has("s") ? { start: link.get("s") } : {}),
    ...(/^\d{1,4}$/.test(link.get("n") ?? "") ? { at: Number(link.get("n")) } : {}),
  };
}

/** @param {{ game: string, by: string, players: string[], movetext?: string, at?: number | null, start: string | null }} game */
export function writeLink({ game, by, players, movetext, at = null, start }) {
  const link = new URLSearchParams({ g: game, p: players.join("~") });
  if (by === "score") link.set("b", by);
  if (start !== null) link.set("s", start);
  if (movetext) link.set("m", movetext);
  if (at !== null) link.set("n", String(at));
  // what needs no escape in a fragment stays readable
  return `#${link}`.replace(/%(2C|3A|28|29|7E)/g, decodeURIComponent);
}
