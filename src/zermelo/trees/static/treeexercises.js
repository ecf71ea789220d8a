// Exercises: questions at steps of a search, and checks of the answers.
//
// `question(search, event)` returns the node to ask about after an event, or null; `judge` returns whether an answer is
// right, and a friendly message.

import { make } from "./elements.js";
import { CUTOFF } from "./treesearch.js";

/** Asks for the value of a node when those of all its searched children are known. */
const VALUES = {
  title: "Fill in the values",
  hidesWindows: true,

  question(search, { node, leaving }, step) {
    const above = search.parent[node];
    return leaving && search.left(above) === step + 1 ? above : null;
  },

  ask(search, node) {
    const values = Array.from(search.children(node), (child) => search.number(search.value[child]));
    const rest = search.end[node] === CUTOFF ? `, ${search.pruned(node).length} more pruned` : "";
    return `${search.side(node)} is to move ${whereWords(search, node)}; its moves gave ` +
      `${values.join(", ")}${rest}. What is it worth?`;
  },

  judge(search, node, answer) {
    const value = Number(answer.trim().replace("−", "-").replace(",", "."));
    if (!answer.trim() || Number.isNaN(value)) return { reply: "A number, please, like −1 or 0.25." };
    const best = search.value[search.chosen[node]];
    const near = (one) => Math.abs(value - one) <= (Number.isInteger(one) ? 0 : 0.005);
    if (near(best) || near(search.value[node])) {
      return { right: true, reply: `Right. ${this.answer(search, node)}` };
    }
    const max = search.maximizing[node], values = Array.from(search.children(node), (child) => search.value[child]);
    const rule = `${search.side(node)} takes the ${max ? "greatest" : "least"} of its moves’ values.`;
    if (values.some(near)) return { reply: `Not quite. That is one of them, but ${rule}` };
    return { reply: near(-best) ? `Not quite. All values are MAX’s, here too: ${rule}` : `Not quite. ${rule}` };
  },

  answer(search, node) {
    const best = search.chosen[node];
    return `${search.side(node)} takes ${search.number(search.value[best])}, by ${search.move(best)}.` +
      search.returned(node);
  },
};

/** Asks after each child whether the search continues with the next move or cuts. */
const CUTS = {
  title: "Find the cuts",
  choices: ["Go on", "Cut"],

  question(search, { node, leaving }) {
    const above = search.parent[node];
    return leaving && search.rank[node] + 1 < search.moves(above).length ? above : null;
  },

  ask(search, node, step) {
    const child = search.event(step).node;
    return `${search.side(node)} ${whereWords(search, node)} got ${search.number(search.value[child])} from ` +
      `${search.move(child)}: now ${search.bounds(search.window(node, step))}. Go on with its next move, or cut?`;
  },

  judge(search, node, answer, step) {
    const right = (answer === "Cut") === cutsAt(search, node, step);
    return { right, reply: `${right ? "Right." : "Not quite."} ${this.answer(search, node, step)}` };
  },

  answer(search, node, step) {
    if (cutsAt(search, node, step)) return `Cut: ${search.inequality(node)}, ${search.cutReason(node)}`;
    const [alpha, beta] = search.window(node, step).map(search.number);
    return `α = ${alpha} is below β = ${beta}, so the next move may still matter: go on.`;
  },
};

/** Asks for the window of a node's search, when the node is entered. */
const WINDOWS = {
  title: "Fill in α and β",
  hidesWindows: true,
  field: "α and β",

  question(search, { node, leaving }) {
    return !leaving && node > 0 && search.size[node] > 1 ? node : null;
  },

  ask(search, node) {
    return `${search.side(node)} is to move ${whereWords(search, node)}. With which α and β does its search begin?`;
  },

  judge(search, node, answer) {
    const bounds = answer.replaceAll("−", "-").replaceAll("∞", "inf").match(/[-+]?(inf|\d+([.]\d+)?)/g) ?? [];
    const [alpha, beta] = bounds.map((bound) => Number(bound.replace("inf", "Infinity")));
    if (bounds.length !== 2) return { reply: "Two numbers, please, like −inf 3." };
    const near = (one, other) => one === other || Math.abs(one - other) <= 0.005;
    if (near(alpha, search.alpha[node]) && near(beta, search.beta[node])) {
      return { right: true, reply: `Right. ${this.answer(search, node)}` };
    }
    return { reply: "Not quite. α is the best that MAX has for sure on the way here, β the best that MIN has." };
  },

  answer(search, node) {
    return `${search.bounds([search.alpha[node], search.beta[node]])}.`;
  },
};

const cutsAt = (search, node, step) => search.left(node) === step + 1;

const whereWords = (search, node) => (node === 0 ? "at the root" : `after ${search.movesTo(node)}`);

export const EXERCISES = { values: VALUES, windows: WINDOWS, cuts: CUTS };

const SHOW = "Show me", NEXT = "Next";

/** The exercise of a player. `element` holds the form and the reply to the last answer. */
export class Quiz {
  constructor(player, exercise) {
    this.player = player;
    this.exercise = exercise;
    this.answered = new Set();  // steps whose questions are answered
    this.right = 0;
    this.missed = -1;  // the step at which an answer was wrong
    this.form = make("form", "zt-form");
    this.marks = make("p", { class: "zt-marks", "aria-live": "polite" });
    this.element = make("div", "", this.form, this.marks);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#answer(event.submitter?.value || this.form.elements.answer?.value || "");
    });
  }

  /** The node of the question at `step`, or null. */
  question(step) {
    const { search } = this.player;
    if (step === 0 || step >= search.steps || this.answered.has(step)) return null;
    return this.exercise.question(search, search.event(step), step);
  }

  /** The first step after `step` with an open question; the last step if none. */
  next(step) {
    const { steps } = this.player.search;
    do step += 1; while (step < steps && this.question(step) === null);
    return Math.min(step, steps);
  }

  /** Put the question of the player's step into the form; return it, or null. */
  ask() {
    const { search, step } = this.player, node = this.question(step);
    this.form.hidden = node === null;
    if (node === null) return null;
    const { choices, field = "Its value" } = this.exercise;
    const buttons = [...(choices ?? ["Check"]), SHOW].map((text) => make("button", { value: text === "Check" ? "" : text }, text));
    const input = make("input", { name: "answer", autocomplete: "off", size: 6, "aria-label": field });
    this.form.replaceChildren(...(choices ? [] : [input]), ...buttons);
    return this.exercise.ask(search, node, step);
  }

  /** Focus the question, so that the reader answers it. */
  remind() { this.form.querySelector("input, button")?.focus(); }

  #answer(answer) {
    const { search, step } = this.player, node = this.question(step);
    if (node === null) {
      this.player.goTo(this.next(step));
      return this.#say("", false, true);
    }
    if (answer === SHOW) return this.#settle(false, this.exercise.answer(search, node, step));
    const { right = false, reply } = this.exercise.judge(search, node, answer, step);
    if (right || this.exercise.choices) return this.#settle(right, reply);
    this.missed = step;
    this.#say(reply, false);
    this.form.elements.answer.select();
  }

  /** Settle the question, and show how many answers were right. A right answer leads to the next question at
      once; after a wrong one, the question stays, with its explanation, until the reader goes on. */
  #settle(right, reply) {
    const { step } = this.player;
    this.answered.add(step);
    if (right && this.missed !== step) this.right += 1;
    if (right) this.player.goTo(this.next(step));
    else this.form.replaceChildren(make("button", { value: NEXT }, NEXT));
    this.#say(`${reply} ${this.right} of ${this.answered.size} right at once.`, right, true);
  }

  #say(text, right, ended = false) {
    this.marks.textContent = text;
    this.marks.classList.toggle("zt-right", right);
    if (!ended) return;
    this.onAnswer?.();
    this.remind();
  }
}
