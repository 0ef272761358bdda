// banquier90.html: the unit in MicroPython, and all of this page, in one file that asks nothing of
// anybody. It runs in the page itself: a key takes it a few milliseconds.
import * as announcer from "./announcer.js";
import { badge, make, refill } from "./dom.js";
import { download, fileButton } from "./files.js";
import { showGlass } from "./glass.js";
import { drawHelp } from "./help.js";
import { drawKeys, focusKeys } from "./keys.js";
import { applyPreferences, drawSettings } from "./settings.js";
import { beep } from "./sound.js";
import { connect, facts, state, views } from "./state.js";
import { drawRules } from "./rules.js";
import { openStorage, owns, store, storedGames } from "./storage.js";
import * as table from "./table.js";
import { lang, plain, say } from "./texts.js";
import { trouble } from "./trouble.js";

const HEAP = 4 << 20;
const GAME = "game"; // of the storage, which has one
const MOST_READ = 400_000; // of the end of a file: more than the records that CORR may need
const FILE = "/banquier90.keys"; // of the engine's own file system, which is memory

const started = performance.now();
let python, unit, timer, stores = false, busy = Promise.resolve(), kept = Promise.resolve();

// -- the engine and its modules: deflated, one behind the other

async function unpacked() {
  const packed = document.getElementById("engine");
  const bytes = Uint8Array.from(atob(packed.textContent), (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const whole = new Uint8Array(await new Response(stream).arrayBuffer());
  let at = 0;
  return new Map(JSON.parse(packed.dataset.files).map(([name, size]) =>
    [name, whole.subarray(at, at += size)]));
}

async function startEngine() {
  const files = await unpacked();
  const address = (name, type) => {
    const content = files.get(name);
    files.delete(name);
    return URL.createObjectURL(new Blob([content], { type }));
  };
  const { loadMicroPython } = await import(address("micropython.mjs", "text/javascript"));
  const url = address("micropython.wasm", "application/wasm");
  python = await loadMicroPython({ url, heapsize: HEAP, linebuffer: true });
  for (const [name, content] of files) {
    const path = `/unit/${name}`.split("/");
    path.slice(1, -1).forEach((_, depth) => {
      try { python.FS.mkdir(path.slice(0, depth + 2).join("/")); } catch { /* it is there */ }
    });
    python.FS.writeFile(path.join("/"), content);
  }
  python.runPython("import sys\nsys.path.insert(0, '/unit')");
}

// -- the game in the browser's storage

async function storedGame() {
  try {
    await openStorage(location.pathname);
    stores = true;
    localStorage.setItem(`banquier ${location.pathname}`, String(Math.random())); // other tabs look
    const found = (await storedGames()).find(([name]) => name === GAME);
    return found ? new TextDecoder().decode(found[1]).replace(/\n$/, "") : "";
  } catch {
    trouble("not_kept");
    return "";
  }
}

function keep(records) {
  const changes = records.map(([from, text]) => [GAME, from, new TextEncoder().encode(`${text}\n`)]);
  kept = kept.then(() => stores && store(changes)).catch((fault) => {
    if (fault.message === "taken") { lose(); return; }
    unit?.memory_failed();
    trouble("not_kept");
  });
}

// The game is another tab's from the moment in which that opens it.
function lose() {
  clearTimeout(timer);
  unit = null;
  trouble("taken");
  document.getElementById("told").append(plain("take_here", () => location.reload()));
}

async function look() { if (unit && stores && !await owns()) lose(); }

// -- time

// An operation is kept before it is shown.
function step() { busy = busy.then(now).catch((fault) => trouble("broken", String(fault.message || fault))); }

async function now() {
  if (!unit) return;
  clearTimeout(timer);
  const told = JSON.parse(unit.step(Math.floor(performance.now() - started)));
  if (told.kept.length) keep(told.kept);
  if (told.done) await kept;
  if (!unit) return;
  heard(told.news);
  timer = setTimeout(step, told.rest);
}

function send(message) {
  if (!unit) return;
  unit.hear(JSON.stringify(message));
  step();
}

const SHOWN = {
  glass: showGlass, keys: drawKeys, answers: drawKeys, beeps: beep,
  words: (text) => { document.getElementById("words").textContent = text; },
};

function heard(news) {
  Object.assign(state, news);
  for (const [part, shows] of Object.entries(SHOWN)) if (part in news) shows(news[part]);
  if (news.told) announcer.hear(news.told);
  if (news.table || news.rules) draw();
}

// -- beside or behind the unit

const root = document.getElementById("views");
const view = document.getElementById("view");
const opener = document.getElementById("open-views");

function cover(open) {
  root.classList.toggle("open", open);
  document.getElementById("unit").inert = open && getComputedStyle(root).position === "fixed";
  draw();
}

function close() {
  if (!root.classList.contains("open")) { focusKeys(); return; }
  cover(false);
  opener.focus();
}

opener.addEventListener("click", () => { cover(true); view.focus(); });
document.getElementById("close").addEventListener("click", close);
root.addEventListener("keydown", ({ key }) => { if (key === "Escape") close(); });
addEventListener("resize", () => cover(root.classList.contains("open")));
document.addEventListener("visibilitychange", () => { step(); look(); });
addEventListener("storage", look);

function drawPlayers() {
  const { game } = state.table, { cash = Array(9).fill(), prison = [], bankrupt_order: out = [] } = game || {};
  const rows = cash.slice(1).map((sum, at) => {
    const number = at + 1, bankrupt = out.includes(number);
    const marks = [number === game?.turn && say("turn"), prison[number] && say("in_prison"),
      bankrupt && say("bankrupt")];
    const named = ({ target }) => send({ t: "name", seat: number, name: target.value.replaceAll('"', "").trim() });
    return make("li", { key: number, class: bankrupt && "out" }, badge(number),
      make("input", { maxlength: 12, autocomplete: "off", placeholder: say("name"),
        "aria-label": `${say("name")} J${number}`, value: table.givenName(number), onchange: named }), marks.filter(Boolean).join(", "),
      game && make("span", { class: "sum" }, table.money(sum)));
  });
  return [!game && make("p", {}, say("no_game")),
    make("ul", { class: "balances" }, rows, game?.pot && make("li", { key: "pot" }, game.pot))];
}

function draw() {
  if (!state.table || !root.checkVisibility({ visibilityProperty: true })) return;
  const part = (name, ...inside) => make("section", { key: name }, make("h2", {}, say(name)), inside);
  const more = (name, ...inside) => make("details", { key: name, class: "later" }, make("summary", {}, say(name)), inside);
  refill(view, [
    part("players", drawPlayers()),
    part("rules", drawRules()),
    part("games", make("p", {}, say("onefile_kept")), plain("to_file", save), fileButton(open)),
    more("settings", drawSettings()),
    more("help", drawHelp()),
    make("p", { class: "note", key: "engine" }, facts.engine),
  ], view);
}

Object.assign(views, { draw });

// -- files

function save() {
  if (!unit?.to_file(FILE)) { trouble("no_game"); return; }
  download("banquier90.keys", python.FS.readFile(FILE));
}

async function open(file) {
  if (!file || !unit) return;
  const lines = [...(await file.text()).matchAll(/^(?:@\d+ )?((?:names|edition) .*)$/gm)];
  python.FS.writeFile(FILE, new Uint8Array(await file.slice(-MOST_READ).arrayBuffer()));
  const why = unit.from_file(FILE, lines.map((line) => line[1]).join("\n"));
  trouble(why ? "not_a_save" : "", why);
  if (!why) close();
  step();
}

addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  open(event.dataTransfer.files[0]);
});

// -- the start

async function start() {
  applyPreferences();
  document.getElementById("words").textContent = say("loading");
  const [before] = await Promise.all([storedGame(), startEngine()]);
  state.sounds = facts.sounds;
  unit = python.pyimport("banquier.bodies.onefile_unit").OneFile(crypto.getRandomValues(new Uint32Array(1))[0]);
  connect({ send });
  const why = before && unit.take_up(before);
  if (why) { stores = false; trouble("not_a_save", why); } // it stays as it is
  send({ t: "lang", lang });
  await busy;
  performance.mark("first glass");
}

trouble("");
window.banquier = { state, announcer, trouble }; // for tests and the curious
start().catch((fault) => trouble("broken", String(fault.message || fault)));
