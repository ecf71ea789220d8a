// The drawn tree of a player: only unfolded items are in the document.

import { follow, make, svg } from "./elements.js";
import { renew } from "./renew.js";
import { contentOf, labelOf } from "./treeitem.js";
import { fits, layTidy, trim } from "./treelayout.js";

const SMALL = 150;  // nodes up to which the whole tree is unfolded
const FEW = 45;  // nodes up to which each shows its board; with more, those on the path do
const STUBS = 4;  // unsearched moves that are shown one by one, in a tree

const FAR = 32, NEAR = 26;  // from level to level, with much room and with little
const NODE = { width: 104, height: 106, board: 40 }, LOW = { width: 104, height: 64, board: 30 };
const STUB = { width: 40, height: 26 }, EDGE = 16;  // below the tree, for the sign that folds
const ESTIMATED = 168;  // the width of a node whose values have decimals
const ROOM = 24;  // above and below the node to which the tree is scrolled
const LARGEST = 2;  // the largest scale of a tree that keeps its size
const SMALLEST = 0.92;  // the smallest scale of a tree, to fit in: 12 pixels stay legible

/**
 * Draws the search of `player` at its current step.
 *
 * folds    node → unfolded or folded by hand
 * whole    nodes that show all moves, although these do not fit
 * onOrder  if moves may change places: called with the path to one, as ranks, and its new rank
 */
export class TreeView {
  constructor(player) {
    const { search } = player;
    this.player = player;
    this.small = search.length <= SMALL;
    this.estimated = search.wide;
    this.levels = Math.max(...search.level);
    this.whole = new Set();
    this.folds = new Map();
    this.deepest = Infinity;  // the level from which a small tree is folded to fit in
    this.elements = new Map();  // key of an item → its element
    this.edges = svg("svg", { class: "zt-edges", "aria-hidden": "true" });
    this.items = make("div", { role: "tree", "aria-label": `Tree of ${search.algorithm}` });
    this.canvas = make("div", "zt-canvas", this.edges, this.items);
    this.element = make("div", "zt-stage", this.canvas);
    this.element.addEventListener("pointerdown", (event) => {
      this.#drag(event);
      if (event.pointerType === "touch" || event.button || event.target.closest(".zt-item")) return;
      const left = this.element.scrollLeft + event.clientX, top = this.element.scrollTop + event.clientY;
      follow(event, ({ clientX, clientY }) => this.element.scrollTo(left - clientX, top - clientY));
    });
    this.element.addEventListener("keydown", (event) => this.#shift(event));
    new ResizeObserver(() => {
      const { offsetWidth, offsetHeight } = this.element, measured = `${offsetWidth} ${offsetHeight}`;
      if (measured === this.measured) return;
      this.measured = measured;
      this.fit();
      this.refresh(true);
    }).observe(this.element);
  }

  get search() { return this.player.search; }

  get step() { return this.player.step; }

  get selected() { return this.player.selected; }

  /** Whether windows are hidden because they would give an answer away. */
  get secret() { return !this.search.windowed || this.player.exercise?.hidesWindows; }

  /** Find the level from which to fold a small tree, so that the rest is legible in the stage. */
  fit() {
    this.deepest = Infinity;
    if (!this.small) return;
    this.path = new Set([0]);
    this.deepest = this.levels;
    while (this.deepest > 1 && !fits(this.#item(0, null), this.room[0])) this.deepest -= 1;
  }

  /** The width and the height of the largest tree that fits into the stage, at the smallest scale. */
  get room() {
    const { clientWidth, clientHeight } = this.element;
    return [clientWidth, clientHeight].map((side) => Math.max(0, side - 30) / SMALLEST);
  }

  /** Whether all levels fit only with low nodes. */
  get low() { return this.levels * (NODE.height + NEAR) + NODE.height + EDGE > this.room[1]; }

  /** Drag a move onto another one of the same node, to take its place. */
  #drag(event) {
    const item = this.#itemOf(event.target), element = this.elements.get(item?.key);
    if (!this.onOrder || event.button || !item?.above || this.#rank(item) < 0) return;
    let target = null;
    element.classList.add("zt-dragged");
    follow(event, ({ clientX, clientY }) => {
      element.style.translate = `${(clientX - event.clientX) / this.scale}px ${(clientY - event.clientY) / this.scale}px`;
      this.elements.get(target?.key)?.classList.remove("zt-drop");
      const there = this.#itemOf(document.elementFromPoint(clientX, clientY));
      target = there && there !== item && there.above === item.above && this.#rank(there) >= 0 ? there : null;
      this.elements.get(target?.key)?.classList.add("zt-drop");
    }, (dropped) => {
      element.classList.remove("zt-dragged");
      element.style.translate = "";
      if (dropped && target) this.onOrder(this.#way(item), this.#rank(target));
    });
  }

  /** Alt and an arrow put the move that has the focus before or after its neighbour. */
  #shift(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key], item = this.#itemOf(event.target);
    if (!this.onOrder || !event.altKey || !step || !item?.above) return;
    event.preventDefault();
    const to = this.#rank(item) + step;
    if (to >= 0 && to < this.search.moves(item.above.node).length) this.onOrder(this.#way(item), to);
  }

  #itemOf(element) {
    const found = element?.closest(".zt-item");
    return found && this.shown.find(({ key }) => this.elements.get(key) === found);
  }

  /** The rank of an item among its node's moves, from 0; −1 for an item of several moves. */
  #rank({ node, above, text }) {
    return node >= 0 ? this.search.rank[node] : this.search.moves(above.node).indexOf(text);
  }

  /** The ranks of the moves that lead to an item. */
  #way(item) {
    return item.above ? [...this.#way(item.above), this.#rank(item)] : [];
  }

  // What is unfolded -----------------------------------------------------------------------------

  /** The nodes on the way to the current one; at the end, the line of best play. */
  #onPath() {
    const { search } = this;
    if (this.step === 0) return new Set([0]);
    const path = new Set(search.path(search.event(this.step).node));
    if (this.step === search.steps) {
      for (let node = search.chosen[0]; node >= 0; node = search.chosen[node]) path.add(node);
    }
    return path;
  }

  isOpen(node) {
    const { small, deepest, search } = this;
    return this.folds.get(node) ?? ((small && search.level[node] < deepest) || this.path.has(node));
  }

  /**
   * The item of `node` with those below it: searched nodes, moves to come, pruned moves.
   *
   * Coming nodes of a small tree have places too, so that nothing moves while it is
   * replayed; not in an exercise, where these places would show what the search skips.
   */
  #item(node, above) {
    const { search, step } = this, begun = node === 0 || search.entered(node) <= step;
    const item = { key: node, node, above, kind: this.#kind(begun, above), children: [], ...this.box };
    item.fold = search.size[node] > 1;
    if (!item.fold || !this.isOpen(node) || (!begun && !this.still)) return item;
    const children = [...search.children(node)], stubs = [];
    search.moves(node).forEach((text, rank) => {
      const child = search.rank[children[0]] === rank ? children.shift() : -1;
      const shown = child >= 0 && (this.still || search.entered(child) <= step);
      if (shown) item.children.push(this.#item(child, item));
      else stubs.push(text);
    });
    item.children.push(...this.#stubs(stubs, item));
    return item;
  }

  /** Moves that are not searched, or not yet: in a tree, some of them and the number of the rest. */
  #stubs(moves, above) {
    const some = moves.length <= STUBS ? moves : moves.slice(0, STUBS - 1);
    const rest = moves.length > some.length ? [`+${moves.length - some.length}`] : [];
    const kind = this.search.prunes(above.node, this.step) ? "pruned" : this.#kind(false, above);
    return [...some, ...rest].map((text) => (
      { key: `${above.node} ${text}`, node: -1, above, kind, text, children: [], ...STUB, width: Math.max(STUB.width, 7 * text.length + 12),
        count: text.startsWith("+") ? moves.length - some.length : 1 }));
  }

  #kind(begun, above) {
    if (begun) return "node";
    return above.kind === "node" ? "future" : "hidden";
  }

  /** The drawn size of a node. */
  get box() {
    const box = this.low ? LOW : NODE;
    return { ...box, width: this.estimated ? ESTIMATED : box.width };
  }

  showsBoard(node) {
    return this.search.boards && (this.search.length <= FEW || this.path.has(node));
  }

  get still() { return this.small && !this.player.exercise; }

  // Drawing --------------------------------------------------------------------------------------

  /** Draw the current tree; `follow` scrolls to the selected node. */
  refresh(follow = false) {
    this.path = this.#onPath();
    const top = this.element.getBoundingClientRect().top + window.scrollY;  // it ends at the window's end
    this.element.style.setProperty("--top", `${Math.round(top)}px`);
    const root = this.#item(0, null), [width, height] = this.room;
    const kept = ({ node, kind, above }) => (
      kind === "more" || this.path.has(node) || node === this.selected || this.whole.has(above.node));
    trim(root, width, kept, (above, count) => (  // siblings that do not fit become one item
      { key: `${above.node} more`, node: -1, above, kind: "more", text: `+${count}`, count, children: [], ...STUB }));
    const gap = (height - EDGE - root.height) / Math.max(1, this.levels) - root.height;
    this.size = layTidy(root, Math.max(NEAR, Math.min(FAR, gap)), width);
    this.shown = [];
    const collect = (item) => {
      if (item.kind !== "hidden") this.shown.push(item);
      item.children.forEach(collect);
    };
    collect(root);
    this.canvas.style.width = `${this.size.width}px`;
    this.canvas.style.height = `${this.size.height}px`;
    this.canvas.className = `zt-canvas ${this.low ? "zt-low" : ""}`;
    const { clientWidth, clientHeight } = this.element;
    const fitting = Math.min((clientWidth - 30) / this.size.width, (clientHeight - 30) / this.size.height);
    this.scale = Math.max(SMALLEST, Math.min(this.still ? LARGEST : 1, fitting));
    this.canvas.style.zoom = this.scale;
    this.#paint();
    if (follow) this.#scrollTo(this.selected);
  }

  /** Put the items into the document, in the order of the tree; elements stay the same. */
  #paint() {
    renew(this.items, this.shown.map((item) => this.#draw(item)));
    this.elements = new Map(this.shown.map((item, index) => [item.key, this.items.children[index]]));
    this.edges.setAttribute("width", this.size.width);
    this.edges.setAttribute("height", this.size.height);
    this.edges.replaceChildren(
      ...this.shown.filter((item) => item.above).map((item) => this.#edge(item)), ...this.#links());
  }

  /** Lines from the selected node to those of the same position. */
  #links() {
    const one = this.shown.find((item) => item.node === this.selected);
    const same = one ? new Set(this.search.same(one.node)) : new Set();
    return this.shown.filter((item) => item !== one && item.kind === "node" && same.has(item.node)).map((item) => {
      const [from, to] = [one, item].map(({ x, width }) => x - width / 2);  // the places of their letters
      const d = `M${from} ${one.y}Q${(from + to) / 2} ${Math.min(one.y, item.y) - 2 * NEAR} ${to} ${item.y}`;
      return svg("path", { class: "zt-link", d });
    });
  }

  #draw(item) {
    const waiting = item.kind === "future", content = contentOf(this, item, waiting);
    const { width, height } = waiting && item.node >= 0 ? STUB : item;
    const style = `transform: translate(${item.x - width / 2}px, ${item.y}px); width: ${width}px; height: ${height}px`;
    const given = { value: item.key, className: this.#classes(item), style, onclick: () => this.#click(item.key) };
    if (!waiting) {  // these parts are for the eye, with a text for screen readers
      for (const part of content) part.setAttribute("aria-hidden", "true");
      content.push(make("span", "zt-spoken", labelOf(this, item)));
    }
    return make("div", { ...given, ...this.#roles(item, waiting) }, ...content);
  }

  #classes(item) {
    if (item.kind !== "node") return `zt-item zt-${item.kind}`;
    const { search, step, selected } = this, { node } = item;
    const alike = search.position[node] === search.position[selected];
    const names = {
      [`zt-done zt-end${search.end[node]}`]: search.left(node) <= step,
      "zt-chosen": this.isChosen(node),
      "zt-path": this.path.has(node),
      "zt-current": step && search.event(step).node === node,
      "zt-selected": node === selected,
      "zt-same": alike && node !== selected,
      "zt-differs": this.player.difference(node),
      "zt-first": search.calls?.first === node,
      "zt-boarded": this.showsBoard(node),
    };
    const side = search.maximizing[node] ? "zt-max" : "zt-min";
    return ["zt-item zt-node", side, ...Object.keys(names).filter((name) => names[name])].join(" ");
  }

  isChosen(node) {
    const above = this.search.parent[node];
    return above >= 0 && this.search.chosenAt(above, this.step) === node;
  }

  #roles(item, waiting) {
    if (waiting) return { "aria-hidden": "true" };
    const siblings = item.above?.children ?? [item];
    return {
      role: "treeitem",
      "aria-level": 1 + (item.node >= 0 ? this.search.level[item.node] : this.search.level[item.above.node] + 1),
      "aria-setsize": siblings.length,
      "aria-posinset": siblings.indexOf(item) + 1,
      ...(item.fold && { "aria-expanded": String(this.isOpen(item.node)) }),
      "aria-selected": String(item.node >= 0 && item.node === this.selected),
      tabindex: item.node === this.selected ? "0" : "-1",
    };
  }

  #edge(item) {
    const { above } = item, chosen = item.kind === "node" && this.isChosen(item.node);
    const kind = chosen ? "zt-chosen" : `zt-${item.kind}`;
    const path = `M${above.x} ${above.y + above.height}C${above.x} ${item.y - 16} ${item.x} ` +
      `${above.y + above.height + 16} ${item.x} ${item.y}`;
    return svg("path", { class: kind, d: path });
  }

  #scrollTo(node) {
    const item = this.shown.find((each) => each.node === node);
    if (!item) return;
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.element;
    const [left, top, width, height] = [scrollLeft, scrollTop, clientWidth, clientHeight].map((each) => each / this.scale);
    const x = item.x - item.width / 2;
    const below = item.y + item.height + ROOM - height;  // only as far as needed, for readers further up
    if (item.y < top + ROOM) this.element.scrollTop = (item.y - ROOM) * this.scale;
    else if (below > top) this.element.scrollTop = below * this.scale;
    if (x < left || x + item.width > left + width) {
      this.element.scrollLeft = (x + (item.width - width) / 2) * this.scale;
    }
  }

  #click(key) {
    const item = this.shown.find((each) => each.key === key);
    if (item?.kind === "more") {
      this.whole.add(item.above.node);
      this.refresh();
    }
    if (item?.kind !== "node") return;
    const fold = item.node === this.selected || !this.isOpen(item.node);
    this.player.select(item.node, { focus: true, fold });
  }
}
