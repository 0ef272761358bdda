// The browser's storage of games: the bytes of each save, as they were appended. A copy of the page
// below another path of the same host has games of its own.
const OLD = "banquier"; // of all copies of a host, in earlier versions
const VERSION = 1;

const token = Math.random(); // names this tab; a later tab writes another
let base;

const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

const end = (transaction) => new Promise((resolve, reject) => {
  transaction.oncomplete = () => resolve();
  transaction.onabort = () => reject(transaction.error || new Error("taken"));
});

// [name, first byte] and bytes of all that is kept in it.
function kept(from) {
  const chunks = from.transaction("chunks").objectStore("chunks");
  return Promise.all([done(chunks.getAllKeys()), done(chunks.getAll())]);
}

// From now on it is this tab that may write. `place`: of the page. Says whether it is the first time.
export async function openStorage(place) {
  let fresh = false;
  const request = indexedDB.open(`banquier ${place}`, VERSION);
  request.onupgradeneeded = () => {
    fresh = true;
    request.result.createObjectStore("chunks"); // [name, first byte] -> bytes
    request.result.createObjectStore("owner"); // "tab" -> token of the tab that may write; name -> time
  };
  base = await done(request);
  const claim = base.transaction("owner", "readwrite");
  claim.objectStore("owner").put(token, "tab");
  await end(claim);
  return fresh;
}

export const owns = async () =>
  token === await done(base.transaction("owner").objectStore("owner").get("tab"));

// Copies what an earlier version kept for all copies of the host.
export async function adoptOldGames() {
  const there = (await indexedDB.databases?.()) || [];
  if (!there.some(({ name }) => name === OLD)) return;
  const old = await done(indexedDB.open(OLD, VERSION));
  const [keys, parts] = await kept(old);
  old.close();
  const copy = base.transaction("chunks", "readwrite");
  keys.forEach((key, at) => copy.objectStore("chunks").put(parts[at], key));
  await end(copy);
}

// [name, bytes, time of the last change] of each save, put together.
export async function storedGames() {
  const [keys, parts] = await kept(base);
  const files = new Map();
  keys.forEach(([name], at) => files.set(name, [...(files.get(name) || []), parts[at]]));
  const owner = base.transaction("owner").objectStore("owner");
  return Promise.all([...files].map(async ([name, list]) => {
    const changed = done(owner.get(name)); // before anything else is waited for
    return [name, new Uint8Array(await new Blob(list).arrayBuffer()), await changed];
  }));
}

// Returns when the browser has it. A tab that is no longer the owner writes nothing.
export async function store(changes) {
  const transaction = base.transaction(["chunks", "owner"], "readwrite");
  const chunks = transaction.objectStore("chunks");
  const times = transaction.objectStore("owner"), owner = times.get("tab");
  owner.onsuccess = () => {
    if (owner.result !== token) { transaction.abort(); return; }
    for (const [name, from, bytes] of changes) {
      if (from <= 0) chunks.delete(IDBKeyRange.bound([name, 0], [name, Infinity]));
      if (from >= 0) chunks.put(bytes, [name, from]);
      if (from < 0) times.delete(name);
      else times.put(Date.now(), name);
    }
  };
  await end(transaction);
}
