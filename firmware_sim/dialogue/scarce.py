"""The last buildings of the bank, wanted by several: auctioned one at a time."""

from __future__ import annotations

from firmware_sim.dialogue.asking import Asking, pick
from firmware_sim.dialogue.auction import Auction
from firmware_sim.dialogue.operation import operate
from firmware_sim.game import Act, Error, Game
from firmware_sim.question import AuctionView, Question
from firmware_sim.rules import building
from firmware_sim.session import Dialogue, Session


def offer_auction(session: Session, player: int, number: int) -> Dialogue:
    """ENCHERE ? auctions the building, AU PRIX ? builds it at the deed's price; C does neither."""
    game = session.current_game
    hotel = building.is_hotel_next(game, number)
    price = building.building_price(game, number)
    auction = Auction(
        session,
        AuctionView(number, "hotel" if hotel else "house", _opening(game, hotel)),
        price,
        lambda seat: building.most_bid(game, seat, hotel),
    )
    before = session.operations
    question = Question("scarce", player, square=number, auction=auction.about)
    ways = (question, question._replace(kind="scarce_price", amount=price))
    while not auction.closed:
        way = yield from pick(session, range(len(ways)), ways.__getitem__, 0, None)
        if way is None:
            return
        if way == 1:
            build_on(session, player, number)
            return
        if not (yield from auction.hold()) and session.operations != before:
            return
    bid = auction.best
    if not bid.player:
        return
    lots = building.lots_within(game, bid.player, hotel, bid.amount)
    if not lots:  # the winner's own doing since the bid
        session.refuse(Error.FORBIDDEN)
        return
    if bid.player != player or number not in lots:
        number = yield from _where(session, bid.player, lots)
    build_on(session, bid.player, number, bid.amount)


def build_on(session: Session, player: int, number: int, bid: int | None = None) -> None:
    operate(session, Act("build", player, square=number), building.build, player, number, bid)


def _opening(game: Game, hotel: bool) -> int | None:
    """BLD-6: the lowest price on the deeds concerned, one coin, any, or as the banker says."""
    policy = game.edition.scarce_opening
    if policy == "banker":
        return None
    return building.lowest_price(game, hotel) if policy == "lowest" else game.edition.coin


def _where(session: Session, player: int, lots: list[int]) -> Asking[int]:
    """The winner chooses among the lots where it may stand."""

    def lot(number: int) -> Question:
        return Question("where", player, amount=number, square=number)

    if len(lots) == 1:
        return lots[0]
    chosen = yield from pick(session, lots, lot, lots[0], None, leaves=False)
    assert chosen is not None
    return chosen
