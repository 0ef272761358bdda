// The page's words in French and English, as the catalogues have them: front.py puts them in.
const { texts } = JSON.parse(document.getElementById("facts").textContent);

export let lang = "fr";

export function chooseLanguage(wanted) {
  const known = wanted || navigator.language || "en";
  lang = known.toLowerCase().startsWith("fr") ? "fr" : "en";
  document.documentElement.lang = lang;
}

export const say = (name) => texts[lang][name] || name;
export const pick = (both) => (both ? both[lang] : "");

export function points(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ".");
}
