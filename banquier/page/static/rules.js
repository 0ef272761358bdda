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
    switches.map((one) => ruleSwitch(one, one.values.indexOf(one.value),
      (at) => send({ t: "rule", rule: one.name, at }))),
  ];
}

// `at`: which of its values it has, the first is off. Two values are off and on.
export const ruleSwitch = ({ name, values, said, effect, usual }, at, choose) =>
  make("label", { class: "row rule", key: name },
    make("span", {}, said, effect && make("small", {}, effect)),
    values.length === 2
      ? make("input", { type: "checkbox", "data-rule": name, checked: at > 0,
        onchange: ({ target }) => choose(target.checked ? usual : 0) })
      : select({ "data-rule": name, onchange: ({ target }) => choose(target.selectedIndex) },
        values.map((value, which) => [which, which ? value : say("no")]), at));
