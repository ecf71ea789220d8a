// @ts-check
/* Learning from one's mistakes: each position in which one was made is put back, and a better move asked for. */

const SLACK = 0.1; // of an estimate, by which a move may be worse than the best and still be good

/** The mistakes to learn from: those of people, or of all where nobody or everybody is one.
    @param {Row[]} line @param {string[]} players */
export function lessons(line, players) {
  const people = players.map((player) => player === "human");
  const mixed = people[0] !== people[1];
  return line.filter(({ fault, player }) => fault && (!mixed || people[player]));
}

/** Whether a move is as good as the best by what its board's moves are known to be worth.
    @param {(BoardMove | BoardButton)[]} moves @param {string} text */
export function good(moves, text) {
  const made = moves.find(({ move }) => move === text)?.worth;
  const known = moves.map(({ worth }) => worth).filter(Boolean);
  if (!made || !known.length) return false;
  const best = known.reduce((one, other) => (other.rank > one.rank ? other : one));
  if (made.kind !== "estimate" && best.kind !== "estimate") return by(made) >= by(best);
  return made.rank >= best.rank - SLACK;
}

/** What a proven value counts: its points, or who wins, however soon.
    @param {Worth} worth */
const by = ({ kind, by, rank }) => (by === "score" ? rank : { win: 1, draw: 0, loss: -1 }[kind]);

const element = (id) => document.getElementById(id);

export class Lessons {
  /** `show(node)` puts a position back, `end(message)` goes back to the game. */
  constructor({ show, end }) {
    this.show = show;
    this.end = end;
    this.left = null; // the mistakes that are still to be mended; null when nothing is learnt
    this.asking = false; // for a better move
    element("solution").addEventListener("click", () => this.solved(""));
    element("next-lesson").addEventListener("click", () => this.next());
    element("end-lesson").addEventListener("click", () => this.stop());
  }

  get active() {
    return this.left !== null;
  }

  /** @param {Row[]} mistakes @param {string[]} names */
  begin(mistakes, names) {
    this.left = [...mistakes];
    this.names = names;
    this.next();
  }

  next() {
    const [mistake] = this.left;
    if (!mistake) return this.stop("No mistake is left.");
    this.say(`${this.names[mistake.player]} played ${mistake.move} here, which ${mistake.words}. Find a better move.`, true);
    return this.show(mistake.parent);
  }

  /** The board of a lesson: without what the moves are worth.
      @param {BoardView} board */
  board(board) {
    const bare = (/** @type {any} */ { worth, ...move }) => move;
    return { ...board, moves: board.moves.map(bare), buttons: board.buttons.map(bare) };
  }

  /** A move was made on the board of the lesson, whose moves with their worth are given.
      @param {BoardView} board @param {string} text */
  judge({ moves, buttons }, text) {
    if (!this.asking) return;
    if (good([...moves, ...buttons], text)) this.solved(`Right: ${text} is good. `);
    else this.say(`${text} is no better: try again, or see the solution.`, true);
  }

  solved(message) {
    this.say(message + this.left.shift().proof, false);
  }

  stop(message = "") {
    this.left = null;
    element("lesson").hidden = true;
    document.body.classList.remove("learning");
    this.end(message);
  }

  say(text, asking) {
    this.asking = asking;
    element("lesson").hidden = false;
    document.body.classList.add("learning");
    element("lesson-text").textContent = text;
    element("solution").hidden = !asking;
    element("next-lesson").hidden = asking;
  }
}
