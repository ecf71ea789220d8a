/* The page of the courses' exercises: people write code, and a worker of its own, which is ended if it
   hangs, grades this code. The browser stores the code and the best grade. */

import { by, keep, kept, saveFile } from "./dom.js";
import { make, press } from "./elements.js";
import { editable } from "./editor.js";
import { sayer, translate } from "./german.js";
import { progressWords, Python } from "./python.js";
import { TASKS } from "./tasks.js";
import { GERMAN } from "./words.js";

const MARKS = { en: "# exercise: ", de: "# Aufgabe: " }; // before the exercise's name in a saved file, for `zermelo grade`
const links = [...document.querySelectorAll("#exercises a")];
let name = links[0].dataset.name;
const python = new Python("grader");
let ends = () => {}; // ends the current grading

/** The code and the grade of each exercise. */
const written = () => kept("exercises", {});

const note = (change) => keep("exercises", { ...written(), [name]: { ...written()[name], ...change } });

function tally() {
  const all = written();
  let solved = 0;
  for (const link of links) {
    const { passed = 0, solved: done = false } = all[link.dataset.name] ?? {};
    solved += Number(done);
    link.querySelector("output").textContent = done ? "✓ solved" : passed ? `${passed} of ${TASKS[link.dataset.name].of}` : "";
    link.toggleAttribute("aria-current", link.dataset.name === name);
    const { title, course } = words(link.dataset.name);
    link.querySelector("span").textContent = title;
    link.querySelector("small").textContent = course;
    link.lang = course === TASKS[link.dataset.name].course ? "en" : "de";
  }
  by("solved").textContent = `${solved} of ${links.length} solved`;
}

/** Whether the user chose German, or came from a lesson in German. */
const inGerman = () => kept("german", false);

/** The language of this exercise. */
const language = () => (inGerman() && TASKS[name].german ? "de" : "en");
const words = (of = name) => (inGerman() && TASKS[of].german) || TASKS[of];
const say = sayer(GERMAN);
let restore = null; // the function that restores the English page

function turnLanguage() {
  keep("german", language() !== "de");
  history.replaceState(null, "", `#e=${name}`);
  follow();
}

/** Translate the page into the language of this exercise. */
function speak() {
  const spoken = language();
  by("language").hidden = !TASKS[name].german;
  by("language").textContent = spoken === "de" ? "In English" : "Auf Deutsch";
  document.documentElement.lang = by("title").lang = by("task").lang = spoken;
  if (spoken === "de") restore ??= translate(document.body, GERMAN);
  else restore = restore?.();
}

// The exercise --------------------------------------------------------------------------------------

function follow() {
  ends();
  const link = new URLSearchParams(location.hash.slice(1)), asked = link.get("e");
  if (link.get("l") === "de") keep("german", true);
  if (asked in TASKS) name = asked;
  const { course, title, task, code } = words();
  speak();
  document.title = `${title} – Zermelo`;
  by("title").textContent = `${course.split(" ")[0]}. ${title}`;
  by("task").replaceChildren(...task.split("\n\n").slice(1).map(paragraph));
  by("board").src = drawing(TASKS[name].board);
  const own = written()[name]?.code, begun = [undefined, TASKS[name].code, TASKS[name].german?.code];
  by("code").value = begun.includes(own) ? code : own;
  hide();
  tally();
}

const hide = () => ["grade", "names", "notice", "search"].forEach((id) => (by(id).hidden = true));

/** A paragraph of the task, with backticked parts as code; an indented one is unchanged. */
const paragraph = (text) => (/^ {2}/m.test(text) ? element("pre", text.replaceAll("`", "")) : coded("p", text));

/** An element with a text, whose backticked parts are code. */
const coded = (kind, text) =>
  make(kind, "", ...text.split("`").map((part, index) => (index % 2 ? element("code", part) : part)));

const drawing = (svg) => `data:image/svg+xml,${encodeURIComponent(svg)}`;

// Grading -------------------------------------------------------------------------------------------

function busy(text) {
  by("busy").textContent = text;
  by("stop").hidden = !text;
  by("check").disabled = Boolean(text);
}

/** Let the worker answer a request. `take` gets its messages, with a function that limits the time until the next
    message, and returns whether this message is the last; `stopped` gets the reason why the worker was ended. */
function work(request, take, stopped) {
  let timer = 0;
  const end = () => {
    clearTimeout(timer);
    ends = () => {};
    busy("");
  };
  const limit = (seconds) => {
    clearTimeout(timer);
    timer = setTimeout(() => stop(`no answer in ${seconds} s: is there an endless loop?`), 1000 * seconds);
  };

  /** End Python, whose answer can no longer be used. */
  function stop(answer) {
    python.end();
    end();
    if (answer) stopped(answer);
  }

  ends = () => stop("");
  by("stop").onclick = () => stop("none before Stop");
  busy("Getting ready …");
  python.take = (message) => {
    if (message.kind === "progress") busy(progressWords(message));
    else if (message.kind === "crashed") stop("the code ended its process: is there an endless recursion?");
    else if (message.kind === "failed") {
      stop("");
      notice(`Nothing can be checked: ${message.text}`);
    } else if (take(message, limit)) end();
  };
  python.send(request);
}

const notice = (text) => Object.assign(by("notice"), { hidden: false, textContent: text });

function check() {
  const exercise = name, source = by("code").value, printed = {};
  let number = 0, last = null;
  note({ code: source });
  hide();
  const shown = (result) => show({ passed: [], of: TASKS[exercise].of, solved: false, ...result });
  work({ exercise, source, language: language() }, (message, limit) => {
    if (message.kind === "asked") {
      last = message;
      number += 1;
      busy(`Checking: question ${number} of ${TASKS[exercise].of} …`);
      limit(message.seconds);
    } else if (message.kind === "printed") printed[last.ask] = (printed[last.ask] ?? "") + message.text;
    else if (message.kind === "grade") {
      const { passed, solved } = message;
      if (passed.length >= (written()[exercise]?.passed ?? 0)) note({ passed: passed.length, solved });
      shown(message);
      tally();
      return true;
    }
    return false;
  }, (answer) => {
    if (!last) return;
    const unanswered = { ask: last.ask, hints: last.hints, expected: null, answer: language() === "de" ? say(answer) : answer };
    shown({ ...last, solved: false, difference: last.difference ?? unanswered, printed });
  });
}

const SEARCH = 120; // seconds for the search as a tree

/** Show the code's search next to the solution's, for the question `ask`, or with "" for any question. */
function showSearch(ask) {
  const request = { exercise: name, source: by("code").value, tree: ask, language: language() };
  work(request, ({ kind, found }, limit) => {
    if (kind === "ready") limit(SEARCH);
    if (kind !== "trees") return false;
    if (!found) notice("There is no search in this code to show as a tree.");
    else drawSearch(found);
    return true;
  }, (answer) => notice(`The search cannot be shown: ${answer}`));
}

async function drawSearch({ ask, record, against, sentence }) {
  const { createTree } = await import("./tree.js");
  const place = make("div");
  by("search").replaceChildren(element("h3", "Your search beside the solution’s"), element("pre", ask), place);
  by("search").hidden = false;
  createTree(place, record, { against, sentence, code: record.sources.length > 0 });
  by("search").scrollIntoView?.({ block: "start" });
}

function show({ passed, of, solved, difference, board, printed = {} }) {
  const made = [element("h3", solved ? "All correct." : `${passed.length} of ${of} right`)];
  if (passed.length) made.push(...steps(passed));
  if (difference) {
    if (difference.ask) made.push(element("p", "The first difference:"), element("pre", difference.ask));
    else made.push(element("p", "The code could not be loaded."));
    if (board) made.push(make("img", { src: drawing(board), alt: `The position ${difference.state}` }));
    const { expected, answer } = difference, facts = make("dl");
    if (expected !== null) facts.append(element("dt", "expected"), element("dd", expected));
    facts.append(element("dt", "answer"), make("dd", { translate: false }, answer));
    made.push(facts, ...hints(difference.hints, facts));
  }
  if (TASKS[name].searches) made.push(press("", "Show the search as a tree", "", () => showSearch(difference?.ask ?? "")));
  for (const [ask, text] of Object.entries(printed)) made.push(element("p", ask ? `Printed at ${ask}:` : "Printed at the start:"), element("pre", text));
  if (solved) made.push(...onward());
  by("grade").replaceChildren(...made);
  by("grade").hidden = by("names").hidden = false;
  by("grade").scrollIntoView?.({ block: "nearest" });
}

/** The first hint among the facts, and a button for the next one, if any. */
function hints(all, facts) {
  let given = 0;
  const more = press("", "Next hint", "", () => {
    facts.append(element("dt", given ? `hint ${given + 1}` : "hint"), coded("dd", all[given]));
    given += 1;
    more.hidden = given >= all.length;
  });
  more.click();
  return all.length > 1 ? [more] : [];
}

/** The steps of the exercise, each with its number of right answers. */
function steps(passed) {
  return words().steps.flatMap(({ name: step, asks }, place) => {
    const right = asks.filter((ask) => passed.includes(ask));
    const number = element("small", `${right.length} of ${asks.length}`);
    const head = make("h4", "", `${place + 1}. ${step} `, number);
    const list = make("ul", "", ...right.map((ask) => element("li", ask)));
    return right.length ? [head, list] : [head];
  });
}

/** A link to the next unsolved exercise, if there is one. */
function onward() {
  const place = links.findIndex((link) => link.dataset.name === name);
  const next = [...links.slice(place), ...links.slice(0, place)].find((link) => !written()[link.dataset.name]?.solved);
  return next ? [make("p", "", "Next: ", make("a", { href: next.hash }, TASKS[next.dataset.name].title))] : [];
}

const element = (kind, text) => make(kind, "", text);

editable(by("code"), () => by("check").disabled || check());
by("code").addEventListener("input", () => note({ code: by("code").value }));
by("check").addEventListener("click", check);
by("language").addEventListener("click", turnLanguage);
by("save").addEventListener("click", () => saveFile(`${name}.py`, `${MARKS[language()]}${name}\n${by("code").value}`));
by("again").addEventListener("click", () => {
  const question = "Throw away what you wrote?";
  if (!confirm(language() === "de" ? say(question) : question)) return;
  note({ code: words().code });
  follow();
});
by("export").addEventListener("click", () =>
  saveFile("zermelo-exercises.json", `${JSON.stringify({ exercises: written() }, null, 1)}\n`));
document.body.classList.toggle("framed", window.parent !== window);
window.addEventListener("hashchange", follow);
window.addEventListener("storage", ({ key }) => key === "zermelo-exercises" && tally());
follow();
