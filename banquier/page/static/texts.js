// The page's words in each language, as the catalogues have them: front.py puts them in.
import { facts, preferences } from "./state.js";

export let lang = "fr";

export function chooseLanguage() {
  const known = (preferences.lang || navigator.language).toLowerCase();
  lang = Object.keys(facts.languages).find((code) => known.startsWith(code)) || "en";
  document.documentElement.lang = lang;
}

export const say = (name) => facts.texts[lang][name] || name;
export const pick = (both) => (both ? both[lang] : "");

// French sets a colon apart.
export const colon = () => (lang === "fr" ? "\u00a0:" : ":");

export function points(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ".");
}

chooseLanguage();
