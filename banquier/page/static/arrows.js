// Elements that are one stop for Tab, in which arrows walk.
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ASIDE = 10; // what is straight ahead is nearer than anything beside the way

// `stop`: the one that Tab comes to at first; later it is the one that had the focus last.
export function walk(root, elements, stop) {
  const rove = (to) => elements.forEach((one) => { one.tabIndex = one === to ? 0 : -1; });
  rove(stop);
  root.addEventListener("focusin", ({ target }) => rove(target));
  root.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const to = key in STEPS ? beside(elements, target, ...STEPS[key])
      : key === "Home" ? elements[0] : key === "End" ? elements.at(-1) : null;
    if (!to) return;
    event.preventDefault();
    to.focus();
  });
}

// The nearest one in this direction; the same one if there is none.
function beside(elements, from, right, below) {
  const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];
  const [x, y] = middle(from.getBoundingClientRect());
  let best = from, least = Infinity;
  for (const other of elements) {
    const [across, along] = middle(other.getBoundingClientRect());
    const ahead = (across - x) * right + (along - y) * below;
    const far = ahead + ASIDE * Math.abs((across - x) * below + (along - y) * right);
    if (ahead > 1 && far < least) [best, least] = [other, far];
  }
  return best;
}
