// What the browser runs of us without a page: it says what is wrong when there is no connection. Nothing of a
// table is ever kept: a page that comes from here says that it is none. The server writes the first line, `own`:
// what stands before our addresses, the version of our files, and which of them are kept.

/* global own */

const CACHE = `burgher ${own.root} ${own.version}`;
const OFFLINE_PAGE = `${own.root}/offline`;

addEventListener("install", (event) => event.waitUntil(keepFiles()));
addEventListener("activate", (event) => event.waitUntil(dropOlder()));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => offlinePage()));
  else if (own.files.includes(new URL(request.url).pathname)) event.respondWith(keptFile(request));
});

async function keepFiles() {
  const cache = await caches.open(CACHE);
  await cache.addAll([OFFLINE_PAGE, ...own.files]);
  await skipWaiting();
}

async function dropOlder() {
  const ours = `burgher ${own.root} `;
  const older = (await caches.keys()).filter((name) => name.startsWith(ours) && name !== CACHE);
  await Promise.all(older.map((name) => caches.delete(name)));
  await clients.claim();
}

/** The page that says what is wrong, in the place of one that could not be had. */
async function offlinePage() {
  const kept = await (await caches.open(CACHE)).match(OFFLINE_PAGE);
  return kept ? new Response(kept.body, { status: 503, headers: kept.headers }) : Response.error();
}

/** @param {Request} request */
async function keptFile(request) {
  return (await (await caches.open(CACHE)).match(request)) ?? fetch(request);
}
