// The browser's storage of games: the bytes of each save, as they were appended. A copy of the page
// below another path of the same host has games of its own.
const OLD = "banquier"; // of all copies of a host, in earlier versions
const NAME = `banquier ${new URL("../", import.meta.url).pathname}`, VERSION = 1;

const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

export class Storage {
  static async open(token) {
    const storage = new Storage();
    let fresh = false;
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      fresh = true;
      request.result.createObjectStore("chunks"); // [name, first byte] -> bytes
      request.result.createObjectStore("owner"); // "tab" -> token of the tab that may write
    };
    storage.base = await done(request);
    storage.token = token;
    if (fresh) await storage.adoptOldGames();
    const claim = storage.base.transaction("owner", "readwrite");
    claim.objectStore("owner").put(token, "tab");
    await storage.end(claim);
    return storage;
  }

  // Copies what an earlier version kept for all copies of the host.
  async adoptOldGames() {
    const there = (await indexedDB.databases?.()) || [];
    if (!there.some(({ name }) => name === OLD)) return;
    const old = await done(indexedDB.open(OLD, VERSION));
    const chunks = old.transaction("chunks").objectStore("chunks");
    const [keys, parts] = await Promise.all([done(chunks.getAllKeys()), done(chunks.getAll())]);
    old.close();
    const copy = this.base.transaction("chunks", "readwrite");
    keys.forEach((key, at) => copy.objectStore("chunks").put(parts[at], key));
    await this.end(copy);
  }

  end(transaction) {
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error || new Error("taken"));
    });
  }

  // name -> its bytes, put together
  async load() {
    const chunks = this.base.transaction("chunks").objectStore("chunks");
    const [keys, parts] = await Promise.all([done(chunks.getAllKeys()), done(chunks.getAll())]);
    const files = new Map();
    keys.forEach(([name], at) => files.set(name, [...(files.get(name) || []), parts[at]]));
    return new Map([...files].map(([name, list]) => {
      const whole = new Uint8Array(list.reduce((sum, part) => sum + part.length, 0));
      let at = 0;
      for (const part of list) { whole.set(part, at); at += part.length; }
      return [name, whole];
    }));
  }

  // Returns when the browser has it. A tab that is no longer the owner writes nothing.
  async keep(changes) {
    const transaction = this.base.transaction(["chunks", "owner"], "readwrite");
    const chunks = transaction.objectStore("chunks");
    const owner = transaction.objectStore("owner").get("tab");
    owner.onsuccess = () => {
      if (owner.result !== this.token) { transaction.abort(); return; }
      for (const [name, from, bytes] of changes) {
        if (from <= 0) chunks.delete(IDBKeyRange.bound([name, 0], [name, Infinity]));
        if (from >= 0) chunks.put(bytes, [name, from]);
      }
    };
    await this.end(transaction);
  }
}
