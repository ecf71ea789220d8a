/* Update a part of a page while a person may be pressing something in it.

   Values arrive several times a second, but a press works only if the pressed element is still there
   when the press ends, and the keyboard's focus is lost with the focused element. So equal parts stay the
   same elements, and only differences are written.

     renew(element, children)   give `element` these children, elements and texts

   `children` are new elements each time, without a state of their own: only their attributes, their
   `onclick` and their children are copied. An element whose
   `value` says what it stands for, a move for example, is only ever kept for the same value, so that
   no press becomes a press of something else. */

/** Make `children` the children of `element`; corresponding elements stay, and are updated. */
export function renew(element, children) {
  const given = children.map((child) => (typeof child === "string" ? document.createTextNode(child) : child));
  const kept = counterparts([...element.childNodes], given);
  const wanted = given.map((child) => (kept.has(child) ? updated(kept.get(child), child) : child));
  const staying = new Set(wanted);
  for (const child of [...element.childNodes]) if (!staying.has(child)) child.remove();
  arrange(element, wanted);
}

/** For each given node, the child of `there` to keep, if any: one with the same value, which may be
    that of a part inside it; else the next child of the same name without a value. */
function counterparts(there, given) {
  const kept = new Map();
  const called = (node) => `${node.nodeName} ${valueWithin(node)}`;
  const known = Map.groupBy(there.filter((old) => valueWithin(old) !== null), called);
  const keep = (child, old) => old && kept.set(child, old);
  for (const child of given) keep(child, known.get(called(child))?.shift());
  const taken = new Set(kept.values());
  const rest = there.filter((old) => !taken.has(old) && !hasValue(old));
  const left = Map.groupBy(rest, ({ nodeName }) => nodeName);
  for (const child of given)
    if (!kept.has(child) && !hasValue(child)) keep(child, left.get(child.nodeName)?.shift());
  return kept;
}

const hasValue = (node) => node instanceof Element && node.hasAttribute("value");

/** The value of an element, or of the first element inside with a value; else null. */
function valueWithin(node) {
  if (!(node instanceof Element)) return null;
  return (hasValue(node) ? node : node.querySelector("[value]"))?.getAttribute("value") ?? null;
}

/** Update a node that stays to equal the new one. */
function updated(old, given) {
  if (!(old instanceof Element)) {
    if (old.data !== given.data) old.data = given.data;
    return old;
  }
  for (const { name } of [...old.attributes]) if (!given.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of given.attributes) {
    if (name === "style") old.style.cssText = value; // strict pages forbid the attribute
    else if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  old.onclick = given.onclick;
  renew(old, [...given.childNodes]);
  return old;
}

/** Put nodes into an element in this order. The pressed element, or else the focused one, does not move, because
    that would end the press or the focus: the others move round it. */
function arrange(element, nodes) {
  const first = (selector) => nodes.find((node) => node instanceof Element && node.matches(selector));
  const fixed = first(":active") ?? first(":focus-within");
  let at = element.firstChild;
  for (const node of nodes) {
    while (node === fixed && at !== node && at) {
      const passed = at;
      at = at.nextSibling;
      element.append(passed);
    }
    if (node === at) at = at.nextSibling;
    else element.insertBefore(node, at);
  }
}
