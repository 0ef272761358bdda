"""Deeds, money and prison cards between two players who both agree; nothing else changes hands."""

from collections.abc import Iterable

from firmware_sim.game import BANK, BOARD, Bargain, Debt, Error, Game, Lift, Refused, Why
from firmware_sim.ledger import check_room, percent_up, post

PLEDGED = 50  # percent of the mortgage value


def check_deed(game: Game, number: int) -> None:
    """May this deed be sold to a player now?"""
    edition = game.edition
    if not game.is_unbuilt(game.lots_with[number]):
        raise Refused(Error.BUILT)
    if game.mortgaged[number]:
        unanswered = any(lift.square == number for lift in game.lifts)
        if unanswered or not edition.mortgaged_trade:
            raise Refused(Error.MORTGAGED)
    if edition.deeds_trade == "bank empty" and game.deeds[BANK]:
        raise Refused(Error.DEEDS_LEFT)


def may_be_sold(game: Game, lots: Iterable[int]) -> bool:
    """Return whether all these deeds may be sold."""
    try:
        for lot in lots:
            check_deed(game, lot)
    except Refused:
        return False
    return True


def _against(game: Game, debtor: int, creditor: int) -> list[Debt]:
    """The debts that money from the creditor goes against: the debtor's oldest, and what follows
    it to the same player. The oldest is served first (RENT-9)."""
    own = [debt for debt in game.debts if debt.debtor == debtor]
    younger = [at for at, debt in enumerate(own) if debt.creditor != creditor]
    return own[: younger[0]] if younger else own


def debt_to(game: Game, debtor: int, creditor: int) -> int:
    """Return the debt that the creditor may set against property."""
    return sum(debt.amount for debt in _against(game, debtor, creditor))


def _set_against_debt(game: Game, giver: int, taker: int, amount: int) -> int:
    """Set a creditor's money for property against the debt; return the rest."""
    for debt in _against(game, taker, giver):
        set_off = min(amount, debt.amount)
        amount -= set_off
        rest = debt._replace(amount=debt.amount - set_off)
        game.debts = tuple([rest if one is debt else one for one in game.debts])
    game.debts = tuple([debt for debt in game.debts if debt.amount])
    return amount


def _payment(bargain: Bargain) -> tuple[int, int, int]:
    """Return the payer, the payee and the sum of a bargain."""
    if bargain.money > 0:
        return bargain.first, bargain.second, bargain.money
    return bargain.second, bargain.first, -bargain.money


def check(game: Game, bargain: Bargain) -> None:
    for number in bargain.first_deeds + bargain.second_deeds:
        check_deed(game, number)
    giver, taker, amount = _payment(bargain)
    rest = max(0, amount - debt_to(game, taker, giver))
    debt = game.debt_of(giver)
    if game.cash[giver] < rest:
        raise Refused(Error.FUNDS, rest - game.cash[giver])
    check_room(game, taker, amount)
    if rest and debt is not None and debt.creditor != taker:
        raise Refused(Error.DEBT)
    mine, theirs = (_least(game, goods) for goods in bargain.goods)
    _check_price(game, bargain.first, bargain.second, mine, theirs - bargain.money)
    _check_price(game, bargain.second, bargain.first, theirs, mine + bargain.money)


def _check_price(game: Game, giver: int, taker: int, given: int, got: int) -> None:
    """Check that a debtor gives goods below their value to the creditor only."""
    debt = game.debt_of(giver)
    if debt and debt.creditor != taker and given > max(got, 0):
        raise Refused(Error.DEBT)


def _least(game: Game, goods: Iterable[int]) -> int:
    """Return the least price at which a debtor may sell the goods to non-creditors (TRD-1)."""
    least = 0
    for item in goods:
        value = game.squares[item].mortgage if item < BOARD else game.edition.fine
        pledged = item < BOARD and game.mortgaged[item]
        least += percent_up(game, value, PLEDGED) if pledged else value
    return least


def strike(game: Game, bargain: Bargain) -> None:
    """Both agreed: everything changes hands in one operation."""
    check(game, bargain)
    giver, taker, amount = _payment(bargain)
    rest = _set_against_debt(game, giver, taker, amount)
    if rest:
        post(game, giver, taker, rest, Why.TRADE)
    for to, goods in zip((bargain.second, bargain.first), bargain.goods, strict=True):
        for item in goods:
            if item >= BOARD:
                game.free_cards[item - BOARD] = to
                continue
            game.give(item, to)
            if game.mortgaged[item]:
                game.lifts += (Lift(to, item, game.edition.lift_on_transfer_percent),)
