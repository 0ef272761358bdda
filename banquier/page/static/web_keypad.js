// A keypad at a serial port of this computer (Web Serial). Bytes go to the unit's side and come back
// from it; the conversation is Python's. The person chooses the speed, which is kept.
import { make, select } from "./dom.js";
import { line, prefer, preferences, redraw, state } from "./state.js";
import { say } from "./texts.js";
import { trouble } from "./trouble.js";

const SPEEDS = [115200, 9600, 19200, 38400, 57600, 250000];

// The same keypad, as far as a browser tells.
function nameOf(port) {
  const { usbVendorId: vendor, usbProductId: product } = port.getInfo();
  return `${vendor}:${product}`;
}

// `wanted`: the port that was chosen, there or not; `port`: the one that is open.
let wanted = null, port = null, writer, reading, stop;

navigator.serial?.addEventListener("connect", ({ target }) => {
  if (wanted && !port && nameOf(target) === nameOf(wanted)) plug(target);
});

async function choose() {
  if (wanted) { leave(); return; }
  try { plug(await navigator.serial.requestPort()); } catch { /* none was chosen */ }
}

async function plug(chosen) {
  wanted = chosen;
  const baudRate = preferences.keypadSpeed;
  try { await chosen.open({ baudRate }); } catch (fault) {
    trouble("keypad_busy", ` (${fault.message})`);
    leave();
    return;
  }
  port = chosen;
  writer = port.writable.getWriter();
  stop = new AbortController();
  trouble("");
  line.call("open_keypad", [baudRate]);
  reading = read(port, stop.signal);
}

export function leave() {
  wanted = null;
  return close();
}

// Until the port is closed or gone. After noise the browser hands out a new stream.
async function read(from, signal) {
  const feed = (bytes) => { line.call("hear_keypad", [[...bytes]]); };
  while (port === from && from.readable) {
    await from.readable.pipeTo(new WritableStream({ write: feed }), { signal }).catch(() => {});
  }
  if (port === from) { close(); trouble("keypad_gone"); }
}

async function close() {
  const old = port;
  port = null;
  if (old) {
    stop.abort();
    await reading;
    await writer.abort().catch(() => {}); // it is gone already
    writer.releaseLock(); // a locked port does not close
    await old.close().catch(() => {});
  }
  await line.call("close_keypad");
  redraw();
}

// Write lines for the keypad. What it does not take is lost; the reader notices a port that is gone.
export function write(bytes) {
  if (port) writer.write(new Uint8Array(bytes)).catch(() => {});
}

// Another speed: the port is opened again.
async function setSpeed(speed) {
  prefer("keypadSpeed", speed);
  const now = port;
  if (!now) return;
  await close();
  plug(now);
}

export function settings() {
  const there = Boolean(navigator.serial), { keypad } = state;
  const why = there ? keypad : say("keypad_cannot");
  return make("div", { class: "row", key: "keypad" },
    make("button", { class: "plain", id: "keypad", "aria-disabled": there ? null : "true",
      onclick: () => { if (there) choose(); } }, say(wanted ? "keypad_leave" : "keypad")),
    select({ id: "keypad-speed", "aria-label": say("keypad_speed"), disabled: !there,
      onchange: ({ target }) => setSpeed(Number(target.value)) },
    SPEEDS.map((speed) => [speed]), preferences.keypadSpeed),
    make("p", { class: "where", role: "status" }, why || ""));
}
