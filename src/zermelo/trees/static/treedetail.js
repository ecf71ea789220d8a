// The details of a node, and the code of the search, next to the tree.

import { make, press } from "./elements.js";
import { boardOf } from "./treeitem.js";

/** The functions of `search`, with only the active one shown; a typed tree has none. */
export class SourceText {
  constructor(search) {
    this.search = search;
    const lines = (text) => text.split("\n").map((line) => make("li", "", line || " "));
    this.functions = (search.sources ?? []).map(({ text }) => make("ol", "", ...lines(text)));
    this.element = make("section", { class: "zt-source", "aria-label": `Code of ${search.algorithm}`, tabindex: 0 }, ...this.functions);
    this.element.hidden = !this.functions.length;
  }

  /** Highlight the line of the event at `step`. */
  show(step) {
    this.element.querySelector("[aria-current]")?.removeAttribute("aria-current");
    if (!this.functions.length) return;
    const { search } = this, { node, leaving } = step ? search.event(step) : { node: 0, leaving: false };
    const [index, place] = search.lit(node, leaving || search.size[node] === 1);
    const line = step ? this.functions[index].children[place] : null;
    this.functions.forEach((each, place) => { each.hidden = place !== index; });
    line?.setAttribute("aria-current", "step");
    if (line) this.element.scrollTop = line.offsetTop - this.element.clientHeight / 2;
  }
}

const LARGE = 150;  // the height of its board
const TWINS = 6;  // listed nodes of the same position

/** The elements that describe the selected node of `player`. */
export function detail(player) {
  const { search, selected: node, step } = player;
  const head = make("h3", "", node === 0 ? "The root" : search.movesTo(node));
  const board = search.boards ? [boardOf(search, node, LARGE)] : [];
  const facts = [...windows(player), ...search.facts(node, step), ["compared", player.difference(node)]];
  const rows = facts.filter(([, value]) => value).flatMap(([name, value]) => [make("dt", "", name), make("dd", "", value)]);
  const jump = (text, step) => press("", text, "", () => player.goTo(step));
  const jumps = make("p", "zt-jumps", jump("To its start", search.entered(node)), jump("To its end", search.left(node)));
  const others = search.same(node).filter((each) => each !== node && search.entered(each) <= step);
  const reveal = (each) => press("", search.movesTo(each) || "start", "", () => player.reveal(each));
  const more = others.length > TWINS ? [` and ${others.length - TWINS} more`] : [];
  const words = `Position ${search.letters[node]} is met by `;
  const twins = others.length ? [make("p", "zt-jumps", words, ...others.slice(0, TWINS).map(reveal), ...more)] : [];
  return [head, ...board, make("dl", "", ...rows), ...twins, jumps];
}

/** The player to move, and the windows: the first, the one narrowed by the table, the current one. */
function windows({ search, selected: node, step, view }) {
  const name = search.names[search.maximizing[node] ? 0 : 1];
  const facts = [["to move", `${search.side(node)}, ${name}`]];
  if (view.secret || search.entered(node) > step) return facts;
  const given = [search.alpha[node], search.beta[node]], asked = search.asked(node);
  facts.push(["window", search.bounds(given)]);
  if (asked.some((bound, index) => bound !== given[index])) facts.push(["by the table", search.bounds(asked)]);
  if (search.size[node] > 1) {
    const when = search.left(node) <= step ? "in the end" : "so far";
    facts.push([when, search.bounds(search.window(node, step))]);
  }
  return facts;
}
