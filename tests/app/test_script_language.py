"""The `.keys` language: its words and its errors."""

from pathlib import Path

import pytest

from banquier.editions.edition_file import editions
from banquier.script.errors import ScriptError
from banquier.script.header_lines import names_written
from banquier.script.language import parse, parse_file
from banquier.script.player import Player, Step
from banquier.script.steps import STEPS
from banquier.script.vocabulary import format_facts, matches, player_names, ticks
from hardware.unit import Unit
from keypad.keys import NAMES
from tests.support.paths import ROOT

DIGEST = "0123456789abcdef"
EVERYTHING = str(ROOT / "tests" / "scripts" / "everything.keys")


def steps_of(*lines: str) -> list[Step]:
    return parse("\n".join(["banquier 1", *lines])).steps


def plain(*lines: str) -> list[tuple[object, ...]]:
    """Return the arguments of the steps."""
    return [tuple(step.arguments) for step in steps_of(*lines)]


# -- what is understood


def test_the_header_holds_the_answers_to_the_set_up() -> None:
    header = parse_file(EVERYTHING).header
    assert (header.edition, header.players, header.game) == ("electronique", 3, "timed")
    assert (header.minutes, header.speed_die, header.first) == (60, "yes", 2)
    assert (header.dice, header.cards, header.seed, header.bounce) == ("keyed", "keyed", 42, "worn")


def test_a_header_may_be_no_more_than_its_first_line() -> None:
    header = parse("banquier 1").header
    assert (header.edition, header.players, header.game) == ("", 4, "normal")
    assert (header.minutes, header.speed_die, header.first) == (90, "no", 1)
    assert (header.dice, header.cards, header.seed, header.bounce) == ("auto", "auto", None, "none")
    assert (header.firmware, header.names, header.given) == ("", {}, {})


def test_the_path_of_an_edition_is_relative_to_the_script() -> None:
    script = parse("banquier 1\nedition ../mine.toml", "games/x.keys")
    assert script.header.edition == "mine.toml"


@pytest.mark.parametrize(
    ("written", "rules"),
    [
        ("claim_turns = 2", {"claim_turns": 2}),
        ("mortgaged_trade=false", {"mortgaged_trade": False}),
        ("first = highest", {"first": "highest"}),
        ('swap_fallback = ""', {"swap_fallback": ""}),
        ('hotel_sales = ["lot", "swap"]', {"hotel_sales": ["lot", "swap"]}),
    ],
)
def test_a_rule_of_an_editions_file_is_changed(written: str, rules: dict[str, object]) -> None:
    script = parse(f'banquier 1\nedition "mine.toml" with {written}')
    assert (script.header.edition, script.header.rules) == ("mine.toml", rules)


def test_every_usage_is_a_step_of_the_example() -> None:
    found = {step.do for step in parse_file(EVERYTHING).steps}
    missing = [one.text for usages in STEPS.values() for one in usages if one.do not in found]
    assert [text for text in missing if "set" not in text and "expect" not in text] == []


def test_steps_are_separated_by_lines_or_semicolons_and_comments_are_ignored() -> None:
    apart = plain("down 7", "wait 80ms", "up 7")
    assert plain("down 7;wait 80ms ; up 7;; # letting go") == apart
    assert plain("", "# only words", ";") == []


def test_a_hash_within_quotation_marks_opens_no_comment() -> None:
    assert plain('expect "NO # 1"') == [("NO # 1", None, None)]


def test_keys_are_known_by_their_names_in_capitals_or_not() -> None:
    assert plain("press " + " ".join(NAMES)) == [(NAMES, None)]
    assert plain("press ok Des ? + - f") == [(("OK", "DES", "?", "+", "-", "F"), None)]


def test_type_presses_digits_one_by_one() -> None:
    player = Player(Unit(editions(), seed=1), parse("banquier 1\ntype 1200"))
    assert player.play() is None
    assert [key for _, key, down in player.edges if down] == ["1", "2", "0", "0"]


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


@pytest.mark.parametrize(
    "word",
    [
        "", "s", "1", "1m", "-1s", "1.s", ".5s", "1.5f", "1e3s", "1 s", "٣s", "9" * 30 + "s",
        "00000000000000000001s", "90000s",
    ],
)  # fmt: skip
def test_a_bad_time_is_refused(word: str) -> None:
    with pytest.raises(ScriptError):
        ticks(word)


@pytest.mark.parametrize(
    ("pattern", "text", "agrees"),
    [
        *(("J1 LANCEZ", "J1 LANCEZ", True), ("J1", "J1 LANCEZ", False), ("", "", True)),
        *(("*", "", True), ("J*", "J1 LANCEZ", True), ("*CEZ", "J1 LANCEZ", True)),
        *(("J*LAN*", "J1 LANCEZ", True), ("J*X*", "J1 LANCEZ", False), ("AB*BA", "ABA", False)),
        *(("a*b*c", "a-b-b-c", True), ("a*b*c", "acb", False), ("[J]", "J", False)),
        *(("*a*b*", "aba", True), ("a*a*", "ab", False), ("*ab*a*", "xxab", False)),
        *(("*a*", "a", True), ("x*b*b", "xb", False), ("a*b*b*", "a-b", False)),
    ],
)
def test_a_star_matches_any_text_and_no_other_character_does(
    pattern: str, text: str, agrees: bool
) -> None:
    assert matches(pattern, text) is agrees


def test_a_macro_expands_to_its_steps_with_its_arguments() -> None:
    lines = ("def buy(a, b)", " press a OK ; expect b", "end", 'buy(3, "ACHAT")')
    assert plain(*lines) == [(("3", "OK"), None), ("ACHAT", None, None)]


def test_a_macro_may_call_others_that_are_defined_by_then() -> None:
    lines = ["def twice(a)", "once(a) ; once(a)", "end", "def once(a)", "press a", "end"]
    assert plain(*lines, "twice(7)") == [(("7",), None)] * 2
    with pytest.raises(ScriptError, match=r"no macro is called .twice. so far"):
        plain("twice(7)", *lines)


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
    keys = [step.arguments[0] for step in parse_file(str(tmp_path / "a.keys")).steps]
    assert keys == [("2",), ("1",)]


def test_windows_line_ends_and_a_byte_order_mark_are_accepted(tmp_path: Path) -> None:
    path = tmp_path / "x.keys"
    path.write_bytes(b"\xef\xbb\xbfbanquier 1\r\npress OK\r\n@5000 down 7\r\n")
    assert len(parse_file(str(path)).steps) == 2


def test_facts_are_written_as_scripts_have_them() -> None:
    assert format_facts("mortgaged", (5, 0)) == ["5", "no"]
    assert format_facts("mortgaged", (6, 1)) == ["6", "yes"]
    assert format_facts("next-dice", (4, 3)) == ["4", "3"]
    assert names_written({}) == 'names ""'
    assert names_written({1: "Anne", 3: "Zoé"}) == 'names "Anne" "" "Zoé"'


def test_names_are_those_of_one_to_eight_players_in_up_to_twelve_letters() -> None:
    assert player_names([" Anne "]) == {1: "Anne"}
    assert player_names(["a" * 12, "", *"cdefgh"]) == {1: "a" * 12, **dict(enumerate("cdefgh", 3))}
    for word in ("a" * 13, 'o"dd', "a\tb"):
        with pytest.raises(ScriptError, match="is not a name of up to 12 characters"):
            player_names([word])


def test_an_edge_with_its_tick_may_stand_in_a_script() -> None:
    (step,) = steps_of("def m()", "@5 down 7", "end", "m()")
    assert (step.tick, step.verb, *step.arguments) == (5, "down", "7")
    assert [step.tick for step in steps_of("wait 0t", "@1000000000000000")] == [-1, 10**15]


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("press q r hold s", ("OK", "4", "2s")), ("expect q r within s", ('"A"', '"Err 01"', "2s")),
        ("expect icons = J1 q", ("SON",)), ("expect never q r s 2s", ('"A"', "1.000", "during")),
        ("set q r s", ("cash", "1", "5")), ("@5 names q ; wait 0t", ('"Anne"',)),
    ],
)  # fmt: skip
def test_any_operand_may_be_a_parameter(line: str, given: tuple[str, ...]) -> None:
    parameters = "qrst"[: len(given)]
    arguments = dict(zip(parameters, given, strict=True))
    written_out = " ".join(arguments.get(word, word) for word in line.split())
    macro = (f"def macro({', '.join(parameters)})", line, "end", f"macro({', '.join(given)})")
    expanded, plainly = steps_of(*macro), steps_of(written_out)
    assert [step[1:] for step in expanded] == [step[1:] for step in plainly]


def test_a_parameter_in_quotation_marks_is_a_text() -> None:
    assert plain("def m(q)", 'expect "q" q', "end", "m(1.000)") == [("q", "1.000", None)]
    assert plain("def m(q)", "expect q", "end", 'm("(")') == [("(", None, None)]


# -- what is not


def test_a_circle_of_includes_is_refused_with_the_names_of_its_files(tmp_path: Path) -> None:
    (tmp_path / "a.keys").write_text('banquier 1\ninclude "b.keys"\n', encoding="utf-8")
    (tmp_path / "b.keys").write_text('press OK\ninclude "./a.keys"\n', encoding="utf-8")
    with pytest.raises(ScriptError, match=r"form a cycle: a\.keys → b\.keys → a\.keys") as caught:
        parse_file(str(tmp_path / "a.keys"))
    assert str(caught.value).startswith(f"{tmp_path}/b.keys:2: ")
