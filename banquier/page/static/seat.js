// A seat: what can be done now, above it whatever it is about, and what its player has.
import { badge, make } from "./dom.js";
import { open, prefer, preferences, redraw, send, state } from "./state.js";
import * as table from "./table.js";
import { colon, plain, say } from "./texts.js";

const HOLD = 1000; // milliseconds for which a red button is held

// A sum as it is typed: 12000, 12.000 or 12 000. What cannot be read is told by the browser.
const amountOf = ({ value }) => Number(value.replace(/\D/g, ""));

const BETWEEN = "[.,' \u00a0\u202f]";
const SUM = `[0-9]{1,8}|[0-9]{1,3}${BETWEEN}[0-9]{3}|[0-9]{1,2}(${BETWEEN}[0-9]{3}){2}`;

const amountField = (attributes) => make("input", {
  name: "amount", inputmode: "numeric", pattern: SUM, autocomplete: "off", ...attributes,
  oninput: ({ target }) => target.setCustomValidity(target.validity.patternMismatch ? say("no_sum") : ""),
});

const WAYS = ["demolish", "mortgage"];

export let asking = ""; // the action whose amount, or whose second question, is open
let draft = null; // of a bargain
let holding;

function perform(action, about = {}) {
  send({ t: "do", action, seen: table.moment().id, ...about });
  // Shown before the unit's side says so.
  state.own.working = [...state.own.working, [action, about.number ?? -1, about.amount ?? 0]];
  ask("");
}

// "true" on the button whose keys are going down.
function isWorking(action, number, amount) {
  const same = ([what, its, sum]) => what === action && its === (number ?? its) && sum === (amount ?? sum);
  return state.own.working.some(same) ? "true" : null;
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
    make("div", { class: "choices" }, table.players().map((player) => {
      const { number } = player;
      const bot = facts.bots.includes(number);
      const taken = facts.seated.includes(number);
      const how = bot ? say("bot") : player.bankrupt ? say("bankrupt")
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
  if (!table.players().length) return [make("p", {}, say("no_game"))];
  const told = state.seat;
  if (!table.me()) { // nor in a game of fewer players
    const looking = preferences.seat === 0;
    return [...(looking ? [auction(null), bargain(), feed()] : []), ...choose()];
  }
  if (!told) return [];
  const over = outcome();
  const inAuction = Boolean(told.auction);
  // What raises money in a debt stands below it, grey too.
  const ways = told.raise ? [...told.actions.filter((one) => one.action === "borrow"),
    ...told.deeds.flatMap((deed) => deed.actions.filter((one) => WAYS.includes(one.action)))] : [];
  const rest = told.actions.filter((one) => !ways.includes(one) && one.action !== "undo"
    && (told.raise || one.action !== "ruin"));
  const open = (action) => told.actions.find((one) => one.action === action && !one.why);
  const undo = open("undo"), givesUp = told.raise ? null : open("ruin");
  // What is asked of this player keeps its place, grey too.
  const kept = (one) => one.answers && (!one.why || table.moment().player === table.mySeat());
  const later = over ? [] : rest.filter((one) => one.why && !kept(one));
  return [
    make("p", { class: "purse" }, badge(table.mySeat()),
      make("b", {}, table.givenName(table.mySeat())),
      make("span", { class: "sum", id: "cash" }, table.money(table.me().cash))),
    over, won(), auction(told.auction), bargain(), asked(), debt(told, ways),
    make("div", { class: "replies actions", key: "replies" }, rest.filter(kept).map(button)),
    inAuction ? bids(told.auction) : null,
    make("div", { class: "actions", id: "now" },
      rest.filter((one) => !one.why && !kept(one)).map(button)),
    undo && make("div", { class: "actions end", key: "undo" }, button({ ...undo, done: told.undoes })),
    later.length && make("details", { class: "later", key: "later" },
      make("summary", {}, `${say("later")} ${later.map((one) => one.label).join(", ")}`),
      make("ul", {}, later.map((one) => make("li", { key: one.action },
        make("b", {}, one.label), " ", one.why)))),
    inAuction ? null : feed(),
    told.loans.length && part("loans", make("div", { class: "actions" }, told.loans.map((loan) => {
        const [borrowed, passages] = table.me().loans[loan.number];
        return button({ ...loan, note: `${table.money(borrowed)}, ${say("passages")} ${passages}` });
      }))),
    told.deeds.length && part("deeds", told.deeds.map(deed)),
    nameForm(),
    plain("leave_seat", () => {
      prefer("seat", null);
      send({ t: "sit", seat: 0 });
    }),
    givesUp && make("div", { class: "actions end", key: "end" }, button(givesUp)),
  ];
}

// One field, and OK.
function rowForm(key, label, field, act) {
  return make("form", { class: "row", key, onsubmit: (event) => {
    event.preventDefault();
    act(event.target);
  } }, make("label", {}, `${label} `, field), make("button", { type: "submit", class: "plain", name: "ok" }, "OK"));
}

function nameForm() {
  const given = table.givenName(table.mySeat());
  const field = make("input", {
    name: "name", maxlength: 12, autocomplete: "off", "data-value": given, value: given,
  });
  return rowForm("name", say("name"), field, ({ elements }) => {
    const name = elements.name.value.replaceAll('"', "").trim();
    send({ t: "name", seat: table.mySeat(), name });
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
  const what = auction.building ? `${say(auction.building === "hotel" ? "hotel" : "house")} — ${table.square(auction.item)}`
    : table.square(auction.item);
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
      : rowForm("form-bid", say("own_bid"), amountField({ required: true }), (form) => {
        perform("bid", { amount: amountOf(form.elements.amount) });
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

// A card, or the try in prison, that waits for this player.
function asked() {
  const { kind = "", asked, player } = table.moment();
  if (player !== table.mySeat()) return null;
  if (kind.startsWith("prison_throw")) return notice("prison", say("prison_try", table.me().prison), say("prison_frees"));
  return kind.startsWith("card_") && kind !== "card_number" && notice("card", asked, say("not_yet"));
}

// How the game has ended for this player.
function outcome() {
  const { winners } = table.game();
  const told = winners.includes(table.mySeat()) ? say("you_won")
    : winners.map((one) => `${table.name(one)} ${say("wins")}.`).join(" ") || (table.me().bankrupt && say("you_are_out"));
  return told && notice("outcome", told);
}

// What this player has just won in an auction.
function won() {
  const { sold: [winner, lot] = [] } = table.moment();
  return winner === table.mySeat() && notice("won", `${say("adjudged")} ${table.square(lot)}`,
    table.paid(table.payments().at(-1)));
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
    make("div", { class: "actions" }, ways.map((way) => button(
      way.action === "borrow" ? way : { ...way, note: table.square(way.number) }))));
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
  const act = (event) => {
    if (asks.includes("bargain")) startBargain(action.action);
    else if (opens) ask(asking === id ? "" : id, event);
    else perform(action.action, about);
  };
  const sure = (event) => ask(id, event);
  const press = holds ? held(asks.includes("sure") ? sure : act, sure) : { onclick: act };
  const small = why || (holds && say("hold"));
  const button = make("button", {
    key: id, "data-action": action.action, "data-number": number, "data-amount": rank,
    class: `action ${action.style || ""}`, "aria-disabled": why ? "true" : null,
    "aria-busy": isWorking(action.action, number, rank),
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
function held(act, ask) {
  const stop = (event) => {
    clearTimeout(holding);
    event.currentTarget.classList.remove("holding");
  };
  return {
    onpointerdown: (event) => {
      const button = event.currentTarget;
      button.classList.add("holding");
      clearTimeout(holding);
      holding = setTimeout(() => { button.classList.remove("holding"); act(); }, HOLD);
    },
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

function more(action, asks, about, opener) {
  if (asks.includes("hold")) {
    return sure(opener, say("sure_ruin"), action.label, () => perform(action.action, about));
  }
  const number = (label, pattern) => make("label", {}, label, make("input", {
    name: "number", inputmode: "numeric", pattern, autocomplete: "off", required: true,
  }));
  return make("form", { class: "ask card", key: `ask-${action.action}`, "data-opener": opener,
    oninput: redraw, onsubmit: (event) => {
    event.preventDefault();
    const { number, amount } = event.target.elements;
    perform(action.action, {
      number: number ? Number(number.value) : about.number,
      amount: amount ? amountOf(amount) : about.amount,
    });
  } },
  asks.includes("payee") && make("label", {}, say("whom"), make("select", { name: "number", required: true },
    make("option", { value: "" }, "—"),
    make("option", { value: 0 }, say("bank")),
    table.others().map((p) => make("option", { value: p.number }, table.fullName(p.number))))),
  asks.includes("amount") && make("label", {}, say("how_much"), amountField({ required: true })),
  action.percent && make("p", { class: "note", id: "terms" }, loanTerms(action)),
  asks.includes("dice") && number(say("which_dice"), "[1-6]{2}[1-5]?"),
  asks.includes("card") && number(say("which_card"), "[0-9]{1,2}"),
  make("button", { type: "submit", class: "action large" }, make("b", {}, whole(asks.includes("payee") ? say("pay") : action.label))));
}

// The sum that is typed so far.
function typed() {
  const field = document.querySelector("form.ask")?.elements.amount;
  return field ? amountOf(field) : 0;
}

// Of that, else of all that may be borrowed.
function loanTerms({ amount, percent, taken_at: takenAt, coin }) {
  const sum = typed() || amount;
  const after = (passages) => table.money(sum + Math.ceil(sum * percent * passages / 100 / coin) * coin);
  const passages = [...Array(takenAt)].map((_, at) => `${say("after_passage", at + 1)}${colon()} ${after(at + 1)}`);
  return `${say("ceiling_left")} ${table.money(amount)}. ${say("loan_terms", percent, takenAt)} ${
    table.money(sum)}, ${passages.join(", ")}.`;
}

// "Payer 5.000 F à Léo", "Emprunter 12.000 F": of what is typed and chosen so far.
function whole(label) {
  const payee = document.querySelector("form.ask select")?.value;
  const sum = typed() ? ` ${table.money(typed())}` : "";
  return `${label}${sum}${payee ? ` ${say("to")} ${table.name(Number(payee))}` : ""}`;
}

function choices(action, id) {
  const { action: what, label, choices } = action;
  if (choices.length <= 8) {
    return make("fieldset", { class: "choices", key: id }, make("legend", {}, label),
      choices.map((choice) => button({ action: what, ...choice })));
  }
  return make("form", { class: "ask", key: id, onsubmit: (event) => {
    event.preventDefault();
    perform(what, { number: Number(event.target.elements.number.value) });
  } }, make("label", {}, label, make("select", { name: "number" },
    choices.map((choice) => make("option", { value: choice.number }, choice.label, amountOn(choice))))),
  make("button", { type: "submit", class: "action large", "data-action": what }, make("b", {}, label)));
}

// -- deeds

export function built(number) {
  const game = table.game(), houses = game.houses[number], mortgaged = game.mortgaged[number];
  const built = houses === 5 ? say("hotel")
    : houses ? `${houses} ${say(houses > 1 ? "houses" : "house")}` : "";
  return [built, mortgaged ? say("mortgaged") : ""].filter(Boolean).join(", ");
}

function deed(deed) {
  return make("details", { class: `deed sheet g${table.group(deed.square)}`, key: deed.square,
    "data-square": deed.square },
  make("summary", {}, make("b", {}, table.square(deed.square)),
    make("span", {}, built(deed.square))),
  deedFacts(deed.square),
  make("div", { class: "actions" }, deed.actions.map((action) => button(action))));
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
  const told = state.seat;
  if (!draft || !told) return drawSeat();
  const others = table.others();
  const change = (about) => { Object.assign(draft, about); redraw(); };
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
  const { payer, sum } = draft;
  const money = payer === table.mySeat() ? sum : payer ? -sum : 0;
  const payers = [[0, say("nobody")], [table.mySeat(), table.name(table.mySeat())],
    [draft.partner, table.name(draft.partner)]];
  const offered = state.seat.actions.find((one) => one.action === draft.action);
  const cancel = plain("cancel", () => open("seat"));
  const whom = [
    make("h2", { tabindex: -1 }, say("bargain")),
    make("fieldset", { class: "choices", key: "partner" }, make("legend", {}, say("with_whom")),
      others.map((p) => make("button", {
        class: "choice", key: p.number, "aria-pressed": String(p.number === draft.partner),
        "data-partner": p.number,
        onclick: () => change({ partner: p.number, take: [], payer: 0, sum: 0 }),
      }, badge(p.number), make("b", {}, table.givenName(p.number))))),
  ];
  if (!draft.partner) return [...whom, cancel];
  return [
    ...whom,
    side(table.mySeat(), "give", draft.partner),
    side(draft.partner, "take", table.mySeat()),
    make("fieldset", { key: "money" }, make("legend", {}, say("who_pays")),
      make("div", { class: "choices three" }, payers.map(([who, name]) => make("button", {
        class: "choice", key: who, "aria-pressed": String(who === payer),
        "data-payer": who, onclick: () => change({ payer: who, sum: who ? sum : 0 }),
      }, name))),
      payer ? make("label", { class: "row", oninput: ({ target }) => change({ sum: amountOf(target) }) },
        say("how_much"), amountField({ value: sum || "", "data-value": sum || "" })) : null),
    make("section", { class: "card", key: "whole" }, make("h3", {}, say("whole_bargain")),
      terms(table.mySeat(), draft.partner, draft.give, draft.take, money)),
    offered?.why ? make("p", { class: "note" }, offered.why) : null,
    make("button", { class: "action propose", key: "propose", "data-action": "propose",
      onclick: ({ target }) => {
        const wrong = target.closest(".view").querySelector("input:invalid");
        if (wrong) { wrong.reportValidity(); return; }
        const { partner, give, take } = draft;
        perform(draft.action, { partner, give, take, money });
        open("seat");
      } }, make("b", {}, say("propose"))),
    cancel,
  ];
}
