// A seat: the picture of the table, under the thumb what answers, below it what its player has.
import { bargain, drawBargain, startBargain } from "./bargain.js";
import { amountField, ask, asking, button, filled, perform, rowForm, sure } from "./buttons.js";
import { badge, make } from "./dom.js";
import { deedSheet, fact, picture, tile, wholeBoard } from "./picture.js";
import { scene } from "./scene.js";
import { isLocal, open, prefer, preferences, send, state } from "./state.js";
import * as table from "./table.js";
import { plain, say, syllables } from "./texts.js";

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
  if (place?.page === "board") return wholeBoard();
  if (!table.me()) { // nor in a game of fewer players
    return [(isLocal || preferences.seat === 0) && picture(sheetOf(place)), !isLocal && choose()];
  }
  if (!state.seat) return [];
  const isOver = table.game().winners.length > 0; // the podium has all the height
  const sorted = Object.groupBy(state.seat.actions.filter(({ action }) => action !== "undo"), placeOf);
  return [
    make("div", { class: "sight", key: "sight" }, picture(sheetOf(place, sorted)),
      thumb(place?.page ? {} : state.seat, sorted, place?.page)), // a page lies over what they answer
    !isOver && hand(place?.about),
    !isOver && !table.givenName(table.mySeat()) && nameForm(), // else it is among the other actions
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

// One button over the whole width, the other answers small above it, further functions behind "⋯".
// Dice stand above these: nothing that costs money or ends the turn comes to where they stood.
function thumb({ actions, auction }, { replies = [] }, page) {
  const draw = (one) => button(one, one.action === "change" ? () => startBargain("change") : null);
  const answers = actions && !scene ? [...replies, ...bids(auction)] : [], large = answers.filter(isLarge);
  const main = large.find(({ why }) => !why) || large[0];
  const others = answers.filter((one) => one !== main).map((one) => (isLarge(one) ? { ...one, style: "" } : one));
  return make("div", { class: "replies", key: "replies" },
    others.map(draw),
    !scene && make("button", { class: "action further", key: "functions", "data-action": "functions",
      "aria-label": say("functions"), "aria-expanded": String(page === "functions"),
      onclick: () => (page === "functions" ? history.back() : open("seat", "functions")) }, "⋯"),
    main ? draw(main) : actions && !scene && !others.some(({ action }) => action !== "pass")
      && make("p", { class: "awaited", key: "awaited" }, auction ? auctionNote(auction) : awaited()));
}

const isLarge = ({ style }) => style === "large";

function awaited() {
  const { player, kind } = table.moment(), opens = kind === "opening" ? table.game().turn : 0;
  const who = player || opens;
  return who > 0 && who !== table.mySeat() ? say("awaits", table.name(who)) : "";
}

// The next raise is the large one; a sum of one's own is typed among the further functions.
function bids(mine) {
  if (!mine || mine.holds) return [];
  const raises = mine.why ? [] : mine.bids.map((rank, at) => ({ action: "bid", rank,
    label: at ? table.money(rank) : say(table.moment().auction.holder ? "raise_to" : "bid_of", table.money(rank)),
    style: at ? "bid" : "large" }));
  const pass = { action: "pass", label: say("pass"), style: "pass" };
  return mine.passed || mine.why_pass ? raises : [pass, ...raises];
}

// While a bid is typed, its bidder is awaited.
const auctionNote = ({ passed, why }) => (passed ? say("you_passed")
  : (table.moment().kind === "bid_amount" && awaited()) || why);

// The deeds as a hand of cards by colour, each with what it brings now, then loans; a tap lifts one.
function hand(about) {
  const deeds = state.seat.deeds.map(({ square }) => square).sort((a, b) => table.group(a) - table.group(b) || a - b);
  const { loans } = table.me(), count = deeds.length + loans.length;
  const slot = (key, at, card, same) => make("div", { class: same ? "slot same" : "slot", key,
    style: { "--tilt": `${(at - (count - 1) / 2) * Math.min(3, 14 / count)}deg` } }, card);
  const opens = (page, which) => ({ class: about === which ? "lifted" : "", [`data-${page}`]: which,
    onclick: () => open("seat", page, which) });
  return make("div", { class: "hand", key: "hand" },
    deeds.map((number, at) => slot(`deed ${number}`, at, tile("card", number, opens("deed", number),
      make("small", {}, table.game().mortgaged[number] ? syllables(say("mortgaged")) : table.brings(number, table.amount))),
    at && table.group(deeds[at - 1]) === table.group(number))),
    loans.map(({ amount, passages }, at) => slot(`loan ${at}`, deeds.length + at,
      make("button", { ...opens("loan", at), class: "tile", key: "card" }, make("i"),
        make("b", {}, say("loan_of", table.money(amount))), make("small", {}, say("passages", passages))))));
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
  const { auction } = state.seat;
  const opens = { offer: () => startBargain("offer") };
  return make("section", { key: "functions" },
    make("h2", { tabindex: -1 }, say("functions")),
    auction && !auction.holds && !auction.why && rowForm("form-bid", say("own_bid"), amountField(), (form) => {
      perform("bid", filled(form));
      form.reset();
    }),
    make("div", { class: "actions", id: "now" }, now.map((one) => button(one, opens[one.action]))),
    later.length > 0 && make("details", { class: "later", key: "later" },
      make("summary", {}, say("later", later.map((one) => one.label).join(", "))),
      make("ul", {}, later.map((one) => make("li", { key: one.action },
        make("b", {}, one.label), " ", one.why)))),
    table.givenName(table.mySeat()) && nameForm(),
    list("last_payments", table.payments().map(table.paid).reverse()),
    plain("go_back", () => history.back()),
    !isLocal && plain("leave_seat", () => {
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
