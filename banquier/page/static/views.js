// Beside or behind the unit: the views, one row each; which one is open, and the focus on the way.
import { drawBoard, showBoard } from "./board.js";
import { drawChances, watchChances } from "./chances.js";
import { atPlace, fill, make, placeOf, refill } from "./dom.js";
import { drawGames } from "./games.js";
import { drawHelp } from "./help.js";
import { focusKeys } from "./keys.js";
import { drawPlayers } from "./players.js";
import { drawRoll, drawTold } from "./roll.js";
import { ask, asking, drawSeat } from "./seat.js";
import { drawSettings } from "./settings.js";
import { inPocket, line, preferences, state, views } from "./state.js";
import { drawStory } from "./story.js";
import { drawStrip } from "./strip.js";
import * as table from "./table.js";
import { say } from "./texts.js";
import { drawWall, onWall, showWall } from "./wall.js";

// `only`: in the pocket, or at the table; `more`: behind the last tab; `stays`: it is drawn when it
// is opened.
export const VIEWS = [
  { name: "table", draws: drawPlayers, only: "pocket" },
  { name: "seat", draws: drawSeat },
  { name: "table", draws: drawPlayers, only: "table" },
  { name: "board", draws: drawBoard },
  { name: "story", draws: drawStory, stays: true },
  { name: "more", draws: drawMore },
  { name: "games", draws: drawGames, only: "pocket", more: true },
  { name: "chances", draws: drawChances, more: true },
  { name: "roll", draws: drawRoll, more: true },
  { name: "told", draws: drawTold, more: true },
  { name: "help", draws: drawHelp, more: true },
  { name: "settings", draws: drawSettings, more: true },
].filter(({ only }) => !only || (only === "pocket") === inPocket);

const WALL = { name: "table", draws: drawWall };

const unit = document.getElementById("unit");
const root = document.getElementById("views");
const tabs = document.getElementById("tabs");
const view = document.getElementById("view");
let place = history.state?.view && !inPocket ? history.state : null; // null: the unit
let opener = null;

for (const button of document.querySelectorAll(".tool[data-view]")) {
  button.addEventListener("click", () => {
    opener = button;
    open(button.dataset.view);
  });
}
addEventListener("popstate", (event) => show(event.state?.view ? event.state : null));
addEventListener("resize", () => { cover(); draw(); });
document.addEventListener("visibilitychange", draw);
addEventListener("fullscreenchange", () => { if (!document.fullscreenElement) wall(false); });
addEventListener("keydown", ({ key }) => { if (key === "Escape" && inPocket) wall(false); });
document.getElementById("close").addEventListener("click", close);
root.addEventListener("keydown", keydown);

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

// What lies behind the views cannot be reached.
function cover() {
  root.classList.toggle("open", Boolean(place));
  unit.inert = Boolean(place) && getComputedStyle(root).position === "fixed";
}

const shown = () => place?.view || VIEWS[0].name;

// The browser's own "back" leaves a page of a view, then the view: never the table.
function open(name, page = "", about = null) {
  const here = place;
  if (here?.page && here.view === name && !page) { history.back(); return; }
  const deeper = !here || page;
  const had = document.activeElement;
  const from = page && view.contains(had) ? placeOf(view, had) : "";
  const there = { view: name, page, about, from, depth: (here?.depth || 0) + (deeper ? 1 : 0) };
  history[deeper ? "pushState" : "replaceState"](there, "");
  if (name === "games" && !line.replays) line.call("tell_games"); // as they are now
  show(there);
  view.scrollTop = 0;
}

function close() {
  if (place) history.go(-place.depth);
}

// The focus goes to the page that is opened, and comes back to what opened it.
function show(there) {
  const before = place;
  const within = root.contains(document.activeElement);
  const covered = unit.inert;
  place = there;
  cover();
  draw();
  if (covered && !unit.inert) (opener || unit.querySelector(".tool")).focus();
  else if (!covered && unit.inert) tabs.querySelector('[tabindex="0"]').focus();
  else if (within && place?.page) view.querySelector("h2").focus();
  else if (within && before?.from) atPlace(view, before.from)?.focus();
}

// Who has never said who they are is asked first.
export function askWho() {
  if (!onWall() && !inPocket && preferences.seat === null && table.players().length
    && !table.mySeat() && !place) open("seat");
}

function drawMore() {
  return make("div", { class: "choices" }, VIEWS.filter(({ more }) => more).map(({ name }) =>
    make("button", { class: "choice", key: name, "data-view": name, onclick: () => open(name) }, say(name))));
}

function draw() {
  const tool = document.getElementById("open-seat");
  tool.textContent = table.mySeat() ? table.name(table.mySeat()) : say("seat");
  const actions = state.seat?.actions || [];
  const { auction } = state.seat || {};
  const urgent = actions.some((one) => one.style === "large" && !one.why)
    || (auction && !auction.why && !auction.passed);
  tool.classList.toggle("urgent", Boolean(urgent));
  const visible = onWall() || root.checkVisibility({ visibilityProperty: true });
  watchChances(visible && !document.hidden && shown() === "chances");
  if (!visible) return;
  drawStrip();
  const { name: drawn, draws, stays, more } = onWall() ? WALL : VIEWS.find((one) => one.name === shown());
  const tab = more ? "more" : drawn;
  fill(tabs, VIEWS.filter(({ more }) => !more).map(({ name }) => make("button", {
    role: "tab", key: name, id: `tab-${name}`, "aria-controls": "view",
    "aria-selected": String(name === tab), tabindex: name === tab ? 0 : -1,
    onclick: () => open(name),
  }, say(name))));
  view.setAttribute("aria-labelledby", `tab-${tab}`);
  const key = `${drawn} ${place?.page || ""} ${place?.about ?? ""}`;
  if (stays && view.firstChild?.dataset.at === key) return;
  refill(view, [make("div", { key },
    place?.page || onWall() ? null : make("h2", { class: "unseen" }, say(drawn)), draws(place))]);
  showBoard(view, onWall());
}

// In the pocket Escape leaves it.
function wall(on) {
  if (on) document.documentElement.requestFullscreen?.().catch(() => {}); // without: the window's size
  showWall(on);
  cover();
  draw();
}

Object.assign(views, { draw, open, close, wall });
cover();
