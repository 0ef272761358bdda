// The figures of the local page's engine, under Node: what is done between two looks at the fingers.
//
//     node engine.mjs ENGINE BLAKE2B FOLDER     prints the figures as JSON
//
// FOLDER has the modules in unit/, a save game.keys and the text of a link.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , engine, sums, folder] = process.argv;
const GAMES = 200;
const { loadMicroPython } = await import(pathToFileURL(`${engine}/micropython.mjs`).href);
globalThis.blake2b = (await import(`data:text/javascript,${encodeURIComponent(readFileSync(sums, "utf8"))}`)).blake2b;
const figures = {};
let most = 0;

const pause = (ms = 0) => new Promise((done) => { setTimeout(done, ms); });
const parsed = (text) => JSON.parse(text);

class Page {
  async begin(options, save) {
    this.python = await loadMicroPython({
      url: `${engine}/micropython.wasm`, heapsize: 8 << 20, pystack: 64 << 10, stdout: (line) => console.error(line),
    });
    this.put(`${folder}/unit`, "/unit");
    this.python.FS.mkdir("/saves");
    if (save) this.python.FS.writeFile("/saves/game.keys", readFileSync(`${folder}/game.keys`));
    this.python.runPython("import gc, sys\nsys.path.insert(0, '/unit')\nimport boot");
    this.unit = this.python.pyimport("banquier.page.local_page").start(JSON.stringify({ lang: "fr", demo: false, link: "", ...options }));
    this.slices = [];
  }

  put(from, to) {
    this.python.FS.mkdir(to);
    for (const name of readdirSync(from)) {
      const there = `${from}/${name}`;
      if (statSync(there).isDirectory()) this.put(there, `${to}/${name}`);
      else this.python.FS.writeFile(`${to}/${name}`, readFileSync(there));
    }
  }

  step() {
    const begun = performance.now();
    this.told = parsed(this.unit.step());
    this.slices.push(performance.now() - begun);
    most = Math.max(most, this.python.runPython("gc.mem_alloc()") || 0);
    return this.told;
  }

  call(name, ...args) { return parsed(this.unit.call(name, JSON.stringify(args))); }

  hear(message) { return this.call("hear", JSON.stringify(message)); }

  async press(key, after = 300) {
    this.hear({ t: "down", key });
    this.step();
    await pause(70);
    this.hear({ t: "up", key });
    this.step();
    await pause(after);
    this.step();
  }

  async answer(number) {
    for (;;) {
      const found = this.step().answers.find(([one]) => one === number);
      if (found) return found[1].value;
      await pause();
    }
  }
}

async function timed(name, work) {
  const begun = performance.now();
  await work();
  figures[name] = performance.now() - begun;
}

const game = new Page();
await timed("first news", async () => { await game.begin({}, true); game.step(); });
await pause(3_000);
await game.press("OK", 1_500);
await timed("story", async () => game.answer(game.call("story", "fr").later));
let link = "";
await timed("link made", async () => { link = game.call("link", 0).value; });
if (!link) throw new Error("no link was made");
await timed("chances", async () => {
  game.hear({ t: "chances", shown: true });
  for (let games = 0; games < GAMES; await pause()) games = game.step().news?.chances?.games ?? games;
});
game.hear({ t: "chances", shown: false });
game.slices = [];
const operations = [];
for (let presses = 0, before = game.told.operations; presses < 120; presses++) {
  const from = game.slices.length;
  await game.press(["DES", "ACHAT", "FIN", "OK"][presses % 4], 60);
  if (game.told.operations !== before) operations.push(Math.max(...game.slices.slice(from)));
  before = game.told.operations;
}
operations.sort((a, b) => a - b);
figures["operation, median"] = operations[operations.length >> 1];
figures["operation, 95 %"] = operations[Math.floor(operations.length * 0.95)];

const replay = new Page();
await timed("end of a link", async () => {
  await replay.begin({ link: readFileSync(`${folder}/link`, "utf8") });
  replay.step();
});
replay.slices = [];
await timed("link opened", async () => {
  for (;;) {
    const { news, answers } = replay.step();
    if (answers.length && answers[0][1].why) throw new Error(answers[0][1].why);
    if (news?.replay?.opened === 1) break;
    await pause();
  }
});
figures["longest slice"] = Math.max(...replay.slices);
figures.heap = most / 2 ** 20;
console.log(JSON.stringify(figures));
process.exit(0);
