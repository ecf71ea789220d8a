// @ts-check
/* Learn from mistakes: the page returns to each position with a mistake, and asks for a better move. */

import { by } from "./dom.js";

const SLACK = 0.1; // the most by which a good move's estimate is below the best

/** The mistakes to learn from: those of a person against a computer, else all.
    @param {Row[]} line @param {string[]} players */
export function lessons(line, players) {
  const people = players.map((player) => player === "human");
  const mixed = people[0] !== people[1];
  return line.filter(({ fault, player }) => fault && (!mixed || people[player]));
}

/** Praise for a move as good as the best, by the known values of the board's moves: "good", or "better" if even
    a best move leaves at most half the chances; "" for other moves.
    @param {(BoardMove | BoardButton)[]} moves @param {string} text */
export function praise(moves, text) {
  const made = moves.find(({ move }) => move === text)?.worth;
  const known = moves.map(({ worth }) => worth).filter(Boolean);
  if (!made || !known.length) return "";
  const best = known.reduce((one, other) => (other.rank > one.rank ? other : one));
  const alike = made.kind === best.kind && made.kind !== "estimate" && made.by === "outcome"; // wins at any distance are equally good, and losses, too
  return alike || made.rank >= best.rank - SLACK ? (made.rank > 0 ? "good" : "better") : "";
}

export class Lessons {
  /** `show(node)` shows a position, `play(node, move)` the board after a move from there, `turn(player)` puts a player's
      side at the bottom, and `end(message, node)` returns to a position, or with null to the game. */
  constructor({ show, play, turn, end }) {
    this.show = show;
    this.play = play;
    this.turn = turn;
    this.end = end;
    this.left = null; // the remaining mistakes; null outside of lessons
    this.asking = false; // whether the page waits for a better move
    by("solution").onclick = () => this.solved(this.left[0].best[0], "");
    by("next-lesson").onclick = () => this.next();
    by("end-lesson").onclick = () => this.stop("", this.back);
  }

  get active() {
    return this.left !== null;
  }

  /** Ask about mistakes, then return to the node `back`, or with null to the game.
      @param {Row[]} mistakes @param {string[]} names @param {number | null} back */
  begin(mistakes, names, back = null) {
    this.left = [...mistakes];
    this.back = back;
    this.below = Number(Boolean(document.querySelector(".stage.flipped")));
    this.count = mistakes.length;
    this.names = names;
    this.next();
  }

  next() {
    const [mistake] = this.left;
    if (!mistake) return this.stop("No mistake is left.");
    const place = this.back === null ? `Mistake ${this.count - this.left.length + 1} of ${this.count}: ` : "";
    const name = this.names[mistake.player], begun = place ? name : name[0].toUpperCase() + name.slice(1);
    this.say(`${place}${begun} played ${mistake.move} here, which ${mistake.words}. Find a better move.`, true);
    this.turn(mistake.player);
    return this.show(mistake.parent);
  }

  /** The board of a lesson, without values of moves.
      @param {BoardView} board */
  board(board) {
    const bare = (/** @type {any} */ { worth, ...move }) => move;
    return { ...board, moves: board.moves.map(bare), buttons: board.buttons.map(bare) };
  }

  /** Judge a move by the values of the moves; at another position, return to the mistake.
      @param {PastView} position @param {string} text */
  judge({ node, board: { moves, buttons } }, text) {
    if (!this.asking) return;
    if (node !== this.left[0].parent) return this.show(this.left[0].parent);
    const word = praise([...moves, ...buttons], text);
    if (word) this.solved(text, `${text} is ${word}. `);
    else this.say(`${text} is no better: try again, or see the solution.`, true);
  }

  /** Say why a click on the board made no move. */
  refuse(words) {
    if (this.asking) this.say(`${words}: try again, or see the solution.`, true);
  }

  /** Show a good move on the board, and what the mistake does. */
  solved(good, message) {
    const { parent, move, words, why, proof } = this.left.shift();
    const after = `fter ${move}, `, told = /^(Now|This) /.test(why) || !message ? "" : `${move} ${words}. `; // otherwise `why` would seem to describe the good move
    const harm = why.replace(/^Now /, `A${after}`).replace(/^This /, `${move} `).replace(/; now /, `; a${after}`); // the board still shows the position before the move
    this.say(message + told + harm + (message ? "" : ` ${proof}.`), false);
    this.play(parent, good);
  }

  stop(message = "", back = null) {
    this.left = null;
    this.turn(this.below);
    document.body.classList.remove("learning");
    this.end(message, back);
  }

  say(text, asking) {
    this.asking = asking;
    document.body.classList.add("learning");
    by("lesson-text").textContent = text;
    by("solution").hidden = !asking;
    by("next-lesson").hidden = asking || (this.back !== null && !this.left.length);
  }
}
