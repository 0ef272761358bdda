"""What a seat asks for: a move of the one table, refused with a sentence or pressed.

    refusal(case, Do("build", 39))      None, or the sentence why not
    strokes(case, Do("build", 39))      the keys, as a finger would press them

The keys go through the unit like all others: seen by all, recorded, undone by CORR.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING
from zlib import crc32

from banquier.page.page_messages import Do
from banquier.play.key_reader import KeyReader, KeyStrokes, Stuck
from banquier.play.move import Move
from banquier.play.moves import MOVES, Case, Denied, Waits, judge, press
from banquier.words import Said, asked, find_reason, of, player
from firmware_sim.edition import Edition
from firmware_sim.game import BOARD, Bargain, Refused
from firmware_sim.question import Question

if TYPE_CHECKING:
    from hardware.unit import Unit

PAUSE = 1_800
"""Ticks between two keys of an action, so that the others can follow it on the glass."""


def case_of(
    unit: Unit, seat: int, undoable: bool = False, beneath: Question | None = None
) -> Case | None:
    """`undoable`: the last operation is this seat's own, of a moment ago. `beneath`: what waits
    under a question of the unit's own keys; who is asked there keeps the buttons. None: no such
    player."""
    game = unit.game
    if game is None or seat > game.players:
        return None
    if beneath and seat not in (beneath.player, *(claim.owner for claim in game.claims)):
        beneath = None
    return Case(unit, game, seat, unit.question, undoable, beneath)


def moment_of(unit: Unit, beneath: Question | None = None) -> int:
    """A number of what waits for an answer, terms and sums included."""
    question = (beneath or unit.question)._replace(
        error=0, key="", label="", keys=(), claims=(), edition=None
    )
    return crc32(json.dumps([unit.operations, question]).encode())


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


def refusal(case: Case | None, do: Do) -> Said | None:
    """Why this seat may not do this now; None if it may. The page is not trusted with this."""
    if do.action not in MOVES or case is None:
        return Said("seat.why.unknown")
    refused = reason(case, move_of(case.seat, do))
    if refused is None and MOVES[do.action].answer:
        shown = moment_of(case.unit, case.beneath), moment_of(case.unit)
        refused = None if do.seen in shown else Said("seat.why.changed")
    return refused


def about(name: str, names: Mapping[int, str], seat: int) -> Said:
    """A sentence about a player."""
    who = player(names, seat)
    return Said(name, player=who, of_player=of(who))


def of_bank(error: int, edition: Edition | None = None, move: str = "") -> Said:
    """Why the bank refuses the move, in the unit's own sentence."""
    return Said(find_reason(error, edition, *REFUSED_AT.get(move, ("", ""))), key="")


REFUSED_AT = {
    "claim": ("LOYER", ""),
    "build": ("", "built_up"),
    "pay": ("", "whom_pay"),
    **dict.fromkeys(("offer", "change", "agree"), ("", "trade_money")),
}
"""Moves that the unit refuses with a sentence of the key, or of the question."""


def reason(case: Case, move: Move, *, ruled: bool = True) -> Said | None:
    """Why the move is refused; None where it is allowed."""
    try:
        judge(case, move, ruled=ruled)
    except Waits:
        return Said("seat.why.asked", question=asked(case.question, case.unit.names))
    except Denied as no:
        return about(f"seat.{no.text}", case.unit.names, no.player)
    except Refused as no:
        return of_bank(no.error, case.game.edition, move.name)
    return None


# -- the keys


def _steady(below: int) -> int:
    """No chance in what a player asked for."""
    return below - 1


def strokes(case: Case | None, do: Do) -> KeyStrokes[Said | None]:
    """Asked again when its turn comes: an action before it may have changed what is possible. At
    the end it is known why it was refused, if it was."""
    refused = refusal(case, do)
    if refused is not None or case is None:
        return refused
    reader = KeyReader(case.unit, _steady, PAUSE)
    try:
        done = yield from press(reader, case.seat, move_of(case.seat, do))
    except Stuck:
        return Said("seat.why.changed")
    return of_bank(reader.error) if not done and reader.error else None
