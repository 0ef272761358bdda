"""Every error of the fixed list, provoked by a key script, and how the unit shows it."""

from itertools import groupby, pairwise
from pathlib import Path

import pytest

from display.lcd import FRAME
from firmware_sim import texts
from firmware_sim.game import Error
from hardware.unit import Unit
from tests.support.commands import in_shell
from tests.support.script_runs import complaint, scripts

SCRIPTS = scripts("errors")
NOTICE = 96 * FRAME


def test_each_error_has_one_script_with_its_number_and_word() -> None:
    words = {
        error: "".join(c if c.isalnum() else "-" for c in text.lower()).strip("- ")
        for error, text in texts.ERRORS.items()
    }
    assert [path.stem for path in SCRIPTS] == [f"{error:02}-{words[error]}" for error in Error]


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_an_error_is_shown_for_96_frames_with_its_beep_and_changes_nothing(path: Path) -> None:
    number = Error(int(path.stem[:2]))
    units: list[Unit] = []
    displays: list[tuple[int, int, tuple[str, ...], object]] = []

    def watch(unit: Unit) -> None:
        def note(tick: int, shown: tuple[str, str, int]) -> None:
            game = unit.session.game
            displays.append((unit.said.error, tick, shown[:2], game and game.plain()))

        units.append(unit)
        unit.on_display.append(note)

    if said := complaint(path, watch):
        pytest.fail(said, pytrace=False)
    times = []
    shown = [next(group) for _, group in groupby(displays, key=lambda display: display[0])]
    for (error, came, glass, before), (_, went, _, after) in pairwise(shown):
        if error == number:
            assert glass == (texts.ERRORS[number], f"Err {number:02d}")
            assert (came, "error") in units[0].beeper.beeps
            assert after == before or went - came < NOTICE  # a key ended it
            times.append(went - came)
    assert NOTICE in times


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
    script, recording = tmp_path / "turn.keys", tmp_path / "game.keys"
    script.write_text(A_TURN)
    done = in_shell(f'ulimit -f 0; "$@" run {script} --record {recording}')
    assert f"{recording} cannot be written: file too large" in done.stderr, done.stdout
    assert "expected" not in done.stderr
