// A keypad at a serial port of this computer (Web Serial). Bytes go to the unit's side and come back
// from it; the conversation is Python's. A speed changes by closing the port and opening it again.
import { make } from "./dom.js";
import { line, redraw, state } from "./state.js";
import { pick, say } from "./texts.js";
import { trouble } from "./trouble.js";

const SPEEDS = "banquier keypad speeds", PADS = "banquier keypads taught";
const USUAL = 115200;

// What is kept of each board.
function kept(what) {
  try { return JSON.parse(localStorage.getItem(what) || "{}"); } catch { return {}; }
}

function keep(what, port, value) {
  const all = { ...kept(what), [nameOf(port)]: value };
  try { localStorage.setItem(what, JSON.stringify(all)); } catch { /* not kept */ }
}

// The same board, as far as a browser tells.
function nameOf(port) {
  const { usbVendorId: vendor, usbProductId: product } = port.getInfo();
  return `${vendor}:${product}`;
}

// `wanted`: the port that was chosen, there or not; `port`: the one that is open.
let wanted = null, port = null, speed, reader, writer;

navigator.serial?.addEventListener("connect", ({ target }) => {
  if (wanted && !port && nameOf(target) === nameOf(wanted)) plug(target);
});

async function choose() {
  if (wanted) { leave(); return; }
  try { plug(await navigator.serial.requestPort()); } catch { /* none was chosen */ }
}

async function plug(chosen) {
  wanted = chosen;
  const its = kept(SPEEDS)[nameOf(chosen)] || USUAL;
  if (!await open(chosen, its)) return;
  trouble("");
  line.call("open_keypad", its, kept(PADS)[nameOf(chosen)] || "");
}

export function leave() {
  wanted = null;
  return close();
}

async function open(chosen, baudRate) {
  try { await chosen.open({ baudRate }); } catch (fault) {
    trouble("keypad_busy", ` (${fault.message})`);
    await leave();
    return false;
  }
  port = chosen;
  speed = baudRate;
  writer = port.writable.getWriter();
  read(port);
  return true;
}

// Until the port is closed or gone. After noise the browser hands out a new stream.
async function read(from) {
  while (port === from && from.readable) {
    const now = reader = from.readable.getReader();
    try {
      for (;;) {
        const { value, done } = await now.read();
        if (done) break;
        line.call("keypad.hear", value);
      }
    } catch { /* noise, or unplugged */ }
    now.releaseLock();
  }
  if (port === from) { close(); trouble("keypad_gone"); }
}

async function close() {
  await release();
  await line.call("close_keypad");
  redraw();
}

async function release() {
  const old = port;
  port = null;
  if (!old) return;
  try {
    await reader.cancel();
    await writer.abort();
  } catch { /* it is gone already */ }
  writer.releaseLock(); // a locked port does not close
  try { await old.close(); } catch { /* gone */ }
}

// What the unit's side says: lines for the board, the speed at which it wants to hear it, and what it
// has learned of it.
export async function told({ speed: its, bytes, pad }) {
  const now = port;
  if (!now) return;
  if (pad) keep(PADS, now, pad);
  if (its !== speed) {
    await release();
    if (wanted !== now || !await open(now, its)) return;
    keep(SPEEDS, now, its);
  }
  // What a board does not take is lost; a port that is gone is noticed by the reader.
  if (bytes.length) writer.write(bytes).catch(() => {});
}

export function settings() {
  const there = Boolean(navigator.serial), { keypad } = state;
  const why = there ? keypad && pick(keypad) : say("keypad_cannot");
  const teaching = keypad?.teaching;
  const teach = (what, label) => make("button", { type: "button", class: "plain", key: what,
    "data-teach": what, onclick: () => line.call(`keypad.${what}`) }, say(label));
  return make("div", { class: "row", key: "keypad" },
    make("button", { type: "button", class: "plain", id: "keypad", "aria-disabled": there ? null : "true",
      onclick: () => { if (there) choose(); } }, say(wanted ? "keypad_leave" : "keypad")),
    port && !teaching ? teach("teach", "teach_begin") : null,
    port && teaching ? teach("stop_teaching", "teach_stop") : null,
    teaching === "skips" ? teach("skip", "teach_skip") : null,
    make("p", { class: "where", role: "status" }, why || ""));
}
