// The events of a search, in sentences.

import { counted, CUTOFF, EVALUATED, LEAF, number, TABLE } from "./treesearch.js";

export const SCISSORS = "\u2702\ufe0e";  // as text, not as a coloured picture

/** The event at `step` and its effect, in sentences. */
export function described(search, step) {
  if (search.described) return search.described(step);
  if (step === 0) {
    return `${search.names[0]} is to move and searches: that is MAX. Press Forward to begin.`;
  }
  const { node, leaving } = search.event(step);
  if (!leaving) {
    const after = node === 0 ? "" : ` after ${search.move(node)}`, [alpha, beta] = search.asked(node).map(search.number);
    const window = search.windowed ? ` The window is α = ${alpha}, β = ${beta}.` : "";
    return `${search.side(node)} is to move${after}.${window}`;
  }
  const end = [ended(search, node), effect(search, node)].filter(Boolean).join(" ");
  if (node !== 0) return `${search.move(node)}: ${end}`;
  return `${end[0].toUpperCase()}${end.slice(1)} The search is done.`;
}

/** The way to the value of `node`. */
function ended(search, node) {
  const value = search.number(search.value[node]);
  if (search.end[node] === LEAF) return `the game is over, worth ${value} to MAX.`;
  if (search.end[node] === EVALUATED) return `the depth limit is reached; the evaluation says ${value}.`;
  if (search.end[node] === TABLE) return `met before; the table answers ${value}.`;
  if (search.end[node] === CUTOFF) {
    const rest = search.pruned(node).length;
    return `cut, for ${search.inequality(node)}: ${cutReason(search, node)} ` +
      `${counted(rest, "move")} of ${search.side(node)} need${rest === 1 ? "s" : ""} no look.` + returned(search, node);
  }
  const max = search.maximizing[node], best = search.chosen[node];
  const taken = `${search.side(node)} takes the ${max ? "greatest" : "least"} of ` +
    `${counted(search.tried[node], "value")}: ${search.number(search.value[best])}, by ${search.move(best)}.`;
  return taken + returned(search, node);
}

/** The reason why the moves after a cut at `node` cannot matter, by the origin of the bound. */
export function cutReason(search, node) {
  const max = search.maximizing[node], side = max ? 1 : 0;
  const bound = search.asked(node)[side], given = [search.alpha[node], search.beta[node]][side];
  if (bound !== given) return `the table knows that it is worth no ${max ? "more" : "less"}.`;
  if (bound === [search.alpha[0], search.beta[0]][side]) {
    return `no value can be better for ${search.side(node)}.`;
  }
  return `${max ? "MIN" : "MAX"} already has a move at least as good further up and will avoid this node.`;
}

/** A fail-hard search returns the bound instead of a value beyond it. */
export function returned(search, node) {
  const value = search.value[node];
  if (value === search.value[search.chosen[node]]) return "";
  const [low] = search.asked(node);
  const bound = value === low ? "α" : "β";
  return ` Outside the window, so the bound ${bound} = ${search.number(value)} is returned.`;
}

/** The effect of the value of `node` on its parent. */
function effect(search, node) {
  const above = search.parent[node];
  if (above < 0 || !search.windowed) return "";
  const index = search.maximizing[above] ? 0 : 1;
  const before = search.window(above, search.left(node) - 1)[index];
  const after = search.window(above, search.left(node))[index];
  if (before === after) return "";
  const place = above === 0 ? "the root" : search.move(above);
  return `At ${place}, ${search.bound(above)} ${after > before ? "rises" : "falls"} from ` +
    `${search.number(before)} to ${search.number(after)}.`;
}

/** The end of `node`, in a word or an inequality; "" while it is searched. */
export function ending(search, node, step) {
  if (search.ending) return search.ending(node, step);
  if (search.left(node) > step) return "";
  if (search.end[node] === CUTOFF) return `${SCISSORS} ${search.inequality(node)}`;
  const over = search.numbers.every(Number.isFinite) ? "game over" : ""; // a tree of numbers has no end of a game
  return { [LEAF]: over, [EVALUATED]: "estimate", [TABLE]: "from table" }[search.end[node]] ?? "";
}

/** The moves from the root to `node`. */
export function line(search, node) {
  return search.path(node).slice(1).map((each) => search.move(each)).join(" ");
}

/** A window, its numbers written by `text`. */
export function windowText([alpha, beta], text = number) {
  return `α = ${text(alpha)}, β = ${text(beta)}`;
}
