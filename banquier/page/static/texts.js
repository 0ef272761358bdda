// The page's words in French and English, as the catalogues have them: front.py puts them in.
import { facts, preferences } from "./state.js";

export let lang = "fr";

export function chooseLanguage() {
  const known = preferences.lang || navigator.language || "en";
  lang = known.toLowerCase().startsWith("fr") ? "fr" : "en";
  document.documentElement.lang = lang;
}

export const say = (name) => facts.texts[lang][name] || name;
export const pick = (both) => (both ? both[lang] : "");

export function points(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ".");
}

chooseLanguage();
