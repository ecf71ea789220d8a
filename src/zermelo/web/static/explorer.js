// @ts-check
/* The moves of the position shown that were played in games, or are proven by a book or database; and the value
   of the position in a sum of games. */

import { by } from "./dom.js";
import { make } from "./elements.js";
import { stepButton } from "./engine.js";
import { renew } from "./renew.js";
import { ask } from "./server.js";
import { sign } from "./shapes.js";

const NOTHING = "Nothing is recorded about this position: no games, no book, no database. Whoever starts the server can add games with --results.";
const UNASKED = "No games are recorded here. What books and databases know is shown with the values.";

export class Explorer {
  latest = ""; // the latest request

  /** `play(move)` plays a move; `preview(node, moves)` shows moves on the board, and with null removes them. */
  constructor({ play, preview }) {
    this.play = play;
    this.preview = preview;
  }

  /** Explore a position if games are recorded or values are shown; with the values, also show its value in a sum of games.
      @param {RoomView} state @param {Shown} shown @param {boolean} played */
  show(state, { node, opening }, played) {
    by("title").replaceChildren(state.title + (state.by === "score" ? ", for points" : ""), make("span", "opening", opening && ` · ${opening}`));
    this.opening = opening;
    const asked = `${state.key} ${node} ${state.values}`;
    if (asked === this.latest) return;
    this.latest = asked;
    const find = async (what, may, none, draw) => {
      const found = may && !state.pair ? await ask(`sessions/${state.key}/${what}/${node}`).catch(() => none) : none;
      if (asked === this.latest) draw(found);
    };
    find("explored", played || state.values, [], (moves) => this.showMoves(moves, state, node));
    find("value", state.values, null, showCombinatorial);
  }

  /** @param {Explored[]} moves @param {RoomView} state @param {number} node */
  showMoves(moves, state, node) {
    const games = moves.reduce((sum, { games }) => sum + count(games), 0);
    by("explorer").hidden = !moves.length;
    by("unexplored").textContent = (this.opening && `${this.opening}. `) + (state.values ? NOTHING : UNASKED);
    by("explorer-name").textContent = games ? `Played: ${games} ${games === 1 ? "game" : "games"}` : "Proven";
    renew(by("explored"), moves.map((row) => this.row(row, node, state.names)));
  }

  /** @param {Explored} row @param {number} node @param {string[]} names */
  row({ move, games, worth }, node, names) {
    const button = stepButton(move, node, [move], () => this.play(move), this.preview);
    const item = make("li", "zermelo-board", button);
    if (count(games)) item.append(make("span", "count", String(count(games))), split(games, names));
    if (worth) item.append(sign(worth));
    return item;
  }
}

/** @param {[number, number, number]} games */
const count = (games) => games.reduce((sum, each) => sum + each, 0);

/** The results of games, as a bar of three parts.
    @param {[number, number, number]} games @param {string[]} names */
function split(games, names) {
  const words = `${games[0]} won by ${names[0]}, ${games[1]} drawn, ${games[2]} won by ${names[1]}`;
  const parts = games.map((part) => make("i", { style: `flex-grow: ${part}` }));
  return make("span", { className: "split", role: "img", title: words, "aria-label": words }, ...parts);
}

/** Show the combinatorial value of a position, if the server can compute it.
    @param {Summand | null} found */
function showCombinatorial(found) {
  by("combinatorial").hidden = !found;
  if (!found) return;
  by("combinatorial-value").textContent = found.value;
  const { outcome, mean, temperature, parts } = found;
  const facts = { alone: outcome, mean, temperature, ...(parts.length && { parts: parts.join(" + ") }) };
  const rows = Object.entries(facts).flatMap(([name, text]) => [make("dt", "", name), make("dd", "", text)]);
  renew(by("combinatorial-facts"), rows);
  by("thermograph").src = `data:image/svg+xml,${encodeURIComponent(found.drawn)}`;
}
