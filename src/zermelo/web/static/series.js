/* Exercises in search trees that a teacher typed or drew at random; the address holds the series:
   #e=cuts&t=((3,5),(2,9));((1,4),(6,0)) */

import { createTree } from "./tree.js";
import { EXERCISES } from "./treeexercises.js";
import { parseTree, randomTree, recordOf, writeTree } from "./typed.js";

const by = (id) => document.getElementById(id);
const USUAL = "((3,5),(2,9));((3,5,1),(2,9,7),(4,6,8))";
let series = []; // its trees
let at = 0; // which of them is shown
let right = 0, asked = 0; // answers, of the trees before
let player = null;

function follow() {
  const link = new URLSearchParams(location.hash.slice(1));
  by("kind").value = link.get("e") in EXERCISES ? link.get("e") : "cuts";
  by("trees").value = (link.get("t") ?? USUAL).split(";").join("\n");
  by("teacher").open = !link.has("t");
  begin();
}

/** Begin the series that the form says, with its first tree. */
function begin() {
  try {
    const texts = by("trees").value.split("\n").filter((line) => line.trim());
    series = texts.map(parseTree);
    if (!series.length) throw new Error("a series has a tree at least, like ((3,5),(2,9))");
    by("error").hidden = true;
  } catch (error) {
    by("error").textContent = error.message;
    by("error").hidden = false;
    by("teacher").open = true;
    return false;
  }
  [at, right, asked] = [0, 0, 0];
  show();
  return true;
}

function show() {
  [player] = createTree(by("tree"), recordOf(series[at]), { exercise: by("kind").value });
  by("title").textContent = `${EXERCISES[by("kind").value].title}: tree ${at + 1} of ${series.length}`;
  player.exercise.onAnswer = tell;
  tell();
}

/** The score so far, and the way on once every question of a tree is done with. */
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
  right += player.exercise?.right ?? 0;
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
  by("share").textContent = "It is in the address";
});

const link = () => `#e=${by("kind").value}&t=${series.map(writeTree).join(";")}`;

by("kind").replaceChildren(...Object.entries(EXERCISES).map(([kind, { title }]) => new Option(title, kind)));
window.addEventListener("hashchange", follow);
follow();
