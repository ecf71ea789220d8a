// @ts-check
/* The moves of the position shown that somebody has played, or that a book or database knows: how often, how that
   ended, what is proven. */

import { by, make } from "./dom.js";
import { renew } from "./renew.js";
import { ask } from "./server.js";
import { sign, svg } from "./shapes.js";

export class Explorer {
  /** `play(move)` plays a move, `preview(node, moves)` shows it on the board, and no more of it with null. */
  constructor({ play, preview }) {
    this.play = play;
    this.preview = preview;
    this.asked = ""; // which rows were asked for latest
  }

  /** Explore a position, if there may be anything: games of the session's game, or with values what is proven.
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
    const button = make("button", "plain step", move);
    Object.assign(button, { type: "button", onclick: () => this.play(move) });
    button.setAttribute("value", `${node} ${move}`);
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

/** How games ended: a bar of three parts.
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
