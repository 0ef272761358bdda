// The service worker: keeps all files of the page, so that the next visit needs no network. A new version
// is taken whole, into a cache of its own, and used when no tab uses the old one.
const VERSION = ""; // of index.html, which names it too; written by the builder
const FILES = ["banquier.webmanifest", "icon-192.png", "icon-512.png", "icon.svg"];
const HOME = new URL(registration.scope).pathname;
const CACHES = `banquier ${HOME}`; // other copies below this host keep other caches
const CACHE = `${CACHES} ${VERSION}`;

async function install() {
  const cache = await caches.open(CACHE);
  const page = await fetch(HOME, { cache: "reload" });
  const text = await page.text();
  if (!text.includes(VERSION)) throw new Error("the page is of another version");
  await cache.put(HOME, new Response(text, { headers: page.headers }));
  await cache.addAll(FILES.map((path) => new Request(path, { cache: "reload" })));
}

async function activate() {
  for (const name of await caches.keys()) {
    const ours = name === CACHES || name.startsWith(`${CACHES} `); // until 1.5 one had no version
    if (ours && name !== CACHE) await caches.delete(name);
  }
  await clients.claim();
}

async function answer(request) {
  const { origin, pathname } = new URL(request.url);
  const path = pathname === `${HOME}index.html` ? HOME : pathname;
  const cache = await caches.open(CACHE);
  return (await cache.match(origin + path)) || fetch(request);
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(registration.scope)) {
    event.respondWith(answer(event.request));
  }
});
