"""A position in a game, and one game played on from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from banquier.play.bots.play_without_keys import fast_rng, play_on
from banquier.play.bots.strategy import PROFILES
from datasheet.ticks import NEVER
from firmware_sim.game import BANK, TURNS, Bargain, Game, Refused
from firmware_sim.question import Question
from firmware_sim.rules import endings, opening, trade
from firmware_sim.session import MINUTE, Session

LONGEST = 3_000  # turns a game is played on; then the richest wins
STYLES = tuple(PROFILES.values())


class Position(NamedTuple):
    """A position; it is pickled for other processes."""

    game: Game
    turns_left: int = 0
    """The turns until the time of a timed game is up; 0 if it is not timed."""
    bid: tuple[int, int] | None = None
    """The best bid in an open auction: player and sum, both 0 before the first."""
    bargain: Bargain | None = None
    """The bargain that waits for an accord."""

    def after_bargain(self) -> Position | None:
        """Return the position after the bargain; None if the rules refuse it."""
        game = self.game.copy()
        if self.bargain is None:
            return None
        try:
            trade.strike(game, self.bargain)
        except Refused:
            return None
        return self._replace(game=game, bargain=None)

    def by_rules(self, rules: Mapping[str, Any]) -> Position:
        """Return the same position with other rules."""
        game = self.game.copy()
        edition = game.edition = game.edition._replace(**rules)
        if edition.loans and not edition.loans_allowed:
            game.edition = edition._replace(loans=edition.loans._replace(ceiling=0))
        had_pot, game.has_pot = game.has_pot, edition.parking == "pot"
        if had_pot and not game.has_pot:
            game.cash[BANK] += game.cash.pop()
        elif game.has_pot and not had_pot:
            game.cash.append(edition.parking_start)
            game.cash[BANK] -= edition.parking_start
        return self._replace(game=game)

    def places(self, number: int, seed: int) -> list[int]:
        """Play game `number` to its end. Returns the place of each player; equals share one.

        The piles are shuffled, as the table does not know their order. Each player has dice of
        their own, so that another decision changes as few throws as possible.
        """
        game = self.game.copy()
        game.posted = []
        chance, *throws = (
            fast_rng((seed << 48) + (number << 8) + player) for player in range(game.players + 1)
        )
        for index, pile in enumerate(game.decks):
            game.decks[index] = opening.shuffle(tuple(sorted(pile)), chance)
        profiles = [STYLES[chance(len(STYLES))] for _ in range(game.players + 1)]
        last = game.turn_number + (self.turns_left or LONGEST)
        play_on(
            game, profiles, chance, min(game.last_turn or TURNS, last),
            lambda below: throws[game.turn - 1](below), self.bid,
        )  # fmt: skip
        return places(game)


def places(game: Game) -> list[int]:
    """Return the place of each player from 1 on, if the game ended now."""
    if not game.winner:
        endings.end_now(game)
    ranks = {player: rank for rank, player in endings.places(game)}
    return [ranks[player] for player in range(1, game.players + 1)]


TURNS_BEFORE, MINUTES_BEFORE = 10, 7
"""The pace that is assumed before the game has shown its own."""


def position_of(session: Session, question: Question) -> Position | None:
    """Return the position of a running game and its question; None if there is no such game."""
    game = session.game
    if game is None or game.winner:
        return None
    return Position(
        game.copy(), turns_left(game, session.now, session.ends_at), best_bid(question),
        question.bargain if question.kind == "accord" else None,
    )  # fmt: skip


def best_bid(question: Question) -> tuple[int, int] | None:
    auction = question.auction
    return (auction.holder, auction.best) if auction and not auction.building else None


def turns_left(game: Game, now: int, ends_at: int) -> int:
    """Return the turns that a timed game still has at its pace so far; times are in scans."""
    if ends_at == NEVER:
        return 0
    pace = (game.turn_number + TURNS_BEFORE) / (now / MINUTE + MINUTES_BEFORE)
    return max(1, round(max(0, ends_at - now) / MINUTE * pace))
