// A throw is a scene: the dice tumble from the tap on, stand alone, the token walks, and only then
// comes what the throw led to. Meanwhile the news of the unit is kept back here; the unit waits for
// nothing. A tap ends the scene, and there is none for eyes or ears that do not want one.
import { LONGEST, STEP, settleTokens, squaresPassed, walkBy } from "./board.js";
import { preferences, redraw, state } from "./state.js";

const TUMBLE = 350, ALONE = 500, PATIENCE = 4000; // milliseconds
const TAP = 400; // after the tap that threw, the next one is a double tap and ends nothing
const still = matchMedia("(prefers-reduced-motion: reduce)");

export let scene = null; // `drawing` of the dice, whether it `tumbles` and they are `known`; the `square` that a `player` passes
let kept = [], apply, timer, began = 0, count = null, byKeys = false;

const isWanted = () => !still.matches && !document.hidden && !preferences.speak && !byKeys
  && Boolean(document.querySelector(".picture")?.checkVisibility({ visibilityProperty: true }));

// The own tap on the dice: they are in the air before the unit has thrown.
export function beginScene() {
  if (!isWanted()) return;
  endScene();
  tumble();
  after(PATIENCE, endScene);
  redraw();
}

function tumble() {
  [scene, began] = [{ drawing: state.board.dice, tumbles: true, known: false }, performance.now()];
}

// Shows news now, or keeps them until the scene is over.
export function playNews(news, show) {
  apply = show;
  const { thrown } = news, isThrow = thrown && count !== null && thrown.count > count;
  if (thrown) count = thrown.count;
  if (isThrow && (!scene || scene.known)) endScene(); // of the throw before
  if (isThrow && isWanted()) { play(news); return; }
  if (scene?.known) { kept.push(news); return; }
  show(news);
  if (scene && news.own && !news.own.working.some(([action]) => action === "throw")) endScene(); // it was refused
}

function play(news) {
  kept = [news];
  if (!scene) tumble();
  scene.known = true;
  after(began + TUMBLE - performance.now(), () => {
    Object.assign(scene, { drawing: news.thrown.drawing, tumbles: false });
    after(ALONE, walk);
    redraw();
  });
  redraw();
}

function walk() {
  const { tokens, table } = kept.findLast((news) => news.tokens) || {};
  const before = state.table.game.square, { square = before, prison } = table?.game || {};
  const player = square.findIndex((one, seat) => one !== before[seat]);
  if (player < 1) { endScene(); return; }
  const passed = squaresPassed(before[player], square[player], prison[player], kept[0].thrown.pips);
  const pace = Math.min(STEP, LONGEST / (passed.length - 1));
  state.tokens = tokens;
  walkBy(passed);
  scene.player = player;
  pass(passed.slice(1), pace);
}

// One square more: the lens goes with the token.
function pass(squares, pace, step = 0) {
  if (step === squares.length) { endScene(); return; }
  scene.square = squares[step];
  redraw();
  after(pace, () => pass(squares, pace, step + 1));
}

function after(pause, next) {
  clearTimeout(timer);
  timer = setTimeout(next, pause);
}

export function endScene() {
  if (!scene) return;
  clearTimeout(timer);
  const news = kept;
  [scene, kept] = [null, []];
  for (const one of news) apply(one);
  if (!news.length) redraw();
  settleTokens();
}

addEventListener("pointerdown", () => {
  byKeys = false;
  if (scene?.known && performance.now() - began > TAP) endScene();
}, { capture: true });
addEventListener("keydown", () => { byKeys = true; endScene(); }, { capture: true });
addEventListener("click", ({ detail, pointerType }) => { byKeys = !detail || pointerType === ""; }, { capture: true });
document.addEventListener("visibilitychange", () => { if (document.hidden) endScene(); });
still.addEventListener("change", endScene);
