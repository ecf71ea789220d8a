// @ts-check
/* The moves of the position shown that were played in games, or are proven by a book or database; and the value
   of the position in a sum of games. */

import { by, make, press } from "./dom.js";
import { renew } from "./renew.js";
import { ask } from "./server.js";
import { sign, svg } from "./shapes.js";

export class Explorer {
  /** `play(move)` plays a move, `preview(node, moves)` shows it on the board, or with null ends that. */
  constructor({ play, preview }) {
    this.play = play;
    this.preview = preview;
    this.asked = ""; // the latest request for rows
  }

  /** Explore a position, if there are games of this game, or values are shown.
      @param {RoomView} state @param {number} node @param {boolean} played */
  async show(state, node, played) {
    const asked = `${state.key} ${node} ${state.values}`;
    if (asked === this.asked) return;
    this.asked = asked;
    const may = !state.pair && (played || state.values);
    /** @type {Explored[]} */
    const moves = may ? await ask(`sessions/${state.key}/explored/${node}`).catch(() => []) : [];
    if (asked !== this.asked) return;
    const games = moves.reduce((sum, { games }) => sum + count(games), 0);
    by("explorer").hidden = !moves.length;
    by("explorer-name").textContent = games ? `Played: ${games} ${games === 1 ? "game" : "games"}` : "Proven";
    renew(by("explored"), moves.map((row) => this.row(row, node, state.names)));
  }

  /** @param {Explored} row @param {number} node @param {string[]} names */
  row({ move, games, worth }, node, names) {
    const item = make("li", "zermelo-board");
    const button = press("plain step", move, `${node} ${move}`, () => this.play(move));
    button.onpointerenter = button.onfocus = () => this.preview(node, [move]);
    button.onpointerleave = button.onblur = () => this.preview(node, null);
    item.append(button);
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
  const [won, drawn, lost] = games;
  const words = `${won} won by ${names[0]}, ${drawn} drawn, ${lost} won by ${names[1]}`;
  const bar = svg("svg", { class: "split", viewBox: "0 0 100 10", preserveAspectRatio: "none", role: "img", "aria-label": words });
  bar.append(svg("title", {}));
  bar.firstChild.textContent = words;
  /** @type {[number, string][]} */
  const parts = [[won, "first"], [drawn, "even"], [lost, "second"]];
  let x = 0;
  for (const [part, name] of parts) {
    const width = (100 * part) / count(games);
    bar.append(svg("rect", { x, width, height: 10, class: `split-${name}` }));
    x += width;
  }
  return bar;
}

export class Combinatorial {
  asked = ""; // the latest request for a value

  /** Show the combinatorial value of a position with the other values, if the server can compute it.
      @param {RoomView} state @param {number} node */
  async show(state, node) {
    const asked = `${state.key} ${node} ${state.values}`;
    if (asked === this.asked) return;
    this.asked = asked;
    const may = state.values && !state.pair;
    /** @type {Summand | null} */
    const found = may ? await ask(`sessions/${state.key}/value/${node}`).catch(() => null) : null;
    if (asked !== this.asked) return;
    by("combinatorial").hidden = !found;
    if (!found) return;
    by("combinatorial-value").textContent = found.value;
    const { outcome, mean, temperature, parts } = found;
    const facts = { alone: outcome, mean, temperature, ...(parts.length && { parts: parts.join(" + ") }) };
    renew(by("combinatorial-facts"), Object.entries(facts).flatMap(([name, text]) => [make("dt", "", name), make("dd", "", text)]));
    by("thermograph").src = `data:image/svg+xml,${encodeURIComponent(found.drawn)}`;
  }
}
