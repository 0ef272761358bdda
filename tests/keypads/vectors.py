"""The vectors that both ends of the wire share: frames.txt, read into bytes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from tests.keypads.rig import BoardListener, Rig, held_port


class Vector(NamedTuple):
    stream: bytes
    reading: str
    exact: bool
    """Written by us it would be the same bytes."""
    answer: str
    """A board's."""


def _vector(row: str) -> Vector:
    stream, reading, answer = row.split("\t")
    return Vector(
        stream.encode().decode("unicode_escape").encode("latin-1"),
        reading.replace("exact", "frame", 1),
        reading.startswith("exact "),
        answer,
    )


VECTORS = [
    _vector(row)
    for row in Path(__file__).with_name("frames.txt").read_text(encoding="ascii").splitlines()
    if row and not row.startswith("#")
]


def without_heartbeats(said: list[str], expected: str) -> str:
    """Return the answers of a running board as in frames.txt: there a `Q` is answered at 2 ms."""
    if expected.startswith("T,"):
        return re.sub(r"^T,\d+,", "T,2,", said[-1]) if said else ""
    return " | ".join(answer for answer in said if not answer.startswith("T,"))


def answers_every_vector(rig: Rig, hello: str) -> None:
    """A board that has just started says this hello, and answers as frames.txt has it."""
    own = re.search(r"cols=.*", hello)
    assert own
    with held_port(rig) as transport:
        board = BoardListener(rig, transport)
        rig.tell("wait 100")
        assert board.read_frames() == [hello]
        for stream, _, _, answer in VECTORS:
            expected = re.sub(r"cols=8,disp=3,beep=1", own[0], answer)
            transport.write(stream)
            rig.tell(f"wait {30 + len(stream) // 10}")  # ten bytes a millisecond
            said = without_heartbeats(board.read_frames(), expected)
            assert said == expected, (stream, said)
