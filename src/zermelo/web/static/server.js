// @ts-check
/* Requests to the server, which answers in JSON, and its live events. */

import { by, keep, kept } from "./dom.js";
import { events, request } from "./transport.js";

const MOST_SEATS = 20;

/** The key of this browser's seat in a session, or "". */
export const seatKey = (session) => kept("seats", {})[session] ?? "";

/** Store the key of a seat for later visits. */
export const keepSeat = (session, key) =>
  keep("seats", Object.fromEntries([...Object.entries(kept("seats", {})), [session, key]].slice(-MOST_SEATS)));

export class Refused extends Error {
  /** `rules`: whether a user's own rules failed, which the user may correct. */
  constructor(status, message, rules = false) {
    super(message);
    this.status = status;
    this.rules = rules;
  }
}

/** @param {string} path @param {{ method?: string, fields?: object, signal?: AbortSignal }} [asked] */
export async function ask(path, { method = "GET", fields, signal } = {}) {
  const body = fields === undefined ? undefined : JSON.stringify(fields);
  const seat = seatKey(/^sessions\/([^/]+)/.exec(path)?.[1]);
  const headers = { ...(body !== undefined && { "content-type": "application/json" }), ...(seat && { "x-seat": seat }) };
  let answer;
  try {
    answer = await request(path, { method, body, headers, signal });
  } catch {
    throw new Refused(0, "The server does not answer.");
  }
  const content = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refused(answer.status, content.error ?? `Error ${answer.status}`, content.rules);
  return content;
}

export const open = async (fields) => ask("sessions", { method: "POST", fields: { ...fields, ...(await member()) } });

/** The class of this tab, from its first link, and the name of its user. */
async function member() {
  const code = new URLSearchParams(location.hash.slice(1)).get("c");
  if (code) sessionStorage.setItem("zermelo-class", code);
  const kept = sessionStorage.getItem("zermelo-class");
  if (!kept) return {};
  const name = sessionStorage.getItem("zermelo-name") ?? (await askName());
  sessionStorage.setItem("zermelo-name", name);
  return { class: kept, as: name };
}

let asking = /** @type {Promise<string> | null} */ (null);

/** The name that a person enters in a dialog; "" if they close it without a name. */
const askName = () => (asking ??= new Promise((resolve) => {
  by("name-dialog").addEventListener("close", () => resolve(by("name").value.trim()));
  by("name-dialog").showModal();
}));

export const act = (key, action, fields = {}) =>
  ask(`sessions/${key}/${action}`, { method: "POST", fields });

/** Call `handlers[kind](content)` for every event of a session; returns a function that stops listening.

    `lost()` is called when the server no longer knows the session, `silent(true)` when it does not
    answer and `silent(false)` when it does again. */
export function listen(key, handlers, lost, silent) {
  const source = events(key, seatKey(key));
  for (const [kind, handler] of Object.entries(handlers))
    source.addEventListener(kind, (event) => handler(JSON.parse(event.data)));
  source.addEventListener("open", () => silent(false));
  source.addEventListener("error", () => (source.readyState === EventSource.CLOSED ? lost() : silent(true)));
  return () => source.close();
}
