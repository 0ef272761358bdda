"""The way out: for each kind of question the keys that always lead to the next operation.

Dialogues are stacked: a view over the MENU, a function over an auction, all of them over the
question of the game. C leaves one after the other. The question of the game is answered with moves
that the rules always allow: dice, FIN, no bid, no lift, bankruptcy. So the keys to the next
operation are bounded: MOST_KEYS.

The number of these operations is bounded too. None undoes, mortgages, borrows or trades: each
removes a player, a debt, a mortgaged deed received or a lot of an estate, or takes the turn one
step further, to the next throw or the end of the game. A player who was building a scarce house or
hotel pays its price; nothing here demolishes it.
"""

from __future__ import annotations

from collections.abc import Callable

from banquier.play.key_reader import KeyReader, KeyStrokes, Stuck
from banquier.play.moves import OVER
from firmware_sim.question import KINDS, Question

OF_PEOPLE = {kind for kind in KINDS if kind.startswith(("look", "menu_"))} | {
    "off", "shift", "balances", "visas", "end_game", "erase", "resume", "first", "undo",
}  # fmt: skip
"""Questions that people open, if there are any."""
MOST_KEYS = 100
"""The most keys to the next operation, from any question: a sum is erased in a function over the
auction of a building, in BATIR over another auction. Stuck is raised after more."""

_NOT_C = {
    "off": "ON",
    "resume first auto_cards auto_dice speed_die variant players edition": "OK",
    "minutes": "OK OK",  # a duration may be refused
    # Auctions: to the highest bidder, who may have spent the money meanwhile, or unsold.
    "opening first_bid bid": "FIN",
    "sold unsold where by_dice": "OK",
    # The question of the game. `~6`: a die of six faces; two dice are thrown, or else three.
    "throw throw_again prison_throw rethrow": "DES",
    "throw_keyed throw_again_keyed prison_throw_keyed rethrow_keyed": "~6 ~6 OK ~6 ~6 ~5 OK",
    "rent rent_jailed square first_lap offer offer_or_leave": "FIN",
    "draw": "CARTE 0 OK 4 OK 0 OK",  # a real card that pays nothing
    "card_pay card_receive card_from_each card_to_each card_repairs card_advance": "OK",
    "card_back_to card_back card_prison card_free card_pay_or_chance debt_payable": "OK",
    "bus visa": "+ OK",  # OK refuses the beginning of a number
    "debt": "FAILL OK FAILL OK OK OK",  # refused once if the debt could be paid
    " ".join(OVER): "",
}
WAYS = dict.fromkeys(KINDS, ("C",)) | {
    kind: tuple(keys.split()) for kinds, keys in _NOT_C.items() for kind in kinds.split()
}
"""The keys by kind of question."""


def to_next_operation(reader: KeyReader, is_ours: Callable[[Question], bool]) -> KeyStrokes[bool]:
    """Press the keys of each question until an operation is complete or the game is over. Returns
    False if a person is asked. `is_ours`: whether a bot should answer the question."""
    unit, pressed = reader.unit, 0
    before = unit.operations
    while unit.operations == before:
        question = unit.question
        if question.kind in OVER:
            break
        if not is_ours(question):
            return False
        for key in WAYS[question.kind]:
            if pressed == MOST_KEYS:
                raise Stuck(
                    f"no operation after {MOST_KEYS} keys that lead to one: {unit.said[:2]}"
                )
            pressed += 1
            yield from reader.tap(str(reader.chance(int(key[1])) + 1) if key[0] == "~" else key)
            yield from reader.listen()
            if unit.operations != before:
                break
    return True
