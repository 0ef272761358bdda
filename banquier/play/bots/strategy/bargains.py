"""Sales between players: what to propose, and whether to agree."""

from __future__ import annotations

from typing import NamedTuple

from banquier.play.bots.strategy import BotProfile
from banquier.play.bots.strategy.deed_value import holding, reserve
from firmware_sim.game import BANK, Bargain, Game
from firmware_sim.rules import trade

LATE = 100  # turns of each player


def gain(game: Game, player: int, bargain: Bargain) -> int:
    """Return the gain of a sale for one of its parties, by that player's values."""
    first, second, first_deeds, second_deeds, first_cards, second_cards, money = bargain
    after = game.owner[:]
    for lot in first_deeds:
        after[lot] = second
    for lot in second_deeds:
        after[lot] = first
    total = money if player == second else -money
    for index in {game.edition.group_of[lot] for lot in first_deeds + second_deeds}:
        group = game.edition.groups[index]
        total += holding(game, player, group, after) - holding(game, player, group, game.owner)
    got, given = first_cards, second_cards
    if player == first:
        got, given = given, got
    return total + (len(got) - len(given)) * _card_worth(game, player)


def _card_worth(game: Game, player: int) -> int:
    """Return the value of a prison card: the fine for a prisoner, half of it for others."""
    return game.edition.fine if game.prison[player] else game.edition.fine // 2


def agrees(game: Game, player: int, profile: BotProfile, bargain: Bargain) -> bool:
    """Return whether the gain is enough and the cost can be paid."""
    moved = abs(bargain.money)
    for lot in bargain.first_deeds + bargain.second_deeds:
        moved += game.squares[lot].price
    payer = bargain.first if bargain.money > 0 else bargain.second
    debts = trade.debt_to(game, bargain.first + bargain.second - payer, payer)
    if payer == player and game.cash[player] < abs(bargain.money) - debts:
        return False
    return gain(game, player, bargain) * 100 >= moved * profile.margin


class Shared(NamedTuple):
    """The deeds of two players in a group that neither has whole."""

    other: int
    mine: tuple[int, ...]
    theirs: tuple[int, ...]
    closes: bool  # together they have all of it


def propose(game: Game, player: int, profile: BotProfile) -> Bargain | None:
    """Propose a sale that completes a group and is good for the other player too. Late in a game,
    one that brings a group nearer is enough.
    """
    if game.edition.deeds_trade == "bank empty" and game.deeds[BANK]:
        return _sell_card(game, player)
    late = game.turn_number > LATE * game.players
    groups = _shared_groups(game, player, late)
    spare = game.cash[player] - reserve(game, profile)
    for wanted in reversed(groups):  # highest price first
        nearer = late and len(wanted.mine) >= len(wanted.theirs)
        if not (wanted.closes or nearer) or not trade.may_be_sold(game, wanted.theirs):
            continue
        given = [
            group.mine
            for group in groups
            if group.closes and group.other == wanted.other and group is not wanted
        ]
        for deeds in (*given, ()):
            found = _add_money(game, Bargain(player, wanted.other, deeds, wanted.theirs), spare)
            if found and agrees(game, player, profile, found):
                return found
    return _sell_card(game, player)


def _shared_groups(game: Game, player: int, late: bool) -> list[Shared]:
    """Return the groups shared with one other player; late in a game, with any number."""
    owner = game.owner
    most = game.players if late else 2
    found = []
    for group, whole_owner in zip(game.edition.groups, game.group_owner, strict=True):
        if whole_owner != BANK:  # one player has all of it
            continue
        holders = set()
        for lot in group:
            holders.add(owner[lot])
        if player not in holders or BANK in holders or not 1 < len(holders) <= most:
            continue
        mine = tuple([lot for lot in group if owner[lot] == player])
        for other in holders:
            if other != player:
                theirs = tuple([lot for lot in group if owner[lot] == other])
                found.append(Shared(other, mine, theirs, len(holders) == 2))
    return found


def _add_money(game: Game, plain: Bargain, spare: int) -> Bargain | None:
    """Add money, either way, so that the other player gains a quarter of what is traded."""
    _, other, given, asked = plain[:4]
    if not trade.may_be_sold(game, given):
        return None
    value = sum([game.squares[lot].price for lot in given + asked])
    gained = 4 * gain(game, other, plain)
    coin = game.edition.coin
    if gained < value:
        money = -(-(value - gained) // (3 * coin)) * coin
        return Bargain(*plain[:-1], money) if money <= spare else None
    money = min((gained - value) // 5, game.cash[other] // 2) // coin * coin
    return Bargain(*plain[:-1], -money)


def _sell_card(game: Game, player: int) -> Bargain | None:
    """Offer a prison card to a prisoner, a little below the fine."""
    if player not in game.free_cards or game.prison[player]:
        return None
    price = game.edition.fine * 4 // 5
    for other in game.seats():
        if game.prison[other] and game.cash[other] >= price:
            pile = game.free_cards.index(player)
            return Bargain(player, other, first_cards=(pile,), money=-price)
    return None


def in_kind(game: Game, player: int) -> Bargain | None:
    """Offer the creditor a deed instead of money (RENT-9): the most expensive possible."""
    debt = game.debt_of(player)
    if debt is None or debt.creditor == BANK:
        return None
    squares = game.squares
    deeds = [lot for lot in game.deeds_of(player) if trade.may_be_sold(game, (lot,))]
    for lot in sorted(deeds, key=lambda lot: -squares[lot].price):
        value = squares[lot].price - (squares[lot].mortgage if game.mortgaged[lot] else 0)
        return Bargain(player, debt.creditor, (lot,), money=-min(value * 4 // 5, debt.amount))
    return None
