// Translates a page into German by the patterns of English sentences in zermelo/course/german.toml.

const MARK = /\{[*#]?\}/g;

/** A function that translates a sentence into German, like `zermelo.course.german`. */
export function sayer(words) {
  const forms = Object.entries(words).map(([english, german]) => {
    const marks = english.match(MARK) ?? [];
    const [first, ...texts] = english.split(MARK).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    const rest = marks.map((mark, place) => (mark === "{#}" ? "([\\d.,]+)" : "(.+?)") + texts[place]);
    return [new RegExp(`^${first}${rest.join("")}$`, "s"), marks, german];
  });
  const say = (text) => {
    for (const [form, marks, german] of forms) {
      const found = form.exec(text);
      if (!found) continue;
      const parts = marks.map((mark, place) => (mark === "{*}" ? say(found[place + 1]) : found[place + 1]));
      let next = 0;
      return german.replace(/\{(\d*)\}/g, (_, place) => parts[place === "" ? next++ : place]);
    }
    return text;
  };
  return say;
}

const OWN = "pre, code, math, textarea, .cell_output, [translate=no]"; // texts by people, and results, stay unchanged

const WORDS = ["title", "aria-label", "alt", "placeholder"]; // attributes for people

/** Show an element's texts in German, now and later; returns a function that restores the English. */
export function translate(root, words) {
  const say = sayer(words), before = new Map();
  const text = (node) => {
    if (node.parentElement?.closest(OWN)) return;
    const [, space, english, rest] = /^(\s*)(.*?)(\s*)$/s.exec(node.data), german = say(english);
    if (german === english) return;
    before.set(node, node.data);
    node.data = space + german + rest;
  };
  const all = (node) => {
    if (node.nodeType === Node.TEXT_NODE) text(node);
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    for (const name of WORDS) attribute(node, name);
    node.childNodes.forEach(all);
  };
  const attribute = (node, name) => {
    const english = node.getAttribute(name), german = english && say(english);
    if (german !== english) node.setAttribute(name, german);
  };
  const watching = new MutationObserver((changes) => changes.forEach(({ target, addedNodes, attributeName }) => {
    if (attributeName) attribute(target, attributeName);
    else if (addedNodes.length) addedNodes.forEach(all);
    else if (target.nodeType === Node.TEXT_NODE) text(target);
  }));
  all(root);
  watching.observe(root, { childList: true, characterData: true, subtree: true, attributeFilter: WORDS });
  return () => {
    watching.disconnect();
    for (const [node, english] of before) node.data = english;
  };
}
