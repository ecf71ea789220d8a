/* The worker of a published page: Python, the package and the application, see zermelo.publish.inpage.

   It takes the page's messages from the beginning on, and answers them once all is loaded. What takes
   longest, Python's start and its imports, is done on the first visit alone: the memory that they leave
   is kept, where the browser keeps anything, and later visits begin with it. */

import { ARCHIVE, MEMORY, OWN, PYODIDE, SETTINGS } from "./site.js";

const at = (file) => new URL(`../${file}`, import.meta.url).href;
const SHELF = `zermelo ${at("")} ${MEMORY}`; // the cache that has the memory; see service.js
const tell = (message) => postMessage(JSON.stringify(message));

const whole = new Map(); // files that were sent whole where a part was asked for

/** A file of the site, or so many bytes of it, while everything else waits: kernels and chunks of
    databases are small, and needed at once. A server that knows no parts sends the file once. */
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

async function bytes(file) {
  const answer = await fetch(at(file));
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** Python, with its files and imports, as `indexURL` has it; `_loadSnapshot` is the memory to begin with. */
async function pythonWith(options, files) {
  const { loadPyodide } = await import(`${options.indexURL}pyodide.mjs`);
  const python = await loadPyodide(options);
  for (const [file, content] of await files) python.FS.writeFile(file.split("/").at(-1), content);
  python.runPython(`
import json, os, random, sys
if "zermelo" not in sys.modules:
    sys.path.insert(0, os.path.abspath("${ARCHIVE.split("/").at(-1)}"))
from zermelo.publish.inpage import Application
random.seed()`);
  return python;
}

const digest = async (content) => new Uint8Array(await crypto.subtle.digest("SHA-256", content)).join();

/** Python from the memory that an earlier visit left, if that can be had and is sound. */
async function remembered(options, files) {
  try {
    const kept = await (await caches.open(SHELF)).match(at(MEMORY));
    if (!kept) return null;
    const memory = new Uint8Array(await kept.arrayBuffer());
    if ((await digest(memory)) !== kept.headers.get("digest")) throw new Error("damaged");
    return await pythonWith({ ...options, _loadSnapshot: memory }, files);
  } catch {
    await globalThis.caches?.delete(SHELF).catch(() => {});
    return null;
  }
}

/** Keep the memory that Python's start has left; a browser without room for it starts anew each time. */
async function remember(memory) {
  const shelf = await caches.open(SHELF);
  await shelf.put(at(MEMORY), new Response(memory, { headers: { digest: await digest(memory) } }));
}

async function begin() {
  const files = Promise.all([ARCHIVE, ...OWN].map(async (file) => [file, await bytes(file)]));
  const options = { indexURL: new URL(PYODIDE, at("")).href };
  let python = await remembered(options, files);
  let memory = null;
  if (!python) {
    const keeps = "caches" in globalThis;
    python = await pythonWith({ ...options, _makeSnapshot: keeps }, files);
    if (keeps) memory = python.makeMemorySnapshot?.();
  }
  const start = python.runPython(`
lambda settings, fetch, post: Application(json.loads(settings), lambda *asked: fetch(*asked).to_bytes(), post)`);
  const application = start(JSON.stringify(SETTINGS), fetchNow, (text) => postMessage(text));
  tell({ kind: "ready" });
  if (memory) remember(memory).catch(() => {});
  return application;
}

const ready = begin();
ready.catch((error) => tell({ kind: "failed", said: String(error.message).trim().split("\n").at(-1) }));
onmessage = async ({ data }) => (await ready).receive(data);
