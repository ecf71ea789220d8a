// @ts-check
/* The board: one position drawn as SVG, played by mouse, touch or keyboard.

   The web page and the notebook widget both use it; it sends no requests.

   createBoard(element, handlers) draws into `element`; update(view) draws a `BoardView`, see zermelo.board.view, and
   keeps the clicks so far if a legal move begins with them. Handlers, all optional:
     onMove(text)       a legal move has been clicked through to its end
     onClick(clicked, moves)  a click has been made or taken back: the points so far, and the moves that they may become
     onArrow(from, to)  an arrow has been drawn from one point to another, or a ring round one
     dress(view)        returns the view to draw, for example with another set of pieces, named in its `set`
     hands              elements for the players' pieces in hand; by default below the board

   If a view is `editing`, its moves are points to change, without signs. If it is `ahead`, the opponent is to move,
   and clicks make a move ahead; the next view with `ahead: false` plays it if it is legal.

   Pieces are dragged, or clicked. Keys: arrows go from point to point, Enter or Space choose, Escape takes a click
   back; Tab goes on to the buttons, Enter or Space press them. */

import { Choosing } from "./choosing.js";
import { alike, asked, bestWorth, drawHand, foreseen, ranked, speak, takesNext } from "./effects.js";
import { dragPieces, drawArrows, Drawing } from "./drawing.js";
import { Pieces } from "./pieces.js";
import { renew } from "./renew.js";
import { make, press, svg } from "./elements.js";
import { badge, bestWays, circle, drawParts, flippable, heat, joined, neighbour, phone } from "./shapes.js";
import { pieceIcon, pieceName, placeName, sign, slant, square, target, UNIT } from "./shapes.js";

const MARGIN = 34; // room for labels
const FEW = 4; // the most movable pieces that all get a ring
const BEST = 5; // the most badges on boards where more would not be legible
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export const createBoard = (element, handlers = {}) => new Board(element, handlers);

class Board extends Choosing {
  constructor(element, handlers) {
    super();
    this.handlers = handlers;
    this.focused = 0;
    this.pieces = new Pieces();
    this.at = { pointer: null, keyboard: null }; // the points at the pointer and at the keyboard's focus
    this.pressed = this.byPointer = false; // whether a pointer is down now, and was down when the focus came
    this.svg = svg("svg", { role: "group", class: "zermelo-svg" });
    this.flipped = false;
    this.drawn = new Drawing(this.svg, pointOf, {
      drawn: handlers.onArrow,
      show: () => this.drawArrows(),
      cancel: () => this.undoClick(),
    });
    this.choices = make("div", "zermelo-choices");
    this.picks = svg("foreignObject", { width: UNIT });
    this.buttons = make("div", "zermelo-choices");
    this.hands = handlers.hands ?? [0, 1].map(() => make("p", "zermelo-hand"));
    this.caption = make("p", "zermelo-caption");
    this.live = make("p", { className: "zermelo-live", "aria-live": "polite" });
    const hands = handlers.hands ? [] : this.hands; // a page may have its own elements for hands
    const parts = [this.svg, this.choices, this.buttons, ...hands, this.caption, this.live];
    this.root = make("div", "zermelo-board", ...parts);
    element.append(this.root);
    this.svg.addEventListener("click", (event) => this.choose(pointOf(event.target)));
    this.svg.addEventListener("keydown", (event) => this.onKey(event));
    dragPieces(this.svg, pointOf, {
      lift: (point) => this.lift(point),
      drop: (point) => this.drop(point),
    });
    this.svg.addEventListener("pointerover", (event) => this.aimFrom({ pointer: pointOf(event.target) }));
    this.svg.addEventListener("pointerout", () => this.aimFrom({ pointer: null }));
    // not on the svg itself, at which Chromium's Tab key would then stop
    for (const name of ["pointerdown", "pointerup"]) this.root.addEventListener(name, () => (this.pressed = name === "pointerdown"));
    this.root.addEventListener("focusin", (event) => {
      const target = /** @type {Element} */ (event.target);
      this.byPointer = this.pressed;
      this.aimFrom({ keyboard: target.matches(":focus-visible") ? pointOf(target) : null });
    });
    this.root.addEventListener("focusout", () => this.aimFrom({ keyboard: null }));
    phone().addEventListener("change", () => this.view && (this.layOut(this.shape), this.draw()));
  }

  /** @param {import("./choosing.js").ShownBoard} given */
  update(given) {
    const view = this.handlers.dress?.(given) ?? given;
    const shape = JSON.stringify([view.points, view.ground, view.columns, view.rows, view.set]);
    this.view = view;
    this.made = null;
    this.aliases = new Map(view.aliases);
    if (shape !== this.shape) this.layOut(shape);
    if (!view.active || !this.possible().length) this.clicked = [];
    if (!view.active) this.typed = "";
    if (this.drawn.from >= view.points.length) this.drawn.drop();
    this.draw();
    this.announce();
    if (view.ahead === false) this.playPremove();
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

  /** Let clicks draw arrows, or make moves again. */
  drawing(on) {
    this.drawn.drop();
    this.drawn.on = on;
    this.clicked = [];
    this.root.classList.toggle("zermelo-drawing", on);
    if (this.view) this.draw();
  }

  /** Put the keyboard's focus on the board. */
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

  asked() {
    if (this.typed) return `${this.typed} typed${this.begun(this.typed).length ? "" : ", which is not legal"}`;
    return this.picks.hasChildNodes() ? "choose the piece" : asked(this.view, this.next(), this.clicked.length);
  }

  // The keyboard ----------------------------------------------------------------------------

  onKey(event) {
    const point = pointOf(event.target);
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key in ARROWS && this.byPointer) return; // after a click, they step through the game
    if (event.key === "Enter" && this.type("Enter")) return event.preventDefault();
    if (event.key in ARROWS) this.focusOn(this.neighbour(point ?? this.focused, ARROWS[event.key]));
    else if (point !== null && (event.key === "Enter" || event.key === " ")) this.choose(point);
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

  /** Show the point that a click at the pointer or the focus would select. */
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

  // Drawing the fixed parts: the board, its labels, and a target for every point --------------------

  layOut(shape) {
    const { points, step, margin } = this.view;
    this.places = points.map((point) => point.map((at, axis) => at * step[axis] * UNIT));
    const [right, bottom] = [0, 1].map((axis) => Math.max(0, ...this.places.map((place) => place[axis])));
    const turned = this.flipped && this.flippable();
    if (turned) this.places = this.places.map(([x, y]) => [right - x, bottom - y]);
    const edge = margin * UNIT;
    /** @type {[number, number]} */
    this.edge = [right + Math.min(edge, UNIT / 2), -edge]; // the right end of the cells, and the board's top
    const corner = phone().matches && /tiles|felt/.test(this.view.surface) ? 38 : 0; // units from a cell's middle to a label in its corner
    const [left, top] = [this.view.rows, this.view.columns].map(({ length }) => (length && !corner ? MARGIN : 8));
    const box = [-edge - left, -edge - top, right + 2 * edge + left + 8, bottom + 2 * edge + top + 8];
    this.shape = shape;
    this.svg.style.display = points.length ? "" : "none"; // for games without a picture, which have a text and buttons
    this.svg.setAttribute("viewBox", box.join(" "));
    this.svg.dataset.surface = this.view.surface;
    this.ratio = box[2] / box[3];
    this.root.style.setProperty("--zermelo-columns", String(box[2] / UNIT));
    // labels have the same visible size on boards of three and of fifteen columns
    const label = Math.min(30, Math.max(16, 0.026 * Math.max(0.75 * box[2], box[3])));
    this.svg.style.setProperty("--zermelo-label", `${label}px`);
    this.badges = Math.min(1.5, Math.max(1, phone().matches ? box[2] / 880 : label / 24)); // legible on large boards, too
    const transform = turned ? `rotate(180 ${right / 2} ${bottom / 2})` : ""; // of parts that are drawn as a whole, not point by point
    const whole = (...parts) => svg("g", { "aria-hidden": "true", transform }, ...parts);
    const ground = svg("g", { class: "zermelo-ground" }, whole(drawParts(this.view.ground, [0, 0])));
    const labels = svg("g", { class: corner && "zermelo-within", "aria-hidden": "true" });
    this.label(labels, corner || edge + left / 2, corner ? bottom + corner : -edge - top / 2, corner, turned ? [right, bottom] : null);
    this.pieces.clear();
    const layer = () => svg("g", { "aria-hidden": "true" });
    this.under = layer();
    this.below = whole();
    this.ghosts = layer();
    this.above = whole();
    this.signs = layer();
    this.arrows = layer();
    this.complete = "";
    this.targets = this.places.map((place, point) => target(place, point, this.view.surface === "hexes"));
    const { falling, element } = this.pieces;
    this.svg.replaceChildren(
      ground, falling, drawParts(this.view.front, [0, 0]), this.under, labels, this.below, element,
      this.ghosts, this.above, this.signs, this.arrows, svg("g", {}, ...this.targets), this.picks);
    this.focused = Math.min(this.focused, points.length - 1);
  }

  label(labels, aside, head, corner, turned) {
    const [across, down] = this.view.step.map((length) => length * UNIT);
    const seen = (place, axis) => (turned ? turned[axis] - place : place);
    const put = (x, y, text, name = "zermelo-label") => labels.append(svg("text", { x, y, class: name }, text));
    // above a pit, in the corner of a cell, or beside the ring
    const [left, up] = this.view.surface === "pits" ? [0, 58] : this.view.surface ? [36, 36] : [48, 28];
    for (const [point, text] of this.view.names)
      put(this.places[point][0] - left, this.places[point][1] - up, text, "zermelo-name");
    const heads = this.view.surface === "hexes" ? this.view.points : []; // of columns that begin further down
    this.view.columns.forEach((text, column) => {
      const [x, y] = heads.find(([x, y]) => x + y / 2 === column) ?? [column, 0];
      if (text) put(seen((y ? x + 0.75 : x) * across, 0) + corner, y ? (y - 1.5) * down : head, text);
    });
    this.view.rows.forEach((text, y) => text && put(slant(this.view, y) * across - aside, seen(y * down, 1) - corner, text));
  }

  // Drawing the changing parts ----------------------------------------------------------------------

  draw() {
    const { view, made } = this;
    const following = made ? new Map() : this.following();
    this.svg.setAttribute("aria-label", view.label);
    this.caption.textContent = view.caption;
    this.caption.hidden = !view.caption;
    this.hands.forEach((place, player) => drawHand(place, player, view));
    this.under.replaceChildren(...this.lastMove());
    this.drawComplete();
    const pending = made ? { ...view, last: made.clicks ?? [], gone: [] } : view; // draw the move's result before the server sends it
    this.pieces.show(pending, this.places, this.standing(), this.clicked);
    this.ranked = ranked(following, view.pieces);
    const free = [...following].filter(([point]) => !view.pieces.some((piece) => piece.point === point));
    this.alike = free.length === following.size && alike(free.map(([, moves]) => bestWorth(moves)));
    const movable = view.pieces.filter(({ point }) => following.has(point)).length;
    this.choice = movable < view.pieces.length && (movable <= FEW || this.clicked.length); // otherwise the shape of the pointer is hint enough
    const [ways, next] = this.clicked.length || made ? [[], []] : bestWays(view);
    this.signs.replaceChildren(
      ...drawArrows(next, this.places, "zermelo-arrow zermelo-next"),
      ...drawArrows(ways, this.places, "zermelo-arrow"),
      ...this.lastRings(),
      ...this.clicked.map((point) => circle(this.places[point], 45, "zermelo-chosen-ring")),
      ...(view.ahead ? this.premove : []).map((point) => circle(this.places[point], 45, "zermelo-ahead")),
      ...(made?.clicks ?? []).map((point) => circle(this.places[point], 45, "zermelo-made-ring")),
      ...(view.editing ? [] : [...following].flatMap(([point, moves]) => this.option(point, moves))),
    );
    this.drawArrows();
    this.targets.forEach((element, point) => this.describe(element, point, following));
    this.aimFrom({});
    this.offerChoices();
    this.offerButtons();
  }

  drawArrows() {
    this.arrows.replaceChildren(...this.drawn.marks(this.view.arrows, this.places));
  }

  lastMove() {
    const { last, squares, surface } = this.view;
    const name = surface ? "zb-tint zb-over" : "zb-tint";
    const marks = last.map((point) => (squares ? square : circle)(this.places[point], 48, name));
    for (let index = 1; index < last.length && !(squares && last.length === 2); index++)
      marks.push(joined(this.places[last[index - 1]], this.places[last[index]], "zermelo-path"));
    return marks;
  }

  /** Rings round the pieces of the last move, if they hide the marks behind them. */
  lastRings() {
    const { last, squares, surface } = this.view;
    if (squares || !surface) return [];
    return last.flatMap((point) => ["zb-halo", "zb-bracket"].map((name) => circle(this.places[point], 46, name)));
  }

  /** Flash the point of a drop that is no legal move, and a king in check. */
  refuse(point) {
    const ring = circle(this.places[point], 45, "zermelo-refused");
    this.signs.append(ring);
    ring.animate({ opacity: [1, 0.2, 1, 0] }, { duration: 900, fill: "forwards" });
    this.below.animate({ opacity: [1, 0.2, 1, 0.2, 1] }, 900);
    this.tellRefused(point);
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

  /** The marks on a point: the value of its best move, or a quiet sign if the point is clickable. */
  option(point, moves) {
    const place = this.places[point];
    const piece = this.view.pieces.find((each) => each.point === point);
    const further = this.clicked.length ? " zermelo-further" : "";
    const hinted = moves.some(({ move }) => this.view.hint.includes(move));
    const marks = hinted ? [circle(place, 44, "zermelo-hint")] : [];
    const known = this.alike ? null : bestWorth(moves);
    const behind = this.ranked.findIndex((each) => each.point === point);
    const estimated = known?.kind === "estimate" && piece; // of many pieces, only those with the best moves get a badge
    const worse = known && this.ranked.filter(({ rank }) => rank < known.rank).length;
    if (known && behind >= BEST && !piece) marks.push(...(worse ? [heat(place, known, worse / this.ranked.length)] : []));
    else if (known && !(behind >= BEST && estimated)) marks.push(badge(place, known, piece ? this.view.forms[piece.symbol] ?? "" : null, this.edge, this.badges));
    else if (!this.view.active) return marks;
    else if (piece) marks.push(...(this.choice ? [circle(place, 45, `zermelo-movable${further}`)] : []));
    else if (takesNext(this.view, moves, this.clicked.length + 1)) marks.push(circle(place, 16, "zermelo-taking"), circle(place, 6, "zermelo-option zermelo-further"));
    else marks.push(circle(place, this.clicked.length ? 14 : 8, `zermelo-option${further}`));
    return marks;
  }

  describe(element, point, following) {
    const { pieces, gone, last, active, arrows, threatened } = this.view;
    const piece = pieces.find((entry) => entry.point === point);
    const aim = this.aim(point, following);
    const offered = following.get(aim);
    const moves = active ? offered : undefined;
    const known = offered && bestWorth(offered);
    const words = [this.placeName(point), this.view.called[piece?.symbol] ?? pieceName(piece?.symbol)];
    if (this.clicked.includes(point)) words.push("chosen");
    if (this.view.ahead && this.premove.includes(point)) words.push("chosen ahead");
    if (threatened.includes(point)) words.push("in check");
    if (last.includes(point)) words.push("last move");
    if (gone.some((entry) => entry.point === point)) words.push("taken by the last move");
    if (moves && !this.view.editing) words.push(aim === point ? "legal" : `legal: counts for ${this.placeName(aim)}`);
    if (moves && takesNext(this.view, moves, this.clicked.length + 1)) words.push("takes");
    if (known) words.push(known.words);
    for (const [from, to] of arrows) if (from === point) words.push(from === to ? "ringed" : `arrow to ${this.placeName(to)}`);
    element.setAttribute("aria-label", words.join(", "));
    element.setAttribute("aria-disabled", String(!moves && !this.view.ahead));
    element.setAttribute("tabindex", point === this.focused ? "0" : "-1");
    element.classList.toggle("zermelo-legal", Boolean(moves));
    element.classList.toggle("zermelo-movable-piece", Boolean(this.lift(point)));
  }

  placeName = (point) => placeName(this.view, point);

  /** Offer a choice if the clicks fit several moves, or a move and the beginning of another: buttons or, if the
      moves put different pieces on the last point, these pieces, in a row from that point towards the middle. */
  offerChoices() {
    const whole = this.possible().filter(({ clicks }) => this.clicked.length && clicks.length === this.clicked.length);
    const point = this.clicked.at(-1), put = whole.map(({ changes }) => new Map(changes ?? []).get(point));
    const picked = whole.length > 1 && new Set(put).size === whole.length && put.every(Boolean);
    renew(this.choices, picked ? [] : whole.map((move) => this.button(move, move.move)));
    const opens = picked && !this.picks.hasChildNodes();
    this.picks.replaceChildren(...(picked ? whole.map((move, index) => this.pick(move, put[index])) : []));
    if (!picked) return this.picks.setAttribute("height", "0"); // so that it covers no points
    const [x, y] = this.places[point], height = UNIT * whole.length;
    const down = y < Math.max(...this.places.map((place) => place[1])) / 2;
    if (!down) this.picks.append(...[...this.picks.children].reverse());
    const place = { x: x - UNIT / 2, y: down ? y - UNIT / 2 : y + UNIT / 2 - height, height };
    for (const [name, value] of Object.entries(place)) this.picks.setAttribute(name, String(value));
    if (opens) this.picks.querySelector("button").focus();
  }

  pick(move, symbol) {
    const button = this.button(move, pieceIcon(this.view.looks[symbol] ?? []));
    button.ariaLabel = button.title = `${this.view.called[symbol] ?? pieceName(symbol)}: ${move.move}`;
    button.classList.add("zermelo-pick");
    return button;
  }

  /** Offer buttons for moves without points; if a focused button disappears or is disabled, the board
      gets the focus. */
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
