// The beeper: a square wave, each note as the unit's divider makes it.
// Beside the voice: frequency (0: rest) and seconds.
const CUES = {
  gain: [[880, 0.08], [1175, 0.12]],
  loss: [[440, 0.1], [330, 0.14]],
  jail: [[196, 0.12], [0, 0.05], [196, 0.2]],
  sale: [[660, 0.07], [880, 0.07], [660, 0.1]],
};

export class Sound {
  constructor() {
    this.notes = {};
    this.on = true;
    this.playing = [];
    const start = () => this.start();
    addEventListener("pointerdown", start, { capture: true });
    addEventListener("keydown", start, { capture: true });
  }

  start() {
    if (!this.on) return;
    this.context ??= new AudioContext();
    if (this.context.state === "suspended") this.context.resume();
  }

  play(names) { this.run(names.map((name) => this.notes[name] || [])); }

  cue(name) { this.run([CUES[name]]); }

  run(beeps) {
    if (!this.on || !this.context || this.context.state !== "running") return;
    let at = this.context.currentTime;
    for (const notes of beeps) {
      for (const old of this.playing) old.stop(at); // the pin sounds one beep at a time
      this.playing = [];
      for (const [frequency, seconds] of notes) {
        if (frequency) this.note(frequency, at, seconds);
        at += seconds;
      }
    }
  }

  note(frequency, at, seconds) {
    const tone = new OscillatorNode(this.context, { type: "square", frequency });
    const level = new GainNode(this.context, { gain: 0.06 });
    tone.connect(level).connect(this.context.destination);
    tone.start(at);
    tone.stop(at + seconds);
    this.playing.push(tone);
  }
}
