// The worker of the pocket page: Python in WebAssembly, and the unit in it.
//
// The page calls by name, { name, args }, with a port for the answer: { value } or { error }; bytes
// are Uint8Array. All else that it is told comes by itself: news for the page, lines for a keypad,
// progress, trouble.
import { forgetImages, load, storeImage, storedImage } from "./memory_image.js";
import { adoptOldGames, openStorage, store, storedGames } from "./storage.js";

const PLACE = new URL("../../../", import.meta.url).pathname;
const tell = postMessage;
let pocket, pyodide, stores = false, timer, busy = Promise.resolve(), kept = Promise.resolve();
let operations = -1;

// What has been loaded, for the progress bar; wrapping the streams would cost a third of the time.
let loaded = 0;
new PerformanceObserver((list) => {
  for (const entry of /** @type {PerformanceResourceTiming[]} */ (list.getEntries())) loaded += entry.decodedBodySize;
  tell({ progress: loaded });
}).observe({ type: "resource", buffered: true });

// From the memory image where there is a good one.
async function python(runtime) {
  const image = await storedImage();
  const restored = image && await load(runtime, { image }).catch(() => null);
  if (restored) tell({ restored: true });
  else if (image) await forgetImages();
  return restored || load(runtime);
}

// Values cross as plain copies.
function toPage(value) {
  if (!(value instanceof pyodide.ffi.PyProxy)) return value;
  const plain = value.toJs({ dict_converter: Object.fromEntries });
  value.destroy();
  return plain;
}

// Returns why a link is none. Its game is replayed, and the games of this browser
// are left alone.
async function start({ demo, runtime, lang, link }) {
  const games = link ? [] : openStorage(PLACE).then(async (fresh) => {
    if (fresh) await adoptOldGames();
    stores = true;
    return storedGames();
  }).catch((fault) => { tell({ storage: String(fault) }); return []; });
  pyodide = await python(runtime);
  pyodide.FS.mkdirTree("/saves");
  for (const [name, bytes] of await games) pyodide.FS.writeFile(`/saves/${name}`, bytes);
  const begun = link
    ? pyodide.pyimport("banquier.page.local_replay").start(link, (done, of) => tell({ unpacked: done / of }), lang)
    : pyodide.pyimport("banquier.page.local_page").LocalPage(lang, demo);
  if (!begun.call) return toPage(begun);
  pocket = begun;
  return null;
}

// Of Python, beside the worker that plays.
async function makeImage(runtime) {
  const loaded = await load(runtime, { makes: true });
  loaded.runPython("from banquier.page import local_page\npocket.load_all()");
  await storeImage(loaded.makeMemorySnapshot());
  return "stored";
}

// The unit is brought to now. An operation is kept before the page is told of it; keys on the way
// to one are told at once, because storing takes longer than a key.
function step() {
  busy = busy.then(now).catch((fault) => tell({ broken: lastLine(fault) }));
}

async function now() {
  clearTimeout(timer);
  const { news, keypad, changed, operations: done, rest } = toPage(pocket.step());
  if (changed.length && stores) keep(changed.map(([name, from, bytes]) => [name, from, bytes.slice()]));
  if (done !== operations) await kept;
  operations = done;
  if (news) tell({ news });
  if (keypad) tell({ keypad });
  timer = setTimeout(step, Math.max(1, rest * 1000));
}

function keep(changes) {
  kept = kept.then(() => store(changes)).catch((fault) => {
    if (fault.message === "taken") { tell({ taken: true }); self.close(); return; }
    pocket.call("page.unit.memory_failed");
    tell({ storage: String(fault) });
  });
}

// Of a fault in Python, what it says.
const lastLine = (fault) => String(fault.message || fault).trim().split("\n").at(-1);

const OWN = { start, makeImage }; // all else is Python's

onmessage = async ({ data: { name, args }, ports: [answer] }) => {
  try {
    const value = name in OWN ? await OWN[name](...args)
      : toPage(pocket.call(name, ...args.map((value) => pyodide.toPy(value))));
    answer.postMessage({ value });
  } catch (fault) {
    answer.postMessage({ error: lastLine(fault) });
  }
  if (pocket) step();
};
