// Beside or behind the unit: a seat, the players, the board, the roll, the story, help, settings.
import { askChances, drawChances } from "./chances.js";
import { fill, make } from "./dom.js";
import { Seat } from "./seat.js";
import { Strip } from "./strip.js";
import { BOARD, Table } from "./table.js";
import { lang, points, say } from "./texts.js";

const NAMES = ["seat", "players", "board", "roll", "chances", "story", "help", "settings"];
const POCKET = ["players", "seat", "board", "roll", "chances", "story", "games", "help", "settings"];

export class Views {
  constructor(state, { send, preferences, changed, line }) {
    Object.assign(this, { state, send, preferences, changed, line });
    this.root = document.getElementById("views");
    this.tabs = document.getElementById("tabs");
    this.view = document.getElementById("view");
    this.names = state.facts.mode === "pocket" ? POCKET : NAMES;
    this.table = new Table(state);
    this.strip = new Strip(this.table, { send });
    this.seatView = new Seat(this.table, {
      send, preferences, redraw: () => this.draw(), open: (name, page) => this.open(name, page),
    });
    this.place = history.state?.view ? history.state : null; // null: the unit
    this.root.classList.toggle("open", Boolean(this.place));
    for (const button of document.querySelectorAll(".tool[data-view]")) {
      button.addEventListener("click", () => this.open(button.dataset.view));
    }
    addEventListener("popstate", (event) => this.show(event.state?.view ? event.state : null));
    addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.root.contains(document.activeElement)) this.close();
    });
  }

  get shown() { return this.place?.view || this.names[0]; }

  // The browser's own "back" leaves a page of a view, then the view: never the table.
  open(view, page = "", about = null) {
    const here = this.place;
    if (here?.page && here.view === view && !page) { history.back(); return; }
    const deeper = !here || page;
    const place = { view, page, about, depth: (here?.depth || 0) + (deeper ? 1 : 0) };
    history[deeper ? "pushState" : "replaceState"](place, "");
    if (view === "games") this.line().ask?.("games"); // as they are now
    this.show(place);
    this.view.scrollTop = 0;
  }

  close() {
    if (this.place) history.go(-this.place.depth);
    document.activeElement?.blur();
  }

  show(place) {
    this.place = place;
    this.root.classList.toggle("open", Boolean(place));
    this.draw();
  }

  // Who has never said who they are is asked first.
  askWho() {
    const { preferences, table } = this;
    if (this.state.facts.mode === "table" && preferences.seat === null && table.seats.length
      && !table.seat && !this.place) this.open("seat");
  }

  draw() {
    const { table } = this;
    const tool = document.getElementById("open-seat");
    const own = this.state.own || {};
    tool.textContent = table.seat ? table.name(table.seat) : say("seat");
    document.getElementById("open-views").textContent = say("views");
    const actions = this.state.seat?.actions || [];
    const { auction } = this.state.seat || {};
    const urgent = actions.some((one) => one.style === "large" && !one.why)
      || (auction && !auction.why && !auction.passed) || own.asked;
    tool.classList.toggle("urgent", Boolean(urgent));
    const visible = this.root.checkVisibility({ visibilityProperty: true });
    askChances(visible && this.shown === "chances", this.send);
    if (!visible) return;
    this.strip.draw();
    const tabs = this.names.map((name) => make("button", {
      type: "button", role: "tab", key: name, "aria-selected": String(name === this.shown),
      onclick: () => this.open(name),
    }, say(name)));
    const close = make("button", {
      type: "button", class: "close", key: "close", "aria-label": say("close"),
      onclick: () => this.close(),
    }, "✕");
    fill(this.tabs, [...tabs, close]);
    if (this.shown === "story" && this.view.querySelector("iframe")) return;
    const view = make("div", { key: `${this.shown} ${this.place?.page || ""} ${this.place?.about ?? ""}` },
      this[this.shown]());
    fill(this.view, [view]);
  }

  seat() {
    return this.place?.page === "bargain" ? this.seatView.drawBargain() : this.seatView.draw();
  }

  list(title, lines) {
    return make("section", { key: title }, make("h3", {}, say(title)),
      make("ul", {}, lines.map((text) => make("li", {}, text))));
  }

  // -- everybody

  players() {
    const { table } = this;
    const { game, board } = table;
    const facts = this.state.table;
    if (!game || !board) return make("p", {}, say("no_game"));
    const cards = game.players.map((player) => {
      const own = game.squares.map((square, number) => [square, number])
        .filter(([square]) => square[0] === player.number)
        .sort((a, b) => table.group(a[1]) - table.group(b[1]));
      const marks = [
        player.number === game.turn && !game.winner ? say("turn") : "",
        facts.bots.includes(player.number) ? say("bot") : "",
        player.prison ? say("in_prison") : "",
        player.cards.length ? say("prison_card") : "", player.bankrupt ? say("bankrupt") : "",
      ].filter(Boolean).join(", ");
      return make("article", { class: `player${player.bankrupt ? " out" : ""}`, key: player.number },
        make("h3", {}, make("span", { class: `badge p${player.number}` }, `J${player.number}`), " ",
          facts.names[player.number - 1] || "", make("output", {}, table.money(player.cash))),
        make("p", { class: "where" }, [board.squares[player.square][0], marks]
          .filter(Boolean).join(" — ")),
        make("p", { class: "lots" }, own.map(([square, number]) => make("span", {
          class: `lot g${table.group(number)}${square[2] ? " pawned" : ""}`,
          title: board.squares[number][0], role: "img", "aria-label": board.squares[number][0],
        }, square[1] === 5 ? "H" : square[1] ? String(square[1]) : ""))),
        player.loans.map(([amount, passages]) => make("p", { class: "where" },
          `${say("loan")} ${table.money(amount)}, ${say("passages")} ${passages}`)));
    });
    const debts = game.debts.map(([who, whom, amount]) =>
      `${table.name(who)} ${say("owes")} ${table.money(amount)} ${say("to")} ${table.name(whom)}`);
    const claims = game.claims.map(([tenant, owner, square, amount]) =>
      `${table.name(owner)} : ${table.money(amount)} ${say("from")} ${table.name(tenant)}, ${
        board.squares[square][0]}`);
    return [
      claims.length ? this.list("open_rents", claims) : null,
      debts.length ? this.list("debts", debts) : null,
      ...cards,
      facts.bots.length ? make("button", { type: "button", class: "plain", key: "take over",
        onclick: () => this.send({ t: "take over" }) }, say("take_over")) : null,
    ];
  }

  // A picture of the board, then its squares by name: each opens its deed.
  board() {
    const { table } = this;
    if (!table.game || !table.board) return make("p", {}, say("no_game"));
    if (this.place?.page === "deed") return this.deed(this.place.about);
    const here = table.game.players.filter((p) => !p.bankrupt);
    const tokens = (number) => here.filter((p) => p.square === number).map((p) =>
      make("b", { class: `token p${p.number}` }, String(p.number)));
    const open = (number) => () => this.open("board", "deed", number);
    const cells = table.board.squares.map(([name, kind, group], number) => {
      const [owner, houses, mortgaged] = table.game.squares[number];
      const side = Math.floor(number / 10), step = number % 10;
      const place = [[11, 11 - step], [11 - step, 1], [1, 1 + step], [1 + step, 11]][side];
      return make("div", { class: `square g${group} ${kind}${mortgaged ? " pawned" : ""}`,
        title: name, onclick: open(number), style: { "grid-area": `${place[0]} / ${place[1]}` } },
      owner > 0 && make("i", { class: `p${owner}` }, String(owner)),
      houses ? make("em", {}, houses === 5 ? "H" : "•".repeat(houses)) : null, tokens(number));
    });
    const middle = make("div", { class: "middle" }, make("b", {}, table.board.edition),
      make("span", {}, table.game.dice.join(" · ")));
    const rows = table.board.squares.map(([name, , group, price], number) => {
      const [owner, houses, mortgaged] = table.game.squares[number];
      const state = [owner > 0 ? table.name(owner) : owner === 0 && price ? table.money(price) : "",
        houses === 5 ? say("hotel") : houses ? `${houses} ${say(houses > 1 ? "houses" : "house")}` : "",
        mortgaged ? say("mortgaged") : ""].filter(Boolean).join(", ");
      return make("li", { key: number }, make("button", {
        type: "button", class: `place sheet g${group}`, "data-square": number, onclick: open(number),
      }, make("span", { class: "number" }, String(number)), make("b", {}, name), tokens(number),
      make("span", { class: "state" }, state)));
    });
    return [make("div", { class: "board", "aria-hidden": "true" }, cells, middle),
      make("ol", { class: "places", start: 0 }, rows)];
  }

  deed(number) {
    const { table } = this;
    const [name, , group, price] = table.board.squares[number];
    const [owner] = table.game.squares[number];
    const mine = owner === table.seat && this.state.seat?.deeds.find((one) => one.square === number);
    return make("section", { class: `card sheet g${group}`, id: "deed" },
      make("h2", {}, name),
      group >= 0 ? make("p", {}, [owner > 0 ? table.fullName(owner) : say("bank"),
        this.seatView.state(number)].filter(Boolean).join(" — "))
        : price ? make("p", {}, table.money(price)) : null,
      this.seatView.facts(number),
      mine && make("div", { class: "actions" },
        mine.actions.map((action) => this.seatView.button(action))),
      make("button", { type: "button", class: "plain", key: "back", onclick: () => history.back() },
        say("go_back")));
  }

  roll() {
    return make("ol", { class: "roll" }, this.state.roll.map(([text, struck]) =>
      make("li", { class: struck ? "struck" : null }, text.trim())).reverse());
  }

  chances() { return drawChances(this.table, this.state.chances); }

  story() {
    const frame = make("iframe", { class: "story", title: say("story"), sandbox: "" });
    this.line().story ? this.line().story(lang).then((html) => { frame.srcdoc = html; })
      : frame.setAttribute("src", `story?${lang}`);
    return frame;
  }

  help() {
    const { sections, rules } = this.state.facts.help[lang];
    const own = rules[this.state.board?.edition];
    return [
      ...[...sections.slice(0, 1), ...(own ? [own] : []), ...sections.slice(1)].map(
        ({ title, texts, rows }) => make("section", { class: "help" }, make("h3", {}, title),
          texts.map((text) => make("p", {}, text)),
          make("table", {}, make("tbody", {}, rows.map((cells) =>
            make("tr", {}, cells.map((cell) => make("td", {}, cell)))))))),
      make("p", {}, say("keyboard")),
    ];
  }

  settings() {
    const toggle = (name, label) => {
      const box = make("input", { type: "checkbox",
        onchange: (event) => this.set(name, event.target.checked) });
      box.checked = this.preferences[name];
      return make("label", { class: "row", key: name }, say(label), box);
    };
    const choose = (name, label, options) => make("label", { class: "row", key: name }, say(label), make(
      "select", { onchange: (event) => this.set(name, event.target.value) },
      options.map(([value, text]) => make("option", {
        value, selected: this.preferences[name] === value,
      }, text))));
    const { bots, pace } = this.state.table || {};
    const paces = [["slow", say("slow")], ["normal", say("normal")], ["quick", say("quick")]];
    return [
      bots?.length ? make("label", { class: "row", key: "pace" }, say("pace"), make("select", {
        name: "pace", onchange: (event) => this.send({ t: "pace", pace: event.target.value }),
      }, paces.map(([value, text]) => make("option", { value, selected: pace === value }, text))))
        : null,
      toggle("sound", "sound"), toggle("vibration", "vibration"), toggle("awake", "awake"),
      choose("lang", "language", [["", say("auto")], ["fr", "français"], ["en", "English"]]),
      choose("tint", "tint", [["", say("auto")], ["light", say("light")], ["dark", say("dark")],
        ["contrast", say("contrast")]]),
      this.line().settings?.(),
    ];
  }

  set(name, value) {
    this.preferences.set(name, value);
    this.changed();
  }

  games() { return this.line().games?.(this) || null; }
}
