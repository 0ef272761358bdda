"""Bargains: what to propose to whom, and whether to agree."""

from __future__ import annotations

from firmware_sim.game import BANK, Game, Refused
from firmware_sim.house.temper import Temper
from firmware_sim.house.worth import holding, reserve
from firmware_sim.rules import trade
from firmware_sim.rules.trade import Bargain


def gain(game: Game, player: int, bargain: Bargain) -> int:
    """What a bargain brings to one of its parties, by their own reckoning."""
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
    """A way out of prison: worth the fine to a prisoner, half of it to others."""
    return game.edition.fine if game.prison[player] else game.edition.fine // 2


def agrees(game: Game, player: int, temper: Temper, bargain: Bargain) -> bool:
    """Gains enough, and can still pay what it costs."""
    moved = abs(bargain.money)
    for lot in bargain.first_deeds + bargain.second_deeds:
        moved += game.edition.squares[lot].price
    payer = bargain.first if bargain.money > 0 else bargain.second
    debts = trade.owed(game, bargain.first + bargain.second - payer, payer)
    if payer == player and game.cash[player] < abs(bargain.money) - debts:
        return False
    return gain(game, player, bargain) * 100 >= moved * temper.margin


def propose(game: Game, player: int, temper: Temper) -> Bargain | None:
    """A bargain that closes a group of one's own, and that the other should like too."""
    if game.edition.deeds_trade == "bank empty" and BANK in game.owner:
        return _sell_card(game, player)
    spare = game.cash[player] - reserve(game, temper)
    for other in game.seats():
        if other == player:
            continue
        wanted = _closing(game, player, other)
        if not wanted:
            continue
        for given in (*_closing(game, other, player), ()):
            for asked in wanted:
                found = _priced(game, player, other, given, asked, spare)
                if found and agrees(game, player, temper, found):
                    return found
    return _sell_card(game, player)


def _closing(game: Game, player: int, other: int) -> list[tuple[int, ...]]:
    """For each group that `other` could close for `player`: the deeds that are missing."""
    owner = game.owner
    missing = []
    for group in game.edition.groups:
        theirs = tuple([lot for lot in group if owner[lot] == other])
        if not 0 < len(theirs) < len(group) or len(theirs) > 2:
            continue
        if any(owner[lot] not in (player, other) for lot in group):
            continue
        if all(_tradable(game, lot) for lot in theirs):
            missing.append(theirs)
    return missing


def _tradable(game: Game, lot: int) -> bool:
    try:
        trade.check_deed(game, lot)
    except Refused:
        return False
    return True


def _priced(
    game: Game, player: int, other: int, given: tuple[int, ...], asked: tuple[int, ...], spare: int
) -> Bargain | None:
    """So much money that the other gains a tenth; nothing is asked for what gains more."""
    if set(given) & set(asked) or _same_group(game, given, asked):
        return None
    plain = Bargain(player, other, given, asked)
    value = sum(game.edition.squares[lot].price for lot in given + asked)
    short = value // 5 - gain(game, other, plain)
    if short > spare:
        return None
    if short < 0:
        short = -min(-short, max(0, game.cash[other] // 2))
    coin = game.edition.coin
    return plain._replace(money=-(-short // coin) * coin)


def _same_group(game: Game, given: tuple[int, ...], asked: tuple[int, ...]) -> bool:
    groups = game.edition.group_of
    return bool(given) and groups[given[0]] == groups[asked[0]]


def _sell_card(game: Game, player: int) -> Bargain | None:
    """A kept card to somebody in prison, somewhat below the fine."""
    if player not in game.free_cards or game.prison[player]:
        return None
    price = game.edition.fine * 4 // 5
    for other in game.seats():
        if game.prison[other] and game.cash[other] >= price:
            pile = game.free_cards.index(player)
            return Bargain(player, other, first_cards=(pile,), money=-price)
    return None


def in_kind(game: Game, player: int) -> Bargain | None:
    """Property to a creditor instead of money (RENT-9): the dearest deed they could take."""
    debt = game.debt_of(player)
    if debt is None or debt.creditor == BANK:
        return None
    squares = game.edition.squares
    deeds = [lot for lot in game.deeds_of(player) if _tradable(game, lot)]
    for lot in sorted(deeds, key=lambda lot: -squares[lot].price):
        value = squares[lot].price - (squares[lot].mortgage if game.mortgaged[lot] else 0)
        return Bargain(player, debt.creditor, (lot,), money=-min(value * 4 // 5, debt.amount))
    return None
