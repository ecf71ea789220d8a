/* The worker of a published page: Python, the package and the application, see zermelo.publish.inpage.

   It takes the page's messages from the beginning on, and answers them once all is loaded. */

import { ARCHIVE, OWN, PYODIDE, SETTINGS } from "./site.js";

const at = (file) => new URL(`../${file}`, import.meta.url).href;
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

async function begin() {
  const files = Promise.all([ARCHIVE, ...OWN].map(async (file) => [file, await bytes(file)]));
  const from = new URL(PYODIDE, at("")).href;
  const { loadPyodide } = await import(`${from}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: from });
  for (const [file, content] of await files) python.FS.writeFile(file.split("/").at(-1), content);
  const start = python.runPython(`
import sys, os, json
sys.path.insert(0, os.path.abspath("${ARCHIVE.split("/").at(-1)}"))
from zermelo.publish.inpage import Application
lambda settings, fetch, post: Application(json.loads(settings), lambda *asked: fetch(*asked).to_bytes(), post)`);
  const application = start(JSON.stringify(SETTINGS), fetchNow, (text) => postMessage(text));
  tell({ kind: "ready" });
  return application;
}

const ready = begin();
ready.catch((error) => tell({ kind: "failed", said: String(error.message).trim().split("\n").at(-1) }));
onmessage = async ({ data }) => (await ready).receive(data);
