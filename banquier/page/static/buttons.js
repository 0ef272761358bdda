// Buttons that press the unit's keys, and what some ask for first: a sum, a choice, to be held.
import { make, select } from "./dom.js";
import { beginNext } from "./moments.js";
import { beginScene } from "./scene.js";
import { redraw, send, state, views } from "./state.js";
import * as table from "./table.js";
import { say, syllables } from "./texts.js";

const HOLD = 1000; // milliseconds for which a red button is held

// A sum as it is typed: 12000, 12.000 or 12 000. What cannot be read is told by the browser.
export const amountOf = (text) => Number(text.replace(/\D/g, ""));

const BETWEEN = "[.,' \u00a0\u202f]";
const SUM = `[0-9]{1,8}|[0-9]{1,3}${BETWEEN}[0-9]{3}|[0-9]{1,2}(${BETWEEN}[0-9]{3}){2}`;

const numberField = (attributes) => make("input", {
  name: "number", inputmode: "numeric", autocomplete: "off", required: true, ...attributes,
});

export const amountField = (attributes) => numberField({
  name: "amount", pattern: SUM, ...attributes,
  oninput: ({ target }) => target.setCustomValidity(target.validity.patternMismatch ? say("no_sum") : ""),
});

export let asking = ""; // the action whose amount, or whose second question, is open
let holding = "", timer; // the red button that is held

export function perform(action, about = {}) {
  if (action === "throw") beginScene();
  if (action === "again") beginNext();
  send({ t: "do", action, seen: table.moment().id, ...about });
  // Shown before the unit's side says so.
  state.own.working = [...state.own.working, [action, about.number ?? -1, about.amount ?? 0]];
  ask("");
  views.done();
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

export function form(attributes, act, ...inside) {
  return make("form", { ...attributes, onsubmit: (event) => {
    event.preventDefault();
    act(event.target);
  } }, ...inside);
}

// What is typed and chosen in a form so far, by the names of its fields.
export const filled = (form) => Object.fromEntries([...new FormData(form)]
  .filter(([, text]) => text).map(([name, text]) => [name, amountOf(text)]));

// One field, and OK.
export const rowForm = (key, label, field, act) => form({ class: "row", key }, act,
  make("label", {}, `${label} `, field), make("button", { type: "submit", class: "plain", name: "ok" }, "OK"));

// `opens`: what the action asks for beside it, instead of being sent.
export function button(action, opens = null) {
  const { asks = [], number, rank, ways = [], lacking } = action;
  const id = `${action.action}.${number ?? ""}.${rank ?? ""}`;
  if (action.choices) return choices(action, id);
  const about = { number, amount: rank || undefined };
  const why = action.why && lacking > 0 ? say(ways.length ? "lacking_ways" : "lacking",
    table.money(lacking), ways.join(", ").toLowerCase()) : action.why;
  const holds = asks.includes("hold"), expands = asks.length && !holds;
  const asksMore = (event) => ask(asking === id ? "" : id, event);
  const act = opens || (expands || asks.includes("sure") ? asksMore : () => perform(action.action, about));
  const press = holds ? held(id, act, asksMore) : { onclick: act };
  const busy = state.own.working.some(([what, its, sum]) => // its keys are going down
    what === action.action && its === (number ?? its) && sum === (rank ?? sum));
  const small = why || (holds && say("hold"));
  const button = make("button", {
    key: id, "data-action": action.action, "data-number": number, "data-amount": rank,
    class: `action ${action.style || ""}${holding === id ? " holding" : ""}`, "aria-disabled": why ? "true" : null,
    "aria-busy": busy ? "true" : null,
    "aria-expanded": expands ? String(asking === id) : null,
    ...(why || busy ? {} : press),
  }, make("b", {}, labelOf(action)),
  action.player >= 0 && make("span", {}, table.name(action.player)),
  action.note && make("span", {}, action.note),
  small && make("small", {}, small));
  return asking === id ? [button, more(action, asks, about, id)] : button;
}

// A loan's is the most that can be asked for; an undo says what it takes back.
function labelOf({ label, amount, percent = 0, done = "" }) {
  if (done) return say("pair", label, done.toLowerCase());
  return amount ? say(percent ? "up_to" : "with_sum", label, table.money(amount)) : label;
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
export function sure(opener, question, label, yes) {
  return make("div", { class: "card danger-card", key: "sure", role: "group",
    "aria-labelledby": "sure", "data-opener": opener },
  make("p", { id: "sure" }, question),
  make("button", { class: "action danger", key: "yes", "data-action": "sure",
    onclick: yes }, make("b", {}, label)),
  make("button", { class: "action", key: "no",
    onclick: () => ask("") }, make("b", {}, say("cancel"))));
}

// What is asked for beside a tap: its label, its field.
const FIELDS = {
  payee: ["whom", () => select({ name: "number", required: true }, [["", "—"], [0, say("bank")],
    ...table.others().map(({ number }) => [number, table.fullName(number)])])],
  amount: ["how_much", amountField],
  dice: ["which_dice", () => numberField({ pattern: "[1-6]{2}[1-5]?" })],
  card: ["which_card", () => numberField({ pattern: "[0-9]{1,2}" })],
};

const submit = (text, action) =>
  make("button", { type: "submit", class: "action large", "data-action": action }, make("b", {}, text));

function more(action, asks, about, opener) {
  const { action: what, label, percent } = action;
  if (asks.includes("hold") || asks.includes("sure")) {
    return sure(opener, say(what === "again" ? "sure_again" : "sure_ruin"), label, () => perform(what, about));
  }
  const key = `ask-${what}`;
  const there = document.querySelector(`form[data-at="${key}"]`);
  const { amount, number } = there ? filled(there) : {};
  return form({ class: "ask card", key, "data-opener": opener, oninput: redraw },
    (form) => perform(what, { ...about, ...filled(form) }),
    asks.map((name) => FIELDS[name]).map(([label, field]) => make("label", {}, say(label), field())),
    percent && make("p", { class: "note", id: "terms" }, loanTerms(action, amount || action.amount)),
    submit(asks.includes("payee") ? payment(amount, number)
      : asks.includes("amount") ? labelOf({ label, amount }) : say("confirm")));
}

// "Payer 5.000 F à Léo", as far as it is known.
function payment(amount, to) {
  const sum = amount ? table.money(amount) : "";
  if (!(to >= 0)) return sum ? say("pay_sum", sum) : say("pay");
  return sum ? say("pay_sum_to", sum, table.name(to)) : say("pay_to", table.name(to));
}

// Of the sum that is typed, else of all that may be borrowed.
function loanTerms({ amount, percent, taken_at: takenAt, coin }, sum) {
  const after = (passages) => table.money(sum + Math.ceil(sum * percent * passages / 100 / coin) * coin);
  const passages = [...Array(takenAt)].map((_, at) => say("after_passage", at + 1, after(at + 1)));
  return say("loan_terms", table.money(amount), percent, takenAt, table.money(sum), passages.join(", "));
}

function choices(action, id) {
  const { action: what, label, choices } = action;
  if (choices.length <= 8) {
    return make("fieldset", { class: "choices", key: id }, make("legend", {}, label),
      choices.map((choice) => button({ action: what, ...choice, label: syllables(choice.label) })));
  }
  return form({ class: "ask", key: id }, (form) => perform(what, filled(form)),
    make("label", {}, label, select({ name: "number" },
      choices.map((choice) => [choice.number, labelOf(choice)]))),
    submit(label, what));
}
