// The games of this browser: taken up, kept as a file, brought from one.
import { make } from "./dom.js";
import { download, fileButton } from "./files.js";
import { line, state, views } from "./state.js";
import { plain, say } from "./texts.js";
import { trouble } from "./trouble.js";

export function drawGames() {
  if (line.replays) return make("p", {}, say("games_wait"));
  const games = state.games || [];
  return [
    fileButton(add),
    plain("new_game", () => takeUp("")),
    ...(games.length ? games.map(row) : [make("p", {}, say("no_games"))]),
  ];
}

function row({ name, playing, trouble: why, edition, players }) {
  return make("article", { class: "player", key: name, "data-game": name },
    make("h3", {}, name.replace(/\.keys$/, ""),
      make("span", { class: "sum" }, playing ? say("this_game") : "")),
    make("p", { class: "where" }, why || `${edition}, ${players} ${say("players").toLowerCase()}`),
    make("div", { class: "actions" },
      playing ? null : plain("take_up", () => takeUp(name)),
      plain("save_file", async () => download(name, await line.call("content", name))),
      playing ? null : plain("remove", () => line.call("remove", name))));
}

// Of a call that opens a game; what it answers is why it could not.
async function play(wrong, ...called) {
  const why = await line.call(...called);
  trouble(why ? wrong : "", why);
  if (!why) views.close();
}

const takeUp = (name) => play("broken", "take_up", name);
const add = async (file) => play("not_a_save", "add", file.name, new Uint8Array(await file.arrayBuffer()));
