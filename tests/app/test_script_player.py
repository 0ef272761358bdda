"""The script player and `start`, on a real unit."""

from pathlib import Path
from typing import NamedTuple

import pytest

from banquier.editions.edition_file import editions, starting_point
from banquier.script import runner
from banquier.script.errors import ScriptError
from banquier.script.failure import as_data, draw, report
from banquier.script.header import unit_for
from banquier.script.language import parse
from banquier.script.player import PATIENCE, Failure, Player
from datasheet.glass import GlassText
from display.lcd import FRAME
from hardware.crystal import SECOND
from hardware.unit import Unit


class Played(NamedTuple):
    unit: Unit
    player: Player
    failure: Failure | None

    @property
    def why(self) -> str:
        assert self.failure is not None
        return f"{self.failure.wanted} / {self.failure.found}"


def play(*lines: str, stepped: bool = False, name: str = "x.keys") -> Played:
    script = parse("\n".join(["banquier 1", *lines]), name)
    unit = unit_for(script.header, stepped=stepped)
    player = Player(unit, script)
    return Played(unit, player, player.play())


def holds(*lines: str) -> Unit:
    played = play(*lines)
    assert played.failure is None, report(played.failure, "")
    return played.unit


def wrong(*lines: str) -> str:
    with pytest.raises(ScriptError) as caught:
        play(*lines)
    return str(caught.value)


# -- keys and time


def test_a_press_holds_its_key_for_a_pulse_and_waits_for_another() -> None:
    played = play("wait 4s", "press OK 4")
    assert list(played.player.edges) == [
        (4 * SECOND, "OK", True),
        (4 * SECOND + 2048, "OK", False),
        (4 * SECOND + 4096, "4", True),
        (4 * SECOND + 6144, "4", False),
    ]
    assert played.unit.tick == 4 * SECOND + 8192
    assert played.player.presses == 2


def test_raw_edges_make_chords_of_which_only_the_first_counts() -> None:
    chord = ("down 4", "wait 80ms", "down 5", "wait 80ms", "up 5", "wait 80ms", "up 4", "wait 80ms")
    holds("dice keyed", "start", *chord, 'expect "DES 4"', "press 5", 'expect "DES 4 5"')


def test_absolute_times_wait_for_their_tick() -> None:
    played = play("@100 down 7", "@5000 up 7", "@6000 wait 1f")
    assert [edge[0] for edge in played.player.edges] == [100, 5000]
    assert played.unit.tick == 6000 + FRAME


def test_an_absolute_time_that_is_over_fails() -> None:
    assert "it is tick 512 already" in play("wait 1f", "@100 down 7").why
    assert "it is tick 512 already" in play("wait 1f", "@100 battery 3V").why
    assert play("@0 down 7").failure is None
    assert play("wait 1f", "@0 down 7").why == "to be at tick 0 at most / it is tick 512 already"
    assert play("wait 1f", "@9").why == "to be at tick 9 at most / it is tick 512 already"


# -- the set-up


@pytest.mark.parametrize(
    ("header", "sentence"),
    [
        ("seed 3 ; speed-die no ; game short", "never asks for game short: it has one answer"),
        ("speed-die yes", "never asks for speed-die yes: it has one answer"),
        ("first 2", "never asks for first 2: it has one answer"),
        ("edition deska ; first 1", "never asks for first 1: it has one answer"),
        ("edition merveilles ; players 7", "does not take players 7: it shows TROP GRAND"),
        ("edition deska ; game timed", "does not take game timed: it shows NORMALE RAPIDE alone"),
    ],
)
def test_a_header_that_the_set_up_cannot_satisfy_is_an_error_of_the_script(
    header: str, sentence: str
) -> None:
    assert wrong("", f"{header} ; seed 5" if "seed" not in header else header, "start") == (
        f"x.keys:3: the set-up of this edition {sentence}"
    )


def test_all_that_the_set_up_never_asks_for_is_told_at_once() -> None:
    told = wrong("", "speed-die yes", "first 2", "start").splitlines()
    assert [line.split(":")[1] for line in told] == ["3", "4"]


def test_an_edition_that_does_not_take_the_usual_answer_is_an_error_of_start(
    tmp_path: Path,
) -> None:
    own = starting_point().replace("players = [2, 8] ", "players = [2, 3] ")
    (tmp_path / "own.toml").write_text(own, encoding="utf-8")
    with pytest.raises(ScriptError) as caught:
        play("edition own.toml", "", "start", name=f"{tmp_path}/x.keys")
    assert str(caught.value) == (
        f"{tmp_path}/x.keys:4: the set-up of this edition does not take players 4:"
        " it shows TROP GRAND"
    )


def test_a_changed_rule_that_the_edition_cannot_have_is_an_error_of_the_script(
    tmp_path: Path,
) -> None:
    (tmp_path / "own.toml").write_text(starting_point("classique"), encoding="utf-8")
    header = 'edition "own.toml" with hotel_sales = [group]'
    (tmp_path / "x.keys").write_text(f"banquier 1\n{header}\nstart\n", encoding="utf-8")
    (outcome,) = runner.run([f"{tmp_path}/x.keys"], lambda header, _: unit_for(header))
    assert (outcome.status, outcome.sentence) == (
        runner.WRONG,
        f"{tmp_path}/x.keys:2: {tmp_path}/own.toml: rules.swap_fallback: has no meaning unless"
        ' hotel_sales has "swap".',
    )


def test_an_edition_that_the_unit_does_not_offer_is_an_error_of_the_script() -> None:
    script = parse("banquier 1\nedition euro\nstart", "x.keys")
    unit = Unit(editions(names=("electronique", "deska")), seed=1)
    with pytest.raises(ScriptError) as caught:
        Player(unit, script).play()
    assert str(caught.value) == (
        "x.keys:2: the set-up of this edition does not take edition EURO:"
        " it shows DESKA ELECTRONIQUE alone"
    )


# -- expectations that hold


def test_an_expectation_that_holds_takes_no_time() -> None:
    before = holds("start").tick
    after = holds(
        *("start", 'expect "J1 LANCEZ"', 'expect "J* L*Z" 150.000', 'expect "J1 LANCEZ" 15*'),
        *("expect icons +J1 +SON -PRET", "expect icons = J1 SON F", "expect no error"),
        "expect icons +J1 +SON +F",
        *("expect cash 1 150000", "expect owner 39 0", "expect turn 1", 'expect roll "*COMMENCE*"'),
    ).tick
    assert after == before


def test_an_expectation_waits_until_the_notices_are_over() -> None:
    unit = holds(
        "start", "press OK", "expect error 1", 'expect "TOUCHE" "Err 01"', "expect no error"
    )
    assert unit.said.text == "J1 LANCEZ"
    assert unit.tick > holds("start", "press OK").tick + 80 * FRAME


def test_row_a_is_matched_whole_where_the_glass_shows_parts_of_it() -> None:
    unit = holds("start", "set next-dice 6 6", "press DES",
                 'expect "COMPAGNIE DE DISTRIBUTION D\'ELECTRICITE"')  # fmt: skip
    assert unit.shown[0] == "COMPAGNIE DE"
    failed = play("start", "set next-dice 6 6", "press DES", 'expect "COMPAGNIE DE" within 9s')
    assert failed.failure is not None


def test_a_release_does_not_end_the_span_in_which_a_beep_counts() -> None:
    holds("start", "down 7", "wait 80ms", "up 7", "expect beep key within 1f", "expect beep error")


def test_never_lets_the_whole_time_pass() -> None:
    assert holds("expect never error during 2s").tick == 2 * SECOND
    assert holds('expect never "REPRISE ?" during 100f').tick == 100 * FRAME


def test_the_bank_is_account_0_with_a_negative_balance() -> None:
    holds("players 3", "start", "expect cash 0 -450000", "set cash 1 900", "expect cash 0 -300900")
    failed = play("players 3", "start", "expect cash 0 450000 within 1f")
    assert failed.why == "cash 0 450000 / cash 0 -450000"


def test_a_line_of_the_roll_is_expected_with_its_turn_or_without() -> None:
    line = holds("start").roll[-1]
    for form in (line.text, f"{line.turn} {line.text}", str(line)):
        holds("start", f'expect roll "{form}"')


# -- expectations that fail


@pytest.mark.parametrize(
    "line",
    ['expect "X"', "expect icons +J2", "expect error 5", "expect beep tune sale",
     "expect cash 1 7", 'expect roll "*X"'],
)  # fmt: skip
def test_every_expectation_fails_when_its_time_is_over(line: str) -> None:
    start = holds("start").tick
    assert play("start", f"{line} within 3f").unit.tick == start + 3 * FRAME


def test_the_timeout_is_ten_seconds_after_the_last_notice() -> None:
    start = holds("start").tick
    assert play("start", 'expect "X"').unit.tick == start + PATIENCE
    with_notice = play("start", "press OK", 'expect "X"').unit.tick
    noticed = start + 4096 + 96 * FRAME
    assert noticed - 4096 + PATIENCE < with_notice <= noticed + PATIENCE
    assert play("start", "press OK", 'expect "X" within 2s').unit.tick == start + 4096 + 2 * SECOND


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('expect "J2 LANCEZ" 1.000', '"J2 LANCEZ" 1.000 / "J1 LANCEZ" 150.000'),
        ('expect "J1 LANCEZ" "Err 01"', '"J1 LANCEZ" "Err 01" / "J1 LANCEZ" 150.000'),
        ("expect icons +J2 -SON", "the icons F J1 J2 / J2 is dark, SON is lit"),
        ("expect icons +J1 +J2", "the icons F J1 J2 SON / J2 is dark"),
        ("expect icons +J2 +J1 within 1s", "the icons F J1 J2 SON / J2 is dark"),
        ("expect icons = J1", "the icons J1 / F is lit, SON is lit"),
        ("expect error 14", "error 14 / no error"),
        ("expect beep tune sale", "the beep sale since the last step / "),
        ("expect never error during 1s ; press OK ; expect never error during 1s",
         "no error during 32768 ticks / error 1"),
        ('expect never "J1 LANCEZ" 150.000 during 1s',
         'never "J1 LANCEZ" 150.000 during 32768 ticks / "J1 LANCEZ" 150.000'),
        ('expect never "J1*" during 1s',
         'never "J1*" during 32768 ticks / "J1 LANCEZ" 150.000'),
        ('expect "J*" "1234567*8**"', '"J*" 1234567*8** / "J1 LANCEZ" 150.000'),
        ("expect cash 1 7", "cash 1 7 / cash 1 150000"),
        ("expect mortgaged 6 yes", "mortgaged 6 yes / mortgaged 6 no"),
        ("expect cash 5 7", "cash 5 7 / there is no player 5"),
        ("expect free-card 1 chance", "free-card 1 chance / free-card 1 nothing"),
        ('expect roll "*ACHAT"', '"*ACHAT" as the newest line of the roll / "1  J1 COMMENCE'),
        ("@5000000 state 1 0123456789abcdef",
         "operation 1 with digest 0123456789abcdef / operation 1 with digest "),
    ],
)  # fmt: skip
def test_a_failure_says_what_was_expected_and_obtained(line: str, why: str) -> None:
    played = play("start", line)
    assert played.why.startswith(why)
    assert played.failure and report(played.failure, "")  # whatever it is, it can be drawn


def test_never_applies_to_both_rows_together() -> None:
    """Row A is right all the time, with another row B."""
    holds("start", 'expect never "J1 LANCEZ" 1.000 during 1s')


def test_a_refused_set_is_an_error_of_the_script() -> None:
    assert wrong("start", "press DES", "set cash 1 7").startswith(
        "x.keys:4: the debug port cannot set"
    )
    assert (
        wrong("set cash 1 7") == "x.keys:2: the debug port cannot set cash: no game is being played"
    )
    no_wonder = "x.keys:3: the debug port cannot set visited: no passport has a place for square 5"
    assert wrong("start", "set visited 1 5") == no_wonder


# -- the report


def test_the_report_of_a_failure_that_is_not_about_the_glass_draws_the_glass() -> None:
    failure = play("seed 1", "start", "press OK", "expect cash 1 7 within 1f").failure
    assert failure is not None
    drawn = draw(GlassText("TOUCHE", "Err 01", frozenset({"J1", "SON", "F"}), 1, ()))
    assert report(failure, "banquier run x.keys") == [
        "x.keys:5: expected cash 1 7, obtained cash 1 150000",
        "  at tick 86625, frame 169, 2643.585 ms",
        "  the glass:",
        *(f"    {line}".rstrip() for line in drawn),
        "  the last key edges:",
        *("    @65633 down OK", "    @67681 up OK", "    @69729 down OK", "    @71777 up OK"),
        *("    @73825 down OK", "    @75873 up OK", "    @77921 down OK", "    @79969 up OK"),
        *("    @82017 down OK", "    @84065 up OK"),
        "  the last displays:",
        '    @66400 "JOUEURS" "4" SON',
        '    @70496 "DES AUTO" "1" SON',
        '    @74592 "CARTES AUTO" "1" SON',
        '    @78688 "J1 LANCEZ" "150.000" J1 SON F',
        '    @82784 "TOUCHE" "Err 01" J1 SON F',
        "  to see it again: banquier run x.keys",
    ]
    assert as_data(failure, "banquier run x.keys") == {
        "file": "x.keys", "line": 5, "chain": [], "tick": 86625, "frame": 169, "ms": 2643.585,
        "expected": "cash 1 7", "obtained": "cash 1 150000",
        "glass": {"text": "TOUCHE", "value": "Err 01", "icons": ["F", "J1", "SON"]},
        "edges": [list(edge) for edge in failure.edges],
        "displays": [[tick, *shown] for tick, shown in failure.displays],
        "command": "banquier run x.keys",
    }  # fmt: skip


def test_the_report_of_a_failure_about_the_glass_draws_both() -> None:
    failure = play("start", 'expect "J2 LANCEZ" within 1f').failure
    assert failure is not None
    lines = report(failure, "")
    icons = frozenset({"J1", "SON", "F"})
    wanted, found = (draw(GlassText(text, "150.000", icons, 0, ()))
                     for text in ("J2 LANCEZ", "J1 LANCEZ"))  # fmt: skip
    assert lines[2 : lines.index("  the last key edges:")] == [
        *("  expected:", *(f"    {line}".rstrip() for line in wanted)),
        *("  obtained:", *(f"    {line}".rstrip() for line in found)),
        "          ^",
        "  segments that differ: A2.a A2.c A2.d A2.e A2.g A2.h",
    ]


# -- jumping and stepping


def test_a_failure_before_any_key_says_that_there_were_none() -> None:
    failure = play('expect "J9 LANCEZ" within 1s').failure
    assert failure is not None
    told = "\n".join(report(failure, ""))
    assert "the last key edges:\n    none" in told


# -- what cannot be played


def test_a_fault_of_the_program_is_distinguished_from_one_of_the_script() -> None:
    script = parse("banquier 1\nstart\n", "x.keys")

    def make(*_: object) -> Unit:
        raise ZeroDivisionError("unexpected")

    outcome = runner.play(script, make)
    assert outcome.status == runner.BROKEN
    assert outcome.sentence == "ZeroDivisionError: unexpected"
    assert isinstance(outcome.fault, ZeroDivisionError)


def test_a_game_that_cannot_be_taken_up_is_a_mistake_of_the_save() -> None:
    line = '@9 resume 1 0123456789abcdef 0123456789abcdef {"game":7}'
    script = parse(f"banquier 1\n{line}\n", "x.keys")
    outcome = runner.play(script, lambda *_: Unit(editions(), seed=1))
    assert outcome.status == runner.WRONG
    assert outcome.sentence.startswith("x.keys:2: the game cannot be taken up again: ")
