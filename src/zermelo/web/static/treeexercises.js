// Exercises: what is asked at a step of a search, and how an answer is judged.
//
// `question(search, step)` is the node that is asked about, or null; `judge` says whether an answer
// is right and something friendly about it.

import { number } from "./treesearch.js";
import { line, returned } from "./treewords.js";

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
    const near = (one) => Math.abs(value - one) <= (Number.isInteger(one) ? 0 : 0.005);
    if (near(best) || near(search.value[node])) {
      return { right: true, said: `Right. ${this.answer(search, node)}` };
    }
    return {
      said: `Not quite. ${search.side(node)} takes the ${max ? "greatest" : "least"} of its moves’ values.`,
    };
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
  return `after ${line(search, node)}`;
}

export const EXERCISES = { values: VALUES, cuts: CUTS };
