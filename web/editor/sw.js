// The service worker: every file of this version in one cache, so that the editor works without a network. A new version
// is fetched whole beside the old one and takes over when the page asks for it; a page never mixes two versions.
const VERSION = "version-of-the-build";
const FILES = ["files-of-the-build"];
// Kept from its first use on: the engine for bundles, which not everybody needs.
const LATER = ["files-for-later"];
const CACHE = `olmkit-${VERSION}`;

addEventListener("install", (event) => {
  const fetchAll = async () => (await caches.open(CACHE)).addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
  event.waitUntil(fetchAll());
});

addEventListener("activate", (event) => {
  const tidy = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith("olmkit-") && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(tidy());
});

addEventListener("message", ({ data }) => data === "take over" && skipWaiting());

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(answer(request));
});

async function answer(request) {
  const cache = await caches.open(CACHE);
  const wanted = request.mode === "navigate" ? "./" : request;
  const kept = await cache.match(wanted, { ignoreSearch: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok && LATER.some((file) => request.url === new URL(file, registration.scope).href)) await cache.put(request, response.clone());
  return response;
}
