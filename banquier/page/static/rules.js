// House rules: switches where a game begins; in a game those that are on.
import { make, select } from "./dom.js";
import { send, state } from "./state.js";
import { plain, say } from "./texts.js";

export function drawRules() {
  const { on = [], switches = [], last = 0 } = state.rules || {};
  if (!switches.length) return (on.length ? on : [say("no_rules")]).map((said) => make("p", {}, said));
  return [
    make("p", {}, say("rules_before")),
    last ? plain("rules_again", () => send({ t: "rule", rule: "" })) : null,
    switches.map(row),
  ];
}

// Two values are off and on.
function row({ name, value, on, values, said, effect }) {
  const tell = (at) => send({ t: "rule", rule: name, at: Number(at) });
  const choice = values.length === 2
    ? make("input", { type: "checkbox", checked: on, onchange: ({ target }) => tell(target.checked) })
    : select({ onchange: ({ target }) => tell(target.selectedIndex) }, values.map((one) => [one]), value);
  return make("label", { class: "row rule", key: name },
    make("span", {}, said, effect ? make("small", {}, effect) : null), choice);
}
