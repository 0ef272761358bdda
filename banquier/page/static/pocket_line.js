// The line to the unit in this browser: a worker. One tab has it; another may take it over.
import { pick } from "./texts.js";
import { make } from "./dom.js";
import { WebKeypad } from "./web_keypad.js";

// A sentence that the unit's side tells in both languages.
const said = (both) => (both ? pick(JSON.parse(both)) : "");

// Milliseconds after the start, when the first questions have been answered.
const IMAGE_AFTER = 5000;
const LOCK = `banquier ${new URL("./", location.href).pathname}`;

export class PocketLine {
  constructor({ heard, trouble, say }) {
    Object.assign(this, { heard, trouble, say });
    this.hello = () => [];
    this.waiting = new Map();
    this.keypad = new WebKeypad({
      say, trouble,
      tell: (message) => this.worker?.postMessage({ keypad: message }),
      changed: () => heard({ v: this.v, keypad: this.keypad.state }),
    });
    this.asked = 0;
    this.version = document.documentElement.dataset.modules; // of runtime and modules together
    this.demo = new URLSearchParams(location.search).has("demo");
    document.getElementById("loading").hidden = false;
    document.getElementById("words").textContent = say("loading");
    if (this.demo) this.open();
    else this.own({ ifAvailable: true });
  }

  // Holds the lock as long as this tab has the unit.
  own(how) {
    if (!navigator.locks) { this.open(); return; }
    navigator.locks.request(LOCK, how, (lock) => {
      if (!lock) { this.offerToTake(); return null; }
      this.open();
      return new Promise(() => {});
    }).catch(() => this.lose());
  }

  offerToTake() {
    document.getElementById("loading").hidden = true;
    this.trouble("other_tab");
    document.getElementById("trouble").append(make("button", {
      type: "button", class: "plain", id: "take", onclick: () => {
        this.trouble("");
        document.getElementById("loading").hidden = false;
        this.own({ steal: true });
      },
    }, this.say("take_here")));
  }

  lose() {
    this.worker?.terminate();
    this.worker = null;
    this.keypad.leave(); // the other tab may want its port
    this.trouble("taken");
  }

  open() {
    const token = crypto.randomUUID?.() || String(Math.random());
    const total = Number(document.documentElement.dataset.bytes);
    const progress = document.getElementById("progress");
    this.worker = new Worker(new URL("pocket_worker.js", import.meta.url), { type: "module" });
    this.worker.onerror = (event) => this.trouble("broken", event.message || "");
    this.worker.onmessage = ({ data }) => {
      if (data.progress) progress.value = Math.min(99, (100 * data.progress) / total);
      if (data.restored) performance.mark("memory image restored");
      if (data.news) this.told(JSON.parse(data.news));
      if (data.broken) this.trouble("broken", data.broken);
      if (data.storage) this.trouble("not_kept");
      if (data.taken) this.lose();
      if (data.keypad) this.keypad.told(data.keypad);
      if (data.answer) {
        this.waiting.get(data.answer)?.(data.value);
        this.waiting.delete(data.answer);
      }
    };
    this.worker.postMessage({ start: { demo: this.demo, token, version: this.version } });
  }

  told(news) {
    this.v = news.v;
    if ("keypad" in news) this.keypad.state = news.keypad;
    const loading = document.getElementById("loading");
    if (!loading.hidden) {
      loading.hidden = true;
      for (const message of this.hello()) this.send(message);
      performance.mark("unit ready");
      navigator.serviceWorker?.register(new URL("../sw.js", import.meta.url));
      navigator.serviceWorker?.ready.then(() => setTimeout(() => this.makeImage(), IMAGE_AFTER));
      navigator.storage?.persist?.();
    }
    this.heard(news);
  }

  // For the next visit: in a worker of its own, so that no key waits.
  makeImage() {
    const worker = new Worker(new URL("image_worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => performance.mark(`memory image ${data}`);
    worker.postMessage(this.version);
  }

  send(message) { this.worker?.postMessage({ say: JSON.stringify(message) }); }

  ask(what, about) {
    const number = ++this.asked;
    return new Promise((resolve) => {
      this.waiting.set(number, resolve);
      this.worker?.postMessage({ ask: what, about, number });
    });
  }

  settings() { return this.keypad.settings(); }

  story(lang) { return this.ask("story", lang); }

  games(views) {
    const { say } = this;
    const games = views.state.games || [];
    const file = make("input", { type: "file", accept: ".keys,text/plain", onchange: async () => {
      const [chosen] = file.files;
      if (!chosen) return;
      const bytes = new Uint8Array(await chosen.arrayBuffer());
      const why = await this.ask("add", { name: chosen.name, bytes });
      this.trouble(why ? "not_a_save" : "", said(why));
      if (!why) views.close();
    } });
    const row = (game) => make("article", { class: "player", "data-game": game.name },
      make("h3", {}, game.name.replace(/\.keys$/, ""),
        make("output", {}, game.playing ? say("this_game") : "")),
      make("p", { class: "where" }, said(game.trouble)
        || `${game.edition}, ${game.players} ${say("players").toLowerCase()}`),
      make("div", { class: "actions" },
        game.playing ? null : make("button", { type: "button", class: "plain", onclick: async () => {
          const why = await this.ask("take_up", game.name);
          this.trouble(why ? "broken" : "", said(why));
          views.close();
        } }, say("take_up")),
        make("button", { type: "button", class: "plain", onclick: () => this.download(game.name) },
          say("save_file")),
        game.playing ? null : make("button", { type: "button", class: "plain",
          onclick: () => this.ask("remove", game.name) }, say("remove"))));
    return [
      make("label", { class: "plain file" }, say("open_file"), file),
      make("button", { type: "button", class: "plain", onclick: async () => {
        await this.ask("take_up", "");
        views.close();
      } }, say("new_game")),
      ...(games.length ? games.map(row) : [make("p", {}, say("no_games"))]),
    ];
  }

  async download(name) {
    const bytes = await this.ask("content", name);
    const link = make("a", { download: name, href: URL.createObjectURL(new Blob([bytes])) });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }
}
