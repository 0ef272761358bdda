"""Carries out the moves of bots by keys, question by question."""

from __future__ import annotations

from collections.abc import Callable

from banquier.bots.auction import Auction
from banquier.bots.bot_seats import BotSeats
from banquier.play.key_reader import KeyStrokes
from banquier.play.move import RUIN, Move
from banquier.play.moves import press

ASKED_OF_A_CARD = {
    "by_hand_square": 39, "by_hand_squares": 39, "by_hand_amount": 100,
    "by_hand_houses": 40, "by_hand_hotels": 115,
}  # fmt: skip
"""The highest number of a real card."""
SHAKE = 1 << 17  # ticks: the longest wait before a throw, twice the period of the dice


class MoveKeys:
    def __init__(self, seats: BotSeats) -> None:
        self.seats = seats
        self.reader = seats.reader
        self.auction = Auction(seats)
        self.refused: set[object] = set()
        """Sales that were refused already."""
        self.real_dice = False

    def carry_out(self, player: int, move: Move) -> KeyStrokes[None]:
        if move.name in self.OWN:
            yield from self.OWN[move.name](self, player, move)
        else:
            yield from press(self.reader, player, move)

    # -- a turn

    def throw(self, player: int, move: Move) -> KeyStrokes[None]:
        reader = self.reader
        shaken = SHAKE if not reader.pace else reader.pace
        yield from reader.wait(reader.chance(shaken))
        if self.real_dice:
            yield from self._key_dice()
        elif not (yield from reader.function("DES")) and reader.error == 1:
            self.real_dice = True

    def _key_dice(self) -> KeyStrokes[None]:
        """Type real dice; a third if two are not enough."""
        reader = self.reader
        thrown = [str(reader.chance(6) + 1) for _ in range(2)]
        if (yield from reader.press(*thrown, "OK")):
            return
        if reader.error == 6:
            yield from reader.press("123445"[reader.chance(6)], "OK")
        else:
            self.real_dice = False

    def draw(self, player: int, move: Move) -> KeyStrokes[None]:
        reader, home = self.reader, self.reader.place
        yield from reader.press("CARTE")
        if reader.kind != "card_number":
            return
        operations = reader.unit.operations
        by_hand = reader.chance(6) == 0
        if (yield from reader.type(0 if by_hand else reader.chance(16) + 1)):
            yield from reader.press("OK")
        if by_hand:
            yield from self._key_card()
        if reader.unit.operations == operations:
            yield from reader.back_to(home)

    def _key_card(self) -> KeyStrokes[None]:
        """An unknown real card: its effect, then the questions about it."""
        reader = self.reader
        yield from reader.press(str(reader.chance(9) + 1), "OK")
        while (answers := ASKED_OF_A_CARD.get(reader.kind)) is not None:
            if not (yield from reader.type(reader.chance(answers) + 1)) or not (
                yield from reader.press("OK")
            ):
                return

    # -- the estate

    def build(self, player: int, move: Move) -> KeyStrokes[None]:
        yield from press(self.reader, player, move)
        if self.reader.kind == "scarce":
            yield from self._scarce()
            yield from self.reader.leave()

    def _scarce(self) -> KeyStrokes[None]:
        """Scarce buildings: sold at their price, or by auction."""
        if self.reader.chance(3) == 0:
            yield from self.reader.press("+", "OK")
            return
        yield from self.reader.press("OK")
        yield from self.auction.hold("building")
        yield from self.reader.listen()
        if self.auction.winner:
            yield from self._choose_first_lot()

    def _choose_first_lot(self) -> KeyStrokes[None]:
        """The lot of the winner: the first if there is a choice."""
        winner = self.auction.winner
        if self.reader.question.player == winner and self.seats.plays(winner):
            yield from self.reader.press("OK")

    # -- bargains

    def offer(self, player: int, move: Move) -> KeyStrokes[None]:
        bargain = move.bargain
        if bargain is None or bargain in self.refused:
            yield from self._instead(player)
            return
        operations = self.reader.unit.operations
        if (yield from press(self.reader, player, move)):
            yield from self.accords(player)
        if self.reader.unit.operations == operations:
            self.refused.add(bargain)
            yield from self.reader.leave()

    def _instead(self, player: int) -> KeyStrokes[None]:
        """The same sale would be refused again; with a debt, bankruptcy is left."""
        if self.reader.kind == "debt":
            yield from press(self.reader, player, RUIN)

    def accords(self, proposer: int = 0) -> KeyStrokes[None]:
        """ACCORD J1 ?, ACCORD J2 ?: bots answer, people are waited for.

        The proposer has decided already.
        """
        agreed: set[int] = set()
        while player := self.seats.asked("accord"):
            if not self.seats.plays(player):
                yield from self.seats.wait_for_others()
                continue
            wanted = self.seats.decide(player, "accord")
            likes = player == proposer or (wanted is not None and wanted.name == "agree")
            if player in agreed or not likes:  # asked again: the other player refused
                yield from self.reader.press("C")
                return
            agreed.add(player)
            yield from self.reader.press("OK")

    OWN: dict[str, Callable[[MoveKeys, int, Move], KeyStrokes[None]]]


def _to_auction(self: MoveKeys, player: int, move: Move) -> KeyStrokes[None]:
    """ENCH, or FIN which leads there too."""
    yield from self.reader.press(("ENCH", "FIN")[self.reader.chance(2)])


MoveKeys.OWN = {
    "throw": MoveKeys.throw,
    "to_auction": _to_auction,
    "draw": MoveKeys.draw,
    "build": MoveKeys.build,
    "offer": MoveKeys.offer,
}
"""What bots do otherwise than the shared table: they shake dice, draw real cards, and go on with
what a move leads to."""
