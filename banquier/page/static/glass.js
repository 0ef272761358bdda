// The glass: an element carries its state as a class. What has just gone out is lit in a second
// picture over the first, the afterglow, which CSS lets fade.
export class Glass {
  constructor(places) {
    this.places = places; // of each element: common, line
    this.root = document.querySelector(".glass");
    this.afterglow = this.root.cloneNode(true);
    this.afterglow.classList.add("afterglow");
    this.elements = places.map((_, number) => this.root.querySelector(`#e${number}`));
    this.glowing = places.map((_, number) => this.afterglow.querySelector(`#e${number}`));
    for (const element of this.glowing) element.removeAttribute("id");
    this.root.after(this.afterglow);
    this.lit = places.map(() => false);
    this.gone = [];
  }

  show({ rows, awake, contrast }) {
    const bits = rows.map((row) => BigInt(`0x${row}`));
    const gone = [];
    this.places.forEach(([common, line], number) => {
      const on = awake && ((bits[common] >> BigInt(line)) & 1n) === 1n;
      if (on !== this.lit[number]) {
        this.lit[number] = on;
        this.elements[number].classList.toggle("on", on);
        if (!on) gone.push(this.glowing[number]);
      }
    });
    if (gone.length) this.fade(gone);
    this.root.parentElement.style.setProperty("--contrast", contrast);
    this.root.classList.toggle("asleep", !awake);
    this.root.dataset.rows = rows.join(".");
  }

  fade(gone) {
    for (const element of this.gone) element.classList.remove("on");
    for (const element of gone) element.classList.add("on");
    this.gone = gone;
    this.afterglow.classList.add("begins");
    getComputedStyle(this.afterglow).opacity; // the transition begins here
    this.afterglow.classList.remove("begins");
  }
}
