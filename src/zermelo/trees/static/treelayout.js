// The places of a tree's items: a tidy tree.

const GAP = 10, TIGHT = 5;  // the usual and the least gap between neighbours

/**
 * Gives every item of the tree under `root` its x (middle) and y (top): a tidy tree.
 *
 * After Reingold and Tilford 1981 in the form of Kennedy 1996: subtrees are placed side by side as
 * close as their outlines allow, once from the left and once from the right, and averaged.
 * Levels are `gap` apart. A tree that is wider than `room` is squeezed into it, each level by itself.
 */
export function layTidy(root, gap, room = Infinity) {
  const place = (item) => {
    const outlines = item.children.map(place);
    const mirrored = outlines.map((outline) => outline.map(([left, right]) => [-right, -left])).reverse();
    const fromRight = fitted(mirrored).reverse();
    const middles = fitted(outlines).map((x, index) => (x - fromRight[index]) / 2);
    item.children.forEach((child, index) => { child.offset = middles[index]; });
    return [[-item.width / 2, item.width / 2], ...outlines.map((outline, index) => shifted(outline, middles[index])).reduce(joined, [])];
  };
  const outline = place(root);
  const settle = (item, x, level) => {
    item.x = x;
    item.y = level * (root.height + gap);
    for (const child of item.children) settle(child, x + child.offset, level + 1);
  };
  settle(root, -Math.min(...outline.map(([left]) => left)), 0);
  const width = Math.max(...outline.map(([, right]) => right)) - Math.min(...outline.map(([left]) => left));
  if (width > room) squeeze(root, room);
  return { width: Math.min(width, room), height: (outline.length - 1) * (root.height + gap) + root.height + 16 };
}

/** The least width of a level. */
const across = (row) => row.reduce((width, item) => width + item.width + TIGHT, -TIGHT);

const below = (row) => row.flatMap(({ children }) => children);

/** Whether the level `row` and all levels below it fit into the width `room`. */
export const fits = (row, room) => !row.length || (across(row) <= room && fits(below(row), room));

/** Move the items of each level only as far as `room` requires. */
function squeeze(root, room) {
  root.x = room / 2;
  for (let row = [root]; row.length; row = below(row)) {
    let edge = 0;
    for (const item of row) {
      item.x = Math.max(item.x, edge + item.width / 2);
      edge = item.x + item.width / 2 + TIGHT;
    }
    edge = room;
    for (const item of row.toReversed()) {
      item.x = Math.min(item.x, edge - item.width / 2);
      edge = item.x - item.width / 2 - TIGHT;
      for (const child of item.children) child.x = item.x + child.offset;
    }
  }
}

/** Fit every level into `room`: the last siblings that are not `kept` become one item, `rest(above, count)`. */
export function trim(root, room, kept, rest) {
  const free = ({ children }) => children.filter((child) => !kept(child));
  for (let row = [root]; row.length; row = below(row)) {
    while (across(below(row)) > room) {
      const above = row.reduce((one, other) => (free(other).length > free(one).length ? other : one));
      const gone = free(above).at(-1);
      if (!gone) break;
      const left = above.children.filter((child) => child !== gone);
      const more = left.at(-1)?.kind === "more" ? left.pop().count : 0;
      above.children = [...left, rest(above, more + (gone.count ?? 1))];
    }
  }
}

/** The middles of subtrees with these outlines, each as close as possible to those before it. */
function fitted(outlines) {
  const middles = [];
  let merged = [];
  for (const outline of outlines) {
    const rooms = outline.slice(0, merged.length).map(([left], level) => merged[level][1] + GAP - left);
    middles.push(rooms.length ? Math.max(...rooms) : 0);
    merged = joined(merged, shifted(outline, middles.at(-1)));
  }
  const middle = (middles[0] + middles.at(-1)) / 2;
  return middles.map((x) => x - middle);
}

function shifted(outline, x) { return outline.map(([left, right]) => [left + x, right + x]); }

/** The outline around two outlines: at each level the leftmost and the rightmost x. */
function joined(one, other) {
  const [deep, flat] = one.length < other.length ? [other, one] : [one, other];
  return deep.map(([left, right], level) => (
    flat[level] ? [Math.min(left, flat[level][0]), Math.max(right, flat[level][1])] : [left, right]));
}
