// The board, drawn by board_drawing.py and sent as parts. Here its tokens walk, its squares are one
// widget that arrows walk, and a square opens its deed.
import { walk } from "./arrows.js";
import { make, parse } from "./dom.js";
import { state } from "./state.js";
import * as table from "./table.js";
import { say } from "./texts.js";

export const STEP = 120, LONGEST = 1500; // milliseconds: of a square, of a walk
const PAYING = 1500; // of a payment
const FARTHEST = 20, BACKWARDS = 5; // squares: what is farther is gone to straight
const MOVED = ["owned", "tokens"];
const still = matchMedia("(prefers-reduced-motion: reduce)");

let svg = null, squares = [], faces = []; // the drawing, the same element for as long as the edition is
let drawn = {}; // the part of which each of its groups was made
let paid = null; // the line of the roll with the last payment that was shown

// Where the board comes: `showBoard` puts the drawing there, when the view is drawn.
export const boardPlace = () => make("div", { class: "board", key: "board", "data-kept": "" });

function begin() {
  svg = parse(state.board.drawing);
  squares = [...svg.querySelectorAll(".square")];
  svg.querySelector(".ground").setAttribute("role", "list");
  faces = squares.map((square, number) => {
    const face = square.firstElementChild;
    square.setAttribute("role", "listitem");
    face.append(square.querySelector("title")); // its own name says more
    face.dataset.at = String(number);
    face.setAttribute("role", "button");
    for (const text of square.querySelectorAll("text")) text.setAttribute("aria-hidden", "true");
    square.onclick = () => tapped(number);
    square.onkeydown = (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      tapped(number, true);
    };
    return face;
  });
  svg.setAttribute("role", "group");
  walk(svg, faces, faces[0]);
  drawn = { drawing: state.board.drawing };
}

let tapped = (_number, _byKey = false) => {};

// `looks`: nothing of a picture on the wall is pressed. `taps`: what a tap on a square does.
export function showBoard(view, looks, taps) {
  const place = view.querySelector(".board");
  if (!place || !table.game()) return;
  tapped = taps;
  if (drawn.drawing !== state.board.drawing) begin();
  for (const part of MOVED) if (drawn[part] !== state[part]) show(part);
  svg.setAttribute("aria-label", say("board"));
  faces.forEach(tell);
  place.inert = looks || Boolean(view.querySelector(".middle.over")); // hidden under a sheet, for ears too
  if (svg.parentElement !== place) {
    place.replaceChildren(svg);
    paid = null;
    if (place.closest(".atlas")) tokenOf(table.mySeat() || table.game().turn)?.scrollIntoView({ block: "center", inline: "center" });
  }
  showPayments();
}

function show(part) {
  const fresh = parse(state[part]);
  fresh.setAttribute("aria-hidden", "true"); // a square says it
  const old = svg.querySelector(`.${fresh.classList[0]}`);
  if (old) old.replaceWith(fresh); else svg.append(fresh);
  if (part === "tokens" && old && svg.isConnected && !still.matches) {
    for (const token of fresh.children) {
      const before = old.querySelector(`[data-token="${token.dataset.token}"]`);
      if (before) go(token, Number(before.dataset.on), Number(token.dataset.on));
    }
    ordered = null;
  }
  drawn[part] = state[part];
}

// A throw goes forwards, a card also backwards; into prison, or across the board, it is straight.
// `pips`: of a throw, which may end on the square from which one is sent there.
export function squaresPassed(from, to, isJailed, pips = 0) {
  const on = (step) => (from + step + table.BOARD) % table.BOARD;
  const ahead = (to - from + table.BOARD) % table.BOARD, back = table.BOARD - ahead;
  const isSent = isJailed && state.board.squares[on(pips)].kind === "jailer";
  if ((isJailed && !isSent) || (ahead > FARTHEST && back > BACKWARDS)) return [from, to];
  const [way, far] = isSent ? [1, pips] : !pips && back <= BACKWARDS ? [-1, back] : [1, ahead];
  return [...Array.from({ length: far + 1 }, (_, step) => on(way * step)), ...(isSent ? [to] : [])];
}

let ordered = null; // the squares of the next walk
export function walkBy(squares) { ordered = squares; }

function go(token, from, to) {
  if (from === to) return;
  const { prison } = table.players()[token.dataset.token - 1];
  const squares = ordered || squaresPassed(from, to, prison), steps = squares.length - 1;
  const places = squares.slice(0, -1).map((square) => stand(square).join("px,"));
  move(token, [...places, where(token.dataset.token)], { duration: steps > 1 ? Math.min(LONGEST, STEP * steps) : 4 * STEP });
}

// At its end at once.
export function settleTokens() {
  for (const walk of svg?.getAnimations({ subtree: true }) || []) {
    if (walk.effect.target.matches(".token")) walk.finish();
  }
}

const move = (element, places, timing) => element.animate(
  places.map((place) => ({ transform: `translate(${place}px)` })), timing);

// Money goes from who paid to who received, tokens or the bank in the middle. What was paid before
// the board came is not shown again.
function showPayments() {
  const payments = table.payments();
  const fresh = paid === null ? [] : payments.filter((one) => one.line > paid);
  paid = payments.at(-1)?.line ?? -1;
  if (still.matches) return;
  for (const { payer, payee, amount } of fresh) {
    const note = parse('<g class="payment" aria-hidden="true"><rect/><text></text></g>');
    note.lastChild.textContent = table.money(amount);
    svg.append(note);
    const moving = move(note, [payer, payee].map(where), { duration: PAYING, easing: "ease-in-out" });
    moving.onfinish = () => note.remove();
  }
}

const tokenOf = (player) => svg.querySelector(`[data-token="${player}"]`);

function where(player) {
  const token = tokenOf(player);
  if (token) return token.getAttribute("transform").match(/-?\d+/g).join("px,");
  const half = svg.viewBox.baseVal.width / 2;
  return `${half}px,${half}`;
}

const stand = (number) => squares[number].dataset.stand.split(" ").map(Number);

// A square as one sentence.
function tell(face, number) {
  const { name, group, price } = state.board.squares[number];
  const owner = table.game().owner[number];
  const here = table.players().filter((one) => !one.bankrupt && one.square === number);
  const facts = [name, price && table.money(price), group >= 0 && table.groupName(number),
    owner > 0 && table.fullName(owner), table.built(number),
    ...here.map(({ number: player, prison }) =>
      say(prison ? "jailed_here" : "is_here", table.fullName(player)))];
  const said = facts.filter(Boolean).join(", ");
  if (face.getAttribute("aria-label") !== said) face.setAttribute("aria-label", said);
}

// Two fingers that spread: on the small board it fills the screen, there it grows.
const apart = ([one, other]) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
const SPREAD = 1.25, LARGEST = 3;

export function watchSpread(root, enlarge) {
  let first = 0, zoom = 1;
  root.addEventListener("touchstart", ({ touches, target }) => {
    first = touches.length === 2 && target.closest(".board, .middle:not(.over)") ? apart(touches) : 0;
  }, { passive: true });
  root.addEventListener("touchmove", ({ touches, target }) => {
    if (!first || touches.length !== 2) return;
    const grown = apart(touches) / first, atlas = target.closest(".atlas");
    if (atlas) {
      zoom = Math.min(LARGEST, Math.max(1, zoom * grown));
      first *= grown;
      atlas.querySelector(".board").style.setProperty("--zoom", String(zoom));
    } else if (grown > SPREAD) {
      [first, zoom] = [0, 1];
      enlarge();
    }
  }, { passive: true });
}
