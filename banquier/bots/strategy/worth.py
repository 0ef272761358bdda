"""What deeds are worth to a player, and where money can be found."""

from __future__ import annotations

from banquier.bots.strategy.decision import BORROW, DEMOLISH, MORTGAGE, RUIN, Decision
from banquier.bots.strategy.profile import BotProfile
from firmware_sim.edition import Kind
from firmware_sim.game import BANK, HOTEL, Game
from firmware_sim.rules import building, loans

# What a part of a group is worth, in percent of its prices, by how many lots are missing.
PARTS = (250, 140, 110, 100)
# Stations and utilities, by how many are held.
HELD = (100, 100, 125, 150, 200)


def reserve(game: Game, profile: BotProfile) -> int:
    return game.edition.opening_cash * profile.reserve // 100


def holding(game: Game, player: int, group: tuple[int, ...], owner: list[int]) -> int:
    """What a player's part of a group is worth, if the deeds were as in `owner`."""
    squares = game.edition.squares
    mine = [lot for lot in group if owner[lot] == player]
    prices = 0
    for lot in mine:
        square = squares[lot]
        prices += square.price - (square.mortgage if game.mortgaged[lot] else 0)
    if squares[group[0]].kind is Kind.STREET:
        return prices * PARTS[min(len(group) - len(mine), 3)] // 100
    return prices * HELD[min(len(mine), 4)] // 100


def worth(game: Game, player: int, number: int) -> int:
    """A deed of the bank's to a bidder: for itself, for the group it closes, and out of envy."""
    group = game.group_of(number)
    price = game.edition.squares[number].price
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


def best_building(game: Game, player: int, spare: int, heedless: bool = False) -> int:
    """The lot where the next building brings most for its price; 0 when there is none."""
    edition, owner, houses = game.edition, game.owner, game.houses
    squares, top = edition.squares, game.houses_for_hotel()
    best, most = 0, 0
    for group in edition.groups[:-2]:
        if owner[group[0]] != player or not game.owns_group(player, group):
            continue
        lowest = min([houses[lot] for lot in group])
        if lowest == HOTEL:
            continue
        if not (game.hotel_stock if lowest >= top else game.house_stock) and not heedless:
            continue
        if not edition.build_lifts_mortgage and any(game.mortgaged[lot] for lot in group):
            continue
        for lot in group:
            if houses[lot] == lowest:
                rents = squares[lot].rents
                gain = rents[HOTEL if lowest >= top else lowest + 1] - rents[lowest]
                if gain > most and building.building_price(game, lot) <= spare:
                    best, most = lot, gain
    return best


# -- finding money


def mortgageable(game: Game, player: int, lot: int) -> bool:
    lots = game.group_of(lot) if game.edition.mortgage_needs == "group" else (lot,)
    return not game.mortgaged[lot] and not any(game.houses[other] for other in lots)


def find_money(game: Game, player: int, profile: BotProfile, missing: int) -> Decision:
    """The next thing to give up for money that is needed: what hurts least goes first."""
    if profile.borrows and (decision := _loan(game, player, missing)):
        return decision
    whole: list[int] = []
    spared: list[int] = []
    for lot in game.deeds_of(player):
        if mortgageable(game, player, lot):
            group = game.group_of(lot)
            complete = len(group) > 1 and game.owns_group(player, group)
            (whole if complete else spared).append(lot)
    if spared:
        return Decision(MORTGAGE, min(spared, key=lambda lot: game.edition.squares[lot].price))
    if decision := _loan(game, player, missing):
        return decision
    if decision := _building_to_sell(game, player):
        return decision
    if whole:
        return Decision(MORTGAGE, min(whole, key=lambda lot: game.edition.squares[lot].price))
    return RUIN


def _loan(game: Game, player: int, missing: int) -> Decision | None:
    terms = game.edition.loans
    if terms is None or missing < 1:
        return None
    amount = min(-(-missing // terms.step) * terms.step, loans.room(game, player))
    amount -= amount % terms.step
    return Decision(BORROW, 0, amount) if amount > 0 else None


def _building_to_sell(game: Game, player: int) -> Decision | None:
    """From the cheapest group, where it stands highest."""
    for group in game.edition.groups[:-2]:
        highest = max([game.houses[lot] for lot in group])
        if highest and game.owner[group[0]] == player:
            lot = next(lot for lot in group if game.houses[lot] == highest)
            way = len(building.hotel_ways(game, lot)) - 1 if highest == HOTEL else 0
            return Decision(DEMOLISH, lot, way)
    return None
