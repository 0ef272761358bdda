"""The taps of seats: each is a move of the one table, refused with a sentence or pressed.

    actions.tap(browser, Do("build", 39))      its keys are pressed, as by a finger
    refusal(case, Do("build", 39))             None, or the sentence why not

The keys go through the unit like all others: seen by all, recorded, undone by CORR.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING
from zlib import crc32

from banquier.page.auctions import Auctions
from banquier.page.page_messages import Do
from banquier.page.seating import Browser, Seating, Tapped, sentence_about
from banquier.play.key_queue import KeyQueue
from banquier.play.key_reader import KeyReader, KeyStrokes, Stuck
from banquier.play.move import Move
from banquier.play.moves import CANCELLABLE, MOVES, OVER, Denied, MoveContext, Waits, judge, press
from banquier.words import Said, find_reason, prompt
from datasheet.ticks import CRYSTAL
from firmware_sim.edition import Edition
from firmware_sim.game import BOARD, Bargain, Error, Refused
from firmware_sim.question import BIDS, Question

if TYPE_CHECKING:
    from hardware.unit import Unit

UNDO_LASTS = 10 * CRYSTAL
"""A seat can undo its own last operation for this long; later it is for the unit's CORR."""


class SeatActions:
    """The taps of all seats at one unit, and who did what last."""

    def __init__(self, keys: KeyQueue, seating: Seating, auctions: Auctions) -> None:
        self.unit = keys.unit
        self.keys = keys
        self.seating = seating
        self.auctions = auctions
        self.pressed = (0, "")
        """The seat that pressed last, and by what: "seat" or "keypad"."""
        self._done = (0, 0, 0)
        """The last operation by a seat: seat, count of operations, tick."""
        self._open: tuple[int, Question | None] = (0, None)
        """The game's own question, and after which operation it was asked last."""

    def tap(self, browser: Browser, do: Do) -> None:
        """Begin to press the keys of a button, or refuse it: the page is not trusted. A second tap
        on a button that works on it does nothing."""
        if do[:3] not in self.working(browser):
            browser.refuse(self.unit, self._begin(browser, do))

    def _begin(self, browser: Browser, do: Do) -> Said | None:
        seat = browser.seat
        if not seat:
            return Said("seat.why.no_seat")
        if why := refusal(self.case(seat), do):
            return why
        if do.action == "pass":
            self.auctions.passed |= {seat}
        elif self.keys.begin(self._press(browser, seat, do)):
            browser.working = [*self.working(browser), do[:3]]
        else:
            return Said("seat.why.busy")
        return None

    def _press(self, browser: Browser, seat: int, do: Do) -> KeyStrokes[None]:
        """The action is judged again when its turn comes: one before it may have changed what is
        possible."""
        before, reader = self.unit.operations, KeyReader(self.unit)
        try:
            why = refusal(self.case(seat), do)
            if why is None and not (yield from press(reader, seat, move_of(seat, do))):
                why = bank_reason(reader.error) if reader.error else None
        except Stuck:
            why = Said("seat.why.changed")
        finally:
            browser.working = [tapped for tapped in browser.working if tapped != do[:3]]
        browser.refuse(self.unit, why)
        self.pressed = seat, "seat"
        self.auctions.passed -= {seat}
        if self.unit.operations != before:
            author = 0 if do.action == "undo" else seat
            self._done = author, self.unit.operations, self.unit.tick

    def working(self, browser: Browser) -> list[Tapped]:
        return browser.working if self.keys.acting else []

    def refresh(self) -> None:
        """Remember the question of the game, and turn a shared screen to whoever is asked."""
        unit, question = self.unit, self.unit.question
        if (question.functions or question.kind in OVER) and not question.error:
            self._open = unit.operations, question
        elif not self._open[1] and question.kind in CANCELLABLE:  # the game was left amid it
            self._open = unit.operations, unit.firmware.game_question
        for browser in self.seating.browsers.values():
            if browser.follows and not self.keys.acting:
                browser.seat = self._seat_asked(browser.seat)

    def game_question(self) -> Question | None:
        """The game's question, while someone at the keypad has a function open and has not changed
        the game; otherwise None."""
        operations, question = self._open
        begun = self.unit.question.kind in CANCELLABLE and operations == self.unit.operations
        return question if begun else None

    def case(self, seat: int) -> MoveContext | None:
        """The seat before the question that waits; None if there is no such player. A seat that is
        asked the game's question keeps its buttons."""
        unit, game, lower = self.unit, self.unit.game, self.game_question()
        if game is None or seat > game.players:
            return None
        owners = [claim.owner for claim in game.claims]
        if lower and lower.kind not in OVER and seat not in (lower.player, *owners):
            lower = None
        return MoveContext(unit, game, seat, unit.question, self.is_undoable(seat), lower)

    def is_undoable(self, seat: int) -> bool:
        author, operations, tick = self._done
        return bool(
            (author == seat or (author and self.seating.is_shared))
            and operations == self.unit.operations
            and self.unit.tick - tick <= UNDO_LASTS
        )

    def _seat_asked(self, last: int) -> int:
        """The seat of a bidder, of the owner who may claim a rent, or of the player of the
        question. Where a bot or nobody is asked, the last one."""
        game, question = self.unit.game, self.game_question() or self.unit.question
        players = range(1, game.players + 1) if game else ()
        persons = [seat for seat in players if seat not in self.keys.bots]
        people = [seat for seat in persons if game and game.is_in(seat)]
        in_turn = sorted(people, key=lambda seat: (seat < last, seat))
        if question.auction and question.kind in BIDS:
            bidders = self.auctions.bidders(question.auction)
            asked = [seat for seat in in_turn if seat in bidders]
        else:
            owners = [claim.owner for claim in game.claims[:1]] if game else []
            asked = [seat for seat in owners if self._may_claim(seat)]
            opener = game.turn if game and question.kind == "opening" else 0
            asked.append(question.player or opener)
        here = last or next(iter(persons), 0)
        return next((seat for seat in (*asked, *in_turn) if seat in people), here)

    def _may_claim(self, seat: int) -> bool:
        case = self.case(seat)
        return case is not None and reason(case, Move("claim")) is None

    def dates(self) -> Iterator[int]:
        """The tick at which an operation can no longer be undone by its seat."""
        if self._done[0]:
            yield self._done[2] + UNDO_LASTS + 1


def moment_of(unit: Unit, lower: Question | None = None) -> int:
    """Return a number of the question that waits, terms and sums included."""
    question = (lower or unit.question)._replace(
        error=0, key="", label="", keys=(), claims=(), edition=None
    )
    return crc32(json.dumps([unit.operations, question]).encode())


def move_of(seat: int, do: Do) -> Move:
    """Return the move that a message asks for, without what such a move does not take."""
    takes = MOVES[do.action].takes
    return Move(
        do.action,
        do.number if "number" in takes else -1,
        do.amount if "amount" in takes else 0,
        bargain_of(seat, do) if "bargain" in takes else None,
    )


def bargain_of(seat: int, do: Do) -> Bargain:
    """Return the bargain that a message asks for. Prison cards are numbered after the squares."""
    sides = do.give, do.take
    mine, theirs = [tuple([good for good in goods if good < BOARD]) for goods in sides]
    my_cards, their_cards = [
        tuple([good - BOARD for good in goods if good >= BOARD]) for goods in sides
    ]
    return Bargain(seat, do.partner, mine, theirs, my_cards, their_cards, do.money)


def refusal(case: MoveContext | None, do: Do) -> Said | None:
    """Return why this seat may not do this now; None if it may."""
    if do.action not in MOVES or case is None:
        return Said("seat.why.unknown")
    refused = reason(case, move_of(case.seat, do))
    if refused is None and MOVES[do.action].answer:
        shown = moment_of(case.unit, case.game_question), moment_of(case.unit)
        refused = None if do.seen in shown else Said("seat.why.changed")
    return refused


def bank_reason(error: int, edition: Edition | None = None, move: str = "") -> Said:
    """Return why the bank refuses the move, in the unit's own sentence. A key that serves for
    nothing means that the unit asks something else by now."""
    if error == Error.KEY:
        return Said("seat.why.changed")
    return Said(find_reason(error, edition, *REFUSED_AT.get(move, ("", ""))), key="")


REFUSED_AT = {
    "claim": ("LOYER", ""),
    "build": ("", "built_up"),
    "demolish": ("", "demolish"),
    "pay": ("", "whom_pay"),
    **dict.fromkeys(("offer", "change", "agree"), ("", "trade_money")),
}
"""Moves that the unit refuses with a sentence of the key, or of the question."""


def reason(case: MoveContext, move: Move, *, ruled: bool = True) -> Said | None:
    """Return why the move is refused; None where it is allowed."""
    try:
        judge(case, move, ruled=ruled)
    except Waits:
        return Said("seat.why.asked", question=prompt(case.question, case.unit.names))
    except Denied as no:
        return sentence_about(f"seat.{no.text}", case.unit.names, no.player)
    except Refused as no:
        return bank_reason(no.error, case.game.edition, move.name)
    return None
