// The service worker: keeps all files of the page, each checked by its hash, so that the next visit
// needs no network. A new version is taken whole when no tab uses the old one.
const FILES = {}; // path -> sha256, written by the builder
const VERSION = ""; // of all files together, written by the builder
const OWN = `banquier ${new URL(registration.scope).pathname} `; // other copies keep other caches
const CACHE = OWN + VERSION;
const OLD = /^banquier [0-9a-f]{16}$/; // of all copies of the host, in earlier versions

async function digest(bytes) {
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...sum].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function fetched(path, hash) {
  for (const cache of ["force-cache", "reload"]) { // the first visit has loaded most of it just now
    const answer = await fetch(path, { cache });
    if (!answer.ok) continue;
    const bytes = await answer.arrayBuffer();
    if (await digest(bytes) === hash) return new Response(bytes, { headers: answer.headers });
  }
  throw new Error(`${path} is not what this version needs`);
}

async function install() {
  const cache = await caches.open(CACHE);
  for (const [path, hash] of Object.entries(FILES)) {
    await cache.put(new URL(path, registration.scope), await fetched(path, hash));
  }
}

async function holdsOnlyOurs(name) {
  const requests = await (await caches.open(name)).keys();
  return requests.every((request) => request.url.startsWith(registration.scope));
}

async function activate() {
  for (const name of await caches.keys()) {
    const ours = name.startsWith(OWN) || (OLD.test(name) && (await holdsOnlyOurs(name)));
    if (ours && name !== CACHE) await caches.delete(name);
  }
  await clients.claim();
}

async function answer(request) {
  const url = new URL(request.url);
  url.search = "";
  if (url.pathname.endsWith("/index.html")) url.pathname = url.pathname.slice(0, -10);
  const cache = await caches.open(CACHE);
  return (await cache.match(url.href)) || fetch(request);
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(registration.scope)) {
    event.respondWith(answer(event.request));
  }
});
