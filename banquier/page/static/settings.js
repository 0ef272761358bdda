// What a person chooses on this device, and what follows from it.
import * as announcer from "./announcer.js";
import { keepAwake } from "./awake.js";
import { make } from "./dom.js";
import { nameKeys } from "./keys.js";
import { facts, inPocket, line, prefer, preferences, redraw, send, state, views } from "./state.js";
import { chooseLanguage, say } from "./texts.js";

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

export function applyPreferences() {
  chooseLanguage();
  showTint();
  keepAwake();
  nameKeys();
  for (const name of ["marks", "letters"]) document.body.classList.toggle(name, preferences[name]);
  for (const name of ["again", "possible"]) document.getElementById(name).textContent = say(name);
  redraw();
}

for (const name of ["again", "possible"]) {
  document.getElementById(name).addEventListener("click", () => announcer[name]());
}

function set(name, value) {
  prefer(name, value);
  applyPreferences();
  if (name === "speak") announcer.switched();
}

export function drawSettings() {
  const toggle = (name, label) => {
    const box = make("input", { type: "checkbox",
      onchange: (event) => set(name, event.target.checked) });
    box.checked = preferences[name];
    return make("label", { class: "row", key: name }, say(label), box);
  };
  const choose = (name, label, options) => make("label", { class: "row", key: name }, say(label), make(
    "select", { onchange: (event) => set(name, event.target.value) },
    options.map(([value, text, its]) => make("option", {
      value, selected: preferences[name] === value, lang: its,
    }, text))));
  const { bots, pace } = state.table || {};
  const paces = [["slow", say("slow")], ["normal", say("normal")], ["quick", say("quick")]];
  return [
    bots?.length ? make("label", { class: "row", key: "pace" }, say("pace"), make("select", {
      name: "pace", onchange: (event) => {
        prefer("pace", event.target.value);
        send({ t: "pace", pace: event.target.value });
      },
    }, paces.map(([value, text]) => make("option", { value, selected: pace === value }, text))))
      : null,
    toggle("sound", "sound"), toggle("speak", "speak"), toggle("vibration", "vibration"),
    toggle("awake", "awake"), toggle("letters", "letters"),
    toggle("marks", "marks"),
    choose("lang", "language", [["", say("auto")],
      ...Object.entries(facts.languages).map(([code, [name]]) => [code, name, code])]),
    choose("tint", "tint", [["", say("auto")], ["light", say("light")], ["dark", say("dark")],
      ["contrast", say("contrast")]]),
    inPocket ? make("button", { class: "plain", key: "wall",
      onclick: () => views.wall(true) }, say("full_screen")) : null,
    line.settings?.(),
  ];
}
