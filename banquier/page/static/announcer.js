// What is told of the game, for ears: one live region for screen readers, and the browser's own voice
// where "speak" is switched on. The lines come from the unit's side; who listens hears all of them.
import { lang, pick } from "./texts.js";

const SHOWN = 6; // lines that stay in the live region
const KEPT = 200;
const HAPPENED = new Set(["operation", "notice"]);
const BEHIND = 8; // lines that may wait for the voice; the oldest are left out then
const VOICES = { fr: "fr-FR", en: "en-GB" };

export class Announcer {
  constructor(state, { preferences, sound }) {
    Object.assign(this, { state, preferences, sound });
    this.region = document.getElementById("heard");
    this.told = []; // announcements: number, kind, text
    this.log = []; // the lines as they were told here
    this.spoken = [];
    this.refusals = 0;
    this.waiting = 0;
  }

  // `whole`: what was told before, to a page that joins: of that only what waits now is told again.
  // A page that comes back goes on after the last line that it knows.
  hear({ whole, lines }) {
    const last = this.told.at(-1);
    const known = whole && last
      ? lines.findIndex(({ number, text }) => number === last.number && text.fr === last.text.fr) : -1;
    this.told = [...(whole ? [] : this.told), ...lines].slice(-KEPT);
    if (whole && known < 0) this.again();
    else for (const one of lines.slice(known + 1)) this.tell(pick(one.text), this.cueOf(one));
  }

  // A refusal of a seat's button concerns this page alone.
  refused({ refused, refusals }) {
    if (refused && refusals !== this.refusals) this.tell(pick(refused));
    this.refusals = refusals;
  }

  // The last question, what happened since the one before, and notices.
  again() {
    let from = this.told.findLastIndex(({ kind }) => kind !== "notice");
    while (from > 0 && HAPPENED.has(this.told[from - 1].kind)) from -= 1;
    for (const one of this.told.slice(Math.max(from, 0))) this.tell(pick(one.text));
  }

  possible() { this.tell(pick(this.state.possible)); }

  tell(text, cue = "") {
    if (!text) return;
    this.log.push(text);
    const row = document.createElement("p");
    const last = this.region.lastChild?.textContent;
    row.textContent = last === text ? `${text}\u00a0` : text; // readers pass over the same text
    this.region.append(row);
    while (this.region.children.length > SHOWN) this.region.firstChild.remove();
    if (this.preferences.speak) this.speak(text, cue);
  }

  speak(text, cue) {
    if (cue) this.sound.cue(cue);
    const { speechSynthesis } = window;
    if (!speechSynthesis) return;
    if (this.waiting >= BEHIND) { speechSynthesis.cancel(); this.waiting = 0; }
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.lang = VOICES[lang];
    const voice = speechSynthesis.getVoices().find((one) => one.lang.startsWith(lang));
    if (voice) utterance.voice = voice;
    this.waiting += 1;
    utterance.onend = utterance.onerror = () => { this.waiting = Math.max(0, this.waiting - 1); };
    this.spoken.push(text);
    speechSynthesis.speak(utterance);
  }

  // Switched on: the voice says what waits; a browser wants a touch before it speaks. Off: silence.
  switched() {
    if (this.preferences.speak) this.again();
    else window.speechSynthesis?.cancel();
  }

  // For the seat of this phone; a phone without one speaks for all.
  cueOf({ cue, gained, lost }) {
    const seat = this.state.own?.seat;
    const ours = (players) => (seat ? players.includes(seat) : players.length > 0);
    return cue || (ours(lost) ? "loss" : ours(gained) ? "gain" : "");
  }
}
