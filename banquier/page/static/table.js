// What is known of the table, in words: names, sums, deeds. Nothing is drawn here.
import { state } from "./state.js";
import { say } from "./texts.js";

export const BOARD = 40, HOTEL = 5;
const PILES = ["CHANCE", "CAISSE"];
const FEED = 8; // payments that are told of, of as many operations

export const game = () => state.table?.game || null;
export const moment = () => state.moment || {};

// Of the game's lists the bank is the first.
export function players() {
  const { cash = [], worth, square, prison, loans, free_cards: cards, bankrupt_order: out } = game() || {};
  return cash.map((sum, number) => ({ number, cash: sum, worth: worth[number], square: square[number],
    prison: prison[number], loans: loans[number], card: cards.includes(number),
    bankrupt: out.includes(number) })).slice(1);
}

// What is asked of this seat is asked of it alone; claims and bids are more people's.
export function isAsked() {
  const { actions = [], auction } = state.seat || {}, { winners } = game();
  if (winners.length) return false;
  if (auction) return !auction.holds && !auction.passed && !(auction.why && auction.why_pass);
  return moment().player === mySeat() || actions.some((one) => one.style === "large" && !one.why);
}

// A sentence to this seat, without its name: the head says it.
export function toMe(said = "") {
  const called = `${name(mySeat())}, `, is = say("is", name(mySeat()));
  if (mySeat() && said.startsWith(is)) return say("you_are") + said.slice(is.length);
  return mySeat() && said.startsWith(called) ? said[called.length].toUpperCase() + said.slice(called.length + 1) : said;
}

export const mySeat = () => state.own?.seat || 0;
export const me = () => players()[mySeat() - 1];
export const others = () => players().filter((one) => one.number !== mySeat() && !one.bankrupt);

export function name(number) {
  if (number < 1) return say(number ? "pot" : "bank");
  return givenName(number) || `J${number}`;
}

export function givenName(number) { return state.table?.names[number] || ""; }

// "J2 Bob", where a name was given.
export function fullName(number) {
  const given = givenName(number);
  return given ? `J${number} ${given}` : name(number);
}

// With points: 12.000.
export const amount = (sum) => String(sum).replace(/\B(?=(\d{3})+$)/g, ".");

export const money = (sum) => `${amount(sum)}\u00a0${state.board?.currency || ""}`.trim();

const at = (number) => state.board?.squares[number] || {};

export function square(number) {
  if (number >= BOARD) return say("prison_card_of", PILES[number - BOARD]);
  return at(number).name || "";
}

export const group = (number) => at(number).group ?? -1;
export const groupName = (number) => state.board.groups[group(number)] || "";
export const lots = (number) => state.board.squares.map((_, lot) => lot)
  .filter((lot) => group(lot) === group(number));

// Who has how many of the deeds of its group.
export function holders(number) {
  const { owner } = game(), every = lots(number);
  const held = Object.entries(Object.groupBy(every, (lot) => Math.max(0, owner[lot])));
  return say("pair", groupName(number),
    held.map(([who, some]) => `${name(Number(who))} ${some.length}/${every.length}`).join(", "));
}

// Buildings and mortgage.
export function built(number) {
  const { houses, mortgaged } = game();
  return [buildings(houses[number]), mortgaged[number] ? say("mortgaged") : ""].filter(Boolean).join(", ");
}

// On a deed's colour.
export function mark(number) {
  const { [number]: count } = game().houses;
  return count === HOTEL ? "H" : count || "";
}

export function buildings(count) {
  return count === HOTEL ? say("hotel") : count ? say(count > 1 ? "houses" : "house", count) : "";
}

// Each rent of a deed, and when it is due.
export function rents(number) {
  const { kind, rents } = at(number);
  return rents.map((rent, nth) => (kind === "street" ? [nth ? buildings(nth) : say("bare"), money(rent)]
    : [say("of_group", nth + 1), kind === "utility" ? say("times_dice", money(rent)) : money(rent)]));
}

// What a deed brings its owner now.
export function brings(number, sum = money) {
  const rent = sum(game().brings[number] ?? 0);
  return at(number).kind === "utility" ? say("times_dice", rent) : rent;
}

// What a deed means to who gets it: the group, and what its mortgage costs.
export function meaning(number, taker, gained) {
  if (number >= BOARD) return "";
  const { owner, mortgaged, lifting } = game(), every = lots(number);
  const held = every.filter((lot) => owner[lot] === taker || gained.includes(lot)).length;
  const whole = held === every.length ? say("whole_group") : `${held}/${every.length}`;
  const has = say("pair", groupName(number), `${name(taker)} ${whole}`);
  if (!mortgaged[number]) return has;
  const { lift, tenth } = lifting[number];
  return say("with_mortgage", has, money(lift), money(tenth));
}

// The last ones, each with its line of the roll.
export function payments() {
  const first = Math.max(0, state.roll.length - FEED);
  const paid = state.roll.slice(first).map(([, struck, entries], line) =>
    (struck ? [] : entries.map((one) => ({ ...one, line: first + line }))));
  return paid.flat().slice(-FEED);
}

export function paid({ payer, payee, amount, why, square: number }) {
  const what = [say(`paid ${why}`), number >= 0 ? square(number) : ""].filter(Boolean).join(", ");
  return say("paid_line", name(payer), name(payee), money(amount), what);
}
