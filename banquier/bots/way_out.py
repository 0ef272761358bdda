"""The way out: for each kind of question the keys that always lead to the next operation.

Dialogues lie over each other: a view over the MENU, a function over an auction, all of them over
the question of the game. The way out leaves the topmost dialogue, then the one below it, and
answers the question of the game with what the rules always allow: dice, FIN, no bid, no lift,
bankruptcy. What it begins is counted in its own line. So the keys to the next operation are
bounded: MOST_KEYS.

These operations come to an end too. None undoes, mortgages, borrows or trades: each removes a
player, a debt, a mortgaged deed received or a lot of an estate, or takes the turn one step
further, to the next throw or the end of the game. A player who was building a scarce house or
hotel pays its price; nothing here demolishes it.
"""

from __future__ import annotations

from typing import NamedTuple

from banquier.bots.bot_seats import BotSeats
from banquier.play.key_reader import KeyStrokes, Stuck
from firmware_sim.dialogue.asking import LONGEST
from firmware_sim.glass import Said
from firmware_sim.question import Question

OVER = ("winner", "winners", "rank")
"""Questions after the end of the game: nothing follows."""


class Way(NamedTuple):
    layer: str
    keys: tuple[str, ...]
    """Pressed in this order until an operation is complete. `~6`: a die of six faces."""
    most: int
    """The most keys until the dialogue has ended or an operation is complete."""


LAYERS = (
    "power", "shift", "view", "menu", "function", "auction", "function", "auction", "aside",
    "start", "turn",
)  # fmt: skip
"""The deepest stack, topmost first: a function in the auction of a scarce building, in BATIR, in
the auction of a deed. `aside`: what answers a question of the turn in several keys."""

OF_PEOPLE = frozenset({"power", "shift", "view", "menu", "start"})
"""With people in the game, one of them opened these."""

_ERASED = LONGEST + 1  # C erases a number, then leaves
_CARD = _ERASED + 1  # the number, then the kind of a card keyed by hand

_TABLE = (
    ("power", "ON", 1, "off"),
    ("shift", "C", 1, "shift"),  # PRISON: accepted by the dice of a prisoner alone
    ("view", "C", 1, "look look_cash look_deed look_nothing look_loan look_speed_die"),
    ("view", "C", 1, "look_passport look_bank"),
    ("menu", "C", 1, "menu_sound menu_contrast menu_balances menu_time menu_passport"),
    ("menu", "C", 1, "menu_auto_rent menu_auto_dice menu_auto_cards menu_end menu_new menu_off"),
    ("menu", "C", 1, "menu_version"),
    ("menu", "C", 2, "balances visas end_game erase"),
    # Functions: C goes back one question. A bargain asks eight: goods and accord of both players.
    ("function", "C", 1, "who_build who_demolish who_mortgage who_borrow who_trade who_pay"),
    ("function", "C", 1, "who_receive who_bankrupt build demolish mortgage lift new_loan repay"),
    ("function", "C", 1, "bankrupt bankrupt_sure undo"),
    ("function", "C", 2, "whom_trade whom_pay hotel_group hotel_hotels hotel_lot hotel_swap"),
    ("function", "C", 1, "build_hotel built_up bare"),
    ("function", "C", 2, "scarce scarce_price lift_sure"),
    ("function", "OK", 2, "where"),
    ("function", "C", 4, "goods good"),
    ("function", "C", _ERASED, "loan_amount pay_amount"),
    ("function", "C", 4 + _ERASED, "trade_money"),
    ("function", "C", 5 + _ERASED, "trade_good trade_sum"),
    ("function", "C", 7 + _ERASED, "accord"),
    # Auctions: the highest bidder, who may have spent the money meanwhile, or unsold.
    ("auction", "OK", 1, "unsold"),
    ("auction", "FIN", 2, "opening first_bid"),
    ("auction", "OK", 3, "sold"),
    ("auction", "FIN", 4, "bid"),
    ("auction", "C", 4 + _ERASED, "bid_amount"),
    # Back to the question of the turn, to which anything typed is lost.
    ("aside", "C", 1, "second_die"),
    ("aside", "C", 2, "third_die"),
    ("aside", "C", 3, "dice_typed"),
    ("aside", "C", 4, "walk_deed walk_nothing fine fine_or_card prison_card"),
    ("aside", "OK", 1, "by_dice"),
    ("aside", "C", _ERASED, "card_number"),
    ("aside", "C", _CARD, "by_hand"),
    ("aside", "C", _CARD + _ERASED, "by_hand_amount by_hand_square by_hand_squares"),
    ("aside", "C", _CARD + _ERASED, "by_hand_houses by_hand_hotels"),
    # A cold start, and the set-up, whose last answer is an operation. A duration may be refused.
    ("start", "OK", 1, "resume first"),
    ("start", "OK", 2, "auto_cards"),
    ("start", "OK", 3, "auto_dice"),
    ("start", "OK", 4, "speed_die"),
    ("start", "OK OK", 6, "minutes"),
    ("start", "OK", 7, "variant"),
    ("start", "OK", 8, "players"),
    ("start", "OK", 9, "edition"),
    # The question of the game itself.
    ("turn", "DES", 1, "throw throw_again prison_throw rethrow"),
    ("turn", "~6 ~6 OK ~5 OK", 5, "throw_keyed throw_again_keyed prison_throw_keyed"),
    ("turn", "~6 ~6 OK ~5 OK", 5, "rethrow_keyed"),
    ("turn", "FIN", 1, "rent square"),
    ("turn", "FIN", 3, "offer"),  # unsold
    ("turn", "CARTE 0 OK 4 OK 0 OK", 7, "draw"),  # a real card that pays nothing
    ("turn", "OK", 1, "card_pay card_receive card_from_each card_to_each card_repairs"),
    ("turn", "OK", 1, "card_advance card_back_to card_back card_prison card_free"),
    ("turn", "OK", 1, "card_pay_or_chance debt_payable"),
    ("turn", "+ OK", 2, "bus visa"),  # OK refuses the beginning of a number
    ("turn", "C", 1, "lift_received interest"),
    ("turn", "C", _ERASED + 1, "anywhere"),
    ("turn", "FAILL OK FAILL OK OK OK", 6, "debt"),  # refused once if the debt could be paid
    ("turn", "", 0, " ".join(OVER)),
)  # fmt: skip

WAYS = {
    kind: Way(layer, tuple(keys.split()), most)
    for layer, keys, most, kinds in _TABLE
    for kind in kinds.split()
}


def _deepest(layer: str) -> int:
    return max(way.most for way in WAYS.values() if way.layer == layer)


MOST_KEYS = sum(map(_deepest, LAYERS))
"""The most keys to the next operation, from any question. More: Stuck."""


def led_nowhere(said: Said) -> str:
    shown = f"{said.text!r} {said.value!r}"
    return f"no operation after {MOST_KEYS} keys that lead to one: {shown}"


class WayOut:
    def __init__(self, seats: BotSeats) -> None:
        self.seats = seats
        self.reader = seats.reader

    def leave(self, question: Question) -> KeyStrokes[None]:
        """The way out of one question, if it is asked of bots."""
        if self._is_ours(question):
            yield from self.reader.press(*WAYS[question.kind].keys)
        else:
            yield from self.seats.wait_for_others()

    def to_next_operation(self) -> KeyStrokes[None]:
        """Press the keys of each question until an operation is complete, the game is over or a
        person is asked."""
        reader, unit, pressed = self.reader, self.reader.unit, 0
        before = unit.operations
        while unit.operations == before:
            question = unit.question
            if question.kind in OVER:
                return
            if not self._is_ours(question):
                yield from self.seats.wait_for_others()
                return
            for key in WAYS[question.kind].keys:
                if pressed == MOST_KEYS:
                    raise Stuck(led_nowhere(unit.said))
                pressed += 1
                yield from reader.tap(str(reader.chance(int(key[1])) + 1) if key[0] == "~" else key)
                yield from reader.listen()
                if unit.operations != before:
                    return

    def _is_ours(self, question: Question) -> bool:
        seats = self.seats
        people = WAYS[question.kind].layer in OF_PEOPLE
        terms = question.bargain
        theirs = terms is not None and not seats.plays(terms.first)  # a person composes it
        return seats.alone or (seats.plays(question.player) and not people and not theirs)
