// The worker of the pocket page: Python in WebAssembly, and the unit in it.
import { forgetImages, load, storedImage } from "./memory_image.js";
import { Storage } from "./storage.js";

const tell = (message) => postMessage(message);
let pocket, pyodide, storage, timer, busy = Promise.resolve(), kept = Promise.resolve();
let operations = -1;

// What has been loaded, for the progress bar; wrapping the streams would cost a third of the time.
let loaded = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) loaded += entry.decodedBodySize;
  tell({ progress: loaded });
}).observe({ type: "resource", buffered: true });

// From the memory image where there is a good one.
async function python(version) {
  const image = await storedImage(version);
  if (image) {
    try {
      const restored = await load({ image });
      tell({ restored: true });
      return restored;
    } catch { await forgetImages(); }
  }
  return load();
}

// A link is replayed: the games of this browser are left alone.
async function replay(link, version) {
  pyodide = await python(version);
  const tellOf = (done, of) => tell({ unpacked: done / of });
  const made = pyodide.pyimport("banquier.page.pocket_replay").start(link, tellOf);
  if (typeof made === "string") { tell({ badLink: made }); return; }
  pocket = made;
  step();
}

async function start({ demo, token, version, link }) {
  if (link) { await replay(link, version); return; }
  const games = Storage.open(token).then(async (opened) => {
    storage = opened;
    return opened.load();
  }).catch((fault) => { tell({ storage: String(fault) }); return new Map(); });
  pyodide = await python(version);
  pyodide.FS.mkdirTree("/saves");
  for (const [name, bytes] of await games) pyodide.FS.writeFile(`/saves/${name}`, bytes);
  pocket = pyodide.pyimport("banquier.page.pocket").start(Boolean(demo));
  step();
}

// The unit is brought to now. An operation is kept before the page is told of it; keys on the way
// to one are told at once, because storing takes longer than a key.
function step() {
  busy = busy.then(now, now).catch((fault) => tell({ broken: String(fault) }));
  return busy;
}

async function now() {
  clearTimeout(timer);
  const news = pocket.step();
  keep();
  const done = pocket.operations();
  if (done !== operations) await kept;
  operations = done;
  if (news) tell({ news });
  tellKeypad();
  timer = setTimeout(step, Math.max(1, pocket.rest() * 1000));
}

// Lines for a keypad at a port that the page has opened, and the speed at which it is heard.
let keypadSpeed = 0;
function tellKeypad() {
  const speed = pocket.keypad_speed();
  if (!speed) return;
  const said = pocket.keypad_says();
  const bytes = said.toJs();
  said.destroy();
  const pad = pocket.keypad_learned();
  if (pad || bytes.length || speed !== keypadSpeed) tell({ keypad: { speed, bytes, pad } });
  keypadSpeed = speed;
}

function hearKeypad({ opened, pad, heard, closed, teach }) {
  if (opened) { pocket.keypad_opened(opened, pad); keypadSpeed = opened; }
  if (teach) pocket.keypad_taught(teach);
  if (heard) pocket.keypad_heard(heard);
  if (closed) pocket.keypad_closed();
}

function keep() {
  const list = pocket.changed();
  const changes = list.toJs();
  list.destroy();
  if (!changes.length || !storage) return;
  const copies = changes.map(([name, from, bytes]) => [name, from, new Uint8Array(bytes)]);
  kept = kept.then(() => storage.keep(copies)).catch((fault) => {
    if (fault.message === "taken") { tell({ taken: true }); self.close(); return; }
    pocket.not_kept();
    tell({ storage: String(fault) });
  });
}

const ASKED = {
  take_up: (name) => pocket.take_up(name),
  remove: (name) => { pocket.remove(name); return ""; },
  add: ({ name, bytes }) => pocket.add(name, pyodide.toPy(bytes).tobytes()),
  games: () => { pocket.games(); return ""; },
  story: (lang) => pocket.story(lang),
  link: (at) => pocket.link(at),
  from_link: (link) => pocket.from_link(link),
  play: (playing) => { pocket.play(playing); return ""; },
  set_speed: (speed) => { pocket.set_speed(speed); return ""; },
  go_to: (number) => { pocket.go_to(number); return ""; },
  content: (name) => {
    const bytes = pocket.content(name);
    const copy = bytes.toJs();
    bytes.destroy();
    return copy;
  },
};

onmessage = async ({ data }) => {
  if (data.start) {
    await start(data.start).catch((fault) => tell({ broken: String(fault) }));
  } else if (!pocket) {
    return; // a key on a unit that is not there yet
  } else if (data.say) {
    pocket.hear(data.say);
    step();
  } else if (data.keypad) {
    hearKeypad(data.keypad);
    step();
  } else if (data.ask) {
    await busy;
    tell({ answer: data.number, value: ASKED[data.ask](data.about) });
    step();
  }
};
