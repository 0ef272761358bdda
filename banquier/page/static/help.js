// The help: the texts of F1, with the rules of the edition in play.
import { make } from "./dom.js";
import { facts, state } from "./state.js";
import { lang, say } from "./texts.js";

export function drawHelp() {
  const { sections, rules } = facts.help[lang];
  const own = rules[state.board?.edition];
  return [
    ...[...sections.slice(0, 1), ...(own ? [own] : []), ...sections.slice(1)].map(
      ({ title, texts, rows }) => make("section", { class: "help" }, make("h3", {}, title),
        texts.map((text) => make("p", {}, text)),
        make("table", {}, make("tbody", {}, rows.map((cells) =>
          make("tr", {}, cells.map((cell) => make("td", {}, cell)))))))),
    make("p", {}, say("keyboard")),
  ];
}
