"""The table seen by the house: which of its seats is asked what, and what it does about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from keypad.house.auction import Auction
from keypad.house.business import Business
from keypad.house.chance import Chance
from keypad.house.face import UnitFace
from keypad.house.fingers import Fingers, Hand, Stroke
from keypad.house.mischief import Mischief
from keypad.house.seats import Seats

TURN = ("J# LANCEZ", "J# REJOUE", "J# RELANCE", "J# PRISON 1", "J# PRISON 2", "J# PRISON 3")
DEBT = ("J# DETTE", "J# PAIE ?")
AUCTION = ("J# ENCHERE", "J# MISE", "ADJUGE J# ?")
UNDER_WAY = {"?", "FONC"}
"""Icons lit while somebody looks around, or is between F and the key it shifts."""
WAYS_OUT = ("C", "FIN", "OK")
"""What leaves a question nobody understands, tried until one is taken."""


class House:
    """Plays `tempers`: seat -> careful, greedy, trader or chaotic.

    `pace`: ticks after each key; 0 is as fast as it goes. `prison`: short pays the fine at the
    first chance, long always throws, own as it suits.
    """

    def __init__(
        self,
        unit: UnitFace,
        tempers: Mapping[int, str],
        *,
        seed: int = 1,
        pace: int = 0,
        prison: str = "own",
    ) -> None:
        self.unit = unit
        self.hand = Hand(unit, Chance(seed), pace)
        self.seats = Seats(self.hand, tempers, prison)
        self.business = Business(self.seats)
        self.auction: Auction = self.business.auction
        self.mischief = Mischief(self.seats)
        self._asked_at = -1
        self._forgetful = 0
        """Who has let a rent go, and after how many operations they remember it."""
        self._remembers_at = 0

    def strokes(self) -> Iterator[Stroke]:
        """Until the game is over. Raises Stuck when no key leads on."""
        hand = self.hand
        while True:
            yield from hand.listen()
            if not self.unit.awake:
                yield from self._wake()
            elif self.seats.asked("GAGNANT J#"):
                return
            elif UNDER_WAY & self.hand.said.icons and not self.seats.alone:
                yield from self.seats.wait_for_others()
            else:
                yield from self._answer()

    def end_game(self) -> Iterator[Stroke]:
        """Through the MENU: FIN PARTIE, and the richest wins."""
        hand = self.hand
        yield from hand.listen()
        yield from hand.press("?", "F")
        if (yield from hand.turn_to("FIN PARTIE")):
            yield from hand.press("OK", "OK")

    def _wake(self) -> Fingers[None]:
        if self.seats.alone:
            yield from self.hand.press("ON")
        yield from self.seats.wait_for_others()

    def _answer(self) -> Fingers[None]:
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

    def _turn(self, player: int) -> Fingers[None]:
        """A question of somebody's turn: rents first, then what the player wishes."""
        if (yield from self._claim()):
            return
        if not self.seats.plays(player):
            yield from self._not_ours()
            return
        wish = self.seats.wish(player, "turn")
        if wish is None:
            yield from self._not_ours()
            return
        if (yield from self._distracted(player, wish.do)):
            return
        operations = self.unit.operations
        yield from self.business.fulfil(player, wish)
        if self.unit.operations == operations and self.hand.error:
            yield from self._way_out()

    def _claim(self) -> Fingers[bool]:
        """Each owner is asked once about each rent; who forgot it may remember too late."""
        operations = self.unit.operations
        if self._asked_at == operations:
            return False
        if self._forgetful and operations >= self._remembers_at and self._may_claim():
            self._forgetful = 0
            yield from self.mischief.too_late(0)
            return True
        for seat in self.seats.tempers:
            wish = self.seats.wish(seat, "claim") if seat != self._forgetful else None
            if wish is None or wish.do == "no":
                continue
            if not self._may_claim():
                return False
            if wish.do == "claim":
                yield from self.business.fulfil(seat, wish)
                return True
            if wish.do == "forget":
                self._forgetful = seat
                self._remembers_at = operations + 2 + self.hand.chance(12)
        self._asked_at = operations
        return False

    def _may_claim(self) -> bool:
        """Where LOYER would not fall into something that somebody else is about to do."""
        seats = self.seats
        if seats.asked(*TURN, *DEBT, "LOYER J#") or seats.alone:
            return True
        look = self.unit.look()
        return look is not None and any(
            player.number == look.turn and self.hand.text == look.squares[player.square].label
            for player in look.players
        )

    def _distracted(self, player: int, wanted: str) -> Fingers[bool]:
        hand = self.hand
        if self._is_wild(player):
            yield from self.mischief.blunder(player, wanted)
            return True
        if hand.chance(200) == 0:
            yield from self.mischief.look_around(player)
            return True
        return False

    def _is_wild(self, player: int) -> bool:
        return self.seats.tempers[player] == "chaotic" and self.hand.chance(12) == 0

    def _debt(self, player: int) -> Fingers[None]:
        if (yield from self._claim()):
            return
        if self.seats.plays(player) and self._is_wild(player):
            yield from self.mischief.forget_a_debt(player)
        elif self.seats.plays(player):
            wish = self.seats.wish(player, "debt")
            if wish is not None:
                yield from self.business.fulfil(player, wish)
        else:
            yield from self.seats.wait_for_others()

    def _simple(self, question: str) -> Fingers[None]:
        player = self.hand.concerned
        wish = self.seats.wish(player, question) if self.seats.plays(player) else None
        if wish is None:
            yield from self._not_ours()
        else:
            yield from self.business.fulfil(player, wish)

    def _not_ours(self) -> Fingers[None]:
        """Somebody else's question; or nobody's, and then a way out of it."""
        if self.seats.alone:
            yield from self._way_out()
        else:
            yield from self.seats.wait_for_others()

    def _way_out(self) -> Fingers[None]:
        for key in WAYS_OUT:
            if (yield from self.hand.press(key)):
                return
