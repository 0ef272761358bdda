// The page: shows what the unit's side tells and sends what fingers do. It knows no rules, and not
// whether the unit is in this browser or on the table's computer.
import * as announcer from "./announcer.js";
import { showGlass } from "./glass.js";
import { drawKeys, showWords } from "./keys.js";
import { applyPreferences } from "./settings.js";
import { hearMoments, keepEnding } from "./moments.js";
import { playNews } from "./scene.js";
import { beep } from "./sound.js";
import { connect, facts, isLocal, line, looks, prefer, preferences, redraw, showWall, state } from "./state.js";
import { trouble } from "./trouble.js";
import { VIEWS, askWho } from "./views.js";

// Parts of the unit itself; all others are drawn by the views.
const SHOWN = {
  glass: showGlass, keys: drawKeys, answers: drawKeys, beeps: beep,
  words: showWords,
};

function heard(news) {
  if (news.v !== facts.version) { location.reload(); return; }
  playNews(news, show);
}

function show({ v: _, roll, ...told }) {
  if (roll) state.roll = [...state.roll.slice(0, roll.from), ...roll.lines];
  if (told.table && looks) state.chances = null; // of the position before
  keepEnding(told);
  const before = state.own || {};
  Object.assign(state, told);
  for (const [part, shows] of Object.entries(SHOWN)) if (part in told) shows(told[part]);
  if (told.moment) drawKeys();
  if (told.own) heardOwn(told.own, before);
  if (told.told) announcer.hear(told.told);
  if (told.moments) hearMoments(told.moments);
  if (roll || Object.keys(told).some((part) => !(part in SHOWN))) redraw();
  if (told.table || told.own) askWho();
}

// A seat that was taken is remembered here; one that was handed over is forgotten. A refusal concerns
// this page alone.
function heardOwn({ seat, refused, refusals }, before) {
  if (seat && !isLocal) prefer("seat", seat);
  else if (before.seat && preferences.seat === before.seat) prefer("seat", null);
  if (refusals !== before.refusals) announcer.tell(refused);
}

showWall(looks);
applyPreferences();
trouble("");
connect(await import(facts.line));
line.start(heard);
window.banquier = { state, line, announcer, trouble, views: VIEWS }; // for tests and the curious
