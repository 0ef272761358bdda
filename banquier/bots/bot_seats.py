"""Which seats the bots plays, and in what profile."""

from __future__ import annotations

from collections.abc import Mapping

from banquier.bots.key_reader import KeyReader, KeyStrokes, Lost, form_of
from banquier.bots.strategy import PROFILES, Decision, decide

GLANCE = 8_192  # ticks between two looks while others are asked


class BotSeats:
    def __init__(self, hand: KeyReader, profiles: Mapping[int, str], prison: str) -> None:
        self.hand = hand
        self.profiles = dict(profiles)
        self.prison = prison

    def plays(self, player: int) -> bool:
        return player in self.profiles

    @property
    def alone(self) -> bool:
        """Is there a game, and nobody else in it?"""
        look = self.hand.unit.board_view()
        return look is not None and all(
            player.number in self.profiles or player.bankrupt for player in look.players
        )

    def decide(self, player: int, question: str) -> Decision | None:
        """None when there is no game, or the question is not this player's to answer."""
        table = self.hand.unit.firmware.session
        game = table.game
        if game is None or not game.is_in(player) or (question == "turn" and game.turn != player):
            return None
        profile = PROFILES[self.profiles[player]]._replace(prison=self.prison)
        return decide(game, player, question, profile, self.hand.chance, table.bargain)

    def asked(self, *patterns: str) -> int:
        """The player that row A names, if it has one of these forms; else 0."""
        form, player = form_of(self.hand.text)
        return player if form in patterns else 0

    def wait_for_others(self) -> KeyStrokes[None]:
        """Others may think as long as they like; where there are none, this is no way on."""
        if self.alone:
            raise Lost
        yield from self.hand.wait(GLANCE)
