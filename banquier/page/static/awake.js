// The screen is kept awake while that is chosen: one lock, asked for after the request before. A
// browser releases it when the page is hidden.
import { preferences } from "./state.js";

let held = Promise.resolve(null);

export function keepAwake() {
  held = held.then((lock) => {
    if (!preferences.awake) return lock?.release();
    if (document.hidden || !navigator.wakeLock || lock?.released === false) return lock;
    return navigator.wakeLock.request("screen");
  }).catch(() => null); // the battery is low
}

document.addEventListener("visibilitychange", keepAwake);
