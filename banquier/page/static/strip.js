// The strip on top of every view: whose turn, dice, square, the question, the last payment, the last
// refusal, who pressed.
import { badge, make, refill } from "./dom.js";
import { state } from "./state.js";
import * as table from "./table.js";
import { say } from "./texts.js";

const DICE = ["", "⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];

const root = document.getElementById("strip");

export function drawStrip() {
  const game = table.game(), moment = table.moment();
  const own = state.own || {};
  const paid = table.payments().at(-1);
  const refused = own.refused || moment.refused;
  refill(root, [
    make("p", { class: "asked", id: "asked" }, moment.asked || say("no_game")),
    game && make("p", { class: "turn", id: "turn" }, ...turn(game)),
    paid && make("p", { class: "paid", id: "paid" }, table.paid(paid)),
    refused ? make("p", { class: "refused", id: "refused" }, refused) : null,
  ].filter(Boolean), document.getElementById("view"));
}

function turn(game) {
  const { winners } = game;
  if (winners.length) return winners.flatMap((one) => [badge(one), ` ${table.name(one)} ${say("wins")} `]);
  const here = table.players()[game.turn - 1];
  const dice = game.dice.map((pips) => DICE[pips] || pips).join(" ");
  const parts = [table.givenName(game.turn), here.prison ? say("in_prison") : table.square(here.square)];
  const [by, how] = table.moment().pressed || [0, ""];
  if (how === "keypad" && (by || state.table.browsers > 1)) {
    parts.push(`${say("pressed")} ${by ? table.name(by) : say("onlooker")}`);
  }
  return [badge(game.turn), ` ${parts.filter(Boolean).join(" · ")} `,
    dice && make("span", { class: "dice", "aria-label": game.dice.join(" ") }, dice)];
}
