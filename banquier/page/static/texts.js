// The page's words in each language, as the catalogues have them: front.py puts them in.
import { facts, preferences } from "./state.js";

export let lang = "fr";

export function chooseLanguage() {
  const known = (preferences.lang || navigator.language).toLowerCase();
  lang = Object.keys(facts.languages).find((code) => known.startsWith(code)) || "en";
  document.documentElement.lang = lang;
}

// French sets signs of two parts apart, and no line breaks there.
const set = (text) => (lang === "fr" ? text.replace(/ (?=[:;?!%»])|(?<=«) /g, "\u00a0") : text);

// `{}` stands for a value.
export const say = (name, ...values) => set((facts.texts[lang][name] || name).replaceAll("{}", () => values.shift()));
export const pick = (both) => (both ? set(both[lang]) : "");
export const colon = () => set(lang === "fr" ? " :" : ":");

export function points(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ".");
}

// What is told to ears has sums without points.
export const written = (text) => text.replace(/\b\d{4,}\b/g, points);

chooseLanguage();
