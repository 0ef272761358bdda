// Beside or behind the unit: a seat, the players, the board, the roll, the story, help, settings.
import { lang, pick, points, say } from "./texts.js";

const NAMES = ["seat", "players", "board", "roll", "story", "help", "settings"];
const POCKET = ["players", "seat", "board", "roll", "story", "games", "help", "settings"];

// An element, its attributes and what is in it.
export function make(tag, attributes = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...inside.filter((part) => part != null));
  return element;
}

export class Views {
  constructor(state, { send, preferences, changed, line }) {
    Object.assign(this, { state, send, preferences, changed, line });
    this.root = document.getElementById("views");
    this.tabs = document.getElementById("tabs");
    this.view = document.getElementById("view");
    this.names = state.facts.mode === "pocket" ? POCKET : NAMES;
    this.shown = this.names[0];
    this.asking = null; // an action whose amount or player is being asked
    for (const button of document.querySelectorAll(".tool[data-view]")) {
      button.addEventListener("click", () => this.open(button.dataset.view));
    }
    addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.root.contains(document.activeElement)) this.close();
    });
  }

  open(name) {
    this.shown = name;
    this.asking = null;
    this.root.classList.add("open");
    this.draw();
    this.view.scrollTop = 0;
  }

  close() {
    this.root.classList.remove("open");
    document.activeElement?.blur();
  }

  get seats() { return this.state.table?.game?.players || []; }

  nameOf(number) {
    if (number === 0) return say("bank");
    return this.state.table?.names[number - 1] || `J${number}`;
  }

  money(amount) { return `${points(amount)}\u00a0${this.state.board?.currency || ""}`.trim(); }

  draw() {
    const seat = this.preferences.seat;
    document.getElementById("open-seat").textContent = seat ? this.nameOf(seat) : say("seat");
    document.getElementById("open-views").textContent = say("views");
    const urgent = this.state.seat?.actions.some((action) => action.large && !action.why);
    document.getElementById("open-seat").classList.toggle("urgent", Boolean(urgent));
    if (!this.root.checkVisibility({ visibilityProperty: true })) return;
    if (this.view.contains(document.activeElement)
        && document.activeElement.matches("input:not([type=checkbox])")) return; // being typed in
    const tabs = this.names.map((name) => make("button", {
      type: "button", role: "tab", "aria-selected": String(name === this.shown),
      onclick: () => this.open(name),
    }, say(name)));
    const close = make("button", {
      type: "button", class: "close", "aria-label": say("close"), onclick: () => this.close(),
    }, "✕");
    this.tabs.replaceChildren(...tabs, close);
    const at = this.view.scrollTop;
    if (this.shown === "story" && this.view.querySelector("iframe")) return;
    this.view.replaceChildren(...[this[this.shown]()].flat().filter(Boolean));
    this.view.scrollTop = at;
  }

  // -- a seat

  seat() {
    if (!this.seats.length) return make("p", {}, say("no_game"));
    const seat = this.preferences.seat;
    if (!seat || !this.state.seat) return this.chooseSeat();
    if (this.asking) return this.askMore();
    const player = this.seats[seat - 1];
    const told = this.state.seat;
    const wealth = make("p", { class: "purse" },
      make("b", {}, this.nameOf(seat)), " ", make("output", {}, this.money(player.cash)));
    const actions = make("div", { class: "actions" }, ...told.actions.map((a) => this.button(a)));
    return [
      wealth, actions,
      told.debts.length && this.list("debts", told.debts.map((debt) =>
        `${this.money(debt.amount)} ${say("to")} ${this.nameOf(debt.to)}`)),
      told.loans.length && make("section", {}, make("h3", {}, say("loans")),
        ...told.loans.map((loan, at) => this.button({
          action: "repay", label: told.repay, why: loan.why,
          amount: loan.cost, asks: [], player: -1, index: at,
          note: `${this.money(loan.amount)}, ${say("passages")} ${loan.passages}`,
        }))),
      told.deeds.length && make("section", {}, make("h3", {}, say("deeds")),
        ...told.deeds.map((d) => this.deed(d))),
      make("form", { class: "row", onsubmit: (event) => {
        event.preventDefault();
        this.send({ t: "name", seat, 
          name: event.target.elements.name.value.replaceAll('"', '').trim() });
        document.activeElement.blur();
      } }, make("label", {}, `${say("name")} `, make("input", {
        name: "name", maxlength: 12, autocomplete: "off",
        value: this.state.table.names[seat - 1] || "",
      })), make("button", { class: "plain" }, "OK")),
      make("button", { type: "button", class: "plain", onclick: () => this.sit(0) },
        say("leave_seat")),
    ];
  }

  sit(seat) {
    this.preferences.set("seat", seat);
    this.send({ t: "sit", seat });
    this.draw();
  }

  chooseSeat() {
    return [make("h3", {}, say("choose_seat")), make("div", { class: "choices" },
      ...this.seats.map((player) => make("button", {
        type: "button", class: "choice", disabled: this.state.table.bots.includes(player.number),
        onclick: () => this.sit(player.number),
      }, make("b", {}, this.nameOf(player.number)), make("span", {},
        this.state.table.bots.includes(player.number) ? say("bot") : this.money(player.cash)))))];
  }

  button(action, square = -1) {
    const why = pick(action.why);
    return make("button", {
      type: "button", class: `action${action.large ? " large" : ""}`, "aria-disabled": String(!!why),
      "data-action": action.action, "data-square": square < 0 ? null : square,
      onclick: () => {
        if (why) return;
        if (action.asks.length) { this.asking = { action, square }; this.draw(); return; }
        const message = { t: "do", action: action.action };
        if (square >= 0) message.square = square;
        if (action.action === "repay") message.amount = action.index;
        this.send(message);
      },
    },
    make("b", {}, pick(action.label), action.amount ? ` ${this.money(action.amount)}` : ""),
    action.player >= 0 ? make("span", {}, this.nameOf(action.player)) : null,
    action.note ? make("span", {}, action.note) : null,
    why ? make("small", {}, why) : null);
  }

  askMore() {
    const { action, square } = this.asking;
    const seat = this.preferences.seat;
    const others = this.seats.filter((p) => p.number !== seat && !p.bankrupt);
    const choose = (name, label, options, onchange = null) => make("label", {}, say(label),
      make("select", { name, onchange }, ...options.map(([value, text]) =>
        make("option", { value }, text))));
    const people = others.map((p) => [p.number, this.nameOf(p.number)]);
    const fields = action.asks.map((ask) => {
      if (ask === "amount") {
        return make("label", {}, say("how_much"), make("input", {
          name: "amount", inputmode: "numeric", pattern: "[0-9]{1,8}", autocomplete: "off",
          required: !action.asks.includes("payer"),
        }));
      }
      if (ask === "payee" || ask === "player") {
        const bank = ask === "payee" ? [[0, say("bank")]] : [];
        const whom = action.action === "sell" || ask === "payee" ? "whom" : "with_whom";
        return choose("player", whom, [...bank, ...people], (event) =>
          this.chooseFrom(event.target.form, Number(event.target.value)));
      }
      if (ask === "good") return choose("square", "good", this.goodsOf(seat));
      if (ask === "their_good") return choose("takes", "their_good", []);
      if (ask === "payer") {
        return choose("payer", "who_pays", [[0, say("nobody")], [seat, this.nameOf(seat)]]);
      }
      return make("p", {}, say("sure"));
    });
    const form = make("form", { class: "ask", onsubmit: (event) => {
      event.preventDefault();
      const message = { t: "do", action: action.action };
      if (square >= 0) message.square = square;
      for (const field of ["amount", "player", "square", "takes", "payer"]) {
        const input = event.target.elements[field];
        if (input?.value) message[field] = Number(input.value);
      }
      document.activeElement.blur();
      this.asking = null;
      this.send(message);
      this.draw();
    } }, make("h3", {}, pick(action.label)), ...fields,
    make("button", { class: "action large" }, make("b", {}, "OK")),
    make("button", { type: "button", class: "plain", onclick: () => {
      this.asking = null;
      this.draw();
    } }, say("cancel")));
    if (people.length) this.chooseFrom(form, people[0][0]);
    return form;
  }

  goodsOf(number) {
    return (this.state.seat.goods[number] || []).map((good) => [good.number, pick(good.name)]);
  }

  // What depends on the other player: that player's deeds and cards, and who adds money.
  chooseFrom(form, number) {
    const options = (list) => list.map(([value, text]) => make("option", { value }, text));
    const { takes, payer } = form.elements;
    if (takes) {
      const goods = this.goodsOf(number);
      takes.replaceChildren(...options(goods.length ? goods : [["", say("no_good")]]));
      form.querySelector(".large").disabled = !goods.length;
    }
    if (payer) {
      const seat = this.preferences.seat;
      payer.replaceChildren(...options([[0, say("nobody")], [seat, this.nameOf(seat)],
        [number, this.nameOf(number)]]));
    }
  }

  deed(deed) {
    const built = deed.houses === 5 ? say("hotel")
      : deed.houses ? `${deed.houses} ${say(deed.houses > 1 ? "houses" : "house")}` : "";
    const marks = [built, deed.mortgaged ? say("mortgaged") : ""].filter(Boolean).join(", ");
    return make("details", { class: `deed g${deed.group}`, "data-square": deed.square,
      open: this.opened === deed.square, ontoggle: (event) => {
        if (event.target.open) this.opened = deed.square;
        else if (this.opened === deed.square) this.opened = null;
      } },
    make("summary", {}, make("b", {}, deed.name), make("span", {}, marks)),
    make("p", { class: "rents" }, `${say("rents")} ${deed.rents.map(points).join(" · ")}`),
    make("div", { class: "actions" }, ...deed.actions.map((a) => this.button(a, deed.square))));
  }

  list(title, lines) {
    return make("section", {}, make("h3", {}, say(title)),
      make("ul", {}, ...lines.map((text) => make("li", {}, text))));
  }

  // -- everybody

  players() {
    const { table, board } = this.state;
    const game = table?.game;
    if (!game || !board) return make("p", {}, say("no_game"));
    const cards = game.players.map((player) => {
      const own = game.squares.map((square, number) => [square, number])
        .filter(([square]) => square[0] === player.number);
      const groups = new Map();
      for (const [square, number] of own) {
        const group = board.squares[number][2];
        groups.set(group, [...(groups.get(group) || []), [square, number]]);
      }
      const marks = [
        player.number === game.turn && !game.winner ? say("turn") : "",
        table.bots.includes(player.number) ? say("bot") : "",
        player.prison ? say("in_prison") : "",
        player.cards.length ? say("prison_card") : "", player.bankrupt ? say("bankrupt") : "",
      ].filter(Boolean).join(", ");
      return make("article", { class: `player${player.bankrupt ? " out" : ""}` },
        make("h3", {}, make("span", { class: "badge" }, `J${player.number}`), " ",
          table.names[player.number - 1] || "", make("output", {}, this.money(player.cash))),
        make("p", { class: "where" }, [board.squares[player.square][0], marks]
          .filter(Boolean).join(" — ")),
        make("p", { class: "lots" }, ...[...groups].sort((a, b) => a[0] - b[0]).flatMap(
          ([group, lots]) => lots.map(([square, number]) => make("span", {
            class: `lot g${group}${square[2] ? " pawned" : ""}`, title: board.squares[number][0],
          }, square[1] === 5 ? "H" : square[1] || "")))),
        ...player.loans.map(([amount, passages]) => make("p", { class: "where" },
          `${say("loan")} ${this.money(amount)}, ${say("passages")} ${passages}`)));
    });
    const debts = game.debts.map(([who, whom, amount]) =>
      `${this.nameOf(who)} ${say("owes")} ${this.money(amount)} ${say("to")} ${this.nameOf(whom)}`);
    const claims = game.claims.map(([tenant, owner, square, amount]) =>
      `${this.nameOf(owner)} : ${this.money(amount)} ${say("from")} ${this.nameOf(tenant)}, ${
        board.squares[square][0]}`);
    return [
      claims.length ? this.list("open_rents", claims) : null,
      debts.length ? this.list("debts", debts) : null,
      ...cards,
      table.bots.length ? make("button", { type: "button", class: "plain",
        onclick: () => this.send({ t: "take over" }) }, say("take_over")) : null,
    ];
  }

  board() {
    const { table, board } = this.state;
    if (!table?.game || !board) return make("p", {}, say("no_game"));
    const here = table.game.players.filter((p) => !p.bankrupt);
    const squares = board.squares.map(([name, kind, group], number) => {
      const [owner, houses, mortgaged] = table.game.squares[number];
      const side = Math.floor(number / 10), step = number % 10;
      const place = [[11, 11 - step], [11 - step, 1], [1, 1 + step], [1 + step, 11]][side];
      const cell = make("div", { class: `square g${group} ${kind}${mortgaged ? " pawned" : ""}`,
        title: owner > 0 ? `${name} — ${this.nameOf(owner)}` : name },
      owner > 0 ? make("i", {}, `${owner}`) : null,
      houses ? make("em", {}, houses === 5 ? "H" : "•".repeat(houses)) : null,
      ...here.filter((p) => p.square === number).map((p) =>
        make("b", { class: "token" }, `${p.number}`)));
      cell.style.gridArea = `${place[0]} / ${place[1]}`;
      return cell;
    });
    const middle = make("div", { class: "middle" }, make("b", {}, board.edition),
      make("span", {}, table.game.dice.join(" · ")));
    return make("div", { class: "board" }, ...squares, middle);
  }

  roll() {
    return make("ol", { class: "roll" }, ...this.state.roll.map(([text, struck]) =>
      make("li", { class: struck ? "struck" : null }, text.trim())).reverse());
  }

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
          ...texts.map((text) => make("p", {}, text)),
          make("table", {}, ...rows.map((cells) =>
            make("tr", {}, ...cells.map((cell) => make("td", {}, cell))))))),
      make("p", {}, say("keyboard")),
    ];
  }

  settings() {
    const toggle = (name, label) => make("label", { class: "row" }, say(label), make("input", {
      type: "checkbox", checked: this.preferences[name],
      onchange: (event) => this.set(name, event.target.checked),
    }));
    const choose = (name, label, options) => make("label", { class: "row" }, say(label), make(
      "select", { onchange: (event) => this.set(name, event.target.value) },
      ...options.map(([value, text]) => make("option", {
        value, selected: this.preferences[name] === value,
      }, text))));
    return [
      toggle("sound", "sound"), toggle("vibration", "vibration"), toggle("awake", "awake"),
      choose("lang", "language", [["", say("auto")], ["fr", "français"], ["en", "English"]]),
      choose("tint", "tint", [["", say("auto")], ["light", say("light")], ["dark", say("dark")],
        ["contrast", say("contrast")]]),
    ];
  }

  set(name, value) {
    this.preferences.set(name, value);
    this.changed();
  }

  games() { return this.line().games?.(this) || null; }
}
