"""The fields of an edition's [rules]: their values, what each means, the rule that it decides.

The check of a file, the comments of a starting point and docs/editions.md are made from this
table. To add a rule: a row with a `default`, so that files written before it stay good, and a
field of the same name in `Edition`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

NEEDED = object()
YES_OR_NO: Mapping[str | int, str] = {}


class RuleField(NamedTuple):
    rule: str
    values: Mapping[str | int, str] | range
    """What each means; a range of numbers, or true and false: `means` says it."""
    means: str = ""
    many: bool = False
    """Some of the values, as a list."""
    default: object = NEEDED


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
}  # fmt: skip


def quoted(value: str | int) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


def comment(field: RuleField) -> str:
    """In one paragraph."""
    values = {} if isinstance(field.values, range) else field.values
    said = [field.means, *(f"{quoted(value)}: {means}" for value, means in values.items())]
    return " ".join(filter(None, said)).replace("`", "")
