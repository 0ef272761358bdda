// The keys: a finger is down from pointerdown to pointerup, pointercancel or leaving the key.
// The computer's keyboard presses and releases as its own keys go down and up. For it all keys are
// one widget: Tab goes in and out, arrows walk, Enter and space press the key that has the focus.
const TYPED_IN = "select,textarea,input:not([type=checkbox],[type=file])";
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ASIDE = 3; // a key straight ahead is nearer than one beside the way

export class Keys {
  constructor(facts, { down, up, lift, everywhere, asks }) {
    this.facts = facts;
    this.everywhere = everywhere; // whether characters press keys wherever no field is typed in
    this.asks = asks; // by the character
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
    this.root = document.getElementById("unit-keys");
    this.root.addEventListener("focusin", (event) => this.rove(event.target));
    this.rove(this.buttons.get("OK"));
    document.getElementById("unit").addEventListener("contextmenu", (e) => e.preventDefault());
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
      document.activeElement.blur(); // Enter is OK again
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

  // The key that Tab comes to.
  rove(button) {
    for (const other of this.buttons.values()) other.tabIndex = other === button ? 0 : -1;
  }

  focus() { this.root.querySelector('[tabindex="0"]').focus(); }

  // Enter and space press what has the focus; where nothing has it, they are the unit's.
  keyOf(event) {
    const { target, code, key } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || key === "Tab") return null;
    if (this.root.closest("[inert]") || target.closest(TYPED_IN)) return null;
    const within = this.root.contains(target);
    if (!within && !this.everywhere()) return null;
    const { host, numpad } = this.facts;
    const words = { Enter: "enter", Escape: "escape", " ": "space" };
    if (key in words) {
      if (within && key !== "Escape") return target.dataset.key;
      return within || target === document.body ? host[words[key]] : null;
    }
    if (key.toLowerCase() in this.asks) return key.toLowerCase();
    return numpad[code] || host[key] || host[key.toLowerCase()] || null;
  }

  keydown(event) {
    if (this.walk(event)) { event.preventDefault(); return; }
    const key = this.keyOf(event);
    if (!key) return;
    event.preventDefault();
    if (this.asks[key]) { this.asks[key](); return; }
    if (event.repeat || this.codes.has(event.code)) return;
    this.codes.set(event.code, key);
    this.say.down(key);
    this.draw();
  }

  walk({ key, target, ctrlKey, altKey, metaKey }) {
    if (!this.root.contains(target) || ctrlKey || altKey || metaKey) return false;
    const every = [...this.buttons.values()];
    const to = key in STEPS ? this.beside(target, ...STEPS[key])
      : key === "Home" ? every[0] : key === "End" ? every.at(-1) : null;
    to?.focus();
    return Boolean(to);
  }

  // The nearest key in this direction; the same one if there is none.
  beside(button, right, down) {
    const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];
    const [x, y] = middle(button.getBoundingClientRect());
    let best = button, least = Infinity;
    for (const other of this.buttons.values()) {
      const [across, along] = middle(other.getBoundingClientRect());
      const ahead = (across - x) * right + (along - y) * down;
      const far = ahead + ASIDE * Math.abs((across - x) * down + (along - y) * right);
      if (ahead > 1 && far < least) [best, least] = [other, far];
    }
    return best;
  }

  keyup(event) {
    const key = this.codes.get(event.code);
    if (!key) return;
    event.preventDefault(); // or the button that has the focus is clicked too
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
