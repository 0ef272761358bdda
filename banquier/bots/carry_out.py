"""Carries out decisions by keys, question by question."""

from __future__ import annotations

from collections.abc import Callable

from banquier.bots.auction import Auction
from banquier.bots.bot_seats import BotSeats
from banquier.game.decision import RUIN, Decision
from banquier.game.decision_keys import press
from banquier.game.key_reader import KeyStrokes

ASKED_OF_A_CARD = {
    "by_hand_square": 39, "by_hand_squares": 39, "by_hand_amount": 100,
    "by_hand_houses": 40, "by_hand_hotels": 115,
}  # fmt: skip
"""The highest number of a real card."""
SHAKE = 1 << 17  # ticks: the longest wait before a throw, twice the period of the dice


class DecisionKeys:
    def __init__(self, seats: BotSeats) -> None:
        self.seats = seats
        self.hand = seats.hand
        self.auction = Auction(seats)
        self.refused: set[object] = set()
        """Sales that were refused already."""
        self.real_dice = False

    def carry_out(self, player: int, decision: Decision) -> KeyStrokes[None]:
        if decision.do in self.OWN:
            yield from self.OWN[decision.do](self, player, decision)
        else:
            yield from press(self.hand, player, decision)

    # -- a turn

    def throw(self, player: int, decision: Decision) -> KeyStrokes[None]:
        hand = self.hand
        shaken = SHAKE if not hand.pace else hand.pace
        yield from hand.wait(hand.chance(shaken))
        if self.real_dice:
            yield from self._key_dice()
        elif not (yield from hand.function("DES")) and hand.error == 1:
            self.real_dice = True

    def _key_dice(self) -> KeyStrokes[None]:
        """Type real dice; a third if two are not enough."""
        hand = self.hand
        thrown = [str(hand.chance(6) + 1) for _ in range(2)]
        if (yield from hand.press(*thrown, "OK")):
            return
        if hand.error == 6:
            yield from hand.press("123445"[hand.chance(6)], "OK")
        else:
            self.real_dice = False

    def draw(self, player: int, decision: Decision) -> KeyStrokes[None]:
        hand, home = self.hand, self.hand.place
        yield from hand.press("CARTE")
        if hand.kind != "card_number":
            return
        operations = hand.unit.operations
        by_hand = hand.chance(6) == 0
        if (yield from hand.type(0 if by_hand else hand.chance(16) + 1)):
            yield from hand.press("OK")
        if by_hand:
            yield from self._key_card()
        if hand.unit.operations == operations:
            yield from hand.back_to(home)

    def _key_card(self) -> KeyStrokes[None]:
        """An unknown real card: its effect, then the questions about it."""
        hand = self.hand
        yield from hand.press(str(hand.chance(9) + 1), "OK")
        while (answers := ASKED_OF_A_CARD.get(hand.kind)) is not None:
            if not (yield from hand.type(hand.chance(answers) + 1)) or not (
                yield from hand.press("OK")
            ):
                return

    # -- the estate

    def build(self, player: int, decision: Decision) -> KeyStrokes[None]:
        yield from press(self.hand, player, decision)
        if self.hand.kind == "scarce":
            yield from self._scarce()
            yield from self.hand.leave()

    def _scarce(self) -> KeyStrokes[None]:
        """Scarce buildings: sold at their price, or by auction."""
        if self.hand.chance(3) == 0:
            yield from self.hand.press("+", "OK")
            return
        yield from self.hand.press("OK")
        yield from self.auction.hold("building")
        yield from self.hand.listen()
        if self.auction.winner:
            yield from self._choose_first_lot()

    def _choose_first_lot(self) -> KeyStrokes[None]:
        """The lot of the winner: the first if there is a choice."""
        winner = self.auction.winner
        if self.hand.question.player == winner and self.seats.plays(winner):
            yield from self.hand.press("OK")

    # -- bargains

    def trade(self, player: int, decision: Decision) -> KeyStrokes[None]:
        bargain = decision.bargain
        if bargain is None or bargain in self.refused:
            yield from self._instead(player)
            return
        operations = self.hand.unit.operations
        if (yield from press(self.hand, player, decision)):
            yield from self.accords(player)
        if self.hand.unit.operations == operations:
            self.refused.add(bargain)
            yield from self.hand.leave()

    def _instead(self, player: int) -> KeyStrokes[None]:
        """The same sale would be refused again; with a debt, bankruptcy is left."""
        if self.hand.kind == "debt":
            yield from press(self.hand, player, RUIN)

    def accords(self, proposer: int = 0) -> KeyStrokes[None]:
        """ACCORD J1 ?, ACCORD J2 ?: bots answer, people are waited for.

        The proposer has decided already.
        """
        agreed: set[int] = set()
        while player := self.seats.asked("accord"):
            if not self.seats.plays(player):
                yield from self.seats.wait_for_others()
                continue
            decision = self.seats.decide(player, "accord")
            likes = player == proposer or (decision is not None and decision.do == "yes")
            if player in agreed or not likes:  # asked again: the other player refused
                yield from self.hand.press("C")
                return
            agreed.add(player)
            yield from self.hand.press("OK")

    OWN: dict[str, Callable[[DecisionKeys, int, Decision], KeyStrokes[None]]]


def _to_auction(self: DecisionKeys, player: int, decision: Decision) -> KeyStrokes[None]:
    """ENCH, or FIN which leads there too."""
    yield from self.hand.press(("ENCH", "FIN")[self.hand.chance(2)])


DecisionKeys.OWN = {
    "throw": DecisionKeys.throw,
    "auction": _to_auction,
    "draw": DecisionKeys.draw,
    "build": DecisionKeys.build,
    "trade": DecisionKeys.trade,
}
"""What bots do otherwise than the shared table: they shake dice, draw real cards, and go on with
what a decision leads to."""
