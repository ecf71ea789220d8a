// The code of the search beside its tree, with the line that has just done something.

import { make } from "./treeelements.js";

/** The functions of `search`, of which the one at work is shown; a tree that a person typed has none. */
export class SourceText {
  constructor(search) {
    this.search = search;
    this.functions = (search.sources ?? []).map(({ text }) => make("ol", {}, ...text.split("\n").map((line) => make("li", {}, line || " "))));
    this.element = make("section", { class: "zt-source", "aria-label": `Code of ${search.algorithm}`, tabindex: 0 }, ...this.functions);
  }

  /** Light the line of what has happened at `step`. */
  show(step) {
    this.element.querySelector("[aria-current]")?.removeAttribute("aria-current");
    if (!this.functions.length) return;
    const { search } = this, { node, leaving } = step ? search.event(step) : { node: 0, leaving: false };
    const index = search.maximizing[node] ? 0 : 1, done = leaving || search.size[node] === 1;
    const event = done ? 1 + search.end[node] : 0;
    const line = step ? this.functions[index].children[search.sources[index].lit[event]] : null;
    this.functions.forEach((each, place) => { each.hidden = place !== index; });
    line?.setAttribute("aria-current", "step");
    if (line) this.element.scrollTop = line.offsetTop - this.element.clientHeight / 2;
  }
}
