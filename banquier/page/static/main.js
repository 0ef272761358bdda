// The page: shows what the unit's side tells and sends what fingers do. It knows no rules, and not
// whether the unit is in this browser or on the table's computer.
import { chooseLanguage, pick, say } from "./texts.js";
import { Announcer } from "./announcer.js";
import { Glass } from "./glass.js";
import { Keys } from "./keys.js";
import { Sound } from "./sound.js";
import { Views } from "./views.js";
import { showWall } from "./wall.js";
import { Preferences } from "./preferences.js";

const facts = JSON.parse(document.getElementById("facts").textContent);
const state = {
  facts, table: null, board: null, moment: null, own: null, seat: null, roll: [], words: null,
  games: null, possible: null,
};
const preferences = new Preferences();
chooseLanguage(preferences.lang);

const glass = new Glass(facts.elements);
const sound = new Sound();
const announcer = new Announcer(state, { preferences, sound });
const words = document.getElementById("words");
const trouble = document.getElementById("trouble");
const dismiss = document.getElementById("dismiss");
let line = { send() {} };
let paceAsked = false;
// The wall's link carries a right to look only.
const looks = facts.mode === "table" && location.pathname.endsWith("/wall");
showWall(looks);
const send = (message) => { if (!looks) line.send(message); };

const keys = new Keys(facts, {
  down(key) {
    if (preferences.vibration) navigator.vibrate?.(12);
    send({ t: "down", key });
  },
  up: (key) => send({ t: "up", key }),
  lift: () => send({ t: "lift" }),
  everywhere: () => preferences.letters,
  asks: { s: () => announcer.again(), w: () => announcer.possible() },
});
const views = new Views(state, {
  send, preferences, announcer, changed: applyPreferences, line: () => line, leave: () => keys.focus(),
});

function heard(told) {
  if (told.v !== facts.version) { location.reload(); return; }
  if (told.sounds) sound.notes = told.sounds;
  if (told.glass) glass.show(told.glass);
  if (told.keys) keys.held(told.keys);
  if (told.beeps) sound.play(told.beeps);
  if (told.words) state.words = told.words;
  if (looks && told.table) state.chances = null; // of the position before
  for (const part of ["table", "board", "moment", "seat", "games", "chances", "possible"]) {
    if (part in told) state[part] = told[part];
  }
  if (told.table) keptPace(told.table);
  if (told.own) {
    ownSeat(told.own);
    announcer.refused(told.own);
  }
  if (told.told) announcer.hear(told.told);
  if (told.roll) state.roll = [...state.roll.slice(0, told.roll.from), ...told.roll.lines];
  if (told.words) showWords();
  if (told.table || told.board || told.moment || told.own || "seat" in told || told.roll
    || told.told || told.games || told.chances || "keypad" in told) views.draw();
  if (told.table || told.own) views.askWho();
}

// A seat that was taken is remembered here; one that was handed over is forgotten.
function ownSeat(own) {
  const before = state.own?.seat;
  state.own = own;
  if (own.seat) preferences.set("seat", own.seat);
  else if (before && preferences.seat === before) preferences.set("seat", null);
}

// The pace chosen here before holds again where nobody else plays at the table.
function keptPace({ bots, browsers, pace }) {
  const { pace: kept } = preferences;
  if (paceAsked || !bots.length) return;
  paceAsked = true;
  if (kept && kept !== pace && browsers === 1) send({ t: "pace", pace: kept });
}

function showWords() {
  const text = pick(state.words);
  if (words.textContent !== text) words.textContent = text;
}

// Troubles in which no key would reach the unit.
const CUT_OFF = new Set(["lost", "refused", "offline", "enter_again", "other_tab", "taken", "full"]);

// What is wrong lies on top of everything. While the unit is cut off nothing below can be pressed,
// and the focus waits here; any other sentence goes with a tap or Escape.
let waiting = null;

function showTrouble(name, reason = "") {
  const cut = CUT_OFF.has(name);
  const had = document.activeElement;
  trouble.hidden = !name;
  dismiss.hidden = !name || cut;
  document.getElementById("told").textContent = name ? say(name) + reason : "";
  const parts = [...document.querySelectorAll(".keypad, .view")];
  if (cut && parts.some((part) => part.contains(had))) {
    waiting = had;
    trouble.focus();
  }
  for (const part of parts) part.inert = cut;
  document.body.classList.toggle("troubled", cut);
  if (!cut && waiting) {
    (waiting.isConnected ? waiting : document.getElementById("view")).focus();
    waiting = null;
  }
}

trouble.addEventListener("click", () => {
  if (dismiss.hidden) return;
  const within = trouble.contains(document.activeElement);
  trouble.hidden = true;
  if (within) keys.focus();
});
addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || trouble.hidden || dismiss.hidden) return;
  event.stopImmediatePropagation();
  dismiss.click();
}, { capture: true });

// Whether black is read better on it than white.
function isLight(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => (parseInt(colour.slice(at, at + 2), 16) / 255) ** 2.2);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18;
}

function showColours({ groups, players }) {
  const { style } = document.documentElement;
  groups.forEach((colour, at) => {
    style.setProperty(`--g${at}`, colour);
    style.setProperty(`--on-g${at}`, isLight(colour) ? "#000" : "#fff");
  });
  players.forEach((colour, at) => style.setProperty(`--p${at + 1}`, colour));
}

const strong = matchMedia("(prefers-contrast: more)");
strong.addEventListener("change", showTint);

// The palette of page.css is that of the system, unless another one is chosen.
function showTint() {
  const tint = preferences.tint || (strong.matches ? "contrast" : "");
  document.documentElement.dataset.tint = tint;
  for (const meta of document.querySelectorAll("[name=theme-color]")) {
    const { scheme } = meta.dataset;
    meta.media = tint ? (tint === scheme ? "all" : "not all") : `(prefers-color-scheme: ${scheme})`;
  }
}

function applyPreferences() {
  chooseLanguage(preferences.lang);
  showTint();
  sound.on = preferences.sound;
  preferences.keepAwake();
  keys.name((key) => say(`key ${key}`));
  keys.root.setAttribute("aria-label", say("unit_keys"));
  dismiss.setAttribute("aria-label", say("close"));
  for (const id of ["again", "possible"]) document.getElementById(id).textContent = say(id);
  showWords();
  views.draw();
}

for (const id of ["again", "possible"]) {
  document.getElementById(id).addEventListener("click", () => announcer[id]());
}

addEventListener("unhandledrejection", ({ reason }) => showTrouble("failed", String(reason?.message || reason)));

async function start() {
  showColours(facts.colours);
  applyPreferences();
  showTrouble("");
  trouble.classList.remove("late");
  const kind = facts.mode === "table" ? "./table_line.js" : "./pocket_line.js";
  const { TableLine, PocketLine } = await import(kind);
  line = new (TableLine || PocketLine)({ heard, trouble: showTrouble, say, looks });
  line.hello = () => {
    state.own = null;
    return preferences.seat && !looks ? [{ t: "sit", seat: preferences.seat }] : [];
  };
  window.banquier = { state, line, announcer }; // for tests and the curious
}

start();
