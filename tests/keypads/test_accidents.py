"""The cable pulled and the board reset: the simulated board at one end, a unit at the other."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest

from banquier.editions.edition_file import editions
from banquier.play.key_queue import KeyQueue
from banquier.play.keypad_source import exchange
from hardware.keypads.facts import KeypadEvent, KeypadState
from hardware.keypads.keypad_link import KeypadLink
from hardware.unit import Unit
from keypad.keys import BY_NAME
from tests.keypads.rig import Rig
from tests.support.waiting import until

BOUNCE = 12
PLACE_OF_7, PLACE_OF_8 = (f"{BY_NAME[key].line} {BY_NAME[key].strobe} {BOUNCE}" for key in "78")


@pytest.fixture
def unit() -> Unit:
    made = Unit(editions(), seed=1, bounce="worn")
    made.run(65_536)
    return made


@pytest.fixture
def linked(make_rig: Callable[..., Rig]) -> Iterator[tuple[Rig, KeypadLink]]:
    """A board under a name of its own that survives a replug, and a link to it."""
    rig = make_rig(link=True)
    with KeypadLink(rig.link) as link:
        greeted(rig, link)
        yield rig, link


def greeted(rig: Rig, link: KeypadLink) -> None:
    """Until the board has said hello, and has seen every key up."""
    until(lambda: link.status().state is KeypadState.FRAMED)
    rig.tell("wait 30")
    rig.settle()


def test_unplugged_in_a_press_the_key_is_let_go_and_the_game_goes_on(
    linked: tuple[Rig, KeypadLink], unit: Unit
) -> None:
    """Back under another name; a key that is still held then is no new press."""
    rig, link = linked
    keys = KeyQueue(unit)

    def down() -> int:
        exchange(keys, link)
        keys.run(unit.tick + 4_096)
        return unit.matrix.closed_at(unit.tick)

    rig.tell(f"d {PLACE_OF_7}")
    until(lambda: down() == 1 << BY_NAME["7"].code)
    beeps = len(unit.beeper.beeps)
    rig.unplug()
    until(lambda: not down())
    assert link.status().state is KeypadState.LOOKING
    for move in (unit.press, unit.release):  # by hand, meanwhile
        move("OK")
        unit.run(unit.tick + 4_096)
    assert len(unit.beeper.beeps) > beeps
    before, others = rig.port, list[int]()
    while rig.plug() == before:  # until another terminal has its old name
        rig.unplug()
        others += os.openpty()
    greeted(rig, link)
    for other in others:
        os.close(other)
    frames = link.status().counters.frames
    until(lambda: link.status().counters.frames > frames)  # its first heartbeat
    assert link.take() == []
    rig.tell(f"u {PLACE_OF_7}", "wait 40", f"d {PLACE_OF_8}")
    until(lambda: down() == 1 << BY_NAME["8"].code)


def test_a_reset_releases_all_keys_and_restores_the_glass(
    linked: tuple[Rig, KeypadLink], unit: Unit
) -> None:
    rig, link = linked
    link.tell(unit)
    until(lambda: any(rig.glass()[1]))
    rig.tell("wait 10")  # one chip a millisecond
    shown = rig.glass()
    rig.tell(f"d {PLACE_OF_7}")
    until(lambda: link.take() == [KeypadEvent("press", "7")])
    rig.tell("boot 500", "reset")
    until(lambda: link.take() == [KeypadEvent("release", "7")])
    # The display chips keep their contents through a reset: the board cleared them.
    until(lambda: rig.glass() == shown)
    assert link.status().state is KeypadState.FRAMED
    assert link.status().counters.openings == 1
