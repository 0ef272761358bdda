"""Bots at a unit: which player is asked what, and the keys that answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from banquier.bots.auction import Auction
from banquier.bots.bot_seats import BotSeats
from banquier.bots.carry_out import DecisionKeys
from banquier.bots.key_reader import OVER, KeyReader, KeyStrokes, Lost, Stroke
from banquier.bots.random_mistakes import RandomMistakes
from banquier.bots.rng import rng
from hardware.unit import Unit

TURN = ("J# LANCEZ", "J# REJOUE", "J# RELANCE", "J# PRISON 1", "J# PRISON 2", "J# PRISON 3")
DEBT = ("J# DETTE", "J# PAIE ?")
AUCTION = ("J# ENCHERE", "J# MISE", "ADJUGE J# ?")
UNDER_WAY = {"?", "FONC"}
"""Icons lit while a person uses `?`, or after F."""
WAYS_OUT = ("C", "FIN", "OK")
"""Keys that leave an unknown question, tried in this order."""


class Bots:
    """Plays `profiles`: seat -> careful, greedy, trader or chaotic.

    `pace`: ticks after each key; 0: as fast as possible. `prison`: short pays the fine at once,
    long always throws, own decides.
    """

    def __init__(
        self,
        unit: Unit,
        profiles: Mapping[int, str],
        *,
        seed: int = 1,
        pace: int = 0,
        prison: str = "own",
    ) -> None:
        self.unit = unit
        self.hand = KeyReader(unit, rng(seed), pace)
        self.seats = BotSeats(self.hand, profiles, prison)
        self.business = DecisionKeys(self.seats)
        self.auction: Auction = self.business.auction
        self.mistakes = RandomMistakes(self.seats)
        self._asked_at = -1
        self._forgetful = 0
        """Owners who forgot a rent, and after how many operations they remember it."""
        self._remembers_at = 0

    def strokes(self) -> Iterator[Stroke]:
        """Key strokes until the game is over. Stuck: no key leads on."""
        while True:
            try:
                yield from self.hand.listen()
                if self.unit.question.kind in OVER:
                    return
                if self.seats.alone:
                    self.hand.count()
                yield from self._step()
            except Lost:
                yield from self._walk_out()

    def _step(self) -> KeyStrokes[None]:
        if not self.unit.awake:
            yield from self._wake()
        elif UNDER_WAY & self.hand.said.icons and not self.seats.alone:
            yield from self.seats.wait_for_others()
        else:
            yield from self._answer()

    def _walk_out(self) -> KeyStrokes[None]:
        """Answer only questions to bots."""
        if self.seats.alone or self.seats.plays(self.unit.question.player):
            yield from self.hand.walk_out()
        else:
            self.hand.steps = 0
            yield from self.seats.wait_for_others()

    def end_game(self) -> Iterator[Stroke]:
        """Through the MENU: FIN PARTIE, and the richest wins."""
        hand = self.hand
        yield from hand.listen()
        yield from hand.press("?", "F")
        if (yield from hand.turn_to("FIN PARTIE")):
            yield from hand.press("OK", "OK")

    def _wake(self) -> KeyStrokes[None]:
        if self.seats.alone:
            yield from self.hand.press("ON")
        else:
            yield from self.seats.wait_for_others()

    def _answer(self) -> KeyStrokes[None]:
        seats, text = self.seats, self.hand.text
        if player := seats.asked(*TURN):
            yield from self._turn(player)
        elif player := seats.asked(*DEBT):
            yield from self._debt(player)
        elif text == "LEVER ?":
            yield from self._simple("lift")
        elif text in ("ENCHERE", "MISE A PRIX", "INVENDU ?") or seats.asked(*AUCTION):
            yield from self.auction.hold("bid")
        elif seats.asked("ACCORD J# ?"):
            yield from self.business.accords()
        elif text == "REPRISE ?" and seats.alone:
            yield from self.hand.press("OK")
        else:
            yield from self._turn(self.hand.concerned)

    def _turn(self, player: int) -> KeyStrokes[None]:
        """A question of a turn: first rents to claim, then the decision of the player."""
        if (yield from self._claim()):
            return
        if not self.seats.plays(player):
            yield from self._not_ours()
            return
        decision = self.seats.decide(player, "turn")
        if decision is None:
            yield from self._not_ours()
            return
        if (yield from self._press_at_random(player, decision.do)):
            return
        operations = self.unit.operations
        yield from self.business.fulfil(player, decision)
        if self.unit.operations == operations and self.hand.error:
            yield from self._way_out()

    def _claim(self) -> KeyStrokes[bool]:
        """Each owner decides once about each rent; a forgotten one may be remembered too late."""
        operations = self.unit.operations
        if self._asked_at == operations:
            return False
        game = self.unit.firmware.session.game
        if self._forgetful and operations >= self._remembers_at and self._may_claim():
            self._forgetful = 0
            yield from self.mistakes.too_late(0)
            return True
        for seat in self.seats.profiles if game and game.claims else ():
            decision = self.seats.decide(seat, "claim") if seat != self._forgetful else None
            if decision is None or decision.do == "no":
                continue
            if not self._may_claim():
                return False
            if decision.do == "claim":
                yield from self.business.fulfil(seat, decision)
                return True
            if decision.do == "forget":
                self._forgetful = seat
                self._remembers_at = operations + 2 + self.hand.chance(12)
        self._asked_at = operations
        return False

    def _may_claim(self) -> bool:
        """Whether LOYER can be pressed without interrupting another player."""
        seats = self.seats
        if seats.asked(*TURN, *DEBT, "LOYER J#") or seats.alone:
            return True
        look = self.unit.board_view()
        return look is not None and any(
            player.number == look.turn and self.hand.text == look.squares[player.square].label
            for player in look.players
        )

    def _press_at_random(self, player: int, wanted: str) -> KeyStrokes[bool]:
        hand = self.hand
        if self._makes_mistakes(player):
            yield from self.mistakes.blunder(player, wanted)
            return True
        if hand.chance(200) == 0:
            yield from self.mistakes.look_around(player)
            return True
        return False

    def _makes_mistakes(self, player: int) -> bool:
        return self.seats.profiles[player] == "chaotic" and self.hand.chance(12) == 0

    def _debt(self, player: int) -> KeyStrokes[None]:
        if (yield from self._claim()):
            return
        if self.seats.plays(player) and self._makes_mistakes(player):
            yield from self.mistakes.forget_a_debt(player)
        elif self.seats.plays(player):
            decision = self.seats.decide(player, "debt")
            if decision is not None:
                yield from self.business.fulfil(player, decision)
        else:
            yield from self.seats.wait_for_others()

    def _simple(self, question: str) -> KeyStrokes[None]:
        player = self.hand.concerned
        decision = self.seats.decide(player, question) if self.seats.plays(player) else None
        if decision is None:
            yield from self._not_ours()
        else:
            yield from self.business.fulfil(player, decision)

    def _not_ours(self) -> KeyStrokes[None]:
        """A question to a person: wait. An unknown question: leave it."""
        if self.seats.alone:
            yield from self._way_out()
        else:
            yield from self.seats.wait_for_others()

    def _way_out(self) -> KeyStrokes[None]:
        for key in WAYS_OUT:
            if (yield from self.hand.press(key)):
                return
