// A reader who fills in what the search did: the questions, the answers, and how many were right.

import { make } from "./treeelements.js";

const SHOW = "Show me";

/** The exercise of a player. `element` holds the form and the reply to the last answer. */
export class Quiz {
  constructor(player, exercise) {
    this.player = player;
    this.exercise = exercise;
    this.answered = new Set();  // the steps whose questions are done with
    this.right = 0;
    this.missed = -1;  // the step at which an answer was wrong
    this.form = make("form", { class: "zt-form" });
    this.marks = make("p", { class: "zt-marks", "aria-live": "polite" });
    this.element = make("div", {}, this.form, this.marks);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#answer(event.submitter?.value || this.form.elements.answer?.value || "");
    });
  }

  get hidesWindows() { return this.exercise.hidesWindows; }

  /** The node that is asked about at `step`, or null. */
  question(step) {
    return this.answered.has(step) ? null : this.exercise.question(this.player.search, step);
  }

  /** The first step after `step` with a question that is not done with; the last step if none. */
  next(step) {
    const { steps } = this.player.search;
    do step += 1; while (step < steps && this.question(step) === null);
    return Math.min(step, steps);
  }

  /** Put the question of the player's step into the form; returned is what is asked, or null. */
  ask() {
    const { search, step } = this.player, node = this.question(step);
    this.form.hidden = node === null;
    if (node === null) return null;
    const texts = [...(this.exercise.choices ?? ["Check"]), SHOW];
    const buttons = texts.map((text) =>
      make("button", { value: text === "Check" ? "" : text }, text));
    const input = make("input", {
      name: "answer", autocomplete: "off", size: 6, "aria-label": this.exercise.field ?? "Its value",
    });
    this.form.replaceChildren(...(this.exercise.choices ? [] : [input]), ...buttons);
    return this.exercise.ask(search, node, step);
  }

  /** Have the reader look at the question. */
  remind() { this.form.querySelector("input, button")?.focus(); }

  #answer(answer) {
    const { search, step } = this.player, node = this.question(step);
    if (node === null) return;
    if (answer === SHOW) {
      this.#settle(false, this.exercise.answer(search, node, step));
      return;
    }
    const { right = false, reply } = this.exercise.judge(search, node, answer, step);
    if (right || this.exercise.choices) {
      this.#settle(right, reply);
      return;
    }
    this.missed = step;
    this.#say(reply, false);
    this.form.elements.answer.select();
  }

  /** The question is done with: go to the next, and say how many were right. */
  #settle(right, reply) {
    const { step } = this.player;
    this.answered.add(step);
    if (right && this.missed !== step) this.right += 1;
    this.player.goTo(this.next(step));
    this.onAnswer?.();
    this.#say(`${reply} ${this.right} of ${this.answered.size} right at once.`, right);
    this.remind();
  }

  #say(text, right) {
    this.marks.textContent = text;
    this.marks.classList.toggle("zt-right", right);
  }
}
