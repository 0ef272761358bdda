// What a person chooses on this device, and what follows from it.
import * as announcer from "./announcer.js";
import { make, select } from "./dom.js";
import { facts, isLocal, line, prefer, preferences, redraw, send, state, views } from "./state.js";
import { chooseLanguage, plain, say } from "./texts.js";

const strong = matchMedia("(prefers-contrast: more)");
strong.addEventListener("change", showTint);

// The palette of page.css is that of the system, unless another one is chosen.
function showTint() {
  const tint = preferences.tint || (strong.matches ? "contrast" : "");
  document.documentElement.dataset.tint = tint;
  for (const meta of /** @type {NodeListOf<HTMLMetaElement>} */ (document.querySelectorAll("[name=theme-color]"))) {
    const { scheme } = meta.dataset;
    meta.media = tint ? (tint === scheme ? "all" : "not all") : `(prefers-color-scheme: ${scheme})`;
  }
}

export function applyPreferences() {
  chooseLanguage();
  showTint();
  keepAwake();
  for (const name of ["marks", "letters"]) document.body.classList.toggle(name, preferences[name]);
  for (const one of document.querySelectorAll("[data-say]")) one.textContent = say(one.dataset.say);
  for (const one of document.querySelectorAll("[data-label]")) one.ariaLabel = say(one.dataset.label);
  redraw();
}

for (const name of ["again", "possible"]) document.getElementById(name).onclick = announcer[name];

// The screen is kept awake while that is chosen: one lock, asked for after the request before. A
// browser releases it when the page is hidden.
let held = Promise.resolve(null);

function keepAwake() {
  held = held.then((lock) => {
    if (!preferences.awake) return lock?.release();
    if (document.hidden || !navigator.wakeLock || lock?.released === false) return lock;
    return navigator.wakeLock.request("screen");
  }).catch(() => null); // the battery is low
}

document.addEventListener("visibilitychange", keepAwake);

function set(name, value) {
  prefer(name, value);
  applyPreferences();
  if (name === "speak") announcer.switched();
  if (name === "pace") send({ t: "pace", pace: value });
}

export function drawSettings() {
  const toggle = (name) => make("label", { class: "row", key: name }, say(name), make("input", {
    type: "checkbox", checked: preferences[name], onchange: ({ target }) => set(name, target.checked),
  }));
  const choose = (name, label, options, chosen = preferences[name]) => make("label", { class: "row", key: name },
    say(label), select({ name, onchange: ({ target }) => set(name, target.value) }, options, chosen));
  const auto = ["", say("auto")], named = (...values) => values.map((value) => [value, say(value)]);
  const { bots, pace } = state.table || {};
  return [
    bots?.length ? choose("pace", "pace", named("slow", "normal", "quick"), pace) : null,
    ["sound", "speak", "vibration", "awake", "letters", "marks"].map(toggle),
    choose("lang", "language",
      [auto, ...Object.entries(facts.languages).map(([code, [name]]) => [code, name, code])]),
    choose("tint", "tint", [auto, ...named("light", "dark", "contrast")]),
    isLocal && plain("full_screen", () => views.wall(true)),
    line.settings?.(),
  ];
}
