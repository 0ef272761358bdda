"""The moves of players in one table: who may make each, which questions it answers, the keys that
carry it out on the unit, and the rule that applies it to a game.

    yield from press(reader, 2, Move("build", 39))       bots and seats: BATIR 2 OK 39 OK C
    MOVES["build"].rule(game, 2, Move("build", 39))      the bank alone
    judge(case, Move("build", 39))                       a seat: raises Denied, Waits or Refused

A seat may do what its player may do: the player's own turn, claims and goods, and answers to its
questions. All else is for the unit's keypad, which every phone can show.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from banquier.play import move_keys as keys
from banquier.play.key_reader import KeyReader, KeyStrokes
from banquier.play.move import Move
from banquier.play.move_keys import BUILDS, Keys, tap
from firmware_sim.game import BANK, HOTEL, Error, Game, Refused
from firmware_sim.question import BIDS, FUNCTIONS_OPEN, KINDS, THROWS, Question
from firmware_sim.rules import (
    bankruptcy,
    building,
    cards,
    debts,
    deeds,
    loans,
    moving,
    prison,
    rent,
    speed_die,
    throwing,
    trade,
)

if TYPE_CHECKING:
    from hardware.unit import Unit


def _kinds(*kinds: str) -> frozenset[str]:
    return frozenset(kinds)


def _kinds_starting_with(*words: str) -> frozenset[str]:
    """Return the kinds of question that begin with these words."""
    return frozenset(kind for kind in KINDS if kind.startswith(words))


KEYED = frozenset(f"{kind}_keyed" for kind in THROWS)
LIFTS = _kinds("lift_received", "interest")
SCARCE, HOTEL_WAYS, RUINED = map(_kinds_starting_with, ("scarce", "hotel_", "bankrupt"))
LOOKING = _kinds_starting_with("look", "walk_")
PAY_OR_DRAW = _kinds("card_pay_or_chance")
CARD = _kinds_starting_with("card_") - PAY_OR_DRAW - {"card_number"}
CANCELLABLE = LOOKING | RUINED | _kinds_starting_with("who", "menu_") | _kinds(
    "build", "build_hotel", "built_up", "demolish", "bare", "mortgage", "lift", "lift_sure",
    "new_loan", "repay", "loan_amount", "pay_amount", "goods", "no_goods", "good", "trade_good",
    "trade_money", "trade_sum", "undo", "balances", "visas",
)  # fmt: skip
"""Questions opened at the keypad that C leaves without any effect on the game."""
OVER = _kinds("winner", "winners", "rank")
"""Questions after the end of the game."""


class MoveContext(NamedTuple):
    """The player who wants to move, and the game and question at that time."""

    unit: Unit
    game: Game
    seat: int
    question: Question
    undoable: bool = False
    """True if the last operation is this seat's own and recent."""
    game_question: Question | None = None
    """The player's question, under a function that was opened at the keypad."""

    def with_question_of(self, move: str) -> MoveContext:
        """Return the case with the question that the move answers: the open or the lower one."""
        if self.game_question is None or _is_open(self, move):
            return self
        return self._replace(question=self.game_question)


class Denied(Exception):
    """Raised if the move is not this player's; has the text that says why, and the other player."""

    def __init__(self, text: str, player: int = 0) -> None:
        super().__init__(text)
        self.text = text
        self.player = player


class Waits(Exception):
    """Raised if another question must be answered first."""


class MoveKind(NamedTuple):
    whose: Callable[[MoveContext, Move], None]
    """Raises Denied if the move is not this player's."""
    at: frozenset[str] | None
    """The questions that the move answers; None for all at which functions are open."""
    keys: Keys
    rule: Callable[[Game, int, Move], object] = lambda game, player, move: None
    """Makes the move in a game. Raises Refused if the rules forbid it."""
    takes: str = ""
    """The facts that the move needs: number, amount, bargain."""
    check: Callable[[MoveContext, Move], None] = lambda case, move: None
    """Checks the move by the rules at the open question, if it does not change the game yet."""
    answer: bool = False
    """True if the move is refused when the player was shown an older question."""


def press(reader: KeyReader, player: int, move: Move) -> KeyStrokes[bool]:
    """Press a move's keys; return True if all were accepted. An opened function is left first."""
    at = MOVES[move.name].at
    if reader.kind in CANCELLABLE and not (at and reader.kind in at):
        yield from reader.leave()
    return (yield from MOVES[move.name].keys(reader, player, move))


def _is_open(case: MoveContext, move: str) -> bool:
    at = MOVES[move].at
    return case.question.functions if at is None else case.question.kind in at


def judge(case: MoveContext, move: Move, *, ruled: bool = True) -> None:
    """Try the move on a copy of the game. `ruled`: also check its terms by the rules."""
    kind, case = MOVES[move.name], case.with_question_of(move.name)
    kind.whose(case, move)
    if not _is_open(case, move.name):
        raise Waits
    if ruled:
        kind.check(case, move)
        kind.rule(case.game.copy(), case.seat, move)


# -- who may make a move


def _allow_anyone(case: MoveContext, move: Move) -> None:
    pass


def _check_cancellable(case: MoveContext, move: Move) -> None:
    """Let anybody close a view, but not BATIR after the auction of a scarce building."""
    if case.question.kind in BUILDS:
        _check_asked(case, move)


def _check_in_game(case: MoveContext, move: Move) -> None:
    if not case.game.is_in(case.seat) or case.game.winner:
        raise Denied("why.over")


def _check_turn(case: MoveContext, move: Move) -> None:
    _check_in_game(case, move)
    if case.game.turn != case.seat:
        raise Denied("why.turn", case.game.turn)


def _check_asked(case: MoveContext, move: Move) -> None:
    _check_in_game(case, move)
    if case.question.player != case.seat:
        raise Denied("why.asked_other", case.question.player)


def _check_deed(case: MoveContext, move: Move) -> None:
    _check_in_game(case, move)
    if move.number not in case.game.deeds[case.seat]:
        raise Denied("why.not_yours")


def _check_oldest_claim(case: MoveContext, move: Move) -> None:
    _check_in_game(case, move)
    game = case.game
    if not any(claim.owner == case.seat for claim in game.claims):
        raise Refused(Error.TOO_LATE)
    if not any(claim.owner == case.seat for claim in rent.claimable(game)):
        raise Refused(Error.NOT_YET)
    if (oldest := rent.oldest_claim(game)).owner != case.seat:
        raise Denied("why.claim", oldest.owner)


def _check_bidder(case: MoveContext, move: Move) -> None:
    _check_in_game(case, move)
    auction = case.question.auction
    if auction and auction.holder == case.seat:
        raise Denied("why.holder")


def _check_partner(case: MoveContext, move: Move) -> None:
    _check_in_game(case, move)
    bargain = case.question.bargain
    if bargain and case.seat not in (bargain.first, bargain.second):
        raise Denied("why.asked_other", case.question.player)


def _check_proposer(case: MoveContext, move: Move) -> None:
    """Check that the player gives only its own goods; both parties may change an open bargain."""
    (_check_partner if case.question.kind == "accord" else _check_in_game)(case, move)
    game, terms = case.game, move.bargain
    if terms is None:  # no terms yet
        return
    if terms.second == case.seat or not game.is_in(terms.second):
        raise Refused(Error.NO_PLAYER)
    for player, goods in zip((terms.first, terms.second), terms.goods, strict=True):
        if not set(goods) <= set(game.goods_of(player)):
            raise Denied("why.not_yours")


def is_warned(case: MoveContext) -> bool:
    """Return whether this debtor was warned that the debt could be paid."""
    return case.seat in case.unit.session.warned


def _check_not_warned(case: MoveContext, move: Move) -> None:
    _check_in_game(case, move)
    if is_warned(case):
        raise Refused(Error.CAN_PAY)


def _check_warned(case: MoveContext, move: Move) -> None:
    _check_in_game(case, move)
    if not is_warned(case):
        raise Denied("why.ask_first")


def _check_author(case: MoveContext, move: Move) -> None:
    if not case.undoable:
        raise Denied("why.undo")


# -- the rules


def _check_dice(game: Game, player: int, move: Move) -> None:
    thrown = str(move.number)
    count = 3 if speed_die.is_active(game, game.turn) else 2
    if len(thrown) != count or not set(thrown[:2]) <= set("123456") or thrown[2:] > "5":
        raise Refused(Error.NO_DIE)


def _ruin(game: Game, player: int, move: Move) -> None:
    bankruptcy.go_bankrupt(game, player)


def _demolish(game: Game, player: int, move: Move) -> None:
    """Sell a building. `amount`: the rank of the option by which a hotel is sold."""
    if game.houses[move.number] != HOTEL:
        building.sell_house(game, player, move.number)
        return
    ways = building.hotel_ways(game)
    if not 0 <= move.amount < len(ways):
        raise Refused(Error.TOO_BIG)
    building.sell_hotel(game, player, move.number, ways[move.amount])


def _pay(game: Game, player: int, move: Move) -> None:
    """Pay a player. `number`: the payee, 0 for the bank."""
    if move.number != BANK and (move.number == player or not game.is_in(move.number)):
        raise Refused(Error.NO_PLAYER)
    debts.pay(game, player, move.number, move.amount)


def _offer(game: Game, player: int, move: Move) -> None:
    """Check a bargain; nothing changes hands until both agree."""
    if move.bargain is None or not any(move.bargain[2:]):
        raise Refused(Error.NOTHING)
    trade.check(game, move.bargain)


def _check_terms(case: MoveContext, move: Move) -> None:
    if case.question.bargain is not None:
        trade.check(case.game, case.question.bargain)


def _check_bid(case: MoveContext, move: Move) -> None:
    game, auction = case.game, case.question.auction
    if auction is None:
        raise Refused(Error.KEY)
    if move.amount > game.cash[case.seat]:
        raise Refused(Error.FUNDS)
    if game.debt_of(case.seat) is not None:
        raise Refused(Error.DEBT)
    if auction.building and move.amount > building.most_bid(
        game, case.seat, auction.building == "hotel"
    ):
        raise Refused(Error.FUNDS)
    if move.amount < auction.least:
        raise Refused(Error.TOO_LOW)


def _check_way(case: MoveContext, move: Move) -> None:
    _demolish(case.game.copy(), case.seat, Move("demolish", case.question.square, move.number))


def lots(case: MoveContext) -> list[int]:
    """Return the lots on which the winner of a building may put it."""
    game, shown = case.game, case.question.square
    return building.slots(game, case.seat, building.is_hotel_next(game, shown))


def _check_lot(case: MoveContext, move: Move) -> None:
    if move.number not in lots(case):
        raise Refused(Error.TOO_BIG)


# -- the table

Rule = Callable[[Game, int, Move], object]


def _plain(rule: Callable[[Game], object]) -> Rule:
    return lambda game, player, move: rule(game)


def _number(rule: Callable[[Game, int], object]) -> Rule:
    return lambda game, player, move: rule(game, move.number)


def _own_number(rule: Callable[[Game, int, int], object]) -> Rule:
    return lambda game, player, move: rule(game, player, move.number)


def _own_amount(rule: Callable[[Game, int, int], object]) -> Rule:
    return lambda game, player, move: rule(game, player, move.amount)


OPEN = None
"""The value for moves that are possible at any question with functions open."""
ACCORD, DRAW = _kinds("accord"), _kinds("draw")
OFFER, WONDER = _kinds("offer", "offer_or_leave"), _kinds("anywhere")
CLOSES = _kinds("square", "first_lap", "rent", "rent_jailed")
PRISON, DEBT = _kinds("prison_throw", "prison_throw_keyed"), _kinds("debt", "debt_payable")
NO, OK = tap("C"), tap("OK")
LIFTED, TENTH = (partial(deeds.answer_lift, at_once=at_once) for at_once in (True, False))

MOVES: dict[str, MoveKind] = {
    # claims of this player, and its questions
    "claim": MoveKind(_check_oldest_claim, OPEN, tap("LOYER"), _plain(rent.claim), answer=True),
    "agree": MoveKind(_check_asked, ACCORD, OK, check=_check_terms, answer=True),
    "withdraw": MoveKind(_check_partner, ACCORD, keys.withdraw),
    "lift_now": MoveKind(
        _check_asked, LIFTS, keys.turned_to("lift_received"), _plain(LIFTED), answer=True
    ),
    "tenth": MoveKind(_check_asked, LIFTS, NO, _plain(TENTH), answer=True),
    "settle": MoveKind(_check_asked, DEBT, OK, _plain(debts.settle), answer=True),
    "ruin": MoveKind(_check_not_warned, OPEN, keys.ruin, _ruin, answer=True),
    "ruin_anyway": MoveKind(_check_warned, OPEN, keys.ruin, _ruin, answer=True),
    "bankrupt_yes": MoveKind(_check_asked, RUINED, keys.ruin_sure, _ruin, answer=True),
    "bankrupt_no": MoveKind(_check_asked, RUINED, keys.withdraw),
    "way": MoveKind(
        _check_asked, HOTEL_WAYS, keys.choose_rank, takes="number", check=_check_way, answer=True
    ),
    "way_no": MoveKind(_check_asked, HOTEL_WAYS, keys.withdraw),
    "scarce_auction": MoveKind(_check_asked, SCARCE, keys.turned_to("scarce"), answer=True),
    "scarce_no": MoveKind(_check_asked, SCARCE, keys.withdraw, answer=True),
    "lot": MoveKind(
        _check_asked, _kinds("where"), keys.choose, takes="number", check=_check_lot, answer=True
    ),
    # auctions
    "open": MoveKind(_check_turn, _kinds("opening"), OK, answer=True),
    "bid": MoveKind(_check_bidder, BIDS, keys.bid, takes="amount", check=_check_bid),
    "pass": MoveKind(_check_bidder, BIDS, tap()),
    # the player's own turn
    "throw": MoveKind(_check_turn, THROWS, tap("DES")),
    "dice": MoveKind(_check_turn, KEYED, keys.typed, _check_dice, "number"),
    "fine": MoveKind(_check_turn, PRISON, keys.pay_fine, _plain(prison.pay_fine), answer=True),
    "card": MoveKind(_check_turn, PRISON, keys.use_card, _plain(prison.use_card), answer=True),
    "buy": MoveKind(_check_turn, OFFER, tap("ACHAT"), _plain(deeds.buy), answer=True),
    "leave": MoveKind(
        _check_turn, _kinds("offer_or_leave"), tap("FIN"), _plain(throwing.finish), answer=True
    ),
    "to_auction": MoveKind(_check_turn, _kinds("offer"), tap("FIN"), answer=True),
    "draw": MoveKind(_check_turn, DRAW, keys.draw, _plain(cards.draw)),
    "card_number": MoveKind(_check_turn, DRAW, keys.draw, _number(cards.name), "number"),
    "carry_out": MoveKind(_check_turn, CARD, OK, _plain(cards.carry_out), answer=True),
    "pay_card": MoveKind(_check_turn, PAY_OR_DRAW, OK, _plain(cards.carry_out), answer=True),
    "draw_instead": MoveKind(_check_turn, PAY_OR_DRAW, keys.draw, _plain(cards.draw), answer=True),
    "chance_number": MoveKind(
        _check_turn, PAY_OR_DRAW, keys.draw, _number(cards.name), "number", answer=True
    ),
    "finish": MoveKind(_check_turn, CLOSES, tap("FIN"), _plain(throwing.finish)),
    "bus": MoveKind(
        _check_turn, _kinds("bus"), keys.choose, _number(speed_die.take_bus), "number", answer=True
    ),
    "anywhere": MoveKind(
        _check_turn, WONDER, keys.typed, _number(speed_die.go_anywhere), "number", answer=True
    ),
    "keep_dice": MoveKind(
        _check_turn, WONDER, tap("C", "OK"), _plain(speed_die.keep_to_dice), answer=True
    ),
    "visa": MoveKind(
        _check_turn, _kinds("visa"), keys.choose, _number(moving.visa), "number", answer=True
    ),
    # the player's own goods
    "build": MoveKind(
        _check_deed, OPEN, keys.on_lot("BATIR"), _own_number(building.build), "number"
    ),
    "demolish": MoveKind(_check_deed, OPEN, keys.on_lot("DEMOL"), _demolish, "number amount"),
    "mortgage": MoveKind(
        _check_deed, OPEN, keys.on_lot("HYPO"), _own_number(deeds.mortgage), "number"
    ),
    "lift": MoveKind(_check_deed, OPEN, keys.on_lot("HYPO"), _own_number(deeds.lift), "number"),
    "offer": MoveKind(_check_proposer, OPEN, keys.trade, _offer, "bargain"),
    "change": MoveKind(_check_proposer, ACCORD, keys.change, _offer, "bargain", answer=True),
    "pay": MoveKind(_check_in_game, OPEN, keys.pay, _pay, "number amount"),
    "borrow": MoveKind(_check_in_game, OPEN, keys.borrow, _own_amount(loans.borrow), "amount"),
    "repay": MoveKind(_check_in_game, OPEN, keys.repay, _own_number(loans.repay), "number"),
    "undo": MoveKind(_check_author, FUNCTIONS_OPEN | OVER, tap("CORR", "OK"), answer=True),
    # the unit itself
    "resume": MoveKind(_allow_anyone, _kinds("resume"), OK, answer=True),
    "again": MoveKind(_allow_anyone, OVER, keys.play_again, answer=True),
    "back": MoveKind(_check_cancellable, LOOKING | BUILDS, NO),
    "wake": MoveKind(_allow_anyone, _kinds("off"), tap("ON")),
}
