// @ts-check
/* The arrow keys, tabs and messages of a page; values that the browser stores, and files that it saves. */

import { make } from "./elements.js";
import { phone } from "./shapes.js";

/** @type {(id: string) => any} */
export const by = (id) => document.getElementById(id);

/** For each key, a function that returns the row to which the key leads from a place in a line. */
const STEPS = {
  ArrowLeft: (line, place) => line[place - 1],
  ArrowRight: (line, place) => line[place + 1],
  Home: (line) => line[0],
  End: (line) => line.at(-1),
  "Shift+ArrowLeft": (line, place) => line.slice(0, Math.max(place, 0)).findLast(({ fault }) => fault),
  "Shift+ArrowRight": (line, place) => line.slice(place + 1).find(({ fault }) => fault),
};

const BUTTONS = { earlier: "ArrowLeft", later: "ArrowRight", "fault-before": "Shift+ArrowLeft", "fault-after": "Shift+ArrowRight" };
const PRESSED = { f: "flip", F: "flip", x: "threat", "+": "longer", "?": "keys" }; // buttons with a key

/** Step through a line by buttons, and by keys outside of inputs; with Shift, from mistake to mistake. `where(asked)` returns the line and its
    current node, which is `asked` while that node loads, or null; `go(node)` shows a node. On the `board`, Escape takes a click back, and other keys type a move. */
export function stepByKeys(where, go, board) {
  let asked; // the latest requested node, until it is shown
  const step = (key) => {
    const { line, node: here } = where(asked) || { line: [], node: null };
    const there = STEPS[key]?.(line, line.findIndex(({ node }) => node === here));
    if (there) walk(there.node);
    return Boolean(there);
  };
  const walk = async (node) => {
    const walking = asked !== undefined;
    asked = node;
    if (walking) return;
    try {
      for (let shown; shown !== asked; ) await go((shown = asked)); // go only to the newest node, not to those passed by quick presses
    } finally {
      asked = undefined; // even after an error, so that keys work again
    }
  };
  for (const [id, key] of Object.entries(BUTTONS)) by(id).addEventListener("click", () => step(key));
  document.addEventListener("keydown", (event) => {
    const { target } = /** @type {{ target: any }} */ (event);
    const elsewhere = target.closest("input:not([type=checkbox]), select, textarea, dialog, [contenteditable]");
    if (elsewhere || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (step((event.shiftKey ? "Shift+" : "") + event.key)) event.preventDefault();
    else if (event.key === "Escape") board.undoClick();
    else if ((event.key !== "F" || board.typed) && board.type(event.key)) event.preventDefault(); // a move may begin with a button's key
    else if (by(PRESSED[event.key])?.hidden === false) by(PRESSED[event.key]).click();
  });
}

/** Enable the buttons that lead somewhere in a line of rows from a node. */
export function offerSteps(line, here) {
  const place = line.findIndex(({ node }) => node === here);
  for (const [id, key] of Object.entries(BUTTONS)) by(id).disabled = !STEPS[key](line, place);
}

/** The panel shown next to the board. */
export const openedTab = () => document.querySelector("aside").dataset.tab;

/** Show one of the panels next to the board. */
export function openTab(chosen) {
  const panels = document.querySelector("aside");
  panels.dataset.tab = chosen;
  const top = chosen === "moves" ? document.querySelector(".top") : panels;
  if (phone().matches) top.scrollIntoView({ block: "nearest" }); // low screens scroll
  for (const tab of by("tabs").children) tab.setAttribute("aria-pressed", String(tab.value === chosen));
}

const VALUED = new Set(["review", "analysis"]); // tabs that show values

/** Make the tabs open their panels; those with values open only if `value()`, which shows values, returns true. */
export function listenToTabs(value) {
  by("tabs").addEventListener("click", async ({ target }) => {
    if (target.value && (!VALUED.has(target.value) || (await value()))) openTab(target.value);
  });
}

/** Leave a panel that shows values. */
export const leaveValues = () => void (VALUED.has(openedTab()) && openTab("moves"));

/** Change the label of a button, and show only one of its icons. */
export function relabel(button, words, shown) {
  button.querySelector(".word").textContent = button.title = words;
  for (const icon of button.querySelectorAll("svg")) icon.toggleAttribute("hidden", icon.dataset.icon !== shown);
}

export function setText(id, text) {
  by(id).textContent = text;
  by(id).hidden = !text;
}

export function complain(message) {
  setText("error", message);
}

/** Show a message, and clear the latest error. */
export function notice(text) {
  complain("");
  setText("notice", text);
  setTimeout(() => by("notice").textContent === text && setText("notice", ""), 6000);
}

/** For actions without undo: ask for a second press of a button; returns whether this is the second. */
export function isSure(id, question) {
  const { dataset } = by(id);
  setText("notice", "");
  if (dataset.asked) return true;
  dataset.asked = "yes";
  notice(question);
  setTimeout(() => delete dataset.asked, 4000);
  return false;
}

const memory = {}; // used if the browser stores nothing

/** The value stored under a name, else `fallback`. */
export function kept(name, fallback) {
  try {
    return JSON.parse(localStorage.getItem(`zermelo-${name}`)) ?? fallback;
  } catch {
    return memory[name] ?? fallback;
  }
}

/** Store a value for later visits. */
export function keep(name, value) {
  memory[name] = value;
  try {
    localStorage.setItem(`zermelo-${name}`, JSON.stringify(value));
  } catch {
    // `memory` keeps it until the page is left
  }
}

/** Let the browser save a text that the page has made as a file. */
export function saveFile(download, text) {
  const link = make("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
