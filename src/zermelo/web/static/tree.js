// The player of search trees: `createTree(element, record)` replays a recorded search step by step.
//
// A record is what `zermelo.show.treerecord.tree_record` makes of a trace. Nodes are numbered in the
// order in which the search entered them, so a node's subtree is a range of numbers, and what has
// happened by any time follows by counting: nothing but the levels has to be stored. Only what is
// unfolded and on the screen is in the document, so that a search of any size opens at once.

const SCISSORS = "\u2702\ufe0e";  // as text, not as a coloured picture
const LEAF = 0, EVALUATED = 1, TABLE = 2, CUTOFF = 3;  // how a node ends; 4: every move was tried

// The search -------------------------------------------------------------------------------------

/** The columns of a record as typed arrays, and what follows from them. */
class Search {
  constructor(record) {
    Object.assign(this, record);
    for (const name of ["legalStart", "legal", "level", "position", "end", "maximizing"]) {
      this[name] = unpacked(record[name]);
    }
    for (const name of ["alpha", "beta", "value"]) {
      this[name] = looked(record.numbers, unpacked(record[name]));
    }
    this.length = this.level.length;
    this.steps = 2 * this.length;  // each node is entered and left
    this.#derive();
  }

  /** From the levels: each node's parent, size of subtree, rank among its siblings, best child. */
  #derive() {
    const count = this.length, { level, value, maximizing } = this, path = [0];
    this.parent = new Int32Array(count).fill(-1);
    this.rank = new Int32Array(count);
    this.tried = new Int32Array(count);
    this.chosen = new Int32Array(count).fill(-1);
    this.size = new Int32Array(count).fill(1);
    for (let node = 1; node < count; node++) {
      const above = this.parent[node] = path[level[node] - 1], best = this.chosen[above];
      path[level[node]] = node;
      this.rank[node] = this.tried[above]++;
      const gain = best < 0 ? 1 : (value[node] - value[best]) * (maximizing[above] ? 1 : -1);
      if (gain > 0) this.chosen[above] = node;
    }
    for (let node = count - 1; node > 0; node--) this.size[this.parent[node]] += this.size[node];
  }

  // Time: after step t the first t events have happened.

  entered(node) { return 2 * node - this.level[node] + 1; }

  left(node) { return 2 * (node + this.size[node]) - this.level[node]; }

  /** The node that event `step` enters or leaves. */
  event(step) {
    let low = 0, high = this.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.entered(middle) <= step) low = middle;
      else high = middle - 1;
    }
    const ended = step - this.entered(low);
    let node = low;
    for (let above = 1; above < ended; above++) node = this.parent[node];
    return { node, leaving: ended > 0 };
  }

  /** The first step after `step` at which moves have just been pruned; the last step if none. */
  nextCut(step) {
    this.cuts ??= this.#cutSteps();
    const found = this.cuts.findIndex((cut) => cut > step);
    return found < 0 ? this.steps : this.cuts[found];
  }

  #cutSteps() {
    const steps = [];
    for (let node = 0; node < this.length; node++) {
      if (this.end[node] === CUTOFF) steps.push(this.left(node));
    }
    return Int32Array.from(steps).sort();
  }

  get cutoffs() { return (this.cuts ??= this.#cutSteps()).length; }

  // The tree.

  *children(node) {
    const behind = node + this.size[node];
    for (let child = node + 1; child < behind; child += this.size[child]) yield child;
  }

  /** The numbers of nodes from the root to `node`. */
  path(node) {
    const path = [];
    for (let above = node; above >= 0; above = this.parent[above]) path.unshift(above);
    return path;
  }

  /** The texts of a searched node's legal moves, in the order in which they are tried. */
  moves(node) {
    const at = this.position[node];
    const legal = this.legal.subarray(this.legalStart[at], this.legalStart[at + 1]);
    return Array.from(legal, (move) => this.texts[move]);
  }

  /** The text of the move that led to `node`. */
  move(node) {
    const above = this.parent[node];
    if (above < 0) return "start";
    return this.texts[this.legal[this.legalStart[this.position[above]] + this.rank[node]]];
  }

  pruned(node) { return this.end[node] === CUTOFF ? this.moves(node).slice(this.tried[node]) : []; }

  /** The window that `node` began to search its moves with: as asked, or narrowed by the table. */
  asked(node) {
    const first = this.size[node] > 1 ? node + 1 : node;
    return [this.alpha[first], this.beta[first]];
  }

  /** The window of `node` as the children left by `step` have made it. */
  window(node, step) {
    if (this.size[node] === 1 || step < this.entered(node + 1)) {
      return [this.alpha[node], this.beta[node]];
    }
    let [low, high] = this.asked(node);
    for (const child of this.children(node)) {
      if (this.left(child) > step) break;
      if (this.maximizing[node]) low = Math.max(low, this.value[child]);
      else high = Math.min(high, this.value[child]);
    }
    return [low, high];
  }

  /** Why moves of `node` were pruned, like "4 ≥ β = 3". */
  inequality(node) {
    const [low, high] = this.asked(node), value = number(this.value[this.chosen[node]]);
    return this.maximizing[node] ? `${value} ≥ β = ${number(high)}` : `${value} ≤ α = ${number(low)}`;
  }

  /** The window to be shown: how it stands while the node is searched, then as it was asked. */
  shown(node, step) {
    return this.left(node) <= step ? [this.alpha[node], this.beta[node]] : this.window(node, step);
  }

  side(node) { return this.maximizing[node] ? "MAX" : "MIN"; }

  bound(node) { return this.maximizing[node] ? "α" : "β"; }
}

/** Numbers from base64, after a digit that says how many bytes each has. */
function unpacked(text) {
  const binary = atob(text.slice(1)), bytes = new Uint8Array(binary.length);
  for (let index = 0; index < bytes.length; index++) bytes[index] = binary.charCodeAt(index);
  return text[0] === "2" ? new Uint16Array(bytes.buffer) : new Uint32Array(bytes.buffer);
}

function looked(numbers, indices) {
  const found = new Float64Array(indices.length);
  for (let index = 0; index < found.length; index++) found[index] = numbers[indices[index]];
  return found;
}

/** For each node of `one` the node of `other` that the same moves lead to, or −1. */
function counterparts(one, other) {
  const found = new Int32Array(one.length).fill(-1);
  const pairs = [[0, 0]];
  while (pairs.length) {
    const [node, twin] = pairs.pop();
    found[node] = twin;
    const twins = other.children(twin);
    for (const child of one.children(node)) {
      const next = twins.next();
      if (next.done) break;
      pairs.push([child, next.value]);
    }
  }
  return found;
}

function number(value) { return String(Number(value.toPrecision(4))).replace("-", "−"); }

function counted(count, word) { return `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`; }

// What is said -------------------------------------------------------------------------------------

/** What has just happened at `step`, and what it changed, in sentences. */
function told(search, step) {
  if (step === 0) {
    return `${search.names[0]} is to move and searches: that is MAX. Press Forward to begin.`;
  }
  const { node, leaving } = search.event(step);
  if (!leaving) return toldEntering(search, node);
  const end = [ended(search, node), effect(search, node)].filter(Boolean).join(" ");
  return node === 0 ? `${end} The search is done.` : `${search.move(node)}: ${end}`;
}

function toldEntering(search, node) {
  const after = node === 0 ? "" : ` after ${search.move(node)}`;
  const [alpha, beta] = search.asked(node).map(number);
  const window = search.windowed ? ` The window is α = ${alpha}, β = ${beta}.` : "";
  return `${search.side(node)} is to move${after}.${window}`;
}

/** How `node` came to its value. */
function ended(search, node) {
  const value = number(search.value[node]);
  if (search.end[node] === LEAF) return `the game is over, worth ${value} to MAX.`;
  if (search.end[node] === EVALUATED) return `the depth limit is reached; the evaluation says ${value}.`;
  if (search.end[node] === TABLE) return `met before; the table answers ${value}.`;
  if (search.end[node] === CUTOFF) return cutWords(search, node);
  const max = search.maximizing[node], best = search.chosen[node];
  const taken = `${search.side(node)} takes the ${max ? "greatest" : "least"} of ` +
    `${counted(search.tried[node], "value")}: ${number(search.value[best])}, by ${search.move(best)}.`;
  return taken + returned(search, node);
}

function cutWords(search, node) {
  const rest = search.pruned(node).length;
  const other = search.maximizing[node] ? "MIN" : "MAX";
  const why = search.level[node] === 0
    ? "no value can be better."
    : `${other} has something at least as good above and will not let it come to this.`;
  return `cut, for ${search.inequality(node)}: ${why} ` +
    `${counted(rest, "move")} of ${search.side(node)} need${rest === 1 ? "s" : ""} no look.` +
    returned(search, node);
}

/** A fail-hard search returns the bound instead of what lies beyond it. */
function returned(search, node) {
  const value = search.value[node];
  if (value === search.value[search.chosen[node]]) return "";
  const [low] = search.asked(node);
  const bound = value === low ? "α" : "β";
  return ` Outside the window, so the bound ${bound} = ${number(value)} is returned.`;
}

/** What the value of `node` changed at its parent. */
function effect(search, node) {
  const above = search.parent[node];
  if (above < 0 || !search.windowed) return "";
  const index = search.maximizing[above] ? 0 : 1;
  const before = search.window(above, search.left(node) - 1)[index];
  const after = search.window(above, search.left(node))[index];
  if (before === after) return "";
  const place = above === 0 ? "the root" : search.move(above);
  return `At ${place}, ${search.bound(above)} ${after > before ? "rises" : "falls"} from ` +
    `${number(before)} to ${number(after)}.`;
}

// Exercises ----------------------------------------------------------------------------------------

/** Asks for the value of a node when those of all its searched children are known. */
const VALUES = {
  title: "Fill in the values",
  hidesWindows: true,

  question(search, step) {
    if (step === 0 || step >= search.steps) return null;
    const { node, leaving } = search.event(step), above = search.parent[node];
    return leaving && search.left(above) === step + 1 ? above : null;
  },

  ask(search, node) {
    const values = Array.from(search.children(node), (child) => number(search.value[child]));
    return `${search.side(node)} is to move ${whereWords(search, node)}; its moves gave ` +
      `${values.join(", ")}. What is it worth?`;
  },

  judge(search, node, answer) {
    const value = Number(answer.trim().replace("−", "-").replace(",", "."));
    if (!answer.trim() || Number.isNaN(value)) return { said: "A number, please, like −1 or 0.25." };
    const best = search.value[search.chosen[node]], max = search.maximizing[node];
    const near = (one) => Math.abs(value - one) < 0.0051 && number(value) !== "" &&
      (Number.isInteger(one) ? value === one : true);
    if (near(best) || near(search.value[node])) {
      return { right: true, said: `Right. ${this.answer(search, node)}` };
    }
    const opposite = Array.from(search.children(node), (child) => search.value[child]);
    const worst = max ? Math.min(...opposite) : Math.max(...opposite);
    const hint = value === worst
      ? `That is the ${max ? "least" : "greatest"}; ${search.side(node)} chooses for ${max ? "" : "the opponent of "}the one who searches.`
      : `${search.side(node)} takes the ${max ? "greatest" : "least"} of its moves' values.`;
    return { said: `Not quite. ${hint}` };
  },

  answer(search, node) {
    const best = search.chosen[node];
    return `${search.side(node)} takes ${number(search.value[best])}, by ${search.move(best)}.` +
      returned(search, node);
  },
};

/** Asks after each child whether the search goes on with the next move or cuts. */
const CUTS = {
  title: "Find the cuts",
  choices: ["Go on", "Cut"],

  question(search, step) {
    if (step === 0 || step >= search.steps) return null;
    const { node, leaving } = search.event(step), above = search.parent[node];
    return leaving && search.rank[node] + 1 < search.moves(above).length ? above : null;
  },

  ask(search, node, step) {
    const child = search.event(step).node, [alpha, beta] = search.window(node, step).map(number);
    return `${search.side(node)} ${whereWords(search, node)} got ${number(search.value[child])} from ` +
      `${search.move(child)}: now α = ${alpha}, β = ${beta}. Go on with its next move, or cut?`;
  },

  judge(search, node, answer, step) {
    const right = (answer === "Cut") === cutsAt(search, node, step);
    return { right, said: `${right ? "Right." : "Not quite."} ${this.answer(search, node, step)}` };
  },

  answer(search, node, step) {
    if (cutsAt(search, node, step)) return `Cut: ${search.inequality(node)}.`;
    const [alpha, beta] = search.window(node, step).map(number);
    return `α = ${alpha} is below β = ${beta}, so the next move may still matter: go on.`;
  },
};

function cutsAt(search, node, step) { return search.left(node) === step + 1; }

function whereWords(search, node) {
  if (node === 0) return "at the root";
  return `after ${search.path(node).slice(1).map((each) => search.move(each)).join(" ")}`;
}

const EXERCISES = { values: VALUES, cuts: CUTS };

// The layout ---------------------------------------------------------------------------------------

const GAP = 10, PITCH = 118, INDENT = 20, ROW = 36;
const BOX = { width: 104, height: 76 }, STUB = { width: 40, height: 26 }, BOARD = 72;

/**
 * Gives every item of the tree under `root` its x (middle) and y (top): a tidy tree.
 *
 * After Reingold and Tilford 1981 in the form of Kennedy 1996: subtrees are set side by side as
 * close as their outlines allow, once from the left and once from the right, and the mean is taken.
 */
function layTidy(root, pitch) {
  const place = (item) => {
    const outlines = item.children.map(place);
    const fromLeft = fitted(outlines, 1), fromRight = fitted(outlines.toReversed(), -1).reverse();
    const middles = fromLeft.map((x, index) => (x + fromRight[index]) / 2);
    item.children.forEach((child, index) => { child.offset = middles[index]; });
    let merged = [];
    outlines.forEach((outline, index) => { merged = joined(merged, shifted(outline, middles[index])); });
    return [[-item.width / 2, item.width / 2], ...merged];
  };
  const outline = place(root);
  const settle = (item, x, level) => {
    item.x = x;
    item.y = level * pitch;
    for (const child of item.children) settle(child, x + child.offset, level + 1);
  };
  settle(root, -Math.min(...outline.map(([left]) => left)), 0);
  return {
    width: Math.max(...outline.map(([, right]) => right)) - Math.min(...outline.map(([left]) => left)),
    height: (outline.length - 1) * pitch + root.height + 36,
  };
}

/** Where to put the middles of subtrees with these outlines, each beside all before it. */
function fitted(outlines, direction) {
  const middles = [];
  let merged = [];
  for (const outline of outlines) {
    let x = 0;
    const deep = Math.min(merged.length, outline.length);
    for (let level = 0; level < deep; level++) {
      const room = direction > 0
        ? merged[level][1] - outline[level][0] + GAP
        : merged[level][0] - outline[level][1] - GAP;
      x = level === 0 ? room : direction > 0 ? Math.max(x, room) : Math.min(x, room);
    }
    middles.push(x);
    merged = joined(merged, shifted(outline, x));
  }
  const middle = (middles[0] + middles[middles.length - 1]) / 2;
  return middles.map((x) => x - middle);
}

function shifted(outline, x) { return outline.map(([left, right]) => [left + x, right + x]); }

/** The outline around two: at each level the leftmost and the rightmost x. */
function joined(one, other) {
  const deep = Math.max(one.length, other.length);
  return Array.from({ length: deep }, (_, level) => {
    const left = Math.min(one[level]?.[0] ?? Infinity, other[level]?.[0] ?? Infinity);
    const right = Math.max(one[level]?.[1] ?? -Infinity, other[level]?.[1] ?? -Infinity);
    return [left, right];
  });
}

/** One row for each item, indented by its level. */
function layOutline(root) {
  let row = 0, deepest = 0;
  const place = (item, level) => {
    item.x = level * INDENT;
    item.y = ROW * row++;
    deepest = Math.max(deepest, level);
    for (const child of item.children) place(child, level + 1);
  };
  place(root, 0);
  return { width: deepest * INDENT + 300, height: row * ROW };
}

// The player ---------------------------------------------------------------------------------------

const SMALL = 150;  // nodes up to which the whole tree is unfolded
const FEW = 45;  // nodes up to which each shows its board
const MANY = 300;  // items from which only those in view are in the document
const ZOOMS = [["fit", "Fit"], ["0.5", "50 %"], ["0.75", "75 %"], ["1", "100 %"], ["1.5", "150 %"]];
const SMALLEST = 0.45;  // to which "Fit" makes a tree smaller
const TEMPO = 700;  // milliseconds a step when it plays by itself

const BUTTONS = [  // name, text, key, and the icon as a path in a square of 16; scissors without
  ["start", "Start", "Home", "M2 3h2v10H2zM14 3v10L5 8z"],
  ["back", "Back", ",", "M12 3v10L4 8z"],
  ["forward", "Forward", ".", "M4 3v10l8-5z"],
  ["cut", "Next cut", "c", ""],
  ["play", "Play", "p", "M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1zM6.3 4.6v6.8L11.5 8z"],
  ["end", "End", "End", "M12 3h2v10h-2zM2 3v10l9-5z"],
];

/** One search in one element. */
class Player {
  constructor(element, record, { exercise = "", other = null } = {}) {
    this.search = new Search(record);
    this.small = this.search.length <= SMALL;
    this.exercise = EXERCISES[exercise] ?? null;
    this.score = { right: 0, asked: 0 };
    this.answered = new Set();
    this.folds = new Map();  // node → unfolded or folded by hand
    this.elements = new Map();  // key of an item → its element
    this.step = exercise ? 0 : this.search.steps;
    this.selected = 0;
    this.boardsInside = Boolean(this.search.boards) && this.search.length <= FEW;
    this.outline = matchMedia("(max-width: 40rem)").matches;
    this.element = element;
    this.#build();
    this.refresh(true);
  }

  // Building -------------------------------------------------------------------------------------

  #build() {
    this.element.classList.add("zt-player");
    this.element.append(this.#head(), this.#controls(), this.#speech(), this.#body());
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.stage.addEventListener("scroll", () => this.#paint(), { passive: true });
    addEventListener("resize", () => this.#paint());
  }

  #head() {
    const { search } = this, hits = search.end.reduce((sum, end) => sum + (end === TABLE), 0);
    const facts = [counted(search.length - hits, "node")];
    if (search.windowed) facts.push(counted(search.cutoffs, "cut"));
    if (hits) facts.push(counted(hits, "table hit"));
    const depth = search.depth === null ? "to the end" : `depth ${search.depth}`;
    return make("header", { class: "zt-head" },
      make("h2", {}, search.algorithm),
      make("p", { class: "zt-facts" }, `${depth} · ${facts.join(" · ")}`),
      make("p", { class: "zt-legend" },
        make("span", { class: "zt-max" }, "▲ MAX"), ` ${search.names[0]}, who searches `,
        make("span", { class: "zt-min" }, "▼ MIN"), ` ${search.names[1]}. Values are MAX’s.`));
  }

  #controls() {
    this.buttons = {};
    for (const [name, text, key, icon] of BUTTONS) {
      if (name === "cut" && !this.search.windowed) continue;
      this.buttons[name] = make("button", { type: "button", title: `${text} (key ${key})` },
        iconOf(icon), make("span", { class: "zt-word" }, text));
      this.buttons[name].addEventListener("click", () => this.act(name));
    }
    this.slider = make("input", {
      type: "range", min: 0, max: this.search.steps, "aria-label": "Step of the search",
    });
    this.slider.addEventListener("input", () => this.goTo(Number(this.slider.value)));
    this.clock = make("span", { class: "zt-clock" });
    return make("div", { class: "zt-controls" },
      make("div", { class: "zt-buttons", role: "group", "aria-label": "Replay" },
        ...Object.values(this.buttons)),
      this.slider, this.clock, this.#settings());
  }

  #settings() {
    const view = make("select", {}, ...options([["tree", "Tree"], ["outline", "Outline"]]));
    view.value = this.outline ? "outline" : "tree";
    view.addEventListener("change", () => {
      this.outline = view.value === "outline";
      this.elements.forEach((element) => element.remove());
      this.elements.clear();
      this.refresh();
    });
    this.zooming = make("select", {}, ...options(ZOOMS));
    this.zooming.addEventListener("change", () => this.refresh(true));
    const kinds = [["", "Watch"], ["values", VALUES.title]];
    if (this.search.windowed) kinds.push(["cuts", CUTS.title]);
    const exercise = make("select", {}, ...options(kinds));
    exercise.value = Object.keys(EXERCISES).find((kind) => EXERCISES[kind] === this.exercise) ?? "";
    exercise.addEventListener("change", () => this.begin(exercise.value));
    return make("div", { class: "zt-settings" },
      make("label", {}, "View ", view), make("label", {}, "Size ", this.zooming),
      make("label", {}, "Exercise ", exercise));
  }

  #speech() {
    this.said = make("p", { class: "zt-said", "aria-live": "polite" });
    this.form = make("form", { class: "zt-form", hidden: "" });
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#answer(event.submitter?.value || this.form.elements.answer?.value || "");
    });
    this.marks = make("p", { class: "zt-marks", hidden: "" });
    return make("div", { class: "zt-speech" }, this.said, this.form, this.marks);
  }

  #body() {
    this.edges = drawn("svg", { class: "zt-edges", "aria-hidden": "true" });
    this.items = make("div", { role: "tree", "aria-label": `Tree of ${this.search.algorithm}` });
    this.canvas = make("div", { class: "zt-canvas" }, this.edges, this.items);
    this.stage = make("div", { class: "zt-stage" }, this.canvas);
    this.detail = make("section", { class: "zt-detail", "aria-label": `Selected node of ${this.search.algorithm}` });
    return make("div", { class: "zt-body" }, this.stage, this.detail);
  }

  // Stepping -------------------------------------------------------------------------------------

  /** Do what the button `name` says. */
  act(name) {
    if (name === "play") return this.play(!this.timer);
    this.play(false);
    if (name === "start") this.goTo(0);
    if (name === "end") this.goTo(this.search.steps);
    if (name === "back") this.back();
    if (name === "forward") this.forward();
    if (name === "cut") this.exercise ? this.nextQuestion() : this.goTo(this.search.nextCut(this.step));
  }

  play(on) {
    clearInterval(this.timer);
    this.timer = on ? setInterval(() => this.forward(), TEMPO) : null;
    if (on && this.step === this.search.steps) this.goTo(0);
    this.buttons.play.setAttribute("aria-pressed", String(on));
  }

  /** The next event; a node without children is entered and left at once. */
  forward() {
    if (this.question() !== null) return this.#remind();
    const next = this.step + 1;
    if (next > this.search.steps) return this.play(false);
    const { node, leaving } = this.search.event(next);
    this.goTo(!leaving && this.search.size[node] === 1 ? next + 1 : next);
  }

  back() {
    if (this.step === 0) return;
    const { node } = this.search.event(this.step);
    this.goTo(this.step - (this.search.size[node] === 1 ? 2 : 1));
  }

  /** Show the search as it stands after `step` events. */
  goTo(step) {
    this.step = Math.max(0, Math.min(this.search.steps, step));
    this.selected = this.step ? this.search.event(this.step).node : 0;
    this.refresh(true);
  }

  // Exercises ------------------------------------------------------------------------------------

  /** Begin an exercise from the start, or end it with "". */
  begin(kind) {
    this.play(false);
    this.exercise = EXERCISES[kind] ?? null;
    this.answered.clear();
    this.score = { right: 0, asked: 0 };
    this.marks.hidden = true;
    this.goTo(this.exercise ? 0 : this.search.steps);
    if (this.exercise) this.nextQuestion();
  }

  /** The node that is asked about now, or null. */
  question() {
    if (!this.exercise || this.answered.has(this.step)) return null;
    return this.exercise.question(this.search, this.step);
  }

  nextQuestion() {
    if (this.question() !== null) return this.#remind();
    let step = this.step + 1;
    while (step < this.search.steps &&
      (this.answered.has(step) || this.exercise.question(this.search, step) === null)) step++;
    this.goTo(step);
  }

  #remind() {
    this.form.querySelector("input, button")?.focus();
    this.play(false);
  }

  #answer(answer) {
    const node = this.question();
    if (node === null) return;
    if (answer === "Show me") {
      return this.#settle(false, this.exercise.answer(this.search, node, this.step));
    }
    const { right = false, said } = this.exercise.judge(this.search, node, answer, this.step);
    if (right || this.exercise.choices) return this.#settle(right, said);
    this.missed = this.step;
    this.marks.hidden = false;
    this.marks.textContent = said;
    this.form.elements.answer.select();
  }

  /** A question is answered: say how, and go to what happens next. */
  #settle(right, said) {
    this.answered.add(this.step);
    this.score.asked += 1;
    this.score.right += right && this.missed !== this.step ? 1 : 0;
    const step = this.step;
    this.nextQuestion();
    if (this.step === step) this.forward();
    this.marks.hidden = false;
    this.marks.textContent = `${said} ${this.score.right} of ${this.score.asked} right at once.`;
    this.marks.classList.toggle("zt-right", right);
    this.form.querySelector("input, button")?.focus();
  }

  #fillForm() {
    const node = this.question();
    this.form.hidden = node === null;
    if (node === null) return this.form.replaceChildren();
    const choices = this.exercise.choices ?? ["Check"];
    const buttons = [...choices, "Show me"].map((text) =>
      make("button", { value: text === "Check" ? "" : text }, text));
    const input = make("input", {
      name: "answer", autocomplete: "off", inputmode: "text", size: 6, "aria-label": "Its value",
    });
    this.form.replaceChildren(...(this.exercise.choices ? [] : [input]), ...buttons);
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

  isOpen(node) { return this.folds.get(node) ?? (this.small || this.path.has(node)); }

  /**
   * The item of `node` with those below it: searched nodes, moves to come, pruned moves.
   *
   * Of a small tree also what is still to come has its place, so that nothing moves while it is
   * replayed; not in an exercise, for that place would tell where the search does not go.
   */
  #item(node, above) {
    const { search, step } = this, begun = node === 0 || search.entered(node) <= step;
    const item = { key: node, node, above, kind: this.#kind(begun, above), children: [], ...BOX };
    if (this.boardsInside && !this.outline) item.height += BOARD;
    item.fold = search.size[node] > 1;
    if (!item.fold || !this.isOpen(node) || (!begun && !this.still)) return item;
    const children = search.children(node), over = search.left(node) <= step;
    search.moves(node).forEach((text, rank) => {
      const child = rank < search.tried[node] ? children.next().value : -1;
      if (child >= 0 && (this.still || search.entered(child) <= step)) {
        item.children.push(this.#item(child, item));
      } else {
        const kind = over ? "pruned" : this.#kind(false, item);
        const stub = { key: `${node}.${rank}`, node: -1, above: item, kind, text };
        item.children.push({ ...stub, children: [], ...STUB });
      }
    });
    return item;
  }

  #kind(begun, above) {
    if (begun) return "node";
    return above.kind === "node" ? "future" : "hidden";
  }

  get still() { return this.small && !this.exercise; }

  // Drawing --------------------------------------------------------------------------------------

  /** Draw all anew; `follow` scrolls to the current node. */
  refresh(follow = false) {
    this.path = this.#onPath();
    this.root = this.#item(0, null);
    this.size = this.outline
      ? layOutline(this.root)
      : layTidy(this.root, PITCH + (this.boardsInside ? BOARD : 0));
    this.shown = [];
    const collect = (item) => {
      if (item.kind !== "hidden") this.shown.push(item);
      item.children.forEach(collect);
    };
    collect(this.root);
    this.canvas.style.width = this.outline ? "" : `${this.size.width}px`;
    this.canvas.style.height = `${this.size.height}px`;
    this.canvas.classList.toggle("zt-outline", this.outline);
    this.#zoom();
    if (follow) this.#scrollTo(this.selected);
    this.#paint();
    this.#tell();
    this.#describe();
  }

  #zoom() {
    const fitting = Math.max(SMALLEST, Math.min(1, (this.stage.clientWidth - 30) / this.size.width));
    this.zoom = this.outline ? 1 : Number(this.zooming.value) || fitting;
    this.canvas.style.zoom = this.zoom;
  }

  #tell() {
    const node = this.question();
    this.said.textContent = node === null
      ? told(this.search, this.step)
      : this.exercise.ask(this.search, node, this.step);
    this.slider.value = this.step;
    this.slider.setAttribute("aria-valuetext", `step ${this.step} of ${this.search.steps}`);
    this.clock.textContent =
      `${this.step.toLocaleString("en")} / ${this.search.steps.toLocaleString("en")}`;
    this.buttons.start.disabled = this.buttons.back.disabled = this.step === 0;
    this.buttons.end.disabled = this.buttons.forward.disabled = this.step === this.search.steps;
    if (this.buttons.cut) {
      this.buttons.cut.querySelector(".zt-word").textContent = this.exercise ? "Next question" : "Next cut";
    }
    this.#fillForm();
  }

  /** Put the items that are in view into the document, and take the others out. */
  #paint() {
    const [scrollLeft, scrollTop, clientWidth, clientHeight] = this.#view();
    const near = (item) => this.shown.length <= MANY || item.node === this.selected || (
      (this.outline || Math.abs(item.x - scrollLeft - clientWidth / 2) < clientWidth) &&
      Math.abs(item.y - scrollTop - clientHeight / 2) < clientHeight);
    const visible = this.shown.filter(near), keys = new Set(visible.map((item) => item.key));
    for (const [key, element] of this.elements) {
      if (!keys.has(key)) {
        element.remove();
        this.elements.delete(key);
      }
    }
    visible.forEach((item) => this.#draw(item));
    this.edges.setAttribute("width", this.size.width);
    this.edges.setAttribute("height", this.size.height);
    this.edges.replaceChildren(...visible.filter((item) => item.above).map((item) => this.#edge(item)));
  }

  #draw(item) {
    let element = this.elements.get(item.key);
    if (!element) {
      element = make("div", {});
      element.addEventListener("click", () => this.#click(item.key));
      this.elements.set(item.key, element);
      this.items.append(element);
    }
    const waiting = item.kind === "future";
    const { width, height } = waiting ? STUB : item;
    const x = this.outline ? item.x : item.x - width / 2;
    element.style.transform = `translate(${x}px, ${item.y}px)`;
    element.style.width = this.outline ? "" : `${width}px`;
    element.style.height = this.outline ? "" : `${height}px`;
    element.className = this.#classes(item);
    for (const [name, value] of Object.entries(this.#roles(item, waiting))) {
      if (value === null) element.removeAttribute(name);
      else element.setAttribute(name, value);
    }
    element.replaceChildren(...this.#content(item, waiting));
  }

  #classes(item) {
    const { search } = this, names = ["zt-item", `zt-${item.kind}`];
    if (item.kind !== "node") return names.join(" ");
    const { node } = item, done = search.left(node) <= this.step;
    names.push(search.maximizing[node] ? "zt-max" : "zt-min");
    if (done) names.push("zt-done", `zt-end${search.end[node]}`);
    if (this.#isChosen(node)) names.push("zt-chosen");
    if (this.path.has(node)) names.push("zt-path");
    if (this.step && search.event(this.step).node === node) names.push("zt-current");
    if (node === this.selected) names.push("zt-selected");
    if (this.difference(node)) names.push("zt-differs");
    return names.join(" ");
  }

  #isChosen(node) {
    const above = this.search.parent[node];
    return above >= 0 && this.search.chosen[above] === node && this.search.left(above) <= this.step;
  }

  #roles(item, waiting) {
    if (waiting) return { "aria-hidden": "true", role: null, tabindex: null };
    const siblings = item.above?.children ?? [item];
    const roles = {
      role: "treeitem",
      "aria-hidden": null,
      "aria-level": this.#level(item) + 1,
      "aria-setsize": siblings.length,
      "aria-posinset": siblings.indexOf(item) + 1,
      "aria-label": this.#label(item),
      "aria-expanded": item.fold ? String(this.isOpen(item.node)) : null,
      "aria-selected": String(item.node >= 0 && item.node === this.selected),
      tabindex: item.node === this.selected ? "0" : "-1",
    };
    return roles;
  }

  #level(item) {
    return item.node >= 0 ? this.search.level[item.node] : this.search.level[item.above.node] + 1;
  }

  #label(item) {
    const { search } = this;
    if (item.kind === "pruned") return `${item.text}: pruned, ${search.inequality(item.above.node)}`;
    const { node } = item, parts = [`${search.move(node)}, ${search.side(node)} to move`];
    if (search.windowed && !this.exercise?.hidesWindows) {
      const [alpha, beta] = search.shown(node, this.step).map(number);
      parts.push(`window ${alpha} to ${beta}`);
    }
    parts.push(search.left(node) <= this.step ? `value ${number(search.value[node])}` : "not yet known");
    parts.push(this.#tag(node), this.#isChosen(node) ? "chosen" : "", this.difference(node));
    return parts.filter(Boolean).join(", ");
  }

  /** How the node ended, in a word or an inequality. */
  #tag(node) {
    const { search } = this;
    if (search.left(node) > this.step) return "";
    const words = { [LEAF]: "game over", [EVALUATED]: "estimate", [TABLE]: "from table" };
    return search.end[node] === CUTOFF ? `${SCISSORS} ${search.inequality(node)}` : words[search.end[node]] ?? "";
  }

  #content(item, waiting) {
    const { search } = this;
    if (item.kind === "pruned") return [make("span", { class: "zt-move" }, item.text)];
    if (waiting) {
      return [make("span", { class: "zt-move" }, item.node >= 0 ? search.move(item.node) : item.text)];
    }
    const { node } = item, done = search.left(node) <= this.step;
    const sign = search.maximizing[node] ? "▲" : "▼", tag = this.#tag(node);
    const value = done ? number(search.value[node]) : this.exercise ? "?" : "…";
    const parts = [
      make("span", { class: "zt-move" }, `${sign} ${search.move(node)}`),
      make("span", { class: "zt-value" }, value),
    ];
    if (this.boardsInside && !this.outline) parts.unshift(boardOf(search, node, BOARD, true));
    if (search.windowed && !this.exercise?.hidesWindows) {
      const [alpha, beta] = search.shown(node, this.step).map(number);
      parts.push(make("span", { class: "zt-window" }, `[${alpha}, ${beta}]`));
    }
    if (tag) parts.push(make("span", { class: "zt-tag" }, tag));
    const difference = this.difference(node);
    if (difference) parts.push(make("span", { class: "zt-tag zt-difference" }, difference));
    if (item.fold) {
      parts.push(make("span", { class: "zt-fold", title: "unfold or fold" }, this.isOpen(node) ? "−" : "+"));
    }
    return parts;
  }

  #edge(item) {
    const { above } = item, chosen = item.kind === "node" && this.#isChosen(item.node);
    const kind = chosen ? "zt-chosen" : `zt-${item.kind}`;
    const path = this.outline
      ? `M${above.x + 9} ${above.y + ROW - 4}V${item.y + ROW / 2}H${item.x + 2}`
      : `M${above.x} ${above.y + above.height}C${above.x} ${item.y - 16} ${item.x} ` +
        `${above.y + above.height + 16} ${item.x} ${item.y}`;
    return drawn("path", { class: kind, d: path });
  }

  /** The part of the tree that is in view: left, top, width, height. */
  #view() {
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.stage;
    return [scrollLeft, scrollTop, clientWidth, clientHeight].map((each) => each / this.zoom);
  }

  #scrollTo(node) {
    const item = this.shown.find((each) => each.node === node);
    if (!item) return;
    const [left, top, width, height] = this.#view();
    const x = this.outline ? item.x : item.x - item.width / 2;
    if (item.y < top || item.y + item.height > top + height) {
      this.stage.scrollTop = (item.y + (item.height - height) / 2) * this.zoom;
    }
    if (x < left || x + item.width > left + width) {
      this.stage.scrollLeft = (x + (item.width - width) / 2) * this.zoom;
    }
  }

  // The selected node ----------------------------------------------------------------------------

  select(node, { focus = false, fold = false } = {}) {
    this.selected = node;
    if (fold && this.search.size[node] > 1) this.folds.set(node, !this.isOpen(node));
    this.refresh();
    if (focus) this.elements.get(node)?.focus({ preventScroll: false });
    this.onSelect?.(node);
  }

  /** Select `node` and unfold all above it, without telling `onSelect`. */
  reveal(node) {
    for (const above of this.search.path(node).slice(0, -1)) this.folds.set(above, true);
    this.selected = node;
    this.refresh(true);
  }

  #click(key) {
    const item = this.shown.find((each) => each.key === key);
    if (item?.kind === "node") {
      this.select(item.node, { focus: true, fold: item.node === this.selected || !this.isOpen(item.node) });
    }
  }

  #describe() {
    const { search } = this, node = this.selected, begun = search.entered(node) <= this.step;
    const done = search.left(node) <= this.step;
    const title = node === 0 ? "The root" : search.path(node).slice(1).map((each) => search.move(each)).join(" ");
    const facts = [["to move", `${search.side(node)}, ${search.names[search.maximizing[node] ? 0 : 1]}`]];
    if (search.windowed && begun && !this.exercise?.hidesWindows) {
      facts.push(["window", windowText([search.alpha[node], search.beta[node]])]);
      const asked = search.asked(node);
      if (asked[0] !== search.alpha[node] || asked[1] !== search.beta[node]) {
        facts.push(["by the table", windowText(asked)]);
      }
      if (search.size[node] > 1) facts.push([done ? "in the end" : "so far", windowText(search.window(node, this.step))]);
    }
    if (done) {
      facts.push(["value", number(search.value[node])]);
      if (this.#tag(node)) facts.push(["ended", this.#tag(node)]);
      if (search.chosen[node] >= 0) facts.push(["chosen", search.move(search.chosen[node])]);
      const pruned = search.pruned(node);
      if (pruned.length) facts.push(["pruned", pruned.join("  ")]);
      facts.push(["nodes below", (search.size[node] - 1).toLocaleString("en")]);
    }
    const difference = this.difference(node);
    if (difference) facts.push(["compared", difference]);
    const rows = facts.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]);
    const parts = [make("h3", {}, title)];
    if (search.boards) parts.push(boardOf(search, node, 150));
    this.detail.replaceChildren(...parts, make("dl", {}, ...rows), this.#jumps(node));
  }

  #jumps(node) {
    const jump = (text, step) => {
      const button = make("button", { type: "button" }, text);
      button.addEventListener("click", () => this.goTo(step));
      return button;
    };
    return make("p", { class: "zt-jumps" },
      jump("To its start", this.search.entered(node)), jump("To its end", this.search.left(node)));
  }

  // Keys -----------------------------------------------------------------------------------------

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const inTree = event.target.getAttribute("role") === "treeitem";
    if (inTree && this.#walk(event.key)) return event.preventDefault();
    if (event.target.matches("input, select")) return;
    const found = BUTTONS.find(([name, , key]) => key === event.key && this.buttons[name]);
    if (found) {
      event.preventDefault();
      this.act(found[0]);
    }
  }

  /** The keys of a tree: up and down, in and out, unfold. */
  #walk(key) {
    const { search, selected } = this;
    const nodes = this.shown.filter((item) => item.kind === "node");
    const index = nodes.findIndex((item) => item.node === selected);
    const open = search.size[selected] > 1 && this.isOpen(selected);
    const moves = {
      ArrowDown: () => nodes[index + 1]?.node,
      ArrowUp: () => nodes[index - 1]?.node,
      ArrowLeft: () => (open ? selected : search.parent[selected]),
      ArrowRight: () => (open && search.entered(selected + 1) <= this.step ? selected + 1 : selected),
      Enter: () => selected,
      " ": () => selected,
    };
    if (!moves[key]) return false;
    const to = moves[key](), fold = to === selected && (key !== "ArrowRight" || !open);
    if (to >= 0) this.select(to, { focus: true, fold });
    return true;
  }

  // Beside another search ------------------------------------------------------------------------

  /** Compare with `other`: nodes that are not there, or come to other values there, are marked. */
  compareWith(other) {
    this.other = other;
    this.twins = counterparts(this.search, other.search);
    this.onSelect = (node) => {
      const twin = this.twins[node];
      if (twin >= 0 && other.search.entered(twin) <= other.step) other.reveal(twin);
    };
    this.refresh();
  }

  /** How `node` differs from its counterpart in the other search, "" when it does not. */
  difference(node) {
    if (!this.other || this.search.left(node) > this.step) return "";
    const twin = this.twins[node];
    if (twin < 0) return "only here";
    const value = this.other.search.value[twin];
    return value === this.search.value[node] ? "" : `there ${number(value)}`;
  }

  /** How many nodes differ, in words. */
  differences() {
    let missing = 0, values = 0;
    for (let node = 0; node < this.search.length; node++) {
      const twin = this.twins[node];
      if (twin < 0) missing += 1;
      else if (this.other.search.value[twin] !== this.search.value[node]) values += 1;
    }
    return `${this.search.algorithm}: ${counted(missing, "node")} only here, ` +
      `${counted(values, "node")} with another value.`;
  }

}

// Boards -------------------------------------------------------------------------------------------

/** The board of `node` as an element of this height, or an empty one; `plain` without its labels. */
function boardOf(search, node, height, plain = false) {
  const { boards } = search, at = search.position[node];
  const place = make("div", { class: "zt-board", "aria-hidden": "true" });
  if (!boards || at >= boards.frame.length) return place;
  const frame = boards.frame[at], places = boards.places[frame];
  const template = make("template", {});
  template.innerHTML = boards.frames[frame];
  const board = template.content.firstElementChild;
  board.setAttribute("height", height);
  if (plain) board.setAttribute("viewBox", boundsOf(places));
  board.removeAttribute("width");
  const pieces = [...boards.pieces[at]].map((character, point) => {
    const symbol = boards.symbols[character.charCodeAt(0) - 48];
    return symbol === undefined ? "" :
      `<g transform="translate(${places[2 * point]} ${places[2 * point + 1]})">${symbol}</g>`;
  });
  board.insertAdjacentHTML("beforeend", pieces.join(""));
  place.append(board);
  if (boards.captions[at] && !plain) place.append(make("small", {}, boards.captions[at]));
  return place;
}

/** The view box of a board's points alone. */
function boundsOf(places) {
  const xs = places.filter((_, index) => index % 2 === 0), ys = places.filter((_, index) => index % 2);
  const [left, top] = [Math.min(...xs) - 23, Math.min(...ys) - 23];
  return [left, top, Math.max(...xs) + 23 - left, Math.max(...ys) + 23 - top].join(" ");
}

function windowText([alpha, beta]) { return `α = ${number(alpha)}, β = ${number(beta)}`; }

// Elements -----------------------------------------------------------------------------------------

function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function drawn(tag, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

function iconOf(path) {
  if (!path) return make("span", { "aria-hidden": "true" }, SCISSORS);
  const icon = drawn("svg", { viewBox: "0 0 16 16", width: 14, height: 14, "aria-hidden": "true" });
  icon.append(drawn("path", { d: path, fill: "currentColor", "fill-rule": "evenodd" }));
  return icon;
}

function options(texts) {
  return texts.map(([value, text]) => make("option", { value }, text));
}

/**
 * Replay the search that `record` holds in `element`; `against` is the record of another one on the
 * same position, set beside it; `exercise` is "values", "cuts" or "". Returns the players.
 */
export function createTree(element, record, { against = null, exercise = "" } = {}) {
  element.replaceChildren();
  element.classList.add("zt");
  const records = against ? [record, against] : [record];
  const note = make("p", { class: "zt-note", role: "status" });
  const places = records.map((each) => make("section", { "aria-label": `${each.algorithm}, replayed` }));
  element.append(...(against ? [note] : []), make("div", { class: "zt-players" }, ...places));
  const players = records.map((each, index) => new Player(places[index], each, { exercise }));
  if (against) {
    players[0].compareWith(players[1]);
    players[1].compareWith(players[0]);
    note.textContent = players.map((player) => player.differences()).join(" ");
  }
  if (exercise) players[0].begin(exercise);
  return players;
}
