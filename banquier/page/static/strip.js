// The head of every view: who sits here and what the others have, where the picture of the table is
// shown; else what is asked, whose turn it is and who pressed. A refusal lies below it for a moment.
import { button } from "./buttons.js";
import { badge, make, refill } from "./dom.js";
import { state } from "./state.js";
import * as table from "./table.js";
import { say } from "./texts.js";

const root = document.getElementById("strip");

// `pictured`: the question stands in the picture; `begins`: below is the sheet of a new game.
export function drawStrip(pictured, begins) {
  const game = table.game(), moment = table.moment(), mine = table.me();
  const isAsked = Boolean(pictured && mine && table.isAsked());
  root.className = isAsked ? `strip asks p${mine.number}` : "strip";
  const refused = state.own?.refused || moment.refused;
  const undo = mine && state.seat?.actions.find(({ action, why }) => action === "undo" && !why);
  refill(root, [
    ...(pictured && mine ? [purse(mine, isAsked), others(game)] : [
      !pictured && make("p", { class: "asked", id: "asked" }, begins ? say("new_game") : moment.asked || say("no_game")),
      game && make("p", { class: "turn", id: "turn" }, turn(game))]),
    undo && make("div", { class: "undo", key: "undo" }, button({ ...undo, done: state.seat.undoes })),
    refused && make("p", { class: "refused", id: "refused" }, refused),
  ].filter(Boolean), document.getElementById("view"));
}

function purse({ number, cash }, isAsked) {
  const called = isAsked ? say("to_you", table.name(number)) : table.givenName(number);
  return make("p", { class: "purse", key: "purse" }, badge(number),
    make("b", { style: { "--letters": called.length || 1 } }, called),
    make("span", { class: "sum", id: "cash" }, table.money(cash)));
}

const others = (game) => make("p", { class: "others", key: "others" }, table.players()
  .filter(({ number }) => number !== table.mySeat()).map(({ number, cash, bankrupt }) => make("span", {
    class: `p${number}${game.turn === number ? " turns" : ""}${bankrupt ? " out" : ""}`,
  }, make("i", {}, table.name(number)), " ", make("b", {}, table.amount(cash)))), game.pot && make("span", {}, game.pot));

function turn(game) {
  if (game.winners.length) return game.winners.flatMap((one) => [badge(one), " ", say("wins", table.name(one)), " "]);
  const here = table.players()[game.turn - 1], [by, how] = table.moment().pressed || [0, ""];
  const parts = [table.givenName(game.turn), here.prison ? say("in_prison") : table.square(here.square)];
  if (how === "keypad" && (by || state.table.browsers > 1)) {
    parts.push(say("pressed", by ? table.name(by) : say("onlooker")));
  }
  return [badge(game.turn), ` ${parts.filter(Boolean).join(" · ")}`];
}
