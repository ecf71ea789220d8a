// @ts-check
/* Functions that make elements and follow drags, for boards, trees and pages. */

/** A new element with children. `given` is its class, or its properties and attributes by name.
    @param {string} name @param {string | object} given @param {any[]} children @returns {any} */
export const make = (name, given = "", ...children) =>
  filled(document.createElement(name), typeof given === "string" ? { className: given } : given, children);

/** A new element of a drawing, with attributes and children.
    @param {string} name @param {object} attributes @param {any[]} children @returns {any} */
export const svg = (name, attributes = {}, ...children) =>
  filled(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);

function filled(element, given, children) {
  for (const [name, value] of Object.entries(given)) {
    if (name in element && element instanceof HTMLElement) element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** A button with a value and an action. */
export const press = (className, text, value, onclick) =>
  make("button", { type: "button", className, value, onclick }, text);

/** Follow the pointer of a press: `move(event)` while it moves, `end(event)` at the release; null if it is cancelled.
    @param {PointerEvent} press @param {(event: PointerEvent) => void} move
    @param {(event: PointerEvent | null) => void} [end] */
export function follow(press, move, end) {
  const over = new AbortController();
  const hear = (/** @type {"pointermove" | "pointerup" | "pointercancel"} */ name, /** @type {typeof move} */ act) => document.addEventListener(
    name, (event) => event.pointerId === press.pointerId && act(event), { signal: over.signal });
  hear("pointermove", move);
  hear("pointerup", (event) => (over.abort(), end?.(event)));
  hear("pointercancel", () => (over.abort(), end?.(null)));
}
