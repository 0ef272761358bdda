"""Bids of bots at auctions: up to a limit, in shrinking steps, then the sale."""

from __future__ import annotations

from banquier.bots.bot_seats import TIME_FOR_PEOPLE, BotSeats
from banquier.play.key_reader import KeyStrokes
from banquier.play.move_keys import BIDS
from firmware_sim.game import Error


class Auction:
    def __init__(self, seats: BotSeats) -> None:
        self.seats = seats
        self.reader = seats.reader
        self.winner = 0
        """The winner of the last auction; 0: nothing was sold."""
        self.limits: dict[int, int] = {}

    def hold(self, question: str) -> KeyStrokes[None]:
        """Take part in an auction to its end; `question` is bid or building."""
        reader = self.reader
        self.winner, closing = 0, self.seats.alone
        self.limits = {}
        while True:
            yield from reader.listen()
            kind = reader.kind
            if kind in BIDS:
                bidder = self._next_bidder(question)
                if bidder:
                    yield from self._bid(bidder)
                elif closing or reader.idle > TIME_FOR_PEOPLE:
                    closing = True
                    yield from reader.function("FIN")
                else:
                    yield from self.seats.wait_for_others()
            elif kind == "opening" and (closing or self._ours_to_open()):
                yield from self._open(question)
            elif closing and kind in ("unsold", "sold"):
                if (yield from self._confirm_sale()):
                    return
            elif kind in ("opening", "unsold", "sold", "bid_amount"):  # another player is asked
                yield from self.seats.wait_for_others()
            else:
                return

    def _ours_to_open(self) -> bool:
        game = self.reader.unit.firmware.session.game
        return game is not None and self.seats.plays(game.turn)

    def _limit(self, seat: int, question: str) -> int:
        if seat not in self.limits:
            self.limits[seat] = self.seats.limit(seat, question)
        return self.limits[seat]

    def _next_bidder(self, question: str) -> int:
        """A bot that would bid more, other than the highest bidder."""
        leader, _, least = self._standing()
        keen = [
            seat
            for seat in self.seats.profiles
            if seat != leader and self._limit(seat, question) >= least
        ]
        return keen[self.reader.chance(len(keen))] if keen else 0

    def _standing(self) -> tuple[int, int, int]:
        """Who holds the best bid, the bid or the opening, and the least that may be bid now."""
        leader, best = self.seats.asked("bid"), self.reader.number
        return leader, best, best + 1 if leader else max(best, 1)

    def _open(self, question: str) -> KeyStrokes[None]:
        """Type the opening price: half of the highest limit; FIN if there is no bidder."""
        keenest = max(self._limit(seat, question) for seat in self.seats.profiles)
        if not keenest and self.seats.alone:
            yield from self.reader.function("FIN")
            return
        yield from self.reader.type(max(1, keenest // 2))
        yield from self.reader.press("OK")

    def _bid(self, bidder: int) -> KeyStrokes[None]:
        reader = self.reader
        leader, best, least = self._standing()
        limit = self.limits[bidder]
        amount = _raise(best, least, limit)
        if self.seats.profiles[bidder] == "chaotic" and reader.chance(12) == 0:
            amount = (max(1, best - 1), limit + 99_000_000)[reader.chance(2)]
        if not (yield from reader.press(str(bidder))):
            self.limits[bidder] = 0  # no lot for this building
            return
        if not (yield from reader.type(amount)) or not (yield from reader.press("OK")):
            if amount <= limit and (leader or reader.error == Error.FUNDS):
                self.limits[bidder] = 0
            while reader.kind == "bid_amount":
                yield from reader.press("C")

    def _confirm_sale(self) -> KeyStrokes[bool]:
        """OK sells the lot; true if it did. A winner who cannot pay loses the bid."""
        winner = self.seats.asked("sold")
        if (yield from self.reader.press("OK")):
            self.winner = winner
            return True
        self.limits.clear()
        return False


def _raise(best: int, least: int, limit: int) -> int:
    """The next bid: half way to the limit, rounded to two digits; the last step is the limit."""
    half = least + (limit - least) // 2
    unit: int = 10 ** max(len(str(half)) - 2, 0)
    amount = half // unit * unit
    return amount if amount >= max(least, best + best // 20) else limit
