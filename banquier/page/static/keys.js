// The keys: a finger is down from pointerdown to pointerup, pointercancel or leaving the key.
// The computer's keyboard presses and releases as its own keys go down and up.
export class Keys {
  constructor(facts, { down, up, lift }) {
    this.facts = facts;
    this.say = { down, up, lift };
    this.pointers = new Map(); // pointer -> key
    this.codes = new Map(); // key of the computer -> key
    this.buttons = new Map();
    for (const button of document.querySelectorAll(".key")) {
      this.buttons.set(button.dataset.key, button);
      this.watch(button, button.dataset.key);
    }
    addEventListener("keydown", (event) => this.keydown(event));
    addEventListener("keyup", (event) => this.keyup(event));
    addEventListener("blur", () => this.lift());
    document.addEventListener("visibilitychange", () => document.hidden && this.lift());
    document.getElementById("unit").addEventListener("contextmenu", (e) => e.preventDefault());
    document.addEventListener("gesturestart", (e) => e.preventDefault());
  }

  // What a screen reader calls each key.
  name(words) {
    for (const [key, button] of this.buttons) button.setAttribute("aria-label", words(key));
  }

  watch(button, key) {
    const up = (event) => {
      if (this.pointers.get(event.pointerId) === key) {
        this.pointers.delete(event.pointerId);
        this.say.up(key);
        this.draw();
      }
    };
    button.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      event.preventDefault();
      if (button.hasPointerCapture(event.pointerId)) button.releasePointerCapture(event.pointerId);
      this.pointers.set(event.pointerId, key);
      this.say.down(key);
      this.draw();
    });
    button.addEventListener("pointerup", up);
    button.addEventListener("pointercancel", up);
    button.addEventListener("pointerleave", up);
    button.addEventListener("click", (event) => {
      if (event.detail === 0) { // a screen reader or a switch: no pointer has touched it
        this.say.down(key);
        setTimeout(() => this.say.up(key), 70);
      }
    });
  }

  keyOf(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return null;
    const typing = event.target.closest?.("input,select,textarea,.views");
    if (typing) return null;
    const { host, numpad } = this.facts;
    if (event.code in numpad) return numpad[event.code];
    const words = { Enter: "enter", Backspace: "backspace", Delete: "delete", Escape: "escape",
                    " ": "space" };
    if (event.key === "Tab") return document.activeElement === document.body ? host.tab : null;
    const name = words[event.key] || event.key;
    return host[name] || host[name.toLowerCase()] || null;
  }

  keydown(event) {
    const key = this.keyOf(event);
    if (!key) return;
    event.preventDefault();
    if (event.repeat || this.codes.has(event.code)) return;
    this.codes.set(event.code, key);
    this.say.down(key);
    this.draw();
  }

  keyup(event) {
    const key = this.codes.get(event.code);
    if (!key) return;
    this.codes.delete(event.code);
    this.say.up(key);
    this.draw();
  }

  lift() {
    if (this.pointers.size || this.codes.size) {
      this.pointers.clear();
      this.codes.clear();
      this.say.lift();
      this.draw();
    }
  }

  // What the unit says is down, from whatever hand.
  held(keys) {
    this.down = new Set(keys);
    this.draw();
  }

  draw() {
    const own = new Set([...this.pointers.values(), ...this.codes.values()]);
    for (const [key, button] of this.buttons) {
      button.classList.toggle("down", own.has(key) || Boolean(this.down?.has(key)));
    }
  }
}
