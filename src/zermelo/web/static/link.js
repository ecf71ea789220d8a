// @ts-check
/* A game as the fragment of an address: #g=tictactoe&p=human~level:5&m=1,1+0,0, for points &b=score.

   Its moves are those of zermelo.play.movetext, with variations, comments and arrows; n is the number
   of moves in this text up to the current position, if that is not the main line's end. #r=KEY is a session for two.
   With l=de the page is in German.

   This module also makes the fields that begin a session again, and deflates JSON for an address. */

const PLAYERS = ["human", "level:5"];

/** The game in a fragment, by default the game `usual` against level 5. */
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

/** The names of games whose usual parameters differ from their defaults. */
export const resized = new Set();

const inGerman = () => new URLSearchParams(location.hash.slice(1)).get("l") === "de";

/** Translate the page into the language of its address. */
export const speak = () => inGerman() && import("./speak.js");

/** @param {{ game: string, by: string, players: string[], movetext?: string, at?: number | null, start: string | null }} game */
export function writeLink({ game, by, players, movetext, at = null, start }) {
  const link = new URLSearchParams({ g: resized.has(game) ? `${game}()` : game, p: players.join("~") });
  if (by === "score") link.set("b", by);
  if (start !== null) link.set("s", start);
  if (movetext) link.set("m", movetext);
  if (at !== null) link.set("n", String(at));
  if (inGerman()) link.set("l", "de");
  // characters that need no escape in a fragment stay readable
  return `#${link}`.replace(/%(2C|3A|28|29|7E)/g, decodeURIComponent);
}

/** The fields of a request that begins a session again.
    @param {RoomView} session */
export const fieldsFrom = ({ game, by, players, start, movetext, at, resigned }) => ({ game, by, players, start, moves: [movetext], at, resigned });

const LARGEST = 200_000; // the most characters to unpack, as many as in a request

/** @param {object} content */
export async function pack(content) {
  const bytes = await through(new Blob([JSON.stringify(content)]), new CompressionStream("deflate-raw"), Infinity);
  return base64(bytes).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** @param {Uint8Array} bytes */
export const base64 = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

/** Unpack a text made by `pack`; for other texts, throws an Error with a message for people.
    @param {string} text */
export async function unpack(text) {
  try {
    const letters = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const unpacked = await through(new Blob([bytes]), new DecompressionStream("deflate-raw"), LARGEST);
    return JSON.parse(new TextDecoder().decode(unpacked));
  } catch {
    throw new Error("it is damaged, or cut off");
  }
}

/** @param {Blob} blob @param {CompressionStream | DecompressionStream} stream @param {number} most */
async function through(blob, stream, most) {
  const parts = [];
  let size = 0;
  const reader = blob.stream().pipeThrough(stream).getReader();
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    parts.push(value);
    size += value.length;
    if (size > most) throw new Error("too large");
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
