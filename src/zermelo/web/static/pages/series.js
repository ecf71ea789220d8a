/* Exercises in search trees that a teacher typed or drew at random; the address holds the series:
   #e=cuts&t=((3,5),(2,9));((1,4),(6,0)) */

import { by, complain } from "./dom.js";
import { createTree } from "./tree.js";
import { EXERCISES } from "./treeexercises.js";
import { bestFirst, parseTree, randomTree, recordOf, reordered, visited, writeTree } from "./typed.js";

const ORDER = "order"; // the exercise of reordering moves
const TITLES = { ...Object.fromEntries(Object.entries(EXERCISES).map(([kind, { title }]) => [kind, title])), [ORDER]: "Order the moves" };
const USUAL = "((3,5),(2,9));((3,5,1),(2,9,7),(4,6,8))";
let series = []; // the trees of the series
let at = 0; // the index of the tree shown
let right = 0, asked = 0; // the numbers of right answers and of questions for earlier trees
let done = false; // whether the moves of this tree are in order
let player = null;

function follow() {
  const link = new URLSearchParams(location.hash.slice(1));
  by("kind").value = link.get("e") in TITLES ? link.get("e") : "cuts";
  by("trees").value = (link.get("t") ?? USUAL).split(";").join("\n");
  by("teacher").open = !link.has("t");
  begin();
}

/** Begin the series in the form, with its first tree. */
function begin() {
  try {
    const texts = by("trees").value.split("\n").filter((line) => line.trim());
    series = texts.map(parseTree);
    if (!series.length) throw new Error("a series needs at least one tree, like ((3,5),(2,9))");
    complain("");
  } catch (error) {
    complain(error.message);
    by("teacher").open = true;
    return false;
  }
  [at, right, asked, done] = [0, 0, 0, false];
  show();
  return true;
}

function show() {
  by("title").textContent = `${TITLES[by("kind").value]}: tree ${at + 1} of ${series.length}`;
  if (by("kind").value === ORDER) return void order(unordered(series[at]));
  [player] = createTree(by("tree"), recordOf(series[at]), { exercise: by("kind").value });
  player.exercise.onAnswer = tell;
  tell();
}

/** The tree; if its moves are already in order, the tree with the best moves last. */
function unordered(tree) {
  const last = (node) => (Array.isArray(node) ? node.map(last).reverse() : node);
  const best = bestFirst(tree);
  return visited(tree) > visited(best) ? tree : last(best);
}

/** Show a tree to reorder so that alpha-beta visits few nodes. */
function order(tree, focus = null) {
  [player] = createTree(by("tree"), recordOf(tree, { written: true }));
  player.goTo(player.search.steps);
  player.view.element.classList.add("zt-ordered");
  player.view.onOrder = (way, to) => order(reordered(tree, way, to), [...way.slice(0, -1), to]);
  const [now, fewest, last] = [visited(tree), visited(bestFirst(tree)), at + 1 === series.length];
  done = now <= fewest;
  const score = done
    ? `Right: ${now} nodes, no more than with the best move first everywhere. ${right + 1} of ${at + 1} trees are in order.`
    : `Alpha-beta visits ${now} nodes. Drag a move onto its neighbour, or press Alt with ← or →, until it visits ${fewest}.`;
  by("score").textContent = score + (done && last ? " The series is done." : "");
  by("next").hidden = last;
  if (focus) refocus(focus);
}

/** Focus the node at the end of a path, if it is searched. */
function refocus(way) {
  const { search } = player;
  const node = way.reduce((above, rank) => (above < 0 ? -1 : [...search.children(above)][rank] ?? -1), 0);
  if (node > 0) player.select(node, { focus: true });
}

/** Show the score so far, and a button for the next tree once all questions of this one are answered. */
function tell() {
  const quiz = player.exercise;
  if (!quiz) return;
  const [good, all] = [right + quiz.right, asked + quiz.answered.size];
  const done = player.step === player.search.steps;
  const last = at + 1 === series.length;
  by("score").textContent = `${good} of ${all} right at once${done && last ? ". The series is done." : ""}`;
  by("next").hidden = !done || last;
}

by("next").addEventListener("click", () => {
  right += player.exercise?.right ?? Number(done);
  asked += player.exercise?.answered.size ?? 0;
  at += 1;
  show();
});
by("random").addEventListener("click", () => {
  const levels = Math.max(1, Math.min(5, Number(by("levels").value) || 3));
  by("trees").value = `${by("trees").value.trimEnd()}\n${writeTree(randomTree(levels))}`.trimStart();
});
by("made").addEventListener("submit", (event) => {
  event.preventDefault();
  if (begin()) history.replaceState(null, "", link());
});
by("share").addEventListener("click", async () => {
  if (!begin()) return;
  history.replaceState(null, "", link());
  await navigator.clipboard?.writeText(location.href).catch(() => {});
  by("share").textContent = "The link is in the address bar";
});

const link = () => `#e=${by("kind").value}&t=${series.map(writeTree).join(";")}`;

by("kind").replaceChildren(...Object.entries(TITLES).map(([kind, title]) => new Option(title, kind)));
window.addEventListener("hashchange", follow);
follow();
