// Answers for the browser when there is no line, and keeps static files whose name carries a hash of their content. Pages
// are never kept: a room's address is a key, and a page may hold what belongs to one person. The server puts SITE in front
// of this text (racing/app_views.py).
{
  /** @type {any} */
  const worker = self;
  /** @type {{files: string[], offline: string, hashed: boolean, version: string}} */
  const SITE = worker.SITE;
  const CACHE = `patience-${SITE.version}`;
  const HASHED = /^\/static\/.+\.[0-9a-f]{12}\.(?:js|css|svg|png)$/;

  worker.addEventListener("install", (/** @type {any} */ event) => {
    event.waitUntil(keepOffline().then(() => worker.skipWaiting()));
  });

  worker.addEventListener("activate", (/** @type {any} */ event) => {
    event.waitUntil(forget().then(() => worker.clients.claim()));
  });

  worker.addEventListener("fetch", (/** @type {any} */ event) => {
    const {request} = event;
    const url = new URL(request.url);
    if (request.method !== "GET" || url.origin !== location.origin) return;
    if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => kept(SITE.offline)));
    else if (SITE.hashed && HASHED.test(url.pathname)) event.respondWith(fromCache(request));
    else if (!SITE.hashed && SITE.files.includes(url.pathname)) event.respondWith(fetch(request).catch(() => kept(url.pathname)));
  });

  async function keepOffline() {
    const cache = await caches.open(CACHE);
    await cache.addAll(SITE.files);
    // Without cookies, so that it is nobody's page; in the browser's language.
    const lang = {ru: "ru", pt: "pt-br", de: "de"}[navigator.language.slice(0, 2)] ?? "en";
    const page = await fetch(`${SITE.offline}?lang=${lang}`, {credentials: "omit"});
    if (page.ok) await cache.put(SITE.offline, page);
  }

  /** Caches of older versions. */
  async function forget() {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith("patience-") && name !== CACHE).map((name) => caches.delete(name)));
  }

  /** @param {string} path */
  async function kept(path) {
    return (await caches.match(path)) ?? Response.error();
  }

  /** @param {Request} request */
  async function fromCache(request) {
    const known = await caches.match(request);
    if (known) return known;
    const answer = await fetch(request);
    if (answer.ok) await (await caches.open(CACHE)).put(request, answer.clone());
    return answer;
  }
}
