// A moment is everybody's: one card over the middle of the board, for three seconds or a tap. And
// the end of a game: ranking, what everybody was worth, what decided it.
import { badge, make, parse } from "./dom.js";
import { open, redraw, state } from "./state.js";
import * as table from "./table.js";
import { lang, plain, say } from "./texts.js";

const SHOWN = 3000; // milliseconds

let known = null, shown = [], timer;

// What was told before this page came is not shown again.
export function hearMoments({ number, cards }) {
  const fresh = known !== null && number !== known;
  known = number;
  if (!fresh) return;
  shown = cards;
  clearTimeout(timer);
  timer = setTimeout(dismiss, SHOWN);
}

function dismiss() {
  shown = [];
  redraw();
}

export function momentCard() {
  return shown.length > 0 && make("button", { class: "moment", key: "moment", onclick: dismiss },
    shown.map(([kind, said]) => make("span", {}, make("b", {}, say(`moment.${kind}`)), said)));
}

export function ending() {
  const { places } = table.game(), players = table.players(), mine = table.mySeat();
  const { chart, moments = [] } = state.end || {};
  const first = places.filter(({ rank }) => rank === 1).map(({ player }) => player);
  return make("section", { class: "card", id: "outcome", key: "outcome" },
    make("h2", { tabindex: -1 }, first.includes(mine) ? say("you_won")
      : first.map((one) => say("wins", table.name(one))).join(" ")),
    make("ol", { class: "ranking" }, places.map(({ rank, player }) => make("li", { value: rank },
      badge(player), make("b", {}, table.givenName(player)),
      make("span", { class: "sum" }, players[player - 1].bankrupt ? say("bankrupt")
        : table.money(players[player - 1].worth))))),
    chart && parse(chart[lang]),
    moments.length > 0 && [make("h3", {}, say("decided")),
      make("ul", { class: "decided" }, moments.map((said) => make("li", {}, said)))],
    plain("story_of", () => open("story", "", null, true)));
}
