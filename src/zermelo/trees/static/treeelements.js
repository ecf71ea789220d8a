// Makers of elements.

/** An element of the page. */
export function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Parts only for the eye, with a text for screen readers. */
export function labelled(parts, text) {
  for (const part of parts) part.setAttribute("aria-hidden", "true");
  return [...parts, make("span", { class: "zt-spoken" }, text)];
}

/** An element of a drawing. */
export function drawn(tag, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/** A window as a bar from −most to most: the part from α to β, or their meeting. */
export function windowBar(window, most) {
  const [low, high] = window.map((bound) => 50 * (1 + Math.max(-1, Math.min(1, bound / most))));
  const bar = make("span", { class: low < high ? "zt-span" : "zt-span zt-met", "aria-hidden": "true" }, make("i", {}));
  bar.style.setProperty("--low", `${Math.min(low, high)}%`);
  bar.style.setProperty("--high", `${100 - Math.max(low, high)}%`);
  return bar;
}

/** An icon, from a path in a square of 16; without one, scissors. */
export function iconOf(path) {
  if (!path) return make("span", { "aria-hidden": "true" }, "\u2702\ufe0e");
  const icon = drawn("svg", { viewBox: "0 0 16 16", width: 14, height: 14, "aria-hidden": "true" });
  icon.append(drawn("path", { d: path, fill: "currentColor", "fill-rule": "evenodd" }));
  return icon;
}
