// A recorded proof-number search: each step expands one node, and nodes have two numbers.

import { GrownSearch } from "./treegrown.js";
import { counted } from "./treesearch.js";

/** The columns of a record with `proofs`, and what follows from them. */
export class ProofSearch extends GrownSearch {
  /** @param {TreeRecord} record */
  constructor(record) {
    super(record, record.proofs, ["proof", "disproof"]);
    this.claim = record.proofs.claim;
    this.grown = new Int32Array(this.steps + 1);  // the node that each step expanded
    this.expanded.forEach((step, node) => { if (step) this.grown[step] = node; });
    this.chosen = this.chosen.map((_, node) => this.chosenAt(node, this.steps));
  }

  event(step) { return { node: this.grown[step], leaving: step > 1 }; }

  /** The proof and the disproof number of `node` after `step`. */
  pair(node, step) {
    const row = this.row(node, step);
    return [this.proof[row], this.disproof[row]].map((each) => (each === 0 ? Infinity : each - 1));
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
    const effect = node === 0 ? "" : this.effect(step);
    return `${place} is expanded: ${children}. ${this.side(node)} takes ${how}: ${after}. ${effect}${root}`.trim();
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

  get leading() { return "leads to"; }

  /** The numbers of `node` by name. */
  named(node, step) {
    const [proof, disproof] = this.pair(node, step).map(this.number);
    return [["proof number", proof], ["disproof number", disproof], ["ended", this.ending(node, step)]];
  }
}
