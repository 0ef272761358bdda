// Beside or behind the unit: a seat, the players, the board, the roll, the story, help, settings.
import { askChances, drawChances } from "./chances.js";
import { atPlace, fill, make, placeOf, refill } from "./dom.js";
import { Seat } from "./seat.js";
import { Strip } from "./strip.js";
import { BOARD, Table } from "./table.js";
import { lang, pick, points, say } from "./texts.js";
import { drawWall, onWall, showWall } from "./wall.js";

const NAMES = ["seat", "players", "board", "roll", "told", "chances", "story", "help", "settings"];
const POCKET = ["players", "seat", "board", "roll", "told", "chances", "story", "games", "help", "settings"];

export class Views {
  constructor(state, { send, preferences, announcer, changed, line, leave }) {
    Object.assign(this, { state, send, preferences, announcer, changed, line, leave });
    this.unit = document.getElementById("unit");
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
    this.cover();
    for (const button of document.querySelectorAll(".tool[data-view]")) {
      button.addEventListener("click", () => {
        this.opener = button;
        this.open(button.dataset.view);
      });
    }
    addEventListener("popstate", (event) => this.show(event.state?.view ? event.state : null));
    addEventListener("resize", () => { this.cover(); this.draw(); });
    addEventListener("fullscreenchange", () => { if (!document.fullscreenElement) this.showWall(false); });
    addEventListener("keydown", ({ key }) => {
      if (key === "Escape" && state.facts.mode === "pocket") this.showWall(false);
    });
    this.closing = document.getElementById("close");
    this.closing.addEventListener("click", () => this.close());
    this.root.addEventListener("keydown", (event) => this.keydown(event));
  }

  // Escape leaves what is innermost; arrows walk the tabs.
  keydown({ key, target }) {
    if (key === "Escape") {
      if (this.seatView.asking) this.seatView.ask("");
      else if (this.place?.page) history.back();
      else if (this.unit.inert) this.close();
      else this.leave();
    }
    const tabs = [...this.tabs.children];
    const at = tabs.indexOf(target);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 }[key];
    if (at >= 0 && to != null) tabs.at(to % tabs.length).focus();
  }

  // What lies behind the views cannot be reached.
  cover() {
    this.root.classList.toggle("open", Boolean(this.place));
    this.unit.inert = Boolean(this.place) && getComputedStyle(this.root).position === "fixed";
  }

  get shown() { return this.place?.view || this.names[0]; }

  // The browser's own "back" leaves a page of a view, then the view: never the table.
  open(view, page = "", about = null) {
    const here = this.place;
    if (here?.page && here.view === view && !page) { history.back(); return; }
    const deeper = !here || page;
    const had = document.activeElement;
    const from = page && this.view.contains(had) ? placeOf(this.view, had) : "";
    const place = { view, page, about, from, depth: (here?.depth || 0) + (deeper ? 1 : 0) };
    history[deeper ? "pushState" : "replaceState"](place, "");
    if (view === "games") this.line().call?.("tell_games"); // as they are now
    this.show(place);
    this.view.scrollTop = 0;
  }

  close() {
    if (this.place) history.go(-this.place.depth);
  }

  // The focus goes to the page that is opened, and comes back to what opened it.
  show(place) {
    const before = this.place;
    const within = this.root.contains(document.activeElement);
    const covered = this.unit.inert;
    this.place = place;
    this.cover();
    this.draw();
    if (covered && !this.unit.inert) (this.opener || this.unit.querySelector(".tool")).focus();
    else if (!covered && this.unit.inert) this.tabs.querySelector('[tabindex="0"]').focus();
    else if (within && place?.page) this.view.querySelector("h2").focus();
    else if (within && before?.from) atPlace(this.view, before.from)?.focus();
  }

  // Who has never said who they are is asked first.
  askWho() {
    const { preferences, table } = this;
    if (onWall()) return;
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
    const visible = onWall() || this.root.checkVisibility({ visibilityProperty: true });
    askChances(visible && this.shown === "chances", this.send);
    if (!visible) return;
    this.strip.draw();
    if (onWall()) {
      const board = table.game && table.board ? this.plan() : null;
      fill(this.view, drawWall(table, this.state, board, this.announcer.told));
      return;
    }
    const tabs = this.names.map((name) => make("button", {
      type: "button", role: "tab", key: name, id: `tab-${name}`, "aria-controls": "view",
      "aria-selected": String(name === this.shown), tabindex: name === this.shown ? 0 : -1,
      onclick: () => this.open(name),
    }, say(name)));
    fill(this.tabs, tabs);
    this.tabs.setAttribute("aria-label", say("views"));
    this.root.setAttribute("aria-label", say("views"));
    this.closing.setAttribute("aria-label", say("close"));
    this.view.setAttribute("aria-labelledby", `tab-${this.shown}`);
    if (this.shown === "story" && this.view.querySelector("iframe")) return;
    const view = make("div", { key: `${this.shown} ${this.place?.page || ""} ${this.place?.about ?? ""}` },
      this.place?.page ? null : make("h2", { class: "unseen" }, say(this.shown)), this[this.shown]());
    refill(this.view, [view]);
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
          facts.names[player.number - 1] || "",
          make("span", { class: "sum" }, table.money(player.cash))),
        make("p", { class: "where" }, [board.squares[player.square][0], marks]
          .filter(Boolean).join(" — ")),
        make("p", { class: "lots" }, own.map(([square, number]) => make("span", {
          class: `lot g${table.group(number)}${square[2] ? " pawned" : ""}`,
          title: board.squares[number][0], role: "img",
          "aria-label": [board.squares[number][0], this.seatView.state(number)].filter(Boolean).join(", "),
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

  tokens(number) {
    return this.table.game.players.filter((p) => !p.bankrupt && p.square === number).map((p) =>
      make("b", { class: `token p${p.number}` }, String(p.number)));
  }

  // A picture of the board.
  plan(open = () => null) {
    const { table } = this;
    const cells = table.board.squares.map(([name, kind, group], number) => {
      const [owner, houses, mortgaged] = table.game.squares[number];
      const side = Math.floor(number / 10), step = number % 10;
      const place = [[11, 11 - step], [11 - step, 1], [1, 1 + step], [1 + step, 11]][side];
      return make("div", { class: `square g${group} ${kind}${mortgaged ? " pawned" : ""}`,
        title: name, onclick: open(number), style: { "grid-area": `${place[0]} / ${place[1]}` } },
      owner > 0 && make("i", { class: `p${owner}` }, String(owner)),
      houses ? make("em", {}, houses === 5 ? "H" : "•".repeat(houses)) : null, this.tokens(number));
    });
    const middle = make("div", { class: "middle" }, make("b", {}, table.board.edition),
      make("span", {}, table.game.dice.join(" · ")));
    return make("div", { class: "board", "aria-hidden": "true" }, cells, middle);
  }

  // The picture, then the squares by name: each opens its deed.
  board() {
    const { table } = this;
    if (!table.game || !table.board) return make("p", {}, say("no_game"));
    if (this.place?.page === "deed") return this.deed(this.place.about);
    const open = (number) => () => this.open("board", "deed", number);
    const rows = table.board.squares.map(([name, , group, price], number) => {
      const [owner, houses, mortgaged] = table.game.squares[number];
      const state = [owner > 0 ? table.name(owner) : owner === 0 && price ? table.money(price) : "",
        houses === 5 ? say("hotel") : houses ? `${houses} ${say(houses > 1 ? "houses" : "house")}` : "",
        mortgaged ? say("mortgaged") : ""].filter(Boolean).join(", ");
      return make("li", { key: number }, make("button", {
        type: "button", class: `place sheet g${group}`, "data-square": number, onclick: open(number),
      }, make("span", { class: "number" }, String(number)), make("b", {}, name), this.tokens(number),
      make("span", { class: "state" }, state)));
    });
    return [this.plan(open),
      make("ol", { class: "places", start: 0 }, rows)];
  }

  deed(number) {
    const { table } = this;
    const [name, , group, price] = table.board.squares[number];
    const [owner] = table.game.squares[number];
    const mine = owner === table.seat && this.state.seat?.deeds.find((one) => one.square === number);
    return make("section", { class: `card sheet g${group}`, id: "deed" },
      make("h2", { tabindex: -1 }, name),
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
    return make("ol", { class: "roll", lang: "fr" }, this.state.roll.map(([text, struck]) =>
      make("li", { class: struck ? "struck" : null }, text.trim())).reverse());
  }

  // What was told, the newest first.
  told() {
    const ask = (name) => make("button", { type: "button", class: "plain", key: name,
      onclick: () => this.announcer[name]() }, say(name));
    return [ask("again"), ask("possible"), make("ol", { class: "roll", reversed: true },
      this.announcer.told.map(({ text, number }) => make("li", { key: number }, pick(text))).reverse())];
  }

  chances() { return drawChances(this.table, this.state.chances); }

  story() {
    const frame = make("iframe", { class: "story", title: say("story"), sandbox: "" });
    this.line().story ? this.line().story(lang).then((html) => { frame.srcdoc = html; })
      : frame.setAttribute("src", `story?${lang}`);
    const button = make("button", { type: "button", class: "plain", id: "share", key: "share",
      onclick: () => this.line().share(document.getElementById("shared")) }, say("share"));
    return [button, make("p", { class: "where", role: "status", id: "shared" }), frame];
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
      options.map(([value, text, its]) => make("option", {
        value, selected: this.preferences[name] === value, lang: its,
      }, text))));
    const { bots, pace } = this.state.table || {};
    const paces = [["slow", say("slow")], ["normal", say("normal")], ["quick", say("quick")]];
    return [
      bots?.length ? make("label", { class: "row", key: "pace" }, say("pace"), make("select", {
        name: "pace", onchange: (event) => {
          this.preferences.set("pace", event.target.value);
          this.send({ t: "pace", pace: event.target.value });
        },
      }, paces.map(([value, text]) => make("option", { value, selected: pace === value }, text))))
        : null,
      toggle("sound", "sound"), toggle("speak", "speak"), toggle("vibration", "vibration"),
      toggle("awake", "awake"), toggle("letters", "letters"),
      choose("lang", "language", [["", say("auto")], ["fr", "français", "fr"], ["en", "English", "en"]]),
      choose("tint", "tint", [["", say("auto")], ["light", say("light")], ["dark", say("dark")],
        ["contrast", say("contrast")]]),
      this.state.facts.mode === "pocket" ? make("button", { type: "button", class: "plain", key: "wall",
        onclick: () => {
          this.showWall(true);
          document.documentElement.requestFullscreen?.().catch(() => {}); // without: the window's size
        } }, say("full_screen")) : null,
      this.line().settings?.(),
    ];
  }

  // In the pocket Escape leaves it.
  showWall(on) {
    showWall(on);
    this.cover();
    fill(this.view, []);
    this.draw();
  }

  set(name, value) {
    this.preferences.set(name, value);
    this.changed();
    if (name === "speak") this.announcer.switched();
  }

  games() { return this.line().games?.(this) || null; }
}
