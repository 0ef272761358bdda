// The unit of the local page: MicroPython in WebAssembly, and the emulator's own modules in it. A classic
// script behind the engine's own; the page runs it in a worker, or in itself where it gets none.
//
// The first message contains files and games, and starts the unit; its answer is that of the job that
// opens a game. Each later one is a call of the Python side by its name, { name, args, bytes }, with a
// port for the answer: { value }, { why } (one sentence), or { error }; what takes long is answered by a
// later step. All else comes by itself: { news, keypad, kept, operations }, or { broken }.
const HEAP = 8 << 20, STACK = 64 << 10;
const GARBAGE = 1 << 20; // bytes after which the engine collects: by itself, it does so behind each call
const FIRST = 1; // the job that opens a game or a link
const GIVEN = "/given", KEPT = "/kept"; // bytes of a call and of its answer; bytes to be stored

function runUnit(port) {
  let python, unit, timer;
  const later = new Map(); // number -> port

  async function start({ files, games, options }) {
    const engine = files.get("micropython.wasm");
    python = await loadMicroPython({ wasmBinary: engine, url: "micropython.wasm", heapsize: HEAP,
      pystack: STACK, stdout: console.log });
    for (const [name, content] of files) if (content !== engine) write(`/unit/${name}`, content);
    python.FS.mkdir("/saves");
    for (const [name, content, changed] of games) {
      write(`/saves/${name}`, content);
      if (changed) python.FS.utime(`/saves/${name}`, changed, changed);
    }
    python.runPython(`import gc, sys\ngc.threshold(${GARBAGE})\nsys.path.insert(0, '/unit')`);
    unit = python.pyimport("banquier.page.local_page").start(JSON.stringify(options));
  }

  function write(path, content) {
    path.split("/").slice(1, -1).reduce((folder, name) => {
      if (!python.FS.analyzePath(`${folder}/${name}`).exists) python.FS.mkdir(`${folder}/${name}`);
      return `${folder}/${name}`;
    }, "");
    python.FS.writeFile(path, content);
  }

  function call({ name, args, bytes }, port) {
    if (bytes) python.FS.writeFile(GIVEN, bytes);
    const answer = JSON.parse(unit.call(name, JSON.stringify(args)));
    if (name === "content" && !answer.why) answer.value = python.FS.readFile(GIVEN);
    if (answer.later) later.set(answer.later, port);
    else port.postMessage(answer);
  }

  // The unit is brought to now. The bytes to be stored lie one behind the other.
  function step() {
    clearTimeout(timer);
    try {
      const { news, keypad, kept, operations, answers, rest } = JSON.parse(unit.step());
      const bytes = kept.some(([, , size]) => size) ? python.FS.readFile(KEPT) : new Uint8Array();
      let at = 0;
      const changes = kept.map(([name, from, size]) => [name, from, bytes.slice(at, at += size)]);
      if (news || keypad || changes.length) port.postMessage({ news, keypad, kept: changes, operations });
      for (const [number, answer] of answers) {
        later.get(number)?.postMessage(answer);
        later.delete(number);
      }
      timer = setTimeout(step, rest * 1000);
    } catch (fault) {
      port.postMessage({ broken: lastLine(fault) });
    }
  }

  // Of a fault in Python, what it says.
  const lastLine = (fault) => String(fault.message || fault).trim().split("\n").at(-1);

  port.onmessage = async ({ data, ports: [answer] }) => {
    try {
      if (unit) call(data, answer);
      else {
        await start(data);
        if (unit.is_busy) later.set(FIRST, answer);
        else answer.postMessage({});
      }
    } catch (fault) {
      answer.postMessage({ error: lastLine(fault) });
    }
    if (unit) step();
  };
}

if (typeof WorkerGlobalScope !== "undefined") runUnit(self);
