// @ts-check
/* The server as the page sees it: requests that answer with JSON, and the live events. */

import { events, request } from "./transport.js";

const SEATS = "zermelo-seats", MOST_SEATS = 20;
const taken = {}; // the seats that this page has taken

/** The keys of this browser's seats at boards for two, by session. */
function seats() {
  try {
    return JSON.parse(localStorage.getItem(SEATS)) ?? {};
  } catch {
    return taken; // a browser that keeps nothing has its seats as long as the page is open
  }
}

/** The key of the seat that this browser has in a session, "" if none. */
export const seatKey = (session) => seats()[session] ?? "";

/** Keep the key of a seat, so that whoever comes back still has it. */
export function keepSeat(session, key) {
  taken[session] = key;
  const kept = [...Object.entries(seats()), [session, key]].slice(-MOST_SEATS);
  try {
    localStorage.setItem(SEATS, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // for this page alone
  }
}

export class Refused extends Error {
  /** `rules`: whether it is a person's own rules that fail, which may be mended. */
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

export const open = (fields) => ask("sessions", { method: "POST", fields: { ...fields, ...member() } });

/** The class of this tab, by the link it was opened with, and the name of its user. */
function member() {
  const code = new URLSearchParams(location.hash.slice(1)).get("c");
  if (code) sessionStorage.setItem("zermelo-class", code);
  const kept = sessionStorage.getItem("zermelo-class");
  if (!kept) return {};
  const name = sessionStorage.getItem("zermelo-name") ?? prompt("Your name, for the teacher of your class:") ?? "";
  sessionStorage.setItem("zermelo-name", name);
  return { class: kept, as: name };
}

export const act = (key, action, fields = {}) =>
  ask(`sessions/${key}/${action}`, { method: "POST", fields });

/** Call `handlers[kind](content)` for every event of a session; returns what ends that.

    `lost()` is called when the server knows the session no more, `silent(true)` when it does not
    answer and `silent(false)` when it does again. */
export function listen(key, handlers, lost, silent) {
  const source = events(key, seatKey(key));
  for (const [kind, handler] of Object.entries(handlers))
    source.addEventListener(kind, (event) => handler(JSON.parse(event.data)));
  source.addEventListener("open", () => silent(false));
  source.addEventListener("error", () => (source.readyState === EventSource.CLOSED ? lost() : silent(true)));
  return () => source.close();
}
