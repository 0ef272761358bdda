// A moment is everybody's: one card over the middle of the board, for three seconds or a tap. And
// the end of a game: ranking, curve, what decided it.
import { badge, make, parse } from "./dom.js";
import { open, redraw, state } from "./state.js";
import * as table from "./table.js";
import { plain, say } from "./texts.js";

const SHOWN = 3000; // milliseconds
const WIDE = 300, HIGH = 110, ROOM = 26; // of the curve, and for the names at its end

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
  const { laps = [], moments = [] } = state.end || {};
  const first = places.filter(({ rank }) => rank === 1).map(({ player }) => player);
  return make("section", { class: "card", id: "outcome", key: "outcome" },
    make("h2", { tabindex: -1 }, first.includes(mine) ? say("you_won")
      : first.map((one) => say("wins", table.name(one))).join(" ")),
    make("ol", { class: "ranking" }, places.map(({ rank, player }) => make("li", { value: rank },
      badge(player), make("b", {}, table.givenName(player)),
      make("span", { class: "sum" }, players[player - 1].bankrupt ? say("bankrupt")
        : table.money(players[player - 1].worth))))),
    laps.length > 1 && curve(laps),
    moments.length > 0 && [make("h3", {}, say("decided")),
      make("ul", { class: "decided" }, moments.map((said) => make("li", {}, said)))],
    plain("story_of", () => open("story")));
}

// What everybody was worth, lap by lap.
function curve(laps) {
  const most = Math.max(1, ...laps.flat()), least = Math.min(0, ...laps.flat());
  const x = (at) => ((WIDE - ROOM) * at) / (laps.length - 1);
  const y = (worth) => HIGH - (HIGH * (worth - least)) / (most - least);
  const lines = laps[0].map((_, seat) => {
    const points = laps.map((worths, at) => `${x(at).toFixed(1)},${y(worths[seat]).toFixed(1)}`);
    return `<g class="p${seat + 1}"><polyline points="${points.join(" ")}"/><text x="${WIDE - ROOM + 4}"
      y="${y(laps.at(-1)[seat]) + 4}">J${seat + 1}</text></g>`;
  });
  const drawn = parse(`<svg class="curve" viewBox="0 -6 ${WIDE} ${HIGH + 12}" role="img">${lines.join("")}</svg>`);
  drawn.setAttribute("aria-label", say("worth_by_lap"));
  return drawn;
}
