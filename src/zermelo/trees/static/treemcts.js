// A recorded Monte Carlo tree search: each step is a simulation along a path from the root.

import { GrownSearch } from "./treegrown.js";
import { LEAF, unpacked } from "./treesearch.js";

/** The columns of a record with `simulations`, and what follows from them. */
export class MctsSearch extends GrownSearch {
  /** @param {TreeRecord} record */
  constructor(record) {
    const given = record.simulations;
    super(record, given, ["visits", "low", "high", "leaf"]);
    this.rank = unpacked(given.rank);
    this.bound = given.bound;
    this.exploration = given.exploration;
    this.total = Float64Array.from(unpacked(given.total), (sum, row) => sum - given.bound * this.visits[row]);
    [this.low, this.high, this.reward] = [this.low, this.high, unpacked(given.reward)]
      .map((column) => Float64Array.from(column, (each) => each - given.bound));
    this.chosen = this.chosen.map((_, node) => this.chosenAt(node, this.steps));
  }

  event(step) { return { node: step ? this.leaf[step - 1] : 0, leaving: true }; }

  /** What moves that were not tried had no need to be. */
  inequality(node) { return `${this.side(node)} is sure of its value`; }

  left(node) { return this.expanded[node] && this.proven(node, this.steps) ? this.#settled(node) : super.left(node); }

  /** The step from which on a node is proven that is in the end. */
  #settled(node) {
    let row = this.first[node];
    while (this.low[row] !== this.high[row]) row += 1;
    return this.changed[row];
  }

  proven(node, step) {
    const row = this.row(node, step);
    return this.low[row] === this.high[row];
  }

  /** The mean result of `node`, or what is proven; for MAX, as all values. */
  worthOf(node, step) {
    const row = this.row(node, step);
    return this.low[row] === this.high[row] ? this.low[row] : this.total[row] / this.visits[row];
  }

  /** What the player above compares `node` by, as `MctsTrace.uct`; ∞ without a visit, which goes first. */
  uct(node, step) {
    const above = this.parent[node];
    if (above < 0 || this.born[node] > step || this.proven(node, step)) return null;
    const row = this.row(node, step), over = this.row(above, step), side = this.maximizing[above] ? 1 : -1;
    const most = Math.max(side * this.low[row], side * this.high[row]);
    if (above && most <= Math.min(side * this.low[over], side * this.high[over])) return null;
    const known = Math.sqrt(Math.log(1 + this.visits[over]) / this.visits[row]);
    return side * this.total[row] / this.visits[row] / this.bound + this.exploration * known;
  }

  /** The child that the search holds for best after `step`: proven, or simulated most often; or −1. */
  chosenAt(node, step) {
    if (!this.expanded[node] || this.expanded[node] > step) return -1;
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
    return sure >= 0 && (most < 0 || this.#worth(most, step, side) <= least) ? sure : most;
  }

  /** What a move promises to the player who makes it: the mean with a draw added, within what is proven. */
  #worth(node, step, side) {
    const row = this.row(node, step), [one, other] = [side * this.low[row], side * this.high[row]];
    const mean = side * this.total[row] / (this.visits[row] + 1);
    return Math.max(Math.min(one, other), Math.min(Math.max(one, other), mean));
  }

  result(node, step) {
    const visits = this.visits[this.row(node, step)], proven = this.proven(node, step);
    if (!visits) return proven ? this.number(this.worthOf(node, step)) : "0 visits";
    return `${visits.toLocaleString("en")} · ${this.number(this.worthOf(node, step))}`;
  }

  spoken(node, step) { return this.named(node, step).map(([name, text]) => `${name} ${text}`).join(", "); }

  /** Its visits, mean and UCT by name; of a node that is proven, the value. */
  named(node, step) {
    const visits = this.visits[this.row(node, step)], uct = this.uct(node, step);
    const known = this.proven(node, step) ? "value" : visits ? "mean" : "";
    return [
      ["visits", visits.toLocaleString("en")],
      ...(known ? [[known, this.number(this.worthOf(node, step))]] : []),
      ...(uct === null ? [] : [["UCT", this.number(uct)]]),
    ];
  }

  get leading() { return "best so far"; }

  get goal() { return `${this.steps.toLocaleString("en")} simulations`; }

  get legend() {
    return [` ${this.names[0]}, who searches `, ` ${this.names[1]}. Numbers: visits · mean for MAX.`];
  }

  /** What `node` is by `step`, or what it is compared by. */
  ending(node, step) {
    if (this.born[node] > step) return "";
    if (this.proven(node, step)) return this.end[node] === LEAF ? "game over" : "proven";
    const uct = this.uct(node, step);
    return uct === null ? "" : `UCT ${this.number(uct)}`;
  }

  /** What has just happened at `step`, in sentences. */
  described(step) {
    if (step === 0) return `${this.names[0]} searches: that is MAX. Press Forward for the first simulation.`;
    const { node } = this.event(step), way = this.path(node).slice(1).map((each) => this.#taken(each, step - 1));
    const path = way.length ? `Simulation ${step.toLocaleString("en")} goes by ${way.join(", ")}. ` : "";
    return `${path}${this.#end(node, step)} ${this.effect(step)}`.trim();
  }

  /** A move of a simulation's path, with the number that it was chosen by. */
  #taken(node, step) {
    const uct = this.uct(node, step);
    return `${this.move(node)} (${uct === null ? "new" : `UCT ${this.number(uct)}`})`;
  }

  #end(node, step) {
    const reward = this.number(this.reward[step - 1]);
    if (!this.proven(node, step)) return `Random moves from there end with ${reward} for MAX.`;
    return `It is expanded, and its moves prove ${this.number(this.worthOf(node, step))} for MAX.`;
  }
}
