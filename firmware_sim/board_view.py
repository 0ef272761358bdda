"""Makes the `BoardView` of a game: its squares and accounts as plain data.

    here = board_view(game)
    here.squares[39].label, here.squares[39].owner        "LA PAIX", 2
    here.players[0].cash, here.players[0].square          of player 1
    here.phase                                            "offer"

Players are numbered from 1; 0 is the bank as owner or creditor; -1 is the owner of a square that
has no deed. The view is read-only and making it does not change the game.
"""

from __future__ import annotations

from typing import NamedTuple

from firmware_sim.game import Claim, Debt, Game, Loan
from firmware_sim.messages import DECKS
from firmware_sim.rules import endings


class SquareView(NamedTuple):
    number: int
    label: str  # as the glass shows it
    name: str  # as printed
    kind: str  # depart, street, station, utility, tax, chance, chest, visit, park, jailer
    group: int  # index into BoardView.group_names, -1 for a square without a deed
    owner: int
    houses: int  # 5: a hotel
    mortgaged: bool
    price: int  # of a deed; the amount of a tax


class PlayerView(NamedTuple):
    number: int
    cash: int
    square: int
    prison: int  # 0 free, else which try to leave comes next
    loans: tuple[Loan, ...]
    free_cards: tuple[str, ...]  # CHANCE, CAISSE: the kept cards that open the prison
    bankrupt: bool
    wealth: int  # as the ranking counts it
    visas: int  # wonders in the passport, where the edition has one


class BoardView(NamedTuple):
    edition: str  # its label
    currency: str  # "F" or "€"
    variant: str  # normal, short, timed
    squares: tuple[SquareView, ...]
    group_names: tuple[str, ...]
    players: tuple[PlayerView, ...]
    turn: int  # whose it is
    turn_number: int
    dice: tuple[int, ...]
    phase: str  # throw, square, offer, card, effect, rethrow, bus, anywhere, visa
    debts: tuple[Debt, ...]
    claims: tuple[Claim, ...]
    bank: int  # the bank's account; it may be below zero
    house_stock: int
    hotel_stock: int
    winner: int  # 0 while the game goes on


def board_view(game: Game) -> BoardView:
    edition = game.edition
    return BoardView(
        edition=edition.label,
        currency=edition.currency,
        variant=game.variant.name.lower(),
        squares=tuple(_square(game, number) for number in range(len(edition.squares))),
        group_names=edition.group_names,
        players=tuple(_player(game, number) for number in range(1, game.players + 1)),
        turn=game.turn,
        turn_number=game.turn_number,
        dice=game.dice,
        phase=game.phase.name.lower(),
        debts=game.debts,
        claims=game.claims,
        bank=game.cash[0],
        house_stock=game.house_stock,
        hotel_stock=game.hotel_stock,
        winner=game.winner,
    )


def _square(game: Game, number: int) -> SquareView:
    square = game.edition.squares[number]
    return SquareView(
        number=number,
        label=square.label,
        name=square.name,
        kind=square.kind.name.lower(),
        group=square.group,
        owner=game.owner[number],
        houses=game.houses[number],
        mortgaged=game.mortgaged[number],
        price=square.price or square.amount,
    )


def _player(game: Game, number: int) -> PlayerView:
    kept = zip(DECKS, game.free_cards, strict=True)
    return PlayerView(
        number=number,
        cash=game.cash[number],
        square=game.square[number],
        prison=game.prison[number],
        loans=game.loans[number],
        free_cards=tuple(name for name, holder in kept if holder == number),
        bankrupt=number in game.bankrupt_order,
        wealth=endings.wealth(game, number),
        visas=game.visited[number].bit_count(),
    )
