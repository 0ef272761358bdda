"""Bankruptcy: to a player everything goes to the creditor, to the bank the deeds are auctioned."""

from __future__ import annotations

from firmware_sim.game import BANK, BOARD, Game, Lift, Why
from firmware_sim.ledger import move
from firmware_sim.rules import building, endings, loans, prison
from firmware_sim.rules.deeds import LIFT_PERCENT


def could_raise(game: Game, player: int) -> int:
    """Cash, buildings at resale, mortgage values, and what could still be borrowed."""
    worth = game.cash[player] + loans.room(game, player)
    for number in game.deeds_of(player):
        worth += building.resale(game, number)
        if not game.mortgaged[number]:
            worth += game.edition.squares[number].mortgage
    return worth


def could_pay(game: Game, player: int) -> bool:
    """Has debts, and could meet them all."""
    owed = sum(debt.amount for debt in game.debts if debt.debtor == player)
    return owed > 0 and could_raise(game, player) >= owed


def ruin(game: Game, player: int) -> None:
    oldest = game.debt_of(player)
    creditor = oldest.creditor if oldest else BANK
    _return_buildings(game, player, paid=creditor != BANK)
    _serve_debts(game, player)
    if game.cash[player]:
        move(game, player, creditor, game.cash[player], Why.RUIN)
    game.loans[player] = ()
    game.claims = tuple(claim for claim in game.claims if player not in (claim.tenant, claim.owner))
    game.lifts = tuple(lift for lift in game.lifts if lift.player != player)
    _inherit_debts(game, player, creditor)
    _hand_over(game, player, creditor)
    _put_back_card(game, player)
    game.prison[player] = 0
    game.bankrupt_order += (player,)
    if not endings.check_end(game) and game.turn == player:
        prison.end_turn(game)


def _return_buildings(game: Game, player: int, paid: bool) -> None:
    for number in game.streets_of(player):
        if game.houses[number]:
            if paid:
                move(game, BANK, player, building.resale(game, number), Why.RESALE)
            building.clear_lot(game, number)


def _serve_debts(game: Game, player: int) -> None:
    """The cash serves the oldest debt first."""
    for debt in game.debts:
        if debt.debtor == player:
            amount = min(debt.amount, game.cash[player])
            if amount:
                move(game, player, debt.creditor, amount, Why.RUIN)
    game.debts = tuple(debt for debt in game.debts if debt.debtor != player)


def _hand_over(game: Game, player: int, creditor: int) -> None:
    """A mortgaged deed asks its tenth of the creditor; the bank frees it and auctions it."""
    for pile, holder in enumerate(game.free_cards):
        if holder == player:
            if creditor != BANK:
                game.free_cards[pile] = creditor
            elif game.edition.estate_cards == "auction":
                game.free_cards[pile] = BANK
                game.estate += (BOARD + pile,)
            else:
                prison.return_free_card(game, pile)
    for number in game.deeds_of(player):
        game.owner[number] = creditor
        if creditor == BANK:
            game.mortgaged[number] = False
            game.estate += (number,)
        elif game.mortgaged[number]:
            game.lifts += (Lift(creditor, number, LIFT_PERCENT),)


def _put_back_card(game: Game, player: int) -> None:
    """A card drawn and not yet carried out is nobody's."""
    if game.turn == player and game.effect is not None and game.effect[1].effect == "free":
        prison.return_free_card(game, game.effect[0])


def _inherit_debts(game: Game, player: int, creditor: int) -> None:
    """What others owed the bankrupt they now owe the creditor."""
    heirs = (
        debt._replace(creditor=creditor) if debt.creditor == player else debt for debt in game.debts
    )
    game.debts = tuple(debt for debt in heirs if debt.debtor != debt.creditor)
