// What a person chose on this device; nothing of the game is kept here. `seat`: null is not chosen
// yet, 0 looks on; `letters`: the computer's keys press the unit's wherever the focus is; `pace`: of
// the bots, for the next start.
const USUAL = { sound: true, speak: false, vibration: true, awake: true, lang: "", tint: "", seat: null,
  letters: true, pace: "" };

export class Preferences {
  constructor() {
    try {
      Object.assign(this, USUAL, JSON.parse(localStorage.getItem("banquier") || "{}"));
    } catch {
      Object.assign(this, USUAL);
    }
    document.addEventListener("visibilitychange", () => this.keepAwake());
  }

  set(name, value) {
    this[name] = value;
    const kept = Object.fromEntries(Object.keys(USUAL).map((key) => [key, this[key]]));
    try { localStorage.setItem("banquier", JSON.stringify(kept)); } catch { /* not kept */ }
  }

  // One lock, after the request before. A browser releases it when the page is hidden.
  keepAwake() {
    this.lock = (this.lock || Promise.resolve()).then((lock) => {
      if (!this.awake) return lock?.release();
      if (document.hidden || !navigator.wakeLock || lock?.released === false) return lock;
      return navigator.wakeLock.request("screen");
    }).catch(() => null); // the battery is low
  }
}
