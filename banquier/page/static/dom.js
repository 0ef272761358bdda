// Elements, and a view drawn again into the elements that are there: what has the focus or is being
// typed in stays the same element, or the new one in its place has the focus.

// An element, its attributes and what is in it. `on…` is a handler, `key` tells it from its siblings;
// a button sends no form, unless it is made to.
export function make(tag, attributes = {}, ...inside) {
  const element = document.createElement(tag);
  if (tag === "button") attributes = { type: "button", ...attributes };
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name === "key") element.dataset.at = value;
    else if (name.startsWith("on")) element[name] = value;
    else if (name === "style") Object.entries(value).forEach(([k, v]) => element.style.setProperty(k, v));
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...inside.flat(3).filter(Boolean));
  return element;
}

// A drawing. Around it an SVG, or a group would not be of its namespace.
export const parse = (text) => Object.assign(document.createElement("template"), { innerHTML: `<svg>${text}</svg>` })
  .content.firstElementChild.firstElementChild;

// A list to choose from: of each choice its value, perhaps its text, and the language of that.
export const select = (attributes, choices, chosen) => make("select", attributes, choices.map(
  ([value, text = value, lang]) => make("option", { value, lang, selected: value === chosen }, String(text))));

export const badge = (player) => make("span", { class: `badge p${player}` }, `J${player}`);

const HANDLERS = ["onclick", "onchange", "oninput", "onsubmit", "onpointerdown", "onpointerup",
  "onpointercancel", "onpointerleave", "oncontextmenu"];

const TOLD = "input[value], select:has([selected])"; // fields that show what was told; others keep what was typed

const same = (old, fresh) => old.nodeType === fresh.nodeType && old.nodeName === fresh.nodeName
  && old.dataset?.at === fresh.dataset?.at && old.type === fresh.type;

// Makes `old` like `fresh`, element by element.
export function morph(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  if (old.nodeName === "IFRAME" || "kept" in old.dataset) return; // filled by others
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !(name === "open" && old.nodeName === "DETAILS")) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) === value) continue;
    if (name === "style") old.style.cssText = value; // the policy of the table blocks the attribute
    else old.setAttribute(name, value);
  }
  for (const name of HANDLERS) old[name] = fresh[name];
  fill(old, [...fresh.childNodes]);
  if (old.type === "checkbox") old.checked = fresh.checked;
  else if (old !== document.activeElement && fresh.matches(TOLD) && old.validity.valid) old.value = fresh.value;
}

// Makes the children of an element like these.
export function fill(parent, children) {
  let at = parent.firstChild;
  for (const fresh of children) {
    let there = at;
    while (there && !same(there, fresh)) there = there.nextSibling;
    if (there && there !== at) {
      for (let gone = at; gone !== there;) { const next = gone.nextSibling; gone.remove(); gone = next; }
      at = there;
    }
    if (there) { at = there.nextSibling; morph(there, fresh); } else parent.insertBefore(fresh, at);
  }
  while (at) { const next = at.nextSibling; at.remove(); at = next; }
}

const keyed = (key) => `[data-at="${CSS.escape(key)}"]`;
const keyOf = ({ dataset, name }) => (dataset.at ? keyed(dataset.at) : name ? `[name="${name}"]` : "");

// A selector of where an element stands: the keys around it, and its own.
export function placeOf(root, element) {
  let place = element.localName + keyOf(element);
  for (let up = element.parentElement; root.contains(up); up = up.parentElement) place = `${keyOf(up)} ${place}`;
  return place;
}

// Fills an element; a focus in it stays there. If its place is gone, what opened it has the focus,
// else `otherwise`: never the body, where Enter is the unit's.
export function refill(root, children, otherwise = root) {
  const had = document.activeElement;
  const within = root.contains(had);
  const place = within && placeOf(root, had);
  const opener = within && had.closest("[data-opener]")?.dataset.opener;
  fill(root, children);
  if (!within || document.activeElement === had) return;
  const next = root.querySelector(place) || (opener && root.querySelector(keyed(opener)));
  (next || otherwise).focus({ preventScroll: true });
}
