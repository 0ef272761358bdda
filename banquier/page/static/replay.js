// The bar of a link that is replayed: play, speed, every operation, play on from here.
import { fill, make } from "./dom.js";
import { pick, say } from "./texts.js";

export const GAME = "#g="; // a link's game, behind the page's address
const GOES_ON = "&on"; // behind it: play on from there

export class Replay {
  constructor({ call }) {
    this.call = call;
    this.state = null;
    this.operations = [];
    this.sought = null; // the operation that is asked for while another one is on its way
    this.root = make("section", { class: "replay", id: "replay" });
    document.querySelector("main").append(this.root);
    document.body.classList.add("replaying");
    document.getElementById("unit-keys").inert = true;
  }

  told({ operations, replay }) {
    if (operations) this.operations = operations;
    if (replay) this.state = replay;
    if (operations || replay) this.draw();
  }

  // Of a bar that is drawn along only the last place is gone to.
  async seek(number) {
    const busy = this.sought !== null;
    this.sought = number;
    if (busy) return;
    while (this.sought !== null) {
      const to = this.sought;
      await this.call("go_to", to);
      if (this.sought === to) this.sought = null;
    }
  }

  draw() {
    const { at, words, playing, over, speed, speeds, checked, why } = this.state;
    const last = this.operations.at(-1)?.[0] || 0;
    const place = `${at} / ${last}`;
    this.root.setAttribute("aria-label", say("replay"));
    const bar = make("input", {
      type: "range", id: "operation", min: this.operations[0]?.[0] - 1 || 0, max: last, step: 1,
      disabled: Boolean(why), "aria-label": say("operation"),
      "aria-valuetext": `${place} ${pick(words)}`, "data-value": this.sought ?? at,
      oninput: (event) => this.seek(Number(event.target.value)),
    });
    bar.value = this.sought ?? at;
    fill(this.root, [
      make("div", { class: "moment" },
        make("button", { type: "button", class: "plain", id: "play", disabled: Boolean(why),
          "aria-label": say(playing ? "pause" : over ? "replay_again" : "play"),
          onclick: () => this.call("play", !playing) }, playing ? "❚❚" : over ? "↺" : "▶"),
        bar,
        make("select", { id: "speed", "aria-label": say("speed"), disabled: Boolean(why),
          "data-value": speed,
          onchange: (event) => this.call("set_speed", Number(event.target.value)) },
        speeds.map((times) => make("option", { value: times, selected: times === speed },
          `× ${times}`)))),
      make("p", { class: "told", id: "moment" }, make("b", {}, place), " ", pick(words)),
      make("p", { class: checked ? "checked" : "refused", id: "checked" },
        why ? pick(why) : say(checked ? "checked" : "not_checked")),
      make("div", { class: "onward" },
        make("button", { type: "button", class: "plain", id: "play-on", onclick: () => this.playOn() },
          say("play_on")),
        make("button", { type: "button", class: "plain", id: "my-games",
          onclick: () => location.assign(location.pathname) }, say("my_games"))),
    ]);
    const drawn = document.getElementById("operation");
    if (this.sought === null) drawn.value = at; // also while it has the focus
  }

  // The page begins anew, with its games, and makes one of this.
  playOn() {
    const game = location.hash.split("&")[0];
    history.replaceState(null, "", `${game}&at=${this.state.at}${GOES_ON}`);
    location.reload();
  }
}

// What the page was opened with: a link, and whether to play on from there.
export function opened() {
  const { hash } = location;
  if (!hash.startsWith(GAME)) return { link: "", goesOn: false };
  return { link: hash.replace(/&on$/, ""), goesOn: hash.endsWith(GOES_ON) };
}
