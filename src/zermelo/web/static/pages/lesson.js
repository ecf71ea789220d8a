// @ts-check
/* An interactive lesson. Its cells of code are edited and run here, by Python in a worker; the boards and
   trees next to them follow. A question before a demonstration covers it until there is an answer.

   Both zermelo serve and the documentation have lessons with such cells. */

import { editable } from "./editor.js";
import { make, press } from "./elements.js";
import { fit } from "./frames.js";
import { translate } from "./german.js";
import { progressWords, Python } from "./python.js";
import { pageAt } from "./transport.js";
import { GERMAN } from "./words.js";

const ROOT = new URL("../", import.meta.url); // the folder of the pages in frames
const frames = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("figure[data-page]")]);

/** Let the keyboard scroll content that is too wide. */
function reach(place) {
  for (const wide of place.querySelectorAll("pre, table")) if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
}

// Cells ----------------------------------------------------------------------------------------------

const python = new Python("cells");
let ready = false; // whether Python has started

/** A cell: its code, its output, and the tools between them. */
class Cell {
  /** @param {Element} element
      @param {number} number */
  constructor(element, number) {
    this.number = number;
    this.ran = null; // the latest code of this cell that Python ran
    this.input = element.querySelector(".cell_input");
    this.shown = this.input.querySelector("pre");
    this.written = this.shown.textContent.trimEnd();
    this.output = element.querySelector(".cell_output") ?? element.appendChild(make("div", "cell_output"));
    this.first = [...this.output.childNodes];
    const plain = { spellcheck: false, autocapitalize: "off", "aria-label": "Code" };
    this.field = make("textarea", { className: "cell_code", value: this.written, ...plain });
    editable(this.field, () => run(this));
    this.field.addEventListener("input", () => this.changed());
    this.shown.addEventListener("click", () => getSelection().isCollapsed && this.edit());
    this.run = press("small", "Run", "", () => run(this));
    this.change = press("small", "Edit", "", () => this.edit());
    this.reset = press("small", "As it was", "", () => this.restore());
    this.stop = press("small", "Stop", "", stop);
    this.busy = make("span", { className: "busy", role: "status" });
    this.reset.hidden = this.stop.hidden = true;
    this.input.after(make("p", "cell_tools", this.run, this.change, this.reset, this.stop, this.busy));
  }

  get code() { return this.field.value; }

  get edited() { return this.code !== this.written; }

  /** Replace the code by a field. */
  edit() {
    this.change.hidden = true;
    this.shown.replaceWith(this.field);
    this.changed();
    this.field.focus();
  }

  changed() {
    this.field.rows = this.code.split("\n").length;
    this.reset.hidden = !this.edited;
  }

  restore() {
    this.field.value = this.written;
    this.field.replaceWith(this.shown);
    this.change.hidden = false;
    this.changed();
    this.output.replaceChildren(...this.first);
    this.output.classList.remove("stale");
  }

  begin() {
    this.ran = this.code;
    this.output.replaceChildren();
    this.output.classList.remove("stale");
    this.busy.textContent = "Running …";
  }

  /** @param {{ form: string, text: string }} given */
  show({ form, text }) {
    const last = /** @type {HTMLElement} */ (this.output.lastElementChild);
    if (form === "text" && last?.dataset.form === form) return void (last.textContent += text);
    const made = form === "html" ? make("div", { innerHTML: text }) : make("pre", form === "error" ? form : "", text);
    made.dataset.form = form;
    this.output.append(made);
    reach(this.output);
  }
}

const elements = [...document.querySelectorAll(".cell")].filter((cell) => cell.querySelector(".cell_input pre"));
const cells = elements.map((element, number) => new Cell(element, number));

/** Run a cell, after all cells before it that have changed since Python ran them.
    @param {Cell} cell */
function run(cell) {
  uncover(cell.output);
  const first = Math.min(cell.number, ...cells.filter(({ ran, code }) => ran !== code).map(({ number }) => number));
  const asked = cells.slice(first, cell.number + 1);
  for (const { output, ran } of cells.slice(cell.number + 1)) output.classList.toggle("stale", ran !== null || asked.some(({ edited }) => edited));
  for (const each of cells) each.run.disabled = true;
  cell.stop.hidden = false;
  cell.busy.textContent = ready ? "Running …" : "Getting ready …";
  const follows = frames.map(({ dataset }) => dataset.follows).filter(Boolean);
  const fail = (text) => (stop(), cell.show({ form: "error", text: `Nothing can be run: ${text}` }));
  python.take = (message) => {
    const each = cells[message.cell] ?? cell;
    if (message.kind === "progress") cell.busy.textContent = progressWords(message);
    else if (message.kind === "ready") ready = true;
    else if (message.kind === "begun") each.begin();
    else if (message.kind === "output") each.show(message);
    else if (message.kind === "failed") fail(message.text);
    else if (message.kind === "crashed") fail("Python ended: is there an endless recursion?");
    else if (message.kind === "ended") {
      each.busy.textContent = "";
      if (message.failed) each.ran = null;
      if (message.failed) end();
    } else if (message.kind === "links") {
      end();
      follow(message.links, cells.slice(0, cell.number + 1).some(({ edited }) => edited));
    }
  };
  python.send({ first, cells: asked.map(({ code }) => code), follows });
}

/** Show that no cell is running any more. */
function end() {
  for (const cell of cells) {
    cell.run.disabled = false;
    cell.stop.hidden = true;
    cell.busy.textContent = "";
  }
}

/** End Python; the next run begins with the first cell. */
function stop() {
  python.end();
  ready = false;
  for (const cell of cells) cell.ran = null;
  end();
}

// Boards and trees -----------------------------------------------------------------------------------

/** Show the current positions of variables; `links` maps each to the fragment of its link. If no
    code was changed, boards stay as in the lesson.
    @param {Record<string, string>} links
    @param {boolean} edited */
function follow(links, edited) {
  for (const figure of frames) {
    const link = links[figure.dataset.follows], frame = figure.querySelector("iframe");
    if (!link || link === figure.dataset.now || (!edited && !figure.dataset.now)) continue;
    figure.dataset.now = link;
    const whole = new URLSearchParams(figure.dataset.link);
    for (const name of ["g", "s", "m"]) whole.delete(name);
    const fresh = /** @type {HTMLIFrameElement} */ (frame.cloneNode()); // a new hash alone would not reload the page
    fresh.src = addressOf(figure.dataset.page, `${link}&${whole}`);
    frame.replaceWith(fresh);
    fit(fresh);
    fresh.classList.add("followed");
  }
}

const addressOf = (page, link) => new URL(`${pageAt(page)}#${link}`, ROOT).href;

for (const figure of frames) {
  const frame = figure.querySelector("iframe"), { page, link } = figure.dataset;
  if (frame.hasAttribute("src")) continue; // a frame of the documentation, which already fits
  frame.src = addressOf(page, link);
  fit(frame);
  figure.querySelector("a").href = frame.src;
}

// Questions ------------------------------------------------------------------------------------------

function uncover(place) {
  place.hidden = false;
  reach(place);
}

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form.predict"))) {
  const next = /** @type {HTMLElement} */ (form.nextElementSibling), why = form.querySelector("p");
  const place = /** @type {HTMLElement} */ (next.querySelector(".cell_output") ?? next); // hidden until the answer
  const choices = form.querySelectorAll("button"), right = choices[Number(form.dataset.right)];
  place.hidden = true;
  form.addEventListener("click", ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return;
    for (const choice of choices) choice.disabled = true;
    target.classList.toggle("wrong", target !== right);
    right.classList.add("right");
    why.prepend(make("strong", "", target === right ? "Right. " : `Not quite: ${right.textContent}. `));
    why.hidden = false;
    uncover(place);
  });
}
reach(document);
if (/_de(\.html)?$/.test(location.pathname)) {
  const page = /** @type {HTMLElement} */ (document.querySelector("article") ?? document.body);
  page.lang = "de";
  translate(page, GERMAN);
}
