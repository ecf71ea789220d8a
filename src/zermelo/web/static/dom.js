// @ts-check
/* Elements of a page, and its arrow keys. */

/** @type {(id: string) => any} */
export const by = (id) => document.getElementById(id);

/** A new element with a class and a text. */
export const make = (name, className, textContent = "") => Object.assign(document.createElement(name), { className, textContent });

/** The row to which a key leads, from a place in a line of rows. */
const STEPS = {
  ArrowLeft: (line, place) => line[place - 1],
  ArrowRight: (line, place) => line[place + 1],
  Home: (line) => line[0],
  End: (line) => line.at(-1),
};

/** Step through a line by keys, unless an input takes them. `where()` returns the line and the node in it, or
    null; `go(node)` shows another one. */
export function stepByKeys(where, go) {
  document.addEventListener("keydown", (event) => {
    const { target } = /** @type {{ target: any }} */ (event);
    const elsewhere = target.closest("input:not([type=checkbox]), select, textarea, dialog, [contenteditable]");
    if (elsewhere || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const { line, node: here } = where() ?? { line: [], node: null };
    const there = STEPS[event.key]?.(line, line.findIndex(({ node }) => node === here));
    if (!there) return;
    event.preventDefault();
    go(there.node);
  });
}

/** The panel that is shown beside the board. */
export const openedTab = () => document.querySelector("aside").dataset.tab;

/** Show one of the panels beside the board. */
export function openTab(chosen) {
  document.querySelector("aside").dataset.tab = chosen;
  for (const tab of by("tabs").children) tab.setAttribute("aria-pressed", String(tab.value === chosen));
}
