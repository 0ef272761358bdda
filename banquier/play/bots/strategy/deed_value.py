"""The value of deeds to a player, and ways to raise money."""

from __future__ import annotations

from banquier.play.bots.strategy import BORROWS_FIRST, BotProfile
from banquier.play.move import RUIN, Move
from firmware_sim.game import BANK, HOTEL, STREET, Game
from firmware_sim.rules import building, deeds, loans

# The value of part of a group, in percent of its prices, by the number of missing lots.
PARTS = (250, 140, 110, 100)
# Stations and utilities, by the number held.
HELD = (100, 100, 125, 150, 200)


def reserve(game: Game, profile: BotProfile) -> int:
    return game.edition.opening_cash * profile.reserve // 100


def holding(game: Game, player: int, group: tuple[int, ...], owner: list[int]) -> int:
    """The value of a player's part of a group, with the deeds as in `owner`."""
    squares, mortgaged = game.squares, game.mortgaged
    held = prices = 0
    for lot in group:
        if owner[lot] == player:
            held += 1
            prices += squares[lot].price
            if mortgaged[lot]:
                prices -= squares[lot].mortgage
    if game.kinds[group[0]] is STREET:
        return prices * PARTS[min(len(group) - held, 3)] // 100
    return prices * HELD[min(held, 4)] // 100


def deed_value(game: Game, player: int, number: int) -> int:
    """The value of a deed at an auction: its own, and of completing or blocking a group."""
    group = game.lots_with[number]
    price = game.squares[number].price
    held: dict[int, int] = {}
    for lot in group:
        if lot != number and game.owner[lot] != BANK:
            held[game.owner[lot]] = held.get(game.owner[lot], 0) + 1
    missing = len(group) - 1
    if held.get(player, 0) == missing:
        return price * 2
    if missing in held.values():
        return price * 3 // 2
    return price


def best_building(game: Game, player: int, spare: int) -> int:
    """The lot where the next building raises the rent most for its price; 0 if there is none."""
    groups = game.whole_streets[player]
    if not groups:
        return 0
    houses, squares = game.houses, game.squares
    top, lifts = game.houses_for_hotel(), game.edition.build_lifts_mortgage
    evenly = game.edition.build_evenly
    best, most = 0, 0
    for group in groups:
        lowest = HOTEL
        for lot in group:
            if houses[lot] < lowest:
                lowest = houses[lot]
        if lowest == HOTEL or not (lifts or game.is_unmortgaged(group)):
            continue
        for lot in group:
            level = houses[lot]
            if level == lowest or (level < HOTEL and not evenly):
                hotel, rents = level >= top, squares[lot].rents
                gain = rents[HOTEL if hotel else level + 1] - rents[level]
                if (
                    gain > most
                    and building.has_stock(game, hotel)
                    and building.price_of(game, lot, hotel) <= spare
                ):
                    best, most = lot, gain
    return best


# -- raising money


def find_money(game: Game, player: int, profile: BotProfile, missing: int) -> Move:
    """The next thing to sell or mortgage, least valuable first."""
    if profile.borrows in BORROWS_FIRST and (found := borrow(game, player, missing)):
        return found
    of_whole_group = 0
    for lot in sorted(game.deeds[player], key=game.edition.prices.__getitem__):
        if game.mortgaged[lot]:
            continue
        if len(game.lots_with[lot]) == 1 or not game.owns_group(player, lot):
            return Move("mortgage", lot)
        if not of_whole_group and deeds.may_be_mortgaged(game, lot):
            of_whole_group = lot
    if profile.borrows != "never" and (found := borrow(game, player, missing)):
        return found
    if found := _building_to_sell(game, player):
        return found
    return Move("mortgage", of_whole_group) if of_whole_group else RUIN


def borrow(game: Game, player: int, missing: int) -> Move | None:
    terms = game.edition.loans
    if terms is None or missing < 1:
        return None
    amount = min(-(-missing // terms.step) * terms.step, loans.room(game, player))
    amount -= amount % terms.step
    return Move("borrow", amount=amount) if amount > 0 else None


def _building_to_sell(game: Game, player: int) -> Move | None:
    """A building of the cheapest group, from its highest lot."""
    for group in game.whole_streets[player]:
        lot = max(group, key=game.houses.__getitem__)
        if game.houses[lot]:
            way = len(building.hotel_ways(game)) - 1 if game.houses[lot] == HOTEL else 0
            return Move("demolish", lot, way)
    return None
