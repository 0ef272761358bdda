// What the unit printed, and what was told: the newest first.
import * as announcer from "./announcer.js";
import { make } from "./dom.js";
import { state } from "./state.js";
import { plain } from "./texts.js";

export function drawRoll() {
  return make("ol", { class: "roll", lang: "fr" }, state.roll.map(([text, struck]) =>
    make("li", { class: struck ? "struck" : null }, text.trim())).reverse());
}

export function drawTold() {
  return [
    plain("again", announcer.again), plain("possible", announcer.possible),
    make("ol", { class: "roll", reversed: true },
      announcer.told.map(({ said, number }) => make("li", { key: number }, said)).reverse()),
  ];
}
