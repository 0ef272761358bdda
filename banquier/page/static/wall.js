// The picture on the wall, for a television: the glass, the line under it and the strip are the
// page's own, laid out by page.css; here everybody's money, and what was told last.
import { told } from "./announcer.js";
import { percent } from "./chances.js";
import { badge, make, parse } from "./dom.js";
import { picture } from "./picture.js";
import { state } from "./state.js";
import * as table from "./table.js";
import { say } from "./texts.js";

const LINES = 4;
// A name, and how far its letters are smaller to be whole in its column.
const pen = new OffscreenCanvas(0, 0).getContext("2d");
const COLUMN = 8.6; // in heights of a letter

function whole(name) {
  pen.font = `bold 100px ${getComputedStyle(document.body).fontFamily}`;
  return make("b", { style: { "--fit": Math.min(1, COLUMN * 100 / pen.measureText(name).width) } }, name);
}

export function drawWall() {
  const lines = told.filter(({ kind }) => kind === "operation").slice(-LINES).reverse();
  return [
    make("section", { class: "bars", key: "bars" }, money()),
    make("section", { class: "plan", key: "plan" }, table.game() && picture(null, { lens: false })),
    state.join && seatsAreFree() && make("section", { class: "join", key: "join", "aria-label": say("join") },
      parse(state.join), make("p", {}, say("join"))),
    make("section", { class: "last", key: "last" }, lines.map(({ number, said }) =>
      make("p", { key: `told ${number}` }, said))),
  ];
}

function seatsAreFree() {
  const { bots, seated } = state.table || {};
  return !table.game() || table.players().some(({ number, bankrupt }) => !bankrupt && !bots.includes(number) && !seated.includes(number));
}

function money() {
  const game = table.game();
  if (!game) return null;
  const most = Math.max(1, ...game.cash.slice(1));
  return [...table.players().map(({ number, cash, bankrupt }) => {
    const chance = state.chances?.players.find((row) => row.number === number);
    const turn = (game.winners.length ? game.winners : [game.turn]).includes(number);
    return make("div", { class: `money p${number}${turn ? " turns" : ""}${bankrupt ? " out" : ""}`,
      key: `money ${number}` },
    badge(number), whole(table.givenName(number)),
    make("i", { style: { "--share": Math.max(0, cash / most) } }),
    make("output", {}, table.money(cash)),
    make("small", {}, chance ? `${percent(chance.chance)}\u00a0%` : ""));
  }), game.pot && make("p", { key: "pot" }, game.pot)];
}
