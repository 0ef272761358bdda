// The table as one picture: the board, in its middle what matters now, and on a phone the squares
// round the token large enough to be read. A sheet lies over the board for what is long.
import { bargain } from "./bargain.js";
import { boardPlace } from "./board.js";
import { badge, make, parse } from "./dom.js";
import { ending, momentCard } from "./moments.js";
import { scene } from "./scene.js";
import { open, redraw, state } from "./state.js";
import * as table from "./table.js";
import { plain, say, syllables } from "./texts.js";

const AROUND = [-1, 0, 1, 2, 3]; // squares in the lens: behind the token, its own, before it
const LONG = 26; // letters of a name, from which on it is condensed

let near = null, nearFor = ""; // the square that was tapped, and for which token's place it holds

export function picture(sheet, { lens: withLens = true } = {}) {
  const over = table.game().winners.length > 0;
  const inside = sheet || (over ? ending() : !scene && bargain());
  return make("section", { class: "picture", key: "picture" },
    make("div", { class: `middle${inside ? " over" : ""}`, key: "middle", tabindex: 0 }, inside || (scene ? dice(scene) : middle())),
    boardPlace(),
    withLens && !inside && make("div", { class: "corner", key: "corner" }, make("button", { class: "enlarge",
      key: "enlarge", "aria-label": say("board"), onclick: () => open("seat", "board") })),
    momentCard(),
    withLens && !over && lens());
}

// The board alone, as large as its names are read, to be dragged and pinched.
export const wholeBoard = () => make("div", { class: "atlas", key: "atlas" },
  make("h2", { class: "unseen", tabindex: -1 }, say("board")), boardPlace(),
  plain("go_back", () => history.back(), { class: "plain leave" }));

// -- the middle

export function middle() {
  const { asked, begun, kind = "", player, square } = table.moment(), mine = player === table.mySeat();
  const card = mine && kind.startsWith("card_") && kind !== "card_number";
  const paid = table.payments().findLast(({ line }) => line >= (state.thrown?.line ?? 0)); // goes with the next throw
  const auctioned = auction();
  return [
    state.own?.to && make("p", { class: "to", id: "to" }, state.own.to),
    auctioned && table.moment().auction.opening != null ? null : card ? notice("card", table.toMe(asked), say("not_yet")) : make("p", { class: "asked", id: "asked" }, table.toMe(asked) || say("no_game")),
    begun && make("p", { class: "note", id: "begun" }, begun),
    state.thrown?.stays && !auctioned && dice(state.thrown),
    notices(mine && kind.startsWith("prison_throw")),
    auctioned || (table.group(square) >= 0 && deedCard(square)),
    paid && make("p", { class: "paid", id: "paid" }, table.paid(paid)),
  ];
}

// Of a scene they tumble until they are known, alone in the middle.
const dice = ({ drawing, known, tumbles }) => make("div", {
  class: `thrown${known == null ? "" : " alone"}${tumbles ? " tumble" : ""}`, key: "thrown",
}, parse(drawing));

function notice(id, said, note = "") {
  return make("section", { class: "notice", id, key: id }, make("p", { class: "effect" }, said),
    note && make("p", { class: "note" }, note));
}

// That the game is over for this player, what it has just won in an auction, the try in prison.
function notices(inPrison) {
  const { sold: [winner, lot] = [] } = table.moment();
  const own = table.mySeat(), { bankrupt, prison } = table.me() || {};
  return [
    bankrupt && notice("outcome", say("you_are_out")),
    own && winner === own && notice("won", say("adjudged", table.square(lot))),
    inPrison && notice("prison", say("prison_try", prison), say("prison_frees")),
  ];
}

// -- deeds

export const fact = (label, value, attributes) => [make("dt", {}, say(label)), make("dd", attributes, value)];

const rentTable = (number) => make("dl", { class: "rents" }, table.rents(number).map(([when, rent]) =>
  make("div", {}, make("dt", {}, when), make("dd", {}, rent))));

const band = (number, what, tag = "h3") => make("div", { class: `band g${table.group(number)}` },
  make(tag, { tabindex: tag === "h2" && -1 }, what),
  make("span", {}, table.money(state.board.squares[number].price)));

// Its colour, its rents, and who has the others of the group.
const printed = (number, what) => [band(number, what), rentTable(number),
  make("p", { class: "note" }, table.holders(number))];

// What is bought.
function deedCard(number) {
  const owner = table.game().owner[number];
  return make("section", { class: "title-deed", key: "deed" }, printed(number, table.square(number)),
    owner > 0 && make("p", { class: "note" }, badge(owner), " ", table.givenName(owner), " ", table.built(number)));
}

export function deedSheet(number, actions) {
  const { name, group, price, house, hotel, mortgage } = state.board.squares[number];
  const { owner: owners, lifting, prices } = table.game(), owner = owners[number], building = prices[number];
  return make("section", { class: "title-deed", id: "deed", key: "deed" },
    price ? band(number, name, "h2") : make("h2", { tabindex: -1 }, name),
    group >= 0 && [
      make("p", {}, [owner > 0 ? table.fullName(owner) : say("bank"), table.built(number)].filter(Boolean).join(", ")),
      rentTable(number),
      make("p", { class: "note" }, table.holders(number)),
      make("dl", { class: "facts" },
        house && fact("house_price", table.money(house)),
        hotel && hotel !== house && fact("hotel_price", table.money(hotel)),
        building && fact("building_costs", table.money(building)),
        fact("mortgage_value", table.money(mortgage)),
        lifting[number] && fact("lift_costs", table.money(lifting[number].lift))),
    ],
    actions && make("div", { class: "actions" }, actions),
    plain("go_back", () => history.back()));
}

// Who holds the best bid, who is awaited, and how it ends.
function auction() {
  const { auction, passed = [] } = table.moment();
  if (!auction) return null;
  const { item, holder, best, opening, building } = auction, isDeed = item < table.BOARD;
  const what = building ? say("building_for", say(`a_${building}`), table.square(item)) : table.square(item);
  const others = table.players().filter((p) => !p.bankrupt && p.number !== holder
    && !passed.includes(p.number)).map((p) => table.name(p.number));
  return make("section", { class: "title-deed", id: "auction", key: "auction" },
    isDeed ? printed(item, say("auction_of", what)) : make("h3", {}, say("auction_of", what)),
    opening != null && [
      make("p", { class: "best", id: "best" }, holder ? say("bid_by", table.money(best), table.name(holder))
        : say("opened_at", table.money(opening))),
      others.length > 0 && make("p", {}, say("awaits", others.join(", "))),
      passed.length > 0 && make("p", {}, say("have_passed", passed.map((seat) => table.name(seat)).join(", ")))],
    make("p", { class: "note ends" }, say("auction_ends")));
}

// -- deeds that are pressed

// Its colour with what stands on it, its name, and what else is known.
export const tile = (key, number, { class: more, ...attributes }, ...inside) =>
  make("button", { class: `tile g${table.group(number)} ${more}`, key, ...attributes },
    make("i", { class: table.game().mortgaged[number] ? "pawned" : "" }, table.mark(number)),
    make("b", { class: table.square(number).length > LONG && "condensed" }, syllables(table.square(number))), inside);

// -- the lens

const shown = () => {
  const one = table.me() || table.players()[table.game().turn - 1], mark = `${one.number} ${one.square}`;
  if (mark !== nearFor) [near, nearFor] = [null, mark];
  return near ?? (scene?.player === one.number ? scene.square : one.square);
};

// A tap on the small board moves the lens there; where names are read without it, the deed is opened.
export function lookAt(view, number, byKey) {
  const place = document.querySelector(".lens");
  if (byKey || !place?.checkVisibility() || shown() === number) { open(view, "deed", number); return; }
  near = number;
  redraw();
}

function lens() {
  const { owner } = table.game();
  // As the side of the board runs on the screen; a chevron shows the way of walking.
  const isToTheLeft = shown() < table.BOARD / 2, steps = isToTheLeft ? [...AROUND].reverse() : AROUND;
  return make("div", { class: `lens ${isToTheLeft ? "left" : "right"}`, key: "lens" }, steps.map((step) => {
    const number = (shown() + step + table.BOARD) % table.BOARD, { price } = state.board.squares[number];
    const here = table.players().filter((one) => !one.bankrupt && one.square === number);
    const owned = owner[number] > 0;
    return tile(`cell ${step}`, number, { class: `cell${owned ? ` owned p${owner[number]}` : ""}${step ? "" : " here"}`,
      "data-lens": number, onclick: () => open("seat", "deed", number) },
    make("span", {}, here.map((one) => make("s", { class: `pawn p${one.number}`, "aria-hidden": "true" }, one.number)),
      owned ? badge(owner[number]) : price && !here.length && table.money(price)));
  }));
}
