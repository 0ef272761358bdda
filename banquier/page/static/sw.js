// The service worker: keeps all files of the page, so that the next visit needs no network. What lies
// below v/ never changes, so whatever is there is right. A new version is taken whole when no tab uses
// the old one.
const VERSION = ""; // its folder below v/; the page is kept under that address; written by the builder
const FILES = []; // the other addresses of this version, written by the builder
const HOME = new URL(registration.scope).pathname;
const CACHE = `banquier ${HOME}`; // other copies below this host keep other caches
const IMAGE = `${CACHE} image`; // of memory_image.js

const at = (path) => new URL(path, registration.scope).href;

async function install() {
  const cache = await caches.open(CACHE);
  for (const path of FILES) { // the first visit has loaded most of it just now
    if (!await cache.match(at(path))) await cache.add(new Request(at(path), { cache: "force-cache" }));
  }
  const page = await fetch(HOME, { cache: "reload" });
  const text = await page.text();
  if (!text.includes(VERSION)) throw new Error("the page is of another version");
  await cache.put(at(VERSION), new Response(text, { headers: page.headers }));
}

async function activate() {
  const cache = await caches.open(CACHE);
  const kept = new Set([VERSION, ...FILES].map(at));
  for (const { url } of await cache.keys()) if (!kept.has(url)) await cache.delete(url);
  for (const name of await caches.keys()) { // until 1.2 each version had a cache
    if (name.startsWith(`${CACHE} `) && name !== IMAGE) await caches.delete(name);
  }
  await clients.claim();
}

async function answer(request) {
  const { origin, pathname } = new URL(request.url);
  const isPage = pathname === HOME || pathname === `${HOME}index.html`;
  const cache = await caches.open(CACHE);
  return (await cache.match(isPage ? at(VERSION) : origin + pathname)) || fetch(request);
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(registration.scope)) {
    event.respondWith(answer(event.request));
  }
});
