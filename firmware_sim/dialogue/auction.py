"""ENCH: the opening, the bids by the bidders’ digits, the sale."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from firmware_sim import texts
from firmware_sim.dialogue.asking import Asking, Usual, ask_amount, ask_yes, pick, show
from firmware_sim.dialogue.correction import correct
from firmware_sim.dialogue.operation import operate
from firmware_sim.game import BANK, BOARD, Act, Error, Game, Refused
from firmware_sim.ledger import percent_up
from firmware_sim.question import AuctionView, Question
from firmware_sim.rules import bids, building, deeds, throwing
from firmware_sim.session import Dialogue, Session
from firmware_sim.texts import BIT


class Bid(NamedTuple):
    player: int
    amount: int


NOBODY = Bid(BANK, 0)
BUILDINGS = {"house": "MAISON", "hotel": "HOTEL"}
PROPOSED = 50  # percent of the price, as the opening (our decision)


class Auction:
    """The lot, the bids, and whether the auction was `closed`: sold to the best bidder, or to
    nobody.

    Functions are open to the bidders, but BATIR not while a building is auctioned inside it. Before
    the first bid C goes back, if it is `cancellable`; CORR is open if no other question is beneath.
    """

    def __init__(
        self,
        session: Session,
        about: AuctionView,
        price: int,
        most: Callable[[int], int],
    ) -> None:
        """Prepare an auction. `price`: half of it is proposed to the banker. `most`: the most that
        a player may bid; raises Refused if nothing."""
        self.session, self.about, self.price = session, about, price
        self.most = most
        self.bids: list[Bid] = []
        self.closed = False

    @property
    def best(self) -> Bid:
        return self.bids[-1] if self.bids else NOBODY

    def hold(self) -> Asking[bool]:
        """Hold the auction. Returns False if it was left or the game has changed during it."""
        by_banker = self.about.opening is None
        while not by_banker or (yield from self._ask_opening()):
            back = yield from self._take_bids()
            if not (back and by_banker):
                break
            self.about = self.about._replace(opening=None)
        return self.closed

    def _ask_opening(self) -> Asking[bool]:
        """MISE A PRIX; FIN may close the auction here."""
        half = percent_up(self.session.current_game, self.price, PROPOSED)
        opening = yield from ask_amount(
            self.session, self._question("opening"), self._may_open, self._at_the_opening, half,
            self.about.cancellable,
        )  # fmt: skip
        self.about = self.about._replace(opening=opening)
        return opening is not None

    def _may_open(self, amount: int) -> bool:
        """Nobody can bid 0."""
        if not amount:
            self.session.refuse(Error.TOO_LOW)
        return amount > 0

    def _at_the_opening(self, key: str) -> Asking[bool]:
        if key != "FIN":
            return (yield from self._taken_back(key))
        self.closed = yield from self._confirm()
        return self.closed

    def _taken_back(self, key: str) -> Asking[bool]:
        before = self.session.operations
        if key == "CORR" and not self.about.cancellable:
            yield from correct(self.session)
        else:
            self.session.refuse(Error.KEY)
        return self.session.operations != before

    def _take_bids(self) -> Asking[bool]:
        """Take bids; return True if C was pressed before the first one."""
        session = self.session
        while True:
            key = yield show(session, self._question("bid" if self.bids else "first_bid"))
            if key.isdigit():
                if session.allows(self._check_bidder, int(key)):
                    yield from self._bid(int(key))
            elif key == "FIN":
                if (yield from self._confirm()):
                    if self._can_pay():
                        self.closed = True
                        return False
                    self.bids.pop()  # the bid falls away
            elif key == "C" and self.bids:
                self.bids.pop()
            elif key == "C" and self.about.cancellable:
                return True
            elif key in session.functions and not (self.about.building and key == "BATIR"):
                yield from session.functions[key](session)
                if session.current_game.winner:
                    return False
                self.bids = [bid for bid in self.bids if session.current_game.is_in(bid.player)]
            elif self.bids:
                session.refuse(Error.KEY)
            elif (yield from self._taken_back(key)):
                return False

    def _question(self, kind: str) -> Question:
        best, about = self.best, self.about
        auction = about._replace(best=best.amount, holder=best.player, bids=tuple(self.bids))
        amount = best.amount if best.player else about.opening
        return Question(
            kind, best.player, amount=amount, square=about.item, auction=auction,
            label=BUILDINGS.get(about.building, ""),
        )  # fmt: skip

    def _check_bidder(self, game: Game, player: int) -> None:
        if not game.is_in(player):
            raise Refused(Error.NO_PLAYER)
        self.most(player)
        if game.debt_of(player):
            raise Refused(Error.DEBT)

    def _check_bid(self, game: Game, bid: Bid) -> None:
        if (short := bid.amount - self.most(bid.player)) > 0:
            raise Refused(Error.FUNDS, short)

    def _can_pay(self) -> bool:
        """Still, at the sale: functions were open since the bid."""
        if not self.bids:
            return True
        try:
            self.most(self.best.player)
        except Refused:
            return True  # no lot any more: the sale itself is refused
        return self.session.allows(self._check_bid, self.best)

    def _bid(self, player: int) -> Dialogue:
        """The amount of a named bidder. The first may equal the opening."""
        session, best, about = self.session, self.best, self.about
        question = self._question("bid_amount")._replace(player=player, other=best.player)
        least = question.auction.least if question.auction else 0

        def check(game: Game, amount: int) -> None:
            self._check_bid(game, Bid(player, amount))
            if amount < least:
                raise Refused(Error.TOO_LOW)

        def usual() -> Usual:
            game, most = session.current_game, self.most(player)
            step = bids.raises(game.edition, bids.price_of(game, about.item, about.building))[0]
            first = max(least, min(best.amount + step, most)) if best.player else least
            return Usual(first, most, step)

        amount = yield from ask_amount(
            session, question, partial(session.allows, check), usual=usual
        )
        if amount is not None:
            self.bids.append(Bid(player, amount))

    def _confirm(self) -> Asking[bool]:
        """ADJUGE or INVENDU: OK confirms, C reopens."""
        kind, value = ("sold", None) if self.bids else ("unsold", "")
        return (yield from ask_yes(self.session, self._question(kind), value))


# -- deeds and cards


def auction_item(
    session: Session, item: int, declined: bool = False, cancellable: bool = True
) -> Asking[bool]:
    """A deed, or a prison card of an estate; all who have the money may bid. True when the game has
    changed. A deed `declined` by FIN closes its square too: one operation, unless its landing is
    over meanwhile."""
    game = session.current_game
    turn, before = game.turn_number, session.operations
    opening = None if game.edition.auction_opening == "banker" else game.edition.coin
    about = AuctionView(item, opening=opening, cancellable=cancellable)
    auction = Auction(session, about, bids.price_of(game, item), lambda player: game.cash[player])
    if not (yield from auction.hold()):
        return session.operations != before
    bid = auction.best

    def close(game: Game) -> None:
        deeds.close_auction(game, item, *bid)
        if declined and game.turn_number == turn and not game.winner:
            throwing.finish(game)

    act = Act("auctioned" if bid.player else "unsold", bid.player, square=item)
    return operate(session, act, close, tune="sale" if bid.player and item < BOARD else "")


def auction_estate(session: Session) -> Dialogue:
    """Auction each deed that a bankrupt left to the bank; CORR brings the bankrupt back."""
    game = session.current_game
    item = game.estate[0]
    icons = BIT["ENCHERE"] | BIT["BANQUE" if item < BOARD else "LIBRE"]
    session.notice(texts.label(game.edition, item), icons=icons)
    yield from auction_item(session, item, cancellable=False)


# -- the last buildings of the bank, wanted by several: one at a time


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
        way = yield from pick(session, range(len(ways)), lambda at: ways[at], 0, None)
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
        number = yield from _ask_where(session, bid.player, lots)
    build_on(session, bid.player, number, bid.amount)


def build_on(session: Session, player: int, number: int, bid: int | None = None) -> None:
    operate(session, Act("build", player, square=number), building.build, player, number, bid)


def _opening(game: Game, hotel: bool) -> int | None:
    """BLD-6: the lowest price on the deeds concerned, one coin, any, or as the banker says."""
    policy = game.edition.scarce_opening
    if policy == "banker":
        return None
    return building.lowest_price(game, hotel) if policy == "lowest" else game.edition.coin


def _ask_where(session: Session, player: int, lots: list[int]) -> Asking[int]:
    """Let the winner choose a lot for the building."""

    def lot(number: int) -> Question:
        return Question("where", player, amount=number, square=number)

    if len(lots) == 1:
        return lots[0]
    chosen = yield from pick(session, lots, lot, lots[0], None, cancellable=False)
    assert chosen is not None
    return chosen
