// The bar of a link that is replayed: play, speed, every operation, play on from here.
import { fill, make, select } from "./dom.js";
import { line, state } from "./state.js";
import { plain, say } from "./texts.js";

export const GAME = "#g="; // a link's game, behind the page's address
const GOES_ON = "&on"; // behind it: play on from there

// What the page was opened with: a link, and whether to play on from there.
const { hash } = location;
export const link = hash.startsWith(GAME) ? hash.replace(/&on$/, "") : "";
export const goesOn = Boolean(link) && hash.endsWith(GOES_ON);
export const replays = Boolean(link) && !goesOn;
addEventListener("hashchange", () => location.hash.startsWith(GAME) && location.reload());

const root = make("section", { class: "replay", id: "replay" });
let sought = null; // the operation that is asked for while another one is on its way

export function beginReplay() {
  document.querySelector("main").append(root);
  document.body.classList.add("replaying");
  document.getElementById("unit-keys").inert = true;
}

// Of a bar that is drawn along only the last place is gone to.
async function seek(number) {
  if (state.replay.playing) line.call("play", [false]);
  const busy = sought !== null;
  sought = number;
  if (busy) return;
  while (sought !== null) {
    const to = sought;
    await line.call("go_to", [to]);
    if (sought === to) sought = null;
  }
}

// A button away from the replay, below what is wrong with the link.
const away = () => plain("my_games", () => location.assign(location.pathname), { id: "my-games" });

export function refuseLink(why) {
  root.replaceChildren(make("p", { class: "refused", id: "checked", role: "alert" }, why), away());
}

export function drawReplay() {
  const { at, first, last, words, playing, over, speed, speeds, checked, opened, why } = state.replay;
  const place = `${at} / ${last}`, waits = Boolean(why) || opened < 1; // of a long link the end comes first
  root.setAttribute("aria-label", say("replay"));
  fill(root, [
    make("div", { class: "controls" },
      make("button", { class: "plain", id: "play", disabled: waits,
        "aria-label": say(playing ? "pause" : over ? "replay_again" : "play"),
        onclick: () => line.call("play", [!playing]) }, playing ? "❚❚" : over ? "↺" : "▶"),
      make("input", {
        type: "range", id: "operation", min: first, max: last, step: 1,
        disabled: waits, "aria-label": say("operation"), "aria-valuetext": `${place} ${words}`,
        oninput: ({ target }) => seek(Number(target.value)),
      }),
      select({ id: "speed", "aria-label": say("speed"), disabled: waits,
        onchange: ({ target }) => line.call("set_speed", [Number(target.value)]) },
      speeds.map((times) => [times, `× ${times}`]), speed)),
    make("p", { class: "told", id: "moment", tabindex: 0 }, make("b", {}, place), " ", words),
    make("p", { class: checked ? "checked" : waits && !why ? "" : "refused", id: "checked" },
      why || say(checked ? "checked" : waits ? "being_checked" : "not_checked")),
    make("div", { class: "onward" },
      plain("play_on", playOn, { id: "play-on" }),
      away()),
  ]);
  if (sought === null) /** @type {HTMLInputElement} */ (document.getElementById("operation")).value = at; // also while it has the focus
}

// The page begins again, with its games, and makes one of this.
function playOn() {
  const game = location.hash.split("&")[0];
  location.replace(`${game}&at=${state.replay.at}${GOES_ON}`); // and loaded: the hash has changed
}
