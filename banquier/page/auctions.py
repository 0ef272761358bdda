"""The auctions at seats: an auction is closed when all but the best bidder have passed."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from banquier.play.key_queue import KeyQueue, Stroke
from banquier.play.key_reader import KeyReader, Stuck
from banquier.play.move import Move
from banquier.play.move_keys import close
from datasheet.ticks import CRYSTAL
from firmware_sim.question import BIDS, AuctionView
from firmware_sim.rules import building

BOTS_PASS = 3 * CRYSTAL
"""Bots that have not bid for this long have passed."""


class Auctions:
    def __init__(self, keys: KeyQueue) -> None:
        self.keys = keys
        self.unit = keys.unit
        self.passed: frozenset[int] = frozenset()
        self._last: AuctionView | None = None
        self._since = 0

    def refresh(self) -> None:
        """Follow the auction that waits, and close it where all others have passed."""
        question, auction = self.unit.question, self.unit.question.auction
        if auction is None or question.kind not in BIDS:
            if question.functions:
                self.passed, self._last = frozenset(), None
            return
        if self._last is None or auction[:2] != self._last[:2]:
            self.passed = frozenset()
        if auction != self._last:
            self._last, self._since = auction, self.unit.tick
        others = self.bidders(auction)
        if self.unit.tick - self._since > BOTS_PASS:
            others -= set(self.keys.bots)
        if self.passed and not others and not self.keys.acting:
            self.keys.begin(self._close(auction))

    def bidders(self, auction: AuctionView) -> set[int]:
        """The players who may raise, and have not passed."""
        game = self.unit.session.current_game
        bidders = set(game.seats()) - {auction.holder} - self.passed
        if auction.building:
            hotel = auction.building == "hotel"
            bidders = {seat for seat in bidders if building.slots(game, seat, hotel)}
        return bidders

    def dates(self) -> Iterator[int]:
        """The tick at which bots have passed."""
        if self.keys.bots and self._last is not None:
            yield self._since + BOTS_PASS + 1

    def _close(self, auction: AuctionView) -> Iterator[Stroke]:
        reader = KeyReader(self.unit)
        with contextlib.suppress(Stuck):
            yield from reader.listen()
            if self.unit.question.auction == auction and self.unit.question.kind in BIDS:
                yield from close(reader, 0, Move("close"))
