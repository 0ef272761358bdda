"""Recordings: absolute times, and the same result at each replay."""

from __future__ import annotations

import io
from itertools import pairwise
from pathlib import Path
from time import monotonic

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banquier.editions.edition_file import editions, starting_point
from banquier.script import events
from banquier.script.errors import ScriptError
from banquier.script.header import Header
from banquier.script.language import Script, parse
from banquier.script.playback import Playback, Until, until
from banquier.script.player import Player
from banquier.script.recording import Writer, record_into
from banquier.script.replay import Pace, pace, tell_lines
from banquier.script.runner import unit_for
from banquier.script.vocabulary import BadWord
from firmware_sim.glass import Shown
from firmware_sim.messages import VERSION
from hardware.crystal import SECOND
from hardware.unit import Unit
from keypad.keys import NAMES
from tests.support.games_played import evening

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
    stream = io.StringIO()
    writer = Writer(stream)
    writer.header(played.header, VERSION)
    recorder = record_into(unit, writer, telling=telling)
    assert Player(recorder, played).play() is None
    return stream.getvalue(), unit, shown


def recording(text: str) -> events.Recording:
    return events.recorded(text, "rec.keys") or events.Recording("", script(text).header, [])


def playback(text: str, *, stepped: bool = False, stop: Until | None = None) -> Playback:
    found = recording(text)
    return Playback(lambda: unit_for(found.header, stepped=stepped), found, stop=stop)


def again(
    text: str, *, stepped: bool = False, pace: Pace | None = None, until: int = -1
) -> tuple[Playback, Seen]:
    """Replay a recording: its result, displays, beeps and digest."""
    played = playback(text, stepped=stepped, stop=Until(tick=until))
    unit = played.unit
    shown: list[tuple[int, Shown]] = []
    unit.on_display.append(lambda tick, now: shown.append((tick, now)))
    if pace:
        tell_lines(played, pace, lambda line: None)
    played.play()
    return played, (shown, list(unit.beeps_since(0)), unit.digest())


def test_a_recording_is_a_script_with_absolute_times_and_a_state_after_every_operation() -> None:
    text, unit, _ = recorded("banquier 1\nseed 42\nstart\npress DES\n")
    lines = text.splitlines()
    assert lines[:3] == ["banquier 1", "seed 42", f"firmware {VERSION}"]
    assert all(line.startswith("@") for line in lines[3:])
    states = [event for event in recording(text).events if event.verb == "state"]
    assert [state.facts[0] for state in states] == list(range(1, unit.operations + 1))
    assert not any(state.record for state in states)  # those are of saves


def test_every_action_on_a_unit_is_recorded() -> None:
    text, _, _ = recorded(GAME)
    steps = [line.partition(" ")[2] for line in text.splitlines() if line.startswith("@")]
    for step in ("down OK", "up OK", "set cash 1 900", "set mortgaged 6 yes", "battery 2.400V",
                 "battery 3.000V", "power off", "power on"):  # fmt: skip
        assert step in steps


@pytest.mark.parametrize("stepped", [False, True])
def test_a_recording_gives_the_same_displays_beeps_and_digests_tick_for_tick(stepped: bool) -> None:
    text, unit, shown = recorded(GAME)
    played, seen = again(text, stepped=stepped, until=unit.tick)
    assert played.failure is None
    assert len(played.states) == unit.operations >= 8
    assert seen == (shown, list(unit.beeps_since(0)), unit.digest())


def test_recording_changes_nothing() -> None:
    _, unit, shown = recorded(GAME)
    played = script(GAME)
    alone = unit_for(played.header)
    bare: list[tuple[int, Shown]] = []
    alone.on_display.append(lambda tick, now: bare.append((tick, now)))
    Player(alone, played).play()
    assert (bare, alone.digest()) == (shown, unit.digest())


def test_the_recording_of_a_replay_is_the_same_recording() -> None:
    text, _, _ = recorded(GAME)
    assert recorded(text)[0] == text


def test_a_replay_in_real_time_takes_that_time_and_changes_nothing() -> None:
    text, unit, _ = recorded("banquier 1\nseed 1\npress OK 3 OK\n")
    began = monotonic()
    played, seen = again(text, pace=Pace(1))
    assert monotonic() - began >= (unit.tick - 2048) / SECOND
    assert played.failure is None
    assert seen == again(text, pace=Pace(0))[1] == again(text)[1]


def test_a_changed_key_shows_in_the_next_digest() -> None:
    text, _, _ = recorded("banquier 1\nseed 42\ndice keyed\nstart\npress 4 3 OK\n")
    played, _ = again(text.replace(" 4\n", " 5\n"))
    assert played.failure is not None
    assert played.failure.wanted.startswith("operation 2")


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


def test_every_line_is_flushed_before_the_next_event(tmp_path: Path) -> None:
    path = tmp_path / "rec.keys"
    with path.open("w", encoding="utf-8") as file:
        writer = Writer(file)
        writer.header(Header(), VERSION)
        recorder = record_into(Unit(editions(), seed=1), writer)
        for key in ("OK", "3"):
            recorder.press(key)
            assert path.read_text(encoding="utf-8").endswith(f"@{recorder.tick} down {key}\n")
            recorder.run(recorder.tick + 2048)
            recorder.release(key)
            assert path.read_text(encoding="utf-8").endswith(f"@{recorder.tick} up {key}\n")
            recorder.run(recorder.tick + 2048)


def test_names_and_a_failing_memory_are_recorded() -> None:
    stream = io.StringIO()
    recorder = record_into(Unit(editions(), seed=1), Writer(stream))
    recorder.name_players({2: "Bob"})
    recorder.memory_failed()
    assert stream.getvalue().splitlines() == ['@0 names "" "Bob"', "@0 memory fails"]
    assert recorder.names == {2: "Bob"}


def test_the_recording_of_a_save_takes_up_its_game_and_is_replayed(tmp_path: Path) -> None:
    path = tmp_path / "game.keys"
    evening(path, "players 2", operations=2)
    evening(path, operations=2)
    text, unit, _ = recorded(path.read_text(encoding="utf-8"))
    (taken_up,) = (event for event in recording(text).events if event.verb == "adopt")
    assert taken_up.facts[0] == 3 and " adopt 3 " in text
    assert again(text)[0].failure is None
    played = [line for line in text.splitlines() if " state " in line and "{" not in line]
    assert len(played) == unit.operations == 5


def test_the_header_of_a_recording_is_that_of_the_script(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = ["edition deska", "players 3", "speed-die yes", 'names "Anne" "" "Zoé"', "seed 0"]
    stream = io.StringIO()
    Writer(stream).header(script("\n".join(["banquier 1", *lines, ""])).header, "2.0")
    assert stream.getvalue().splitlines() == ["banquier 1", *lines, "firmware 2.0"]
    monkeypatch.chdir(tmp_path)
    stream = io.StringIO()
    own = script('banquier 1\nedition "own.toml"\n', str(tmp_path / "x.keys"))
    Writer(stream).header(own.header, "2.0")
    assert 'edition "own.toml"\n' in stream.getvalue()


def test_release_all_records_one_line_for_each_held_key() -> None:
    stream = io.StringIO()
    recorder = record_into(Unit(editions(), seed=1), Writer(stream))
    recorder.press("7")
    recorder.press("F")
    recorder.run(3000)
    recorder.release("7")
    recorder.release_all()
    recorder.release_all()
    lines = ["@0 down 7", "@0 down F", "@3000 up 7", "@3000 up F"]
    assert stream.getvalue().splitlines() == lines


def test_the_path_of_an_edition_is_relative_to_the_recording(tmp_path: Path) -> None:
    (tmp_path / "my games").mkdir()
    own = tmp_path / "my games" / "own.toml"
    own.write_text(starting_point(), encoding="utf-8")
    edition = 'edition "own.toml" with hotel_sales = ["lot", "swap"]'
    played = script(f"banquier 1\n{edition}\nstart\n", str(own.parent / "x.keys"))
    stream = io.StringIO()
    Writer(stream).header(played.header, VERSION, str(tmp_path))
    found = script(stream.getvalue(), str(tmp_path / "rec.keys")).header
    assert found.edition == played.header.edition == str(own)
    unit = unit_for(found)
    Player(unit, played).play()
    assert unit.said.text == "J1 LANCEZ"
    assert unit.game is not None and unit.game.edition.hotel_sales == ("lot", "swap")


Hold = st.tuples(st.sampled_from(NAMES), st.integers(1, 5000), st.integers(0, 5000))


@given(st.lists(Hold, max_size=25), st.sampled_from(["none", "new", "worn"]))
@settings(max_examples=40)
def test_any_recorded_keys_are_the_same_keys_when_replayed(
    holds: list[tuple[str, int, int]], bounce: str
) -> None:
    lines = [f"down {key} ; wait {down}t ; up {key} ; wait {up}t" for key, down, up in holds]
    text, unit, shown = recorded("\n".join(["banquier 1", "seed 5", f"bounce {bounce}", *lines]))
    played, seen = again(text, until=unit.tick)
    assert played.failure is None
    assert seen == (shown, list(unit.beeps_since(0)), unit.digest())


# -- playing a part


def test_a_replay_stops_after_an_operation_at_a_tick_or_at_a_time() -> None:
    text, _, _ = recorded("banquier 1\nseed 42\nstart\npress DES FIN\n")
    for stop, tick in ((until("@70000"), 70_000), (until("2s"), 2 * SECOND)):
        played = playback(text, stop=stop)
        assert played.play() is None
        assert played.unit.tick == tick
    played = playback(text, stop=until("1"))
    assert played.play() is None
    assert played.unit.operations == len(played.states) == 1
    with pytest.raises(ScriptError, match=r"^rec\.keys: no operation 99 was recorded$"):
        playback(text, stop=Until(operation=99))


@pytest.mark.parametrize(
    ("word", "stop"),
    [
        *(("0", Until(0)), ("40", Until(40)), (str(10**12), Until(10**12))),
        *(("@0", Until(-1, 0)), (f"@{10**15}", Until(-1, 10**15)), ("2s", Until(-1, 2 * SECOND))),
    ],
)
def test_a_place_to_stop_is_an_operation_a_tick_or_a_time(word: str, stop: Until) -> None:
    assert until(word) == stop


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("@", '"" is no number: a tick (0 to 1000000000000000) stands here'),
        ("@x", '"x" is no number: a tick (0 to 1000000000000000) stands here'),
        (f"@{10**15 + 1}", "is out of range: a tick is 0 to 1000000000000000"),
        (f"{10**12 + 1}", "is out of range: an operation is 0 to 1000000000000"),
        ("9" * 40, "is out of range: an operation is 0 to 1000000000000"),
        *((word, f'"{word}" is no place to stop: an operation (40), a tick (@123456) or a time'
           " (90s) stands here") for word in ("", "x", "-1", "1.5")),
    ],
)  # fmt: skip
def test_a_bad_place_to_stop_is_refused(word: str, sentence: str) -> None:
    with pytest.raises(BadWord) as caught:
        until(word)
    assert str(caught.value).endswith(sentence)


@pytest.mark.parametrize(
    ("word", "speed"),
    [("1", 1), ("2.5", 2.5), (".5", 0.5), ("0", 0), ("max", 0), ("1000", 1000), ("000000002", 2)],
)
def test_a_speed_is_a_number(word: str, speed: float) -> None:
    assert pace(word).speed == speed


@pytest.mark.parametrize(
    "word", ["", "fast", "-1", "1e9", "inf", "nan", "²", "1/2", "1.2.3", "0000000002"]
)
def test_a_bad_speed_is_refused(word: str) -> None:
    with pytest.raises(BadWord) as caught:
        pace(word)
    sentence = "is no speed: a number stands here, 0 or max for no limit"
    assert str(caught.value) == f'"{word}" {sentence}'


def test_a_pace_of_a_hundred_takes_a_hundredth_of_the_time() -> None:
    quick = Pace(100)
    quick.wait(20 * SECOND)
    assert 0.2 <= monotonic() - quick.began < 15


def test_a_replay_prints_each_change_of_the_glass_but_no_blinking() -> None:
    text, unit, shown = recorded("banquier 1\nseed 42\nwait 6s\nstart\nwait 5s\npower off\n")
    lines: list[str] = []
    tell_lines(playback(text, stop=Until(tick=unit.tick)), Pace(0), lines.append)
    assert lines[0].startswith('        2.930 ms  "█.█.█.█.')
    displays = [line.split("ms  ")[1] for line in lines]
    assert displays[-2:] == ['"J1 LANCEZ" "150.000" J1 SON F', '"" ""']
    assert '"BANQUIER 90" "1.2" SON' in displays
    assert all(before != after for before, after in pairwise(displays))
    assert len(displays) < len(shown)
