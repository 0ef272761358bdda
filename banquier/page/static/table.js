// What is known of the table, in words: names, sums, deeds. Nothing is drawn here.
import { state } from "./state.js";
import { colon, points, say } from "./texts.js";

export const BOARD = 40;

export const game = () => state.table?.game || null;
export const moment = () => state.moment || {};
export const players = () => game()?.players || [];
export const mySeat = () => state.own?.seat || 0;
export const me = () => players()[mySeat() - 1];
export const others = () => players().filter((one) => one.number !== mySeat() && !one.bankrupt);

export function name(number) {
  if (number === 0) return say("bank");
  return state.table?.names[number - 1] || `J${number}`;
}

export function givenName(number) { return state.table?.names[number - 1] || ""; }

// "J2 Bob", where a name was given.
export function fullName(number) {
  const given = givenName(number);
  return given ? `J${number} ${given}` : name(number);
}

export function money(amount) { return `${points(amount)}\u00a0${state.board?.currency || ""}`.trim(); }

export function square(number) {
  if (number >= BOARD) return `${say("prison_card")} (${number === BOARD ? "CHANCE" : "CAISSE"})`;
  return state.board?.squares[number]?.[0] || "";
}

export function group(number) { return state.board?.squares[number]?.[2] ?? -1; }

export function groupName(number) {
  const own = state.board.groups[group(number)] || "";
  const known = say(`group ${own}`); // an edition of one's own may have other names
  return known === `group ${own}` ? own : known;
}

// What a deed means to who gets it: the group, and what its mortgage costs.
export function meaning(good, taker, gained) {
  if (good.number >= BOARD) return "";
  const lots = state.board.squares.map((_, lot) => lot).filter((lot) => group(lot) === group(good.number));
  const held = lots.filter((lot) => game().squares[lot][0] === taker || gained.includes(lot)).length;
  const whole = held === lots.length ? say("whole_group") : `${held}/${lots.length}`;
  const parts = [`${groupName(good.number)}${colon()} ${name(taker)} ${whole}`];
  if (good.lift) {
    parts.push(`${say("mortgaged")}${colon()} ${say("lift_costs")} ${money(good.lift)}, ${
      say("or_tenth")} ${money(good.tenth)}`);
  }
  return parts.join("; ");
}

export function good(number) {
  for (const { goods } of Object.values(state.goods || {})) {
    const found = goods.find((one) => one.number === number);
    if (found) return found;
  }
  return { number, name: null };
}

export function nameOfGood(number) { return good(number).name || square(number); }

export function paid([payer, payee, amount, why, number]) {
  const what = [say(`paid ${why}`), number >= 0 ? square(number) : ""].filter(Boolean).join(", ");
  return `${name(payer)} → ${name(payee)} ${money(amount)} (${what})`;
}
