// The glass: an element carries its state as a class; CSS does the fading.
export class Glass {
  constructor(places) {
    this.places = places; // of each element: common, line
    this.elements = places.map((_, number) => document.getElementById(`e${number}`));
    this.lit = places.map(() => false);
    this.root = document.querySelector(".glass");
  }

  show({ rows, awake, contrast }) {
    const bits = rows.map((row) => BigInt(`0x${row}`));
    this.places.forEach(([common, line], number) => {
      const on = awake && ((bits[common] >> BigInt(line)) & 1n) === 1n;
      if (on !== this.lit[number]) {
        this.lit[number] = on;
        this.elements[number].classList.toggle("on", on);
      }
    });
    this.root.style.setProperty("--contrast", contrast);
    this.root.classList.toggle("asleep", !awake);
    this.root.dataset.rows = rows.join(".");
  }
}
