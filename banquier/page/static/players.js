// Everybody: money, deeds by colour, loans, debts, open rents.
import { badge, make } from "./dom.js";
import { list } from "./seat.js";
import { send, state } from "./state.js";
import * as table from "./table.js";
import { plain, say } from "./texts.js";

export function drawPlayers() {
  const game = table.game(), { bots } = state.table;
  const cards = table.players().map((player) => {
    const own = game.owner.map((_, number) => number)
      .filter((number) => game.owner[number] === player.number)
      .sort((a, b) => table.group(a) - table.group(b));
    const marks = [
      player.number === game.turn && !game.winners.length ? say("turn") : "",
      bots.includes(player.number) ? say("bot") : "",
      player.prison ? say("in_prison") : "",
      player.card ? say("prison_card") : "", player.bankrupt ? say("bankrupt") : "",
    ].filter(Boolean).join(", ");
    return make("article", { class: `player${player.bankrupt ? " out" : ""}`, key: player.number },
      make("h3", {}, badge(player.number), " ", table.givenName(player.number),
        make("span", { class: "sum" }, table.money(player.cash))),
      make("p", { class: "where" }, [table.square(player.square), marks]
        .filter(Boolean).join(" — ")),
      make("p", { class: "lots" }, own.map((number) => make("span", {
        class: `lot g${table.group(number)}${game.mortgaged[number] ? " pawned" : ""}`,
        title: table.square(number), role: "img",
        "aria-label": [table.square(number), table.built(number)].filter(Boolean).join(", "),
      }, table.mark(number)))),
      player.loans.map(({ amount, passages }) => make("p", { class: "where" },
        `${say("loan_of", table.money(amount))}, ${say("passages", passages)}`)));
  });
  const debts = game.debts.map(({ debtor, creditor, amount }) =>
    say("owes", table.name(debtor), table.money(amount), table.name(creditor)));
  const claims = game.claims.map(({ tenant, owner, square, amount }) =>
    say("claims", table.name(owner), table.money(amount), table.name(tenant), table.square(square)));
  return [
    list("open_rents", claims),
    list("debts", debts),
    game.pot && make("p", { class: "where", key: "pot" }, game.pot),
    ...cards,
    bots.length ? plain("take_over", () => send({ t: "takeover" })) : null,
  ];
}
