"""Random mistakes: keys that are refused, views, and functions that are cancelled.

Each ends at the question at which it began. Prison and choices of cards are left alone, so that a
prison policy holds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from banquier.bots.bot_seats import BotSeats
from banquier.play.key_reader import KeyStrokes
from keypad.keys import NAMES

# Keys that act at the questions of a turn, or wait for another key.
MEANT = frozenset({"ON", "F", "DES", "OK", "FIN", "ENCH", "CARTE", "ACHAT", "LOYER", "CORR"})
WRONG = tuple(name for name in NAMES if name not in MEANT)

# Function keys that are refused, by move; and those at a debt.
TEMPTING = {
    "throw": ("ACHAT", "ENCH", "FIN", "CARTE", "PRISON"),
    "buy": ("DES", "CARTE", "PRISON"),
    "to_auction": ("DES", "CARTE", "PRISON"),
    "draw": ("FIN", "DES", "ACHAT"),
    "carry_out": ("FIN", "DES", "ACHAT"),
    "finish": ("ACHAT", "DES", "CARTE", "PRISON"),
}
ELSEWHERE = ("PRISON",)
IN_DEBT = ("FIN", "DES", "CARTE", "FAILL", "ACHAT")


class RandomMistakes:
    def __init__(self, seats: BotSeats) -> None:
        self.seats = seats
        self.reader = seats.reader

    def look_around(self, player: int) -> KeyStrokes[None]:
        """View the own deeds, or a player by `?`: a few pages, and back."""
        reader, home = self.reader, self.reader.place
        if reader.chance(3):
            yield from reader.press("?", str(reader.chance(5)))
        yield from reader.press(*"++-"[reader.chance(3) :])
        yield from reader.press("C")
        yield from reader.back_to(home)

    def make_mistake(self, player: int, wanted: str) -> KeyStrokes[None]:
        """`wanted`: the move without the mistake."""
        reader, home = self.reader, self.reader.place
        if reader.chance(3) == 0:
            tempting = TEMPTING.get(wanted, ELSEWHERE)
            yield from reader.function(tempting[reader.chance(len(tempting))])
        else:
            kind = MISTAKES[reader.chance(len(MISTAKES))]
            yield from kind(self, player)
        yield from reader.back_to(home)

    def _wrong_key(self, player: int) -> KeyStrokes[None]:
        reader = self.reader
        key = WRONG[reader.chance(len(WRONG))]
        yield from reader.function(key) if len(key) > 2 else reader.press(key)

    def forget_a_debt(self, player: int) -> KeyStrokes[None]:
        reader, home = self.reader, self.reader.place
        yield from reader.function(IN_DEBT[reader.chance(len(IN_DEBT))])
        if reader.kind == "who_bankrupt":
            yield from reader.press("OK")
        yield from reader.back_to(home)

    def too_late(self, player: int) -> KeyStrokes[None]:
        """Claim a rent that is not owed or not any more."""
        yield from self.reader.function("LOYER")

    def _pay(self, player: int, amount: int) -> KeyStrokes[None]:
        reader = self.reader
        if (yield from reader.function("PAYER")) and (yield from reader.name(player)):
            yield from reader.press("OK")
            yield from reader.type(amount)
            yield from reader.press("OK")

    def _receive_from_the_bank(self, player: int) -> KeyStrokes[None]:
        reader = self.reader
        if (yield from reader.function("RECU")) and (yield from reader.name(player)):
            yield from reader.type(reader.chance(20) + 1)
            yield from reader.press("OK")

    def _borrow_oddly(self, player: int) -> KeyStrokes[None]:
        reader = self.reader
        if not (yield from reader.function("EMPR")) or not (yield from reader.name(player)):
            return
        if reader.kind == "new_loan" and not (yield from reader.press("9", "OK")):
            yield from reader.press("OK")
        yield from reader.type((155, 99_000, 0)[reader.chance(3)])
        yield from reader.press("OK")

    def _mortgage_anything(self, player: int) -> KeyStrokes[None]:
        """View only: mortgages are for debts."""
        reader = self.reader
        if (yield from reader.function("HYPO")) and (yield from reader.name(player)):
            yield from reader.type(reader.chance(40))
            yield from reader.press("C")

    def _walk(self, function: str, player: int) -> KeyStrokes[None]:
        """OK on any lot, but not on the question that follows."""
        reader = self.reader
        if (yield from reader.function(function)) and (yield from reader.name(player)):
            yield from reader.press(*"+" * reader.chance(4))
            yield from reader.press("OK")

    def _give_nothing(self, player: int) -> KeyStrokes[None]:
        """Begin a sale and mark deeds at random, also those that cannot be sold."""
        reader = self.reader
        if (yield from reader.function("VENTE")) and (yield from reader.name(player)):
            yield from reader.press("OK")
            for _ in range(reader.chance(6) + 1):
                yield from reader.press("+")
                yield from reader.press("OK")
            if (yield from reader.press("FIN", "FIN")):
                yield from reader.press("OK")

    def _lift_for_another(self, player: int) -> KeyStrokes[None]:
        """Type the number of a mortgaged deed of another player."""
        reader, game = self.reader, self.reader.unit.game
        assert game is not None
        others = [
            lot for lot in game.edition.deeds if game.mortgaged[lot] and game.owner[lot] != player
        ]
        if others and (yield from reader.function("HYPO")) and (yield from reader.name(player)):
            yield from reader.type(others[reader.chance(len(others))])

    def _undo_last(self, player: int) -> KeyStrokes[None]:
        """Undo the last operation; the same keys will repeat it."""
        reader = self.reader
        yield from reader.function("CORR")
        if reader.kind == "undo":
            yield from reader.press(("OK", "C")[reader.chance(2)])

    def _give_up(self, player: int) -> KeyStrokes[None]:
        reader = self.reader
        if (yield from reader.function("FAILL")) and (yield from reader.name(player)):
            yield from reader.press("OK", "C")


MISTAKES: tuple[Callable[[RandomMistakes, int], KeyStrokes[Any]], ...] = (
    RandomMistakes._wrong_key,
    RandomMistakes._wrong_key,
    RandomMistakes._wrong_key,
    lambda bots, player: bots.reader.press("?", "9"),  # there is no player 9
    RandomMistakes.too_late,
    lambda bots, player: bots._pay(player, 99_999_999),
    lambda bots, player: bots._pay(player, bots.reader.chance(20) + 1),
    RandomMistakes._receive_from_the_bank,
    RandomMistakes._borrow_oddly,
    lambda bots, player: bots._walk("BATIR", player),
    lambda bots, player: bots._walk("DEMOL", player),
    RandomMistakes._mortgage_anything,
    RandomMistakes._give_nothing,
    RandomMistakes._lift_for_another,
    RandomMistakes._undo_last,
    RandomMistakes._give_up,
)
