// Kinds of recorded searches. Two grow a tree, proof-number search and Monte Carlo tree search: each step adds to it, and
// nodes have numbers that change. Others are the walk through a certificate, and the calls of a person's functions.

import { counted, last, LEAF, Search, TABLE } from "./treesearch.js";

/** The columns of a record's `growth`, and facts derived from them. */
export class GrownSearch extends Search {
  wide = true;

  /** @param {TreeRecord} record @param {Growth} growth @param {string[]} names of the columns that a kind of search adds */
  constructor(record, growth, names) {
    super(record);
    this.steps = growth.steps;
    for (const name of ["born", "expanded", "first", "changed", ...names]) this[name] = Int32Array.from(growth[name]);
  }

  entered(node) { return this.born[node]; }

  left(node) { return this.expanded[node] > 0 ? this.expanded[node] : this.end[node] === LEAF ? this.born[node] : Infinity; }

  after(step) { return step + 1; }

  before(step) { return step - 1; }

  /** The row with the numbers of `node` after `step`. */
  row(node, step) {
    return last(this.first[node], this.first[node + 1] - 1, (row) => this.changed[row] <= step);
  }

  /** The change of the root's numbers at `step`, in a sentence. */
  effect(step) {
    const before = this.result(0, step - 1), after = this.result(0, step);
    return before === after ? `The root stays at ${after}. ` : `The root goes from ${before} to ${after}. `;
  }

  /** The facts about `node`: names and texts. */
  facts(node, step) {
    if (this.born[node] > step) return [];
    const best = this.chosenAt(node, step), expanded = this.expanded[node];
    return [
      ...this.named(node, step),
      [this.leading, best < 0 ? "" : this.move(best)],
      ["made", `step ${this.born[node].toLocaleString("en")}`],
      ["expanded", expanded > 0 && expanded <= step ? `step ${expanded.toLocaleString("en")}` : ""],
    ];
  }

  spoken(node, step) {
    const numbers = this.named(node, step).filter(([name]) => name !== "ended");
    return numbers.map(([name, text]) => `${name} ${text}`).join(", ");
  }
}

/** The columns of a record with `proofs`, and facts derived from them. */
export class ProofSearch extends GrownSearch {
  leading = "leads to";

  /** @param {TreeRecord} record */
  constructor(record) {
    super(record, record.proofs, ["proof", "disproof"]);
    this.claim = record.proofs.claim;
    this.grown = new Int32Array(this.steps + 1);  // the node that each step expanded
    this.expanded.forEach((step, node) => { if (step > 0) this.grown[step] = node; });
    this.chosen = this.chosen.map((_, node) => this.chosenAt(node, this.steps));
  }

  event(step) { return { node: this.grown[step], leaving: step > 1 }; }

  /** The proof and the disproof number of `node` after `step`. */
  pair(node, step) {
    const row = this.row(node, step);
    return [this.proof[row], this.disproof[row]].map((each) => (each < 0 ? Infinity : each));
  }

  /** The child with the least proof number for MAX, disproof number for MIN; −1 before the expansion. */
  chosenAt(node, step) {
    if (this.expanded[node] <= 0 || this.expanded[node] > step) return -1;
    const place = this.maximizing[node] ? 0 : 1;
    let best = -1, least = Infinity;
    for (const child of this.children(node)) {
      const number = this.pair(child, step)[place];
      if (best < 0 || number < least) [best, least] = [child, number];
    }
    return best;
  }

  result(node, step) { return this.pair(node, step).map(this.number).join(" | "); }

  /** The latest event at `step`, in sentences. */
  described(step) {
    if (step === 0) return `Can ${this.names[0]} reach ${this.claim}? Press Forward to begin.`;
    const { node } = this.event(step), known = this.ending(0, step);
    const root = known ? `The claim is ${known}.` : "";
    if (step === 1) return `The root is made: its numbers are ${this.result(0, 1)}. ${root}`.trim();
    const place = node === 0 ? "The root" : this.movesTo(node), children = counted(this.tried[node], "move");
    const how = this.maximizing[node] ? "the least proof number, the sum of disproof numbers"
      : "the sum of proof numbers, the least disproof number";
    const effect = node === 0 ? "" : this.effect(step);
    return `${place} is expanded: ${children}. ${this.side(node)} takes ${how}: ${this.result(node, step)}. ${effect}${root}`.trim();
  }

  /** The state of `node`, in a word. */
  ending(node, step) {
    if (this.born[node] > step) return "";
    const [proof, disproof] = this.pair(node, step);
    return proof === 0 ? "proven" : disproof === 0 ? "refuted" : "";
  }

  /** The numbers of `node` by name. */
  named(node, step) {
    const [proof, disproof] = this.pair(node, step).map(this.number);
    return [["proof number", proof], ["disproof number", disproof], ["ended", this.ending(node, step)]];
  }
}

/** The columns of a record with `simulations`, and facts derived from them. */
export class MctsSearch extends GrownSearch {
  leading = "best so far";

  /** @param {TreeRecord} record */
  constructor(record) {
    const given = record.simulations;
    super(record, given, ["visits", "low", "high", "leaf", "rank", "total", "reward"]);
    this.bound = given.bound;
    this.exploration = given.exploration;
    this.chosen = this.chosen.map((_, node) => this.chosenAt(node, this.steps));
  }

  event(step) { return { node: step ? this.leaf[step - 1] : 0, leaving: true }; }

  /** The reason why untried moves could be skipped. */
  inequality(node) { return `${this.side(node)} is sure of its value`; }

  /** The first step at which a node is proven; for other nodes as in `GrownSearch`. */
  left(node) {
    if (this.expanded[node] <= 0 || !this.proven(node, this.steps)) return super.left(node);
    let row = this.first[node];
    while (this.low[row] !== this.high[row]) row += 1;
    return this.changed[row];
  }

  /** Moves without a simulation may still get one, unless their node is proven. */
  prunes(node, step) { return this.proven(node, step); }

  proven(node, step) {
    const row = this.row(node, step);
    return this.low[row] === this.high[row];
  }

  /** The mean result of `node`, or its proven value; for MAX, like all values. */
  worthOf(node, step) {
    const row = this.row(node, step);
    return this.low[row] === this.high[row] ? this.low[row] : this.total[row] / this.visits[row];
  }

  /** The number by which the parent's player compares `node`, see `MctsTrace.uct`; ∞ without a visit. */
  uct(node, step) {
    const above = this.parent[node];
    if (above < 0 || this.born[node] > step || this.proven(node, step)) return null;
    const row = this.row(node, step), over = this.row(above, step), side = this.maximizing[above] ? 1 : -1;
    const most = Math.max(side * this.low[row], side * this.high[row]);
    if (above && most <= Math.min(side * this.low[over], side * this.high[over])) return null;
    const known = Math.sqrt(Math.log(1 + this.visits[over]) / this.visits[row]);
    return side * this.total[row] / this.visits[row] / this.bound + this.exploration * known;
  }

  /** The best child in the search after `step`: proven, or simulated most often; or −1. */
  chosenAt(node, step) {
    if (this.expanded[node] <= 0 || this.expanded[node] > step) return -1;
    const side = this.maximizing[node] ? 1 : -1, over = this.row(node, step);
    const least = Math.min(side * this.low[over], side * this.high[over]);
    let sure = -1, most = -1;
    for (const child of this.children(node)) {
      if (this.born[child] > step) continue;
      const row = this.row(child, step);
      const [low, high] = [side * this.low[row], side * this.high[row]].sort((one, other) => one - other);
      if (low === high && low === least && sure < 0) sure = child;
      if (high > least && (most < 0 || this.visits[row] > this.visits[this.row(most, step)])) most = child;
    }
    if (sure < 0 || most < 0) return sure < 0 ? most : sure;
    // The child's expected value for its player: the mean with a draw added, within proven bounds.
    const row = this.row(most, step), [one, other] = [side * this.low[row], side * this.high[row]];
    const mean = side * this.total[row] / (this.visits[row] + 1);
    return Math.max(Math.min(one, other), Math.min(Math.max(one, other), mean)) <= least ? sure : most;
  }

  result(node, step) {
    const visits = this.visits[this.row(node, step)], proven = this.proven(node, step);
    if (!visits) return proven ? this.number(this.worthOf(node, step)) : "0 visits";
    return `${visits.toLocaleString("en")} · ${this.number(this.worthOf(node, step))}`;
  }

  /** The visits, mean and UCT of a node by name; for a proven node, its value. */
  named(node, step) {
    const visits = this.visits[this.row(node, step)], uct = this.uct(node, step);
    const known = this.proven(node, step) ? "value" : visits ? "mean" : "";
    return [
      ["visits", visits.toLocaleString("en")],
      ...(known ? [[known, this.number(this.worthOf(node, step))]] : []),
      ...(uct === null ? [] : [["UCT", this.number(uct)]]),
    ];
  }

  /** The state of `node` at `step`: "game over", "proven", or its UCT; "" before it exists. */
  ending(node, step) {
    if (this.born[node] > step) return "";
    if (this.proven(node, step)) return this.end[node] === LEAF ? "game over" : "proven";
    const uct = this.uct(node, step);
    return uct === null ? "" : `UCT ${this.number(uct)}`;
  }

  /** The latest event at `step`, in sentences. */
  described(step) {
    if (step === 0) return `${this.names[0]} searches: that is MAX. Press Forward for the first simulation.`;
    const { node } = this.event(step), way = this.path(node).slice(1).map((each) => {
      const uct = this.uct(each, step - 1);  // the number that chose the move
      return `${this.move(each)} (${uct === null ? "new" : `UCT ${this.number(uct)}`})`;
    });
    const path = way.length ? `Simulation ${step.toLocaleString("en")} goes by ${way.join(", ")}. ` : "";
    const end = this.proven(node, step)
      ? `It is expanded, and its moves prove ${this.number(this.worthOf(node, step))} for MAX.`
      : `Random moves from there end with ${this.number(this.reward[step - 1])} for MAX.`;
    return `${path}${end} ${this.effect(step)}`.trim();
  }
}

const OPEN = 5;  // the end of a node below the requested depth

/** The columns of a record with a `certificate`, and facts derived from them. */
export class CertificateSearch extends Search {
  hits = [];

  /** @param {TreeRecord} record */
  constructor(record) {
    super(record);
    this.claim = record.certificate.claim;
    this.rank = Int32Array.from(record.certificate.rank);
    this.chosen = this.chosen.map((best, node) => (this.maximizing[node] ? best : -1));
  }

  /** The reason why moves outside the proof could be skipped. */
  inequality() { return "one move is enough"; }

  facts(node, step) {
    if (this.entered(node) > step) return [];
    return [
      ["proven", this.end[node] === LEAF ? this.number(this.value[node]) : this.claim],
      ["ended", this.ending(node, step)],
      ["the proof’s move", this.chosen[node] < 0 ? "" : this.move(this.chosen[node])],
      ["nodes below", (this.size[node] - 1).toLocaleString("en")],
    ];
  }

  /** The latest event of the walk at `step`, in sentences. */
  described(step) {
    if (step === 0) return `${this.names[0]} gets ${this.claim}. Press Forward to walk through the proof.`;
    const { node, leaving } = this.event(step), mine = this.maximizing[node];
    const place = node ? `After ${this.move(node)}` : "Here";
    if (!leaving) return `${place} ${this.names[mine ? 0 : 1]} is to move: ${mine ? "the proof has one move" : "all moves follow"}.`;
    if (this.end[node] === LEAF) return `${place} the game is over, worth ${this.number(this.value[node])} to ${this.names[0]}.`;
    if (this.end[node] === TABLE) return `${place} the position is one met before, or symmetric to one.`;
    if (this.end[node] === OPEN) return `${place} the proof goes on, deeper than is shown.`;
    return node ? `${place} all is proven.` : `All lines end as claimed: ${this.names[0]} gets ${this.claim}.`;
  }
}

/** The columns of a record with `calls`, and facts derived from them. */
export class CallSearch extends Search {
  /** @param {TreeRecord} record */
  constructor(record) {
    super(record);
    for (const name of ["rank", "function", "line"]) this[name] = Int32Array.from(record.calls[name]);
    const written = this.number;
    this.number = (value) => (Number.isNaN(value) ? "none" : written(value));
    this.chosen = this.chosen.map((best, node) => {  // the first child with the value that the node returned; if it returned none, the best
      if (Number.isNaN(this.value[node])) return this.calls.turns ? -1 : best;
      return [...this.children(node)].find((child) => {
        const turned = this.calls.turns && this.maximizing[child] !== this.maximizing[node];
        return (turned ? -1 : 1) * this.value[child] === this.value[node];
      }) ?? -1;
    });
  }

  #name(node) { return this.calls.functions[this.function[node]]; }

  /** The window in the call of `node`. */
  asked(node) { return [this.alpha[node], this.beta[node]]; }

  inequality(node) {
    return this.windowed && this.chosen[node] >= 0 ? super.inequality(node) : "left out";
  }

  bounded() { return ""; }

  result(node, step) {
    return this.left(node) <= step ? this.calls.results[node] || this.number(this.value[node]) : "";
  }

  /** The function called, and the line on which it returned. */
  made(node) { return `${this.#name(node)}${this.line[node] ? `, line ${this.line[node]}` : ""}`; }

  /** The place of the function of `node`, and of the line that has just run. */
  lit(node, done) {
    const first = this.calls.begins[this.function[node]];
    return [this.function[node], done && this.line[node] ? this.line[node] - first : 0];
  }

  /** The latest event at `step`, in sentences. */
  described(step) {
    if (step === 0) return `${this.#name(0)} is called. Press Forward to begin.`;
    const { node, leaving } = this.event(step), place = node ? `${this.move(node)}: ` : "";
    if (!leaving && this.size[node] > 1) {
      const window = this.windowed ? ` with ${this.bounds(this.asked(node))}` : "";
      return `${place}${this.#name(node)} is called${window}. ${this.side(node)} is to move.`;
    }
    const rest = this.pruned(node).length, left = rest ? ` It leaves out ${counted(rest, "move")}.` : "";
    const line = this.line[node] ? ` in line ${this.line[node]}` : "";
    return `${place}${this.#name(node)} returns ${this.result(node, this.steps)}${line}.${left}`;
  }
}
