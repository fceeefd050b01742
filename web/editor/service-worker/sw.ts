// The service worker: every file of this version in one cache, so that the editor works without a network. A new version
// is fetched whole beside the old one and takes over when the page asks for it; a page never mixes two versions.
export {};

declare const self: ServiceWorkerGlobalScope;

// web/editor/offline.mjs inserts these.
declare const VERSION: string;
declare const FILES: string[];
/** Kept from their first use on: the engine for bundles, which many users do not need. */
declare const LATER: string[];

const CACHE = `olmkit-${VERSION}`;

self.addEventListener("install", (event) => {
  const fetchAll = async () => (await caches.open(CACHE)).addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
  event.waitUntil(fetchAll());
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith("olmkit-") && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener("message", ({ data }) => {
  if (data === "take over") void self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(answer(request));
});

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const wanted = request.mode === "navigate" ? "./" : request;
  const kept = await cache.match(wanted, { ignoreSearch: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok && LATER.some((file) => request.url === new URL(file, self.registration.scope).href)) await cache.put(request, response.clone());
  return response;
}
