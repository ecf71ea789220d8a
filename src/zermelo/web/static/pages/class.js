// @ts-check
/* All boards of a class. The address contains its secret code: #c=CODE */

import { by } from "./dom.js";
import { renew } from "./renew.js";
import { ask } from "./server.js";
import { TITLES } from "./titles.js"; // generated from games/about.py

const EVERY = 2000; // milliseconds
const code = new URLSearchParams(location.hash.slice(1)).get("c") ?? made();
history.replaceState(null, "", `#c=${code}`);

/** A new code. */
function made() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const make = (name, properties) => Object.assign(document.createElement(name), properties);

/** @param {Glance} board */
function card({ name, revision, person, game, ply, status, watched }) {
  const item = make("li", { className: `card${watched ? "" : " away"}` });
  const picture = make("img", { src: `api/classes/${code}/${name}?v=${revision}`, alt: "", width: 220, height: 176 });
  item.append(picture, make("h2", { textContent: person || "somebody" }));
  item.append(make("p", { textContent: `${TITLES[game] ?? game}, ${ply} ${ply === 1 ? "move" : "moves"}${watched ? "" : ", page closed"}` }));
  item.append(make("p", { className: "known", textContent: status }));
  return item;
}

async function look() {
  try {
    const boards = /** @type {Glance[]} */ (await ask(`classes/${code}`));
    const begun = boards.filter(({ watched, ply }) => watched || ply);
    begun.sort((one, other) => Number(other.watched) - Number(one.watched) || one.person.localeCompare(other.person));
    renew(by("boards"), begun.map(card));
    by("count").textContent = begun.length ? `${begun.length} ${begun.length === 1 ? "board" : "boards"}` : "Nobody plays yet.";
  } catch (error) {
    by("count").textContent = error.message;
  }
  setTimeout(look, EVERY);
}

async function offer() {
  const { games } = /** @type {Games} */ (await ask("games"));
  by("game").replaceChildren(...games.map(({ name }) => new Option(TITLES[name] ?? name, name)));
  const write = () => {
    const link = new URLSearchParams({ g: by("game").value, p: "human~level:5", c: code });
    by("link").href = `play#${link}`;
    by("link").textContent = by("link").href;
  };
  by("game").addEventListener("change", write);
  write();
}

offer().catch((error) => (by("count").textContent = error.message));
look();
