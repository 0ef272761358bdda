"""The last buildings of the bank, wanted by several: auctioned one at a time."""

from __future__ import annotations

from firmware_sim import messages as words
from firmware_sim.dialogue.asking import Asking, ask_which, ask_yes, deed_icons, player_icons
from firmware_sim.dialogue.auction import auction
from firmware_sim.dialogue.play import play
from firmware_sim.game import Error, Game
from firmware_sim.rules import building
from firmware_sim.screen import Screen
from firmware_sim.session import Table


def offer_auction(table: Table, player: int, number: int) -> Asking[bool]:
    """ENCHERE ?: C sells at the deed's price (false); OK auctions (true, whatever came of it)."""
    game = table.playing
    icons = player_icons(table, player) | deed_icons(game, number)
    if not (yield from ask_yes(table, "scarce", "ENCHERE ?", "", icons)):
        return False
    hotel = building.is_hotel_next(game, number)
    bid = yield from auction(
        table,
        _opening(game, hotel),
        building.building_price(game, number),
        lambda seat: bool(building.slots(game, seat, hotel)),
        "BATIR",
    )
    if bid is None or not bid.player:
        return True
    lot = number
    if bid.player != player:
        lots = building.slots(game, bid.player, hotel)
        if not lots:  # the winner's own doing since the bid
            table.refuse(Error.FORBIDDEN)
            return True
        lot = yield from _where(table, bid.player, lots)
    label = game.edition.squares[lot].label
    play(table, f"BATIR {label}", building.build, bid.player, lot, bid.amount, player=bid.player)
    return True


def _opening(game: Game, hotel: bool) -> int | None:
    """BLD-6: the lowest price on the deeds concerned, one coin, any, or as the banker says."""
    policy = game.edition.scarce_opening
    if policy == "banker":
        return None
    return building.lowest_price(game, hotel) if policy == "lowest" else game.edition.coin


def _where(table: Table, player: int, lots: list[int]) -> Asking[int]:
    """The winner chooses among the lots where it may stand."""
    game = table.playing

    def lot(rank: int) -> Screen:
        number = lots[rank]
        icons = player_icons(table, player) | deed_icons(game, number)
        label = game.edition.squares[number].label
        return Screen(label, words.amount(number), icons, asks="where")

    if len(lots) == 1:
        return lots[0]
    while True:
        chosen = yield from ask_which(table, lot, len(lots), digits=False)
        if chosen is not None:
            return lots[chosen]
