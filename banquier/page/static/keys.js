// The keys: a finger is down from pointerdown to pointerup, pointercancel or leaving the key.
// The computer's keyboard presses and releases as its own keys go down and up. For it all keys are
// one widget: Tab goes in and out, arrows walk, Enter and space press the key that has the focus.
import { again, possible } from "./announcer.js";
import { facts, preferences, send } from "./state.js";
import { say } from "./texts.js";

const TYPED_IN = "select,textarea,input:not([type=checkbox],[type=file])";
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ASIDE = 3; // a key straight ahead is nearer than one beside the way

const ASKS = { s: again, w: possible }; // by the character

const root = document.getElementById("unit-keys");
const pointers = new Map(); // pointer -> key
const codes = new Map(); // key of the computer -> key
const buttons = new Map([...document.querySelectorAll(".key")].map((one) => [one.dataset.key, one]));
let held = new Set(); // what the unit says is down, from whatever hand

for (const [key, button] of buttons) watch(button, key);
addEventListener("keydown", keydown);
addEventListener("keyup", keyup);
addEventListener("blur", lift);
document.addEventListener("visibilitychange", () => document.hidden && lift());
root.addEventListener("focusin", (event) => rove(event.target));
rove(buttons.get("OK"));
document.getElementById("unit").addEventListener("contextmenu", (event) => event.preventDefault());

function down(key) {
  if (preferences.vibration) navigator.vibrate?.(12);
  send({ t: "down", key });
  draw();
}

function up(key) {
  send({ t: "up", key });
  draw();
}

// What a screen reader calls each key.
export function nameKeys() {
  for (const [key, button] of buttons) button.setAttribute("aria-label", say(`key ${key}`));
  root.setAttribute("aria-label", say("unit_keys"));
}

function watch(button, key) {
  const released = (event) => {
    if (pointers.get(event.pointerId) === key) {
      pointers.delete(event.pointerId);
      up(key);
    }
  };
  button.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    event.preventDefault();
    document.activeElement.blur(); // Enter is OK again
    if (button.hasPointerCapture(event.pointerId)) button.releasePointerCapture(event.pointerId);
    pointers.set(event.pointerId, key);
    down(key);
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) button.addEventListener(end, released);
  button.addEventListener("click", (event) => {
    if (event.detail === 0) { // a screen reader or a switch: no pointer has touched it
      down(key);
      setTimeout(() => up(key), 70);
    }
  });
}

// The key that Tab comes to.
function rove(button) {
  for (const other of buttons.values()) other.tabIndex = other === button ? 0 : -1;
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
  const words = { Enter: "enter", Escape: "escape", " ": "space" };
  if (key in words) {
    if (within && key !== "Escape") return target.dataset.key;
    return within || target === document.body ? host[words[key]] : null;
  }
  if (key.toLowerCase() in ASKS) return key.toLowerCase();
  return numpad[code] || host[key] || host[key.toLowerCase()] || null;
}

function keydown(event) {
  if (walk(event)) { event.preventDefault(); return; }
  const key = keyOf(event);
  if (!key) return;
  event.preventDefault();
  if (ASKS[key]) { ASKS[key](); return; }
  if (event.repeat || codes.has(event.code)) return;
  codes.set(event.code, key);
  down(key);
}

function walk({ key, target, ctrlKey, altKey, metaKey }) {
  if (!root.contains(target) || ctrlKey || altKey || metaKey) return false;
  const every = [...buttons.values()];
  const to = key in STEPS ? beside(target, ...STEPS[key])
    : key === "Home" ? every[0] : key === "End" ? every.at(-1) : null;
  to?.focus();
  return Boolean(to);
}

// The nearest key in this direction; the same one if there is none.
function beside(button, right, below) {
  const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];
  const [x, y] = middle(button.getBoundingClientRect());
  let best = button, least = Infinity;
  for (const other of buttons.values()) {
    const [across, along] = middle(other.getBoundingClientRect());
    const ahead = (across - x) * right + (along - y) * below;
    const far = ahead + ASIDE * Math.abs((across - x) * below + (along - y) * right);
    if (ahead > 1 && far < least) [best, least] = [other, far];
  }
  return best;
}

function keyup(event) {
  const key = codes.get(event.code);
  if (!key) return;
  event.preventDefault(); // or the button that has the focus is clicked too
  codes.delete(event.code);
  up(key);
}

function lift() {
  if (!pointers.size && !codes.size) return;
  pointers.clear();
  codes.clear();
  send({ t: "lift" });
  draw();
}

// The keys that answer now are underlined.
export function showAnswers(keys) {
  for (const [key, button] of buttons) button.classList.toggle("answers", keys.includes(key));
}

export function showHeld(keys) {
  held = new Set(keys);
  draw();
}

function draw() {
  const own = new Set([...pointers.values(), ...codes.values()]);
  for (const [key, button] of buttons) button.classList.toggle("down", own.has(key) || held.has(key));
}
