// The page: shows what the unit's side tells and sends what fingers do. It knows no rules, and not
// whether the unit is in this browser or on the table's computer.
import * as announcer from "./announcer.js";
import { showGlass } from "./glass.js";
import { showAnswers, showHeld } from "./keys.js";
import { applyPreferences } from "./settings.js";
import { beep, setSounds } from "./sound.js";
import {
  connect, facts, inPocket, line, looks, prefer, preferences, redraw, send, state,
} from "./state.js";
import { trouble } from "./trouble.js";
import { VIEWS, askWho } from "./views.js";
import { showWall } from "./wall.js";

// What is done with a part beside keeping it; the first five are not drawn by a view.
const HEARD = {
  sounds: setSounds, glass: showGlass, keys: showHeld, answers: showAnswers, beeps: beep,
  table(table) {
    state.table = table;
    if (looks) state.chances = null; // of the position before
    keptPace(table);
  },
  own(own) {
    const before = state.own?.seat;
    state.own = own;
    // A seat that was taken is remembered here; one that was handed over is forgotten.
    if (own.seat) prefer("seat", own.seat);
    else if (before && preferences.seat === before) prefer("seat", null);
    announcer.refused(own);
  },
  roll({ from, lines }) { state.roll = [...state.roll.slice(0, from), ...lines]; },
  told: announcer.hear,
};
const DRAWN = Object.keys(HEARD).slice(5);

function heard({ v, ...told }) {
  if (v !== facts.version) { location.reload(); return; }
  for (const [part, does] of Object.entries(HEARD)) if (part in told) does(told[part]);
  const kept = Object.keys(told).filter((part) => !(part in HEARD));
  for (const part of kept) state[part] = told[part];
  if (kept.length || DRAWN.some((part) => part in told)) redraw();
  if (told.table || told.own) askWho();
}

// The pace chosen here before holds again where nobody else plays at the table.
let paceAsked = false;
function keptPace({ bots, browsers, pace }) {
  const { pace: kept } = preferences;
  if (paceAsked || !bots.length) return;
  paceAsked = true;
  if (kept && kept !== pace && browsers === 1) send({ t: "pace", pace: kept });
}

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

showWall(looks);
showColours(facts.colours);
applyPreferences();
trouble("");
connect(await import(inPocket ? "./pocket_line.js" : "./table_line.js"));
line.start(heard);
window.banquier = { state, line, announcer, trouble, views: VIEWS }; // for tests and the curious
