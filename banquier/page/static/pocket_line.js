// The line to the unit in this browser: a worker. One tab has it; another may take it over.
import { pick } from "./texts.js";
import { make } from "./dom.js";
import { GAME, Replay, opened } from "./replay.js";
import { share } from "./share.js";
import { WebKeypad } from "./web_keypad.js";

// Of the page that was here last: a new one is told of, once.
const KEPT = `banquier version ${new URL("./", location.href).pathname}`;

function isNew(version) {
  try {
    const before = localStorage.getItem(KEPT);
    localStorage.setItem(KEPT, version);
    return Boolean(before) && before !== version;
  } catch { return false; }
}

// Milliseconds after the start, when the first questions have been answered.
const IMAGE_AFTER = 5000;
const LOCK = `banquier ${new URL("./", location.href).pathname}`;

export class PocketLine {
  constructor({ heard, trouble, say }) {
    Object.assign(this, { heard, trouble, say });
    this.hello = () => [];
    this.waiting = new Map(); // number of a call -> what waits for its answer
    this.keypad = new WebKeypad({
      say, trouble,
      call: (...call) => this.call(...call),
      changed: () => heard({ v: this.v, keypad: this.keypad.state }),
    });
    this.called = 0;
    this.version = document.documentElement.dataset.modules; // of runtime and modules together
    this.demo = new URLSearchParams(location.search).has("demo");
    Object.assign(this, opened());
    addEventListener("hashchange", () => location.hash.startsWith(GAME) && location.reload());
    document.getElementById("loading").hidden = false;
    document.getElementById("words").textContent = say("loading");
    this.replays = Boolean(this.link) && !this.goesOn;
    if (this.replays) this.replay = new Replay({ call: (...call) => this.call(...call) });
    if (this.demo || this.replays) this.open();
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
    document.getElementById("told").append(make("button", {
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

  async open() {
    const token = crypto.randomUUID?.() || String(Math.random());
    const total = Number(document.documentElement.dataset.bytes);
    const progress = document.getElementById("progress");
    this.worker = new Worker(new URL("pocket_worker.js", import.meta.url), { type: "module" });
    this.worker.onerror = (event) => this.trouble("broken", event.message || "");
    this.worker.onmessage = ({ data }) => {
      if (data.unpacked) progress.value = 100 * data.unpacked;
      if (data.progress) progress.value = Math.min(99, (100 * data.progress) / total);
      if (data.restored) performance.mark("memory image restored");
      if (data.news) this.told(JSON.parse(data.news));
      if (data.broken) this.trouble("broken", data.broken);
      if (data.storage) this.trouble("not_kept");
      if (data.taken) this.lose();
      if (data.keypad) this.keypad.told(data.keypad);
      if (data.number) this.answered(data);
    };
    const link = this.replays ? this.link : "";
    const why = await this.call("start", { demo: this.demo, token, version: this.version, link });
    if (why) this.refuse(why);
  }

  // A call of the unit's side by its name. An error is told by main.js, where nobody catches it.
  call(name, ...args) {
    const number = ++this.called;
    this.worker?.postMessage({ number, name, args });
    return new Promise((done, failed) => this.waiting.set(number, { done, failed }));
  }

  answered({ number, value, error }) {
    const { done, failed } = this.waiting.get(number);
    this.waiting.delete(number);
    if (error === undefined) done(value);
    else failed(new Error(error));
  }

  // A link that is none: the way out is the page without it.
  refuse(why) {
    document.getElementById("loading").hidden = true;
    document.getElementById("words").textContent = "";
    this.replay.root.replaceChildren(
      make("p", { class: "refused", id: "checked", role: "alert" }, pick(why)),
      make("button", { type: "button", class: "plain", id: "my-games",
        onclick: () => location.assign(location.pathname) }, this.say("my_games")));
  }

  async playOn() {
    const why = await this.call("from_link", this.link);
    history.replaceState(null, "", location.pathname + location.search);
    this.trouble(why ? "broken" : "", pick(why));
  }

  told(news) {
    this.v = news.v;
    if ("keypad" in news) this.keypad.state = news.keypad;
    this.replay?.told(news);
    const loading = document.getElementById("loading");
    if (!loading.hidden) {
      loading.hidden = true;
      for (const message of this.hello()) this.send(message);
      if (this.goesOn) this.playOn();
      performance.mark("unit ready");
      if (isNew(document.documentElement.dataset.version)) this.trouble("new_version");
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

  // A key on a unit that is not there yet is lost.
  send(message) { if (this.v) this.call("hear", JSON.stringify(message)); }

  settings() { return this.keypad.settings(); }

  story(lang) { return this.call("story", lang); }

  async share(status) {
    const game = await this.call("link", this.replay?.state.at || 0);
    share(game && location.origin + location.pathname + game, status);
  }

  games(views) {
    const { say } = this;
    if (this.replays) return make("p", {}, say("games_wait"));
    const games = views.state.games || [];
    const file = make("input", { type: "file", accept: ".keys,text/plain", onchange: async () => {
      const [chosen] = file.files;
      if (!chosen) return;
      const bytes = new Uint8Array(await chosen.arrayBuffer());
      const why = await this.call("add", chosen.name, bytes);
      this.trouble(why ? "not_a_save" : "", pick(why));
      if (!why) views.close();
    } });
    const row = (game) => make("article", { class: "player", key: game.name, "data-game": game.name },
      make("h3", {}, game.name.replace(/\.keys$/, ""),
        make("span", { class: "sum" }, game.playing ? say("this_game") : "")),
      make("p", { class: "where" }, pick(game.trouble)
        || `${game.edition}, ${game.players} ${say("players").toLowerCase()}`),
      make("div", { class: "actions" },
        game.playing ? null : make("button", { type: "button", class: "plain", key: "take up", onclick: async () => {
          const why = await this.call("take_up", game.name);
          this.trouble(why ? "broken" : "", pick(why));
          views.close();
        } }, say("take_up")),
        make("button", { type: "button", class: "plain", key: "save", onclick: () => this.download(game.name) },
          say("save_file")),
        game.playing ? null : make("button", { type: "button", class: "plain", key: "remove",
          onclick: () => this.call("remove", game.name) }, say("remove"))));
    return [
      make("label", { class: "plain file" }, say("open_file"), file),
      make("button", { type: "button", class: "plain", key: "new", onclick: async () => {
        await this.call("take_up", "");
        views.close();
      } }, say("new_game")),
      ...(games.length ? games.map(row) : [make("p", {}, say("no_games"))]),
    ];
  }

  async download(name) {
    const bytes = await this.call("content", name);
    const link = make("a", { download: name, href: URL.createObjectURL(new Blob([bytes])) });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }
}
