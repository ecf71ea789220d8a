// A recorded search that grows a tree: each step adds to it, and nodes have numbers that change.

import { LEAF, Search, unpacked } from "./treesearch.js";

/** The columns of a record's `growth`, and what follows from them. */
export class GrownSearch extends Search {
  /** @param {TreeRecord} record @param {Growth} growth @param {string[]} names of the columns that a kind of search adds */
  constructor(record, growth, names) {
    super(record);
    this.steps = growth.steps;
    for (const name of ["born", "expanded", "first", "changed", ...names]) this[name] = unpacked(growth[name]);
  }

  get exercises() { return []; }

  get wide() { return true; }

  entered(node) { return this.born[node]; }

  left(node) { return this.expanded[node] || (this.end[node] === LEAF ? this.born[node] : Infinity); }

  after(step) { return step + 1; }

  before(step) { return step - 1; }

  /** The row with the numbers of `node` after `step`. */
  row(node, step) {
    let low = this.first[node], high = this.first[node + 1] - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.changed[middle] <= step) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** How the root's numbers changed at `step`, in a sentence. */
  effect(step) {
    const before = this.result(0, step - 1), after = this.result(0, step);
    return before === after ? `The root stays at ${after}. ` : `The root goes from ${before} to ${after}. `;
  }

  /** What is known of `node`: names and texts. */
  facts(node, step) {
    if (this.born[node] > step) return [];
    const best = this.chosenAt(node, step), expanded = this.expanded[node];
    return [
      ...this.named(node, step),
      [this.leading, best < 0 ? "" : this.move(best)],
      ["made", `step ${this.born[node].toLocaleString("en")}`],
      ["expanded", expanded && expanded <= step ? `step ${expanded.toLocaleString("en")}` : ""],
    ].filter(([, value]) => value);
  }
}
