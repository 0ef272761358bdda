"""The message of a crash."""

from __future__ import annotations

import pytest

from banquier.cli.crash_message import crash_message
from tests.support.commands import python


def fault() -> BaseException:
    try:
        raise KeyError("no\nsuch thing")
    except KeyError as caught:
        return caught


def test_a_fault_is_one_sentence_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BANQUIER_DEBUG", raising=False)
    message = crash_message(fault(), "x.keys")
    assert message.count("\n") == 0
    assert message.startswith("banquier: the program itself failed playing x.keys: please report ")
    assert (
        "in tests/app/test_crash_message.py:" in message
        and "BANQUIER_DEBUG=1 shows more" in message
    )


def test_a_fault_that_was_never_raised_has_no_place() -> None:
    assert '"ValueError: odd" (BANQUIER_DEBUG' in crash_message(ValueError("odd"))


def test_a_library_that_is_missing_is_one_sentence_too() -> None:
    program = (
        "import sys; sys.modules['platformdirs'] = None\n"
        "from banquier.cli.main import main; sys.exit(main(['paths']))"
    )
    done = python("-c", program)
    assert done.returncode == 3 and done.stderr.count("\n") == 1
    assert "platformdirs" in done.stderr
