// Beside or behind the unit: the views, one row each; which one is open, and the focus on the way.
import { begins, drawBegin } from "./begin.js";
import { showBoard, watchSpread } from "./board.js";
import { ask, asking } from "./buttons.js";
import { drawChances, watchChances } from "./chances.js";
import { fill, make, placeOf, refill } from "./dom.js";
import { drawGames } from "./games.js";
import { drawHelp } from "./help.js";
import { drawNewGame } from "./new_game.js";
import { focusKeys } from "./keys.js";
import { ending, keptEnding } from "./moments.js";
import { drawPlayers } from "./players.js";
import { drawRoll, drawTold } from "./roll.js";
import { lookAt } from "./picture.js";
import { drawRules } from "./rules.js";
import { drawSeat } from "./seat.js";
import { drawSettings } from "./settings.js";
import { isLocal, line, onWall, preferences, showWall, state, views } from "./state.js";
import { drawStory } from "./story.js";
import { drawStrip } from "./strip.js";
import * as table from "./table.js";
import { drawn as tapsAfter, watchTaps } from "./taps.js";
import { say } from "./texts.js";
import { drawWall } from "./wall.js";

// `only`: on the local page, or at the table; `more`: behind the last tab; `played`: of a game;
// `stays`: it is drawn when it is opened.
export const VIEWS = [
  { name: "table", draws: drawPlayers, only: "local", played: true },
  { name: "seat", draws: drawSeat, played: true },
  { name: "table", draws: drawPlayers, only: "table", played: true },
  { name: "story", draws: drawStory, stays: true },
  { name: "more", draws: drawMore },
  { name: "games", draws: drawGames, only: "local", more: true },
  { name: "new_game", draws: drawNewGame, more: true },
  { name: "chances", draws: drawChances, more: true, played: true },
  { name: "roll", draws: drawRoll, more: true },
  { name: "told", draws: drawTold, more: true },
  { name: "rules", draws: drawRules, more: true },
  { name: "help", draws: drawHelp, more: true },
  { name: "settings", draws: drawSettings, more: true },
].filter(({ only }) => !only || (only === "local") === isLocal);

const WALL = { name: "table", draws: drawWall };

const unit = document.getElementById("unit");
const root = document.getElementById("views");
const tabs = document.getElementById("tabs");
const view = document.getElementById("view");
const fine = matchMedia("(any-pointer: fine)"); // else a focus that no key moved has no frame
let place = isLocal ? null : whereIn(history.state);
let asked = ""; // of this player, the kind of question
let closed = false; // on purpose: the unit's keys are wanted

for (const button of document.querySelectorAll(".tool")) {
  button.addEventListener("click", () => { button.focus(); open(button.dataset.at); });
}
addEventListener("popstate", ({ state }) => { show(whereIn(state)); askWho(); });
addEventListener("resize", () => { cover(); draw(); });
document.addEventListener("visibilitychange", draw);
addEventListener("fullscreenchange", () => { if (!document.fullscreenElement) wall(false); });
addEventListener("keydown", ({ key }) => { if (key === "Escape" && isLocal) wall(false); });
document.getElementById("close").addEventListener("click", close);
root.addEventListener("keydown", keydown);
watchTaps(root);
watchSpread(view, () => open("seat", "board"));

// Escape leaves what is innermost; arrows walk the tabs.
function keydown({ key, target }) {
  if (key === "Escape") {
    if (asking) ask("");
    else if (place?.page) history.back();
    else if (unit.inert) close();
    else focusKeys();
  }
  const every = [...tabs.children];
  const at = every.indexOf(target);
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 }[key];
  if (at >= 0 && to != null) every.at(to % every.length).focus();
}

// null: at the unit. `from`: what had the focus before each step away from it.
function whereIn(state) { return Array.isArray(state?.from) ? state : null; }

// What lies behind the views cannot be reached.
function cover() {
  root.classList.toggle("open", Boolean(place));
  root.classList.toggle("whole", Boolean(place) && shown() === "seat" && Boolean(table.me()) && Boolean(state.seat) && !keptEnding());
  unit.inert = begins || (Boolean(place) && getComputedStyle(root).position === "fixed");
  root.inert = begins;
}

const shown = () => place?.view || VIEWS[0].name;

const titleOf = (name) => say(name === "seat" && isLocal ? "screen" : name);

const behindMore = (name) => VIEWS.find((one) => one.name === name).more;

// The browser's own "back" leaves a page of a view, or a view behind the last tab, then the view:
// never the table, and never a seat for the unit's keys.
function open(name, page = "", about = null, deeper = !place
    || (page ? place.page !== "functions" : place.view === "more" && behindMore(name))) {
  const here = place, within = here && (here.page ? here.view : here.from.length > 1 && behindMore(here.view) && "more");
  if (within === name && !page) { history.back(); return; }
  const had = document.activeElement, from = here?.from || [];
  const opener = had === document.body ? ".tool" : placeOf(document.body, had);
  closed = false;
  const there = { view: name, page, about, from: deeper ? [...from, opener] : from };
  history[deeper ? "pushState" : "replaceState"](there, "");
  if (name === "games" && !line.replays) line.call("tell_games"); // as they are now
  show(there);
  view.scrollTop = 0;
}

function close() {
  closed = true;
  if (place) history.go(-place.from.length);
}

// A function was chosen: the table is looked at again.
function done() {
  if (place?.page === "functions") history.back();
}

// The focus goes to the page that is opened, and comes back to what opened it.
function show(there) {
  const before = place;
  const within = root.contains(document.activeElement);
  const covered = unit.inert;
  place = there;
  cover();
  draw();
  const opener = before?.from[place?.from.length ?? 0];
  if (!covered && unit.inert) tabs.querySelector('[tabindex="0"]').focus(/** @type {FocusOptions} */ ({ preventScroll: true, focusVisible: fine.matches }));
  else if (within && place?.page) view.querySelector("h2").focus({ preventScroll: true });
  else if (opener && (within || covered)) document.querySelector(opener)?.focus();
}

// A page that has not been closed shows its seat, or asks whose it is; an onlooker has none.
export function askWho() {
  const wanted = preferences.seat === null ? !table.mySeat() : table.mySeat();
  if (!onWall() && !isLocal && wanted && table.players().length && !place && !closed) open("seat");
}

function drawMore() {
  return make("div", { class: "choices" }, VIEWS.filter(({ more }) => more).map(({ name }) =>
    make("button", { class: "choice", key: name, "data-view": name, onclick: () => open(name) }, say(name))));
}

function draw() {
  drawBegin();
  const tool = document.getElementById("open-seat");
  tool.textContent = table.mySeat() ? table.name(table.mySeat()) : titleOf("seat");
  tool.classList.toggle("urgent", Boolean(table.me()) && table.isAsked());
  const visible = onWall() || root.checkVisibility({ visibilityProperty: true });
  watchChances(visible && !document.hidden && shown() === "chances");
  if (!visible) return;
  cover();
  const { name: drawn, draws, stays, more, played } = onWall() ? WALL : VIEWS.find((one) => one.name === shown());
  const sheet = played && !table.game();
  drawStrip(Boolean(table.game()) && (onWall()
    || (drawn === "seat" && (table.me() ? Boolean(state.seat) : isLocal || preferences.seat === 0))), sheet && !onWall());
  const tab = more ? "more" : drawn;
  fill(tabs, VIEWS.filter(({ more }) => !more).map(({ name }) => make("button", {
    role: "tab", key: name, id: `tab-${name}`, "aria-controls": "view",
    "aria-selected": String(name === tab), tabindex: name === tab ? 0 : -1,
    onclick: () => open(name),
  }, titleOf(name))));
  view.setAttribute("aria-labelledby", `tab-${tab}`);
  const key = played ? drawn : `${drawn} ${place?.page || ""} ${place?.about ?? ""}`;
  if (stays && view.firstElementChild?.dataset.at === key) return;
  refill(view, [make("div", { key },
    place?.page ? null : make("h2", { class: "unseen" }, titleOf(drawn)),
    keptEnding() && (drawn === "seat" || onWall()) ? ending(keptEnding())
      : sheet ? drawNewGame() : draws(place))]);
  const { kind, player } = table.moment(), mine = player === table.mySeat() ? kind : "";
  if (mine && mine !== asked && drawn === "seat" && !place?.page) view.scrollTop = 0; // it is in sight
  asked = mine;
  showBoard(view, onWall(), (number, byKey) => lookAt(drawn, number, byKey));
  tapsAfter(root);
}

// On the local page Escape leaves it.
function wall(on) {
  if (on) document.documentElement.requestFullscreen?.().catch(() => {}); // without: the window's size
  showWall(on);
  cover();
  draw();
}

Object.assign(views, { draw, open, close, done, wall });
cover();
