"""The `.keys` language: what its words mean."""

from pathlib import Path

import pytest

from banquier.script.header_lines import names_written
from banquier.script.language import parse, parse_file
from banquier.script.vocabulary import matches, ticks
from keypad.keys import NAMES

SAME = [
    ("down 7;wait 80ms ; up 7;; # letting go", "down 7\nwait 80ms\nup 7"),
    ("\n# only words\n;", ""),
    ('expect "NO # 1" # 2', 'expect "NO # 1"'),
    ("press ok Des ? + - f", "press OK DES ? + - F"),
    ("press " + " ".join(NAMES).lower(), "press " + " ".join(NAMES)),
    ('def buy(a, b)\n press a OK ; expect b\nend\nbuy(3, "ACHAT")', 'press 3 OK\nexpect "ACHAT"'),
    ('def m(q)\nexpect "q" q\nend\nm(1.000)', 'expect "q" 1.000'),
    ('def m(q)\nexpect q\nend\nm("(")', 'expect "("'),
    ("def m(q, r, s)\npress q r hold s\nend\nm(OK, 4, 2s)", "press OK 4 hold 2s"),
    ('def m(q, r)\nexpect "A" q within r\nend\nm("B", 2s)', 'expect "A" "B" within 2s'),
    ("def m(q)\nexpect icons = J1 q\nend\nm(SON)", "expect icons = J1 SON"),
    ('def m(q)\n@5 names q ; wait 0t\nend\nm("Maximilienne")', '@5 names "Maximilienne" ; wait 0t'),
    ('wait 0t ; @5 names " Anne " ""', 'wait 0t ; @5 names "Anne"'),
    ("def m()\npress 1\nend\n@5 m()", "@5 wait 0t ; press 1"),
    ("@1000000000000000", "@1000000000000000 wait 0t"),
]
"""Pairs of scripts that mean the same."""


@pytest.mark.parametrize(("written", "plainly"), SAME)
def test_a_script_has_the_steps_of_a_plainer_one(written: str, plainly: str) -> None:
    found, wanted = (parse(f"banquier 1\n{text}").steps for text in (written, plainly))
    assert [step[1:] for step in found] == [step[1:] for step in wanted]


def test_that_nobody_has_a_name_any_more_can_be_written() -> None:
    assert parse(f"banquier 1\n{names_written({})}").header.names == {}


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        *(("1t", 1), ("1c", 2), ("1f", 512), ("1s", 32_768), ("0t", 0), ("1.5s", 49_152)),
        *(("80ms", 2621), ("1ms", 33), ("0.5ms", 16), ("31.25ms", 1024), ("0.0001s", 3)),
        *(("24000ms", 786_432), ("86400s", 24 * 3600 * 32_768), ("0000000000000000001s", 32_768)),
    ],
)
def test_times_are_whole_ticks_and_milliseconds_round_to_the_nearest(
    word: str, expected: int
) -> None:
    assert ticks(word) == expected


def test_a_star_matches_any_text_and_no_other_character_does() -> None:
    assert matches("J*LAN*", "J1 LANCEZ") and not matches("J*X*", "J1 LANCEZ")
    assert matches("[J]?", "[J]?") and not (matches("[J]", "J") or matches("J?", "J1"))


def test_an_include_is_relative_to_the_file_that_includes(tmp_path: Path) -> None:
    """Files of Windows are files too."""
    (tmp_path / "deep").mkdir()
    (tmp_path / "main.keys").write_bytes(
        b'\xef\xbb\xbfbanquier 1\r\nedition ../mine.toml\r\ninclude "deep/a.keys"\r\nm(2)\r\n'
    )
    (tmp_path / "deep" / "a.keys").write_text('include "b.keys"\npress 1', encoding="utf-8")
    (tmp_path / "deep" / "b.keys").write_text("banquier 1\ndef m(q)\npress q\nend\n", "utf-8")
    script = parse_file(str(tmp_path / "main.keys"))
    assert Path(script.header.edition) == tmp_path.parent / "mine.toml"
    assert [step.arguments[0] for step in script.steps] == [("1",), ("2",)]
    called = script.steps[1].place
    assert str(called) == f"{tmp_path}/deep/b.keys:3"
    assert called.chain() == [f"in m(2), called at {tmp_path}/main.keys:4"]
