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


def play(*lines: str, name: str = "x.keys") -> Played:
    script = parse("\n".join(["banquier 1", *lines]), name)
    unit = unit_for(script.header)
    player = Player(unit, script)
    return Played(unit, player, player.play())


def holds(*lines: str) -> Unit:
    played = play(*lines)
    assert played.failure is None, report(played.failure, "")
    return played.unit


def test_absolute_times_wait_for_their_tick() -> None:
    played = play("@100 down 7", "@5000 up 7 ; wait 0t", "@6000 wait 1f")
    assert [edge[0] for edge in played.player.edges] == [100, 5000]
    assert played.unit.tick == 6000 + FRAME
    assert play("wait 1f", "@9").why == "to be at tick 9 at most / it is tick 512 already"
    assert play("@0 down 7 ; wait 0t").failure is None


# -- what cannot be played


@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        ("seed 3 ; game short\nstart", "2: {} never asks for game short: it has one answer"),
        ("seed 3\nspeed-die yes\nfirst 2\nstart", "3: {} never asks for speed-die yes: it has one"
         " answer\nx.keys:4: {} never asks for first 2: it has one answer"),
        ("edition deska ; first 1\nstart", "2: {} never asks for first 1: it has one answer"),
        ("edition merveilles ; players 7\nstart",
         "2: {} does not take players 7: it shows TROP GRAND"),
        ("edition deska ; game timed\nstart",
         "2: {} does not take game timed: it shows NORMALE RAPIDE alone"),
        ("edition own.toml\nstart", "3: {} does not take players 4: it shows TROP GRAND"),
        ("start\npress DES\nset cash 1 7", "4: the debug port cannot set cash:"
         " nothing can be set unless LANCEZ waits"),
        ("set cash 1 7", "2: the debug port cannot set cash: no game is being played"),
        ("start\nset visited 1 5",
         "3: the debug port cannot set visited: no passport has a place for square 5"),
    ],
)  # fmt: skip
def test_what_the_unit_does_not_take_is_an_error_of_the_script(
    script: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    own = starting_point().replace("players = [2, 8] ", "players = [2, 3] ")
    Path("own.toml").write_text(own, encoding="utf-8")
    with pytest.raises(ScriptError) as caught:
        play(script)
    assert str(caught.value) == f"x.keys:{sentence}".format(*["the set-up of this edition"] * 2)


def test_a_game_that_cannot_be_taken_up_is_a_mistake_of_the_save() -> None:
    line = '@9 resume 1 0123456789abcdef 0123456789abcdef {"game":7}'
    script = parse(f"banquier 1\n{line}\n", "x.keys")
    outcome = runner.play(script, lambda *_: Unit(editions(), seed=1))
    assert outcome.status == runner.WRONG
    assert outcome.sentence.startswith("x.keys:2: the game cannot be taken up again: ")


# -- expectations


def test_an_expectation_that_holds_takes_no_time() -> None:
    start = holds("start")
    line = start.roll[-1]
    after = holds(
        *("start", 'expect "J1 LANCEZ"', 'expect "J* L*Z" 150.000', 'expect "J1 LANCEZ" 15*'),
        *("expect icons +J1 +SON -PRET", "expect icons = J1 SON F", "expect no error"),
        *("expect icons +J1 +SON +F", "expect cash 0 -600000", "expect turn 1"),
        *(f'expect roll "{form}"' for form in (line.text, f"{line.turn} {line.text}", line)),
    )
    assert after.tick == start.tick
    assert holds("expect never error during 2s").tick == 2 * SECOND
    assert holds('expect never "REPRISE ?" during 100f').tick == 100 * FRAME


@pytest.mark.parametrize(
    "lines",
    [
        'press OK ; expect error 1 ; expect "TOUCHE" "Err 01" ; expect no error',
        "down 7 ; wait 80ms ; up 7 ; expect beep key within 1f ; expect beep error",
        # Row A is right all the time, with another row B.
        'expect never "J1 LANCEZ" 1.000 during 1s',
        # The glass shows parts of row A.
        'set next-dice 6 6 ; press DES ; expect "COMPAGNIE DE DISTRIBUTION D\'ELECTRICITE"',
    ],
)
def test_an_expectation_waits_until_it_holds(lines: str) -> None:
    holds("start", lines)


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
        ("expect icons = J1", "the icons J1 / F is lit, SON is lit"),
        ("expect error 14", "error 14 / no error"),
        ("expect beep tune sale", "the beep sale since the last step / "),
        ('expect "J*" "1234567*8**"', '"J*" 1234567*8** / "J1 LANCEZ" 150.000'),
        ("expect cash 1 7", "cash 1 7 / cash 1 150000"),
        ("expect mortgaged 6 yes", "mortgaged 6 yes / mortgaged 6 no"),
        ("expect cash 5 7", "cash 5 7 / there is no player 5"),
        ("expect free-card 1 chance", "free-card 1 chance / free-card 1 nothing"),
        ('expect roll "*ACHAT"', '"*ACHAT" as the newest line of the roll / "1  J1 COMMENCE'),
    ],
)  # fmt: skip
def test_an_expectation_fails_with_what_was_obtained_when_its_time_is_over(
    line: str, why: str
) -> None:
    played = play("start", "wait 0t", f"{line} within 3f")
    assert played.why.startswith(why)
    assert played.unit.tick == holds("start").tick + 3 * FRAME
    assert played.failure and report(played.failure, "")  # whatever it is, it can be drawn


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("expect never error during 1s ; press OK ; expect never error during 1s",
         "no error during 32768 ticks / error 1"),
        ('expect never "J1 LANCEZ" 150.000 during 1s',
         'never "J1 LANCEZ" 150.000 during 32768 ticks / "J1 LANCEZ" 150.000'),
        ('expect never "J1*" during 1s',
         'never "J1*" during 32768 ticks / "J1 LANCEZ" 150.000'),
        ('set next-dice 6 6 ; press DES ; expect "COMPAGNIE DE" within 9s',
         '"COMPAGNIE DE" / "COMPAGNIE DE DISTRIBUTION'),
        ("@5000000 state 1 0123456789abcdef",
         "operation 1 with digest 0123456789abcdef / operation 1 with digest "),
    ],
)  # fmt: skip
def test_an_expectation_fails_for_what_happened(line: str, why: str) -> None:
    assert play("start", line).why.startswith(why)


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
    before_any_key = play('expect "J9 LANCEZ" within 1s').failure
    assert before_any_key
    assert "the last key edges:\n    none" in "\n".join(report(before_any_key, ""))
