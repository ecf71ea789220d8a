// Elements, made in one line.

/** An element of the page. */
export function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** An element of a drawing. */
export function drawn(tag, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/** The icon that a path draws in a square of 16; scissors without one. */
export function iconOf(path) {
  if (!path) return make("span", { "aria-hidden": "true" }, "\u2702\ufe0e");
  const icon = drawn("svg", { viewBox: "0 0 16 16", width: 14, height: 14, "aria-hidden": "true" });
  icon.append(drawn("path", { d: path, fill: "currentColor", "fill-rule": "evenodd" }));
  return icon;
}

/** The options of a select: pairs of value and text. */
export function options(texts) {
  return texts.map(([value, text]) => make("option", { value }, text));
}
