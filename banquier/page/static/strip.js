// The strip on top of every view: whose turn, dice, square, the question, the last payment, the last
// refusal, who pressed.
import { make, refill } from "./dom.js";
import { pick, say } from "./texts.js";

const DICE = ["", "⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];

export class Strip {
  constructor(table, { send }) {
    this.table = table;
    this.send = send;
    this.root = document.getElementById("strip");
  }

  draw() {
    const { table } = this;
    const { game, moment } = table;
    const own = table.state.own || {};
    const refused = own.refused || moment.refused;
    refill(this.root, [
      make("p", { class: "asked", id: "asked" }, moment.asked ? pick(moment.asked) : say("no_game")),
      game && make("p", { class: "turn", id: "turn" }, ...this.turn(game)),
      moment.payments?.length ? make("p", { class: "paid", id: "paid" },
        table.paid(moment.payments.at(-1))) : null,
      refused ? make("p", { class: "refused", id: "refused" }, pick(refused)) : null,
      own.asked ? this.handOver() : null,
    ].filter(Boolean), document.getElementById("view"));
  }

  turn(game) {
    const { table } = this;
    if (game.winner) return [this.badge(game.winner), ` ${table.name(game.winner)} ${say("wins")}`];
    const here = game.players[game.turn - 1];
    const dice = game.dice.map((pips) => DICE[pips] || pips).join(" ");
    const parts = [table.givenName(game.turn), table.square(here.square)];
    if (here.prison) parts.push(say("in_prison"));
    const [by, how] = table.moment.pressed || [0, ""];
    if (how === "keypad") {
      parts.push(`${say("pressed")} ${by ? table.name(by) : say("onlooker")}`);
    }
    return [this.badge(game.turn), ` ${parts.filter(Boolean).join(" · ")} `,
      dice && make("span", { class: "dice", "aria-label": game.dice.join(" ") }, dice)];
  }

  badge(number) { return make("span", { class: `badge p${number}` }, `J${number}`); }

  handOver() {
    const answer = (yes) => () => this.send({ t: "give", yes });
    return make("div", { class: "handover", id: "handover", role: "group" },
      make("p", {}, `${say("wants_seat")} ${this.table.fullName(this.table.seat)}`),
      make("button", { type: "button", class: "plain", key: "give", onclick: answer(true) },
        say("hand_over")),
      make("button", { type: "button", class: "plain", key: "keep", onclick: answer(false) },
        say("keep_seat")));
  }
}
