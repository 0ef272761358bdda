"""Makes the `BoardView` of a game: its squares and accounts as plain data.

    here = board_view(game)
    here.squares[39].label, here.squares[39].owner        "LA PAIX", 2
    here.players[0].cash, here.players[0].square          of player 1
    here.phase                                            "offer"

Players are numbered from 1; 0 is the bank as owner or creditor; -1 is the owner of a square that
has no deed. The view is read-only and making it does not change the game.
"""

from __future__ import annotations

from firmware_sim.game import Game
from firmware_sim.interface import BoardView, PlayerView, SquareView
from firmware_sim.messages import DECKS
from firmware_sim.rules import endings


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
