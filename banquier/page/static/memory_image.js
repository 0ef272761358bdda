// A memory image of Python after its start, kept in the browser's cache: a page that comes back
// restores it in a tenth of the time. Whatever is wrong with it, the ordinary start follows.
//
// The files of the file system are not in it: what is read later is unpacked again.
const BASE = new URL("../", import.meta.url);
const CACHE = `banquier ${BASE.pathname} image`;

async function digest(bytes) {
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...sum].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// `version` names the runtime and the modules that it was made of.
const address = (version) => new URL(`image/${version}`, BASE).href;

export async function storedImage(version) {
  if (!globalThis.caches || !version) return null;
  try {
    const answer = await (await caches.open(CACHE)).match(address(version));
    if (!answer) return null;
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (await digest(bytes) === answer.headers.get("X-Digest")) return bytes;
    await forgetImages();
  } catch { /* as if there were none */ }
  return null;
}

export async function hasImage(version) {
  return Boolean(await (await caches.open(CACHE)).match(address(version)));
}

export const forgetImages = () => caches.delete(CACHE).catch(() => false);

export async function storeImage(version, bytes) {
  await forgetImages(); // of earlier versions
  const headers = { "X-Digest": await digest(bytes) };
  await (await caches.open(CACHE)).put(address(version), new Response(bytes, { headers }));
}

export async function load({ image = null, makes = false } = {}) {
  const engine = import(new URL("runtime/pyodide.mjs", BASE));
  const modules = fetch(new URL("modules.zip", BASE)).then((answer) => answer.arrayBuffer());
  const { loadPyodide } = await engine;
  const options = { indexURL: new URL("runtime/", BASE).href };
  const pyodide = await loadPyodide(
    image ? { ...options, _loadSnapshot: image } : { ...options, _makeSnapshot: makes });
  pyodide.unpackArchive(await modules, "zip", { extractDir: "/app" });
  pyodide.runPython("import importlib, sys\n"
    + "if '/app' not in sys.path: sys.path.insert(0, '/app')\n"
    + "importlib.invalidate_caches()");
  return pyodide;
}
