// The line to the unit in this browser: a worker. One tab has it; another may take it over.
import { beginReplay, drawReplay, goesOn, link as opened, refuseLink, replays } from "./replay.js";
import { greet, prefer, preferences, state } from "./state.js";
import { lang, plain, say } from "./texts.js";
import { trouble } from "./trouble.js";
import * as keypad from "./web_keypad.js";

export { replays };
export const settings = replays ? null : keypad.settings; // no key reaches a replay

const { version, bytes } = document.documentElement.dataset;
const RUNTIME = new URL(document.documentElement.dataset.runtime, location.href).href;
const PLACE = new URL("./", location.href).pathname;
const LOCK = `banquier ${PLACE}`;
// Milliseconds after the start, when the first questions have been answered.
const IMAGE_AFTER = 5000;

const startWorker = () => new Worker(new URL("pocket_worker.js", import.meta.url), { type: "module" });
const demo = new URLSearchParams(location.search).has("demo");
const loading = document.getElementById("loading");
const progress = /** @type {HTMLProgressElement} */ (document.getElementById("progress"));
let worker, heard, ready = false, restored = null;

export function start(hears) {
  heard = hears;
  if (replays) beginReplay();
  if (demo || replays) begin();
  else own({ ifAvailable: true });
}

// Holds the lock as long as this tab has the unit.
function own(how) {
  if (!navigator.locks) { begin(); return; }
  navigator.locks.request(LOCK, how, (lock) => {
    if (!lock) { offerToTake(); return null; }
    begin();
    return new Promise(() => {});
  }).catch(lose);
}

function offerToTake() {
  trouble("other_tab");
  document.getElementById("told").append(plain("take_here", () => {
    trouble("");
    own({ steal: true });
  }, { id: "take" }));
}

function lose() {
  worker?.terminate();
  worker = null;
  keypad.leave(); // the other tab may want its port
  trouble("taken");
}

async function begin() {
  loading.hidden = false;
  document.getElementById("words").textContent = say("loading");
  worker = startWorker();
  worker.onerror = (event) => trouble("broken", event.message || "");
  worker.onmessage = ({ data }) => {
    if (data.unpacked) progress.value = 100 * data.unpacked;
    if (data.progress) progress.value = Math.min(99, (100 * data.progress) / Number(bytes));
    if (data.restored) restored = performance.mark("memory image restored");
    if (data.news) told(JSON.parse(data.news));
    if (data.broken) trouble("broken", data.broken);
    if (data.storage) trouble("not_kept");
    if (data.taken) lose();
    if (data.keypad) keypad.told(data.keypad);
  };
  const why = await call("start", { demo, runtime: RUNTIME, lang, link: replays ? opened : "" });
  if (!why) return;
  loading.hidden = true;
  document.getElementById("words").textContent = "";
  refuseLink(why);
}

// A call of the unit's side by its name. An error that nobody catches is told as trouble.
export const call = (name, ...args) => ask(worker, name, args);

function ask(asked, name, args) {
  const { port1: answer, port2: there } = new MessageChannel();
  asked?.postMessage({ name, args }, [there]);
  return new Promise((done, failed) => {
    answer.onmessage = ({ data: { value, error } }) => {
      answer.close(); // or each key that is pressed leaves a channel
      if (error === undefined) done(value);
      else failed(new Error(error));
    };
  });
}

function told(news) {
  heard(news);
  if (news.replay) drawReplay();
  if (ready) return;
  ready = true;
  loading.hidden = true;
  greet(lang);
  if (goesOn) playOn();
  performance.mark("unit ready");
  tellNews();
  navigator.serviceWorker?.register("sw.js");
  navigator.serviceWorker?.ready.then(() => restored || setTimeout(makeImage, IMAGE_AFTER));
  navigator.storage?.persist?.();
}

// A new version is told of, once.
function tellNews() {
  const before = preferences.versions[PLACE];
  prefer("versions", { ...preferences.versions, [PLACE]: version });
  if (before && before !== version) trouble("new_version");
}

async function playOn() {
  const why = await call("from_link", opened);
  history.replaceState(null, "", location.pathname + location.search);
  trouble(why ? "broken" : "", why);
}

// For the next visit: in a worker of its own, so that no key waits. Without one it is an ordinary start.
async function makeImage() {
  const maker = startWorker();
  performance.mark(`memory image ${await ask(maker, "makeImage", [RUNTIME]).catch(String)}`);
  maker.terminate();
}

// A key on a unit that is not there yet is lost.
export function send(message) { if (ready) call("hear", JSON.stringify(message)); }

export const story = (lang) => call("story", lang);

// Of the game, to be shared.
export async function link() {
  const game = await call("link", state.replay?.at || 0);
  return game && location.origin + location.pathname + game;
}
