// What is wrong lies on top of everything. While the unit is cut off nothing below can be pressed,
// and the focus waits here; any other sentence goes with a tap or Escape.
import { say } from "./texts.js";
import { focusKeys } from "./keys.js";

// Troubles in which no key would reach the unit.
const CUT_OFF = new Set(["lost", "refused", "offline", "enter_again", "other_tab", "taken", "full"]);

const root = document.getElementById("trouble");
const told = document.getElementById("told");
const dismiss = document.getElementById("dismiss");
let waiting = null;

export function trouble(name, reason = "") {
  const cut = CUT_OFF.has(name);
  const had = document.activeElement;
  root.hidden = !name;
  root.classList.remove("late");
  dismiss.hidden = !name || cut;
  told.textContent = name ? say(name, reason) : "";
  const parts = [...document.querySelectorAll(".keypad, .view")];
  if (cut && parts.some((part) => part.contains(had))) {
    waiting = had;
    root.focus();
  }
  for (const part of parts) part.inert = cut;
  document.body.classList.toggle("troubled", cut);
  if (!cut && waiting) {
    (waiting.isConnected ? waiting : document.getElementById("view")).focus();
    waiting = null;
  }
}

root.addEventListener("click", () => {
  if (dismiss.hidden) return;
  const within = root.contains(document.activeElement);
  root.hidden = true;
  if (within) focusKeys();
});
addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || root.hidden || dismiss.hidden) return;
  event.stopImmediatePropagation();
  dismiss.click();
}, { capture: true });
addEventListener("unhandledrejection", ({ reason }) => trouble("failed", String(reason?.message || reason)));
