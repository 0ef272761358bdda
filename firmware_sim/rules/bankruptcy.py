"""Bankruptcy: the money serves the debts, the deeds go to a creditor or are auctioned."""

from __future__ import annotations

from firmware_sim.game import BANK, BOARD, Debt, Game, Lift, Phase, Why
from firmware_sim.ledger import charge, post
from firmware_sim.rules import building, endings, loans, moving, prison, rent
from firmware_sim.rules.deeds import LIFT_PERCENT


def raisable_sums(game: Game, player: int) -> dict[str, int]:
    """Return a player's cash, and what buildings, mortgages and a loan could still bring."""
    owned = game.deeds[player]
    return {
        "cash": game.cash[player],
        "buildings": sum([building.resale(game, lot) for lot in owned if game.houses[lot]]),
        "mortgages": sum([game.squares[lot].mortgage for lot in owned if not game.mortgaged[lot]]),
        "loan": max(0, loans.room(game, player)),
    }


def could_raise(game: Game, player: int, amount: int) -> bool:
    """Return whether the player could raise this amount."""
    return sum(raisable_sums(game, player).values()) >= amount


def could_pay(game: Game, player: int) -> bool:
    """Has debts, and could meet them all."""
    owed = sum(debt.amount for debt in game.debts if debt.debtor == player)
    return owed > 0 and could_raise(game, player, owed)


def go_bankrupt(game: Game, player: int) -> None:
    _charge_open_rents(game, player)
    debts = [debt for debt in game.debts if debt.debtor == player]
    _return_buildings(game, player, paid=any(debt.creditor != BANK for debt in debts))
    creditor = _serve(game, debts)
    if game.cash[player]:
        post(game, player, creditor, game.cash[player], Why.RUIN)
    game.loans[player] = ()
    game.claims = tuple(claim for claim in game.claims if claim.owner != player)
    game.lifts = tuple(lift for lift in game.lifts if lift.player != player)
    game.debts = tuple(debt for debt in game.debts if debt.debtor != player)
    _inherit_debts(game, player, creditor)
    _hand_over(game, player, creditor)
    _put_back_card(game, player)
    game.prison[player] = 0
    game.bankrupt_order += (player,)
    if not endings.check_end(game) and game.turn == player:
        prison.end_turn(game)


def _charge_open_rents(game: Game, player: int) -> None:
    """BKR-6: as if their owners had asked that moment; a wonder still to tick delays none."""
    if game.phase is Phase.VISA and game.turn == player:
        moving.open_delayed(game)
    for claim in rent.claimable(game):
        if claim.tenant == player:
            charge(game, player, claim.owner, claim.amount, Why.RENT, square=claim.square)
    game.claims = tuple(claim for claim in game.claims if claim.tenant != player)


def _return_buildings(game: Game, player: int, paid: bool) -> None:
    for number in game.streets_of(player):
        if game.houses[number]:
            if paid:
                post(game, BANK, player, building.resale(game, number), Why.RESALE, number)
            game.set_houses(number, 0)


def _serve(game: Game, debts: list[Debt]) -> int:
    """BKR-2: the money serves the debts from the oldest. Everything else goes to the oldest
    creditor still unpaid, or to the last one served."""
    creditor = BANK
    for debt in debts:
        creditor = debt.creditor
        amount = min(debt.amount, game.cash[debt.debtor])
        if amount:
            post(game, debt.debtor, creditor, amount, Why.RUIN, debt.square)
        if amount < debt.amount:
            break
    return creditor


def _hand_over(game: Game, player: int, creditor: int) -> None:
    """A mortgaged deed asks its tenth of the creditor; the bank frees it and auctions it, where
    there are auctions (HOUSE-4)."""
    for pile, holder in enumerate(game.free_cards):
        if holder == player:
            if creditor != BANK:
                game.free_cards[pile] = creditor
            elif game.edition.estate_cards == "auction" and game.edition.auctions:
                game.free_cards[pile] = BANK
                game.estate += (BOARD + pile,)
            else:
                prison.return_free_card(game, pile)
    for number in game.deeds[player]:
        game.give(number, creditor)
        if creditor == BANK:
            game.mortgaged[number] = False
            if game.edition.auctions:
                game.estate += (number,)
        elif game.mortgaged[number]:
            game.lifts += (Lift(creditor, number, LIFT_PERCENT),)


def _put_back_card(game: Game, player: int) -> None:
    """A card drawn and not yet carried out belongs to no player."""
    if game.turn == player and game.effect is not None and game.effect[1].effect == "free":
        prison.return_free_card(game, game.effect[0])


def _inherit_debts(game: Game, player: int, creditor: int) -> None:
    """Transfer the debts owed to the bankrupt to the creditor."""
    heirs = (
        debt._replace(creditor=creditor) if debt.creditor == player else debt for debt in game.debts
    )
    game.debts = tuple(debt for debt in heirs if debt.debtor != debt.creditor)
