"""Rules of the house in words: what each is, and by how much it changes how long a game lasts.

switches(chosen, "euro")              all of them, to be chosen
rule("double_one", 500)               one of them
effect("euro", "parking", "pot")      what the laboratory found; None: not measured
for_page(edition, chosen)             what a page shows of them
what_matters(edition)                 of those that are on, the strongest effect
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from banquier.editions.edition_file import load
from banquier.editions.rule_fields import HOUSE, RULES, of_the_house, values
from banquier.words import Said
from banquier.words.announcements import house_rules_of
from banquier.words.house_effects import effects
from firmware_sim.edition import Edition
from hardware.unit import Unit


def rule(name: str, value: object) -> Said | str:
    if name in HOUSE and value != RULES[name].default:
        return Said(f"house.{name}", value=value)
    return f"{name} = {value}."


class Switch(NamedTuple):
    """Where a game begins."""

    name: str
    value: object
    on: bool
    values: tuple[Any, ...]
    usual: int
    """Which of them it has when it is switched on."""
    said: Said | str
    """What it is when it is on, and what the laboratory found that it does."""
    effect: Said | None


def switches(chosen: Mapping[str, object], edition: str) -> list[Switch]:
    """`edition`: for the effects; "" while it is not known."""
    rows = []
    for name in HOUSE:
        value = chosen.get(name, RULES[name].default)
        on = value != RULES[name].default
        offered = values(name, load(edition).salary) if edition else values(name)
        offered += () if value in offered else (value,)  # of another edition
        found = effects().get(edition, {}).get(name)
        usual = found["value"] if found else offered[1]  # shown while it is off
        active = value if on else usual
        told = rule(name, active), effect(edition, name, active)
        rows.append(Switch(name, value, on, offered, offered.index(usual), *told))
    return rows


def edition_asked(unit: Unit) -> str:
    """The one that is on the glass, where the set-up asks for it."""
    asked, offered = unit.question, unit.session.editions
    return offered.names[offered.labels.index(asked.choice)] if asked.kind == "edition" else ""


def effect(edition: str, name: str, value: object) -> Said | None:
    found = effects().get(edition, {}).get(name)
    if found is None or found["value"] != value:
        return None
    part, low, high = (round(100 * (part - 1)) for part in found["turns"])
    having = Said(f"house.with.{name}", value=value)
    if low > 0:
        return Said("house.longer", having=having, part=part, low=low, high=high)
    if high < 0:
        return Said("house.shorter", having=having, part=-part, low=-high, high=-low)
    low, high = (f"{one:+}".replace("-", "−") if one else "0" for one in (low, high))
    return Said("house.alike", having=having, low=low, high=high)


def for_page(
    edition: Edition | None,
    chosen: Mapping[str, object] | None = None,
    asked: str = "",
    last: int = 0,
) -> dict[str, Any]:
    """In a game those that are on and what matters of them; before it all. `chosen`: None, where
    there is nothing to choose; `asked`: the edition on the glass; `last`: how many the game before
    had, while none is chosen."""
    if chosen is None:
        said = [*house_rules_of(edition), what_matters(edition)] if edition else []
        return {"on": [one for one in said if one]}
    return {"switches": [one._asdict() for one in switches(chosen, asked)], "last": last}


def what_matters(edition: Edition) -> Said | None:
    """The strongest; others are on beside it, so it is the sentence of one of them."""
    measured = effects().get(edition.name, {})
    found = {
        abs(measured[name]["turns"][0] - 1): said
        for name, value in of_the_house(edition).items()
        if (said := effect(edition.name, name, value))
    }
    return found[max(found)] if found else None


def lines(edition: Edition, lang: str) -> list[str]:
    """All that a table is told of those that it plays by; none: the book's."""
    on, found = house_rules_of(edition), what_matters(edition)
    said = [Said("house.on"), *on, *([found] if found else [])] if on else []
    return [one.text(lang) for one in said]
