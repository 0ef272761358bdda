"""The fields of an edition's [rules]: their values and meanings, and the rules that they decide.

The check of a file, the comments of a starting point and docs/editions.md are made from this
table. To add a rule: a row with a `default`, so that older files stay good, and a field of the same
name in `Edition`. A house rule is one that no book prints: a game switches it on beside the unit,
by `--rule NAME=VALUE` or `edition … with NAME = VALUE`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from firmware_sim.edition import Edition

NEEDED = object()
YES_OR_NO: Mapping[str | int, str] = {True: "", False: ""}
"""The two values of a switch; `means` describes them."""
SUMS = range(1_000_000)
"""Sums of money in whole coins. Larger ones, paid again and again, would soon exceed row B."""


class RuleField(NamedTuple):
    rule: str
    values: Mapping[str | int, str] | range
    """The meaning of each value; for a range of numbers it is in `means`."""
    means: str = ""
    many: bool = False
    """True for a list of values."""
    default: object = NEEDED
    of: str = ""
    """The house rule of which this is a part."""


RULES: Mapping[str, RuleField] = {
    "first": RuleField("TURN-5", {
        "one": "Player 1 starts.",
        "highest": "The highest throw starts; equals throw again.",
    }),
    "claim_turns": RuleField("RENT-2", {
        0: "Rent can be claimed until any next throw of dice.",
        1: "Until the next player's throw.",
        2: "Until the throw of the second player after.",
    }),
    "mortgage_breaks_group": RuleField("RENT-4, BLD-4", YES_OR_NO,
        "Whether one mortgaged lot stops the double rent of the others and all building in the "
        "group."),
    "build_lifts_mortgage": RuleField("BLD-4", YES_OR_NO,
        "Whether building on a mortgaged lot lifts the mortgage in the same operation. Only makes "
        "sense when `mortgage_breaks_group` is false."),
    "mortgage_needs": RuleField("MTG-1", {
        "group": "A lot can be mortgaged when its whole group is unbuilt.",
        "lot": "When that lot is unbuilt.",
    }),
    "hotel_sales": RuleField("BLD-8", {
        "group": "with every building of the group.",
        "lot": "alone, leaving bare land.",
        "hotels": "with every hotel of the group.",
        "swap": "for half its price, four houses staying.",
    }, "Ways to sell a hotel back, the one offered first in front.", many=True),
    "swap_fallback": RuleField("BLD-9", {
        "": "No swap when the bank has not the houses.",
        "lot": "The hotel is then sold as `\"lot\"` does.",
    }),
    "deeds_trade": RuleField("TRD-3", {
        "bank empty": "Deeds may change hands between players only while the bank holds none.",
        "any time": "Whenever they like.",
    }),
    "mortgaged_trade": RuleField("MTG-3, MTG-4", YES_OR_NO,
        "Whether a mortgaged deed may be sold to a player."),
    "lift_on_transfer_percent": RuleField("MTG-3", range(101),
        "What a buyer who lifts the mortgage in that very sale pays on top of its value. One who "
        "does not pays ten percent at once. Lifting later always costs the value and ten percent."),
    "utility_throw": RuleField("RENT-7", {
        "moved": "Utility rent follows the throw that moved the token.",
        "card": "The same, but a fresh throw when a card sent the player.",
        "always": "Always a fresh throw.",
    }),
    "auction_opening": RuleField("BUY-3", {
        "banker": "The banker sets the opening price.",
        "least": "Auctions open at one coin.",
    }),
    "scarce_opening": RuleField("BLD-6", {
        "banker": "When the last buildings are auctioned, the banker sets the opening price.",
        "lowest": "The lowest building price on the deeds concerned.",
        "one": "At one coin.",
        "any": "At whatever is bid first.",
    }),
    "estate_cards": RuleField("BKR-5", {
        "pile": "The prison cards of a player ruined by the bank go back under their pile.",
        "auction": "They are auctioned with the deeds.",
    }),
    "parking": RuleField("HOUSE-1", {
        "nothing": "Free parking does nothing.",
        "pot": "Taxes, prison fines and card costs wait in a pot for the next who stops there.",
    }, default="nothing"),
    "parking_start": RuleField("HOUSE-1", SUMS,
        "What the bank puts into the pot at the beginning and whenever it was taken.",
        default=0, of="parking"),
    "depart_exact": RuleField("HOUSE-2", range(1, 4),
        "How many salaries a move brings that ends on square 0; passing it brings one.",
        default=1),
    "first_lap": RuleField("HOUSE-3", YES_OR_NO,
        "Whether a player is offered nothing before passing square 0 for the first time.",
        default=False),
    "auctions": RuleField("HOUSE-4", YES_OR_NO,
        "Whether there are auctions; without, the bank keeps what nobody buys.",
        default=True),
    "prison_collects": RuleField("HOUSE-5", YES_OR_NO,
        "Whether a player in prison collects rent.",
        default=True),
    "build_evenly": RuleField("HOUSE-6", YES_OR_NO,
        "Whether the lots of a group are built, and sold back, evenly.",
        default=True),
    "double_one": RuleField("HOUSE-7", SUMS,
        "What a throw of two ones brings from the bank.",
        default=0),
    "loans_allowed": RuleField("HOUSE-8", YES_OR_NO,
        "Whether the bank lends, where the edition has loans.",
        default=True),
    "buildings_counted": RuleField("HOUSE-8", YES_OR_NO,
        "Whether houses and hotels run out.",
        default=True),
}  # fmt: skip
HOUSE = tuple(name for name, field in RULES.items() if field.rule.startswith("HOUSE-"))


def of_the_house(edition: Edition) -> dict[str, Any]:
    """Return the active house rules."""
    return switched_on({name: getattr(edition, name) for name in HOUSE})


def switched_on(rules: Mapping[str, Any]) -> dict[str, Any]:
    """Return the active ones of these house rules."""
    return {name: value for name, value in rules.items() if value != RULES[name].default}


def with_rules(edition: Edition, rules: Mapping[str, Any]) -> Edition:
    """Return the edition with these rules. `house_rules` counts the active house rules, without
    parts of another; an edition without loans has no terms of them."""
    edition = edition._replace(**rules)
    on = [name for name in of_the_house(edition) if not RULES[name].of]
    loans = edition.loans if edition.loans_allowed else None
    return edition._replace(house_rules=len(on), loans=loans)


def quote(value: str | int) -> str:
    return json.dumps(value, ensure_ascii=False)


QUARTERS = (0, 1, 2, 4, 8, 20)


def values(name: str, salary: int = 200) -> tuple[Any, ...]:
    """Return the values of a switch, the default first; for sums, some quarters of the salary."""
    field = RULES[name]
    offered = [salary * n // 4 for n in QUARTERS] if field.values is SUMS else [*field.values]
    return tuple(sorted(offered, key=lambda value: value != field.default))


def choices(field: RuleField) -> str:
    """Return the values of a field in one phrase."""
    if isinstance(field.values, range):
        return f"{field.values[0]} to {field.values[-1]}"
    told = [quote(value) for value in field.values]
    return f"{'some of' * field.many} {', '.join(told[:-1])} or {told[-1]}".strip()


def comment(field: RuleField) -> str:
    """Return the description of a field in one paragraph."""
    values = {} if isinstance(field.values, range) else field.values
    said = [f"{quote(value)}: {means}" for value, means in values.items() if means]
    return " ".join([field.means, *said]).strip().replace("`", "")
