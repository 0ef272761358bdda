// The glass: an element carries its state as a class. What has just gone out is lit in a second
// picture over the first, the afterglow, which CSS lets fade.
import { facts } from "./state.js";

const places = facts.elements; // of each element: common, line
const root = document.querySelector(".glass");
const afterglow = /** @type {Element} */ (root.cloneNode(true));
afterglow.classList.add("afterglow");
const elements = places.map((_, number) => root.querySelector(`#e${number}`));
const glowing = places.map((_, number) => afterglow.querySelector(`#e${number}`));
for (const element of glowing) element.removeAttribute("id");
root.after(afterglow);

export function showGlass({ rows, awake, contrast }) {
  const bits = rows.map((row) => BigInt(`0x${row}`));
  const gone = [];
  places.forEach(([common, line], number) => {
    const on = awake && ((bits[common] >> BigInt(line)) & 1n) === 1n;
    if (on === elements[number].classList.contains("on")) return;
    elements[number].classList.toggle("on", on);
    if (!on) gone.push(glowing[number]);
  });
  if (gone.length) fade(gone);
  root.parentElement.style.setProperty("--contrast", contrast);
  root.classList.toggle("asleep", !awake);
}

function fade(gone) {
  for (const element of afterglow.querySelectorAll(".on")) element.classList.remove("on");
  for (const element of gone) element.classList.add("on");
  afterglow.classList.add("begins");
  getComputedStyle(afterglow).opacity; // the transition begins here
  afterglow.classList.remove("begins");
}
