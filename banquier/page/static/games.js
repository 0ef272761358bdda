// The games of this browser: taken up, kept as a file, brought from one, or from a link.
import { begin, playersOf, standing } from "./begin.js";
import { rowForm } from "./buttons.js";
import { make } from "./dom.js";
import { download, fileButton } from "./files.js";
import { LAST, chooseEdition } from "./new_game.js";
import { GAME } from "./replay.js";
import { line, open, state, views } from "./state.js";
import { plain, say } from "./texts.js";
import { trouble } from "./trouble.js";

export function drawGames() {
  if (line.replays) return make("p", {}, say("games_wait"));
  const games = state.games || [];
  return [
    plain("new_game", () => open("new_game")),
    fileButton(add),
    rowForm("from-link", say("from_link"), make("input", { name: "link", autocomplete: "off", required: true }), goTo),
    ...(games.length ? games.map(row) : [make("p", {}, say("no_games"))]),
  ];
}

function row(game) {
  const { name, playing, trouble: why } = game;
  return make("article", { class: "player", key: name, "data-game": name },
    make("h3", {}, playersOf(game), make("span", { class: "sum" }, playing ? say("this_game") : "")),
    make("p", { class: "where" }, why || standing(game)),
    make("div", { class: "actions" },
      playing ? null : plain("take_up", () => takeUp(name)),
      plain("save_file", async () => download(name, (await line.call("content", [name])).value)),
      playing ? null : plain("remove", () => line.call("remove", [name]))));
}

// Open a game by this call, whose answer says why it cannot be opened, or something about its save.
async function play(wrong, ...called) {
  const { value, why } = await line.call(...called);
  trouble(why ? wrong : value ? "about_game" : "", why || value);
  if (!why) views.close();
  return !why;
}

const takeUp = (name) => play("broken", "take_up", [name, true]);

async function add(file) {
  const content = new Uint8Array(await file.arrayBuffer());
  if (file.name.endsWith(".toml")) { // an edition: the sheet of a new game opens with it
    const { why } = await line.call("add", [file.name], content);
    trouble(why ? "broken" : "", why);
    if (why) return;
    chooseEdition(LAST);
    open("new_game");
    return;
  }
  if (await play("not_a_save", "add", [file.name], content)) begin();
}

// The part of a link from "#g=" on, or the whole link: the page begins again, and replays it.
function goTo({ elements }) {
  const [, game] = elements.link.value.split(GAME);
  if (game) location.hash = GAME + game.trim();
  else trouble("no_link");
}

// A file that is dropped anywhere on the page is one more game.
export function watchDrops() {
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file && !line.replays) add(file);
  });
}
