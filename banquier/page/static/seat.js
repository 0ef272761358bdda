// A seat: what can be done now, above it whatever it is about, and what its player has.
import { badge, make } from "./dom.js";
import { open, prefer, preferences, redraw, send, state } from "./state.js";
import * as table from "./table.js";
import { colon, plain, say } from "./texts.js";

const HOLD = 1000; // milliseconds for which a red button is held

// A sum as it is typed: 12000, 12.000 or 12 000. What cannot be read is told by the browser.
const amountOf = (text) => Number(text.replace(/\D/g, ""));

const BETWEEN = "[.,' \u00a0\u202f]";
const SUM = `[0-9]{1,8}|[0-9]{1,3}${BETWEEN}[0-9]{3}|[0-9]{1,2}(${BETWEEN}[0-9]{3}){2}`;

const numberField = (attributes) => make("input", {
  name: "number", inputmode: "numeric", autocomplete: "off", required: true, ...attributes,
});

const amountField = (attributes) => numberField({
  name: "amount", pattern: SUM, ...attributes,
  oninput: ({ target }) => target.setCustomValidity(target.validity.patternMismatch ? say("no_sum") : ""),
});

export let asking = ""; // the action whose amount, or whose second question, is open
let draft = null; // of a bargain
let holding = "", timer; // the red button that is held

function perform(action, about = {}) {
  send({ t: "do", action, seen: table.moment().id, ...about });
  // Shown before the unit's side says so.
  state.own.working = [...state.own.working, [action, about.number ?? -1, about.amount ?? 0]];
  ask("");
}

// Opens or closes a second question. From the keyboard it has the focus, on what does no harm.
export function ask(id, { detail = 1 } = {}) {
  asking = id;
  redraw();
  const opened = id && document.querySelector(`[data-opener="${CSS.escape(id)}"]`);
  if (!opened) return;
  opened.scrollIntoView({ block: "nearest" });
  if (!detail) opened.querySelector(":is(input, select, [data-at='no'])")?.focus();
}

// -- who sits here

function choose() {
  const { table: facts } = state;
  const sit = (seat, take = false) => () => {
    prefer("seat", seat);
    send({ t: "sit", seat, take });
    ask("");
  };
  return [
    make("h2", { id: "who" }, say("choose_seat")),
    make("div", { class: "choices" }, table.players().map(({ number, bankrupt }) => {
      const bot = facts.bots.includes(number);
      const taken = facts.seated.includes(number);
      const how = bot ? say("bot") : bankrupt ? say("bankrupt")
        : taken ? say("seat_taken") : say("seat_free");
      const opener = `seat${number}`;
      const button = make("button", {
        class: "choice", key: opener, "data-seat": number,
        "aria-disabled": bot ? "true" : null, onclick: bot ? null : taken ? (event) => ask(opener, event) : sit(number),
      }, badge(number), make("b", {}, table.givenName(number)), make("span", {}, how));
      return asking === opener ? [button, sure(opener, `${say("sure_take")} ${table.fullName(number)}`,
        say("take_seat"), sit(number, true))] : button;
    }), make("button", { class: "choice", key: "onlooker", "data-seat": 0, onclick: sit(0) },
      make("b", {}, say("onlooker")))),
  ];
}

// -- the whole view

export function drawSeat(place) {
  if (place?.page === "bargain") return drawBargain();
  const told = state.seat;
  if (!table.me()) { // nor in a game of fewer players
    return [preferences.seat === 0 && [auction(null), bargain(), feed()], choose()];
  }
  if (!told) return [];
  const over = table.game().winners.length || table.me().bankrupt;
  const named = table.givenName(table.mySeat()); // else it is asked for where it is seen
  const stands = ({ action, why, answers }) => {
    if (action === "undo" || (action === "ruin" && !told.raise)) return why ? "nowhere" : action;
    if (action === "borrow" && told.raise) return "ways";
    // What is asked of this player keeps its place, grey too.
    if (answers && (!why || table.moment().player === table.mySeat())) return "replies";
    return why ? "later" : "now";
  };
  const { undo = [], ruin = [], ways = [], replies = [], now = [], later = [] } =
    Object.groupBy(told.actions, stands);
  // What raises money in a debt stands below it, grey too.
  const pawns = told.deeds.flatMap(({ square, actions }) => actions
    .filter(({ action }) => ["demolish", "mortgage"].includes(action))
    .map((one) => ({ ...one, note: table.square(square) })));
  return [
    make("p", { class: "purse" }, badge(table.mySeat()),
      make("b", {}, table.givenName(table.mySeat())),
      make("span", { class: "sum", id: "cash" }, table.money(table.me().cash))),
    notices(), auction(told.auction), bargain(), debt(told, [...ways, ...pawns]),
    make("div", { class: "replies actions", key: "replies" }, replies.map(button)),
    told.auction && bids(told.auction),
    make("div", { class: "actions", id: "now" }, now.map(button)),
    undo.map((one) =>
      make("div", { class: "actions end", key: "undo" }, button({ ...one, done: told.undoes }))),
    !named && nameForm(),
    !over && later.length && make("details", { class: "later", key: "later" },
      make("summary", {}, `${say("later")} ${later.map((one) => one.label).join(", ")}`),
      make("ul", {}, later.map((one) => make("li", { key: one.action },
        make("b", {}, one.label), " ", one.why)))),
    !told.auction && feed(),
    told.loans.length && part("loans", make("div", { class: "actions" }, told.loans.map((loan) => {
        const [borrowed, passages] = table.me().loans[loan.number];
        return button({ ...loan, note: `${table.money(borrowed)}, ${say("passages")} ${passages}` });
      }))),
    told.deeds.length && part("deeds", told.deeds.map(deed)),
    named && nameForm(),
    plain("leave_seat", () => {
      prefer("seat", null);
      send({ t: "sit", seat: 0 });
    }),
    ruin.map((one) => make("div", { class: "actions end", key: "end" }, button(one))),
  ];
}

function form(attributes, act, ...inside) {
  return make("form", { ...attributes, onsubmit: (event) => {
    event.preventDefault();
    act(event.target);
  } }, ...inside);
}

// What is typed and chosen in a form so far, by the names of its fields.
const filled = (form) => Object.fromEntries([...new FormData(form)]
  .filter(([, text]) => text).map(([name, text]) => [name, amountOf(text)]));

// One field, and OK.
const rowForm = (key, label, field, act) => form({ class: "row", key }, act,
  make("label", {}, `${label} `, field), make("button", { type: "submit", class: "plain", name: "ok" }, "OK"));

function nameForm() {
  const seat = table.mySeat();
  const field = make("input", { name: "name", maxlength: 12, autocomplete: "off", value: table.givenName(seat) });
  return rowForm("name", say("name"), field, ({ elements }) => {
    send({ t: "name", seat, name: elements.name.value.replaceAll('"', "") });
    elements.ok.focus();
  });
}

const part = (title, inside) => make("section", { key: title }, make("h3", {}, say(title)), inside);

export const list = (title, lines) =>
  lines.length > 0 && part(title, make("ul", {}, lines.map((line) => make("li", {}, line))));

const feed = () => list("last_payments", table.payments().map(table.paid).reverse());

// -- what stands above the buttons that answer it

const fact = (label, value, attributes) => [make("dt", {}, say(label)), make("dd", attributes, value)];

export function deedFacts(number) {
  const deed = state.board.deeds[number];
  if (!deed) return null;
  const [rents, house, hotel, mortgage] = deed;
  const [, , , price] = state.board.squares[number];
  return make("dl", { class: "facts" },
    fact("group", table.groupName(number)),
    fact("price", table.money(price)),
    fact("rents", rents.map((rent) => table.money(rent)).join(" · "), { class: "wide" }),
    house && fact("house_price", table.money(house)),
    hotel && hotel !== house && fact("hotel_price", table.money(hotel)),
    fact("mortgage_value", table.money(mortgage)));
}

function auction(mine) {
  const { auction, passed = [] } = table.moment();
  if (!auction || (table.mySeat() && !mine)) return null;
  const what = [auction.building && say(auction.building), table.square(auction.item)].filter(Boolean).join(" — ");
  const best = auction.holder ? `${table.money(auction.best)} — ${table.name(auction.holder)}`
    : say("no_bid");
  const others = table.players().filter((p) => !p.bankrupt && p.number !== auction.holder
    && !passed.includes(p.number)).map((p) => table.name(p.number));
  return make("section", { class: `card sheet g${table.group(auction.item)}`, id: "auction", key: "auction" },
    make("h3", {}, `${say("auction")}${colon()} ${what}`),
    auction.item < table.BOARD && deedFacts(auction.item),
    make("dl", { class: "facts" },
      auction.opening != null && fact("opening", table.money(auction.opening)),
      fact("best_bid", best, { id: "best" }),
      passed.length && fact("passed", passed.map((seat) => table.name(seat)).join(", ")),
      fact("waits_for", others.join(", "))),
    make("p", { class: "note" }, say("auction_ends")));
}

// What answers an auction stays in sight; a sum of one's own is typed below.
function bids(mine) {
  if (mine.holds) return make("p", { class: "replies note" }, mine.why);
  const bid = (amount) => button({ action: "bid", rank: amount, label: table.money(amount) });
  return [
    make("div", { class: "replies bids actions", key: "bids" },
      mine.passed && make("p", { class: "note" }, say("you_passed")),
      mine.why ? null : mine.bids.map(bid),
      !mine.passed && !mine.why_pass && button({ action: "pass", label: say("pass"), style: "pass" })),
    mine.why ? make("p", { class: "note" }, mine.why)
      : rowForm("form-bid", say("own_bid"), amountField(), (form) => {
        perform("bid", filled(form));
        form.reset();
      }),
  ];
}

// Both sides of a bargain, what each good means, and who pays.
function terms(first, second, gives, takes, money) {
  const side = (giver, taker, goods, sum) => make("section", { class: "side" },
    make("h4", {}, `${table.name(giver)} ${say("gives")}`),
    goods.length || sum > 0
      ? make("ul", {}, goods.map((number) => make("li", { class: `sheet g${table.group(number)}` },
        make("b", {}, table.square(number)),
        make("small", {}, table.meaning(number, taker, goods)))),
      sum > 0 && make("li", {}, make("b", {}, table.money(sum))))
      : make("p", {}, say("nothing")));
  return [side(first, second, gives, money), side(second, first, takes, -money)];
}

const goodsOf = (bargain, side) => [...bargain[`${side}_deeds`],
  ...bargain[`${side}_cards`].map((pile) => table.BOARD + pile)];

function bargain() {
  const { bargain, kind, player } = table.moment();
  if (!bargain || kind !== "accord") return null;
  return make("section", { class: "card", id: "bargain", key: "bargain" },
    make("h3", {}, say("bargain")),
    terms(bargain.first, bargain.second, goodsOf(bargain, "first"), goodsOf(bargain, "second"), bargain.money),
    make("p", { class: "note" }, `${say("asked_now")} ${table.name(player)}`));
}

function notice(id, said, note = "") {
  return make("section", { class: "card", id, key: id }, make("p", { class: "effect" }, said),
    note && make("p", { class: "note" }, note));
}

// How the game has ended for this player, what it has just won in an auction, and the try in prison
// or the card that waits for it.
function notices() {
  const { kind = "", asked, player, sold: [winner, lot] = [] } = table.moment();
  const { winners } = table.game(), own = table.mySeat(), { bankrupt, prison } = table.me();
  const waits = (start) => player === own && kind.startsWith(start);
  const won = winners.includes(own) ? say("you_won") : winners.map((one) => `${table.name(one)} ${say("wins")}.`).join(" ");
  return [
    (won || bankrupt) && notice("outcome", won || say("you_are_out")),
    winner === own && notice("won", `${say("adjudged")} ${table.square(lot)}`, table.paid(table.payments().at(-1))),
    waits("prison_throw") && notice("prison", say("prison_try", prison), say("prison_frees")),
    waits("card_") && kind !== "card_number" && notice("card", asked, say("not_yet")),
  ];
}

function debt({ raise }, ways) {
  if (!raise) return null;
  const debts = table.game().debts.filter(([debtor]) => debtor === table.mySeat());
  const rows = ["cash", "buildings", "mortgages", "loan"].filter((part) => raise[part]);
  return make("section", { class: "card", id: "debt", key: "debt" },
    make("h3", {}, `${say("you_owe")} ${table.money(raise.owed)}`),
    make("ul", { id: "debts" }, debts.map(([, to, amount, why]) => make("li", {},
      `${table.money(amount)} ${say("to")} ${table.name(to)} (${say(`paid ${why}`)})`))),
    make("p", {}, say("could_raise")),
    make("dl", { class: "facts" },
      rows.map((part) => fact(part === "loan" ? "new_loan" : part, table.money(raise[part]))),
      fact("in_all", table.money(raise.total))),
    make("div", { class: "actions" }, ways.map(button)));
}

// -- buttons

export function button(action) {
  const { asks = [], number, rank, ways = [], lacking } = action;
  const id = `${action.action}.${number ?? ""}.${rank ?? ""}`;
  if (action.choices) return choices(action, id);
  const about = { number, amount: rank || undefined };
  const out = ways.join(", ").toLowerCase();
  const why = action.why && lacking > 0
    ? `${say("lacking")} ${table.money(lacking)}${out && `${colon()} ${out}`}` : action.why;
  const holds = asks.includes("hold"), opens = asks.length && !holds;
  const asksMore = (event) => ask(asking === id ? "" : id, event);
  const act = asks.includes("bargain") ? () => startBargain(action.action)
    : opens || asks.includes("sure") ? asksMore : () => perform(action.action, about);
  const press = holds ? held(id, act, asksMore) : { onclick: act };
  const busy = state.own.working.some(([what, its, sum]) => // its keys are going down
    what === action.action && its === (number ?? its) && sum === (rank ?? sum));
  const small = why || (holds && say("hold"));
  const button = make("button", {
    key: id, "data-action": action.action, "data-number": number, "data-amount": rank,
    class: `action ${action.style || ""}${holding === id ? " holding" : ""}`, "aria-disabled": why ? "true" : null,
    "aria-busy": busy ? "true" : null,
    "aria-expanded": opens ? String(asking === id) : null,
    ...(why ? {} : press),
  }, make("b", {}, action.label,
    action.done ? `${colon()} ${action.done.toLowerCase()}` : "", amountOn(action)),
  action.player >= 0 && make("span", {}, table.name(action.player)),
  action.note && make("span", {}, action.note),
  small && make("small", {}, small));
  return asking === id ? [button, more(action, asks, about, id)] : button;
}

// Of a loan it is the most that can be asked for.
function amountOn({ amount, percent }) {
  return amount ? ` ${percent ? `${say("up_to")} ` : ""}${table.money(amount)}` : "";
}

// A red button is held for a second; from the keyboard or a screen reader a question follows.
function held(id, act, ask) {
  const hold = (button) => {
    holding = button;
    clearTimeout(timer);
    redraw();
  };
  const stop = () => hold("");
  return {
    onpointerdown: () => { hold(id); timer = setTimeout(() => { stop(); act(); }, HOLD); },
    onpointerup: stop, onpointercancel: stop, onpointerleave: stop,
    oncontextmenu: (event) => event.preventDefault(),
    onclick: (event) => { if (event.detail === 0) ask(event); },
  };
}

// A question before what cannot be taken back.
function sure(opener, question, label, yes) {
  return make("div", { class: "card danger-card", key: "sure", role: "group",
    "aria-labelledby": "sure", "data-opener": opener },
  make("p", { id: "sure" }, question),
  make("button", { class: "action danger", key: "yes", "data-action": "sure",
    onclick: yes }, make("b", {}, label)),
  make("button", { class: "action", key: "no",
    onclick: () => ask("") }, make("b", {}, say("cancel"))));
}

const option = (value, text, sum = "") => make("option", { value }, text, sum);

// What is asked for beside a tap: its label, its field.
const FIELDS = {
  payee: ["whom", () => make("select", { name: "number", required: true },
    option("", "—"), option(0, say("bank")),
    table.others().map((one) => option(one.number, table.fullName(one.number))))],
  amount: ["how_much", amountField],
  dice: ["which_dice", () => numberField({ pattern: "[1-6]{2}[1-5]?" })],
  card: ["which_card", () => numberField({ pattern: "[0-9]{1,2}" })],
};

const submit = (text, action) =>
  make("button", { type: "submit", class: "action large", "data-action": action }, make("b", {}, text));

function more(action, asks, about, opener) {
  const { action: what, label, percent } = action;
  if (asks.includes("hold")) return sure(opener, say("sure_ruin"), label, () => perform(what, about));
  const key = `ask-${what}`, pays = asks.includes("payee");
  const there = document.querySelector(`form[data-at="${key}"]`);
  const { amount, number } = there ? filled(there) : {};
  // "Payer 5.000 F à Léo", "Emprunter 12.000 F"
  const whole = [pays ? say("pay") : label, amount && table.money(amount),
    pays && number >= 0 && `${say("to")} ${table.name(number)}`].filter(Boolean).join(" ");
  return form({ class: "ask card", key, "data-opener": opener, oninput: redraw },
    (form) => perform(what, { ...about, ...filled(form) }),
    asks.map((name) => FIELDS[name]).map(([label, field]) => make("label", {}, say(label), field())),
    percent && make("p", { class: "note", id: "terms" }, loanTerms(action, amount || action.amount)),
    submit(whole));
}

// Of the sum that is typed, else of all that may be borrowed.
function loanTerms({ amount, percent, taken_at: takenAt, coin }, sum) {
  const after = (passages) => table.money(sum + Math.ceil(sum * percent * passages / 100 / coin) * coin);
  const passages = [...Array(takenAt)].map((_, at) => `${say("after_passage", at + 1)}${colon()} ${after(at + 1)}`);
  return `${say("ceiling_left")} ${table.money(amount)}. ${say("loan_terms", percent, takenAt)} ${
    table.money(sum)}, ${passages.join(", ")}.`;
}

function choices(action, id) {
  const { action: what, label, choices } = action;
  if (choices.length <= 8) {
    return make("fieldset", { class: "choices", key: id }, make("legend", {}, label),
      choices.map((choice) => button({ action: what, ...choice })));
  }
  return form({ class: "ask", key: id }, (form) => perform(what, filled(form)),
    make("label", {}, label, make("select", { name: "number" },
      choices.map((choice) => option(choice.number, choice.label, amountOn(choice))))),
    submit(label, what));
}

// -- deeds

export function built(number) {
  const game = table.game(), houses = game.houses[number], mortgaged = game.mortgaged[number];
  const built = houses === 5 ? say("hotel")
    : houses ? `${houses} ${say(houses > 1 ? "houses" : "house")}` : "";
  return [built, mortgaged ? say("mortgaged") : ""].filter(Boolean).join(", ");
}

function deed(deed) {
  return make("details", { class: `deed sheet g${table.group(deed.square)}`, key: deed.square },
  make("summary", {}, make("b", {}, table.square(deed.square)),
    make("span", {}, built(deed.square))),
  deedFacts(deed.square),
  make("div", { class: "actions" }, deed.actions.map(button)));
}

// -- a bargain is built on one page

function startBargain(action) {
  const { bargain } = table.moment();
  const others = table.others();
  draft = { action, partner: others.length === 1 ? others[0].number : 0, give: [], take: [], payer: 0, sum: 0 };
  if (action === "change" && bargain) {
    const { first, second, money } = bargain;
    const [mine, theirs] = first === table.mySeat() ? ["first", "second"] : ["second", "first"];
    Object.assign(draft, { partner: bargain[theirs], give: goodsOf(bargain, mine), take: goodsOf(bargain, theirs),
      payer: money > 0 ? first : money < 0 ? second : 0, sum: Math.abs(money) });
  }
  open("seat", "bargain");
}

function drawBargain() {
  if (!draft || !state.seat) return drawSeat();
  const { action, partner, give, take, payer, sum } = draft;
  const own = table.mySeat(), money = payer === own ? sum : -sum;
  const change = (about) => { Object.assign(draft, about); redraw(); };
  const choice = (about, who, chosen, onclick, ...inside) => make("button", {
    class: "choice", key: who, [about]: who, "aria-pressed": String(who === chosen), onclick,
  }, inside);
  const side = (who, name, taker) => {
    const { goods = [], kept } = state.goods?.[who] || {};
    return make("fieldset", { key: name }, make("legend", {}, `${table.name(who)} ${say("gives")}`),
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
