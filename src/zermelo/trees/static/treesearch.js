// A recorded search as typed arrays, the facts that follow from them, and its events in sentences.
//
// `zermelo.trees.record.tree_record` makes a record of a trace. Nodes are numbered in the
// order in which the search entered them, so a node's subtree is a range of numbers, and the state
// at any time follows by counting: only the levels have to be stored.

export const LEAF = 0, EVALUATED = 1, TABLE = 2, CUTOFF = 3;  // kinds of ends of nodes; 4: every move was tried

export const SCISSORS = "\u2702\ufe0e";  // as text, not as a coloured picture

/** The columns of a record as typed arrays, and facts derived from them. */
export class Search {
  /** @param {TreeRecord} record */
  constructor(record) {
    Object.assign(this, record);
    this.numbers = record.numbers.map(Number); // "Infinity" is a text in JSON
    for (const name of ["legalStart", "legal", "level", "position", "end", "maximizing"]) {
      this[name] = Int32Array.from(record[name]);
    }
    for (const name of ["alpha", "beta", "value"]) {
      this[name] = Float64Array.from(record[name], (index) => this.numbers[index]);
    }
    this.terms = (node) => (this.end[node] === EVALUATED ? record.termTexts?.[record.terms[this.position[node]]] : "");
    this.length = this.level.length;
    this.steps = 2 * this.length;  // each node is entered and left
    // The levels determine each node's parent, size of subtree, rank among its siblings, and best child.
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
    let node = last(0, this.length - 1, (each) => this.entered(each) <= step);
    const ended = step - this.entered(node);
    for (let above = 1; above < ended; above++) node = this.parent[node];
    return { node, leaving: ended > 0 };
  }

  /** The step after `step`; a node without children is entered and left at once. */
  after(step) {
    if (step >= this.steps) return step + 1;
    const { node, leaving } = this.event(step + 1);
    return !leaving && this.size[node] === 1 ? step + 2 : step + 1;
  }

  /** The step before `step`, the inverse of `after`. */
  before(step) { return step - (this.size[this.event(step).node] === 1 ? 2 : 1); }

  /** The steps at which moves have just been pruned. */
  get cuts() { return (this.cutSteps ??= this.#ended(CUTOFF)); }

  /** The steps at which the table has just answered. */
  get hits() { return (this.hitSteps ??= this.#ended(TABLE)); }

  /** The steps that leave nodes with this kind of end. */
  #ended(end) {
    const nodes = [...this.end.keys()].filter((node) => this.end[node] === end);
    return Int32Array.from(nodes, (node) => this.left(node)).sort();
  }

  /** The greatest absolute value, the limit of drawn windows. */
  get most() { return (this.reach ??= Math.max(1, ...this.numbers.filter(Number.isFinite).map(Math.abs))); }

  // The tree.

  *children(node) {
    const behind = node + this.size[node];
    for (let child = node + 1; child < behind; child += this.size[child]) yield child;
  }

  /** The nodes on the path from the root to `node`. */
  path(node) { return node < 0 ? [] : [...this.path(this.parent[node]), node]; }

  /** The moves from the root to `node`. */
  movesTo(node) { return this.path(node).slice(1).map((each) => this.move(each)).join(" "); }

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

  /** All nodes with the position of `node`, in ascending order; several lines may reach it. */
  same(node) {
    this.meetings ??= Map.groupBy(this.position.keys(), (each) => this.position[each]);
    return this.meetings.get(this.position[node]);
  }

  /** Whether the moves of `node` that have not been searched by `step` will never be searched. */
  prunes(node, step) { return this.left(node) <= step; }

  /** The legal moves that a cut at a node left unsearched. */
  pruned(node) {
    if (this.end[node] !== CUTOFF) return [];
    const seen = new Set([...this.children(node)].map((child) => this.rank[child]));
    return this.moves(node).filter((_, rank) => !seen.has(rank));
  }

  /** The first window for the moves of `node`: as requested, or narrowed by the table. */
  asked(node) {
    const first = this.size[node] > 1 ? node + 1 : node;
    return [this.alpha[first], this.beta[first]];
  }

  /** The window of `node` after the children left by `step`. */
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

  /** The window to show: the current one while the node is searched, afterwards the first one. */
  shown(node, step) {
    return this.left(node) <= step ? [this.alpha[node], this.beta[node]] : this.window(node, step);
  }

  /** The best child of `node`, once the node is left; −1 before. */
  chosenAt(node, step) { return this.left(node) <= step ? this.chosen[node] : -1; }

  /** Whether nodes need more room, because values have decimals. */
  get wide() { return !this.numbers.filter(Number.isFinite).every(Number.isInteger); }

  /** The place of the active function among `sources`, and of the line that has just run. */
  lit(node, done) {
    const index = (this.maximizing[node] ? 0 : 1) % this.sources.length;
    return [index, this.sources[index].lit[done ? 1 + this.end[node] : 0]];
  }

  // Words.

  /** A value of this search as a text; points have a sign, like "+8". */
  number = (value) => {
    const text = number(value);
    return this.by === "score" && Number(text) > 0 ? `+${text}` : text;
  };

  side(node) { return this.sides[this.maximizing[node] ? 0 : 1]; }

  bounds([alpha, beta]) { return `α = ${this.number(alpha)}, β = ${this.number(beta)}`; }

  /** The reason why moves of `node` were pruned, like "4 ≥ β = 3". */
  inequality(node) {
    const [low, high] = this.asked(node), value = this.number(this.value[this.chosen[node]]);
    return this.maximizing[node] ? `${value} ≥ β = ${this.number(high)}` : `${value} ≤ α = ${this.number(low)}`;
  }

  /** A sign if the value that `node` returned is only a bound: "≤ ", "≥ ", else "". */
  bounded(node) {
    if (!this.windowed || this.size[node] === 1) return "";
    const [low, high] = this.asked(node), value = this.value[node];
    if (value <= low && low > this.alpha[0]) return "≤ ";
    return value >= high && high < this.beta[0] ? "≥ " : "";
  }

  /** The result of `node` at `step`, "" while it is searched. */
  result(node, step) {
    return this.left(node) <= step ? this.bounded(node) + this.number(this.value[node]) : "";
  }

  /** The result for screen readers. */
  spoken(node, step) {
    const result = this.result(node, step);
    return result ? `value ${result}` : "not yet known";
  }

  /** The end of `node`, in a word or an inequality; "" while it is searched. */
  ending(node, step) {
    if (this.left(node) > step) return "";
    return this.end[node] === CUTOFF ? `${SCISSORS} ${this.inequality(node)}` : this.endings[this.end[node]] ?? "";
  }

  /** The facts about a finished node: names and texts, which may be empty. */
  facts(node, step) {
    if (this.left(node) > step) return [];
    return [
      ["value", this.result(node, step)],
      ["terms", this.terms(node)],
      ["by", this.made?.(node)],
      ["ended", this.ending(node, step)],
      ["chosen", this.chosen[node] < 0 ? "" : this.move(this.chosen[node])],
      ["pruned", this.pruned(node).join("  ")],
      ["nodes below", (this.size[node] - 1).toLocaleString("en")],
    ];
  }

  /** The event at `step` and its effect, in sentences. */
  described(step) {
    if (step === 0) return `${this.names[0]} is to move and searches: that is MAX. Press Forward to begin.`;
    const { node, leaving } = this.event(step);
    if (!leaving) {
      const after = node === 0 ? "" : ` after ${this.move(node)}`;
      const window = this.windowed ? ` The window is ${this.bounds(this.asked(node))}.` : "";
      return `${this.side(node)} is to move${after}.${window}`;
    }
    const end = [this.#way(node), this.#effect(node)].filter(Boolean).join(" ");
    if (node !== 0) return `${this.move(node)}: ${end}`;
    return `${end[0].toUpperCase()}${end.slice(1)} The search is done.`;
  }

  /** A sentence on the origin of the value of `node`. */
  #way(node) {
    const value = this.number(this.value[node]), best = this.chosen[node];
    if (this.end[node] === LEAF) return `the game is over, worth ${value} to MAX.`;
    if (this.end[node] === EVALUATED) return `the depth limit is reached; the evaluation says ${value}.`;
    if (this.end[node] === TABLE) return `met before; the table answers ${value}.`;
    if (this.end[node] === CUTOFF) {
      const rest = this.pruned(node).length;
      return `cut, for ${this.inequality(node)}: ${this.cutReason(node)} ` +
        `${counted(rest, "move")} of ${this.side(node)} can be skipped.` + this.returned(node);
    }
    return `${this.side(node)} takes the ${this.maximizing[node] ? "greatest" : "least"} of ` +
      `${counted(this.tried[node], "value")}: ${this.number(this.value[best])}, by ${this.move(best)}.` + this.returned(node);
  }

  /** The reason why the moves after a cut at `node` cannot matter, by the origin of the bound. */
  cutReason(node) {
    const max = this.maximizing[node], side = max ? 1 : 0;
    const bound = this.asked(node)[side], given = [this.alpha[node], this.beta[node]][side];
    if (bound !== given) return `the table knows that it is worth no ${max ? "more" : "less"}.`;
    if (bound === [this.alpha[0], this.beta[0]][side]) return `no value can be better for ${this.side(node)}.`;
    return `${max ? "MIN" : "MAX"} already has a move at least as good further up and will avoid this node.`;
  }

  /** A sentence on the bound that a fail-hard search returns instead of a value beyond it. */
  returned(node) {
    const value = this.value[node];
    if (value === this.value[this.chosen[node]]) return "";
    const bound = value === this.asked(node)[0] ? "α" : "β";
    return ` Outside the window, so the bound ${bound} = ${this.number(value)} is returned.`;
  }

  /** The effect of the value of `node` on its parent. */
  #effect(node) {
    const above = this.parent[node], side = this.maximizing[above] ? 0 : 1, left = this.left(node);
    if (above < 0 || !this.windowed) return "";
    const [before, after] = [left - 1, left].map((step) => this.window(above, step)[side]);
    if (before === after) return "";
    return `At ${above === 0 ? "the root" : this.move(above)}, ${"αβ"[side]} ${after > before ? "rises" : "falls"} from ` +
      `${this.number(before)} to ${this.number(after)}.`;
  }
}

/** The last number from low to high for which `holds` is true; it must be true for all numbers before that. */
export function last(low, high, holds) {
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** For each node of `one` the node of `other` after the same moves, or −1. */
export function counterparts(one, other) {
  const found = new Int32Array(one.length).fill(-1);
  const pairs = [[0, 0]];
  while (pairs.length) {
    const [node, twin] = pairs.pop();
    found[node] = twin;
    const twins = [...other.children(twin)];
    for (const child of one.children(node)) {
      const place = twins.findIndex((each) => other.move(each) === one.move(child));
      if (place >= 0) pairs.push([child, ...twins.splice(place, 1)]);
    }
  }
  return found;
}

/** The step of `other` that corresponds to `step` of `one`; `twins` are the counterparts of its nodes.

    While `one` is in a subtree that `other` skips, `other` has just left the parent of that subtree. */
export function counterstep(one, other, twins, step) {
  if (step === 0 || step === one.steps) return step && other.steps;
  const { node, leaving } = one.event(step);
  let at = node;
  while (twins[at] < 0) at = one.parent[at];
  return leaving || at !== node ? other.left(twins[at]) : other.entered(twins[at]);
}

/** A value as people write it, with a minus sign and three decimals at most. */
function number(value) {
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  return String(Math.round(value * 1000) / 1000 + 0).replace("-", "−");
}

export function counted(count, word) { return `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`; }
