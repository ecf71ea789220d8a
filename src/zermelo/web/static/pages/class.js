// @ts-check
/* All boards of a class. The address contains its secret code: #c=CODE */

import { by } from "./dom.js";
import { make } from "./elements.js";
import { writeLink } from "./link.js";
import { renew } from "./renew.js";
import { ask } from "./server.js";

const EVERY = 2000; // milliseconds
const drawn = [...crypto.getRandomValues(new Uint8Array(12))]; // random bytes for a new code
const made = drawn.map((byte) => byte.toString(16).padStart(2, "0")).join("");
const code = new URLSearchParams(location.hash.slice(1)).get("c") ?? made;
history.replaceState(null, "", `#c=${code}`);

/** @param {Glance} board */
function card({ name, revision, person, title, ply, status, mistakes, watched, seen }) {
  const erred = mistakes === null ? "" : `, ${counted(mistakes, "mistake")}`;
  const last = `${watched ? "" : "page closed, "}last seen ${ago(seen)}`;
  const src = `api/classes/${code}/${name}?v=${revision}`;
  return make("li", watched ? "card" : "card away",
    make("img", { src, alt: "", width: 220, height: 176 }),
    make("h2", "", person || "somebody"),
    make("p", "", `${title}, ${counted(ply, "move")}${erred}; ${last}`),
    make("p", "known", status));
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
  by("game").replaceChildren(...games.map(({ name, title }) => new Option(title, name)));
  const write = () => {
    const begun = { game: by("game").value, by: "outcome", players: ["human", "level:5"], start: null };
    by("link").href = new URL(`play${writeLink(begun)}&c=${code}`, base);
    by("link").textContent = by("link").href;
    by("qr").src = `api/qr?text=${encodeURIComponent(by("link").href)}`;
  };
  by("qr").addEventListener("load", () => (by("qr").hidden = false)); // otherwise the server draws no codes
  by("game").addEventListener("change", write);
  write();
}

offer().catch((error) => (by("count").textContent = error.message));
look();
