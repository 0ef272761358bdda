// The board: a picture, then the squares by name; each opens its deed.
import { make } from "./dom.js";
import { built, button, deedFacts } from "./seat.js";
import { open, state } from "./state.js";
import * as table from "./table.js";
import { say } from "./texts.js";

function tokens(number) {
  return table.game().players.filter((p) => !p.bankrupt && p.square === number).map((p) =>
    make("b", { class: `token p${p.number}` }, String(p.number)));
}

// A picture of the board.
export function plan(opens = () => null) {
  const cells = state.board.squares.map(([name, kind, group], number) => {
    const [owner, houses, mortgaged] = table.game().squares[number];
    const side = Math.floor(number / 10), step = number % 10;
    const place = [[11, 11 - step], [11 - step, 1], [1, 1 + step], [1 + step, 11]][side];
    return make("div", { class: `square g${group} ${kind}${mortgaged ? " pawned" : ""}`,
      title: name, onclick: opens(number), style: { "grid-area": `${place[0]} / ${place[1]}` } },
    owner > 0 && make("i", { class: `p${owner}` }, String(owner)),
    houses ? make("em", {}, houses === 5 ? "H" : "•".repeat(houses)) : null, tokens(number));
  });
  const middle = make("div", { class: "middle" }, make("b", {}, state.board.edition),
    make("span", {}, table.game().dice.join(" · ")));
  return make("div", { class: "board", "aria-hidden": "true" }, cells, middle);
}

export function drawBoard(place) {
  if (!table.game() || !state.board) return make("p", {}, say("no_game"));
  if (place?.page === "deed") return deed(place.about);
  const opens = (number) => () => open("board", "deed", number);
  const rows = state.board.squares.map(([name, , group, price], number) => {
    const [owner] = table.game().squares[number];
    const whose = owner > 0 ? table.name(owner) : owner === 0 && price ? table.money(price) : "";
    return make("li", { key: number }, make("button", {
      type: "button", class: `place sheet g${group}`, "data-square": number, onclick: opens(number),
    }, make("span", { class: "number" }, String(number)), make("b", {}, name), tokens(number),
    make("span", { class: "state" }, [whose, built(number)].filter(Boolean).join(", "))));
  });
  return [plan(opens),
    make("ol", { class: "places", start: 0 }, rows)];
}

function deed(number) {
  const [name, , group, price] = state.board.squares[number];
  const [owner] = table.game().squares[number];
  const mine = owner === table.mySeat() && state.seat?.deeds.find((one) => one.square === number);
  return make("section", { class: `card sheet g${group}`, id: "deed" },
    make("h2", { tabindex: -1 }, name),
    group >= 0 ? make("p", {}, [owner > 0 ? table.fullName(owner) : say("bank"),
      built(number)].filter(Boolean).join(" — "))
      : price ? make("p", {}, table.money(price)) : null,
    deedFacts(number),
    mine && make("div", { class: "actions" },
      mine.actions.map((action) => button(action))),
    make("button", { type: "button", class: "plain", key: "back", onclick: () => history.back() },
      say("go_back")));
}
