// @ts-check
/* The server as the page sees it: requests that answer with JSON, and the live events. */

import { events, request } from "./transport.js";

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
  const headers = body === undefined ? {} : { "content-type": "application/json" };
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

export const open = (fields) => ask("sessions", { method: "POST", fields });

export const act = (key, action, fields = {}) =>
  ask(`sessions/${key}/${action}`, { method: "POST", fields });

/** Call `handlers[kind](content)` for every event of a session; returns what ends that.

    `lost()` is called when the server knows the session no more, `silent(true)` when it does not
    answer and `silent(false)` when it does again. */
export function listen(key, handlers, lost, silent) {
  const source = events(key);
  for (const [kind, handler] of Object.entries(handlers))
    source.addEventListener(kind, (event) => handler(JSON.parse(event.data)));
  source.addEventListener("open", () => silent(false));
  source.addEventListener("error", () => (source.readyState === EventSource.CLOSED ? lost() : silent(true)));
  return () => source.close();
}
