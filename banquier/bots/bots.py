"""Bots at a unit: which player is asked what, and the keys that answer."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

from banquier.bots.auction import Auction
from banquier.bots.bot_seats import TIME_FOR_PEOPLE, BotSeats
from banquier.bots.carry_out import MoveKeys
from banquier.bots.random_mistakes import RandomMistakes
from banquier.bots.way_out import OVER, WAYS, WayOut
from banquier.play.key_queue import Stroke
from banquier.play.key_reader import KeyReader, KeyStrokes, Lost, Stuck
from banquier.play.rng import rng
from banquier.play.strokes import Pace
from firmware_sim.question import Question
from firmware_sim.rules import rent
from hardware.unit import Unit

BETWEEN_GAMES = 1_000_000
"""Ticks for which bots leave the winner on the glass: half a minute."""
CHOICES = ("bus", "anywhere", "visa")
"""Questions of a turn that begin anew after LOYER."""


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
        self.reader = KeyReader(unit, rng(seed), pace)
        self.seats = BotSeats(self.reader, profiles, prison)
        self.moves = MoveKeys(self.seats)
        self.auction: Auction = self.moves.auction
        self.mistakes = RandomMistakes(self.seats)
        self.way_out = WayOut(self.seats)
        self._asked_at = -1
        self._forgetful = 0
        """Owners who forgot a rent, and after how many operations they remember it."""
        self._remembers_at = 0
        self._left_at = -1
        """The throws made when people were last left time to claim a rent, and until when."""
        self._left_until = 0

    def strokes(self) -> Iterator[Stroke]:
        """Key strokes until the game is over. Stuck: no key leads on."""
        while True:
            yield from self.reader.listen()
            question = self.unit.question
            if question.kind in OVER:
                return
            try:
                self.reader.count()
                yield from self._answer(question)
            except Lost:
                yield from self.way_out.to_next_operation()

    def end_game(self) -> Iterator[Stroke]:
        """Through the MENU: FIN PARTIE, and the richest wins."""
        yield from self._menu("menu_end")

    def _menu(self, kind: str) -> KeyStrokes[bool]:
        """Enter a line of the MENU and confirm it."""
        reader = self.reader
        yield from reader.listen()
        yield from reader.press("?", "F")
        return (yield from reader.turn_to(kind)) and (yield from reader.press("OK", "OK"))

    def next_game(self) -> Iterator[Stroke]:
        """Through the MENU: NOUVELLE, the same edition, as many players."""
        reader, session = self.reader, self.unit.firmware.session
        game = session.game
        if game is None or self.unit.question.kind not in OVER:
            return
        reader.restart_count()
        if (yield from self._menu("menu_new")):
            rank = session.editions.labels.index(game.edition.label) + 1
            yield from reader.turn_to_number(rank)
            yield from reader.press("OK", str(game.players), "OK")
        while WAYS[self.unit.question.kind].layer == "start" and (yield from reader.press("OK")):
            pass

    def _answer(self, question: Question) -> KeyStrokes[None]:
        kind, player = question.kind, question.player
        layer = WAYS[kind].layer
        if kind in ("debt", "debt_payable"):
            yield from self._debt(player)
        elif kind == "lift_received":
            yield from self._lift(player)
        elif kind == "interest" and self.seats.plays(player):
            yield from self.reader.press("-")
        elif layer == "turn":
            yield from self._turn(player)
        elif layer == "auction":
            yield from self.auction.hold("bid")
        elif kind == "accord":
            yield from self.moves.accords()
        else:
            yield from self.way_out.leave(question)

    def _turn(self, player: int) -> KeyStrokes[None]:
        """A question of a turn: first rents to claim, then the move of the player."""
        if (yield from self._claim()):
            return
        move = self.seats.decide(player, "turn") if self.seats.plays(player) else None
        if move is None or ("throw" in self.unit.question.kind and self._leaves_time()):
            yield from self.seats.wait_for_others()
        elif not (yield from self._press_at_random(player, move.name)):
            yield from self.moves.carry_out(player, move)

    def _leaves_time(self) -> bool:
        """Before the throw that closes the rent of a person a bot does nothing: LOYER would meet
        its questions. The words beside the glass tell them of their rent."""
        game = self.unit.firmware.session.game
        if game is None or not game.claims:
            return False
        owners = {claim.owner for claim in game.claims if rent.is_due(game, claim)}
        if owners <= self.seats.profiles.keys():
            return False
        if self._left_at != game.throws:
            self._left_at, self._left_until = game.throws, self.unit.tick + TIME_FOR_PEOPLE
        return self.unit.tick < self._left_until

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
            move = self.seats.decide(seat, "claim") if seat != self._forgetful else None
            if move is None or not move.name:
                continue
            if not self._may_claim():
                return False
            if move.name == "claim":
                yield from self.moves.carry_out(seat, move)
                return True
            if move.name == "forget":
                self._forgetful = seat
                self._remembers_at = operations + 2 + self.reader.chance(12)
        self._asked_at = operations
        return False

    def _may_claim(self) -> bool:
        """Whether LOYER can be pressed without interrupting another player."""
        kind = self.unit.question.kind
        return self.seats.alone or (WAYS[kind].layer == "turn" and kind not in CHOICES)

    def _press_at_random(self, player: int, wanted: str) -> KeyStrokes[bool]:
        reader = self.reader
        if self._makes_mistakes(player):
            yield from self.mistakes.make_mistake(player, wanted)
            return True
        if reader.chance(200) == 0:
            yield from self.mistakes.look_around(player)
            return True
        return False

    def _makes_mistakes(self, player: int) -> bool:
        return self.seats.profiles[player] == "chaotic" and self.reader.chance(12) == 0

    def _debt(self, player: int) -> KeyStrokes[None]:
        if (yield from self._claim()):
            return
        if self.seats.plays(player) and self._makes_mistakes(player):
            yield from self.mistakes.forget_a_debt(player)
        elif self.seats.plays(player):
            move = self.seats.decide(player, "debt")
            if move is not None:
                yield from self.moves.carry_out(player, move)
        else:
            yield from self.seats.wait_for_others()

    def _lift(self, player: int) -> KeyStrokes[None]:
        move = self.seats.decide(player, "lift") if self.seats.plays(player) else None
        if move is None:
            yield from self.seats.wait_for_others()
        else:
            yield from self.moves.carry_out(player, move)


def bot_strokes(
    unit: Unit, players: Mapping[int, str], pace: Pace | None = None, *, again: bool = False
) -> Iterator[Stroke]:
    """The key strokes of bots for these players; `again`: after a game they begin the next."""
    pace = pace or Pace()

    def strokes() -> Iterator[Stroke]:
        try:
            while True:
                bots = Bots(unit, players, seed=int.from_bytes(os.urandom(4), "big"))
                bots.reader.pace, bots.reader.reads = pace.ticks
                for stroke in bots.strokes():
                    yield stroke
                    bots.reader.pace, bots.reader.reads = pace.ticks
                if not again:
                    return
                yield Stroke("", BETWEEN_GAMES)
                yield from bots.next_game()
        except Stuck:
            return  # the other players go on

    return strokes()
