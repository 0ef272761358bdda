// The beeper: a square wave, each note as the unit's divider makes it.
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

  play(names) {
    if (!this.on || !this.context || this.context.state !== "running") return;
    let at = this.context.currentTime;
    for (const name of names) {
      for (const old of this.playing) old.stop(at); // the pin sounds one beep at a time
      this.playing = [];
      for (const [frequency, seconds] of this.notes[name] || []) {
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
