"""House rules in words: what each does, and by how much it changes the length of a game.

for_page(unit)                        the part of the page: one of the next two
switches(unit)                        all house rules, before a game
switches_of("euro")                   the same in one edition, none switched on
describe(edition)                     sentences for the active ones, during a game
rules_after_choice(unit, "parking", 1)    the active ones after a choice
rule("double_one", 500, "€")          the sentence of one
effect("euro", "parking", "pot")      its measured effect; None if it was not measured
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from banquier.editions.edition_file import AS_WRITTEN, load
from banquier.editions.rule_fields import HOUSE, RULES, of_the_house, switched_on, values
from banquier.words import Said
from banquier.words.announcements import house_rule, house_rules_of
from banquier.words.house_effects import effects
from firmware_sim.edition import Edition
from hardware.unit import Unit


def rule(name: str, value: object, currency: str) -> Said | str:
    if name in HOUSE and value != RULES[name].default:
        return house_rule(name, value, currency)
    return f"{name} = {value}."


class Switch(NamedTuple):
    """A house rule that can be switched on before a game."""

    name: str
    value: object
    on: bool
    values: tuple[Any, ...]
    usual: int
    """The index of the value that it has when it is switched on."""
    said: Said | str
    """The sentence of the rule when it is on."""
    effect: Said | None


def switches(unit: Unit, chosen: Mapping[str, object] | None = None) -> list[Switch]:
    """Return all house rules. `chosen`: the values so far; None for those that the unit offers.
    Sums and effects are those of the edition on the glass, if the set-up asks for it."""
    asked, offers = unit.question, unit.session.editions
    edition = offers.names[offers.labels.index(asked.choice)] if asked.kind == "edition" else ""
    return switches_of(edition, offers.rules if chosen is None else chosen)


def switches_of(edition: str, chosen: Mapping[str, object] = AS_WRITTEN) -> list[Switch]:
    """Return all house rules with the sums and effects of this edition; "": of none."""
    rows, printed = [], load(edition) if edition else None
    for name in HOUSE:
        value = chosen.get(name, RULES[name].default)
        on = value != RULES[name].default
        offered = values(name, printed.salary) if printed else values(name)
        offered += () if value in offered else (value,)  # of another edition
        found = effects().get(edition, {}).get(name)
        usual = found["value"] if found else offered[1]  # shown while it is off
        active = value if on else usual
        currency = printed.currency if printed else ""
        told = house_rule(name, active, currency), effect(edition, name, active)
        rows.append(Switch(name, value, on, offered, offered.index(usual), *told))
    return rows


def rules_after_choice(unit: Unit, name: str, at: int) -> dict[str, Any]:
    """Return the house rules in effect if this one is set to its `at`-th value."""
    (offered,) = [row.values for row in switches(unit) if row.name == name]
    value = offered[min(at, len(offered) - 1)]
    return switched_on({**unit.session.editions.rules, name: value})


def values_of(edition: str, chosen: Mapping[str, int]) -> dict[str, Any]:
    """Return the house rules that are on, from the number of the value of each."""
    salary = load(edition).salary
    on = {}
    for name, at in chosen.items():
        choices = values(name, salary)
        on[name] = choices[min(at, len(choices) - 1)]
    return switched_on(on)


def effect(edition: str, name: str, value: object) -> Said | None:
    found = effects().get(edition, {}).get(name)
    if found is None or found["value"] != value:
        return None
    part, low, high = (round(100 * (part - 1)) for part in found["turns"])
    having = house_rule(name, value, load(edition).currency, "house.with")
    if low > 0:
        return Said("house.longer", having=having, part=part, low=low, high=high)
    if high < 0:
        return Said("house.shorter", having=having, part=-part, low=-high, high=-low)
    low, high = (f"{one:+}".replace("-", "−") if one else "0" for one in (low, high))
    return Said("house.alike", having=having, low=low, high=high)


def for_page(unit: Unit, last: int = 0) -> dict[str, Any]:
    """Return the part of the page: the active house rules during a game, all switches before it.
    `last`: how many the last game had, while none is chosen."""
    if unit.game:
        return {"on": describe(unit.game.edition)}
    return {"switches": [row._asdict() for row in switches(unit)], "last": last}


def describe(edition: Edition) -> list[Said]:
    """Return sentences for the active house rules, and the largest single effect on the length."""
    measured = effects().get(edition.name, {})
    found = {
        abs(measured[name]["turns"][0] - 1): said
        for name, value in of_the_house(edition).items()
        if (said := effect(edition.name, name, value))
    }
    return [*house_rules_of(edition), *([found[max(found)]] if found else [])]


def lines(edition: Edition, lang: str) -> list[str]:
    """Return the sentences for a table about its house rules; none if it plays by the book."""
    on = describe(edition)
    return [one.text(lang) for one in (Said("house.on"), *on)] if on else []
