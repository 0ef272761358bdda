// Where an evening begins on this screen: the two ways to play, the last one first, and the game that was
// left. Either way the unit is the same, and the other view is one tap away.
import { make, parse, refill } from "./dom.js";
import { line, open, prefer, preferences, redraw, send, state, views } from "./state.js";
import { day, plain, say } from "./texts.js";

const WAYS = [["unit", "way_unit", "way_unit_is"], ["seat", "way_seat", "way_seat_is"]];
const root = make("section", { class: "begin", id: "begin", role: "dialog", "aria-labelledby": "begin-title" });

export let begins = false; // a choice is waited for: nothing behind it can be reached

const isLeft = () => state.moment?.kind === "resume";

// The unit has been switched on: a game was left, or nobody has chosen yet.
export function begin() {
  begins = isLeft() || !preferences.way;
  if (!begins) { show(preferences.way); return; }
  document.querySelector("main").append(root);
  redraw();
  root.querySelector("button").focus();
}

export function drawBegin() {
  if (!begins) return;
  const left = isLeft() && (state.games || []).find(({ playing }) => playing);
  const ways = WAYS.toSorted(([way]) => (way === preferences.way ? -1 : 1));
  refill(root, [make("div", { key: "ways" },
    make("h2", { id: "begin-title", tabindex: -1 }, left ? say("go_on_with", playersOf(left)) : say("begin")),
    left && make("p", { key: "left" }, standing(left)),
    ways.map(([way, name, more]) => make("button", { class: "way p1", key: way, "data-way": way, onclick: () => choose(way) },
      parse(state.pictures[`way_${way}`]), make("b", {}, say(name)), make("span", {}, say(more)))),
    left && plain("new_game", startNew))]);
}

// Of a game in the list: who plays, and how it stands.
export function playersOf({ name, names, players }) {
  if (!players) return name.replace(/\.keys$/, "");
  if (!Object.keys(names).length) return say("of_players", players);
  return [...Array(players)].map((_, at) => names[at + 1] || `J${at + 1}`).join(", ");
}

export function standing({ changed, edition, leader, winner, names }) {
  const first = winner || leader;
  const stands = first && say(winner ? "has_won" : "leads", names[first] || `J${first}`);
  return [day(changed), edition, stands].filter(Boolean).join(", ");
}

function choose(way) {
  prefer("way", way);
  if (isLeft()) for (const t of ["down", "up"]) send({ t, key: "OK" });
  end();
}

async function startNew() {
  await line.call("take_up", [""]);
  if (preferences.way) end();
}

function end() {
  begins = false;
  root.remove();
  views.draw();
  show(preferences.way);
}

function show(way) {
  if (way === "seat") open("seat");
  else views.close();
}
