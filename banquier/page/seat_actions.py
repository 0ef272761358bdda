"""What a seat asks for: a move of the one table, refused with a sentence or pressed.

    refusal(unit, 2, Do("build", 39))      None, or the sentence why not
    strokes(unit, 2, Do("build", 39))      the keys, as a finger would press them

The keys go through the unit like all others: seen by all, recorded, undone by CORR.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING
from zlib import crc32

from banquier.page.page_messages import Do
from banquier.play.key_reader import KeyReader, KeyStrokes, Stuck
from banquier.play.move import Move
from banquier.play.moves import MOVES, Case, Denied, Waits, judge, press
from banquier.words import Said, asked, of, player
from firmware_sim.game import BOARD, Bargain, Refused

if TYPE_CHECKING:
    from hardware.unit import Unit

PAUSE = 1_800
"""Ticks between two keys of an action, so that the others can follow it on the glass."""


def case_of(unit: Unit, seat: int, undoable: bool = False) -> Case | None:
    """`undoable`: the last operation is this seat's own, of a moment ago. None: no such player."""
    game = unit.game
    if game is None or seat > game.players:
        return None
    return Case(unit, game, seat, unit.question, undoable)


def moment_of(unit: Unit) -> int:
    """A number of what waits for an answer, terms and sums included."""
    asked = unit.question._replace(error=0, key="", label="", keys=(), claims=())
    return crc32(repr((unit.operations, asked)).encode())


def move_of(seat: int, do: Do) -> Move:
    """What was sent, as the move that it asks for: of the rest nothing counts."""
    takes = MOVES[do.action].takes
    return Move(
        do.action,
        do.number if "number" in takes else -1,
        do.amount if "amount" in takes else 0,
        bargain_of(seat, do) if "bargain" in takes else None,
    )


def bargain_of(seat: int, do: Do) -> Bargain:
    def split(offered: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return (
            tuple(good for good in offered if good < BOARD),
            tuple(good - BOARD for good in offered if good >= BOARD),
        )

    (mine, my_cards), (theirs, their_cards) = split(do.give), split(do.take)
    return Bargain(seat, do.partner, mine, theirs, my_cards, their_cards, do.money)


def refusal(unit: Unit, seat: int, do: Do, undoable: bool = False) -> Said | None:
    """Why this seat may not do this now; None if it may. The page is not trusted with this."""
    case = case_of(unit, seat, undoable)
    if do.action not in MOVES or case is None:
        return Said("seat.why.unknown")
    why = reason(case, move_of(seat, do))
    if why is None and MOVES[do.action].answer and do.seen != moment_of(unit):
        return Said("seat.why.changed")
    return why


def about(name: str, names: Mapping[int, str], seat: int) -> Said:
    """A sentence about a player."""
    who = player(names, seat)
    return Said(name, player=who, of_player=of(who))


def of_bank(error: int) -> Said:
    return Said(f"why.{int(error)}", key="")


def reason(case: Case, move: Move, *, ruled: bool = True) -> Said | None:
    """Why the move is refused; None where it is allowed."""
    try:
        judge(case, move, ruled=ruled)
    except Waits:
        return Said("seat.why.asked", question=asked(case.asked, case.unit.names))
    except Denied as no:
        return about(f"seat.{no.text}", case.unit.names, no.player)
    except Refused as no:
        return of_bank(no.error)
    return None


# -- the keys


def _steady(below: int) -> int:
    """No chance in what a player asked for."""
    return below - 1


def strokes(unit: Unit, seat: int, do: Do, undoable: bool = False) -> KeyStrokes[Said | None]:
    """Asked again when its turn comes: an action before it may have changed what is possible. At
    the end it is known why it was refused, if it was."""
    reader = KeyReader(unit, _steady, PAUSE)
    why = refusal(unit, seat, do, undoable)
    if why is not None:
        return why
    try:
        done = yield from press(reader, seat, move_of(seat, do))
    except Stuck:
        return Said("seat.why.changed")
    return of_bank(reader.error) if not done and reader.error else None
