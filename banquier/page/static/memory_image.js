// A memory image of Python after its start, kept in the browser's cache: a page that comes back
// restores it in a tenth of the time. Whatever is wrong with it, the ordinary start follows.
//
// The files of the file system are not in it: what is read later is unpacked again.
const BASE = new URL("../", import.meta.url); // of this version
const CACHE = `banquier ${new URL("../../", BASE).pathname} image`;
const IMAGE = new URL("image", BASE).href;

const digest = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).join();

export async function storedImage() {
  try {
    const answer = await (await caches.open(CACHE)).match(IMAGE);
    if (!answer) return null;
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (await digest(bytes) === answer.headers.get("X-Digest")) return bytes;
  } catch { /* as if there were none */ }
  return null;
}

export const forgetImages = () => caches.delete(CACHE).catch(() => false);

export async function storeImage(bytes) {
  await forgetImages(); // of earlier versions
  const headers = { "X-Digest": await digest(bytes) };
  await (await caches.open(CACHE)).put(IMAGE, new Response(bytes, { headers }));
}

export async function load(runtime, { image = null, makes = false } = {}) {
  const engine = import(`${runtime}pyodide.mjs`);
  const modules = fetch(new URL("modules.zip", BASE)).then((answer) => answer.arrayBuffer());
  const { loadPyodide } = await engine;
  const pyodide = await loadPyodide({
    indexURL: runtime, env: { PYTHONPATH: "/app" }, _loadSnapshot: image, _makeSnapshot: makes,
  });
  pyodide.unpackArchive(await modules, "zip", { extractDir: "/app" });
  pyodide.runPython("import importlib\nimportlib.invalidate_caches()");
  return pyodide;
}
