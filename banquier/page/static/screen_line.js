// The line to the unit in this browser: a worker, and the browser's storage. One tab has the unit; another
// may take it over.
import { begin as beginEvening } from "./begin.js";
import { beginReplay, drawReplay, goesOn, link as opened, refuseLink, replays } from "./replay.js";
import { watchDrops } from "./games.js";
import { greet, prefer, preferences, state } from "./state.js";
import { adoptOldGames, openStorage, owns, store, storedGames } from "./storage.js";
import { lang, plain, say } from "./texts.js";
import { trouble } from "./trouble.js";
import * as keypad from "./web_keypad.js";

export { replays };
export const settings = replays ? null : keypad.settings; // no key reaches a replay

const { version } = document.documentElement.dataset; // on a web host
const PLACE = location.pathname.replace(/[^/]*$/, version ? "" : "$&"); // on a disk, each file has games of its own
const LOCK = `banquier ${PLACE}`;

const demo = new URLSearchParams(location.search).has("demo");
let unit, heard, ready = false, stores = false, operations = -1;
let shown = Promise.resolve(), kept = Promise.resolve();

export function start(hears) {
  heard = hears;
  if (replays) beginReplay();
  else watchDrops();
  if (demo || replays) begin();
  else own({ ifAvailable: true });
}

// -- one tab has the unit

// Holds the lock as long as this tab has the unit. Without locks the tab that came last has it.
function own(how) {
  if (!navigator.locks) { begin(); return; }
  navigator.locks.request(LOCK, how, (lock) => {
    if (!lock) { offerToTake(); return null; }
    begin();
    return new Promise(() => {});
  }).catch((fault) => { if (fault.name === "SecurityError") begin(); else lose(); });
}

function offerToTake() {
  trouble("other_tab");
  document.getElementById("told").append(plain("take_here", () => {
    trouble("");
    own({ steal: true });
  }, { id: "take" }));
}

function lose() {
  unit?.end();
  unit = null;
  keypad.leave(); // the other tab may want its port
  trouble("taken");
  document.getElementById("told").append(plain("take_here", () => location.reload(), { id: "take" }));
}

// Where there are no locks, a tab notices on its return that it has lost the unit.
document.addEventListener("visibilitychange", async () => {
  if (unit && stores && !document.hidden && !await owns()) lose();
});

// -- the start

// Engine and modules: deflated, one behind the other.
async function unpacked() {
  const packed = document.getElementById("engine");
  const text = atob(packed.textContent), bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at); // `from` takes ten times as long
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const whole = new Uint8Array(await new Response(stream).arrayBuffer());
  let at = 0;
  return new Map(JSON.parse(packed.dataset.files).map(([name, size]) => [name, whole.subarray(at, at += size)]));
}

// A worker from one script; where the browser gives a page of a disk none, the script runs in the page.
async function startUnit(script) {
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  try {
    const worker = new Worker(address);
    worker.onerror = (event) => trouble("broken", event.message || "");
    return { port: worker, end: () => worker.terminate() };
  } catch {
    await new Promise((loaded, failed) => {
      document.head.append(Object.assign(document.createElement("script"),
        { src: address, onload: loaded, onerror: failed }));
    });
    const { port1, port2 } = new MessageChannel();
    /** @type {any} */ (window).runUnit(port2);
    return { port: port1, end: () => port1.close() };
  }
}

async function loadGames() {
  if (replays || demo) return [];
  try {
    if (await openStorage(PLACE)) await adoptOldGames();
    const games = await storedGames();
    stores = true;
    return games;
  } catch {
    trouble("not_kept");
    return [];
  }
}

async function begin() {
  document.getElementById("words").textContent = say("loading");
  const [files, games] = await Promise.all([unpacked(), loadGames()]);
  unit = await startUnit(files.get("worker.js"));
  files.delete("worker.js");
  unit.port.onmessage = ({ data }) => {
    shown = shown.then(() => told(data)).catch((fault) => trouble("failed", fault.message));
  };
  const options = { demo, lang, link: replays ? opened : "" };
  const { value, why, error } = await ask({ files, games, options });
  if (why || error) document.getElementById("words").textContent = "";
  if (why && replays) refuseLink(why);
  else if (why || error) trouble("broken", why || error);
  else if (value) trouble("about_game", value);
}

// -- what comes, and what is asked for

// An operation is stored before the page shows it; keys on the way to one are shown at once, because
// storing takes longer than a key.
async function told({ news, keypad: lines, kept: changes = [], operations: done, broken }) {
  if (broken) { trouble("broken", broken); return; }
  if (changes.length && stores) keep(changes);
  if (done !== operations) await kept;
  operations = done;
  if (!unit) return;
  if (lines) keypad.write(lines);
  if (news) show(news);
}

function keep(changes) {
  kept = kept.then(() => store(changes)).catch((fault) => {
    if (fault.message === "taken") { lose(); return; }
    call("memory_failed");
    trouble("not_kept");
  });
}

function show(news) {
  heard(news);
  if (state.replay) drawReplay();
  if (ready) return;
  ready = true;
  greet(lang);
  performance.mark("unit ready");
  if (goesOn) playOn();
  else if (!replays && !demo) beginEvening();
  tellNewVersion();
  if (version && origin !== "null") navigator.serviceWorker?.register("sw.js"); // not in a frame that may keep nothing
  if (stores) navigator.storage?.persist?.();
}

// A new version is told of, once.
function tellNewVersion() {
  const before = preferences.versions[PLACE];
  if (!version || before === version) return;
  prefer("versions", { ...preferences.versions, [PLACE]: version });
  if (before) trouble("new_version");
}

function ask(message) {
  const { port1: answer, port2: there } = new MessageChannel();
  unit?.port.postMessage(message, [there]);
  return new Promise((done) => {
    answer.onmessage = ({ data }) => {
      answer.close(); // or each key that is pressed leaves a channel
      done(data);
    };
  });
}

// A call of the unit's side by its name. An error that nobody catches is told as trouble.
export async function call(name, args = [], bytes = null) {
  const { value, why, error } = await ask({ name, args, bytes });
  if (error) throw new Error(error);
  return { value, why };
}

async function playOn() {
  trouble("loading");
  const { why } = await call("from_link", [opened]);
  history.replaceState(null, "", location.pathname + location.search);
  trouble(why ? "broken" : "", why);
}

// A key on a unit that is not there yet is lost.
export function send(message) { if (ready) call("hear", [JSON.stringify(message)]); }

export const story = async (lang) => (await call("story", [lang])).value;

// Of the game, to be shared. A page on a disk has no address for others.
export async function link() {
  const { value: game } = await call("link", [state.replay?.at || 0]);
  if (!game || location.protocol === "file:") return game;
  return location.origin + location.pathname + game;
}
