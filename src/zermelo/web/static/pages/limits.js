// @ts-check
/* The page of search limits: games of minimax against itself at several limits, side by side. */

import { createBoard } from "./board.js";
import { by, complain } from "./dom.js";
import { make } from "./elements.js";
import { readLink } from "./link.js";
import { titleOf } from "./newgame.js";
import { ask } from "./server.js";
import { gameAt } from "./transport.js";

const FIRST = [2, 4, 9]; // limits to play at the start
/** @type {Map<string, LimitedGame>} */
const found = new Map(); // "limit from" → the game, from the server
let game = "";

/** Play at these limits one after the other, and show each as soon as it is known. */
async function play(limits) {
  const origin = by("from").value;
  for (const depth of limits) {
    if (found.has(`${depth} ${origin}`)) continue;
    by("busy").textContent = `Playing at limit ${depth} …`;
    try {
      found.set(`${depth} ${origin}`, await ask("limits", { method: "POST", fields: { game, depth, from: origin } }));
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

/** The games at the first limits and at the chosen one, the lowest limit first. */
function shown() {
  const chosen = Number(by("limit").value), origin = by("from").value;
  const limits = [...new Set([...FIRST, chosen])].sort((one, other) => one - other);
  return limits.map((limit) => found.get(`${limit} ${origin}`)).filter(Boolean);
}

function show() {
  const games = shown(), most = Math.max(1, ...games.map(({ states }) => states));
  const longest = Math.max(0, ...games.map(({ boards }) => boards.length - 1));
  const atEnd = by("ply").value === by("ply").max;
  by("ply").max = longest;
  if (atEnd) by("ply").value = longest;
  const cards = games.map((each) => [...by("games").children].find((one) => one.game === each) ?? card(each));
  by("games").replaceChildren(...cards);
  for (const one of cards) {
    one.querySelector(".bar").style.width = `${(100 * Math.log(1 + one.game.states)) / Math.log(1 + most)}%`;
    one.classList.toggle("chosen", one.game.depth === Number(by("limit").value));
  }
  look();
}

/** Show every game after the chosen move, or at its end if that is earlier. */
function look() {
  const ply = Number(by("ply").value);
  by("at").textContent = ply;
  for (const { game: each, board, moves } of by("games").children) {
    const at = Math.min(ply, each.boards.length - 1);
    board.update(each.boards[at]);
    [...moves.children].forEach((item, index) => item.setAttribute("aria-current", index + 1 === at ? "step" : "false"));
  }
}

function card(each) {
  const { depth, result, states, seconds, moves } = each;
  const stage = make("div", "stage"), number = (count) => count.toLocaleString("en");
  const rows = make("ol", "made", ...moves.map(({ move, states }) => make(
    "li", { title: `${number(states)} states for this move` }, move, make("small", "", number(states)))));
  const made = make("section", "limited",
    make("h2", "", `Limit ${depth}`),
    make("p", "result", sentence(result)),
    make("p", "facts", `${number(states)} states, ${duration(seconds)}`),
    make("div", "bar"), stage, rows);
  return Object.assign(made, { game: each, board: createBoard(stage), moves: rows });
}

const sentence = (text) => text[0].toUpperCase() + text.slice(1);
const duration = (seconds) => (seconds < 1 ? `${(1000 * seconds).toFixed(seconds < 0.01 ? 1 : 0)} ms` : `${seconds.toFixed(1)} s`);

function follow() {
  game = readLink(location.hash).game;
  found.clear();
  by("title").textContent = `${titleOf(game)}: search limits`;
  by("about").href = gameAt(game);
  play(FIRST);
}

by("limit").addEventListener("input", () => (by("shown").textContent = by("limit").value));
by("limit").addEventListener("change", () => play([Number(by("limit").value)]));
by("from").addEventListener("change", () => play([...FIRST, Number(by("limit").value)]));
by("ply").addEventListener("input", look);
window.addEventListener("hashchange", follow);
follow();
