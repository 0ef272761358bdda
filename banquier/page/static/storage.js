// The browser's storage of games: the bytes of each save, as they were appended.
const NAME = "banquier", VERSION = 1;

const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

export class Storage {
  static async open(token) {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("chunks"); // [name, first byte] -> bytes
      request.result.createObjectStore("owner"); // "tab" -> token of the tab that may write
    };
    const storage = new Storage();
    storage.base = await done(request);
    storage.token = token;
    const claim = storage.base.transaction("owner", "readwrite");
    claim.objectStore("owner").put(token, "tab");
    await storage.end(claim);
    return storage;
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
