// The calls of a person's functions, replayed like a recorded search.

import { counted, CUTOFF, EVALUATED, LEAF, Search } from "./treesearch.js";
import { SCISSORS } from "./treewords.js";

/** The columns of a record with `calls`, and facts derived from them. */
export class CallSearch extends Search {
  exercises = [];

  /** @param {TreeRecord} record */
  constructor(record) {
    super(record);
    for (const name of ["rank", "function", "line"]) this[name] = Int32Array.from(record.calls[name]);
    const written = this.number;
    this.number = (value) => (Number.isNaN(value) ? "none" : written(value));
    this.chosen = this.chosen.map((best, node) => {  // the first child whose value it returned; if none, the best
      if (Number.isNaN(this.value[node])) return this.calls.turns ? -1 : best;
      return [...this.children(node)].find((child) => {
        const turned = this.calls.turns && this.maximizing[child] !== this.maximizing[node];
        return (turned ? -1 : 1) * this.value[child] === this.value[node];
      }) ?? -1;
    });
  }

  get goal() { return this.calls.broken ? "stopped here" : this.#name(0); }

  get legend() {
    const whose = this.calls.turns ? "the player to move’s" : "MAX’s";
    return [` ${this.names[0]}, who searches `, ` ${this.names[1]}. Values are ${whose}.`];
  }

  #name(node) { return this.calls.functions[this.function[node]]; }

  /** The window in the call of `node`. */
  asked(node) { return [this.alpha[node], this.beta[node]]; }

  /** The legal moves of `node` that were not searched. */
  pruned(node) {
    if (this.end[node] !== CUTOFF) return [];
    const seen = new Set([...this.children(node)].map((child) => this.rank[child]));
    return this.moves(node).filter((_, rank) => !seen.has(rank));
  }

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

  /** The end of `node`, in a word. */
  ending(node, step) {
    if (this.left(node) > step) return "";
    if (this.end[node] === CUTOFF) return `${SCISSORS} ${this.inequality(node)}`;
    return { [LEAF]: "game over", [EVALUATED]: "goes no further" }[this.end[node]] ?? "";
  }

  /** The latest event at `step`, in sentences. */
  described(step) {
    if (step === 0) return `${this.#name(0)} is called. Press Forward to begin.`;
    const { node, leaving } = this.event(step), place = node ? `${this.move(node)}: ` : "";
    const [alpha, beta] = this.asked(node).map(this.number);
    if (!leaving && this.size[node] > 1) {
      const window = this.windowed ? ` with α = ${alpha}, β = ${beta}` : "";
      return `${place}${this.#name(node)} is called${window}. ${this.side(node)} is to move.`;
    }
    const rest = this.pruned(node).length, left = rest ? ` It leaves out ${counted(rest, "move")}.` : "";
    const line = this.line[node] ? ` in line ${this.line[node]}` : "";
    return `${place}${this.#name(node)} returns ${this.result(node, this.steps)}${line}.${left}`;
  }
}
