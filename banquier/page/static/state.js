// What the page knows, and what a person chose on this device. Each other module is about one thing
// of which the page has one, and asks here.
export const facts = JSON.parse(document.getElementById("facts").textContent);
export const inPocket = facts.mode === "pocket";
export const looks = !inPocket && location.pathname.endsWith("/wall"); // its link is a right to look only

// The picture for a screen that all see, on that link or over the whole screen.
const { classList } = document.documentElement;
export const onWall = () => classList.contains("wall");
export const showWall = (on) => classList.toggle("wall", on);

// The parts that the unit's side tells, each as it was told last.
export const state = { roll: [], keys: [], answers: [] };

// `seat`: null is not chosen yet, 0 looks on; `letters`: the computer's keys press the unit's wherever
// the focus is; `pace`: of the bots, for the next start; `marks`: the keys that answer are
// underlined; `versions`: of the pocket page that was here last, by its place.
export const preferences = { sound: true, speak: false, vibration: true, awake: true, lang: "", tint: "",
  seat: null, newGame: null, letters: true, pace: "", marks: true, keypadSpeed: 115200, versions: {} };
try { Object.assign(preferences, JSON.parse(localStorage.getItem("banquier"))); } catch { /* not kept */ }

export function prefer(name, value) {
  preferences[name] = value;
  try { localStorage.setItem("banquier", JSON.stringify(preferences)); } catch { /* not kept */ }
}

// The line to the unit: table_line.js or pocket_line.js.
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
  if (seat) send({ t: "sit", seat });
}

// What views.js does for the modules below it.
export const views = {};
export const redraw = () => views.draw();
export const open = (...where) => views.open(...where);
