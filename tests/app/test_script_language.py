"""The `.keys` language: its words and its errors."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banquier.script import steps
from banquier.script.language import parse, parse_file
from banquier.script.steps import ScriptError
from banquier.script.vocabulary import BadWord, matches, ticks
from keypad.keys import NAMES, PULSE
from tests.support.paths import ROOT

EDITIONS = ("electronique", "deska", "euro")
EVERYTHING = str(ROOT / "tests" / "scripts" / "everything.keys")


def steps_of(*lines: str) -> list[steps.Step]:
    return parse("\n".join(["banquier 1", *lines]), editions=EDITIONS).steps


def plain(*lines: str) -> list[tuple[object, ...]]:
    """Steps without their places."""
    return [step[1:] for step in steps_of(*lines)]


def error_of(*lines: str) -> str:
    with pytest.raises(ScriptError) as caught:
        parse("\n".join(["banquier 1", *lines]), "x.keys", EDITIONS)
    return str(caught.value)


# -- what is understood


def test_the_header_holds_the_answers_to_the_set_up() -> None:
    header = parse_file(EVERYTHING, EDITIONS).header
    assert (header.edition, header.players, header.game) == ("electronique", 3, "timed")
    assert (header.minutes, header.speed_die, header.first) == (60, "yes", 2)
    assert (header.dice, header.cards, header.seed, header.bounce) == ("keyed", "keyed", 42, "worn")


def test_a_header_may_be_no_more_than_its_first_line() -> None:
    header = parse("banquier 1").header
    assert (header.edition, header.players, header.game) == ("", 4, "normal")
    assert (header.dice, header.cards, header.seed, header.bounce) == ("auto", "auto", None, "none")


def test_the_path_of_an_edition_is_relative_to_the_script() -> None:
    script = parse("banquier 1\nedition ../mine.toml", "games/x.keys", EDITIONS)
    assert script.header.edition == "mine.toml"


def test_every_step_of_the_language_is_read_with_its_words() -> None:
    found = [type(step).__name__ for step in parse_file(EVERYTHING, EDITIONS).steps]
    assert set(found) == {
        *("Start", "Press", "Edge", "At", "Wait", "ExpectText", "ExpectIcons", "ExpectError"),
        *("ExpectBeep", "ExpectNever", "ExpectNoun", "ExpectRoll", "SetNoun", "Battery", "Power"),
        "State",
    }


def test_steps_are_separated_by_lines_or_semicolons_and_comments_are_ignored() -> None:
    apart = plain("down 7", "wait 80ms", "up 7")
    assert plain("down 7;wait 80ms ; up 7;; # letting go") == apart
    assert plain("", "# only words", ";") == []


def test_a_hash_within_quotation_marks_opens_no_comment() -> None:
    assert plain('expect "NO # 1"') == [("NO # 1", None, None)]


def test_keys_are_known_by_their_names_in_capitals_or_not() -> None:
    assert plain("press " + " ".join(NAMES)) == [(NAMES, PULSE)]
    assert plain("press ok Des ? + - f") == [(("OK", "DES", "?", "+", "-", "F"), PULSE)]


def test_type_presses_digits_one_by_one() -> None:
    assert plain("type 1200") == [(("1", "2", "0", "0"), PULSE)]


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        *(("1t", 1), ("1c", 2), ("1f", 512), ("1s", 32_768), ("0t", 0), ("1.5s", 49_152)),
        *(("80ms", 2621), ("1ms", 33), ("0.5ms", 16), ("31.25ms", 1024), ("0.0001s", 3)),
        ("24000ms", 786_432),
    ],
)
def test_times_are_whole_ticks_and_milliseconds_round_to_the_nearest(
    word: str, expected: int
) -> None:
    assert ticks(word) == expected


@given(st.integers(0, 10**7))
def test_a_time_in_milliseconds_is_never_more_than_half_a_tick_away(milliseconds: int) -> None:
    assert abs(ticks(f"{milliseconds}ms") * 1000 - milliseconds * 32_768) <= 500


@pytest.mark.parametrize(
    "word",
    [
        "",
        "s",
        "1",
        "1m",
        "-1s",
        "1.s",
        ".5s",
        "1.5f",
        "1e3s",
        "1 s",
        "٣s",
        "9" * 30 + "s",
        "90000s",
    ],
)
def test_a_bad_time_is_refused(word: str) -> None:
    with pytest.raises(BadWord):
        ticks(word)


@pytest.mark.parametrize(
    ("pattern", "text", "agrees"),
    [
        *(("J1 LANCEZ", "J1 LANCEZ", True), ("J1", "J1 LANCEZ", False), ("", "", True)),
        *(("*", "", True), ("J*", "J1 LANCEZ", True), ("*CEZ", "J1 LANCEZ", True)),
        *(("J*LAN*", "J1 LANCEZ", True), ("J*X*", "J1 LANCEZ", False), ("AB*BA", "ABA", False)),
        *(("a*b*c", "a-b-b-c", True), ("a*b*c", "acb", False), ("[J]", "J", False)),
    ],
)
def test_a_star_matches_any_text_and_no_other_character_does(
    pattern: str, text: str, agrees: bool
) -> None:
    assert matches(pattern, text) is agrees


def test_a_macro_expands_to_its_steps_with_its_arguments() -> None:
    lines = ("def buy(a, b)", " press a OK ; expect b", "end", 'buy(3, "ACHAT")')
    assert plain(*lines) == [(("3", "OK"), PULSE), ("ACHAT", None, None)]


def test_a_macro_may_be_called_before_it_is_defined_and_may_call_others() -> None:
    lines = ["twice(7)", "def twice(a)", "once(a) ; once(a)", "end"]
    assert plain(*lines, "def once(a)", "press a", "end") == [(("7",), PULSE)] * 2


def test_a_step_holds_its_place_and_the_calls_that_led_to_it(tmp_path: Path) -> None:
    (tmp_path / "opening.keys").write_text("def buy(a)\n  press a OK\nend\n", encoding="utf-8")
    main = tmp_path / "main.keys"
    main.write_text('banquier 1\ninclude "opening.keys"\n\nbuy(3)\n', encoding="utf-8")
    (step,) = parse_file(str(main)).steps
    assert str(step.place) == f"{tmp_path}/opening.keys:2"
    assert step.place.chain() == [f"in buy(3), called at {main}:4"]


def test_the_path_of_an_include_is_relative_to_the_including_file(tmp_path: Path) -> None:
    (tmp_path / "common" / "deep").mkdir(parents=True)
    (tmp_path / "a.keys").write_text('banquier 1\ninclude "common/b.keys"\n', encoding="utf-8")
    (tmp_path / "common" / "b.keys").write_text('include "deep/c.keys"\npress 1', encoding="utf-8")
    (tmp_path / "common" / "deep" / "c.keys").write_text("banquier 1\npress 2", encoding="utf-8")
    keys = [step.keys for step in parse_file(str(tmp_path / "a.keys")).steps
            if isinstance(step, steps.Press)]  # fmt: skip
    assert keys == [("2",), ("1",)]


def test_windows_line_ends_and_a_byte_order_mark_are_accepted(tmp_path: Path) -> None:
    path = tmp_path / "x.keys"
    path.write_bytes(b"\xef\xbb\xbfbanquier 1\r\npress OK\r\n@5000 down 7\r\n")
    assert len(parse_file(str(path)).steps) == 3


# -- what is not


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("press 12", '"12" is no key; for digits write: type 12'),
        ("press OKAY", '"OKAY" is no key; nearest: OK'),
        ("press XYZZY", '"XYZZY" is no key; nearest: '),
        ("press Q", '"Q" is no key; nearest: '),
        ("press", "press wants a key"),
        ('press "OK"', "without quotation marks"),
        ("pres OK", '"pres" is no step; nearest: press'),
        ("press OK hold", "press wants a time to hold the key"),
        ("press OK hold 0t", "one tick at least"),
        ("type 12a", "more than digits"),
        ("wait 2", '"2" is no time'),
        ("wait untl", '"untl" is no time'),
        ('expect "A" 1.000 wihtin 2s', '"wihtin" is unknown here; nearest: within'),
        ('expect "A" within 2s OK', '"OK" is one word too many'),
        ('expect "A', "quotation mark"),
        ("expect A", '"A" is nothing to expect'),
        ("expect csah 1 5", "nearest: cash"),
        ("expect cash 9 5", '"9" is out of range'),
        ("expect cash 1", "expect wants a sum"),
        ("set next-dice 4 3 6", '"6" is out of range: the speed die'),
        ("press OK hld 80ms", '"hld" is no key; nearest: hold'),
        ("wait soon", '"soon" is no time; nearest: until'),
        ("expect never errr during 2s", '"errr" is no text; nearest: error'),
        ("expect error 25", '"25" is out of range: an error is 1 to 24'),
        ("set free-card 1 chanse", '"chanse" is not chance or caisse; nearest: chance'),
        ("set cash 1 -5", '"-5" is no number: a sum (0 to 99999999) stands here'),
        ("expect cash 0 --5", '"--5" is no number'),
        ("expect cash 1 1.000", '"1.000" is no number'),
        ("expect icons J1", "+J1 or -J1"),
        ("expect icons +J9", '"J9" is no icon'),
        ("expect icons +J1 -J1", "lit and dark at once"),
        ("expect icons", "wants icons"),
        ("expect beep eror", "nearest: error"),
        ("expect beep tune polka", "is not a tune"),
        ("expect never error", "expect wants"),
        ("set turn 1", "is not something the bench can set"),
        ("set owner 40 1", "out of range"),
        ("set mortgaged 6 maybe", "yes or no"),
        ("set next-dice 4", "wants a die"),
        ("battery 3", "no voltage"),
        ("battery 9V", "6V at most"),
        ("power of", '"of" is not on or off; nearest: off'),
        ("state 1 xyz", "no digest"),
        ("@x down 7", "is no number"),
        ("@5 down 7\n@4 up 7", "times only go up"),
        ("start\nplayers 3", "players belongs to the header"),
        ("players 9", "out of range"),
        ("players 3\nplayers 3", "given already at x.keys:2"),
        ("players", "followed by one word: players 3"),
        ("minutes 60", "belong to game timed"),
        ("players 2\nfirst 3", "cannot be first of 2"),
        ("edition elecronique", "nearest: electronique"),
        ("bounce some", "none or new or worn"),
        ("end", "closes a def"),
        ("def a()", "def without end"),
        ("def a\nend", "def name(a, b)"),
        ("def a(b c)\nend", "def name(a, b)"),
        ("def a(ok)\nend", "would hide the key OK"),
        ("def press()\nend", "would hide a word"),
        ("def a(b, b)\nend", "same name"),
        ("def a()\ndef b()\nend\nend", "def within def"),
        ("def a()\nend\ndef a()\nend", "defined already at x.keys:2"),
        ('def a()\ninclude "b"\nend', "outside of def"),
        ("def a(b)\npress b\nend\na()", "takes 1 words"),
        ("def a(b)\npress b DSE\nend", '"DSE" is no key; nearest: DES'),
        ("bye(3)", 'no macro is called "bye"'),
        ("def a()\nend\na", "with parentheses: a()"),
        ("def a()\nb()\nend\ndef b()\na()\nend", "in a circle: a → b → a"),
        ("def a()\na()\nend", "in a circle: a → a"),
        ("include opening.keys", "followed by a file"),
        ('include "nowhere.keys"', "cannot read nowhere.keys: no such file"),
    ],
)
def test_a_mistake_is_one_sentence_with_file_and_line(line: str, sentence: str) -> None:
    message = error_of(line)
    assert sentence in message
    assert message.startswith("x.keys:")
    assert "\n" not in message


@pytest.mark.parametrize(
    ("first", "sentence"),
    [
        ("", 'the first line of a script is "banquier 1"'),
        ("press OK", 'the first line of a script is "banquier 1"'),
        ("banquier", 'the first line of a script is "banquier 1"'),
        ("banquier 0", 'the first line of a script is "banquier 1"'),
        ("banquier 2 # tomorrow", "the script is of format 2, newer than the 1 known here"),
        ("banquier " + "9" * 5000, "newer than the 1 known here"),
    ],
)
def test_the_first_line_names_the_format(first: str, sentence: str) -> None:
    with pytest.raises(ScriptError, match=sentence) as caught:
        parse(first + "\nstart", "x.keys")
    assert str(caught.value).startswith("x.keys:1: ")


def test_a_mistake_in_a_macro_is_reported_with_its_call() -> None:
    message = error_of("def a(b)", "  press b", "end", "a(99)")
    assert message.startswith("x.keys:3: ")
    assert message.endswith("(in a(99), called at x.keys:5)")
    assert "type 99" in message


def test_a_circle_of_includes_is_refused_with_the_names_of_its_files(tmp_path: Path) -> None:
    (tmp_path / "a.keys").write_text('banquier 1\ninclude "b.keys"\n', encoding="utf-8")
    (tmp_path / "b.keys").write_text('press OK\ninclude "./a.keys"\n', encoding="utf-8")
    with pytest.raises(ScriptError, match=r"in a circle: a\.keys → b\.keys → a\.keys") as caught:
        parse_file(str(tmp_path / "a.keys"))
    assert str(caught.value).startswith(f"{tmp_path}/b.keys:2: ")


def test_an_unreadable_file_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing.keys", tmp_path / "a\0b"):
        with pytest.raises(ScriptError, match="cannot read"):
            parse_file(str(path))


def test_all_mistakes_of_a_script_are_reported_at_once() -> None:
    text = (
        "banquier 1\nplayers 12\ndice keyed\ndef buy(a\n  press ACHTA\nend\n"
        "def sell(a)\n  press VENTTE\nend\nstart\npres OK\nsell(3)\nexpect errr 3\n"
    )
    with pytest.raises(ScriptError) as message:
        parse(text)
    lines = str(message.value).splitlines()
    assert [line.partition(": ")[0] for line in lines] == [
        f"script.keys:{number}" for number in (2, 4, 8, 11, 13)
    ]


def test_at_most_twenty_mistakes_are_reported() -> None:
    with pytest.raises(ScriptError) as message:
        parse("banquier 1\n" + "pres OK\n" * 1000)
    assert len(str(message.value).splitlines()) == 20
