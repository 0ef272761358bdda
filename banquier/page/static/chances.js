// Who is winning: told while the view is shown, and again as it grows surer.
import { badge, make } from "./dom.js";
import { send, state } from "./state.js";
import * as table from "./table.js";
import { lang, say } from "./texts.js";

// Called at each drawing: a change is said once, and again on a new line.
export function watchChances(shown) {
  if (shown !== state.watching) send({ t: "chances", shown });
  state.watching = shown;
}

export const percent = (share) => (100 * share).toLocaleString(lang, {
  minimumFractionDigits: 1, maximumFractionDigits: 1,
});

export function drawChances() {
  const { chances } = state;
  if (!chances?.games) return make("p", { class: "note" }, say("chances_wait"));
  const rows = [...chances.players].sort((a, b) => b.chance - a.chance).map((row) => {
    const [change, margin] = row.change || [];
    const sign = change > 0 ? "+" : "";
    return make("article", { class: "player", key: `chance ${row.number}` },
      make("h3", {}, badge(row.number), " ", table.givenName(row.number),
        make("span", { class: "sum" }, `${percent(row.chance)}\u00a0%`)),
      make("meter", { value: row.chance, class: "chance" }),
      make("p", { class: "where" }, `${percent(row.low)} – ${percent(row.high)}\u00a0%`,
        row.rank ? `, ${say("chances_rank")} ${row.rank.toLocaleString(lang, { maximumFractionDigits: 1 })}` : "",
        row.change ? ` — ${say("chances_sale")} ${sign}${percent(change)} ± ${percent(margin)}` : ""));
  });
  return [...rows,
    make("p", { class: "where", key: "basis" },
      `${chances.games} ${say("chances_games")}`)];
}
