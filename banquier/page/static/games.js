// The games of this browser: taken up, kept as a file, brought from one.
import { make } from "./dom.js";
import { line, state, views } from "./state.js";
import { plain, say } from "./texts.js";
import { trouble } from "./trouble.js";

export function drawGames() {
  if (line.replays) return make("p", {}, say("games_wait"));
  const games = state.games || [];
  const file = make("input", { type: "file", accept: ".keys,text/plain",
    onchange: ({ target }) => add(target.files[0]) });
  return [
    make("label", { class: "plain file" }, say("open_file"), file),
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
      plain("save_file", () => download(name)),
      playing ? null : plain("remove", () => line.call("remove", name))));
}

async function takeUp(name) {
  const why = await line.call("take_up", name);
  trouble(why ? "broken" : "", why);
  views.close();
}

async function add(file) {
  if (!file) return;
  const why = await line.call("add", file.name, new Uint8Array(await file.arrayBuffer()));
  trouble(why ? "not_a_save" : "", why);
  if (!why) views.close();
}

async function download(name) {
  const bytes = await line.call("content", name);
  const link = make("a", { download: name, href: URL.createObjectURL(new Blob([bytes])) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
