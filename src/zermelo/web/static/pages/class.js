// @ts-check
/* All boards of a class. The address contains its secret code: #c=CODE */

import { by, make } from "./dom.js";
import { renew } from "./renew.js";
import { ask } from "./server.js";
import { nameGames, titleOf } from "./newgame.js";

const EVERY = 2000; // milliseconds
const code = new URLSearchParams(location.hash.slice(1)).get("c") ?? made();
history.replaceState(null, "", `#c=${code}`);

/** A new code. */
function made() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {Glance} board */
function card({ name, revision, person, game, ply, status, mistakes, watched, seen }) {
  const item = make("li", { className: `card${watched ? "" : " away"}` });
  const picture = make("img", { src: `api/classes/${code}/${name}?v=${revision}`, alt: "", width: 220, height: 176 });
  item.append(picture, make("h2", { textContent: person || "somebody" }));
  const erred = mistakes === null ? "" : `, ${counted(mistakes, "mistake")}`;
  item.append(make("p", { textContent: `${titleOf(game)}, ${counted(ply, "move")}${erred}` }));
  item.append(make("p", { className: "known", textContent: status }));
  item.append(make("p", { className: "known", textContent: `${watched ? "" : "page closed, "}last seen ${ago(seen)}` }));
  return item;
}

/** A number with its noun. */
const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** The time since the last action. */
const ago = (seconds) => (seconds < 60 ? "just now" : `${Math.floor(seconds / 60)} min ago`);

async function look() {
  try {
    const boards = /** @type {Glance[]} */ (await ask(`classes/${code}`));
    const begun = boards.filter(({ watched, ply }) => watched || ply);
    begun.sort((one, other) => Number(other.watched) - Number(one.watched) || one.person.localeCompare(other.person));
    renew(by("boards"), begun.map(card));
    by("count").textContent = begun.length ? counted(begun.length, "board") : "Nobody plays yet.";
  } catch (error) {
    by("count").textContent = error.message;
  }
  setTimeout(look, EVERY);
}

async function offer() {
  const { games } = /** @type {Games} */ (await ask("games"));
  const { address } = /** @type {{ address: string | null }} */ (await ask("reach"));
  const local = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  const base = local && address ? address : location.href;
  by("warning").hidden = !local || Boolean(address);
  nameGames(games);
  by("game").replaceChildren(...games.map(({ name }) => new Option(titleOf(name), name)));
  const write = () => {
    const link = new URLSearchParams({ g: by("game").value, p: "human~level:5", c: code });
    by("link").href = new URL(`play#${link}`, base);
    by("link").textContent = by("link").href;
    by("qr").src = `api/qr?text=${encodeURIComponent(by("link").href)}`;
  };
  by("qr").addEventListener("load", () => (by("qr").hidden = false)); // otherwise the server draws no codes
  by("game").addEventListener("change", write);
  write();
}

offer().catch((error) => (by("count").textContent = error.message));
look();
