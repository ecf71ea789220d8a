/* The worker of a published page: Python, the package and the application, see zermelo.publish.inpage,
   or, with the name "grader" or "cells", the worker that grades a student's code or runs a lesson's,
   see zermelo.web.studentcode.

   It takes the page's messages from the beginning on, and answers them once all is loaded. Python's
   start and imports, which take longest, happen only on the first visit: later visits begin with a
   snapshot of the memory, if the browser can store one. */

import { ARCHIVE, MEMORY, OWN, PARTS, PYODIDE, RICH, SETTINGS } from "./site.js";

const at = (file) => new URL(`../${file}`, import.meta.url).href;
const SHELF = `zermelo ${at("")} ${MEMORY}`; // the cache of the memory; see service.js
const tell = (message) => postMessage(JSON.stringify(message));

const whole = new Map(); // files that were sent whole when a part was requested

/** Fetch a file of the site, or some of its bytes, synchronously: kernels and chunks of databases are
    small, and Python waits for them. A server without ranges sends the whole file, once. */
function fetchNow(file, first = 0, size = null) {
  const part = (content) => content.subarray(first, first + size);
  if (size !== null && whole.has(file)) return part(whole.get(file));
  const request = new XMLHttpRequest();
  request.open("GET", at(file), false);
  request.responseType = "arraybuffer";
  if (size !== null) request.setRequestHeader("Range", `bytes=${first}-${first + size - 1}`);
  request.send();
  if (request.status !== 200 && request.status !== 206) throw new Error(`${file}: ${request.status}`);
  const content = new Uint8Array(request.response);
  if (size === null || request.status === 206) return content;
  whole.set(file, content);
  return part(content);
}

// The files that Python starts with -----------------------------------------------------------------

const ALL = Object.values(PARTS).reduce((sum, [size]) => sum + size, 0);
const STEP = 200_000; // bytes between two progress messages
let come = 0;

function count(bytes) {
  const before = come;
  come += bytes;
  if (come === ALL || Math.floor(before / STEP) !== Math.floor(come / STEP)) tell({ kind: "progress", come, all: ALL });
}

/** Fetch one of PARTS; throws an Error if its bytes are not the published ones. */
async function part(file) {
  const [size, published] = PARTS[file];
  const answer = await fetch(at(file)).catch(() => null);
  if (!answer) throw new Error(`${file} cannot be loaded. Is there no network?`);
  if (!answer.ok) throw new Error(`${file} is missing: the server answers ${answer.status}.`);
  let filled = 0;
  const transform = (bytes, out) => {
    filled += bytes.length;
    count(bytes.length);
    out.enqueue(bytes);
  };
  const whole = new Response(answer.body.pipeThrough(new TransformStream({ transform }))).arrayBuffer();
  const content = new Uint8Array(await whole.catch(() => []));
  if (filled < size) throw new Error(`${file} breaks off after ${filled} of ${size} bytes.`);
  const altered = globalThis.crypto.subtle && (await digest(content)) !== published;
  if (filled > size || altered) throw new Error(`${file} is not the file that was published.`);
  return content;
}

/** The SHA-256 of bytes, in hexadecimal digits. */
async function digest(content) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const TYPES = { wasm: "application/wasm", js: "text/javascript", mjs: "text/javascript" };

/** Run a script from the checked bytes, because a second request could bring others. */
function run(content) {
  const url = URL.createObjectURL(new Blob([content], { type: TYPES.js }));
  return import(url).finally(() => URL.revokeObjectURL(url));
}

/** Start Python from the parts, with the package and the files; `options._loadSnapshot` is its first memory. */
async function pythonWith(options, parts) {
  const { fetch } = globalThis;
  const kept = new Map([...parts].map(([file, content]) => [at(file), content]));
  globalThis.fetch = async (url, ...rest) => {
    const content = kept.get(String(url)), type = TYPES[String(url).split(".").at(-1)] ?? "";
    return content ? new Response(content, { headers: { "content-type": type } }) : fetch(url, ...rest);
  };
  if (typeof _createPyodideModule !== "function") await run(parts.get(`${PYODIDE}pyodide.asm.js`));
  const { loadPyodide } = await run(parts.get(`${PYODIDE}pyodide.mjs`));
  const python = await loadPyodide({ ...options, indexURL: at(PYODIDE) }).finally(() => (globalThis.fetch = fetch));
  for (const file of [ARCHIVE, ...OWN]) python.FS.writeFile(file.split("/").at(-1), parts.get(file));
  python.runPython(`
import json, os, random, sys
if "zermelo" not in sys.modules:
    sys.path.insert(0, os.path.abspath("${ARCHIVE}"))
from zermelo.web.studentcode import Cells, Grader
from zermelo.publish.inpage import Application
random.seed()`);
  return python;
}

// The memory of an earlier visit --------------------------------------------------------------------

/** Python from the memory of an earlier visit, if it exists and is sound. */
async function remembered(parts) {
  try {
    const kept = await (await caches.open(SHELF)).match(at(MEMORY));
    if (!kept) return null;
    const memory = new Uint8Array(await kept.arrayBuffer());
    if ((await digest(memory)) !== kept.headers.get("digest")) throw new Error("damaged");
    return await pythonWith({ _loadSnapshot: memory }, parts);
  } catch {
    await globalThis.caches?.delete(SHELF).catch(() => {});
    return null;
  }
}

/** Store the memory after Python's start; a browser without room starts Python each time. */
async function remember(memory) {
  const shelf = await caches.open(SHELF);
  await shelf.put(at(MEMORY), new Response(memory, { headers: { digest: await digest(memory) } }));
}

const STARTS = { grader: "lambda settings, fetch, post: Grader(post)", cells: "lambda settings, fetch, post: Cells(post)" };

async function begin() {
  if (typeof WebAssembly !== "object")
    throw new Error("this browser has no WebAssembly, or it is switched off; Python needs it here.");
  const parts = new Map(await Promise.all(Object.keys(PARTS).map(async (file) => [file, await part(file)])));
  const keeps = "caches" in globalThis;
  let python = await remembered(parts), memory = null;
  if (!python) {
    python = await pythonWith({ _makeSnapshot: keeps }, parts);
    if (keeps) {
      python.runPython(`from zermelo.publish.inpage import rehearse\nrehearse(${JSON.stringify(SETTINGS.names)})`);
      memory = python.makeMemorySnapshot?.();
    }
  }
  if (name === "cells") {
    python.FS.writeFile(RICH, fetchNow(RICH));
    python.runPython(`sys.path.append(os.path.abspath("${RICH}"))`);
  }
  const start = python.runPython(STARTS[name] ?? `
lambda settings, fetch, post: Application(json.loads(settings), lambda *asked: fetch(*asked).to_bytes(), post)`);
  const application = start(JSON.stringify(SETTINGS), fetchNow, (text) => postMessage(text));
  tell({ kind: "ready" });
  if (memory) remember(memory).catch(() => {});
  return application;
}

/** The line with the error in Python's traceback, else the last line. */
function sentence(message) {
  const lines = message.trim().split("\n");
  return lines.findLast((line) => /^[\w.]+(Error|Exception|Exit): /.test(line)) ?? lines.at(-1);
}

const ready = begin();
ready.catch((error) => tell({ kind: "failed", text: sentence(String(error.message)) }));
onmessage = ({ data }) => ready.then((application) => application.receive(data), () => {}); // the failure has been reported
