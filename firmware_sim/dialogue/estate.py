"""BATIR, DEMOL, HYPO: walking over one's own lots and doing something on each."""

from collections.abc import Callable
from typing import NamedTuple

from firmware_sim.dialogue.asking import Asking, ask_player, ask_yes, pick
from firmware_sim.dialogue.auction import build_on, offer_auction
from firmware_sim.dialogue.money import default_player
from firmware_sim.dialogue.operation import operate
from firmware_sim.game import HOTEL, Act, Error, Game
from firmware_sim.question import Question
from firmware_sim.rules import building, deeds
from firmware_sim.session import Dialogue, Session


class LotFunction(NamedTuple):
    """The action of a function on each lot."""

    asks: str  # the question for the owner of the lots
    offer: Callable[[Game, int], tuple[str, int]]  # kind of question and amount, on each lot
    lots: Callable[[Game, int], list[int]]
    act: Callable[[Session, int, int], Dialogue]
    useful: Callable[[Game, int], int] = lambda game, number: 1
    """The count of what can be done on this lot. If no lot has any, the function is refused."""
    refusal: Callable[[Game, int], Error] = lambda game, player: Error.NOTHING
    """The error of a player without such a lot."""


def over_lots(work: LotFunction, session: Session) -> Dialogue:
    """`+` and `-` over the lots, a square number jumps; OK does it and stays, C leaves."""
    game = session.current_game
    player, lots = default_player(game), list[int]()
    while not lots:
        chosen = yield from ask_player(session, work.asks, player)
        if chosen is None:
            return
        player, lots = chosen, work.lots(game, chosen)
        if not any(work.useful(game, number) for number in lots):
            lots = []
            session.refuse(work.refusal(game, player))

    def lot(number: int) -> Question:
        kind, amount = work.offer(game, number)
        return Question(kind, player, amount=amount, square=number)

    number = lots[0]
    while not game.winner and number in (lots := work.lots(game, player)):
        found = yield from pick(session, lots, lot, number)
        if found is None:
            return
        number = found
        yield from work.act(session, player, number)


# -- BATIR


def _to_build(game: Game, number: int) -> tuple[str, int]:
    kind = "build_hotel" if building.is_hotel_next(game, number) else "build"
    if game.houses[number] == HOTEL:
        kind = "built_up"
    return kind, building.building_price(game, number)


def _refusal_to_build(game: Game, player: int) -> Error:
    return Error.NOTHING if game.debt_of(player) is None else Error.DEBT


def _build(session: Session, player: int, number: int) -> Dialogue:
    game = session.current_game
    price = building.building_price(game, number)
    if not session.allows(building.check_build, player, number, price):
        return
    if building.is_scarce(game, number):
        yield from offer_auction(session, player, number)
    else:
        build_on(session, player, number)


# -- DEMOL


def _to_demolish(game: Game, number: int) -> tuple[str, int]:
    if game.houses[number] == HOTEL:
        return "demolish", building.sale_of_hotel(game, number, building.hotel_ways(game)[0])
    return ("demolish", building.house_resale(game, number)) if game.houses[number] else ("bare", 0)


def _demolish(session: Session, player: int, number: int) -> Dialogue:
    game, act = session.current_game, Act("demolish", player, square=number)
    if game.houses[number] != HOTEL:
        operate(session, act, building.sell_house, player, number)
        return
    way = yield from _which_way(session, player, number)
    if way:
        operate(session, act, building.sell_hotel, player, number, way)


def _which_way(session: Session, player: int, number: int) -> Asking[str]:
    """TOUT ?, ECHANGE ? or SEUL ?, as the edition allows."""
    game = session.current_game
    ways = building.hotel_ways(game)

    def offer(rank: int) -> Question:
        way = ways[rank - 1]
        amount = building.sale_of_hotel(game, number, way)
        return Question(f"hotel_{way}", player, amount=amount, square=number)

    chosen = yield from pick(session, range(1, len(ways) + 1), offer, 1)
    return "" if chosen is None else ways[chosen - 1]


# -- HYPO


def _to_mortgage(game: Game, number: int) -> tuple[str, int]:
    if game.mortgaged[number]:
        return "lift", deeds.lifting_cost(game, number)
    return "mortgage", game.squares[number].mortgage


def _mortgage(session: Session, player: int, number: int) -> Dialogue:
    """Mortgage a lot, or lift its mortgage after asking: a second OK by mistake costs no tenth."""
    game = session.current_game
    if not game.mortgaged[number]:
        act = Act("mortgage", player, square=number)
        operate(session, act, deeds.mortgage, player, number)
        return
    cost = deeds.lifting_cost(game, number)
    if (yield from ask_yes(session, Question("lift_sure", player, amount=cost, square=number))):
        operate(session, Act("lift", player, square=number), deeds.lift, player, number)


BUILD = LotFunction("who_build", _to_build, Game.streets_of, _build, refusal=_refusal_to_build)
DEMOLISH = LotFunction("who_demolish", _to_demolish, Game.streets_of, _demolish, building.resale)
MORTGAGE = LotFunction("who_mortgage", _to_mortgage, Game.deeds_of, _mortgage)
