"""Houses and hotels: from the bank, evenly, while the stock lasts; and back at half price."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from firmware_sim.game import BANK, HOTEL, STREET, Error, Game, Refused, Why
from firmware_sim.ledger import percent_up, post, spend
from firmware_sim.rules import deeds

BUILDING = Why.BUILDING  # looked up once: an enum's member is slow to find


def is_hotel_next(game: Game, number: int) -> bool:
    return game.houses[number] >= game.houses_for_hotel()


def building_price(game: Game, number: int) -> int:
    """Return the price of the next building here, with the mortgage if building lifts it."""
    return price_of(game, number, is_hotel_next(game, number))


def price_of(game: Game, number: int, hotel: bool) -> int:
    """The same, of a house or of a hotel."""
    return _on_the_deed(game, number, hotel) + _lifting_first(game, number)


def _lifting_first(game: Game, number: int) -> int:
    """The extra cost of building on a mortgaged lot, if building lifts the mortgage."""
    if game.mortgaged[number] and game.edition.build_lifts_mortgage:
        return deeds.lifting_cost(game, number)
    return 0


def _on_the_deed(game: Game, number: int, hotel: bool) -> int:
    square = game.squares[number]
    return square.hotel if hotel else square.house


def _stands_lowest(game: Game, number: int) -> bool:
    houses = game.houses
    level = houses[number]
    for lot in game.lots_with[number]:
        if houses[lot] < level:
            return not game.edition.build_evenly
    return True


def _mortgage_forbids(game: Game, number: int) -> bool:
    if game.edition.mortgage_breaks_group:
        return not game.is_unmortgaged(game.lots_with[number])
    return game.mortgaged[number] and not game.edition.build_lifts_mortgage


def check_build(game: Game, player: int, number: int, price: int) -> None:
    if game.kinds[number] is not STREET:
        raise Refused(Error.FORBIDDEN)
    if game.houses[number] == HOTEL:
        raise Refused(Error.FORBIDDEN)
    if game.cash[player] < price:
        raise Refused(Error.FUNDS, price - game.cash[player])
    if game.owner[number] != player:
        raise Refused(Error.TOO_BIG)
    if not game.owns_group(player, number):
        raise Refused(Error.GROUP)
    if not _stands_lowest(game, number):
        raise Refused(Error.UNEVEN)
    if not has_stock(game, is_hotel_next(game, number)):
        raise Refused(Error.STOCK)
    if _mortgage_forbids(game, number):
        raise Refused(Error.MORTGAGED)
    if game.debts and game.debt_of(player):
        raise Refused(Error.DEBT)


def has_stock(game: Game, hotel: bool) -> bool:
    """True if the bank has one more; always if the stock is unlimited (HOUSE-8)."""
    stock = game.hotel_stock if hotel else game.house_stock
    return stock > 0 or not game.edition.buildings_counted


def _can_swap(game: Game) -> bool:
    return game.house_stock >= game.houses_for_hotel() or not game.edition.buildings_counted


def build(game: Game, player: int, number: int, bid: int | None = None) -> None:
    """Build one house or hotel, at the deed's price or at the price of an auction."""
    hotel = is_hotel_next(game, number)
    price = price_of(game, number, hotel)
    if bid is not None:
        price += bid - _on_the_deed(game, number, hotel)
    check_build(game, player, number, price)
    spend(game, player, BANK, price, BUILDING, number)
    deeds.free(game, number)
    game.set_houses(number, HOTEL if hotel else game.houses[number] + 1)


def slots(game: Game, player: int, hotel: bool) -> list[int]:
    """Return the lots on which this player could build a house (or hotel) from any stock."""
    return sorted(
        number
        for group in game.whole_streets[player]
        for number in group
        if game.houses[number] != HOTEL
        and is_hotel_next(game, number) == hotel
        and _stands_lowest(game, number)
        and not _mortgage_forbids(game, number)
    )


def placeable(game: Game, player: int, hotel: bool) -> int:
    """Count the buildings that a player could place and pay, the stock aside (BLD-6)."""
    if not slots(game, player, hotel) or game.debt_of(player):
        return 0
    cheapest = [0]  # costs by number of buildings; a lift may precede cheap ones
    for group in game.whole_streets[player]:
        steps = [0]
        for price in _steps(game, player, hotel, group):
            steps.append(steps[-1] + price)
        cheapest = [
            min(
                cheapest[rest] + steps[count - rest]
                for rest in range(len(cheapest))
                if 0 <= count - rest < len(steps)
            )
            for count in range(len(cheapest) + len(steps) - 1)
        ]
    return bisect_right(cheapest, game.cash[player]) - 1


def _steps(game: Game, player: int, hotel: bool, group: tuple[int, ...]) -> Iterator[int]:
    """Yield the cost of each further building of this kind in a group, the cheapest lot first."""
    twin = game.copy()
    while lots := [lot for lot in slots(twin, player, hotel) if lot in group]:
        price, lot = min((building_price(twin, lot), lot) for lot in lots)
        yield price
        twin.houses[lot] = HOTEL if hotel else twin.houses[lot] + 1
        twin.mortgaged[lot] = False


def lots_within(game: Game, player: int, hotel: bool, bid: int) -> list[int]:
    """Return the lots on which this player could place a building won for this bid."""
    cash = game.cash[player]
    lots = slots(game, player, hotel)
    return [lot for lot in lots if bid + _lifting_first(game, lot) <= cash]


def most_bid(game: Game, player: int, hotel: bool) -> int:
    """Check a bid (BLD-6): the rest of the money must be enough to place the building."""
    lots = slots(game, player, hotel)
    if not lots:
        raise Refused(Error.FORBIDDEN)
    return game.cash[player] - min(_lifting_first(game, lot) for lot in lots)


def is_scarce(game: Game, number: int) -> bool:
    """Return whether two players or more could build this kind, and together more than the bank has
    (BLD-6). Without auctions the first player who asks builds (HOUSE-4)."""
    if not (game.edition.auctions and game.edition.buildings_counted):
        return False
    hotel = is_hotel_next(game, number)
    stock = game.hotel_stock if hotel else game.house_stock
    wanted = [placeable(game, seat, hotel) for seat in game.seats()]
    return len(wanted) - wanted.count(0) > 1 and stock < sum(wanted)


def lowest_price(game: Game, hotel: bool) -> int:
    """Return the lowest price on the deeds on which the scarce building may be placed."""
    lots = [lot for seat in game.seats() for lot in slots(game, seat, hotel)]
    return min(_on_the_deed(game, lot, hotel) for lot in lots)


# -- selling back


HALF = 50  # percent


def house_resale(game: Game, number: int) -> int:
    return percent_up(game, game.squares[number].house, HALF)


def hotel_resale(game: Game, number: int) -> int:
    """Half the hotel, and half the houses given for it."""
    hotel = percent_up(game, game.squares[number].hotel, HALF)
    return hotel + game.houses_for_hotel() * house_resale(game, number)


def resale(game: Game, number: int) -> int:
    """Return the resale value of the buildings of a lot."""
    houses = game.houses[number]
    return hotel_resale(game, number) if houses == HOTEL else houses * house_resale(game, number)


def _owned_building(game: Game, player: int, number: int) -> None:
    if game.owner[number] != player:
        raise Refused(Error.TOO_BIG)
    if not game.houses[number]:
        raise Refused(Error.KEY)


def sell_house(game: Game, player: int, number: int) -> None:
    """Only from a lot that stands at its group's highest."""
    _owned_building(game, player, number)
    level = game.houses[number]
    uneven = any(game.houses[lot] > level for lot in game.lots_with[number])
    if uneven and game.edition.build_evenly:
        raise Refused(Error.UNEVEN)
    post(game, BANK, player, house_resale(game, number), Why.RESALE, number)
    game.set_houses(number, level - 1)


def hotel_ways(game: Game) -> tuple[str, ...]:
    """List the ways to sell a hotel now; a swap needs its houses in the bank."""
    ways = game.edition.hotel_sales
    if _can_swap(game):
        return ways
    left = tuple(way for way in ways if way != "swap")
    fallback = game.edition.swap_fallback
    return left or ((fallback,) if fallback else ways)


def lots_sold(game: Game, number: int, way: str) -> list[int]:
    """Return the lots that are cleared if this hotel is sold that way."""
    group = game.lots_with[number]
    if way == "group":
        return [lot for lot in group if game.houses[lot]]
    if way == "hotels":
        return [lot for lot in group if game.houses[lot] == HOTEL]
    return [number]


def sale_of_hotel(game: Game, number: int, way: str) -> int:
    """Return the proceeds of selling this hotel that way."""
    if way == "swap":
        return percent_up(game, game.squares[number].hotel, HALF)
    return sum(resale(game, lot) for lot in lots_sold(game, number, way))


def sell_hotel(game: Game, player: int, number: int, way: str) -> None:
    _owned_building(game, player, number)
    if game.houses[number] != HOTEL or way not in (
        *game.edition.hotel_sales,
        game.edition.swap_fallback,
    ):
        raise Refused(Error.FORBIDDEN)
    kept = game.houses_for_hotel() if way == "swap" else 0
    if kept and not _can_swap(game):
        raise Refused(Error.STOCK)
    post(game, BANK, player, sale_of_hotel(game, number, way), Why.RESALE, number)
    for lot in lots_sold(game, number, way):
        game.set_houses(lot, kept)


def repairs(game: Game, player: int, per_house: int, per_hotel: int) -> int:
    total = 0
    for number in game.streets_of(player):
        houses = game.houses[number]
        total += per_hotel if houses == HOTEL else houses * per_house
    return total
