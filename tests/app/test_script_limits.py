"""Scripts that are played and cannot be: faults, reports without a glass."""

from __future__ import annotations

from banquier.editions.edition_file import editions
from banquier.script import runner
from banquier.script.failure import report
from banquier.script.language import parse
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


# -- reports without a glass


def test_a_game_that_cannot_be_taken_up_is_a_mistake_of_the_save() -> None:
    line = '@9 resume 1 0123456789abcdef 0123456789abcdef {"game":7}'
    script = parse(f"banquier 1\n{line}\n", "x.keys")
    outcome = runner.play(script, lambda *_: Unit(editions(), seed=1))
    assert outcome.status == runner.WRONG
    assert outcome.sentence.startswith("x.keys:2: the game cannot be taken up again: ")
