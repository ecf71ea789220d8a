// The details of a node, and the code of the search, next to the tree.

import { make, press } from "./elements.js";
import { boardOf } from "./treeitem.js";
import { ending, line, windowText } from "./treewords.js";

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
  const head = make("h3", "", node === 0 ? "The root" : line(search, node));
  const board = search.boards ? [boardOf(search, node, LARGE)] : [];
  const facts = [...windows(player), ...results(player)];
  const rows = facts.flatMap(([name, value]) => [make("dt", "", name), make("dd", "", value)]);
  const jump = (text, step) => press("", text, "", () => player.goTo(step));
  const jumps = make("p", "zt-jumps", jump("To its start", search.entered(node)), jump("To its end", search.left(node)));
  const others = search.same(node).filter((each) => each !== node && search.entered(each) <= step);
  const reveal = (each) => press("", line(search, each) || "start", "", () => player.reveal(each));
  const more = others.length > TWINS ? [` and ${others.length - TWINS} more`] : [];
  const words = `Position ${search.letters(node)} is met by `;
  const twins = others.length ? [make("p", "zt-jumps", words, ...others.slice(0, TWINS).map(reveal), ...more)] : [];
  return [head, ...board, make("dl", "", ...rows), ...twins, jumps];
}

/** The player to move, and the windows: the first, the one narrowed by the table, the current one. */
function windows({ search, selected: node, step, view }) {
  const name = search.names[search.maximizing[node] ? 0 : 1];
  const facts = [["to move", `${search.side(node)}, ${name}`]];
  if (view.secret || search.entered(node) > step) return facts;
  const given = [search.alpha[node], search.beta[node]], asked = search.asked(node);
  facts.push(["window", windowText(given, search.number)]);
  if (asked.some((bound, index) => bound !== given[index])) {
    facts.push(["by the table", windowText(asked, search.number)]);
  }
  if (search.size[node] > 1) {
    const when = search.left(node) <= step ? "in the end" : "so far";
    facts.push([when, windowText(search.window(node, step), search.number)]);
  }
  return facts;
}

/** The results of a finished node. */
function results(player) {
  const { search, selected: node, step } = player;
  if (search.facts) return search.facts(node, step);
  if (search.left(node) > step) return [];
  const pruned = search.pruned(node);
  return [
    ["value", search.result(node, step)],
    ["terms", search.terms(node)],
    ["by", search.made?.(node)],
    ["ended", ending(search, node, step)],
    ["chosen", search.chosen[node] < 0 ? "" : search.move(search.chosen[node])],
    ["pruned", pruned.join("  ")],
    ["nodes below", (search.size[node] - 1).toLocaleString("en")],
    ["compared", player.difference(node)],
  ].filter(([, value]) => value);
}
