// The service worker: every file of this version in one cache, so that the editor works without a network. A new version
// is fetched whole beside the old one and takes over when the page asks for it; a page never mixes two versions.
const VERSION = "version-of-the-build";
const FILES = ["files-of-the-build"];
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
  return (await cache.match(wanted, { ignoreSearch: true })) ?? fetch(request);
}
