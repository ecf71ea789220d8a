// The player of one search: its controls and messages, its code, and the details of a node.

import { adopt, boardOf } from "./treeitem.js";
import { make, press, svg } from "./elements.js";
import { EXERCISES, Quiz } from "./treeexercises.js";
import { CallSearch, CertificateSearch, MctsSearch, ProofSearch } from "./treekinds.js";
import { counted, counterparts, counterstep, SCISSORS, Search } from "./treesearch.js";
import { TreeView } from "./treeview.js";

const LARGE = 150;  // the height of the selected node's board
const TWINS = 6;  // the most nodes to list of the same position
const TEMPO = 700;  // milliseconds a step in automatic play
const ARROWS = { ArrowLeft: ",", ArrowRight: ".", PageUp: ",", PageDown: ".", " ": "." };  // keys that work if nothing else has the focus

const BUTTONS = [  // name, text, key, and icon: a path in a square of 16, or scissors if there is none
  ["start", "Start", "Home", "M2 3h2v10H2zM14 3v10L5 8z"],
  ["back", "Back", ",", "M12 3v10L4 8z"],
  ["forward", "Forward", ".", "M4 3v10l8-5z"],
  ["cut", "Next cut", "c", ""],
  ["hit", "Next table hit", "t", "M2 3h12v10H2zM3.5 6v2h9V6zM3.5 9.5v2h9v-2z"],
  ["play", "Play", "p", "M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1zM6.3 4.6v6.8L11.5 8z"],
  ["end", "End", "End", "M12 3h2v10h-2zM2 3v10l9-5z"],
  ["present", "Present", "f", "M1 2h14v9H1zM3 4v5h10V4zM7 11h2v2h3v1H4v-1h3z"],
];

/**
 * Replays the search of a record in an element.
 *
 * step      the number of events so far
 * selected  the node described next to the tree
 * exercise  the `Quiz` under way, or null
 */
export class Player {
  constructor(element, record) {
    const kinds = { proofs: ProofSearch, simulations: MctsSearch, certificate: CertificateSearch, calls: CallSearch };
    const kind = Object.keys(kinds).find((name) => record[name]);
    this.search = new (kinds[kind] ?? Search)(record);
    if (record.boards) adopt(record.boards.style);
    this.element = element;
    this.step = 0;
    this.selected = 0;
    this.exercise = null;
    this.view = new TreeView(this);
    const { algorithm, sources } = this.search, lines = (text) => text.split("\n").map((line) => make("li", "", line || " "));
    this.detail = make("section", { class: "zt-detail", "aria-label": `Selected node of ${algorithm}` });
    this.functions = (sources ?? []).map(({ text }) => make("ol", "", ...lines(text)));
    this.source = make("section", { class: "zt-source", "aria-label": `Code of ${algorithm}`, tabindex: 0 }, ...this.functions);
    this.source.hidden = !this.functions.length;
    const side = make("div", "zt-side", this.source, this.detail);
    this.message = make("p", { class: "zt-message", "aria-live": "polite" });
    this.quiz = make("div");
    element.classList.add("zt-player");
    element.append(this.#head(), this.#controls(), make("div", "zt-speech", this.message, this.quiz),
      make("div", "zt-body", this.view.element, side));
    this.refresh(true);
  }

  // Building -------------------------------------------------------------------------------------

  #head() {
    const { search } = this, hits = search.hits.length;
    const facts = [counted(search.length - hits, "node")];
    if (search.windowed) facts.push(counted(search.cuts.length, "cut"));
    if (hits) facts.push(counted(hits, "table hit"));
    const { sides: [upper, lower], legend: [one, other] } = search;
    return make("header", "zt-head",
      make("h2", "", search.algorithm),
      make("p", "zt-facts", `${search.goal} · ${facts.join(" · ")}`),
      make("p", "zt-legend",
        make("span", "zt-max", `▲ ${upper}`), ` ${one} `,
        make("span", "zt-min", `▼ ${lower}`), ` ${other}`));
  }

  #controls() {
    const size = { viewBox: "0 0 16 16", width: 14, height: 14, "aria-hidden": "true" };
    const buttons = BUTTONS.map(([name, text, key, d]) => {
      const given = { type: "button", title: `${text} (key ${key})`, onclick: () => this.act(name) };
      const icon = d ? svg("svg", size, svg("path", { d, fill: "currentColor", "fill-rule": "evenodd" }))
        : make("span", { "aria-hidden": "true" }, SCISSORS);
      return make("button", given, icon, make("span", "zt-word", text));
    });
    this.buttons = Object.fromEntries(BUTTONS.map(([name], place) => [name, buttons[place]]));
    this.slider = make("input", {
      type: "range", min: 0, max: this.search.steps, "aria-label": "Step of the search",
      oninput: () => this.goTo(Number(this.slider.value)),
    });
    this.clock = make("span", "zt-clock");
    const kinds = this.search.exercises;
    const options = kinds.map((kind) => new Option(EXERCISES[kind].title, kind));
    const begin = ({ target }) => this.begin(target.value);
    this.choice = make("select", { disabled: !kinds.length, onchange: begin }, new Option("Watch", ""), ...options);
    this.code = make("input", { type: "checkbox", onchange: () => this.showCode(this.code.checked) });
    const code = make("label", { hidden: this.source.hidden }, this.code, " Code");
    const settings = make("div", "zt-settings", make("label", "", "Exercise ", this.choice), code);
    return make("div", "zt-controls",
      make("div", { class: "zt-buttons", role: "group", "aria-label": "Replay" }, ...buttons),
      this.slider, this.clock, settings);
  }

  /** Show or hide the code of the search. */
  showCode(on) {
    this.code.checked = on;
    this.element.classList.toggle("zt-coded", on);
    this.#light();
    this.view.fit();
  }

  // Stepping -------------------------------------------------------------------------------------

  /** Do the action of the button `name`. */
  act(name) {
    const actions = {
      start: () => this.goTo(0),
      back: () => this.step > 0 && this.goTo(this.search.before(this.step)),
      forward: () => this.forward(),
      cut: () => this.#asked() || this.goTo(this.exercise?.next(this.step) ?? this.#next("cuts")),
      hit: () => this.#asked() || this.goTo(this.#next("hits")),
      end: () => this.goTo(this.search.steps),
      present: () => {  // switch the full screen for lecture halls, dark and in large type, on or off; keys still work
        this.buttons.present.blur();
        if (document.fullscreenElement) document.exitFullscreen();
        else this.element.closest(".zt").requestFullscreen();
      },
    };
    this.play(name === "play" && !this.timer);
    actions[name]?.();
  }

  /** The next step in the search's `cuts` or `hits`; if there is none, the last step. */
  #next(kind) { return this.search[kind].find((each) => each > this.step) ?? this.search.steps; }

  /** Start or stop automatic play. */
  play(on) {
    clearInterval(this.timer);
    const tick = () => (this.element.isConnected ? this.forward() : this.play(false));
    this.timer = on ? setInterval(tick, TEMPO) : null;
    if (on && this.step === this.search.steps) this.goTo(0);
    this.buttons.play.setAttribute("aria-pressed", String(on));
  }

  forward() {
    const next = this.search.after(this.step);
    if (next > this.search.steps || this.#asked()) this.play(false);
    else this.goTo(next);
  }

  /** Whether a question has to be answered first; if so, remind the reader. */
  #asked() {
    if (!this.exercise || this.exercise.question(this.step) === null) return false;
    this.exercise.remind();
    return true;
  }

  /** Show the search after `step` events. */
  goTo(step) {
    this.#show(step);
    if (this.inStep && !this.exercise && !this.other.exercise) {
      this.other.#show(counterstep(this.search, this.other.search, this.twins, this.step));
    }
  }

  #show(step) {
    this.step = Math.max(0, Math.min(this.search.steps, step));
    this.selected = this.step ? this.search.event(this.step).node : 0;
    this.refresh(true);
  }

  /** Begin an exercise with its first question, or with "" end the current one. */
  begin(kind) {
    this.play(false);
    this.choice.value = kind;
    this.exercise = kind ? new Quiz(this, EXERCISES[kind]) : null;
    this.quiz.replaceChildren(...(kind ? [this.exercise.element] : []));
    this.goTo(kind ? this.exercise.next(0) : this.search.steps);
  }

  // Showing --------------------------------------------------------------------------------------

  /** Redraw everything; `follow` brings the selected node into view. */
  refresh(follow = false) {
    this.message.textContent = this.exercise?.ask() ?? this.search.described(this.step);
    const { step, buttons, search: { steps, windowed, hits } } = this;
    this.slider.value = step;
    this.slider.setAttribute("aria-valuetext", `step ${step} of ${steps}`);
    this.clock.textContent = `${step.toLocaleString("en")} / ${steps.toLocaleString("en")}`;
    buttons.start.disabled = buttons.back.disabled = step === 0;
    buttons.end.disabled = buttons.forward.disabled = step === steps;
    buttons.present.hidden = !document.fullscreenEnabled;
    buttons.cut.hidden = !windowed && !this.exercise;
    buttons.hit.hidden = !hits.length || Boolean(this.exercise);
    buttons.cut.querySelector(".zt-word").textContent = this.exercise ? "Next question" : "Next cut";
    this.detail.replaceChildren(...this.#details());
    this.#light();
    this.view.refresh(follow);
  }

  /** Show the active function, with the line of the current event. */
  #light() {
    const { search, step, functions, source } = this;
    source.querySelector("[aria-current]")?.removeAttribute("aria-current");
    if (!functions.length) return;
    const { node, leaving } = step ? search.event(step) : { node: 0, leaving: false };
    const [active, place] = search.lit(node, leaving || search.size[node] === 1);
    functions.forEach((each, index) => { each.hidden = index !== active; });
    const line = step ? functions[active].children[place] : null;
    line?.setAttribute("aria-current", "step");
    if (line) source.scrollTop = line.offsetTop - source.clientHeight / 2;
  }

  /** The elements that describe the selected node. */
  #details() {
    const { search, selected: node, step } = this;
    const board = search.boards ? [boardOf(search, node, LARGE)] : [];
    const facts = [...this.#windows(), ...search.facts(node, step), ["compared", this.difference(node)]];
    const rows = facts.filter(([, value]) => value).flatMap(([name, value]) => [make("dt", "", name), make("dd", "", value)]);
    const jump = (text, step) => press("", text, "", () => this.goTo(step));
    const others = search.same(node).filter((each) => each !== node && search.entered(each) <= step);
    const reveal = (each) => press("", search.movesTo(each) || "start", "", () => this.reveal(each));
    const more = others.length > TWINS ? [` and ${others.length - TWINS} more`] : [];
    const words = `Position ${search.letters[node]} is met by `;
    const twins = others.length ? [make("p", "zt-jumps", words, ...others.slice(0, TWINS).map(reveal), ...more)] : [];
    return [
      make("h3", "", node === 0 ? "The root" : search.movesTo(node)), ...board, make("dl", "", ...rows), ...twins,
      make("p", "zt-jumps", jump("To its start", search.entered(node)), jump("To its end", search.left(node))),
    ];
  }

  /** The player to move, and the windows: the first, the one narrowed by the table, the current one. */
  #windows() {
    const { search, selected: node, step } = this;
    const facts = [["to move", `${search.side(node)}, ${search.names[search.maximizing[node] ? 0 : 1]}`]];
    if (this.view.secret || search.entered(node) > step) return facts;
    const [given, asked] = [[search.alpha[node], search.beta[node]], search.asked(node)].map((each) => search.bounds(each));
    facts.push(["window", given]);
    if (asked !== given) facts.push(["by the table", asked]);
    if (search.size[node] > 1) facts.push([search.left(node) <= step ? "in the end" : "so far", search.bounds(search.window(node, step))]);
    return facts;
  }

  /** Describe `node`; `fold` unfolds or folds the nodes below it, `focus` moves the focus to it. */
  select(node, { focus = false, fold = false } = {}) {
    const { view, search } = this;
    this.selected = node;
    if (fold && search.size[node] > 1) view.folds.set(node, !view.isOpen(node));
    this.refresh();
    if (focus) view.itemOf(node)?.element.focus();
    this.onSelect?.(node);
  }

  /** Select `node` and unfold all above it, without telling `onSelect`. */
  reveal(node) {
    for (const above of this.search.path(node).slice(0, -1)) this.view.folds.set(above, true);
    this.selected = node;
    this.refresh(true);
  }

  // Keys -----------------------------------------------------------------------------------------

  /** Handle a key pressed anywhere on the page. */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.target === document.body ? ARROWS[event.key] ?? event.key : event.key;
    const found = BUTTONS.find((button) => button[2] === key);
    if (event.target.matches("[role=treeitem]") && this.#walk(event.key)) event.preventDefault();
    else if (found && !event.target.matches("input:not([type=checkbox]), select")) {
      event.preventDefault();
      this.act(found[0]);
    }
  }

  /** The keys of a tree: up and down, in and out, unfold. */
  #walk(key) {
    const { search, selected, view } = this;
    const nodes = view.shown.filter((item) => item.kind === "node");
    const index = nodes.findIndex((item) => item.node === selected);
    const open = search.size[selected] > 1 && view.isOpen(selected);
    const inside = open && search.entered(selected + 1) <= this.step;
    const places = {
      ArrowDown: nodes[index + 1]?.node,
      ArrowUp: nodes[index - 1]?.node,
      ArrowLeft: open ? selected : search.parent[selected],
      ArrowRight: inside ? selected + 1 : selected,
      Enter: selected,
      " ": selected,
    };
    const to = places[key], fold = to === selected && (key !== "ArrowRight" || !open);
    if (to >= 0) this.select(to, { focus: true, fold });
    return key in places;
  }

  // Comparison with another search -----------------------------------------------------------------------

  /** Compare with `other`: mark nodes that are missing or have other values there. */
  compareWith(other) {
    this.other = other;
    this.twins = counterparts(this.search, other.search);
    this.view.fit();
    this.onSelect = (node) => {
      const twin = this.twins[node];
      if (twin >= 0 && other.search.entered(twin) <= other.step) other.reveal(twin);
    };
    this.refresh();
  }

  /** The difference of `node` from its counterpart in the other search, or "". */
  difference(node) {
    if (!this.other || this.search.left(node) > this.step) return "";
    const twin = this.twins[node], { search } = this.other, first = this.search.calls?.first === node;
    if (twin < 0) return "only here";
    const there = search.result(twin, search.steps);
    return there === this.search.result(node, this.step) ? (first ? "first difference" : "") : `there ${there}`;
  }

  /** The number of differing nodes, in words. */
  differences() {
    const { search, twins, other: { search: { value } } } = this;
    const missing = twins.filter((twin) => twin < 0), values = search.value.filter((each, node) => !Object.is(each, value[twins[node]]));
    return `${search.algorithm}: ${counted(missing.length, "node")} only here, ` +
      `${counted(values.length - missing.length, "node")} with another value.`;
  }
}
