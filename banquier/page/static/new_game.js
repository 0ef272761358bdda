// A new game is one sheet; its button presses the keys of the set-up on the unit, seen by all.
import { ask, asking, sure } from "./buttons.js";
import { badge, make, select } from "./dom.js";
import { ruleSwitch } from "./rules.js";
import { facts, isLocal, line, open, prefer, preferences, redraw, send, state } from "./state.js";
import * as table from "./table.js";
import { plain, say } from "./texts.js";

// The sheet as it was filled in last. On this screen a person plays three bots, at a table four persons.
const draft = { names: ["", "", "", ""], bots: facts.mode === "table" ? [] : [2, 3, 4], edition: 0, game: "normal",
  minutes: 0, speed_die: false, own_dice: false, own_cards: false, rules: {}, ...preferences.newGame };

function change(about) {
  Object.assign(draft, about);
  redraw();
}

export const LAST = 9; // a rank behind all editions; the unit takes the last one, a person's own
export function chooseEdition(edition) {
  Object.assign(draft, { edition, game: "normal", minutes: 0, speed_die: false, rules: {} });
  send({ t: "offers", edition });
  redraw();
}

// One of a few values, side by side.
const segment = (name, label, choices, chosen, act) => make("fieldset", { class: "segment", key: name },
  make("legend", {}, label), choices.map(([value, text]) => make("button", { class: "choice", key: String(value),
    [`data-${name}`]: String(value), "aria-pressed": String(value === chosen), onclick: () => act(value) }, text)));

function player(name, at) {
  const seat = at + 1, isBot = draft.bots.includes(seat), others = draft.bots.filter((bot) => bot !== seat);
  return make("div", { class: "entry", key: `player ${seat}` }, badge(seat),
    make("input", { "aria-label": say("player_name", seat), maxlength: 12, autocomplete: "off", value: name,
      placeholder: isBot ? say("robot", seat) : `J${seat}`,
      oninput: ({ target }) => { draft.names[at] = target.value.replaceAll('"', ""); } }),
    segment("by", say("played_by", seat), [[false, say("of_person")], [true, say("of_bot")]], isBot,
      (bot) => change({ bots: bot ? [...others, seat] : others })));
}

function players([least, most]) {
  const { names, bots } = draft, last = names.length;
  const resize = (to) => change({ names: [...names, ""].slice(0, to), bots: bots.filter((seat) => seat <= to) });
  return make("section", { class: "entries", key: "players" }, names.map(player),
    make("div", { class: "row", key: "resize" },
      last < most && plain("add_player", () => resize(last + 1)),
      last > least && make("button", { class: "plain", key: "fewer", onclick: () => resize(last - 1) },
        say("remove_player", names[last - 1] || `J${last}`))));
}

const rule = (one) => ruleSwitch(one, draft.rules[one.name] ?? 0,
  (at) => change({ rules: { ...draft.rules, [one.name]: at } }));

let starts = false; // its keys are going down

async function start() {
  starts = true;
  if (isLocal && table.game()) await line.call("take_up", [""]); // each game is a save of its own
  const { names, bots, rules, ...others } = draft;
  prefer("newGame", draft);
  send({ t: "newgame", ...others, edition: state.offers.at, bots, names: names.map((name, at) => name.trim() || (bots.includes(at + 1) ? say("robot", at + 1) : "")),
    rules: Object.entries(rules).filter(([, at]) => at) });
  ask("");
  open("seat");
}

export function drawNewGame() {
  const { offers } = state;
  if (!offers) {
    send({ t: "offers", edition: draft.edition });
    return [];
  }
  const most = offers.players[1], ours = [[false, say("by_screen")], [true, say("by_us")]];
  if (draft.names.length > most) draft.names.length = most;
  while (draft.names.length < offers.players[0]) draft.names.push("");
  const on = Object.values(draft.rules).filter(Boolean).length;
  const plays = table.game() && !table.game().winners.length, busy = starts && !table.game();
  starts = busy;
  return make("section", { class: "new-game", key: "new-game" },
    make("label", { class: "row", key: "edition" }, say("edition"),
      select({ name: "edition", onchange: ({ target }) => chooseEdition(Number(target.value)) },
        offers.editions.map((name, at) => [at, name]), offers.at)),
    players(offers.players),
    offers.games.length > 1 && segment("game", say("game_kind"), offers.games.map((game) => [game, say(`game.${game}`)]),
      draft.game, (game) => change({ game, minutes: game === "timed" ? offers.minutes : 0 })),
    draft.game === "timed" && make("label", { class: "row", key: "minutes" }, say("game_minutes"),
      make("input", { type: "number", min: 1, max: 999, inputmode: "numeric", value: draft.minutes,
        oninput: ({ target }) => { draft.minutes = Math.min(999, Number(target.value)); } })),
    offers.speed_die && segment("die", say("with_speed_die"), [[false, say("no")], [true, say("yes")]], draft.speed_die,
      (speed_die) => change({ speed_die })),
    segment("dice", say("game_dice"), ours, draft.own_dice, (own_dice) => change({ own_dice })),
    segment("cards", say("game_cards"), ours, draft.own_cards, (own_cards) => change({ own_cards })),
    make("details", { class: "later", key: "rules" }, make("summary", {}, say("house_rules", on)), offers.rules.map(rule)),
    make("div", { class: "start", key: "start" }, make("button", { class: "action large", key: "start", "data-action": "start",
      "aria-busy": busy ? "true" : null, onclick: busy ? null : plays ? (event) => ask("start", event) : start },
    make("b", {}, say("start"))),
    asking === "start" && sure("start", say("sure_new"), say("start"), start)));
}
