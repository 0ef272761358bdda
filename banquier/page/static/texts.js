// The page's words in each language, as the catalogues have them: front.py puts them in.
import { make } from "./dom.js";
import { facts, preferences, send } from "./state.js";

export let lang = "fr";

// The unit's side tells its sentences in the language that is shown here.
export function chooseLanguage() {
  const before = lang;
  const known = (preferences.lang || navigator.language).toLowerCase();
  lang = Object.keys(facts.languages).find((code) => code === known.split("-")[0]) || "en";
  document.documentElement.lang = lang;
  if (lang !== before) send({ t: "lang", lang });
}

// `{}` stands for a value.
export const say = (name, ...values) => (facts.texts[lang][name] || name).replaceAll("{}", () => values.shift());
export const colon = () => say("colon");
export const plain = (name, onclick, more = {}) =>
  make("button", { class: "plain", key: name, onclick, ...more }, say(name));
