// The line to the table: a WebSocket that comes back by itself.
import { greet, looks } from "./state.js";
import { lang } from "./texts.js";
import { trouble } from "./trouble.js";

const FIRST_WAIT = 300, LONGEST_WAIT = 5000; // milliseconds
const PATIENCE = 4000, SILENCE = 8000; // for an answer; for a sign that the table is there
const ENDS = { 1008: "refused", 1013: "full" }; // code of the WebSocket -> what is told

let socket, heard, timer, answer, silence, sent, wait = FIRST_WAIT;

export function start(hears) {
  heard = hears;
  connect();
  addEventListener("online", again);
  document.addEventListener("visibilitychange", () => document.hidden || again());
  addEventListener("pageshow", again);
}

function connect() {
  clearTimeout(timer);
  const address = new URL(`ws?lang=${lang}${looks ? "&wall" : ""}`, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  const opened = socket = new WebSocket(address);
  opened.addEventListener("message", join, { once: true }); // nobody who is refused
  sent = 0;
  listen();
  opened.onmessage = ({ data }) => {
    const news = JSON.parse(data);
    listen();
    if (news.own?.heard >= sent) answered();
    heard(news);
  };
  opened.onclose = ({ code }) => { if (opened === socket) closed(code); };
}

function join() {
  wait = FIRST_WAIT;
  trouble("");
  greet(lang);
}

// The table speaks at least every four seconds.
function listen() {
  clearTimeout(silence);
  silence = setTimeout(hangs, SILENCE);
}

// Every message is counted there. A line that hangs is given up: nothing that was sent is sent again.
function answered() { clearTimeout(answer); answer = 0; }

function hangs() {
  answered();
  const hung = socket;
  socket = hung.onmessage = null;
  hung.close();
  closed(0);
}

async function closed(code) {
  answered();
  clearTimeout(silence);
  trouble(ENDS[code] || (navigator.onLine ? "lost" : "offline"));
  timer = setTimeout(connect, wait);
  wait = Math.min(wait * 1.7, LONGEST_WAIT);
  if (code === 1006) {
    const answer = await fetch("file/main.js", { cache: "no-store" }).catch(() => null);
    if (answer?.status === 403) trouble("enter_again");
  }
}

function again() {
  if (!socket || socket.readyState > WebSocket.OPEN) connect();
}

export function send(message) {
  if (socket?.readyState !== WebSocket.OPEN) return;
  sent += 1;
  socket.send(JSON.stringify(message));
  answer ||= setTimeout(hangs, PATIENCE);
}

// Of the game, to be shared.
export async function link() {
  const answer = await fetch("link").catch(() => null);
  return answer?.ok ? answer.text() : "";
}
