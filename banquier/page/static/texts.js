// The page's words in each language, as the catalogues have them: assets.py puts them in.
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

// A whole text; `{1}` and `{2}` stand for values, in the order of the language.
export const say = (name, ...values) => (facts.texts[lang][name] || name)
  .replace(/\{(\d)\}/g, (_, at) => values[at - 1] ?? "");

// The day of a time in seconds: "sam. 28 nov.".
export const day = (time) => new Date(1000 * time)
  .toLocaleDateString(facts.languages[lang][1], { weekday: "short", day: "numeric", month: "short" });

export const plain = (name, onclick, more = {}) =>
  make("button", { class: "plain", key: name, onclick, ...more }, say(name));

// A long word may break before a consonant and its vowel: French syllables of two letters and more.
const ONSET = /(?<=\p{L}{2})(?<![bcdfgptv](?=[lr])|[cpt](?=h)|g(?=n))(?=(?:[bcdfgptv][lr]|[cpt]h|gn|qu|[^aeiouyàâéèêëîïôûù\P{L}])[aeiouyàâéèêëîïôûù]\p{L})/giu;
export const syllables = (text) => text.replace(/\p{L}{9,}/gu, (word) => word.replace(ONSET, "\u00ad"));
