"""Limits of scripts: length, depth, number; and parameters in place of words."""

from __future__ import annotations

import contextlib
import errno
from io import StringIO
from pathlib import Path

import pytest

from banquier.script import runner, source
from banquier.script.failure import report
from banquier.script.language import parse, parse_file
from banquier.script.recording import Writer, record_into
from banquier.script.runner import Maker, Outcome, ScriptTarget
from banquier.script.script_machine import PEN
from banquier.script.steps import ScriptError
from hardware.unit import Unit

LABELS = ("ELECTRONIQUE",)


def error_of(*lines: str) -> str:
    with pytest.raises(ScriptError) as caught:
        parse("\n".join(["banquier 1", *lines]), "x.keys", ("electronique",))
    assert "\n" not in str(caught.value)
    return str(caught.value)


def played(*lines: str, electronic: bool = True) -> Outcome:
    script = parse("\n".join(["banquier 1", *lines, ""]), "x.keys", ("electronique",))
    names = ("electronique",) if electronic else ()
    labels = LABELS if electronic else ()
    return runner.play(script, Maker(lambda *_: ScriptTarget(Unit(seed=1), labels, *labels), names))


# -- too much


def test_the_length_of_a_script_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "long.keys"
    path.write_text("banquier 1\n" + "press C\n" * 400, encoding="utf-8")
    assert len(parse_file(str(path)).steps) == 400
    monkeypatch.setattr(source, "MOST_LINES", 300)
    with pytest.raises(ScriptError, match="more than 300 lines"):
        parse_file(str(path))
    monkeypatch.setattr(source, "LARGEST", 1 << 10)
    with pytest.raises(ScriptError, match="MiB of script"):
        parse_file(str(path))


def test_the_length_of_a_record_line_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    line = "@9 state 1 0123456789abcdef 0123456789abcdef {" + '"a":1,' * 30 + '"b":1}'
    monkeypatch.setattr(source, "LONGEST_RECORD", 100)
    assert "a line of more than 100 characters" in error_of(line)


def test_the_number_of_macros_is_limited() -> None:
    many = [line for number in range(1001) for line in (f"def m{number}()", "press C", "end")]
    assert "more than 1000 macros" in error_of(*many)


def test_the_number_of_parameters_is_limited() -> None:
    names = ", ".join(f"p{number}" for number in range(17))
    assert "at most 16 parameters" in error_of(f"def m({names})", "press C", "end")


def test_the_depth_of_calls_is_limited() -> None:
    chain = [
        line
        for number in range(80)
        for line in (f"def m{number}()", f"m{number + 1}()" if number < 79 else "press C", "end")
    ]
    assert "64 deep" in error_of(*chain, "m0()")


# -- what a macro may look like


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("def m(a, a)", "two parameters of 'm' have the same name"),
        ("def m(press)", "would hide a word of the language"),
        ("def ok(a)", "would hide the key OK"),
        ("def 1m(a)", "is no name for a macro"),
        ("def m(a b)", "def"),
        ("def m(, ,)", "def"),
        ("def m a", "def"),
    ],
)
def test_a_malformed_macro_definition_is_refused(line: str, sentence: str) -> None:
    assert sentence in error_of(line, "press C", "end").replace('"', "'")


@pytest.mark.parametrize("line", ["m(1 2)", "m(1,)", "m((1)", "m(1"])
def test_a_malformed_call_is_refused(line: str) -> None:
    assert error_of("def m(a)", "press a", "end", line)


def test_an_include_with_nul_in_its_name_is_refused() -> None:
    assert "no such file" in error_of('include "a\0b.keys"')


def test_a_firmware_version_of_thirty_digits_is_refused() -> None:
    assert "is no version of the firmware" in error_of("firmware " + "9" * 30)


# -- a parameter where a word is expected


def test_any_word_of_a_step_may_be_a_parameter() -> None:
    outcome = played(
        "def all(icon, noun, which, text)", "  expect icons icon", "  expect noun 1 which",
        '  expect text', "  set noun 1 which", "end",
        "start", 'all(+SON, cash, 150000, "J1 LANCEZ")',
    )  # fmt: skip
    assert outcome.status == runner.HELD, outcome.sentence


def test_an_argument_is_checked_where_it_is_used() -> None:
    for call in ('all(x, cash, 1, "J1*")', 'all(+SON, cush, 1, "J1*")', "all(+SON, cash, 1, 7)"):
        assert error_of(
            "def all(icon, noun, which, text)", "  expect icons icon", "  set noun 1 which",
            "  expect text", "end", call,
        )  # fmt: skip


# -- what is played


def test_a_fault_of_the_program_is_distinguished_from_one_of_the_script() -> None:
    script = parse("banquier 1\nstart\n", "x.keys")

    def make(*_: object) -> ScriptTarget:
        raise ZeroDivisionError("unexpected")

    outcome = runner.play(script, Maker(make))
    assert outcome.status == runner.BROKEN
    assert outcome.sentence == "ZeroDivisionError: unexpected"
    assert isinstance(outcome.fault, ZeroDivisionError)


def test_a_failure_before_any_key_says_that_there_were_none() -> None:
    outcome = played('expect "J9 LANCEZ" within 1s')
    assert outcome.failure is not None
    told = "\n".join(report(outcome.failure, "banquier run x.keys"))
    assert "the last key edges:\n    none" in told


def test_a_plain_unit_takes_up_no_saves() -> None:
    line = "@9 resume 1 0123456789abcdef 0123456789abcdef {}"
    outcome = played(line)
    assert outcome.status == runner.WRONG
    assert outcome.sentence == "x.keys:2: this unit cannot take up the game of a save"
    with pytest.raises(TypeError, match=r"^this unit cannot be recorded$"):
        record_into(Unit(seed=1), Writer(StringIO()))


# -- reports without a glass, outputs that cannot be written


def test_a_failure_can_be_reported_without_drawings() -> None:
    for lines in (("start", "expect cash 1 7 within 1f"), ('expect "J9" within 1f',)):
        outcome = played(*lines)
        assert outcome.failure is not None
        plain = "\n".join(report(outcome.failure, "banquier run x.keys"))
        drawn = "\n".join(report(outcome.failure, "banquier run x.keys", PEN))
        assert "┃" not in plain and "┃" in drawn


def test_where_no_segment_differs_none_is_named() -> None:
    outcome = played("start", 'expect "J1 LANCEZ *" within 1f')
    assert outcome.failure is not None
    same = outcome.failure._replace(expected=outcome.failure.obtained)
    for failure, differs in ((outcome.failure, True), (same, False)):
        lines = report(failure, "banquier run x.keys", PEN)
        assert "  expected:" in lines
        assert any("segments that differ" in line for line in lines) is differs
        assert any(line.strip() == "^" for line in lines) is differs


def test_a_tick_may_stand_alone_and_takes_no_header_field() -> None:
    assert played("@100", "@200 press OK").status == runner.HELD
    assert "opens its own line, without @" in error_of("@9 players 3")
    assert "a text stands in quotation marks" in error_of("wait until LANCEZ")


def test_a_game_that_cannot_be_taken_up_is_a_mistake_of_the_save() -> None:
    line = '@9 resume 1 0123456789abcdef 0123456789abcdef {"game":7}'
    script = parse(f"banquier 1\n{line}\n", "x.keys")
    outcome = runner.play(script, Maker(lambda *_: ScriptTarget(Unit(seed=1))))
    assert outcome.status == runner.WRONG
    assert outcome.sentence.startswith("x.keys:2: the game cannot be taken up again: ")


def test_an_edition_with_a_quotation_mark_in_its_name_cannot_be_recorded() -> None:
    header = parse('banquier 1\nedition "odd.toml"\n', "x.keys", ("electronique",)).header
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
