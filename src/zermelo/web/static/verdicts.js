// @ts-check
/* The values of positions in words and for the bar; the review of a line, accuracy and mistakes; and the card at
   the end of a game: its result, the moments that decided it, and the next actions. */

import { by } from "./dom.js";
import { make, press } from "./elements.js";
import { short } from "./graph.js";
import { lineThrough, mark, numberOf } from "./moves.js";
import { renew } from "./renew.js";
import { phone } from "./shapes.js";
import { SOLVED } from "./solved.js";

/** The known solution of a game's start, unless the value is proven here.
    @param {Shown} shown @param {RoomView} state */
const solution = ({ advice, ply }, { game, start, by }) =>
  (!ply && start === null && by === "outcome" && !advice?.exact && SOLVED[game]) || "";

/** The value of a position to the first player, for the bar; null where it is unknown.
    @param {Shown} shown @param {RoomView} state */
export function known(shown, state) {
  const { advice, over, winner, outcome } = shown, words = solution(shown, state);
  if (advice && words) return { chance: /draw/.test(words) ? 0.5 : +/first/.test(words), exact: true, words };
  if (!over) return advice && { chance: advice.chance ?? 0.5, exact: advice.exact, words: advice.words };
  return { chance: winner === null ? 0.5 : 1 - winner, exact: true, words: outcome };
}

/** Write the value of a position into an element: for a game's start its known solution, unless the value is proven
    here; and, in quieter type, the depth of the search.
    @param {HTMLElement} element @param {Shown} shown @param {RoomView} state */
export function drawVerdict(element, shown, state) {
  const { advice, over } = shown;
  const proven = advice?.source === "proof" ? `Proven: ${advice.words} (certificate)` : advice?.words;
  const [words, depth] = (over || !state.values ? "" : solution(shown, state) || proven || "").split(/(?= at depth)/);
  element.hidden = !words;
  element.replaceChildren(phone().matches ? words.replace(/player \d \((.+?)\)/g, "$1") : words, make("span", "depth", depth ?? ""));
}

const SHOWN = 4; // the most moves of a line to show

/** A mistake in a list: its move, which `look(node)` shows, and what happens, with `more` below.
    @param {Row} row @param {RoomView} state */
function entry(row, { tree, names }, look, ...more) {
  const { node, move, player, fault, words, why, proof } = row;
  return make("li", { className: `fault fault-${fault}`, title: proof },
    make("span", "fault-mark", mark(row)), " ",
    press("plain", `${numberOf(tree, row)} ${move}`, node, () => look(node)),
    ` by ${names[player]} ${words}. `, make("div", "fault-why", why), ...more);
}

/** Draw the review of a game's line or a study's main line; `shown` is the displayed node. `look(node)` shows a position,
    `playable(moves, node)` returns buttons for moves after a node, `demonstrate(row)` plays a mistake on the
    board, and `retry(row)` begins a lesson.
    @param {Row[]} line @param {RoomView} state @param {number} shown */
export function drawReview(line, state, shown, { look, playable, retry, demonstrate }) {
  const faults = line.filter(({ fault }) => fault);
  const own = line.some(({ node }) => node === state.node); // otherwise the accuracy belongs to a variation
  if (own) by("accuracy").textContent = accuracyWords(state);
  if (own) by("tally").textContent = state.accuracy ? tallyWords(faults, state) : "";
  const items = faults.map((row) => {
    const better = make("span", "fault-better", " Better: ", ...playable(row.best.slice(0, SHOWN), row.parent));
    const item = entry(row, state, look, make("span", "fault-more", better,
      press("small", "Show me", `show ${row.node}`, () => demonstrate(row)),
      press("small", "Try again", `retry ${row.node}`, () => retry(row))));
    item.classList.toggle("current", row.node === shown);
    return item;
  });
  renew(by("faults"), items);
  if (shown !== scrolled) by("faults").querySelector(".current")?.scrollIntoView({ block: "nearest" });
  scrolled = shown;
}

let scrolled = null; // the node whose mistake was scrolled into view

/** @param {string} name */
const briefly = (name) => (/\)$/.test(name) ? short(name) : name);

/** The progress of a review in moves, of which there is one fewer than positions. */
export const reviewing = ([seen, all]) => `Reviewing, ${Math.max(seen - 1, 0)} of ${all - 1}`;

/** The accuracy of each side, once the whole line is reviewed.
    @param {RoomView} state */
export function accuracyWords({ accuracy, reviewed, names, values }) {
  if (reviewed[1] < 2) return "";
  if (!accuracy) return values ? reviewing(reviewed) : "";
  const words = accuracy.map((each, player) => each !== null && `${briefly(names[player])} ${Math.round(each)}%`);
  return words.some(Boolean) ? `Accuracy: ${words.filter(Boolean).join(", ")}` : "";
}

/** The number of mistakes of each side.
    @param {Row[]} faults @param {RoomView} state */
function tallyWords(faults, { names }) {
  const tally = names.map((name, player) => {
    const own = faults.filter((row) => row.player === player);
    const words = ["blunder", "mistake", "doubtful"].map((fault) => {
      const count = own.filter((row) => row.fault === fault).length;
      return count && `${count} ${fault}${count > 1 && fault !== "doubtful" ? "s" : ""}`;
    });
    return `${briefly(name)}: ${words.filter(Boolean).join(", ") || "no mistake"}`;
  });
  return tally.join(" · ");
}

const MOMENTS = 3;

/** The worst mistakes of a line, in the order in which they were made.
    @param {Row[]} line */
function moments(line) {
  const faults = line.filter(({ fault }) => fault).sort((one, other) => one.accuracy - other.accuracy);
  return faults.slice(0, MOMENTS).sort((one, other) => one.ply - other.ply);
}

/** The node of a line's first mistake, if all moves before it are judged.
    @param {RoomView} state */
export function firstMistake({ tree, node, end }) {
  const first = lineThrough(tree, node, end).find(({ ply, fault, accuracy }) => ply && (fault || accuracy === null));
  return first?.fault ? first.node : null;
}

export class Ended {
  /** `look(node)` shows a position, `review()` opens the review. */
  constructor({ look, review, rematch, begin, share }) {
    this.look = look;
    const actions = { review, rematch, new: begin, share };
    for (const [name, act] of Object.entries(actions)) by(`ended-${name}`).addEventListener("click", act);
    by("review-rematch").addEventListener("click", rematch);
  }

  /** Show the card if the game is over and its end is shown.
      @param {RoomView} state @param {boolean} atEnd */
  show(state, atEnd) {
    const shown = state.over && atEnd && state.ply > 0;
    by("ended").hidden = !shown;
    by("review-rematch").hidden = !state.over || !state.ply || Boolean(state.pair);
    if (!shown) return;
    by("ended-rematch").hidden = by("ended-review").hidden = Boolean(state.pair);
    const { accuracy, reviewed } = state;
    const found = accuracy ? moments(lineThrough(state.tree, state.node, state.end)) : [];
    const words = [accuracyWords(state), found.length ? "" : "No mistake was found."].filter(Boolean).join(". ");
    by("ended-accuracy").textContent = accuracy ? words : state.pair ? "" : reviewing(reviewed);
    renew(by("ended-moments"), found.map((row) => entry(row, state, this.look)));
  }
}
