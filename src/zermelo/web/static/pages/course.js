/* The page of the courses' exercises: code is written here, and graded in a worker of its own, which
   is ended when it hangs. What was written, and the best grade, stay in this browser. */

import { editable } from "./editor.js";
import { TASKS } from "./tasks.js";

const SHELF = "zermelo-exercises";
const MARK = "# exercise: "; // the line by which `zermelo grade` knows the exercise of a file
const by = (id) => document.getElementById(id);
const links = [...document.querySelectorAll("#exercises a")];
let name = links[0].dataset.name;
let worker = null; // Python, ready to grade; a new one after each that was ended
let ends = () => {}; // ends the grading under way

// What this browser keeps ---------------------------------------------------------------------------

let memory = {}; // where the browser keeps nothing, this page does

function kept() {
  try {
    return JSON.parse(localStorage.getItem(SHELF)) ?? memory;
  } catch {
    return memory;
  }
}

function keep(change) {
  memory = kept();
  memory[name] = { ...memory[name], ...change };
  try {
    localStorage.setItem(SHELF, JSON.stringify(memory));
  } catch {
    // until the page is left
  }
}

function tally() {
  const all = kept();
  let solved = 0;
  for (const link of links) {
    const { passed = 0, solved: done = false } = all[link.dataset.name] ?? {};
    solved += Number(done);
    link.querySelector("output").textContent = done ? "✓ solved" : passed ? `${passed} of ${TASKS[link.dataset.name].of}` : "";
    link.toggleAttribute("aria-current", link.dataset.name === name);
  }
  by("solved").textContent = `${solved} of ${links.length} solved`;
}

function download(file, text) {
  const link = Object.assign(document.createElement("a"), {
    href: URL.createObjectURL(new Blob([text], { type: "text/plain" })),
    download: file,
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// The exercise --------------------------------------------------------------------------------------

function follow() {
  ends();
  const asked = new URLSearchParams(location.hash.slice(1)).get("e");
  if (asked in TASKS) name = asked;
  const { course, title, task, code, board } = TASKS[name];
  document.title = `${title} – Zermelo`;
  by("title").textContent = `${course.split(" ")[0]}. ${title}`;
  by("task").replaceChildren(...task.split("\n\n").slice(1).map(paragraph));
  by("board").src = drawing(board);
  by("code").value = kept()[name]?.code ?? code;
  hide();
  tally();
}

const hide = () => (by("grade").hidden = by("names").hidden = by("notice").hidden = true);

/** A paragraph of the task, what stands between backticks as code; an indented one as it is. */
function paragraph(text) {
  if (/^ {2}/m.test(text)) return element("pre", text);
  const made = document.createElement("p");
  made.append(...text.split("`").map((part, index) => (index % 2 ? element("code", part) : part)));
  return made;
}

const drawing = (svg) => `data:image/svg+xml,${encodeURIComponent(svg)}`;

// Grading -------------------------------------------------------------------------------------------

function busy(text) {
  by("busy").textContent = text;
  by("stop").hidden = !text;
  by("check").disabled = Boolean(text);
}

function check() {
  const exercise = name, source = by("code").value;
  keep({ code: source });
  hide();
  worker ??= new Worker(new URL("./worker.js", import.meta.url), { type: "module", name: "grader" });
  let timer = 0, right = -1, last = null;
  const printed = {};

  function end(result) {
    clearTimeout(timer);
    ends = () => {};
    busy("");
    if (result) show({ passed: [], of: TASKS[exercise].of, solved: false, ...result });
  }

  /** End the worker: it is of no use any more. */
  function stop(answer) {
    worker.terminate();
    worker = null;
    if (!last || !answer) return end(null);
    const difference = { ask: last.ask, hint: last.hint, expected: null, answer };
    return end({ passed: Array(Math.max(0, right)).fill(""), difference, printed });
  }

  ends = () => stop("");
  by("stop").onclick = () => stop("none before Stop");
  busy("Getting ready …");
  worker.onerror = (event) => {
    event.preventDefault?.();
    stop("the code ended its process: is there an endless recursion?");
  };
  worker.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.kind === "progress") busy(`Getting ready: ${(message.come / 1e6).toFixed(1)} of ${(message.all / 1e6).toFixed(1)} MB …`);
    else if (message.kind === "failed") {
      stop("");
      Object.assign(by("notice"), { hidden: false, textContent: `Nothing can be checked: ${message.text}` });
    } else if (message.kind === "asked") {
      clearTimeout(timer);
      last = message;
      right += 1;
      busy(`Checking: question ${right + 1} of ${TASKS[exercise].of} …`);
      timer = setTimeout(() => stop(`no answer in ${message.seconds} s: is there an endless loop?`), 1000 * message.seconds);
    } else if (message.kind === "printed") printed[last.ask] = (printed[last.ask] ?? "") + message.text;
    else if (message.kind === "grade") {
      const { passed, solved } = message;
      if (passed.length >= (kept()[exercise]?.passed ?? 0)) keep({ passed: passed.length, solved });
      end(message);
      tally();
    }
  };
  worker.postMessage(JSON.stringify({ exercise, source }));
}

function show({ passed, of, solved, difference, board, printed = {} }) {
  const made = [element("h3", solved ? "All is right." : `${passed.length} of ${of} right`)];
  if (passed.some(Boolean)) made.push(list(passed));
  if (difference) {
    made.push(element("p", "The first difference:"), element("pre", difference.ask));
    if (board) made.push(Object.assign(new Image(), { src: drawing(board), alt: `The position ${difference.state}` }));
    const facts = document.createElement("dl");
    if (difference.expected !== null) facts.append(element("dt", "expected"), element("dd", difference.expected));
    facts.append(element("dt", "answer"), element("dd", difference.answer));
    facts.append(element("dt", "hint"), element("dd", difference.hint));
    made.push(facts);
  }
  for (const [ask, text] of Object.entries(printed)) made.push(element("p", ask ? `Printed at ${ask}:` : "Printed at the start:"), element("pre", text));
  if (solved) made.push(...onward());
  by("grade").replaceChildren(...made);
  by("grade").hidden = by("names").hidden = false;
  by("grade").scrollIntoView?.({ block: "nearest" });
}

/** A link to the next exercise that is not solved yet, if there is one. */
function onward() {
  const place = links.findIndex((link) => link.dataset.name === name);
  const after = [...links.slice(place + 1), ...links.slice(0, place)];
  const next = after.find((link) => !kept()[link.dataset.name]?.solved);
  if (!next) return [];
  const made = element("p", "Next: ");
  made.append(Object.assign(element("a", TASKS[next.dataset.name].title), { href: next.hash }));
  return [made];
}

function list(passed) {
  const made = document.createElement("ul");
  made.append(...passed.map((ask) => element("li", ask)));
  return made;
}

const element = (kind, text) => Object.assign(document.createElement(kind), { textContent: text });

editable(by("code"), () => by("check").disabled || check());
by("code").addEventListener("input", () => keep({ code: by("code").value }));
by("check").addEventListener("click", check);
by("save").addEventListener("click", () => download(`${name}.py`, `${MARK}${name}\n${by("code").value}`));
by("again").addEventListener("click", () => {
  if (!confirm("Throw away what you wrote?")) return;
  keep({ code: TASKS[name].code });
  follow();
});
by("export").addEventListener("click", () =>
  download("zermelo-exercises.json", `${JSON.stringify({ exercises: kept() }, null, 1)}\n`));
document.body.classList.toggle("framed", window.parent !== window);
window.addEventListener("hashchange", follow);
window.addEventListener("storage", ({ key }) => key === SHELF && tally());
follow();
