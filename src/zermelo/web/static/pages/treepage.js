// @ts-check
/* The page of search trees: the position of the address, searched and replayed. Its fragment may name the search
   (a), the search beside it (v), the depth (d, empty for all) and an exercise (e); with c, the page shows the code. */

import { by, complain } from "./dom.js";
import { readLink, speak } from "./link.js";
import { ask } from "./server.js";
import { pageAt } from "./transport.js";
import { createTree } from "./tree.js";

/** @type {Record<string, string[]>} search → its fields, unless these are a depth and a second search */
const FIELDS = { pn: ["least"], mcts: ["simulations"], certificate: ["depth"] };
let busy = null; // the controller of the current search

/** Offer the certificate, or remove it. */
function offerProof(there) {
  const certificate = by("certificate");
  if (!there && certificate.selected) by("algorithm").value = "alphabeta";
  certificate.disabled = certificate.hidden = !there;
}

async function search() {
  const { game, start, moves } = readLink(location.hash), algorithm = by("algorithm").value;
  const fields = { game, moves, start, algorithm, by: by("by").value };
  for (const { id, type, value } of (FIELDS[algorithm] ?? ["against", "depth"]).map(by))
    if (value) fields[id] = type === "number" ? Number(value) : value;
  by("play").href = pageAt("play") + location.hash;
  busy?.abort();
  const mine = (busy = new AbortController());
  showBusy(true);
  try {
    /** @type {Searches} */
    const { title, record, against, points, proof } = await ask("trees", { method: "POST", fields, signal: mine.signal });
    complain("");
    by("title").textContent = [title, ...moves.map((text) => `after ${text}`)].join(", ");
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

function showBusy(on) {
  by("cancel").hidden = !on;
  by("busy").textContent = on ? "Searching …" : "";
}

/** Search the position in the address, with the settings there. */
function follow() {
  offerProof(false);
  by("by").value = readLink(location.hash).by ?? "outcome";
  const link = new URLSearchParams(location.hash.slice(1));
  for (const [letter, field] of [["a", "algorithm"], ["v", "against"], ["d", "depth"]])
    if (link.has(letter)) by(field).value = link.get(letter);
  search();
}

by("asked").addEventListener("submit", (event) => {
  event.preventDefault();
  search();
});
by("cancel").addEventListener("click", () => busy.abort());
window.addEventListener("hashchange", follow);
speak();
follow();
