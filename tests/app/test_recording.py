"""Recordings: absolute times, and the same result at each replay."""

from pathlib import Path
from time import monotonic

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banquier.cli.commands.replay import speed_of, tell_lines
from banquier.cli.script_outputs import Trace
from banquier.editions.edition_file import editions, starting_point
from banquier.saves.games import SaveInMemory
from banquier.saves.recorder import record
from banquier.saves.save_file import SaveFile
from banquier.saves.save_format import scan
from banquier.saves.saved_game import SavedGame
from banquier.script import events
from banquier.script.errors import ScriptError
from banquier.script.header import Header, unit_for
from banquier.script.language import parse
from banquier.script.playback import Playback, Until, parse_until
from banquier.script.player import Player, Script
from datasheet.glass import Shown
from firmware_sim.texts import VERSION
from hardware import unit_state
from hardware.crystal import SECOND
from hardware.unit import Unit
from hardware.unit_inputs import name_players
from keypad.keys import NAMES
from tests.support.games_played import facts

GAME = """\
banquier 1
players 3
seed 7
bounce worn
start
press DES FIN OK DES CARTE OK FIN
set cash 1 900
set mortgaged 6 yes
press F hold 1200ms
press C C
battery 2.4V ; wait 1s ; battery 3V
press DES FIN
power off ; wait 1s ; power on
wait 3s ; press OK
wait 2s
"""

Seen = tuple[list[tuple[int, Shown]], list[tuple[int, str]], str]


def script(text: str, name: str = "x.keys") -> Script:
    return parse(text, name)


def recorded(text: str, *, telling: bool = False) -> tuple[str, Unit, list[tuple[int, Shown]]]:
    """The recording of a script, the unit after it, and all it showed."""
    played = script(text)
    unit = unit_for(played.header)
    shown: list[tuple[int, Shown]] = []
    unit.on_display.append(lambda tick, now: shown.append((tick, now)))
    recorder = record(unit, played.header, SaveInMemory("rec.keys"))
    if telling:
        unit.observers.append(Trace(unit, recorder.file))
    assert Player(unit, played).play() is None
    return recorder.file.content.decode(), unit, shown


def recording(text: str) -> events.Recording:
    return events.parse_recording(text, "rec.keys") or events.Recording("", script(text).header, [])


def playback(text: str, *, stepped: bool = False, stop: Until | None = None) -> Playback:
    found = recording(text)
    return Playback(lambda: unit_for(found.header, stepped=stepped), found, stop=stop)


def again(text: str, *, stepped: bool = False, until: int = -1) -> tuple[Playback, Seen]:
    """Replay a recording: its result, displays, beeps and digest."""
    played = playback(text, stepped=stepped, stop=Until(tick=until))
    unit = played.unit
    shown: list[tuple[int, Shown]] = []
    unit.on_display.append(lambda tick, now: shown.append((tick, now)))
    played.play()
    return played, (shown, list(unit.beeper.beeps_since(0)), unit_state.digest(unit))


def test_the_recording_of_a_replay_is_the_same_recording() -> None:
    text, _, _ = recorded(GAME)
    assert recorded(text)[0] == text


def test_a_trace_is_the_recording_with_displays_beeps_and_roll() -> None:
    text, _, _ = recorded(GAME)
    traced, _, shown = recorded(GAME, telling=True)
    lines = traced.splitlines()
    assert [line for line in lines if not line.startswith("# ")] == text.splitlines()
    displays = [line for line in lines if line.startswith("# @") and '"' in line.split()[2]]
    assert len(displays) == len(shown) + 1
    assert all(line[3:].split()[0].isdecimal() for line in lines if line.startswith("#"))
    assert any("beep key" in line for line in lines)
    assert any(" roll 1  J1 DES" in line for line in lines)


def test_each_thing_that_is_done_to_a_unit_is_a_line() -> None:
    unit = Unit(editions(), seed=1)
    file = record(unit, Header(), SaveInMemory()).file
    name_players(unit, {2: "Bob"})
    unit.memory_failed()
    unit.press("7")
    unit.press("F")
    unit.run(3000)
    unit.release("7")
    unit.release_all()
    unit.release_all()
    lines = [line for line in file.content.decode().splitlines() if line.startswith("@")]
    assert lines == [
        *('@0 names "" "Bob"', "@0 memory fails"),
        *("@0 down 7", "@0 down F", "@3000 up 7", "@3000 up F"),
    ]


def test_the_header_of_a_recording_has_what_no_key_tells() -> None:
    lines = ["edition deska", "players 3", "speed-die yes", "seed 0", 'names "Anne" "" "Zoé"']
    text, _, _ = recorded("\n".join(["banquier 1", *lines, "bounce worn", ""]))
    assert text.splitlines() == [
        "banquier 1", "seed 0", "bounce worn", f"firmware {VERSION}", 'names "Anne" "" "Zoé"',
    ]  # fmt: skip


def test_the_path_of_an_edition_is_relative_to_the_recording(tmp_path: Path) -> None:
    (tmp_path / "my games").mkdir()
    own = tmp_path / "my games" / "own.toml"
    own.write_text(starting_point(), encoding="utf-8")
    edition = 'edition "own.toml" with hotel_sales = ["lot", "swap"]'
    played = script(f"banquier 1\n{edition}\nstart\n", str(own.parent / "x.keys"))
    path = str(tmp_path / "rec.keys")
    unit = unit_for(played.header)
    file = record(unit, played.header, SaveFile(path)).file
    text = file.content.decode()
    assert 'edition "my games/own.toml" with hotel_sales = ["lot", "swap"]\n' in text
    found = script(text, path).header
    assert found.edition == played.header.edition == str(own)
    Player(unit, played).play()
    assert unit.said.text == "J1 LANCEZ"
    assert unit.game is not None and unit.game.edition.hotel_sales == ("lot", "swap")
    saved = SavedGame(path, scan(file.content))
    for game in (saved.game_after(), saved.unit_at(0).game):
        assert game is not None and game.edition.hotel_sales == ("lot", "swap")
    played.header.edition = 'o"dd.toml'
    with pytest.raises(ScriptError, match="cannot name the edition"):
        record(unit, played.header, SaveFile(path))


def test_a_recording_is_a_save_of_all_its_games() -> None:
    game = "start\npress DES FIN"
    text, unit, _ = recorded(f"banquier 1\nseed 42\n{game} OK DES FIN\n{game}\n")
    saved = SavedGame("rec.keys", scan(text.encode()))
    assert saved.found.sound and saved.found.playable
    assert [point.text for point in saved.points] == [
        line.text for line in unit.roll
    ]  # of the last
    assert facts(saved.unit_at(len(saved.points) - 1)) == facts(unit)
    assert again(text)[0].failure is None


Hold = st.tuples(st.sampled_from(NAMES), st.integers(1, 5000), st.integers(0, 5000))


@given(st.lists(Hold, max_size=25), st.sampled_from(["none", "new", "worn"]))
@settings(max_examples=20)
def test_any_recorded_keys_are_the_same_keys_when_replayed(
    holds: list[tuple[str, int, int]], bounce: str
) -> None:
    lines = [f"down {key} ; wait {down}t ; up {key} ; wait {up}t" for key, down, up in holds]
    text, unit, shown = recorded("\n".join(["banquier 1", "seed 5", f"bounce {bounce}", *lines]))
    played, seen = again(text, until=unit.tick)
    assert played.failure is None
    assert seen == (shown, list(unit.beeper.beeps_since(0)), unit_state.digest(unit))


# -- playing a part


def test_a_place_to_stop_is_an_operation_a_tick_or_a_time_and_a_speed_a_number() -> None:
    stops = [parse_until(word) for word in ("40", "@7", "2s")]
    assert stops == [Until(40), Until(tick=7), Until(tick=2 * SECOND)]
    assert [speed_of(word) for word in ("2.5", ".5", "max")] == [2.5, 0.5, 0]


def test_a_speed_of_a_hundred_takes_a_hundredth_of_the_time() -> None:
    began = monotonic()
    tell_lines(playback("banquier 1\n", stop=Until(tick=20 * SECOND)), 100, lambda line: None)
    assert 0.2 <= monotonic() - began < 15
