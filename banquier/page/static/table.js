// What is known of the table, in words: names, sums, deeds. Nothing is drawn here.
import { pick, points, say } from "./texts.js";

export const BOARD = 40;

export class Table {
  constructor(state) { this.state = state; }

  get game() { return this.state.table?.game || null; }
  get board() { return this.state.board; }
  get moment() { return this.state.moment || {}; }
  get seats() { return this.game?.players || []; }
  get seat() { return this.state.own?.seat || 0; }
  get own() { return this.seats[this.seat - 1]; }

  name(number) {
    if (number === 0) return say("bank");
    return this.state.table?.names[number - 1] || `J${number}`;
  }

  givenName(number) { return this.state.table?.names[number - 1] || ""; }

  // "J2 Bob", where a name was given.
  fullName(number) {
    const name = this.givenName(number);
    return name ? `J${number} ${name}` : this.name(number);
  }

  money(amount) { return `${points(amount)}\u00a0${this.board?.currency || ""}`.trim(); }

  square(number) {
    if (number >= BOARD) return `${say("prison_card")} (${number === BOARD ? "CHANCE" : "CAISSE"})`;
    return this.board?.squares[number]?.[0] || "";
  }

  group(number) { return this.board?.squares[number]?.[2] ?? -1; }

  groupName(number) {
    const name = this.board.groups[this.group(number)] || "";
    const known = say(`group ${name}`); // an edition of one's own may have other names
    return known === `group ${name}` ? name : known;
  }

  lots(group) {
    return this.board.squares.flatMap(([, , of], number) => (of === group ? [number] : []));
  }

  owner(number) { return this.game.squares[number][0]; }

  // What a deed means to who gets it: the group, and what its mortgage costs.
  meaning(good, taker, gained) {
    if (good.number >= BOARD) return "";
    const lots = this.lots(this.group(good.number));
    const held = lots.filter((lot) => this.owner(lot) === taker || gained.includes(lot)).length;
    const whole = held === lots.length ? say("whole_group") : `${held}/${lots.length}`;
    const parts = [`${this.groupName(good.number)}: ${this.name(taker)} ${whole}`];
    if (good.lift) {
      parts.push(`${say("mortgaged")}: ${say("lift_costs")} ${this.money(good.lift)}, ${
        say("or_tenth")} ${this.money(good.tenth)}`);
    }
    return parts.join("; ");
  }

  good(number) {
    for (const goods of Object.values(this.state.seat?.goods || {})) {
      const found = goods.find((one) => one.number === number);
      if (found) return found;
    }
    return { number, name: null };
  }

  nameOfGood(number) { return pick(this.good(number).name) || this.square(number); }

  paid([payer, payee, amount, why, square]) {
    const what = [say(`paid ${why}`), square >= 0 ? this.square(square) : ""].filter(Boolean).join(", ");
    return `${this.name(payer)} → ${this.name(payee)} ${this.money(amount)} (${what})`;
  }
}
