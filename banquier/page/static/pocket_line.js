// The line to the unit in this browser: a worker. One tab has it; another may take it over.
import { make } from "./dom.js";
import { beginReplay, drawReplay, goesOn, link as opened, refuseLink, replays } from "./replay.js";
import { greet, state } from "./state.js";
import { lang, say } from "./texts.js";
import { trouble } from "./trouble.js";
import * as keypad from "./web_keypad.js";

export { replays };
export const settings = replays ? null : keypad.settings; // no key reaches a replay

const { version, bytes } = document.documentElement.dataset;
const RUNTIME = new URL(document.documentElement.dataset.runtime, location.href).href;
const PLACE = new URL("./", location.href).pathname;
const LOCK = `banquier ${PLACE}`;
// Of the page that was here last: a new one is told of, once.
const KEPT = `banquier version ${PLACE}`;
// Milliseconds after the start, when the first questions have been answered.
const IMAGE_AFTER = 5000;

const demo = new URLSearchParams(location.search).has("demo");
const loading = document.getElementById("loading");
const progress = document.getElementById("progress");
const calls = new Map(); // number of a call -> what waits for its answer
let worker, heard, called = 0, ready = false;

function isNew() {
  try {
    const before = localStorage.getItem(KEPT);
    localStorage.setItem(KEPT, version);
    return Boolean(before) && before !== version;
  } catch { return false; }
}

export function start(hears) {
  heard = hears;
  loading.hidden = false;
  document.getElementById("words").textContent = say("loading");
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
  loading.hidden = true;
  trouble("other_tab");
  document.getElementById("told").append(make("button", {
    class: "plain", id: "take", onclick: () => {
      trouble("");
      loading.hidden = false;
      own({ steal: true });
    },
  }, say("take_here")));
}

function lose() {
  worker?.terminate();
  worker = null;
  keypad.leave(); // the other tab may want its port
  trouble("taken");
}

async function begin() {
  const token = crypto.randomUUID?.() || String(Math.random());
  worker = new Worker(new URL("pocket_worker.js", import.meta.url), { type: "module" });
  worker.onerror = (event) => trouble("broken", event.message || "");
  worker.onmessage = ({ data }) => {
    if (data.number) answered(data);
    if (data.unpacked) progress.value = 100 * data.unpacked;
    if (data.progress) progress.value = Math.min(99, (100 * data.progress) / bytes);
    if (data.restored) performance.mark("memory image restored");
    if (data.news) told(JSON.parse(data.news));
    if (data.broken) trouble("broken", data.broken);
    if (data.storage) trouble("not_kept");
    if (data.taken) lose();
    if (data.keypad) keypad.told(data.keypad);
  };
  const why = await call("start", { demo, token, runtime: RUNTIME, lang, link: replays ? opened : "" });
  if (!why) return;
  loading.hidden = true;
  document.getElementById("words").textContent = "";
  refuseLink(why);
}

// A call of the unit's side by its name. An error that nobody catches is told as trouble.
export function call(name, ...args) {
  const number = ++called;
  worker?.postMessage({ number, name, args });
  return new Promise((done, failed) => calls.set(number, { done, failed }));
}

function answered({ number, value, error }) {
  const { done, failed } = calls.get(number);
  calls.delete(number);
  if (error === undefined) done(value);
  else failed(new Error(error));
}

function told(news) {
  heard(news);
  if (news.replay || news.operations) drawReplay();
  if (ready) return;
  ready = true;
  loading.hidden = true;
  greet(lang);
  if (goesOn) playOn();
  performance.mark("unit ready");
  if (isNew()) trouble("new_version");
  navigator.serviceWorker?.register("sw.js");
  navigator.serviceWorker?.ready.then(() => setTimeout(makeImage, IMAGE_AFTER));
  navigator.storage?.persist?.();
}

async function playOn() {
  const why = await call("from_link", opened);
  history.replaceState(null, "", location.pathname + location.search);
  trouble(why ? "broken" : "", why);
}

// For the next visit: in a worker of its own, so that no key waits.
function makeImage() {
  const maker = new Worker(new URL("image_worker.js", import.meta.url), { type: "module" });
  maker.onmessage = ({ data }) => performance.mark(`memory image ${data}`);
  maker.postMessage(RUNTIME);
}

// A key on a unit that is not there yet is lost.
export function send(message) { if (ready) call("hear", JSON.stringify(message)); }

export const story = (lang) => call("story", lang);

// Of the game, to be shared.
export async function link() {
  const game = await call("link", state.replay?.at || 0);
  return game && location.origin + location.pathname + game;
}
