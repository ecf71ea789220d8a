// @ts-check
/* The board: one position drawn as SVG, played by mouse, touch or keyboard.

   Used by the web page and by the notebook widget alike; it asks nothing of the network.

     const board = createBoard(element, { onMove: (text) => … });
     board.update(view);

   createBoard(element, handlers) draws into `element` and returns
     update(view)   draw a view; what was clicked of a move is kept if it may still become one
     undoClick()    take the last click of a half-made move back; true if there was one
     focus()        put the keyboard's focus on the board
     asked()        what the next click is for, in words
     drawing(on)    have clicks draw arrows, or make moves again
     flip()         turn the board round, where it is flippable()
     ratio          how much wider than high it is drawn
     clicked        the points clicked of the move that is being made
   Handlers, each of them optional:
     onMove(text)   a legal move has been clicked through to its end
     onClick(clicked, moves)  a click has been made or taken back: the points so far, and the texts
                    of the moves they may become
     onArrow(from, to)  an arrow has been drawn from one point to another, or a ring round one
     dress(view)    the view as it is to be drawn, in another set of pieces for example, which it names as its set
     hands          elements for what the first and the second player hold; by default below the board

   `view` is a `BoardView`, see zermelo.board.view; where it is `editing`, its moves are points to be changed, which
   get no signs.

   Keys: arrows go from point to point, Enter or Space choose, Escape takes a click back; Tab goes
   on to the buttons, Enter or Space press them. */

import { asked, bestWorth, drawHand, foreseen, ranked, settled, speak, takesNext } from "./effects.js";
import { Drawing } from "./drawing.js";
import { Pieces } from "./pieces.js";
import { renew } from "./renew.js";
import { make, press, svg } from "./elements.js";
import { arrow, badge, bestWays, circle, drawParts, flippable, heat, joined, neighbour } from "./shapes.js";
import { pieceName, placeName, sign, slant, square, target, UNIT } from "./shapes.js";

const MARGIN = 46; // where labels are
const BEST = 5; // points with a badge on boards where more would not be legible
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function createBoard(element, handlers = {}) {
  return new Board(element, handlers);
}

class Board {
  constructor(element, handlers) {
    this.handlers = handlers;
    this.clicked = [];
    this.made = []; // the points of the latest move, until its result is drawn
    this.aliases = new Map();
    this.focused = 0;
    this.pieces = new Pieces();
    this.at = { pointer: null, keyboard: null }; // the points under both
    this.svg = svg("svg", { role: "group", class: "zermelo-svg" });
    this.drawn = new Drawing(this.svg, pointOf, handlers.onArrow);
    this.choices = make("div", "zermelo-choices");
    this.buttons = make("div", "zermelo-choices");
    this.hands = handlers.hands ?? [0, 1].map(() => make("p", "zermelo-hand"));
    this.caption = make("p", "zermelo-caption");
    this.live = make("p", { className: "zermelo-live", "aria-live": "polite" });
    const hands = handlers.hands ? [] : this.hands; // else elsewhere on the page
    const parts = [this.svg, this.choices, this.buttons, ...hands, this.caption, this.live];
    this.root = make("div", "zermelo-board", ...parts);
    element.append(this.root);
    this.svg.addEventListener("click", (event) => this.choose(pointOf(event.target)));
    this.svg.addEventListener("keydown", (event) => this.onKey(event));
    this.svg.addEventListener("pointerover", (event) => this.aimFrom({ pointer: pointOf(event.target) }));
    this.svg.addEventListener("pointerout", () => this.aimFrom({ pointer: null }));
    // not on the svg itself, at which Chromium's Tab key would then stop
    this.root.addEventListener("focusin", (event) => this.aimFrom({ keyboard: focusSeen(event.target) }));
    this.root.addEventListener("focusout", () => this.aimFrom({ keyboard: null }));
  }

  /** @param {BoardView & { editing?: boolean, set?: string }} given */
  update(given) {
    const view = this.handlers.dress?.(given) ?? given;
    const shape = JSON.stringify([view.points, view.ground, view.columns, view.rows, view.set]);
    this.view = view;
    this.made = [];
    this.aliases = new Map(view.aliases);
    if (shape !== this.shape) this.layOut(shape);
    if (!view.active || !this.possible().length) this.clicked = [];
    if (this.drawn.from >= view.points.length) this.drawn.drop();
    this.draw();
    this.announce();
  }

  /** Announce the last move and its player to screen readers, once. */
  announce() {
    const taken = this.view.gone.map(({ point }) => this.placeName(point)).join(", ");
    const way = this.view.last.map((point) => this.placeName(point)).join(" to ");
    const played = (this.view.pressed ?? way) + (taken && `, took ${taken}`);
    const moved = JSON.stringify([played, this.view.player, this.view.pieces]);
    if (played && moved !== this.announced) speak(this.live, `${this.view.mover} played ${played}`);
    this.announced = moved;
  }

  undoClick() {
    if (!this.clicked.length) return false;
    this.clicked.pop();
    this.afterClick();
    return true;
  }

  drawing(on) {
    this.drawn.drop();
    this.drawn.on = on;
    this.clicked = [];
    this.root.classList.toggle("zermelo-drawing", on);
    if (this.view) this.draw();
  }

  focus() {
    this.targets[this.focused]?.focus();
  }

  flippable = () => flippable(this.view);

  /** Turn the board by 180 degrees; returns whether it is turned now. */
  flip() {
    this.flipped = !this.flipped;
    this.layOut(this.shape);
    this.draw();
    return this.flipped;
  }

  asked = () => asked(this.view, this.next(), this.clicked.length);

  // What may be clicked ---------------------------------------------------------------------

  /** The legal moves that begin with the points clicked so far. */
  possible() {
    const begins = ({ clicks }) => this.clicked.every((point, index) => clicks[index] === point);
    return this.view.moves.filter(begins);
  }

  /** The points that may be clicked next, each with the moves that continue there. */
  next() {
    return this.view?.active && !this.drawn.on ? this.following() : new Map();
  }

  /** The next points of moves, also while nothing may be clicked. */
  following() {
    const at = this.clicked.length, longer = this.possible().filter(({ clicks }) => clicks.length > at);
    return Map.groupBy(longer, ({ clicks }) => clicks[at]);
  }

  /** The point of `next` for which a click on `point` counts, if any. */
  aim(point, next) {
    if (next.has(point)) return point;
    const alias = this.aliases.get(point);
    return next.has(alias) ? alias : undefined;
  }

  choose(point) {
    if (point === null) return;
    this.focusOn(point, false);
    if (this.drawn.takes(point)) {
      this.live.textContent = this.drawn.from === null ? "" : `${this.placeName(point)}: where does the arrow end?`;
      return this.draw();
    }
    let aim = this.aim(point, this.next());
    if (point === this.clicked.at(-1) && aim === undefined) return void this.undoClick();
    if (aim === undefined) {
      // a click on another piece begins another move
      const kept = this.clicked;
      this.clicked = [];
      aim = this.aim(point, this.next());
      if (!kept.length || aim === undefined) return void (this.clicked = kept);
    }
    this.clicked.push(aim);
    const moves = this.possible();
    if (moves.length === 1 && moves[0].clicks.length === this.clicked.length) this.make(moves[0]);
    else this.afterClick();
  }

  make(move) {
    this.clicked = [];
    this.made = move.clicks ?? [];
    this.draw();
    this.handlers.onMove?.(move.move);
  }

  afterClick() {
    this.draw();
    const moves = this.possible();
    const points = [...this.next().keys()].map((point) => this.placeName(point));
    this.live.textContent = this.clicked.length
      ? `${this.clicked.map((point) => this.placeName(point)).join(", ")} chosen; ${this.asked()}: ${points.join(", ")}`
      : "nothing chosen";
    this.handlers.onClick?.([...this.clicked], moves.map(({ move }) => move));
  }

  // The keyboard ----------------------------------------------------------------------------

  onKey(event) {
    const point = pointOf(event.target);
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key in ARROWS) this.focusOn(this.neighbour(point ?? this.focused, ARROWS[event.key]));
    else if (event.key === "Enter" || event.key === " ") this.choose(point);
    else if (event.key === "Escape") {
      if (this.drawn.drop()) this.draw();
      else if (!this.undoClick()) return;
    } else return;
    event.preventDefault();
  }

  /** @param {number} from @param {[number, number]} direction */
  neighbour(from, [right, down]) {
    /** @type {[number, number]} */
    const way = this.flipped && this.flippable() ? [-right, -down] : [right, down];
    return neighbour(this.view.points, from, way);
  }

  focusOn(point, move = true) {
    this.targets[this.focused]?.setAttribute("tabindex", "-1");
    this.focused = point;
    this.targets[point].setAttribute("tabindex", "0");
    if (move) this.targets[point].focus();
  }

  /** Show the point that a click at the pointer or the focus would count for. */
  aimFrom(places) {
    Object.assign(this.at, places);
    const next = this.next();
    const aim = this.aim(this.at.pointer ?? this.at.keyboard, next);
    this.targets.forEach((element, index) => element.classList.toggle("zermelo-aimed", index === aim));
    this.foresee(aim === undefined || this.view.editing ? [] : next.get(aim));
  }

  /** Preview a click: new pieces as ghosts, other changed pieces faded. */
  foresee(moves) {
    const effects = foreseen(moves, this.clicked.length + 1), now = this.standing();
    const coming = [...effects].filter(([point, symbol]) => symbol && symbol !== now.get(point));
    this.ghosts.replaceChildren(...coming.map(([point, symbol]) => this.ghost(point, symbol)));
    for (const [point, element] of this.pieces.standing)
      element.classList.toggle("zermelo-going", effects.has(point) && effects.get(point) !== now.get(point));
  }

  /** The pieces, point → symbol, with the changes that are certain after the clicks so far. */
  standing() {
    const now = new Map(this.view.pieces.map(({ point, symbol }) => [point, symbol]));
    if (this.clicked.length) for (const [point, symbol] of settled(this.possible())) now.set(point, symbol);
    return now;
  }

  // Drawing what stays: the board, its labels, and a target for every point --------------------

  layOut(shape) {
    const { points, step, margin } = this.view;
    this.places = points.map((point) => point.map((at, axis) => at * step[axis] * UNIT));
    const [right, bottom] = [0, 1].map((axis) => Math.max(0, ...this.places.map((place) => place[axis])));
    const turned = this.flipped && this.flippable();
    if (turned) this.places = this.places.map(([x, y]) => [right - x, bottom - y]);
    const edge = margin * UNIT;
    this.right = right + edge + 8;
    const [left, top] = [this.view.rows.length ? MARGIN : 8, this.view.columns.length ? MARGIN : 8];
    const box = [-edge - left, -edge - top, right + 2 * edge + left + 8, bottom + 2 * edge + top + 8];
    this.shape = shape;
    this.svg.style.display = points.length ? "" : "none"; // for games without a picture, which have a text and buttons
    this.svg.setAttribute("viewBox", box.join(" "));
    this.ratio = box[2] / box[3];
    this.root.style.setProperty("--zermelo-columns", String(box[2] / UNIT));
    // labels have the same visible size on boards of three and of fifteen columns
    const label = Math.min(40, Math.max(16, 0.028 * Math.max(0.75 * box[2], box[3])));
    this.svg.style.setProperty("--zermelo-label", `${label}px`);
    this.badges = Math.min(1.4, Math.max(1, label / 24)); // legible on large boards, too
    const drawn = drawParts(this.view.ground, [0, 0]);
    const ground = svg("g", { class: "zermelo-ground", "aria-hidden": "true" }, drawn);
    if (turned) drawn.setAttribute("transform", `rotate(180 ${right / 2} ${bottom / 2}) ${drawn.getAttribute("transform")}`);
    this.label(ground, edge + left / 2, edge + top / 2, turned ? [right, bottom] : null);
    const front = drawParts(this.view.front, [0, 0]);
    this.pieces.clear();
    const layer = () => svg("g", { "aria-hidden": "true" });
    this.under = layer();
    this.below = layer();
    this.ghosts = layer();
    this.above = layer();
    this.signs = layer();
    this.arrows = layer();
    this.complete = "";
    const hexagonal = this.view.surface === "hexes";
    this.targets = this.places.map((place, point) => target(place, point, hexagonal));
    const { falling, element } = this.pieces;
    this.svg.replaceChildren(
      ground, falling, front, this.under, this.below, element,
      this.ghosts, this.above, this.signs, this.arrows, svg("g", {}, ...this.targets));
    this.focused = Math.min(this.focused, points.length - 1);
  }

  label(ground, aside, top, turned) {
    const [across, down] = this.view.step.map((length) => length * UNIT);
    const seen = (place, axis) => (turned ? turned[axis] - place : place);
    const put = (x, y, text, name = "zermelo-label") => ground.append(svg("text", { x, y, class: name }, text));
    const [left, up] = this.view.surface ? [36, 36] : [48, 28]; // in the corner of a cell, else beside the ring
    for (const [point, text] of this.view.names)
      put(this.places[point][0] - left, this.places[point][1] - up, text, "zermelo-name");
    const heads = this.view.surface === "hexes" ? this.view.points : []; // of columns that begin further down
    this.view.columns.forEach((text, column) => {
      const [x, y] = heads.find(([x, y]) => x + y / 2 === column) ?? [column, 0];
      if (text) put(seen((y ? x + 0.75 : x) * across, 0), y ? (y - 1.5) * down : -top, text);
    });
    this.view.rows.forEach((text, y) => text && put(slant(this.view, y) * across - aside, seen(y * down, 1), text));
  }

  // Drawing what changes ----------------------------------------------------------------------

  draw() {
    const { view } = this;
    const following = this.following();
    this.svg.setAttribute("aria-label", view.label);
    this.caption.textContent = view.caption;
    this.caption.hidden = !view.caption;
    this.hands.forEach((place, player) => drawHand(place, player, view));
    this.under.replaceChildren(...this.lastMove());
    this.drawComplete();
    this.pieces.show(view, this.places, this.standing(), this.clicked);
    this.ranked = ranked(following);
    this.choice = view.pieces.some(({ point }) => !following.has(point)); // otherwise all may be clicked, without a sign
    this.signs.replaceChildren(
      ...(this.clicked.length ? [] : bestWays(view)).map(([from, to]) => arrow(this.places[from], this.places[to], "zermelo-arrow")),
      ...this.lastRings(),
      ...this.clicked.map((point) => circle(this.places[point], 45, "zermelo-chosen-ring")),
      ...this.made.map((point) => circle(this.places[point], 45, "zermelo-made-ring")),
      ...(view.editing ? [] : [...following].flatMap(([point, moves]) => this.option(point, moves))),
    );
    this.arrows.replaceChildren(...this.drawn.marks(view.arrows, this.places));
    this.targets.forEach((element, point) => this.describe(element, point, following));
    this.aimFrom({});
    this.offerChoices();
    this.offerButtons();
  }

  lastMove() {
    const { last, squares, surface } = this.view;
    const name = surface ? "zb-tint zb-over" : "zb-tint";
    const marks = last.map((point) => (squares ? square : circle)(this.places[point], 48, name));
    for (let index = 1; index < last.length; index++)
      marks.push(joined(this.places[last[index - 1]], this.places[last[index]], "zermelo-path"));
    return marks;
  }

  /** Rings round the pieces of the last move, if they hide the marks behind them. */
  lastRings() {
    const { last, squares, surface } = this.view;
    if (squares || !surface) return [];
    return last.flatMap((point) => ["zb-halo", "zb-bracket"].map((name) => circle(this.places[point], 46, name)));
  }

  ghost(point, symbol) {
    const size = new Map(this.view.sizes).get(point) ?? 1, look = this.view.looks[symbol] ?? [];
    return drawParts(look, this.places[point], size, "zermelo-piece zermelo-ghost");
  }

  /** The marks of complete lines; new ones appear after the move. */
  drawComplete() {
    const { below, above } = this.view, complete = JSON.stringify([below, above]);
    if (complete === this.complete) return;
    this.complete = complete;
    this.below.replaceChildren(drawParts(below, [0, 0], 1, "zermelo-complete"));
    this.above.replaceChildren(drawParts(above, [0, 0], 1, "zermelo-complete"));
  }

  /** A point of moves: the value of the best, or a quiet sign if the point is clickable. */
  option(point, moves) {
    const place = this.places[point];
    const piece = this.view.pieces.find((each) => each.point === point);
    const further = this.clicked.length ? " zermelo-further" : "";
    const hinted = moves.some(({ move }) => this.view.hint.includes(move));
    const marks = hinted ? [circle(place, 44, "zermelo-hint")] : [];
    const known = bestWorth(moves);
    const behind = this.ranked.findIndex((each) => each.point === point);
    if (known && behind >= BEST) marks.push(heat(place, known, this.ranked.filter(({ rank }) => rank < known.rank).length / this.ranked.length));
    else if (known) marks.push(badge(place, known, piece ? this.view.forms[piece.symbol] ?? "" : null, this.right, this.badges));
    else if (!this.view.active) return marks;
    else if (piece) marks.push(...(this.choice ? [circle(place, 45, `zermelo-movable${further}`)] : []));
    else if (takesNext(this.view, moves, this.clicked.length + 1)) marks.push(circle(place, 16, "zermelo-taking"), circle(place, 6, "zermelo-option zermelo-further"));
    else marks.push(circle(place, this.clicked.length ? 14 : 8, `zermelo-option${further}`));
    return marks;
  }

  describe(element, point, following) {
    const { pieces, gone, last, active, arrows } = this.view;
    const piece = pieces.find((entry) => entry.point === point);
    const aim = this.aim(point, following);
    const offered = following.get(aim);
    const moves = active ? offered : undefined;
    const known = offered && bestWorth(offered);
    const words = [this.placeName(point), this.view.called[piece?.symbol] ?? pieceName(piece?.symbol)];
    if (this.clicked.includes(point)) words.push("chosen");
    if (last.includes(point)) words.push("last move");
    if (gone.some((entry) => entry.point === point)) words.push("taken by the last move");
    if (moves && !this.view.editing) words.push(aim === point ? "legal" : `legal: counts for ${this.placeName(aim)}`);
    if (moves && takesNext(this.view, moves, this.clicked.length + 1)) words.push("takes");
    if (known) words.push(known.words);
    for (const [from, to] of arrows) if (from === point) words.push(from === to ? "ringed" : `arrow to ${this.placeName(to)}`);
    element.setAttribute("aria-label", words.join(", "));
    element.setAttribute("aria-disabled", String(!moves));
    element.setAttribute("tabindex", point === this.focused ? "0" : "-1");
    element.classList.toggle("zermelo-legal", Boolean(moves));
  }

  placeName = (point) => placeName(this.view, point);

  /** Buttons for clicks that are several moves, or a move and the beginning of another. */
  offerChoices() {
    const whole = this.possible().filter(({ clicks }) => this.clicked.length && clicks.length === this.clicked.length);
    renew(this.choices, whole.map((move) => this.button(move, move.move)));
  }

  /** Moves that no point stands for; where one that has the keyboard's focus goes or is no more to be
      pressed, the board has it. */
  offerButtons() {
    const { buttons, active, hint } = this.view;
    const focused = this.buttons.matches(":focus-within");
    renew(this.buttons, buttons.map((move) => {
      const button = this.button(move, move.label);
      button.disabled = !active;
      button.classList.toggle("zermelo-hinted", hint.includes(move.move));
      if (move.worth) button.append(sign(move.worth));
      return button;
    }));
    if (focused && !this.buttons.querySelector(":focus:enabled")) this.focus();
  }

  button(move, label) {
    return press("zermelo-choice", label, move.move, () => this.make(move));
  }
}

function pointOf(element) {
  const found = element.closest?.("[data-point]");
  return found ? Number(found.dataset.point) : null;
}

/** The point of an element with a visible focus, from the keyboard. */
function focusSeen(element) {
  return element.matches(":focus-visible") ? pointOf(element) : null;
}
