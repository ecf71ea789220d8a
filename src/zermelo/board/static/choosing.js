/* The choice of a move by clicks or drags: a legal move, or a move made ahead while the opponent moves. */

import { settled } from "./effects.js";

const PAUSE = 1000; // milliseconds after which a key replaces a wrong text

/** @param {string} one @param {string} other */
const same = (one, other) => one.toLowerCase() === other.toLowerCase();

/** @typedef {BoardView & { editing?: boolean, set?: string, ahead?: boolean }} ShownBoard */

/** The base class of a board, which adds `draw()`, `placeName(point)`, `focusOn(point)`, `refuse(point)`, its `pieces`
    and `drawn` arrows, the element `live` for screen readers, and `handlers`. */
export class Choosing {
  clicked = [];
  premove = []; // the points of a move made ahead
  typed = ""; // the beginning of a move's text
  typedAt = 0; // when its latest key was typed
  /** @type {Partial<BoardMove> | null} the latest move, until its result is drawn */
  made = null;
  aliases = new Map();
  /** @type {ShownBoard} */
  view = null;

  /** The legal moves that begin with the points clicked so far. */
  possible() {
    return this.view.moves.filter(({ clicks }) => this.clicked.every((point, index) => clicks[index] === point));
  }

  /** The points that may be clicked next, each with the moves that continue there. */
  next() {
    return this.view?.active && !this.drawn.on && !this.made ? this.following() : new Map();
  }

  /** The next points of the legal moves, even while clicks are not allowed. */
  following() {
    const at = this.clicked.length, longer = this.possible().filter(({ clicks }) => clicks.length > at);
    return Map.groupBy(longer, ({ clicks }) => clicks[at]);
  }

  /** The point of `next` that a click on `point` selects, if any: itself, its alias, or the only next point with a
      move that empties `point`, as castling empties the rook's square. */
  aim(point, next) {
    if (next.has(point)) return point;
    const alias = this.aliases.get(point);
    if (next.has(alias) || !this.clicked.length) return next.has(alias) ? alias : undefined;
    const leaves = ({ clicks, changes }) => !clicks.includes(point) && changes?.some(([at, symbol]) => at === point && !symbol);
    const ways = [...next].filter(([, moves]) => moves.some(leaves));
    return ways.length === 1 ? ways[0][0] : undefined;
  }

  choose(point) {
    if (point === null) return;
    this.typed = "";
    this.focusOn(point, false);
    if (this.drawn.takes(point)) {
      this.live.textContent = this.drawn.from === null ? "" : `${this.placeName(point)}: where does the arrow end?`;
      return this.draw();
    }
    if (this.view.ahead) return this.chooseAhead(point);
    let aim = this.aim(point, this.next());
    if (point === this.clicked.at(-1) && aim === undefined) return void this.undoClick();
    if (aim === undefined) {
      // a click on another piece begins another move
      const kept = this.clicked;
      this.clicked = [];
      aim = this.aim(point, this.next());
      if (kept.length === 1 && aim === undefined) {
        this.afterClick(); // a click elsewhere drops the piece
        return this.tellRefused(point);
      }
      if (aim === undefined) {
        const own = this.view.pieces.some((piece) => piece.point === point && piece.side === this.view.player);
        if (own && !kept.length && this.next().size) this.refuse(point); // its moves are not legal
        return void (this.clicked = kept);
      }
    }
    this.clicked.push(aim);
    const moves = this.possible();
    if (moves.length === 1 && moves[0].clicks.length === this.clicked.length) this.make(moves[0]);
    else this.afterClick();
  }

  make(move) {
    if (this.made) return; // a button was pressed twice
    this.clicked = [];
    this.typed = "";
    this.made = this.view.editing ? null : move;
    this.draw();
    this.handlers.onMove?.(move.move);
  }

  /** Type a key of a move's text, which may also name its points. The move is made once no other text begins like it,
      else at Enter; a wrong text stays until Enter, Escape or a pause. Returns whether the key is part of a text. */
  type(key) {
    const { view } = this, ends = key === "Enter", now = performance.now();
    if ((!this.typed && key.length > 1) || !view?.active || view.editing || this.made || this.drawn.on) return false;
    if (key.length > 1 && !ends && key !== "Backspace") return false;
    if (!this.begun(this.typed).length && now - this.typedAt > PAUSE) this.typed = "";
    const text = key.length === 1 ? this.typed + key : ends ? this.typed : this.typed.slice(0, -1);
    const fitting = this.begun(text), only = fitting.length === 1;
    if (!this.typed && !fitting.length) return false;
    const whole = fitting.find((move) => this.texts(move).some((each) => same(each, text)));
    this.clicked = [];
    [this.typed, this.typedAt] = [text, ends ? -Infinity : now];
    if (ends ? whole || only : whole && only) this.make(whole ?? fitting[0]);
    else this.afterClick();
    return true;
  }

  /** The moves that begin with a text; if there are none, those that differ only in capitals. */
  begun(text) {
    const all = [...this.view.moves, ...this.view.buttons];
    const found = all.filter((move) => this.texts(move).some((each) => each.startsWith(text)));
    return found.length ? found : all.filter((move) => this.texts(move).some((each) => same(each.slice(0, text.length), text)));
  }

  /** The texts of a move: its own, and the names of its points. */
  texts = ({ move, clicks = [] }) => [move, clicks.map((point) => this.placeName(point)).join("")];

  /** The number of clicks of a move that can be made ahead. */
  get span() {
    return Math.min(2, ...this.view.moves.map(({ clicks }) => clicks.length));
  }

  /** Whether a move made ahead may begin at a point: at the person's own piece, if pieces move. */
  startsAhead(point) {
    const { ahead, called } = this.view, now = this.standing();
    if (!ahead || this.span === 1 || !now.get(point)) return false;
    const side = (point) => called[now.get(point)]?.split(" ")[0] ?? now.get(point);
    return ![...this.following().keys()].some((theirs) => side(theirs) === side(point));
  }

  /** Make a move ahead, or take it back. */
  chooseAhead(point) {
    const { length } = this.premove;
    if (this.premove.includes(point)) this.premove = [];
    else if (length === this.span) this.premove = this.startsAhead(point) ? [point] : [];
    else if (length || this.span === 1 || this.startsAhead(point)) this.premove.push(point);
    this.afterClick();
  }

  // Dragging: a piece that is lifted and dropped counts as two clicks.

  /** The piece that a press may drag; it is chosen once it moves. */
  lift(point) {
    const { view } = this;
    const begun = this.clicked.at(-1) === point && this.next().size;
    const fresh = view.active && !this.drawn.on && !view.editing && !this.made;
    const leads = fresh && view.moves.some(({ clicks }) => clicks[0] === point && clicks.length > 1);
    const element = this.pieces.standing.get(point);
    if (!element || !(begun || leads || this.startsAhead(point))) return null;
    const choose = () => {
      this.premove = [];
      if (!begun) this.choose(point);
    };
    return { element, choose };
  }

  /** Drop the lifted piece on a point, or with null beside the board. */
  drop(point) {
    const from = (this.view.ahead ? this.premove : this.clicked).at(-1);
    if (point === from) return this.draw();
    this.pieces.carried = true; // so that it does not slide again
    if (this.view.ahead ? point !== null : this.aim(point, this.next()) !== undefined) this.choose(point);
    else if (this.undoClick() && point !== null) this.refuse(point);
    this.pieces.carried = false;
  }

  afterClick() {
    this.draw();
    const moves = this.possible();
    const points = [...this.next().keys()].map((point) => this.placeName(point));
    const ahead = this.premove.map((point) => this.placeName(point)).join(" to ");
    if (ahead) this.live.textContent = `${ahead} ahead${this.premove.length < this.span ? "" : "; played if legal, Escape takes it back"}`;
    else this.live.textContent = this.clicked.length
      ? `${this.clicked.map((point) => this.placeName(point)).join(", ")} chosen; ${this.asked()}: ${points.join(", ")}`
      : this.typed ? this.asked() : "nothing chosen";
    this.handlers.onClick?.([...this.clicked], moves.map(({ move }) => move));
  }

  /** Say that a point is no legal choice, and whether a check forbids it. */
  tellRefused(point) {
    const words = `${this.placeName(point)} is not legal${this.view.threatened.length ? ", in check" : ""}`;
    this.live.textContent = words;
    this.handlers.onRefuse?.(words);
  }

  /** Play the move made ahead if it is legal; if it may continue, wait for the next click. */
  playPremove() {
    const points = this.premove;
    this.premove = [];
    if (points.every((point) => this.aim(point, this.next()) !== undefined && (this.choose(point), true))) return;
    this.clicked = [];
    this.draw();
  }

  /** Take back a move's last click, its typed text, or a move made ahead; returns whether there was any. */
  undoClick() {
    if (!this.clicked.length && !this.premove.length && !this.typed) return false;
    this.premove = [];
    this.typed = "";
    this.clicked.pop();
    this.afterClick();
    return true;
  }

  /** The pieces, point → symbol, with the changes that are certain after the clicks so far. */
  standing() {
    const now = new Map(this.view.pieces.map(({ point, symbol }) => [point, symbol]));
    const sure = new Map(this.made ? this.made.changes : this.clicked.length ? settled(this.possible()) : []);
    const lifted = this.clicked.length === 1 && !sure.get(this.clicked[0]); // it stays until its target is clicked
    if (!lifted || this.made) for (const [point, symbol] of sure) now.set(point, symbol);
    return now;
  }
}
