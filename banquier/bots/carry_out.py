"""Carries out decisions by keys, question by question."""

from __future__ import annotations

from collections.abc import Callable

from banquier.bots.auction import Auction
from banquier.bots.bot_seats import BotSeats
from banquier.bots.key_reader import KeyStrokes
from banquier.bots.strategy import Decision
from firmware_sim.rules.trade import Bargain

CARDS = ("CARTE CHANCE", "CARTE CAISSE")
ASKED_OF_A_CARD = {
    "ALLER A": 39, "RECULER": 39, "PAYER": 200, "RECEVOIR": 200, "CHACUN": 50, "VERSER": 50,
    "MAISONS": 40, "HOTELS": 115,
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
        yield from self.WAYS[decision.do](self, player, decision)

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
        if hand.text != "CARTE NO":
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
        while (answers := ASKED_OF_A_CARD.get(hand.text)) is not None:
            if not (yield from hand.type(hand.chance(answers) + 1)) or not (
                yield from hand.press("OK")
            ):
                return

    def leave_prison(self, player: int, decision: Decision) -> KeyStrokes[None]:
        if (yield from self.hand.function("PRISON")):
            if decision.do == "card":
                yield from self.hand.press("+")
            if not (yield from self.hand.press("OK")):
                yield from self.hand.press("C")

    def choose(self, player: int, decision: Decision) -> KeyStrokes[None]:
        hand = self.hand
        if hand.text == "CASE ?":
            if decision.number < 0:
                yield from hand.press("C")
            else:
                yield from hand.press(*str(decision.number), "OK")
        elif (yield from hand.turn_to_number(decision.number)):
            yield from hand.press("OK")

    # -- the estate

    def build(self, player: int, decision: Decision) -> KeyStrokes[None]:
        hand, home = self.hand, self.hand.place
        if (yield from self._on_lot("BATIR", player, decision.number)):
            if hand.text == "ENCHERE ?":
                yield from self._scarce()
            yield from hand.listen()
            yield from hand.press("C")
        yield from hand.back_to(home)

    def _scarce(self) -> KeyStrokes[None]:
        """Scarce buildings: sold at their price, or by auction."""
        if self.hand.chance(3) == 0:
            yield from self.hand.press("C")
            return
        yield from self.hand.press("OK")
        yield from self.auction.hold("building")
        yield from self.hand.listen()
        if self.auction.winner:
            yield from self._choose_first_lot()

    def _choose_first_lot(self) -> KeyStrokes[None]:
        """The lot of the winner: the first if there is a choice."""
        if self.hand.concerned == self.auction.winner and self.seats.plays(self.auction.winner):
            yield from self.hand.press("OK")

    def demolish(self, player: int, decision: Decision) -> KeyStrokes[None]:
        hand, home = self.hand, self.hand.place
        if (yield from self._on_lot("DEMOL", player, decision.number)):
            if hand.text in ("TOUT ?", "ECHANGE ?"):
                yield from hand.press(*"+" * decision.amount, "OK")
            yield from hand.listen()
            yield from hand.press("C")
        yield from hand.back_to(home)

    def mortgage(self, player: int, decision: Decision) -> KeyStrokes[None]:
        home = self.hand.place
        if (yield from self._on_lot("HYPO", player, decision.number)):
            yield from self.hand.listen()
            yield from self.hand.press("C")
        yield from self.hand.back_to(home)

    def _on_lot(self, function: str, player: int, number: int) -> KeyStrokes[bool]:
        hand = self.hand
        return (
            (yield from hand.function(function))
            and (yield from hand.name(player))
            and (yield from hand.type(number))
            and (yield from hand.press("OK"))
        )

    # -- money

    def borrow(self, player: int, decision: Decision) -> KeyStrokes[None]:
        hand, home = self.hand, self.hand.place
        if (yield from hand.function("EMPR")) and (yield from hand.name(player)):
            if hand.text == "NOUVEAU":
                yield from hand.press("OK")
            if (yield from hand.type(decision.amount)) and (yield from hand.press("OK")):
                return
        yield from hand.back_to(home)

    def repay(self, player: int, decision: Decision) -> KeyStrokes[None]:
        hand, home = self.hand, self.hand.place
        if (
            (yield from hand.function("EMPR"))
            and (yield from hand.name(player))
            and (yield from hand.press(str(decision.number + 1), "OK"))
        ):
            return
        yield from hand.back_to(home)

    def go_bankrupt(self, player: int, decision: Decision | None = None) -> KeyStrokes[None]:
        hand, home = self.hand, self.hand.place
        if not (yield from hand.function("FAILL")):
            return
        if (yield from hand.name(player)):
            yield from hand.press("OK", "OK")
        elif hand.error != 22:
            yield from hand.back_to(home)

    # -- bargains

    def trade(self, player: int, decision: Decision) -> KeyStrokes[None]:
        bargain, home = decision.bargain, self.hand.place
        if bargain is None or bargain in self.refused:
            yield from self._instead(player)
            return
        operations = self.hand.unit.operations
        if (yield from self._offer(bargain)):
            yield from self.accords(player)
        if self.hand.unit.operations == operations:
            self.refused.add(bargain)
            yield from self.hand.back_to(home)

    def _instead(self, player: int) -> KeyStrokes[None]:
        """The same sale would be refused again; with a debt, bankruptcy is left."""
        if self.hand.text.endswith("DETTE"):
            yield from self.go_bankrupt(player)

    def _offer(self, bargain: Bargain) -> KeyStrokes[bool]:
        hand = self.hand
        return (
            (yield from hand.function("VENTE"))
            and (yield from hand.name(bargain.first))
            and (yield from hand.name(bargain.second))
            and (yield from self._give(bargain.first_deeds, bargain.first_cards))
            and (yield from self._give(bargain.second_deeds, bargain.second_cards))
            and (yield from self._pay(bargain.money))
            and (yield from hand.press("OK"))  # the sale is read over
        )

    def _give(self, deeds: tuple[int, ...], cards: tuple[int, ...]) -> KeyStrokes[bool]:
        hand, board = self.hand, self.hand.unit.board_view()
        assert board is not None
        goods = [board.squares[number].label for number in deeds] + [CARDS[pile] for pile in cards]
        for label in goods:
            if not (yield from hand.turn_to(label)) or not (yield from hand.press("OK")):
                return False
        return (yield from hand.press("FIN"))

    def _pay(self, money: int) -> KeyStrokes[bool]:
        hand = self.hand
        if money < 0 and not (yield from hand.press("+")):
            return False
        if money and not (yield from hand.type(abs(money))):
            return False
        return (yield from hand.press("OK"))

    def accords(self, proposer: int = 0) -> KeyStrokes[None]:
        """ACCORD J1 ?, ACCORD J2 ?: bots answer, people are waited for.

        The proposer has decided already.
        """
        agreed: set[int] = set()
        while player := self.seats.asked("ACCORD J# ?"):
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

    WAYS: dict[str, Callable[[DecisionKeys, int, Decision], KeyStrokes[None]]]


def _key(*keys: str) -> Callable[[DecisionKeys, int, Decision], KeyStrokes[None]]:
    def press(self: DecisionKeys, player: int, decision: Decision) -> KeyStrokes[None]:
        for key in keys:
            yield from self.hand.function(key) if len(key) > 2 else self.hand.press(key)

    return press


def _to_auction(self: DecisionKeys, player: int, decision: Decision) -> KeyStrokes[None]:
    """ENCH, or FIN which leads there too."""
    yield from self.hand.press(("ENCH", "FIN")[self.hand.chance(2)])


DecisionKeys.WAYS = {
    "throw": DecisionKeys.throw,
    "fine": DecisionKeys.leave_prison,
    "card": DecisionKeys.leave_prison,
    "buy": _key("ACHAT"),
    "auction": _to_auction,
    "draw": DecisionKeys.draw,
    "carry out": _key("OK"),
    "finish": _key("FIN"),
    "choose": DecisionKeys.choose,
    "claim": _key("LOYER"),
    "build": DecisionKeys.build,
    "demolish": DecisionKeys.demolish,
    "mortgage": DecisionKeys.mortgage,
    "lift": DecisionKeys.mortgage,
    "borrow": DecisionKeys.borrow,
    "repay": DecisionKeys.repay,
    "trade": DecisionKeys.trade,
    "settle": _key("OK"),
    "ruin": DecisionKeys.go_bankrupt,
    "yes": _key("OK"),
    "no": _key("C"),
}
