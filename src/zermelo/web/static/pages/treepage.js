// @ts-check
/* The page of search trees: the position of the address, searched and replayed. Its fragment may name the search, a,
   that beside it, v, the depth, d (empty for all), an exercise, e, and with c the code is shown. */

import { by, complain } from "./dom.js";
import { readLink, speak } from "./link.js";
import { titleOf } from "./newgame.js";
import { ask } from "./server.js";
import { pageAt } from "./transport.js";
import { createTree } from "./tree.js";

const ALGORITHMS = {
  minimax: "minimax",
  alphabeta: "alpha-beta",
  failsoft: "alpha-beta, fail-soft",
  memo: "alpha-beta, results in a table",
  bounds: "alpha-beta, bounds in a table",
  pn: "proof numbers",
  mcts: "Monte Carlo",
};
const certificate = new Option("certificate", "certificate"); // offered if the server has one

function options(extra) {
  return [...extra, ...Object.entries(ALGORITHMS)].map(([value, text]) => new Option(text, value));
}

/** Show the fields of the chosen search: proof numbers need a claim, Monte Carlo simulations, others a depth. */
function showFields() {
  const kinds = /** @type {Record<string, string>} */ ({ pn: "proven", mcts: "simulated", certificate: "walked" });
  const shown = kinds[by("algorithm").value] ?? "valued";
  document.querySelectorAll("#asked label[class]").forEach((field) => field.toggleAttribute("hidden", !field.classList.contains(shown)));
}

/** Offer the certificate, or remove it. */
function offerProof(there) {
  if (there === certificate.isConnected) return;
  if (certificate.selected) by("algorithm").value = "alphabeta";
  if (there) by("algorithm").append(certificate);
  else certificate.remove();
  showFields();
}

async function search() {
  const { game, start, moves } = readLink(location.hash);
  const fields = { game, moves, algorithm: by("algorithm").value, by: by("by").value };
  if (start !== undefined) fields.start = start;
  if (fields.algorithm === "pn") fields.least = Number(by("least").value);
  else if (fields.algorithm === "mcts") fields.simulations = Number(by("simulations").value);
  else {
    if (by("against").value && !certificate.selected) fields.against = by("against").value;
    if (by("depth").value) fields.depth = Number(by("depth").value);
  }
  by("title").textContent = [titleOf(game), ...(moves.length ? [`after ${moves.join(" ")}`] : [])].join(", ");
  by("play").href = pageAt("play") + location.hash;
  busy?.abort();
  const mine = (busy = new AbortController());
  showBusy(true);
  try {
    /** @type {Searches} */
    const { record, against, points, proof } = await ask("trees", { method: "POST", fields, signal: mine.signal });
    complain("");
    by("valued").hidden = !points;
    offerProof(proof);
    const link = new URLSearchParams(location.hash.slice(1));
    createTree(by("tree"), record, { against, exercise: link.get("e") ?? "", code: link.has("c") });
  } catch (error) {
    complain(mine.signal.aborted ? "" : error.message);
  } finally {
    if (busy === mine) showBusy(false);
  }
}

let busy = null; // the function that ends the current search

function showBusy(on) {
  by("cancel").hidden = !on;
  by("busy").textContent = on ? "Searching …" : "";
}

/** Search the position in the address, by its unit of values. */
function follow() {
  offerProof(false);
  by("by").value = readLink(location.hash).by ?? "outcome";
  const link = new URLSearchParams(location.hash.slice(1));
  for (const [letter, field] of [["a", "algorithm"], ["v", "against"], ["d", "depth"]])
    if (link.has(letter)) by(field).value = link.get(letter);
  showFields();
  search();
}

by("algorithm").replaceChildren(...options([]));
by("algorithm").value = "alphabeta";
by("algorithm").addEventListener("change", showFields);
by("against").replaceChildren(...options([["", "nothing"]]));
by("against").querySelectorAll("[value=pn], [value=mcts]").forEach((/** @type {Element} */ option) => option.remove());
by("asked").addEventListener("submit", (event) => {
  event.preventDefault();
  search();
});
by("cancel").addEventListener("click", () => busy.abort());
by("by").replaceChildren(new Option("win, draw, loss", "outcome"), new Option("points", "score"));
window.addEventListener("hashchange", follow);
speak();
follow();
