// A certificate as it is walked through: one move for the claimant, all for the other player.

import { LEAF, Search, TABLE, unpacked } from "./treesearch.js";

const OPEN = 5;  // how a node ends that is deeper than the tree was to go

/** The columns of a record with a `certificate`, and what follows from them. */
export class CertificateSearch extends Search {
  /** @param {TreeRecord} record */
  constructor(record) {
    super(record);
    this.claim = record.certificate.claim;
    this.rank = unpacked(record.certificate.rank);
    this.chosen = this.chosen.map((best, node) => (this.maximizing[node] ? best : -1));
  }

  get exercises() { return []; }

  get tableHits() { return 0; }

  sideOf(mine) { return mine ? "OR" : "AND"; }

  get goal() { return `proven: ${this.claim}`; }

  get legend() {
    return [` ${this.names[0]}, who gets ${this.claim}: one move is enough `, ` ${this.names[1]}: all moves.`];
  }

  /** What moves that do not stand in the proof have no need to. */
  inequality() { return "one move is enough"; }

  /** How `node` ends, in a word. */
  ending(node, step) {
    if (this.left(node) > step) return "";
    return { [LEAF]: "game over", [TABLE]: "met before", [OPEN]: "goes on" }[this.end[node]] ?? "";
  }

  facts(node, step) {
    if (this.entered(node) > step) return [];
    return [
      ["proven", this.end[node] === LEAF ? this.number(this.value[node]) : this.claim],
      ["ended", this.ending(node, step)],
      ["the proof’s move", this.chosen[node] < 0 ? "" : this.move(this.chosen[node])],
      ["nodes below", (this.size[node] - 1).toLocaleString("en")],
    ].filter(([, value]) => value);
  }

  /** What the walk has just come to at `step`, in sentences. */
  described(step) {
    if (step === 0) return `${this.names[0]} gets ${this.claim}. Press Forward to walk through the proof.`;
    const { node, leaving } = this.event(step), mine = this.maximizing[node];
    const place = node ? `After ${this.move(node)}` : "Here";
    if (!leaving) return `${place} ${this.names[mine ? 0 : 1]} is to move: ${mine ? "the proof has one move" : "all moves follow"}.`;
    if (this.end[node] === LEAF) return `${place} the game is over, worth ${this.number(this.value[node])} to ${this.names[0]}.`;
    if (this.end[node] === TABLE) return `${place} stands a position that was met before, or one symmetric to it.`;
    if (this.end[node] === OPEN) return `${place} the proof goes on, deeper than is shown.`;
    return node ? `${place} all is proven.` : `All lines end as claimed: ${this.names[0]} gets ${this.claim}.`;
  }
}
