/* Stores the site for visits without a network: all of its own files at once, Pyodide's when a page
   reports that the browser has loaded them, and the parts of databases that were read.

   The cache answers first, so that a second visit loads nothing; another version of the site has
   a cache with another name, and deletes this one. */

const [VERSION, FILES, PYTHON, MEMORY] = [/*version*/];
const OURS = `zermelo ${registration.scope} `; // the names of this site's caches begin with this; other sites share the origin
const [SITE, SHELF] = [OURS + VERSION, OURS + MEMORY];

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(SITE).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const old = async () => {
    const all = (await caches.keys()).filter((name) => name.startsWith(OURS));
    for (const name of all) if (name !== SITE && name !== SHELF) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(old());
});

async function answer(request) {
  const cache = await caches.open(SITE);
  const kept = await cache.match(request, { ignoreSearch: true });
  if (kept) return kept;
  return fetch(request);
}

/** Answer with the part of a file that the header `range` names, or with the whole file. */
async function answerPart(request, range) {
  const cache = await caches.open(SITE);
  const name = `${request.url}?${range}`;
  const kept = (await cache.match(request.url)) ?? (await cache.match(name));
  if (kept) return kept.url === "" ? new Response(kept.body, { status: 206 }) : kept;
  const found = await fetch(request);
  if (found.status === 200) await cache.put(request.url, found.clone());
  else if (found.status === 206) await cache.put(name, new Response(await found.clone().arrayBuffer()));
  return found;
}

async function keepPython() {
  const cache = await caches.open(SITE);
  for (const file of PYTHON) if (!(await cache.match(file))) await cache.add(file);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const range = request.headers.get("range");
  if (request.method === "GET") event.respondWith(range ? answerPart(request, range) : answer(request));
});

self.addEventListener("message", (event) => event.waitUntil(keepPython()));
