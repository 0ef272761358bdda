// The page: shows what the unit's side tells and sends what fingers do. It knows no rules, and not
// whether the unit is in this browser or on the table's computer.
import { chooseLanguage, pick, say } from "./texts.js";
import { Glass } from "./glass.js";
import { Keys } from "./keys.js";
import { Sound } from "./sound.js";
import { Views } from "./views.js";
import { Preferences } from "./preferences.js";

const facts = JSON.parse(document.getElementById("facts").textContent);
const state = {
  facts, table: null, board: null, moment: null, own: null, seat: null, roll: [], words: null,
  games: null,
};
const preferences = new Preferences();
chooseLanguage(preferences.lang);

const glass = new Glass(facts.elements);
const sound = new Sound();
const words = document.getElementById("words");
const trouble = document.getElementById("trouble");
let line = { send() {} };
const send = (message) => line.send(message);

const keys = new Keys(facts, {
  down(key) {
    if (preferences.vibration) navigator.vibrate?.(12);
    send({ t: "down", key });
  },
  up: (key) => send({ t: "up", key }),
  lift: () => send({ t: "lift" }),
});
const views = new Views(state, { send, preferences, changed: applyPreferences, line: () => line });

function heard(told) {
  if (told.v !== facts.version) { location.reload(); return; }
  if (told.sounds) sound.notes = told.sounds;
  if (told.glass) glass.show(told.glass);
  if (told.keys) keys.held(told.keys);
  if (told.beeps) sound.play(told.beeps);
  if (told.words) state.words = told.words;
  for (const part of ["table", "board", "moment", "seat", "games", "chances"]) {
    if (part in told) state[part] = told[part];
  }
  if (told.own) ownSeat(told.own);
  if (told.roll) state.roll = [...state.roll.slice(0, told.roll.from), ...told.roll.lines];
  if (told.words) showWords();
  if (told.table || told.board || told.moment || told.own || "seat" in told || told.roll
    || told.games || told.chances || "keypad" in told) views.draw();
  if (told.table || told.own) views.askWho();
}

// A seat that was taken is remembered here; one that was handed over is forgotten.
function ownSeat(own) {
  const before = state.own?.seat;
  state.own = own;
  if (own.seat) preferences.set("seat", own.seat);
  else if (before && preferences.seat === before) preferences.set("seat", null);
}

function showWords() {
  const text = pick(state.words);
  if (words.textContent !== text) words.textContent = text;
}

// Troubles in which no key would reach the unit.
const CUT_OFF = new Set(["lost", "refused", "offline", "enter_again", "other_tab", "taken"]);

// What is wrong lies on top of everything. While the unit is cut off nothing below can be pressed;
// any other sentence goes with a tap.
function showTrouble(name, reason = "") {
  const cut = CUT_OFF.has(name);
  trouble.hidden = !name;
  trouble.textContent = name ? say(name) + reason : "";
  trouble.onclick = () => { if (!cut) trouble.hidden = true; };
  for (const part of document.querySelectorAll(".keys, .power, .view")) part.inert = cut;
  document.body.classList.toggle("troubled", cut);
}

function showColours({ groups, players }) {
  const { style } = document.documentElement;
  groups.forEach((colour, at) => style.setProperty(`--g${at}`, colour));
  players.forEach((colour, at) => style.setProperty(`--p${at + 1}`, colour));
}

function applyPreferences() {
  chooseLanguage(preferences.lang);
  document.documentElement.dataset.tint = preferences.tint;
  sound.on = preferences.sound;
  preferences.keepAwake();
  keys.name((key) => say(`key ${key}`));
  showWords();
  views.draw();
}

async function start() {
  showColours(facts.colours);
  applyPreferences();
  showTrouble("");
  trouble.classList.remove("late");
  const kind = facts.mode === "table" ? "./table_line.js" : "./pocket_line.js";
  const { TableLine, PocketLine } = await import(kind);
  line = new (TableLine || PocketLine)({ heard, trouble: showTrouble, say });
  line.hello = () => {
    state.own = null;
    return preferences.seat ? [{ t: "sit", seat: preferences.seat }] : [];
  };
  window.banquier = { state, line }; // for tests and the curious
}

start();
