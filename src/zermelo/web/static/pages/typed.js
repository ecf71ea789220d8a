/* Trees typed by a person, "((3,5),(2,9))", and alpha-beta on them, recorded for the player. */

const CUTOFF = 3, TRIED = 4, LEAF = 0; // kinds of ends, as in treesearch.js
const MOST = 400; // nodes of a tree

/** The tree in a text: a number or a list of trees. Throws an error that names the fault. */
export function parseTree(text) {
  let tree = null;
  try {
    tree = JSON.parse(text.replace(/[(]/g, "[").replace(/[)]/g, "]").replaceAll("−", "-"));
  } catch {
    // not a tree
  }
  if (!isTree(tree) || !Array.isArray(tree)) throw new Error(`a tree is like ((3,5),(2,9)), not ${text}`);
  if (size(tree) > MOST) throw new Error(`a tree has ${MOST} nodes at most`);
  return tree;
}

const isTree = (node) => (Array.isArray(node) ? node.length > 0 && node.every(isTree) : typeof node === "number");

export const writeTree = (tree) => (Array.isArray(tree) ? `(${tree.map(writeTree).join(",")})` : String(tree));

/** A tree with this many levels below the root, each node with two or three children, drawn at random. */
export function randomTree(levels, chance = Math.random) {
  if (levels === 0) return Math.floor(chance() * 19) - 9;
  return Array.from({ length: 2 + Math.floor(chance() * 2) }, () => randomTree(levels - 1, chance));
}

/** The tree with the child at `path`, a rank at each level, moved to the rank `to` among its siblings. */
export function reordered(tree, [rank, ...path], to) {
  if (path.length) return tree.with(rank, reordered(tree[rank], path, to));
  return tree.toSpliced(rank, 1).toSpliced(to, 0, tree[rank]);
}

/** The number of nodes that alpha-beta visits. */
export const visited = (tree) => recordOf(tree).position.length;

/** The tree with the best move first at each node; of equally good moves, the one with the smallest tree. */
export function bestFirst(tree, maximizing = true) {
  if (!Array.isArray(tree)) return tree;
  const sign = maximizing ? -1 : 1, below = tree.map((child) => bestFirst(child, !maximizing));
  return below.sort((one, other) => sign * (worth(one, !maximizing) - worth(other, !maximizing)) || size(one) - size(other));
}

const size = (tree) => (Array.isArray(tree) ? 1 + tree.reduce((sum, child) => sum + size(child), 0) : 1);

function worth(tree, maximizing) {
  if (!Array.isArray(tree)) return tree;
  const values = tree.map((child) => worth(child, !maximizing));
  return maximizing ? Math.max(...values) : Math.min(...values);
}

/** Alpha-beta, fail-hard, on a tree whose root is MAX's, as a record for the player of trees.

    Moves are called a, b, …; if `written`, the tree that a move leads to follows its letter. */
export function recordOf(tree, { written = false } = {}) {
  const nodes = [], texts = [], legal = [], legalStart = [0];
  searched(tree, -Infinity, Infinity, 0, nodes);
  for (const { children } of nodes) {
    for (const [rank, child] of children.entries())
      legal.push(texts.push(String.fromCharCode(97 + rank) + (written ? ` ${clipped(writeTree(child))}` : "")) - 1);
    legalStart.push(legal.length);
  }
  const bounds = nodes.flatMap(({ alpha, beta, value }) => [alpha, beta, value]);
  const numbers = [...new Set([-Infinity, Infinity, ...bounds])].sort((one, other) => one - other);
  const column = (name) => nodes.map((node) => node[name]);
  const placed = (name) => nodes.map((node) => numbers.indexOf(node[name]));
  return {
    game: "a tree", algorithm: "alphabeta", goal: "to the end", by: "outcome", windowed: true, boards: null, numbers,
    names: ["who begins", "the other"], legend: ["who begins, who searches", "the other. Values are MAX’s."],
    sides: ["MAX", "MIN"], exercises: ["values", "windows", "cuts"], endings: {}, letters: [], texts, legal, legalStart,
    level: column("level"), position: [...nodes.keys()], end: column("end"), maximizing: column("maximizing"),
    alpha: placed("alpha"), beta: placed("beta"), value: placed("value"),
  };
}

const clipped = (text) => (text.length > 12 ? `${text.slice(0, 11)}…` : text);

/** Search a tree, and put its nodes into `nodes` in the order of entry; return its value. */
function searched(tree, alpha, beta, level, nodes) {
  const children = Array.isArray(tree) ? tree : [], maximizing = Number(level % 2 === 0);
  const node = { children, level, alpha, beta, maximizing, value: tree, end: LEAF };
  nodes.push(node);
  if (!children.length) return tree;
  let [low, high] = [alpha, beta], best = maximizing ? -Infinity : Infinity, tried = 0;
  while (tried < children.length && low < high) {
    const found = searched(children[tried++], low, high, level + 1, nodes);
    best = maximizing ? Math.max(best, found) : Math.min(best, found);
    if (maximizing) low = Math.max(low, found);
    else high = Math.min(high, found);
  }
  node.end = tried < children.length ? CUTOFF : TRIED;
  node.value = Math.max(alpha, Math.min(beta, best));
  return node.value;
}
