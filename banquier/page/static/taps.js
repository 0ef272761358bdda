// Nothing is pressed that was not meant: a button that has just appeared, or has moved under the
// finger, takes no tap for a moment and is seen to be new; nor does any after one that was pressed.
// Keys and screen readers, whose clicks come without a pointer, do not wait.
const REST = 400; // milliseconds
const NEAR = 6; // pixels that are no move
const BUTTONS = "button, summary";

let known = new Map(); // what each button says -> where it stands, and until when it rests
let timer;

// After a redraw of `root`: which buttons are new there.
export function drawn(root) {
  const now = performance.now(), before = known, names = new Map();
  for (const one of root.querySelectorAll(BUTTONS)) {
    let name = [one.dataset.at, one.ariaDisabled, one.textContent].join("|");
    while (names.has(name)) name += "'";
    names.set(name, one);
    one.classList.toggle("fresh", before.get(name)?.until > now);
  }
  known = new Map();
  let next = Infinity;
  for (const [name, one] of names) { // measured after all that is written
    const { left, top, width } = one.getBoundingClientRect(), old = before.get(name);
    const stays = old && Math.hypot(old.left - left, old.top - top) < NEAR;
    const until = stays || !width ? old?.until || 0 : now + REST;
    known.set(name, { one, left, top, until });
    if (until > now) next = Math.min(next, until);
  }
  for (const [name, one] of names) one.classList.toggle("fresh", known.get(name).until > now);
  clearTimeout(timer);
  if (next < Infinity) timer = setTimeout(drawn, next - now + 1, root);
}

// A person has scrolled: that is no move.
function scrolled() {
  for (const place of known.values()) {
    const { left, top } = place.one.getBoundingClientRect();
    Object.assign(place, { left, top });
  }
}

// What is below a finger that has just pressed something does not take its second tap. A slow page
// comes to a tap late: what counts is when the finger made it.
export function watchTaps(root) {
  let rests = 0, waking;
  root.addEventListener("scroll", scrolled, { capture: true, passive: true });
  root.addEventListener("click", (event) => {
    const { detail, pointerType, timeStamp } = event, pressed = event.target.closest(BUTTONS);
    if (!detail || pointerType === "" || !pressed) return;
    const { until = 0 } = [...known.values()].find(({ one }) => one === pressed) || {};
    if (timeStamp < Math.max(rests, until)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    rests = timeStamp + REST;
    root.classList.add("resting");
    clearTimeout(waking);
    waking = setTimeout(() => root.classList.remove("resting"), REST);
  }, { capture: true });
}
