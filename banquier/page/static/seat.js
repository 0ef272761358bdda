// A seat: the picture of the table, under the thumb what answers, below it what its player has.
import { bargain, drawBargain, startBargain } from "./bargain.js";
import { amountField, ask, asking, button, filled, perform, rowForm, sure } from "./buttons.js";
import { badge, make } from "./dom.js";
import { deedSheet, fact, picture, tile } from "./picture.js";
import { scene } from "./scene.js";
import { open, prefer, preferences, send, state } from "./state.js";
import * as table from "./table.js";
import { plain, say } from "./texts.js";

// -- who sits here

function choose() {
  const { table: facts } = state;
  const sit = (seat, take = false) => () => {
    prefer("seat", seat);
    send({ t: "sit", seat, take });
    ask("");
  };
  return make("section", { class: "who", key: "who" },
    make("h2", { id: "who" }, say("choose_seat")),
    make("div", { class: "choices" }, table.players().map(({ number, bankrupt }) => {
      const bot = facts.bots.includes(number), taken = facts.seated.includes(number);
      const how = say(bot ? "bot" : bankrupt ? "bankrupt" : taken ? "seat_taken" : "seat_free");
      const opener = `seat${number}`;
      const button = make("button", {
        class: "choice", key: opener, "data-seat": number, "aria-disabled": bot ? "true" : null,
        onclick: bot ? null : taken ? (event) => ask(opener, event) : sit(number),
      }, badge(number), make("b", {}, table.givenName(number)), make("span", {}, how));
      return asking === opener ? [button, sure(opener, say("sure_take", table.fullName(number)),
        say("take_seat"), sit(number, true))] : button;
    }), make("button", { class: "choice", key: "onlooker", "data-seat": 0, onclick: sit(0) },
      make("b", {}, say("onlooker")))));
}

// -- the whole view

export function drawSeat(place) {
  if (!table.me()) return [preferences.seat === 0 && picture(sheetOf(place)), choose()]; // nor in a game of fewer players
  if (!state.seat) return [];
  const sorted = Object.groupBy(state.seat.actions.filter(({ action }) => action !== "undo"), placeOf);
  return [
    make("div", { class: "sight", key: "sight" }, picture(sheetOf(place, sorted)),
      thumb(place?.page ? {} : state.seat, sorted)), // a page lies over what they answer
    goods(),
    !table.givenName(table.mySeat()) && nameForm(), // else it is among the other actions
  ];
}

function placeOf({ action, why, answers }) {
  const debt = state.seat.raise;
  if (action.startsWith("ruin")) return why ? "nowhere" : debt ? "ruins" : "last";
  if (action === "borrow" && debt) return "ways";
  // What is asked of this player keeps its place, grey too.
  if (answers && (!why || table.moment().player === table.mySeat())) return "replies";
  return why ? "later" : "now";
}

// Of a deed of one's own, with what can be done with it.
export function deedPage(number) {
  const mine = state.seat?.deeds.find((one) => one.square === number);
  return deedSheet(number, mine?.actions.map((one) => button(one)));
}

function sheetOf(place, sorted = {}) {
  if (place?.page === "deed") return deedPage(place.about);
  if (place?.page === "loan") return loanSheet(place.about);
  if (place?.page === "bargain") return drawBargain();
  if (place?.page === "functions") return functionsSheet(sorted);
  return !scene && (bargain() || (state.seat && debt(sorted)));
}

const ASIDE = ["throw", "dice", "draw", "card_number", "draw_instead", "chance_number", "to_auction", "change",
  "withdraw", "bankrupt_no", "way_no", "scarce_no", "keep_dice", "card", "tenth"];

// The buttons that answer: dice and what costs nothing stand on the right, and never where something
// else has cost money or ended the turn.
function thumb({ actions, auction }, { replies = [] }) {
  const opens = { change: () => startBargain("change") };
  if (scene) return make("div", { class: "replies actions", key: "replies" });
  return make("div", { class: "replies actions", key: "replies" },
    actions && replies.map((one) => button(ASIDE.includes(one.action)
      ? { ...one, style: `${one.style || ""} aside` } : one, opens[one.action])),
    auction && bids(auction),
    make("button", { class: "action further", key: "functions", "data-action": "functions",
      onclick: () => open("seat", "functions") }, make("b", {}, say("functions"))));
}

// What answers an auction stays in sight; a sum of one's own is typed below.
function bids(mine) {
  if (mine.holds) return make("p", { class: "note" }, mine.why);
  const bid = (amount) => button({ action: "bid", rank: amount, label: table.money(amount), style: "bid" });
  return [
    mine.why ? null : mine.bids.map(bid),
    !mine.passed && !mine.why_pass && button({ action: "pass", label: say("pass"), style: "pass" }),
    mine.passed && make("p", { class: "note" }, say("you_passed")),
    mine.why ? make("p", { class: "note" }, mine.why)
      : rowForm("form-bid", say("own_bid"), amountField(), (form) => {
        perform("bid", filled(form));
        form.reset();
      }),
  ];
}

// Deeds by colour, then loans: a tap opens what can be done with each.
function goods() {
  const deeds = state.seat.deeds.map(({ square }) => square).sort((a, b) => table.group(a) - table.group(b) || a - b);
  const opens = (page, about) => ({ class: "tile good", [`data-${page}`]: about, onclick: () => open("seat", page, about) });
  return make("div", { class: "goods", key: "goods" },
    deeds.map((number) => tile(`deed ${number}`, number, opens("deed", number),
      table.game().mortgaged[number] && make("small", {}, say("mortgaged")))),
    table.me().loans.map(({ amount, passages }, at) => make("button", { key: `loan ${at}`, ...opens("loan", at) },
      make("b", {}, say("loan_of", table.money(amount))), make("small", {}, say("passages", passages)))));
}

function loanSheet(at) {
  const loan = state.seat.loans[at], { amount, passages } = table.me().loans[at] || {};
  return make("section", { key: "loan" }, make("h2", { tabindex: -1 }, say("loans")),
    loan && [make("p", {}, `${say("loan_of", table.money(amount))}, ${say("passages", passages)}`),
      make("div", { class: "actions" }, button(loan))],
    plain("go_back", () => history.back()));
}

// Further functions, and why others wait.
function functionsSheet({ now = [], later = [], last = [] }) {
  const opens = { offer: () => startBargain("offer") };
  return make("section", { key: "functions" },
    make("h2", { tabindex: -1 }, say("functions")),
    make("div", { class: "actions", id: "now" }, now.map((one) => button(one, opens[one.action]))),
    later.length > 0 && make("details", { class: "later", key: "later" },
      make("summary", {}, say("later", later.map((one) => one.label).join(", "))),
      make("ul", {}, later.map((one) => make("li", { key: one.action },
        make("b", {}, one.label), " ", one.why)))),
    table.givenName(table.mySeat()) && nameForm(),
    list("last_payments", table.payments().map(table.paid).reverse()),
    plain("go_back", () => history.back()),
    plain("leave_seat", () => {
      prefer("seat", null);
      send({ t: "sit", seat: 0 });
      open("seat");
    }),
    last.map((one) => make("div", { class: "actions end", key: "end" }, button(one))));
}

function nameForm() {
  const seat = table.mySeat();
  const field = make("input", { name: "name", maxlength: 12, autocomplete: "off", value: table.givenName(seat) });
  return rowForm("name", say("name"), field, ({ elements }) => {
    send({ t: "name", seat, name: elements.name.value.replaceAll('"', "") });
    elements.ok.focus();
  });
}

export const list = (title, lines) => lines.length > 0 && make("section", { key: title },
  make("h3", {}, say(title)), make("ul", {}, lines.map((line) => make("li", {}, line))));

// What is owed to whom and why, what could be raised, and the ways to it, grey too.
function debt({ ways = [], ruins = [] }) {
  const { raise, deeds } = state.seat;
  if (!raise) return null;
  const debts = table.game().debts.filter(({ debtor }) => debtor === table.mySeat());
  const rows = [["cash"], ["buildings", "resale"], ["mortgages"], ["loan", "new_loan"]];
  const pawns = deeds.flatMap(({ square, actions }) => actions
    .filter(({ action }) => ["demolish", "mortgage"].includes(action))
    .map((one) => ({ ...one, note: table.square(square) })));
  return make("section", { id: "debt", key: "debt" },
    make("h3", {}, say("you_owe", table.money(raise.owed))),
    make("ul", { id: "debts" }, debts.map(({ creditor, amount, why }) => make("li", {},
      say("owed_to", table.money(amount), table.name(creditor), say(`paid ${why}`))))),
    make("p", {}, say("could_raise")),
    make("dl", { class: "facts" },
      rows.map(([part, label = part]) => raise[part] > 0 && fact(label, table.money(raise[part]))),
      fact("in_all", table.money(raise.total))),
    make("div", { class: "actions" }, [...ways, ...pawns, ...ruins].map((one) => button(one))));
}
