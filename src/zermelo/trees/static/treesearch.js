// A recorded search as typed arrays, and the facts that follow from them.
//
// `zermelo.trees.record.tree_record` makes a record of a trace. Nodes are numbered in the
// order in which the search entered them, so a node's subtree is a range of numbers, and the state
// at any time follows by counting: only the levels have to be stored.

export const LEAF = 0, EVALUATED = 1, TABLE = 2, CUTOFF = 3;  // kinds of ends of nodes; 4: every move was tried

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
    this.ends = [];  // by kind: the steps that leave nodes so
    // Each node's parent, size of subtree, rank among its siblings, best child; from the levels:
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

  /** The first step after `step` at which moves have just been pruned; the last step if none. */
  nextCut(step) { return this.cuts.find((each) => each > step) ?? this.steps; }

  /** The first step after `step` at which the table has just answered; the last step if none. */
  nextHit(step) { return this.#ended(TABLE).find((each) => each > step) ?? this.steps; }

  /** The steps that leave nodes with this kind of end. */
  #ended(end) {
    const nodes = () => [...this.end.keys()].filter((node) => this.end[node] === end);
    return (this.ends[end] ??= Int32Array.from(nodes(), (node) => this.left(node)).sort());
  }

  /** The greatest absolute value, the limit of drawn windows. */
  get most() { return (this.reach ??= Math.max(1, ...this.numbers.filter(Number.isFinite).map(Math.abs))); }

  get cuts() { return this.#ended(CUTOFF); }

  get tableHits() { return this.#ended(TABLE).length; }

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

  /** All nodes of the position of `node`, which several lines may reach, in their order. */
  same(node) {
    if (!this.meetings) {
      this.meetings = [];
      this.position.forEach((position, each) => { (this.meetings[position] ??= []).push(each); });
    }
    return this.meetings[this.position[node]];
  }

  /** The letters of a position with several nodes, in the order of the first nodes; else "". */
  letters(node) {
    if (this.same(node).length === 1) return "";
    this.lettered ??= new Map(this.meetings.filter((nodes) => nodes?.length > 1)
      .sort(([one], [other]) => one - other).map(([first], index) => [first, letters(index)]));
    return this.lettered.get(this.same(node)[0]);
  }

  /** Whether the moves of `node` that were not searched by `step` never will be. */
  prunes(node, step) { return this.left(node) <= step; }

  pruned(node) { return this.end[node] === CUTOFF ? this.moves(node).slice(this.tried[node]) : []; }

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

  /** Why moves of `node` were pruned, like "4 ≥ β = 3". */
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

  /** The window to show: the current one while the node is searched, then the first one. */
  shown(node, step) {
    return this.left(node) <= step ? [this.alpha[node], this.beta[node]] : this.window(node, step);
  }

  /** A value of this search as a text; points have their sign, "+8". */
  number = (value) => {
    const text = number(value);
    return this.by === "score" && Number(text) > 0 ? `+${text}` : text;
  };

  /** The place of the active function among `sources`, and of the line that has just run. */
  lit(node, done) {
    const index = (this.maximizing[node] ? 0 : 1) % this.sources.length;
    return [index, this.sources[index].lit[done ? 1 + this.end[node] : 0]];
  }

  side(node) { return this.sideOf(this.maximizing[node]); }

  sideOf(max) { return max ? "MAX" : "MIN"; }

  bound(node) { return this.maximizing[node] ? "α" : "β"; }

  /** The available exercises. */
  get exercises() { return this.windowed ? ["values", "windows", "cuts"] : ["values"]; }

  /** Whether its values need more room than small numbers. */
  get wide() { return !this.numbers.filter(Number.isFinite).every(Number.isInteger); }

  /** The depth of the search, in words. */
  get goal() { return this.depth === null ? "to the end" : `depth ${this.depth}`; }

  /** The players MAX and MIN, and the player whose values are shown. */
  get legend() {
    return [` ${this.names[0]}, who searches `, ` ${this.names[1]}. ${this.by === "score" ? "Points" : "Values"} are MAX’s.`];
  }

  /** The result of `node` by `step`, "" while it is searched. */
  result(node, step) {
    return this.left(node) <= step ? this.bounded(node) + this.number(this.value[node]) : "";
  }

  /** The result for screen readers. */
  spoken(node, step) {
    const result = this.result(node, step);
    return result ? `value ${result}` : "not yet known";
  }

  /** The best child of `node`, once the node is left; −1 before. */
  chosenAt(node, step) { return this.left(node) <= step ? this.chosen[node] : -1; }
}

/** The last number from low to high that `holds`, as all before it do. */
export function last(low, high, holds) {
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Numbers from 0 as letters: A … Z, AA, AB … */
function letters(index) {
  const last = String.fromCharCode(65 + index % 26);
  return index < 26 ? last : letters(Math.floor(index / 26) - 1) + last;
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

    Where `one` searches what the other does not, the other has just left the node above. */
export function counterstep(one, other, twins, step) {
  if (step === 0 || step === one.steps) return step && other.steps;
  const { node, leaving } = one.event(step);
  let at = node;
  while (twins[at] < 0) at = one.parent[at];
  return leaving || at !== node ? other.left(twins[at]) : other.entered(twins[at]);
}

/** A value as people write it, with a minus sign and three decimals at most. */
export function number(value) {
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  return String(Math.round(value * 1000) / 1000 + 0).replace("-", "−");
}

export function counted(count, word) { return `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`; }
