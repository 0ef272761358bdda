// The keys: a finger is down from pointerdown to pointerup, pointercancel or leaving the key.
// The computer's keyboard presses and releases as its own keys go down and up. For it all keys are
// one widget: Tab goes in and out, arrows walk, Enter and space press the key that has the focus.
import { again, possible } from "./announcer.js";
import { walk } from "./arrows.js";
import { facts, preferences, send, state } from "./state.js";
import { say } from "./texts.js";

const TYPED_IN = "select,textarea,input:not([type=checkbox],[type=file])";
const ASKS = { s: again, w: possible }; // by the character

const root = document.getElementById("unit-keys");
const beside = matchMedia("(orientation: landscape), (min-width: 700px) and (min-height: 700px)"); // the white keys
const fingers = new Map(); // pointer, or key of the computer -> the key that it holds
const buttons = new Map([...document.querySelectorAll(".key")].map((one) => [one.dataset.key, one]));

for (const [key, button] of buttons) watch(button, key);
addEventListener("keydown", keydown);
addEventListener("keyup", keyup);
addEventListener("blur", lift);
document.addEventListener("visibilitychange", () => document.hidden && lift());
walk(root, [...buttons.values()], buttons.get("OK"));
document.getElementById("unit").addEventListener("contextmenu", (event) => event.preventDefault());

function down(finger, key) {
  if (preferences.vibration) navigator.vibrate?.(12);
  fingers.set(finger, key);
  send({ t: "down", key });
  drawKeys();
}

function up(finger) {
  const key = fingers.get(finger);
  if (!key) return;
  fingers.delete(finger);
  send({ t: "up", key });
  drawKeys();
}

function watch(button, key) {
  button.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    event.preventDefault();
    document.activeElement.blur(); // Enter is OK again
    if (button.hasPointerCapture(event.pointerId)) button.releasePointerCapture(event.pointerId);
    down(event.pointerId, key);
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
    button.addEventListener(end, ({ pointerId }) => up(pointerId));
  }
  button.addEventListener("click", (event) => {
    if (event.detail === 0) { // a screen reader or a switch: no pointer has touched it
      down(event, key);
      setTimeout(() => up(event), 70);
    }
  });
}

export function focusKeys() { root.querySelector('[tabindex="0"]').focus(); }

// Enter and space press what has the focus; where nothing has it, they are the unit's.
function keyOf(event) {
  const { target, code, key } = event;
  if (event.ctrlKey || event.altKey || event.metaKey || key === "Tab") return null;
  if (root.closest("[inert]") || target.closest(TYPED_IN)) return null;
  const within = root.contains(target);
  if (!within && !preferences.letters) return null;
  const { host, numpad } = facts;
  const name = key === " " ? "space" : key.toLowerCase();
  if (["enter", "escape", "space"].includes(name)) {
    if (within && name !== "escape") return target.dataset.key;
    return within || target === document.body ? host[name] : null;
  }
  if (name in ASKS) return name;
  return numpad[code] || host[key] || host[name] || null;
}

function keydown(event) {
  const key = !event.defaultPrevented && keyOf(event);
  if (!key) return;
  event.preventDefault();
  if (ASKS[key]) { ASKS[key](); return; }
  if (!event.repeat && !fingers.has(event.code)) down(event.code, key);
}

function keyup(event) {
  if (!fingers.has(event.code)) return;
  event.preventDefault(); // or the button that has the focus is clicked too
  up(event.code);
}

function lift() {
  if (!fingers.size) return;
  fingers.clear();
  send({ t: "lift" });
  drawKeys();
}

// F is down or waits: then the white keys are the functions, and bear their legends.
const isShifted = () => state.keys.includes("F") || state.moment?.kind === "shift";

export function showWords(text) {
  const said = state.moment?.kind === "shift" ? say(beside.matches ? "shift_beside" : "shift_below") : text;
  document.getElementById("words").textContent = said;
}

// What is down, from whatever hand; the keys that answer now have a lit edge.
export function drawKeys() {
  const down = [...fingers.values(), ...state.keys];
  for (const [key, { classList }] of buttons) {
    classList.toggle("down", down.includes(key));
    classList.toggle("answers", state.answers.includes(key));
  }
  root.classList.toggle("shifted", isShifted());
}
