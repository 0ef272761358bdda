"""Every error of the fixed list, provoked by a key script, and how the unit shows it."""

from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

from banquier.cli.script_outputs import unit_with_outputs
from banquier.script import runner
from banquier.script.header import unit_for
from banquier.script.language import parse, parse_file
from banquier.script.player import Player
from display.lcd import FRAME
from firmware_sim import texts
from firmware_sim.game import Error
from hardware.unit import Unit
from tests.support.script_runs import complaint, scripts

SCRIPTS = scripts("errors")
NOTICE = 96 * FRAME


class ErrorShown(NamedTuple):
    """An error on the glass: when it came up and went, and the game at both moments."""

    number: int
    shown: tuple[str, str]
    came: int
    went: int
    before: object
    after: object


class ErrorWatch:
    """Records every error that a unit shows."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.seen: list[ErrorShown] = []
        self.present: tuple[int, tuple[str, str], int, object] | None = None
        unit.on_display.append(self.display)

    def display(self, tick: int, shown: tuple[str, str, int]) -> None:
        number = self.unit.said.error
        if self.present and number != self.present[0]:
            last, glass, came, before = self.present
            self.seen.append(ErrorShown(last, glass, came, tick, before, self.game()))
            self.present = None
        if number and not self.present:
            self.present = (number, shown[:2], tick, self.game())

    def game(self) -> object:
        game = self.unit.session.game
        return game.plain() if game else None


def named(path: Path) -> tuple[int, str]:
    number, _, word = path.stem.partition("-")
    return int(number), word


def test_each_error_has_one_script_with_its_number_and_word() -> None:
    wanted = {
        (int(error), "".join(c if c.isalnum() else "-" for c in text.lower()).strip("- "))
        for error, text in texts.ERRORS.items()
    }
    assert sorted(map(named, SCRIPTS)) == sorted(wanted)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_an_error_is_shown_for_96_frames_with_its_beep_and_changes_nothing(path: Path) -> None:
    number = Error(named(path)[0])
    watches: list[ErrorWatch] = []
    said = complaint(path, watch=lambda unit: watches.append(ErrorWatch(unit)))
    if said:
        pytest.fail(said, pytrace=False)
    (watch,) = watches
    seen = [one for one in watch.seen if one.number == number]
    assert seen
    for one in seen:
        assert one.shown == (texts.ERRORS[number], f"Err {number:02d}")
        assert (one.came, "error") in watch.unit.beeper.beeps
        assert one.after == one.before or one.went - one.came < NOTICE  # a key ended it
    assert any(one.went - one.came == NOTICE for one in seen)


# -- an output that cannot be written

A_TURN = """\
banquier 1
edition electronique
players 2
dice keyed
start
expect beep error
press 1 2 OK ACHAT
expect "RUE LECOURBE" "" ; expect owner 3 1
expect never "MEMOIRE" during 30s
"""


def test_without_room_for_the_recording_the_unit_says_so_once_and_plays_on(tmp_path: Path) -> None:
    """And what is there can be replayed."""
    resource = pytest.importorskip("resource")
    path = tmp_path / "game.keys"
    make = partial(unit_with_outputs, record=str(path))
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (300, before[1]))
    try:
        outcome = runner.play(parse(A_TURN), make)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert outcome.failure is None
    assert outcome.sentence == f"{path} cannot be written: file too large"
    assert outcome.presses > 4
    script = parse_file(str(path))
    assert script.steps
    assert Player(unit_for(script.header), script).play() is None
