// The drawn tree of a player: only unfolded items are in the document.

import { follow, make, svg } from "./elements.js";
import { renew } from "./renew.js";
import { contentOf, labelOf } from "./treeitem.js";
import { fits, layTidy, trim } from "./treelayout.js";

const SMALL = 150;  // the most nodes of a tree that is unfolded as a whole
const FEW = 45;  // the most nodes that all show boards; of more nodes, only those on the path do
const STUBS = 4;  // the most unsearched moves shown one by one

const FAR = 32, NEAR = 26;  // the gap between levels, with much room and with little
const NODE = { width: 104, height: 106, board: 40 }, LOW = { width: 104, height: 64, board: 30 };
const STUB = { width: 40, height: 26 }, EDGE = 16;  // the room below a node for the sign that folds
const ESTIMATED = 168;  // the width of a node whose values have decimals
const ROOM = 24;  // the room above and below the node to which the tree is scrolled
const LARGEST = 2;  // the largest scale of a tree that keeps its size
const SMALLEST = 0.92;  // the smallest scale of a tree: text of 12 pixels stays legible

/** An item for one or more moves at the node `above`. */
const stub = (above, name, kind, text, count, width = 0) => (
  { key: `${above.node} ${name}`, node: -1, above, kind, text, count, children: [], ...STUB, width: Math.max(STUB.width, width) });

/**
 * Draws the search of `player` at its current step.
 *
 * folds    node → unfolded or folded by hand
 * whole    nodes that show all moves, although these do not fit
 * onOrder  if moves may be reordered: called with the path to a moved one, as ranks, and its new rank
 */
export class TreeView {
  constructor(player) {
    const { search } = player;
    this.player = player;
    this.search = search;
    this.small = search.length <= SMALL;
    this.levels = Math.max(...search.level);
    this.whole = new Set();
    this.folds = new Map();
    this.deepest = Infinity;  // the level from which a small tree is folded, so that it fits
    this.shown = [];  // items, each with its element
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

  /** Whether windows are hidden because they would give an answer away. */
  get secret() { return !this.search.windowed || this.player.exercise?.exercise.hidesWindows; }

  /** Find the level from which to fold a small tree, so that the rest is legible in the stage. */
  fit() {
    this.deepest = Infinity;
    if (!this.small) return;
    this.path = new Set([0]);
    this.deepest = this.levels;
    while (this.deepest > 1 && !fits([this.#item(0, null)], this.room[0])) this.deepest -= 1;
  }

  /** The width and the height of the largest tree that fits into the stage, at the smallest scale. */
  get room() {
    const { clientWidth, clientHeight } = this.element;
    return [clientWidth, clientHeight].map((side) => Math.max(0, side - 30) / SMALLEST);
  }

  /** Whether all levels fit only with low nodes. */
  get low() { return this.levels * (NODE.height + NEAR) + NODE.height + EDGE > this.room[1]; }

  /** Drag a move onto another move of the same node, to put it in that place. */
  #drag(event) {
    const item = this.#itemAt(event.target);
    if (!this.onOrder || event.button || !item?.above || this.#rank(item) < 0) return;
    const { element, above } = item;
    let target = null;
    element.classList.add("zt-dragged");
    follow(event, ({ clientX, clientY }) => {
      element.style.translate = `${(clientX - event.clientX) / this.scale}px ${(clientY - event.clientY) / this.scale}px`;
      target?.element.classList.remove("zt-drop");
      const there = this.#itemAt(document.elementFromPoint(clientX, clientY));
      target = there !== item && there?.above === above && this.#rank(there) >= 0 ? there : null;
      target?.element.classList.add("zt-drop");
    }, (dropped) => {
      element.classList.remove("zt-dragged");
      element.style.translate = "";
      if (dropped && target) this.onOrder(this.#way(item), this.#rank(target));
    });
  }

  /** Alt with an arrow key puts the focused move before or after its neighbour. */
  #shift(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key], item = this.#itemAt(event.target);
    if (!this.onOrder || !event.altKey || !step || !item?.above) return;
    event.preventDefault();
    const to = this.#rank(item) + step;
    if (to >= 0 && to < this.search.moves(item.above.node).length) this.onOrder(this.#way(item), to);
  }

  #itemAt(element) {
    const found = element?.closest(".zt-item");
    return this.shown.find((item) => item.element === found);
  }

  /** The item of `node`, if it is drawn. */
  itemOf(node) { return this.shown.find((item) => item.node === node); }

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
    const { search, step } = this.player, path = new Set(search.path(step ? search.event(step).node : 0));
    const best = step && step === search.steps ? search.chosen[0] : -1;
    for (let node = best; node >= 0; node = search.chosen[node]) path.add(node);
    return path;
  }

  isOpen(node) {
    return this.folds.get(node) ?? ((this.small && this.search.level[node] < this.deepest) || this.path.has(node));
  }

  /**
   * The item of `node` with those below it: searched nodes, moves to come, pruned moves.
   *
   * In a small tree, nodes to come have places too, so that nothing moves during the replay;
   * not in an exercise, where these places would show what the search skips.
   */
  #item(node, above) {
    const { search, step } = this.player, begun = node === 0 || search.entered(node) <= step;
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

  /** Items for pruned moves or moves to come: one for each of a few, and one with the number of the rest. */
  #stubs(moves, above) {
    const some = moves.length <= STUBS ? moves : moves.slice(0, STUBS - 1);
    const rest = moves.length - some.length, texts = rest ? [...some, `+${rest}`] : some;
    const kind = this.search.prunes(above.node, this.player.step) ? "pruned" : this.#kind(false, above);
    return texts.map((text, index) => stub(above, text, kind, text, index < some.length ? 1 : rest, 7 * text.length + 12));
  }

  #kind(begun, above) { return begun ? "node" : above.kind === "node" ? "future" : "hidden"; }

  /** The drawn size of a node. */
  get box() {
    const box = this.low ? LOW : NODE;
    return { ...box, width: this.search.wide ? ESTIMATED : box.width };
  }

  showsBoard(node) {
    return this.search.boards && (this.search.length <= FEW || this.path.has(node));
  }

  get still() { return this.small && !this.player.exercise; }

  // Drawing --------------------------------------------------------------------------------------

  /** Draw the current tree; `follow` scrolls to the selected node. */
  refresh(follow = false) {
    this.path = this.#onPath();
    const top = this.element.getBoundingClientRect().top + window.scrollY;  // the stage ends at the window's lower end
    this.element.style.setProperty("--top", `${Math.round(top)}px`);
    const root = this.#item(0, null), [width, height] = this.room;
    const kept = ({ node, kind, above }) => (
      kind === "more" || this.path.has(node) || node === this.player.selected || this.whole.has(above.node));
    trim(root, width, kept, (above, count) => stub(above, "more", "more", `+${count}`, count));  // moves that do not fit become one item
    const gap = (height - EDGE - root.height) / Math.max(1, this.levels) - root.height;
    const size = layTidy(root, Math.max(NEAR, Math.min(FAR, gap)), width);
    const all = (item) => [item, ...item.children.flatMap(all)];
    this.shown = all(root).filter(({ kind }) => kind !== "hidden");
    const fitting = SMALLEST * Math.min(width / size.width, height / size.height);
    this.scale = Math.max(SMALLEST, Math.min(this.still ? LARGEST : 1, fitting));
    Object.assign(this.canvas.style, { width: `${size.width}px`, height: `${size.height}px`, zoom: this.scale });
    this.canvas.classList.toggle("zt-low", this.low);
    this.#paint();
    if (follow) this.#scrollTo(this.player.selected);
  }

  /** Put the items into the document, in the order of the tree; existing elements stay. */
  #paint() {
    renew(this.items, this.shown.map((item) => this.#draw(item)));
    this.shown.forEach((item, index) => { item.element = this.items.children[index]; });
    this.edges.replaceChildren(
      ...this.shown.filter((item) => item.above).map((item) => this.#edge(item)), ...this.#links());
  }

  /** Lines from the selected node to the other nodes with its position. */
  #links() {
    const one = this.itemOf(this.player.selected);
    const same = one ? new Set(this.search.same(one.node)) : new Set();
    return this.shown.filter((item) => item !== one && item.kind === "node" && same.has(item.node)).map((item) => {
      const [from, to] = [one, item].map(({ x, width }) => x - width / 2);  // the places of both letters
      const d = `M${from} ${one.y}Q${(from + to) / 2} ${Math.min(one.y, item.y) - 2 * NEAR} ${to} ${item.y}`;
      return svg("path", { class: "zt-link", d });
    });
  }

  #draw(item) {
    const waiting = item.kind === "future", content = contentOf(this, item, waiting);
    const { width, height } = waiting && item.node >= 0 ? STUB : item;
    const style = `transform: translate(${item.x - width / 2}px, ${item.y}px); width: ${width}px; height: ${height}px`;
    const given = { value: item.key, className: this.#classes(item), style, onclick: () => this.#click(item) };
    if (!waiting) {  // hide these parts from screen readers, which get a text
      for (const part of content) part.setAttribute("aria-hidden", "true");
      content.push(make("span", "zt-spoken", labelOf(this, item)));
    }
    return make("div", { ...given, ...this.#roles(item, waiting) }, ...content);
  }

  #classes(item) {
    if (item.kind !== "node") return `zt-item zt-${item.kind}`;
    const { search, step, selected } = this.player, { node } = item;
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
    return above >= 0 && this.search.chosenAt(above, this.player.step) === node;
  }

  #roles(item, waiting) {
    if (waiting) return { "aria-hidden": "true" };
    const siblings = item.above?.children ?? [item];
    return {
      role: "treeitem",
      "aria-level": this.search.path(item.above?.node ?? -1).length + 1,
      "aria-setsize": siblings.length,
      "aria-posinset": siblings.indexOf(item) + 1,
      ...(item.fold && { "aria-expanded": String(this.isOpen(item.node)) }),
      "aria-selected": String(item.node >= 0 && item.node === this.player.selected),
      tabindex: item.node === this.player.selected ? "0" : "-1",
    };
  }

  #edge(item) {
    const { above, kind, x, y } = item, chosen = kind === "node" && this.isChosen(item.node), from = above.y + above.height;
    const d = `M${above.x} ${from}C${above.x} ${y - 16} ${x} ${from + 16} ${x} ${y}`;
    return svg("path", { class: chosen ? "zt-chosen" : `zt-${kind}`, d });
  }

  #scrollTo(node) {
    const item = this.itemOf(node);
    if (!item) return;
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.element;
    const [left, top, width, height] = [scrollLeft, scrollTop, clientWidth, clientHeight].map((each) => each / this.scale);
    const highest = item.y + item.height + ROOM - height;  // scroll no further than needed
    this.element.scrollTop = Math.min(item.y - ROOM, Math.max(top, highest)) * this.scale;
    if (Math.abs(item.x - left - width / 2) > (width - item.width) / 2) {
      this.element.scrollLeft = (item.x - width / 2) * this.scale;
    }
  }

  #click({ kind, node, above }) {
    if (kind === "more") {
      this.whole.add(above.node);
      this.refresh();
    }
    if (kind === "node") this.player.select(node, { focus: true, fold: node === this.player.selected || !this.isOpen(node) });
  }
}
