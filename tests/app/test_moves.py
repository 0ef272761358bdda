"""The table of moves: every row can be read by all who use it."""

import pytest

from banquier.play import move
from banquier.play.bots import bots, play_without_keys
from banquier.play.moves import MOVES, MoveKind
from firmware_sim.question import KINDS


@pytest.mark.parametrize("kind", MOVES.values(), ids=MOVES)
def test_a_move_answers_questions_that_there_are(kind: MoveKind) -> None:
    assert kind.at is None or (kind.at and kind.at <= KINDS.keys())
    assert set(kind.takes.split()) <= {"number", "amount", "bargain"}


BOTS_ALONE = {"close", "scarce_price"}
"""The end of an auction, and a building that no other wants: no seat's to decide."""


def test_who_names_a_move_names_one_of_the_table() -> None:
    named = {one.name for one in vars(move).values() if isinstance(one, move.Move)}
    assert named | {*bots.OWN, *play_without_keys.OWN} - BOTS_ALONE <= MOVES.keys()
