// A keypad at a serial port of this computer (Web Serial). Bytes go to the unit's side and come back
// from it; the conversation is Python's. A speed changes by closing the port and opening it again.
import { pick } from "./texts.js";
import { make } from "./dom.js";

const SPEEDS = "banquier keypad speeds", PADS = "banquier keypads taught";
const USUAL = 115200;

// What is kept of each board.
function kept(what) {
  try { return JSON.parse(localStorage.getItem(what) || "{}"); } catch { return {}; }
}

function keep(what, port, value) {
  const all = { ...kept(what), [name(port)]: value };
  try { localStorage.setItem(what, JSON.stringify(all)); } catch { /* not kept */ }
}

// The same board, as far as a browser tells.
function name(port) {
  const { usbVendorId: vendor, usbProductId: product } = port.getInfo();
  return `${vendor}:${product}`;
}

export class WebKeypad {
  // `wanted`: the port that was chosen, there or not; `port`: the one that is open.
  constructor({ call, say, trouble, changed }) {
    Object.assign(this, { call, say, trouble, changed, wanted: null, port: null, state: null });
    navigator.serial?.addEventListener("connect", ({ target }) => {
      if (this.wanted && !this.port && name(target) === name(this.wanted)) this.plug(target);
    });
  }

  async choose() {
    if (this.wanted) { this.leave(); return; }
    let port;
    try { port = await navigator.serial.requestPort(); } catch { return; } // none was chosen
    this.plug(port);
  }

  async plug(port) {
    this.wanted = port;
    const speed = kept(SPEEDS)[name(port)] || USUAL;
    if (!await this.open(port, speed)) return;
    this.trouble("");
    this.call("open_keypad", speed, kept(PADS)[name(port)] || "");
  }

  leave() {
    this.wanted = null;
    return this.close();
  }

  async open(port, speed) {
    try { await port.open({ baudRate: speed }); } catch (fault) {
      this.trouble("keypad_busy", ` (${fault.message})`);
      await this.leave();
      return false;
    }
    Object.assign(this, { port, speed, writer: port.writable.getWriter() });
    this.reading = this.read(port);
    return true;
  }

  // Until the port is closed or gone. After noise the browser hands out a new stream.
  async read(port) {
    while (this.port === port && port.readable) {
      const reader = this.reader = port.readable.getReader();
      try {
        for (;;) {
          const { value, done } = await reader.read();
          if (done) break;
          this.call("keypad.hear", value);
        }
      } catch { /* noise, or unplugged */ }
      reader.releaseLock();
    }
    if (this.port === port) { this.close(); this.trouble("keypad_gone"); }
  }

  async close() {
    await this.release();
    await this.call("close_keypad");
    this.changed();
  }

  async release() {
    const { port, reader, writer } = this;
    this.port = null;
    if (!port) return;
    try {
      await reader.cancel();
      await writer.abort();
    } catch { /* it is gone already */ }
    writer.releaseLock(); // a locked port does not close
    try { await port.close(); } catch { /* gone */ }
  }

  // What the unit's side says: lines for the board, the speed at which it wants to hear it, and
  // what it has learned of it.
  async told({ speed, bytes, pad }) {
    const { port } = this;
    if (!port) return;
    if (pad) keep(PADS, port, pad);
    if (speed !== this.speed) {
      await this.release();
      if (this.wanted !== port || !await this.open(port, speed)) return;
      keep(SPEEDS, port, speed);
    }
    // What a board does not take is lost; a port that is gone is noticed by the reader.
    if (bytes.length) this.writer.write(bytes).catch(() => {});
  }

  settings() {
    const { say } = this;
    const why = navigator.serial ? this.state && pick(this.state) : say("keypad_cannot");
    const teaching = this.state?.teaching;
    const labels = { teach: say("teach_begin"), skip: say("teach_skip"), stop_teaching: say("teach_stop") };
    const teach = (what) => make("button", { type: "button", class: "plain", key: `teach ${what}`,
      "data-teach": what, onclick: () => this.call(`keypad.${what}`) }, labels[what]);
    return make("div", { class: "row", key: "keypad" },
      make("button", { type: "button", class: "plain", id: "keypad",
        "aria-disabled": navigator.serial ? null : "true",
        onclick: () => { if (navigator.serial) this.choose(); } }, say(this.wanted ? "keypad_leave" : "keypad")),
      this.port ? teach(teaching ? "stop_teaching" : "teach") : null,
      teaching === "skips" ? teach("skip") : null,
      make("p", { class: "where", role: "status" }, why || ""));
  }
}
