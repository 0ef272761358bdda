// A program in the engine of the local page, MicroPython's WebAssembly, under Node.
//
//     node webassembly.mjs ENGINE BLAKE2B FOLDER PROGRAM
//
// What the program calls `go_on` is called until it has no more to do.
// FOLDER/unit has the translated modules; its other files are in the engine's working folder.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , engine, sums, folder, program] = process.argv;
const { loadMicroPython } = await import(pathToFileURL(`${engine}/micropython.mjs`).href);
globalThis.blake2b = (await import(`data:text/javascript,${encodeURIComponent(readFileSync(sums, "utf8"))}`)).blake2b;
const python = await loadMicroPython({
  url: `${engine}/micropython.wasm`, heapsize: 16 << 20, pystack: 64 << 10,
  stdout: (line) => console.log(line),
});

function put(from, to) {
  for (const name of readdirSync(from)) {
    const there = `${from}/${name}`, here = `${to}/${name}`;
    if (!statSync(there).isDirectory()) python.FS.writeFile(here, readFileSync(there));
    else {
      if (!python.FS.analyzePath(here).exists) python.FS.mkdir(here);
      put(there, here);
    }
  }
}

put(folder, "");
try {
  python.runPython(`import sys\nsys.path.insert(0, "/unit")\nimport boot\n${program}`);
  const goOn = python.globals.get("go_on");
  while (goOn && goOn());
} catch (fault) {
  console.error(fault.message);
  process.exit(1);
}
