// A moment is everybody's: one card over the middle of the board, for three seconds or a tap. And
// the end of a game: a podium, what everybody was worth, what decided it.
import { badge, make, parse } from "./dom.js";
import { onWall, open, redraw, state } from "./state.js";
import * as table from "./table.js";
import { lang, plain, say } from "./texts.js";

const SHOWN = 3000; // milliseconds; twice that on the wall

let known = null, shown = [], timer;

// What was told before this page came is not shown again.
export function hearMoments({ number, cards }) {
  const fresh = known !== null && number !== known;
  known = number;
  if (!fresh) return;
  shown = cards;
  clearTimeout(timer);
  timer = setTimeout(dismiss, onWall() ? 2 * SHOWN : SHOWN);
}

function dismiss() {
  shown = [];
  redraw();
}

export function momentCard() {
  return shown.length > 0 && make("button", { class: `moment p${shown[0].player}`, key: "moment", onclick: dismiss },
    shown.map((one) => make("span", { class: `event p${one.player}` },
      one.kind === "rent" ? rent(one) : [parse(state.pictures[one.kind]),
        make("b", {}, say(`moment.${one.kind}`)), make("span", {}, one.said),
        one.rest?.map(({ player, said, goods }) => make("small", { class: `p${player}` }, make("span", {}, said),
          goods.map((good) => make("i", {}, good))))])));
}

const person = (player) => make("span", { class: `person p${player}` }, table.name(player));

// Of two people: the sum between their colours, red for who pays, green for who gets.
function rent({ player, other, amount, said }) {
  const mine = table.mySeat(), sign = mine === player ? "−\u00a0" : mine === other ? "+\u00a0" : "";
  const how = mine === player ? "pays" : mine === other ? "gets" : "";
  return [person(player), make("b", { class: `amount ${how}` }, sign + table.money(amount)),
    make("span", { class: "arrow", "aria-hidden": "true" }, "↓"), person(other), make("span", {}, said)];
}

// -- the end

let kept = null; // the end of a game after which another has begun, until this person leaves it
let leads = false; // this person begins the next game

export const keptEnding = () => kept;
export function beginNext() { leads = true; }

function leave() {
  kept = null;
  redraw();
}

// Before `news` are taken over. The wall turns with the first throw.
export function keepEnding(news) {
  const { table: next, thrown } = news;
  if (onWall() && (thrown?.count ?? 0) > 0) kept = null;
  if (!next || next.game?.winners.length || !state.table?.game?.winners.length) return;
  if (next.game && (thrown || state.thrown).count > 0) return; // its last operation is undone
  kept = leads ? null : { table: state.table, end: state.end };
  leads = false;
}

// Letters of the longest word: a name is not broken.
const longest = (names) => Math.max(...names.join(" ").split(/[ -]/).map(({ length }) => length));

export function ending(from = state) {
  const { places, worth, bankrupt_order: ruined, turn_number: turns } = from.table.game;
  const { chart, moments = [] } = from.end || {}, mine = table.mySeat();
  const called = (player) => from.table.names[player] || `J${player}`;
  const sum = (player) => (ruined.includes(player) ? say("bankrupt") : table.money(worth[player]));
  const first = places.filter(({ rank }) => rank === 1).map(({ player }) => player);
  const steps = places.slice(0, 3), rest = places.slice(3);
  return make("section", { class: "podium", id: "outcome", key: "outcome" },
    from === kept && make("p", { class: "next", key: "next" }, say("next_begun"), " ", plain("next_game", leave)),
    make("p", {}, say(turns === 1 ? "after_turn" : "after_turns", turns)),
    make("h2", { tabindex: -1, style: { "--letters": longest(first.map(called)) } }, first.map(called).join(", ")),
    make("p", { class: "won" }, first.includes(mine) ? say("you_won") : first.map((one) => say("wins", called(one))).join(" ")),
    make("ol", { class: "steps", role: "list" }, steps.map(({ rank, player }, at) => make("li", {
      class: `p${player} step${at}`, style: { "--rank": rank },
    }, make("b", {}, String(rank)), make("span", {}, called(player)), make("small", {}, sum(player))))),
    rest.length > 0 && make("ul", { class: "ranking" }, rest.map(({ rank, player }) => make("li", {},
      `${rank}. `, badge(player), make("b", {}, called(player)), make("span", { class: "sum" }, sum(player))))),
    chart && parse(chart[lang]),
    moments.length > 0 && [make("h3", {}, say("decided")),
      make("ul", { class: "decided" }, moments.map((said) => make("li", {}, said)))],
    plain("story_of", () => open("story", "", null, true)));
}
