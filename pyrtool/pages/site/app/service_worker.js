/* Keeps all files of the site, and answers with them: it works without a network.
 *
 * The version is made of what the files hold, so another site is kept as a whole; only
 * what this site kept before is forgotten.
 */

const VERSION = "{{VERSION}}";
const FILES = "{{FILES}}";
const OWN = `pyrtool ${self.registration.scope} `;

self.addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(OWN + VERSION);
    await cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const forget = async () => {
    const names = await caches.keys();
    const older = names.filter((name) => name.startsWith(OWN) && name !== OWN + VERSION);
    await Promise.all(older.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(forget());
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const answer = async () => {
    const cache = await caches.open(OWN + VERSION);
    const asked = event.request.url === self.registration.scope ? "index.html" : event.request;
    return (await cache.match(asked, { ignoreSearch: true })) ?? fetch(event.request);
  };
  event.respondWith(answer());
});
