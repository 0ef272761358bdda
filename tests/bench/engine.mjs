// The figures of the local page's engine, under Node: what is done between two looks at the fingers.
//
//     node engine.mjs ENGINE BLAKE2B FOLDER PART     prints the figures of a part below as JSON
//
// FOLDER has the modules in unit/, saves game.keys and longer.keys, and the text of a link.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , engine, sums, folder, part] = process.argv;
const GAMES = 200;
const { loadMicroPython } = await import(pathToFileURL(`${engine}/micropython.mjs`).href);
globalThis.blake2b = (await import(`data:text/javascript,${encodeURIComponent(readFileSync(sums, "utf8"))}`)).blake2b;
const figures = {};
const slices = [];
let heap = 0, stage = "";

// Milliseconds of the processor in this thread: others may want some too, as the engine's compiler.
const spent = () => process.threadCpuUsage().user / 1000;
const pause = (ms = 0) => new Promise((done) => { setTimeout(done, ms); });

class Page {
  async begin(options, save) {
    this.python = await loadMicroPython({
      url: `${engine}/micropython.wasm`, heapsize: 8 << 20, pystack: 64 << 10, stdout: (line) => console.error(line),
    });
    this.put(`${folder}/unit`, "/unit");
    this.python.FS.mkdir("/saves");
    if (save) this.python.FS.writeFile("/saves/game.keys", readFileSync(`${folder}/${save}`));
    this.python.runPython("import gc, sys\ngc.threshold(1 << 20)\nsys.path.insert(0, '/unit')\nimport boot");
    this.gc = this.python.pyimport("gc");
    const begun = spent();
    this.unit = this.python.pyimport("banquier.page.local_page").start(JSON.stringify({ lang: "fr", demo: false, link: "", ...options }));
    slices.push([`${stage}: start`, spent() - begun]);
    for (;;) if (this.step().news) return;
  }

  put(from, to) {
    this.python.FS.mkdir(to);
    for (const name of readdirSync(from)) {
      const there = `${from}/${name}`;
      if (statSync(there).isDirectory()) this.put(there, `${to}/${name}`);
      else this.python.FS.writeFile(`${to}/${name}`, readFileSync(there));
    }
  }

  slice(what, ...called) {
    const begun = spent();
    const answer = JSON.parse(this.unit[what === "step" ? "step" : "call"](...called));
    slices.push([`${stage}: ${what}`, spent() - begun]);
    if (slices.length % 20 === 0) heap = Math.max(heap, this.gc.mem_alloc());
    return answer;
  }

  step() { return this.told = this.slice("step"); }

  call(name, ...args) { return this.slice(name, name, JSON.stringify(args)); }

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

  async answer({ later, value }) {
    while (later) {
      const answered = this.step().answers.find(([number]) => number === later);
      if (answered) return answered[1].value;
      await pause();
    }
    return value;
  }
}

async function timed(name, work) {
  stage = name;
  const begun = spent();
  await work();
  figures[name] = spent() - begun;
}

// One to a process: the engine keeps its proxies of Python's objects in globals of JavaScript.
const page = new Page();
const parts = {
  async empty() {
    await timed("first glass", () => page.begin({}));
  },

  async opened() {
    await timed("game of 700 opened", () => page.begin({}, "longer.keys"));
    await page.answer(page.call("take_up", "", true));
  },

  async game() {
    await page.begin({}, "game.keys");
    await pause(3_000);
    await page.press("OK", 1_500);
    await timed("story", () => page.answer(page.call("story", "fr")));
    let link = "";
    await timed("link made", async () => { link = await page.answer(page.call("link", 0)); });
    if (!link) throw new Error("no link was made");
    await timed("chances", async () => {
      page.hear({ t: "chances", shown: true });
      for (let games = 0; games < GAMES; await pause()) games = page.step().news?.chances?.games ?? games;
    });
    page.hear({ t: "chances", shown: false });
    const operations = [];
    stage = "operation";
    for (let presses = 0, before = page.told.operations; presses < 120; presses++) {
      const from = slices.length;
      await page.press(["DES", "ACHAT", "FIN", "OK"][presses % 4], 60);
      if (page.told.operations !== before) operations.push(Math.max(...slices.slice(from).map(([, ms]) => ms)));
      before = page.told.operations;
    }
    operations.sort((a, b) => a - b);
    figures["operation, median"] = operations[operations.length >> 1];
    figures["operation, 95 %"] = operations[Math.floor(operations.length * 0.95)];
  },

  async replay() {
    await timed("end of a link", () => page.begin({ link: readFileSync(`${folder}/link`, "utf8") }));
    await timed("link opened", async () => {
      for (;;) {
        const { news, answers } = page.step();
        if (answers.length && answers[0][1].why) throw new Error(answers[0][1].why);
        if (news?.replay?.opened === 1 && news.replay.first >= 0 && page.unit._replay) break;
        await pause();
      }
    });
    page.python.runPython(`
def play(played):
    for _ in range(50):
        if not played.over:
            played.run(played.next_event())
    return played.over
`);
    const play = page.python.globals.get("play");
    const played = page.unit._replay._playback(), first = played.unit.tick;
    await timed("replay", async () => { while (!play(played)) await pause(); });
    figures.replay = (played.unit.tick - first) / 32.768 / figures.replay;
  },
};
await parts[part]();
const [longest] = slices.sort(([, a], [, b]) => b - a);
figures["longest slice"] = longest[1];
figures.heap = heap / 2 ** 20;
console.error(slices.slice(0, 4).map(([what, ms]) => `${what} ${ms.toFixed()}`).join(", "));
console.log(JSON.stringify(figures));
