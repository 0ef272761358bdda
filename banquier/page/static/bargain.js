// A bargain: both sides of it, what each good means, and the page on which one is built.
import { amountField, amountOf, perform } from "./buttons.js";
import { badge, make } from "./dom.js";
import { open, redraw, state } from "./state.js";
import * as table from "./table.js";
import { plain, say } from "./texts.js";

let draft = null;

const goodsOf = (bargain, side) => [...bargain[`${side}_deeds`],
  ...bargain[`${side}_cards`].map((pile) => table.BOARD + pile)];

// Both sides, and who pays.
function terms(first, second, gives, takes, money) {
  const side = (giver, taker, goods, sum) => make("section", { class: "side" },
    make("h4", {}, say("gives", table.name(giver))),
    goods.length || sum > 0
      ? make("ul", {}, goods.map((number) => make("li", { class: `sheet g${table.group(number)}` },
        make("b", {}, table.square(number)),
        make("small", {}, table.meaning(number, taker, goods)))),
      sum > 0 && make("li", {}, make("b", {}, table.money(sum))))
      : make("p", {}, say("nothing")));
  return [side(first, second, gives, money), side(second, first, takes, -money)];
}

// The one that waits for an accord.
export function bargain() {
  const { bargain, kind, player } = table.moment();
  if (!bargain || kind !== "accord") return null;
  const { first, second, money } = bargain;
  return make("section", { class: "card", id: "bargain", key: "bargain" },
    make("h3", {}, say("bargain")),
    terms(first, second, goodsOf(bargain, "first"), goodsOf(bargain, "second"), money),
    state.own.to ? make("p", { class: "to", id: "to" }, state.own.to)
      : make("p", { class: "note" }, say("asked_now", table.name(player))));
}

export function startBargain(action) {
  const { bargain } = table.moment(), others = table.others(), own = table.mySeat();
  draft = { action, partner: others.length === 1 ? others[0].number : 0, give: [], take: [], payer: 0, sum: 0 };
  if (action === "change" && bargain) {
    const { first, second, money } = bargain;
    const [mine, theirs] = first === own ? ["first", "second"] : ["second", "first"];
    Object.assign(draft, { partner: bargain[theirs], give: goodsOf(bargain, mine), take: goodsOf(bargain, theirs),
      payer: money > 0 ? first : money < 0 ? second : 0, sum: Math.abs(money) });
  }
  open("seat", "bargain");
}

export function drawBargain() {
  if (!draft || !state.seat) return null;
  const { action, partner, give, take, payer, sum } = draft;
  const own = table.mySeat(), money = payer === own ? sum : -sum;
  const change = (about) => { Object.assign(draft, about); redraw(); };
  const choice = (about, who, chosen, onclick, ...inside) => make("button", {
    class: "choice", key: who, [about]: who, "aria-pressed": String(who === chosen), onclick,
  }, inside);
  const side = (who, name, taker) => {
    const { goods = [], kept } = state.goods?.[who] || {};
    return make("fieldset", { key: name }, make("legend", {}, say("gives", table.name(who))),
      goods.length ? goods.map((number) => {
        const others = draft[name].filter((one) => one !== number);
        return make("label", { class: `row sheet g${table.group(number)}`, key: number },
          make("input", { type: "checkbox", "data-good": number, checked: draft[name].includes(number),
            onchange: ({ target }) => change({ [name]: target.checked ? [...others, number] : others }) }),
          make("span", {}, make("b", {}, table.square(number)),
            make("small", {}, table.meaning(number, taker, [...draft[name], number]))));
      }) : make("p", {}, kept || say("no_good")));
  };
  const offered = state.seat.actions.find((one) => one.action === action);
  const propose = ({ target }) => {
    const wrong = target.closest(".view").querySelector("input:invalid");
    if (wrong) { wrong.reportValidity(); return; }
    perform(action, { partner, give, take, money });
    open("seat");
  };
  return [
    make("h2", { tabindex: -1 }, say("bargain")),
    make("fieldset", { class: "choices", key: "partner" }, make("legend", {}, say("with_whom")),
      table.others().map(({ number }) => choice("data-partner", number, partner,
        () => change({ partner: number, take: [], payer: 0, sum: 0 }),
        badge(number), make("b", {}, table.givenName(number))))),
    partner && [
      side(own, "give", partner),
      side(partner, "take", own),
      make("fieldset", { key: "money" }, make("legend", {}, say("who_pays")),
        make("div", { class: "choices three" }, [0, own, partner].map((who) => choice("data-payer", who, payer,
          () => change({ payer: who, sum: who && sum }), who ? table.name(who) : say("nobody")))),
        payer && make("label", { class: "row", oninput: ({ target }) => change({ sum: amountOf(target.value) }) },
          say("how_much"), amountField({ required: false, value: sum || "" }))),
      make("section", { class: "card", key: "whole" }, make("h3", {}, say("whole_bargain")),
        terms(own, partner, give, take, money)),
      offered?.why && make("p", { class: "note" }, offered.why),
      make("button", { class: "action propose", key: "propose", "data-action": "propose", onclick: propose },
        make("b", {}, say("propose"))),
    ],
    plain("cancel", () => open("seat")),
  ];
}
