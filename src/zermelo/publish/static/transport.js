/* How a published page reaches the application, which runs in a worker, and other pages.

   It stands in for zermelo.web's module of this name. Messages are JSON; those of the page have an
   `id`, which the answers repeat. */

import { by } from "./dom.js";
import { progressWords, Python } from "./python.js";
import { GAMES } from "./site.js";

const python = new Python("", take); // started by the first message
let latest = 0;
let failure = ""; // the reason why the worker could not start: the answer to all later requests
const waiting = new Map(); // id → the function that gets the answer or the events

function post(message) {
  if (!python.worker) say("Getting ready …");
  python.send(message);
}

/** Show a message about loading, unless the page shows another one. */
function say(text) {
  const status = by("status") ?? by("busy");
  if (status && !failure) status.textContent = text;
}

function take(message) {
  const taker = waiting.get(message.id);
  if (message.kind === "answer") {
    waiting.delete(message.id);
    taker?.(message);
  } else if (message.kind === "notice") {
    const place = by("notice") ?? by("busy");
    if (place) Object.assign(place, { textContent: message.text, hidden: false });
  } else if (message.kind === "failed") fail(message.text);
  else if (message.kind === "crashed") message.missing && fail("worker.js, or a script that it loads, is missing.");
  else if (message.kind === "progress") say(progressWords(message));
  else if (message.kind === "ready") {
    if (!by("status")) say("");
    navigator.serviceWorker?.ready.then(({ active }) => active.postMessage("keep"));
  } else taker?.(message);
}

/** Answer all waiting and future requests with the reason why nothing can be played. */
function fail(text) {
  say("");
  failure = `The page could not be started: ${text}`;
  for (const id of waiting.keys()) take(refusal(id));
}

const refusal = (id) => ({ id, kind: "answer", status: 503, body: JSON.stringify({ error: failure }) });

/** Send a request; the answer has the parts of `fetch`'s that pages use. */
export function request(path, { method = "GET", body, signal } = {}) {
  return new Promise((resolve, reject) => {
    const id = ++latest;
    signal?.addEventListener("abort", () => {
      waiting.delete(id);
      reject(signal.reason);
    });
    waiting.set(id, ({ status, body }) =>
      resolve({ ok: status < 400, status, text: async () => body, json: async () => JSON.parse(body) }),
    );
    if (failure) take(refusal(id));
    else post({ id, kind: "request", method, path, body });
  });
}

/** The live events of a session, with the parts of an EventSource that pages use. */
export function events(key) {
  const id = ++latest, close = () => waiting.delete(id) && post({ id, kind: "leave" });
  const source = Object.assign(new EventTarget(), { readyState: EventSource.OPEN, close });
  waiting.set(id, ({ kind, event, data }) => {
    if (kind === "lost") source.readyState = EventSource.CLOSED;
    else by("first")?.remove();
    source.dispatchEvent(kind === "lost" ? new Event("error") : new MessageEvent(event, { data }));
  });
  post({ id, kind: "listen", key });
  return source;
}

export const pageAt = (name) => `${name}.html`;

export const gameAt = (spec) => GAMES[spec] ?? GAMES[spec.replace(/\(.*$/s, "")] ?? "index.html";

if ("serviceWorker" in navigator && isSecureContext)
  navigator.serviceWorker.register(new URL("../service.js", import.meta.url)).catch(() => {});
