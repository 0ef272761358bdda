// What is known of the table, in words: names, sums, deeds. Nothing is drawn here.
import { state } from "./state.js";
import { colon, say } from "./texts.js";

export const BOARD = 40;
const FEED = 8; // payments that are told of, of as many operations

export const game = () => state.table?.game || null;
export const moment = () => state.moment || {};

// Of the game's lists the bank is the first.
export function players() {
  const { cash = [], square, prison, loans, free_cards: cards, bankrupt_order: out } = game() || {};
  return cash.map((sum, number) => ({ number, cash: sum, square: square[number], prison: prison[number],
    loans: loans[number], card: cards.includes(number), bankrupt: out.includes(number) })).slice(1);
}

export const mySeat = () => state.own?.seat || 0;
export const me = () => players()[mySeat() - 1];
export const others = () => players().filter((one) => one.number !== mySeat() && !one.bankrupt);

export function name(number) {
  if (number === 0) return say("bank");
  return givenName(number) || `J${number}`;
}

export function givenName(number) { return state.table?.names[number] || ""; }

// "J2 Bob", where a name was given.
export function fullName(number) {
  const given = givenName(number);
  return given ? `J${number} ${given}` : name(number);
}

// With points: 12.000.
export function money(amount) {
  const points = String(amount).replace(/\B(?=(\d{3})+$)/g, ".");
  return `${points}\u00a0${state.board?.currency || ""}`.trim();
}

export function square(number) {
  if (number >= BOARD) return `${say("prison_card")} (${number === BOARD ? "CHANCE" : "CAISSE"})`;
  return state.board?.squares[number]?.[0] || "";
}

export function group(number) { return state.board?.squares[number]?.[2] ?? -1; }

export const groupName = (number) => state.board.groups[group(number)] || "";

// What a deed means to who gets it: the group, and what its mortgage costs.
export function meaning(number, taker, gained) {
  if (number >= BOARD) return "";
  const { owner, mortgaged, lifting } = game();
  const lots = state.board.squares.map((_, lot) => lot).filter((lot) => group(lot) === group(number));
  const held = lots.filter((lot) => owner[lot] === taker || gained.includes(lot)).length;
  const whole = held === lots.length ? say("whole_group") : `${held}/${lots.length}`;
  const parts = [`${groupName(number)}${colon()} ${name(taker)} ${whole}`];
  if (mortgaged[number]) {
    const [lift, tenth] = lifting[number];
    parts.push(`${say("mortgaged")}${colon()} ${say("lift_costs")} ${money(lift)}, ${
      say("or_tenth")} ${money(tenth)}`);
  }
  return parts.join("; ");
}

// The last ones: payer, payee, sum, reason, square, line of the roll.
export function payments() {
  const first = Math.max(0, state.roll.length - FEED);
  const paid = state.roll.slice(first).map(([, struck, entries], at) =>
    (struck ? [] : entries.map((one) => [...one, first + at])));
  return paid.flat().slice(-FEED);
}

export function paid([payer, payee, amount, why, number]) {
  const what = [say(`paid ${why}`), number >= 0 ? square(number) : ""].filter(Boolean).join(", ");
  return `${name(payer)} → ${name(payee)} ${money(amount)} (${what})`;
}
