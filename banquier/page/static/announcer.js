// What is told of the game, for ears: one live region for screen readers, and the browser's own voice
// where "speak" is switched on. The lines come from the unit's side; who listens hears all of them.
import { make } from "./dom.js";
import { cue } from "./sound.js";
import { facts, preferences, state } from "./state.js";
import { lang } from "./texts.js";

const SHOWN = 6; // lines that stay in the live region
const KEPT = 200;
const HAPPENED = new Set(["operation", "notice"]);
const BEHIND = 8; // lines that may wait for the voice; the oldest are left out then

const region = document.getElementById("heard");
export let told = []; // announcements: number, kind, said
let waiting = 0;

// `whole`: what was told before, to a page that joins: of that only what waits now is told again.
// A page that comes back goes on after the last line that it knows.
export function hear({ whole, lines }) {
  const last = told.at(-1);
  const known = whole && last
    ? lines.findIndex(({ number, said }) => number === last.number && said === last.said) : -1;
  told = [...(whole ? [] : told), ...lines].slice(-KEPT);
  if (whole && known < 0) again();
  else for (const one of lines.slice(known + 1)) tell(wordsOf(one), cueOf(one));
}

// The last question, what happened since the one before, and notices.
export function again() {
  let from = told.findLastIndex(({ kind }) => kind !== "notice");
  while (from > 0 && HAPPENED.has(told[from - 1].kind)) from -= 1;
  for (const one of told.slice(Math.max(from, 0))) tell(wordsOf(one));
}

// A seat answers by its buttons, not by keys of the unit.
const wordsOf = ({ said, asked }) => (state.own?.seat && asked) || said;

export function possible() {
  const labels = [...document.querySelectorAll(".replies .action:not([aria-disabled]) b")].map((one) => one.textContent);
  tell(state.own?.seat && labels.length ? labels.join(", ") : state.possible);
}

export function tell(written, sign = "") {
  if (!written) return;
  // English voices read 150.000 as 150.
  const text = lang === "en" ? written.replace(/(?<=\d)\.(?=\d{3})/g, ",") : written;
  const same = text === region.lastChild?.textContent; // readers pass over it
  region.append(make("p", {}, same ? `${text}\u00a0` : text));
  while (region.children.length > SHOWN) region.firstChild.remove();
  if (preferences.speak) speak(text, sign);
}

function speak(text, sign) {
  if (sign) cue(sign);
  const { speechSynthesis } = window;
  if (!speechSynthesis) return;
  if (waiting >= BEHIND) { speechSynthesis.cancel(); waiting = 0; }
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = facts.languages[lang][1];
  const voice = speechSynthesis.getVoices().find((one) => one.lang.startsWith(lang));
  if (voice) utterance.voice = voice;
  waiting += 1;
  utterance.onend = utterance.onerror = () => { waiting = Math.max(0, waiting - 1); };
  speechSynthesis.speak(utterance);
}

// Switched on: the voice says what waits; a browser wants a touch before it speaks. Off: silence.
export function switched() {
  if (preferences.speak) again();
  else window.speechSynthesis?.cancel();
}

// For the seat of this phone; a phone without one speaks for all.
function cueOf({ cue: sign, gained, lost }) {
  const seat = state.own?.seat;
  const ours = (players) => (seat ? players.includes(seat) : players.length > 0);
  return sign || (ours(lost) ? "loss" : ours(gained) ? "gain" : "");
}
