"""The lots of auctions, their prices, and the steps of bids."""

from __future__ import annotations

from firmware_sim.edition import Edition
from firmware_sim.game import BOARD, Game

NOTES = (1, 5, 10, 20, 50, 100, 500)
"""The classic bank notes, for players who begin with `NOTES_FOR`."""
NOTES_FOR = 1_500
PART = 100
"""The smallest raise is this part of the price, or the next note above."""


def price_of(game: Game, item: int, building: str = "") -> int:
    """The printed price of a deed or of a house or hotel on it; of a prison card, the fine."""
    if item >= BOARD:
        return game.edition.fine
    square = game.squares[item]
    return {"hotel": square.hotel, "house": square.house}.get(building, square.price)


def raises(edition: Edition, price: int) -> list[int]:
    """Return the edition's bank notes by which bids rise at this price, the smallest first."""
    scale = max(edition.coin, edition.opening_cash // NOTES_FOR)
    notes = [note * scale for note in NOTES]
    return [note for note in notes if note * PART >= price] or notes[-1:]
