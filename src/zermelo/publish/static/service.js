/* Keeps the site for visits without a network: all of its own files at once, Pyodide's when a page
   that has loaded them says so, which the browser then still has.

   What is kept is looked at first, so that a second visit loads nothing; another version of the
   site has another name, and replaces it. */

const [VERSION, FILES, PYTHON] = [/*version*/];

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(VERSION).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const old = async () => {
    for (const name of await caches.keys()) if (name !== VERSION) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(old());
});

async function answer(request) {
  const cache = await caches.open(VERSION);
  const kept = await cache.match(request, { ignoreSearch: true });
  if (kept) return kept;
  return fetch(request);
}

async function keepPython() {
  const cache = await caches.open(VERSION);
  for (const file of PYTHON) if (!(await cache.match(file))) await cache.add(file);
}

self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});

self.addEventListener("message", (event) => event.waitUntil(keepPython()));
