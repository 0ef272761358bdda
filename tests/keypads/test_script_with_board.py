"""A script played on a unit with a board on it, as `banquier run --board` does."""

from __future__ import annotations

from io import StringIO

from banquier.script.language import parse
from banquier.script.player import Player
from banquier.script.recording import Writer, record_into
from banquier.script.script_machine import unit_for
from hardware.keypads.facts import State
from hardware.keypads.keypad_link import KeypadLink
from hardware.keypads.on_unit import BoardOnUnit
from tests.keypads.rig import Rig
from tests.support.waiting import until

SCRIPT = """banquier 1
edition electronique
seed 5
start
expect "J1 LANCEZ" 150.000
"""

DIGITS_150000 = [0x30, 0x5B, 0x7E, 0x7E, 0x7E, 0x7E]  # 150.000 in seven segments


def test_a_script_is_the_same_with_a_board_on_the_unit_and_ends_on_its_glass(rig: Rig) -> None:
    script = parse(SCRIPT, "script.keys")
    alone, unit = unit_for(script.header), unit_for(script.header)
    with KeypadLink(rig.port) as link:
        assert link.ready(10).state is State.FRAMED
        unit.observers.append(BoardOnUnit(link))
        for played in (alone, unit):
            assert Player(played, script).play() is None
        assert unit.digest() == alone.digest()
        link.settle(5)
        # The board takes a glass first, and writes it to one chip a millisecond.
        until(lambda: [shape & 0x7F for shape in rig.glass()[1]] == [0, 0, *DIGITS_150000])
        letters, _ = rig.glass()
    assert letters[0] and letters[11] == 0


def test_the_keys_of_the_board_are_in_the_recording(rig: Rig) -> None:
    script = parse(SCRIPT, "script.keys")
    unit = unit_for(script.header)
    written = StringIO()
    with KeypadLink(rig.port) as link:
        link.ready(10)
        unit = record_into(unit, Writer(written))
        unit.observers.append(BoardOnUnit(link))
        assert Player(unit, script).play() is None
        end = len(written.getvalue())
        operations = unit.operations
        for _ in range(2):
            rig.tell("wait 30", "d 0 0 12", "wait 90", "u 0 0 12", "wait 40")
        until(lambda: link.status().waiting >= 2)
        unit.run(unit.tick + 65_536)
    lines = written.getvalue()[end:].splitlines()
    (down, *_), (up, *_) = ([line for line in lines if word in line] for word in ("down", "up"))
    assert down.endswith("down DES") and up.endswith("up DES")
    assert unit.operations == operations + 1
    assert any(" state " in line for line in lines)
