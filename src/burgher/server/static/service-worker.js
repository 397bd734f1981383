// What the browser runs of us without a page: it says what is wrong when there is no connection, and tells that
// it is one's turn. Nothing of a table is ever kept: a page that comes from here says that it is none. The server writes the first line, `own`:
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

addEventListener("push", (event) => event.waitUntil(tell(event.data?.json() ?? {})));
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(goTo(event.notification.data));
});

/**
 * Show what the server has sent, unless its table is before somebody's eyes.
 * @param {{ title?: string, body?: string, path?: string, tag?: string }} message
 */
async function tell({ title, body, path, tag }) {
  if (!title || !path?.startsWith(`${own.root}/`)) return;
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.some((page) => new URL(page.url).pathname === path && page.visibilityState === "visible")) return;
  await registration.showNotification(title, { body, tag, icon: own.icon, badge: own.icon, data: path });
}

/** Show a table: in a window that has it, or in another. @param {string} path */
async function goTo(path) {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => new URL(page.url).pathname === path);
  await (there ? there.focus() : clients.openWindow(path));
}

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
