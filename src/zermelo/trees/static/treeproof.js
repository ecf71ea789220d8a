// A recorded proof-number search: each step expands one node, and nodes have two numbers.

import { counted, LEAF, Search, unpacked } from "./treesearch.js";

/** The columns of a record with `proofs`, and what follows from them. */
export class ProofSearch extends Search {
  /** @param {TreeRecord} record */
  constructor(record) {
    super(record);
    const { proofs } = record;
    for (const name of ["born", "expanded", "first", "changed", "proof", "disproof"]) {
      this[name] = unpacked(proofs[name]);
    }
    this.steps = proofs.steps;
    this.claim = proofs.claim;
    this.grown = new Int32Array(this.steps + 1);  // the node that each step expanded
    this.expanded.forEach((step, node) => { if (step) this.grown[step] = node; });
    this.chosen = this.chosen.map((_, node) => this.chosenAt(node, this.steps));
  }

  get exercises() { return []; }

  entered(node) { return this.born[node]; }

  left(node) { return this.expanded[node] || (this.end[node] === LEAF ? this.born[node] : Infinity); }

  event(step) { return { node: this.grown[step], leaving: step > 1 }; }

  /** The proof and the disproof number of `node` after `step`. */
  pair(node, step) {
    let low = this.first[node], high = this.first[node + 1] - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.changed[middle] <= step) low = middle;
      else high = middle - 1;
    }
    return [this.proof[low], this.disproof[low]].map((each) => (each === 0 ? Infinity : each - 1));
  }

  /** The child to which the smaller number leads, or −1. */
  chosenAt(node, step) {
    if (!this.expanded[node] || this.expanded[node] > step) return -1;
    const place = this.maximizing[node] ? 0 : 1;
    let best = -1, least = Infinity;
    for (const child of this.children(node)) {
      const number = this.pair(child, step)[place];
      if (best < 0 || number < least) [best, least] = [child, number];
    }
    return best;
  }

  result(node, step) { return this.pair(node, step).map(this.number).join(" | "); }

  spoken(node, step) {
    const [proof, disproof] = this.pair(node, step).map(this.number);
    return `proof number ${proof}, disproof number ${disproof}`;
  }

  sideOf(mine) { return mine ? "OR" : "AND"; }

  get wide() { return true; }

  get goal() { return `claim: ${this.claim}`; }

  get legend() {
    return [` ${this.names[0]}, who claims ${this.claim} `, ` ${this.names[1]}. Numbers: proof | disproof.`];
  }

  /** What has just happened at `step`, in sentences. */
  described(step) {
    if (step === 0) return `Can ${this.names[0]} reach ${this.claim}? Press Forward to begin.`;
    const { node } = this.event(step), root = this.#verdict(0, step);
    if (step === 1) return `The root is made: its numbers are ${this.result(0, 1)}. ${root}`.trim();
    const place = node === 0 ? "The root" : this.path(node).slice(1).map((each) => this.move(each)).join(" ");
    const children = counted(this.tried[node], "move"), after = this.result(node, step);
    const how = this.maximizing[node] ? "the least proof number, the sum of disproof numbers"
      : "the sum of proof numbers, the least disproof number";
    const effect = node === 0 ? "" : this.#effect(step);
    return `${place} is expanded: ${children}. ${this.side(node)} takes ${how}: ${after}. ${effect}${root}`.trim();
  }

  #effect(step) {
    const before = this.result(0, step - 1), after = this.result(0, step);
    return before === after ? `The root stays at ${after}. ` : `The root goes from ${before} to ${after}. `;
  }

  #verdict(node, step) {
    const [proof, disproof] = this.pair(node, step);
    if (proof === 0) return "The claim is proven.";
    return disproof === 0 ? "The claim is refuted." : "";
  }

  /** What has become of `node`, in a word. */
  ending(node, step) {
    if (this.born[node] > step) return "";
    const [proof, disproof] = this.pair(node, step);
    return proof === 0 ? "proven" : disproof === 0 ? "refuted" : "";
  }

  /** What is known of `node`: names and texts. */
  facts(node, step) {
    if (this.born[node] > step) return [];
    const [proof, disproof] = this.pair(node, step).map(this.number), best = this.chosenAt(node, step);
    return [
      ["proof number", proof],
      ["disproof number", disproof],
      ["ended", this.ending(node, step)],
      ["leads to", best < 0 ? "" : this.move(best)],
      ["made", `step ${this.born[node].toLocaleString("en")}`],
      ["expanded", this.expanded[node] && this.expanded[node] <= step ? `step ${this.expanded[node].toLocaleString("en")}` : ""],
    ].filter(([, value]) => value);
  }
}
