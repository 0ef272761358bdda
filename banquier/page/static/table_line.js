// The line to the table: a WebSocket that comes back by itself.
import { share } from "./share.js";

const FIRST_WAIT = 300, LONGEST_WAIT = 5000;
const ENDS = { 1008: "refused", 1013: "full" }; // code of the WebSocket -> what is told

export class TableLine {
  constructor({ heard, trouble, looks }) {
    this.path = looks ? "ws?wall" : "ws";
    this.heard = heard;
    this.trouble = trouble;
    this.wait = FIRST_WAIT;
    this.hello = () => [];
    this.connect();
    addEventListener("online", () => this.again());
    document.addEventListener("visibilitychange", () => document.hidden || this.again());
    addEventListener("pageshow", () => this.again());
  }

  connect() {
    clearTimeout(this.timer);
    const address = new URL(this.path, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = this.socket = new WebSocket(address);
    let joined = false;
    socket.onmessage = (event) => {
      if (!joined) this.join();
      joined = true;
      this.heard(JSON.parse(event.data));
    };
    socket.onclose = (event) => this.closed(socket, event);
  }

  join() {
    this.wait = FIRST_WAIT;
    this.trouble("");
    for (const message of this.hello()) this.send(message);
  }

  async closed(socket, event) {
    if (socket !== this.socket) return;
    this.trouble(ENDS[event.code] || (navigator.onLine ? "lost" : "offline"));
    this.timer = setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(this.wait * 1.7, LONGEST_WAIT);
    if (event.code === 1006) {
      const answer = await fetch("file/main.js", { cache: "no-store" }).catch(() => null);
      if (answer?.status === 403) this.trouble("enter_again");
    }
  }

  again() {
    if (this.socket.readyState > WebSocket.OPEN) this.connect();
  }

  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  async share(status) {
    const answer = await fetch("link").catch(() => null);
    share(answer?.ok ? await answer.text() : "", status);
  }
}
