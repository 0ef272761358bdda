// What the page knows, and what a person chose on this device. Each other module is about one thing
// of which the page has one, and asks here.
export const facts = JSON.parse(document.getElementById("facts").textContent);
export const isLocal = facts.mode === "local"; // the unit is in this browser
export const looks = !isLocal && location.pathname.endsWith("/wall"); // its link is a right to look only

// The picture for a screen that all see, on that link or over the whole screen.
const { classList } = document.documentElement;
export const onWall = () => classList.contains("wall");
export const showWall = (on) => classList.toggle("wall", on);

// The parts that the unit's side tells, each as it was told last.
export const state = { roll: [], keys: [], answers: [] };

// `seat`: null is not chosen yet, 0 looks on; `letters`: the computer's keys press the unit's wherever
// the focus is; `pace`: of the bots, for the next start; `marks`: the keys that answer are
// underlined; `way`: of playing on this screen, "unit" or "seat"; `versions`: of the local page that was
// here last, by its place.
export const preferences = { sound: true, speak: false, vibration: true, awake: true, lang: "", tint: "",
  seat: null, newGame: null, letters: true, pace: "", marks: true, way: "",
  keypadSpeed: 115200, versions: {} };
try { Object.assign(preferences, JSON.parse(localStorage.getItem("banquier"))); } catch { /* not kept */ }

export function prefer(name, value) {
  preferences[name] = value;
  try { localStorage.setItem("banquier", JSON.stringify(preferences)); } catch { /* not kept */ }
}

// The line to the unit: table_line.js or screen_line.js.
export let line = { send(_message) {} };
export function connect(to) { line = to; }
export function send(message) { if (!looks) line.send(message); }

// What a new line is told first.
export function greet(lang) {
  const { seat, pace } = preferences;
  state.own = null;
  state.watching = false;
  send({ t: "lang", lang }); // it may have been changed meanwhile
  if (pace) send({ t: "pace", pace, kept: true });
  if (seat && !isLocal) send({ t: "sit", seat }); // this screen's seat is that of whoever is asked
}

// What views.js does for the modules below it.
export const views = {};
export const redraw = () => views.draw();
export const open = (...where) => views.open(...where);
