"""Scripts that are played and cannot be: faults, reports without a glass, outputs that fail."""

from __future__ import annotations

import contextlib
import errno
from io import StringIO

import pytest

from banquier.editions.edition_file import editions
from banquier.script import runner
from banquier.script.errors import ScriptError
from banquier.script.failure import report
from banquier.script.language import parse
from banquier.script.recording import Writer
from banquier.script.runner import Outcome
from hardware.unit import Unit


def played(*lines: str) -> Outcome:
    script = parse("\n".join(["banquier 1", *lines, ""]), "x.keys")
    return runner.play(script, lambda *_: Unit(editions(), seed=1))


# -- what is played


def test_a_fault_of_the_program_is_distinguished_from_one_of_the_script() -> None:
    script = parse("banquier 1\nstart\n", "x.keys")

    def make(*_: object) -> Unit:
        raise ZeroDivisionError("unexpected")

    outcome = runner.play(script, make)
    assert outcome.status == runner.BROKEN
    assert outcome.sentence == "ZeroDivisionError: unexpected"
    assert isinstance(outcome.fault, ZeroDivisionError)


def test_a_failure_before_any_key_says_that_there_were_none() -> None:
    outcome = played('expect "J9 LANCEZ" within 1s')
    assert outcome.failure is not None
    told = "\n".join(report(outcome.failure, "banquier run x.keys"))
    assert "the last key edges:\n    none" in told


# -- reports without a glass, outputs that cannot be written


def test_a_game_that_cannot_be_taken_up_is_a_mistake_of_the_save() -> None:
    line = '@9 resume 1 0123456789abcdef 0123456789abcdef {"game":7}'
    script = parse(f"banquier 1\n{line}\n", "x.keys")
    outcome = runner.play(script, lambda *_: Unit(editions(), seed=1))
    assert outcome.status == runner.WRONG
    assert outcome.sentence.startswith("x.keys:2: the game cannot be taken up again: ")


def test_an_edition_with_a_quotation_mark_in_its_name_cannot_be_recorded() -> None:
    header = parse('banquier 1\nedition "odd.toml"\n', "x.keys").header
    header.edition = 'o"dd.toml'
    with pytest.raises(ScriptError, match="cannot name the edition"):
        Writer(StringIO()).header(header, "1.0", "")


def test_a_recording_that_cannot_be_written_calls_its_handler() -> None:
    with open("/dev/full", "w", encoding="utf-8", buffering=1) as full:
        with pytest.raises(OSError, match="No space"):
            Writer(full).write(1, "down OK")
        errors: list[OSError] = []
        writer = Writer(full, errors.append)
        writer.write(1, "down OK")
        writer.write(2, "up OK")
        assert [error.errno for error in errors] == [errno.ENOSPC] and writer.ended
        with contextlib.suppress(OSError):
            full.close()
