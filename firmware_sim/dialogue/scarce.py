"""The last buildings of the bank, wanted by several: auctioned one at a time."""

from __future__ import annotations

from firmware_sim import messages
from firmware_sim.dialogue.asking import Asking, ask_which, deed_icons, player_icons
from firmware_sim.dialogue.auction import Lot, auction
from firmware_sim.dialogue.play import play
from firmware_sim.game import Act, Error, Game
from firmware_sim.question import AuctionView, Question
from firmware_sim.rules import building
from firmware_sim.screens import Screen
from firmware_sim.session import Dialogue, Session


def offer_auction(session: Session, player: int, number: int) -> Dialogue:
    """ENCHERE ? auctions the building, AU PRIX ? builds it at the deed's price; C does neither."""
    game = session.current_game
    hotel = building.is_hotel_next(game, number)
    price = building.building_price(game, number)
    lot = Lot(
        AuctionView(number, "hotel" if hotel else "house", _opening(game, hotel)),
        "HOTEL" if hotel else "MAISON",
        price,
        lambda seat: building.most_bid(game, seat, hotel),
    )
    icons = player_icons(session, player) | deed_icons(game, number)
    label = (game.edition.squares[number].label,)
    question = Question("scarce", player, square=number, auction=lot.about)
    at_price = question._replace(kind="scarce_price", amount=price)
    ways = (
        Screen("ENCHERE ?", "", icons, others=label, asks=question),
        Screen("AU PRIX ?", messages.amount(price), icons, others=label, asks=at_price),
    )
    bid = None
    while bid is None:
        way = yield from ask_which(session, ways.__getitem__, len(ways), digits=False)
        if way is None:
            return
        if way == 1:
            build_on(session, player, number)
            return
        before = session.operations
        bid = yield from auction(session, lot, "BATIR")
        if session.operations != before and bid is None:
            return
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
    play(session, Act("build", player, square=number), building.build, player, number, bid)


def _opening(game: Game, hotel: bool) -> int | None:
    """BLD-6: the lowest price on the deeds concerned, one coin, any, or as the banker says."""
    policy = game.edition.scarce_opening
    if policy == "banker":
        return None
    return building.lowest_price(game, hotel) if policy == "lowest" else game.edition.coin


def _where(session: Session, player: int, lots: list[int]) -> Asking[int]:
    """The winner chooses among the lots where it may stand."""
    game = session.current_game

    def lot(rank: int) -> Screen:
        number = lots[rank]
        icons = player_icons(session, player) | deed_icons(game, number)
        label = game.edition.squares[number].label
        question = Question("where", player, amount=number, square=number)
        return Screen(label, messages.amount(number), icons, asks=question)

    if len(lots) == 1:
        return lots[0]
    at = 0
    while True:
        key = yield lot(at)
        if key in ("+", "-"):
            at = (at + (1 if key == "+" else -1)) % len(lots)
        elif key == "OK":
            return lots[at]
        else:
            session.refuse(Error.KEY)
