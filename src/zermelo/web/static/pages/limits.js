// @ts-check
/* The page of search limits: games of minimax against itself at several limits, side by side. */

import { createBoard } from "./board.js";
import { by, complain } from "./dom.js";
import { make } from "./elements.js";
import { readLink } from "./link.js";
import { ask } from "./server.js";
import { gameAt } from "./transport.js";

const FIRST = [2, 4, 9]; // limits to play at the start
/** @type {Map<string, any>} */
const cards = new Map(); // "limit from" → the card of that game
let game = "";

/** Play at these limits one after the other, and show each as soon as it is known. */
async function play(limits) {
  const origin = by("from").value;
  for (const depth of limits.filter((limit) => !cards.has(`${limit} ${origin}`))) {
    by("busy").textContent = `Playing at limit ${depth} …`;
    try {
      cards.set(`${depth} ${origin}`, card(await ask("limits", { method: "POST", fields: { game, depth, from: origin } })));
      complain("");
    } catch (error) {
      complain(error.message);
      break;
    } finally {
      by("busy").textContent = "";
    }
    show();
  }
  show();
}

/** Show the games at the first limits and at the chosen one, the lowest limit first. */
function show() {
  const chosen = Number(by("limit").value), ply = by("ply"), atEnd = ply.value === ply.max;
  const limits = [...new Set([...FIRST, chosen])].sort((one, other) => one - other);
  const shown = limits.map((limit) => cards.get(`${limit} ${by("from").value}`)).filter(Boolean);
  const most = Math.max(1, ...shown.map(({ played }) => played.states));
  ply.max = Math.max(0, ...shown.map(({ played }) => played.boards.length - 1));
  if (atEnd) ply.value = ply.max;
  by("games").replaceChildren(...shown);
  for (const { bar, played, classList } of shown) {
    bar.style.width = `${(100 * Math.log(1 + played.states)) / Math.log(1 + most)}%`;
    classList.toggle("chosen", played.depth === chosen);
  }
  by("title").textContent = `${shown[0]?.played.title ?? game}: search limits`;
  look();
}

/** Show every game after the chosen move, or at its end if that is earlier. */
function look() {
  by("at").textContent = by("ply").value;
  for (const { played, board, moves } of by("games").children) {
    const at = Math.min(Number(by("ply").value), played.boards.length - 1);
    board.update(played.boards[at]);
    [...moves.children].forEach((item, index) => item.setAttribute("aria-current", index + 1 === at ? "step" : "false"));
  }
}

/** The card of a game: an element with the game, its board, its bar and its moves.
    @param {LimitedGame} played */
function card(played) {
  const { depth, result, states, seconds } = played, number = (count) => count.toLocaleString("en");
  const stage = make("div", "stage"), bar = make("div", "bar");
  const moves = make("ol", "made", ...played.moves.map(({ move, states }) => make(
    "li", { title: `${number(states)} states for this move` }, move, make("small", "", number(states)))));
  const made = make("section", "limited",
    make("h2", "", `Limit ${depth}`),
    make("p", "result", result[0].toUpperCase() + result.slice(1)),
    make("p", "facts", `${number(states)} states, ${duration(seconds)}`),
    bar, stage, moves);
  return Object.assign(made, { played, board: createBoard(stage), bar, moves });
}

const duration = (seconds) => (seconds < 1 ? `${(1000 * seconds).toFixed(seconds < 0.01 ? 1 : 0)} ms` : `${seconds.toFixed(1)} s`);

function follow() {
  game = readLink(location.hash).game;
  cards.clear();
  by("about").href = gameAt(game);
  play(FIRST);
}

by("limit").addEventListener("input", () => (by("shown").textContent = by("limit").value));
by("limit").addEventListener("change", () => play([Number(by("limit").value)]));
by("from").addEventListener("change", () => play([...FIRST, Number(by("limit").value)]));
by("ply").addEventListener("input", look);
window.addEventListener("hashchange", follow);
follow();
