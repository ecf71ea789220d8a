// @ts-check
/* Lines of moves on the board: the last position of a hovered line, or a line played move by move. */

import { ask } from "./server.js";

const PACE = 900; // milliseconds for each move
const FOLLOWING = 3; // moves shown after a mistake

export class Replay {
  /** `session()` returns the page's session; `update()` draws the board of `wish`, or else the page's position. */
  constructor({ session, update }) {
    this.session = session;
    this.update = update;
    this.wish = null; // the line being shown; `shown` is its board, with the facts about the node before the line
  }

  /** Show the board after the moves of a hovered line from a node; with null, the position itself. */
  preview = async (node, moves) => {
    const pointed = document.querySelector(".step:is(:hover, :focus)") && moves; // the list may have been redrawn
    const wish = (this.wish = pointed && { node, moves, shown: null });
    if (wish) wish.shown = await this.view(node, moves).catch(() => null);
    if (this.wish === wish) this.update();
  };

  /** Show a board until another line replaces it, or null removes it. */
  hold = (shown) => {
    this.wish = shown && { playing: true, shown };
    this.update();
  };

  /** Whether a mistake or a threat is being shown, which a new position must not interrupt. */
  get playing() {
    return Boolean(this.wish?.playing);
  }

  /** End the current line. */
  stop() {
    this.wish = null;
  }

  /** Draw a hovered line again, after the position has changed. */
  again() {
    if (this.wish && !this.playing) this.preview(this.wish.node, this.wish.moves);
  }

  /** Play a mistake with its consequences, then the better line, move by move; `say(words)` names each line.
      @param {Row} row @param {(words: string) => void} say */
  async demonstrate({ node, parent, move, after, best, player, worth, chance }, say) {
    const wish = (this.wish = { playing: true, shown: null });
    const lines = [["Played", [move, ...after.slice(0, FOLLOWING)]], ["Better", best.slice(0, FOLLOWING + 1)]];
    for (const [words, moves] of /** @type {[string, string[]][]} */ (lines)) {
      say(`${words}: ${moves.join(" ")}`);
      for (let made = 0; made <= moves.length; made += 1) {
        const faulty = made && words === "Played";
        const shown = await (faulty ? this.view(node, moves.slice(1, made)) : this.view(parent, moves.slice(0, made))).catch(() => null);
        if (this.wish !== wish || !shown) return;
        if (faulty && /%$/.test(worth.label)) shown.advice = { ...shown.advice, chance, words: `${worth.label} chance for ${this.session().names[player]}` }; // as in the list
        wish.shown = shown;
        this.update();
        await new Promise((resolve) => setTimeout(resolve, PACE));
      }
    }
    if (this.wish === wish) this.hold(null);
  }

  /** A node's position with the board after moves from it. */
  view(node, moves) {
    const line = moves.length ? `?line=${encodeURIComponent(moves.join(" "))}` : "";
    return ask(`sessions/${this.session().key}/node/${node}${line}`);
  }
}
