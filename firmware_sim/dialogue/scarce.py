"""The last buildings of the bank, wanted by several: auctioned one at a time."""

from __future__ import annotations

from firmware_sim import messages
from firmware_sim.dialogue.asking import Asking, ask_which, ask_yes, deed_icons, player_icons
from firmware_sim.dialogue.auction import auction
from firmware_sim.dialogue.play import play
from firmware_sim.game import Error, Game
from firmware_sim.interface import AuctionView, Question
from firmware_sim.rules import building
from firmware_sim.screens import Screen
from firmware_sim.session import Session


def offer_auction(session: Session, player: int, number: int) -> Asking[bool]:
    """ENCHERE ?: C sells at the deed's price (false); OK auctions (true, whatever came of it)."""
    game = session.current_game
    icons = player_icons(session, player) | deed_icons(game, number)
    hotel = building.is_hotel_next(game, number)
    about = AuctionView(number, "hotel" if hotel else "house", _opening(game, hotel))
    price = building.building_price(game, number)
    question = Question("scarce", player, amount=price, square=number, auction=about)
    if not (yield from ask_yes(session, question, "ENCHERE ?", "", icons)):
        return False
    bid = yield from auction(
        session,
        about,
        price,
        lambda seat: bool(building.slots(game, seat, hotel)),
        "BATIR",
    )
    if bid is None or not bid.player:
        return True
    lot = number
    if bid.player != player:
        lots = building.slots(game, bid.player, hotel)
        if not lots:  # the winner's own doing since the bid
            session.refuse(Error.FORBIDDEN)
            return True
        lot = yield from _where(session, bid.player, lots)
    label = game.edition.squares[lot].label
    play(session, f"BATIR {label}", building.build, bid.player, lot, bid.amount, player=bid.player)
    return True


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
    while True:
        chosen = yield from ask_which(session, lot, len(lots), digits=False)
        if chosen is not None:
            return lots[chosen]
