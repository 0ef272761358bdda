"""The players played by bots, and their profiles."""

from __future__ import annotations

from collections.abc import Mapping

from banquier.bots.strategy import PROFILES, Move, decide
from banquier.bots.strategy.choices import LIMITS
from banquier.bots.strategy.profile import BotProfile
from banquier.play.key_reader import KeyReader, KeyStrokes, Lost
from firmware_sim.glass import CRYSTAL

GLANCE = 8_192  # ticks between two checks while others are asked
TIME_FOR_PEOPLE = 15 * CRYSTAL
"""Ticks that bots leave to people: to claim a rent that a throw closes, and in an auction since
anything was done."""


class BotSeats:
    def __init__(self, reader: KeyReader, profiles: Mapping[int, str], prison: str) -> None:
        self.reader = reader
        self.profiles = dict(profiles)
        self.prison = prison

    def plays(self, player: int) -> bool:
        return player in self.profiles

    @property
    def alone(self) -> bool:
        """Whether bots play all players of the game."""
        game = self.reader.unit.firmware.session.game
        return game is not None and self.profiles.keys() >= set(game.seats())

    def decide(self, player: int, question: str) -> Move | None:
        """The move of a player; None without a game or if another player is asked."""
        session = self.reader.unit.firmware.session
        game = session.game
        if game is None or not game.is_in(player) or (question == "turn" and game.turn != player):
            return None
        profile, chance = self._profile(player), self.reader.chance
        return decide(game, player, question, profile, chance, session.bargain)

    def limit(self, player: int, question: str) -> int:
        """The most that a player bids; `question` is bid or building."""
        game = self.reader.unit.firmware.session.game
        if game is None or not game.is_in(player):
            return 0
        return LIMITS[question](game, player, self._profile(player), self.reader.chance)

    def _profile(self, player: int) -> BotProfile:
        return PROFILES[self.profiles[player]]._replace(prison=self.prison)

    def asked(self, *kinds: str) -> int:
        """The player of the question if it is one of these; else 0."""
        question = self.reader.question
        return question.player if question.kind in kinds else 0

    def wait_for_others(self) -> KeyStrokes[None]:
        """Wait for people. Lost: there are none."""
        if self.alone:
            raise Lost
        self.reader.restart_count()
        yield from self.reader.wait(GLANCE)
