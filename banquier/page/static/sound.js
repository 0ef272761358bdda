// The beeper: a square wave, each note as the unit's divider makes it.
import { preferences, state } from "./state.js";

// Beside the voice: frequency (0: rest) and seconds.
const CUES = {
  gain: [[880, 0.08], [1175, 0.12]],
  loss: [[440, 0.1], [330, 0.14]],
  jail: [[196, 0.12], [0, 0.05], [196, 0.2]],
  sale: [[660, 0.07], [880, 0.07], [660, 0.1]],
};

let context, playing = [];

// Before a touch no browser plays a sound.
function start() {
  if (!preferences.sound) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
}
addEventListener("pointerdown", start, { capture: true });
addEventListener("keydown", start, { capture: true });

export function beep(names) { run(names.map((name) => state.sounds[name] || [])); }

export function cue(name) { run([CUES[name]]); }

function run(beeps) {
  if (!preferences.sound || context?.state !== "running") return;
  let at = context.currentTime;
  for (const tones of beeps) {
    for (const old of playing) old.stop(at); // the pin sounds one beep at a time
    playing = [];
    for (const [frequency, seconds] of tones) {
      if (frequency) sound(frequency, at, seconds);
      at += seconds;
    }
  }
}

function sound(frequency, at, seconds) {
  const tone = new OscillatorNode(context, { type: "square", frequency });
  const level = new GainNode(context, { gain: 0.06 });
  tone.connect(level).connect(context.destination);
  tone.start(at);
  tone.stop(at + seconds);
  playing.push(tone);
}
