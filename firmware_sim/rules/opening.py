"""The start of a game: opening balances, shuffled piles, dealt deeds, who begins."""

from __future__ import annotations

from collections.abc import Callable

from firmware_sim.game import BANK, Game, Variant, Why
from firmware_sim.ledger import charge, post
from firmware_sim.rules.moving import fill_pot

Draw = Callable[[int], int]  # a number below the one given, by chance


def open_accounts(game: Game, draw: Draw) -> None:
    edition = game.edition
    bonus = edition.speed_die.bonus if game.speed_die and edition.speed_die else 0
    for player in game.seats():
        post(game, BANK, player, edition.opening_cash + bonus, Why.OPENING)
    if game.has_pot:
        fill_pot(game)
    for index, deck in enumerate(game.decks):
        game.decks[index] = shuffle(deck, draw)
    deal(game, draw)


def shuffle(cards: tuple[int, ...], draw: Draw) -> tuple[int, ...]:
    pile = list(cards)
    for last in range(len(pile) - 1, 0, -1):
        other = draw(last + 1)
        pile[last], pile[other] = pile[other], pile[last]
    return tuple(pile)


def deal(game: Game, draw: Draw) -> None:
    """Short and timed games: deeds dealt to each player, paid for at once (SHORT-1, TIME-1)."""
    edition = game.edition
    terms = {Variant.SHORT: edition.short, Variant.TIMED: edition.timed}.get(game.variant)
    if terms is None:
        return
    deeds = shuffle(edition.deeds, draw)
    for turn in range(terms.deal):
        for seat, player in enumerate(game.seats()):
            number = deeds[turn * game.players + seat]
            game.give(number, player)
            charge(game, player, BANK, edition.squares[number].price, Why.DEED, square=number)


def highest_throw(game: Game, throw: Callable[[], int]) -> tuple[int, list[tuple[int, int]]]:
    """Return the player who starts, and every throw that decided it; equals throw again."""
    throws: list[tuple[int, int]] = []
    contenders = game.seats()
    while len(contenders) > 1:
        totals = [(player, throw()) for player in contenders]
        throws += totals
        best = max(total for _, total in totals)
        contenders = [player for player, total in totals if total == best]
    return contenders[0], throws
