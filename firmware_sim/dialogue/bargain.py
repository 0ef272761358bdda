"""VENTE: deeds, prison cards and money between two players, with the consent of both."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from firmware_sim.dialogue.asking import Asking, Choice, ask_player, ask_yes, pick, show, type_on
from firmware_sim.dialogue.money import default_player
from firmware_sim.dialogue.operation import operate
from firmware_sim.game import BOARD, Act, Bargain, Error
from firmware_sim.question import Question
from firmware_sim.rules import trade
from firmware_sim.session import Dialogue, Session

# Goods are numbered as squares; the prison cards of the two piles come after the board.


class Draft:
    """A bargain while it is entered; C goes back a step and keeps the input."""

    def __init__(self, first: int) -> None:
        self.players = [first, 0]
        self.goods: tuple[set[int], set[int]] = (set(), set())
        self.payer = 0  # 0 the first pays the second, 1 the other way
        self.typed = ""

    def bargain(self) -> Bargain:
        goods = [sorted(marked) for marked in self.goods]
        deeds = [tuple(item for item in side if item < BOARD) for side in goods]
        cards = [tuple(item - BOARD for item in side if item >= BOARD) for side in goods]
        (first, second), money = self.players, int(self.typed or 0)
        money = money if self.payer == 0 else -money
        return Bargain(first, second, deeds[0], deeds[1], cards[0], cards[1], money)


Step = Callable[[Session, Draft], Asking[bool]]  # false: back one


def bargain(session: Session) -> Dialogue:
    """Eight steps, each of which may go back one."""
    draft = Draft(default_player(session.current_game))
    steps: tuple[Step, ...] = (
        partial(_ask_who, 0), partial(_ask_who, 1), partial(_ask_goods, 0), partial(_ask_goods, 1),
        _ask_money, _read_over, partial(_ask_accord, 0), partial(_ask_accord, 1),
    )  # fmt: skip
    at = 0
    while 0 <= at < len(steps):
        forward = yield from steps[at](session, draft)
        at += 1 if forward else -1
    if at == len(steps):
        terms = draft.bargain()
        act = Act("trade", terms.first, terms.second, bargain=terms)
        operate(session, act, trade.strike, terms, tune="sale")


def _ask_who(side: int, session: Session, draft: Draft) -> Asking[bool]:
    """Ask for the player of this side. Choosing another player clears the marks."""
    asks, of = ("whom_trade", draft.players[0]) if side else ("who_trade", None)
    seats = [seat for seat in session.current_game.seats() if seat != of]
    before = draft.players[side]
    chosen = yield from ask_player(session, asks, before if before in seats else seats[0], of=of)
    if chosen is None:
        return False
    if chosen != before:
        draft.goods[side].clear()
        draft.players[side] = chosen
    return True


def _ask_goods(side: int, session: Session, draft: Draft) -> Asking[bool]:
    """Ask for goods: `+` `-` or a square number goes to one, OK marks it, FIN ends."""
    game = session.current_game
    player, marked = draft.players[side], draft.goods[side]
    partner = draft.players[1 - side]
    goods = game.goods_of(player)

    def good(item: int) -> Question:
        """Show how many of the item are marked; 1 for a marked deed or card."""
        none_yet = "goods" if goods else "no_goods"
        kind, count = ("good", int(item in marked)) if item >= 0 else (none_yet, len(marked))
        return Question(kind, player, partner, count, item, bargain=draft.bargain())

    wrong = Error.TOO_BIG if goods else None
    choice = Choice(session, goods, good, -1, wrong)  # no item is chosen yet
    while True:
        key = yield from choice.key()
        if key == "OK" and choice.at >= 0:
            _mark(session, choice.at, marked)
            choice.typed = ""
        elif key in ("FIN", "C"):
            return key == "FIN"
        else:
            session.refuse(Error.KEY)


def _mark(session: Session, item: int, marked: set[int]) -> None:
    if item in marked:
        marked.remove(item)
    elif item >= BOARD or session.allows(trade.check_deed, item):
        marked.add(item)


def _ask_money(session: Session, draft: Draft) -> Asking[bool]:
    """J1 PAIE or J2 PAIE by `+` `-`, first the one who gives nothing; an amount, or nothing."""
    if not draft.typed:
        draft.payer = int(bool(draft.goods[0]) and not draft.goods[1])
    while True:
        player, payee = draft.players[draft.payer], draft.players[1 - draft.payer]
        amount = int(draft.typed) if draft.typed else None
        key = yield show(
            session, Question("trade_money", player, payee, amount, bargain=draft.bargain())
        )
        if key in ("+", "-"):
            draft.payer = 1 - draft.payer
        elif key.isdigit():
            draft.typed = type_on(session, draft.typed, key).lstrip("0")
        elif key == "C":
            if not draft.typed:
                return False
            draft.typed = draft.typed[:-1]
        elif key != "OK":
            session.refuse(Error.KEY)
        elif not (draft.typed or draft.goods[0] or draft.goods[1]):
            session.refuse(Error.NOTHING)
        elif session.allows(trade.check, draft.bargain()):
            return True
        else:
            draft.typed = ""


def _read_over(session: Session, draft: Draft) -> Asking[bool]:
    """Read the bargain line by line: J for the giver, P for the receiver; OK accepts it."""
    lines = list(_lines(draft))
    chosen = yield from pick(session, range(len(lines)), lambda at: lines[at], 0, None)
    return chosen is not None


def _lines(draft: Draft) -> Iterator[Question]:
    bargain = draft.bargain()
    for side, goods in enumerate(draft.goods):
        giver, taker = draft.players[side], draft.players[1 - side]
        for item in sorted(goods):
            yield Question("trade_good", giver, taker, square=item, bargain=bargain)
    if draft.typed:
        giver, taker = (draft.players[side] for side in (draft.payer, 1 - draft.payer))
        yield Question("trade_sum", giver, taker, int(draft.typed), bargain=bargain)


def _ask_accord(side: int, session: Session, draft: Draft) -> Asking[bool]:
    player = draft.players[side]
    amount = int(draft.typed) if draft.typed else None
    bargain = draft.bargain()
    question = Question("accord", player, draft.players[1 - side], amount, bargain=bargain)
    return (yield from ask_yes(session, question))
