"""The replay cursor: slices of any length, forwards and back, to the end."""

import re
from pathlib import Path
from typing import Any

import pytest

from banquier.saves.recorded_game import RecordedGame
from banquier.saves.recording_file import recording_of
from banquier.saves.save_folder import SaveFolder
from banquier.script.events import Recording, parse_recording
from banquier.script.header import Header, unit_for
from banquier.script.playback import Playback, Until
from banquier.trouble import Trouble
from datasheet.ticks import NEVER
from display.lcd import FRAME
from hardware.unit import Unit
from tests.support.games_played import evening, facts


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """One game in two sessions."""
    path = tmp_path / "game.keys"
    evening(path, "players 3", operations=30, pace=20_000)
    evening(path, operations=10, seed=2, pace=20_000)
    return path


def replay_of(path: Path, **how: Any) -> RecordedGame:
    return RecordedGame(recording_of(str(path))[0], SaveFolder.from_path(str(path)), **how)


def cursor_of(path: Path, stop: Until | None = None) -> Playback:
    return replay_of(path, stop=stop).cursor


@pytest.mark.parametrize("number", [20, 38])
def test_after_going_back_what_differs_is_still_found(save: Path, number: int) -> None:
    """The game shows it on the first evening, the digest from the second on."""
    recording = recording_of(str(save))[0]
    at = next(n for n, event in enumerate(recording.events)
              if event.verb == "state" and event.facts[0] == number)  # fmt: skip
    for record, digest in (('"passages":[9', ""), ("", "0" * 16)):
        event = recording.events[at]
        changed = event._replace(
            record=event.record.replace('"passages":[0', record or '"passages":[0'),
            facts=(number, digest or event.facts[1]),
        )
        events = [*recording.events[:at], changed, *recording.events[at + 1 :]]
        cursor = Playback(lambda: unit_for(recording.header), recording._replace(events=events))
        cursor.go_to(15)
        cursor.go_to(10)
        found = cursor.play()
        seen = digest if number == 38 else record
        assert (found is not None) is cursor.differs is bool(seen)


def test_a_replay_goes_to_each_of_its_operations_and_stays_there(save: Path) -> None:
    """Operations are listed before they are played; the glass shows each."""
    replay = replay_of(save)
    cursor, moments = replay.cursor, replay.moments
    assert [moment.number for moment in moments] == list(range(1, 42))
    for number in range(42):
        cursor.go_to(number)
        assert cursor.unit.glass() == cursor.unit.lcd.memory, number
        if number:
            cursor.run(cursor.unit.tick + 100)
            tick = cursor.unit.tick
            cursor.go_to(number)
            assert cursor.unit.tick == tick
    assert [moment.text for moment in moments] == [line.text for line in cursor.unit.roll]
    cursor.run(NEVER - 1)
    assert cursor.over and cursor.unit.glass() == cursor.unit.lcd.memory


def text_cursor(text: str, stop: Until | None = None) -> Playback:
    found = parse_recording(f"banquier 1\nseed 1\n{text}", "x.keys") or Recording("", Header(), [])
    return Playback(lambda: unit_for(found.header), found, stop=stop)


def test_a_replay_ends_with_the_last_notice_or_at_its_stop() -> None:
    keys = "@70000 down DES\n@72048 up DES\n"  # error 1
    ends = {None: 119_905 + FRAME, 90_000: 90_000, 71_000: 71_000, 0: 0}
    for tick, end in ends.items():
        cursor = text_cursor(keys, None if tick is None else Until(tick=tick))
        while not cursor.over:
            cursor.run(cursor.next_event())
        assert cursor.unit.tick == end
        assert cursor.next_event() == NEVER
    cursor = text_cursor(keys, Until(tick=90_000))
    cursor.run(72_048)
    assert (cursor.over, cursor.next_event()) == (False, 90_000)


def test_the_cursor_goes_back_to_the_beginning_and_beyond_the_end() -> None:
    cursor = text_cursor("@5000 down OK\n@7000 up OK\n")
    cursor.run(6000)
    cursor.go_to(0)
    assert (cursor.unit.tick, cursor.held) == (0, frozenset())
    cursor.go_to(1)  # there is none
    assert cursor.over


def test_a_step_that_cannot_be_done_ends_the_replay() -> None:
    cursor = text_cursor("@5000 set cash 1 7\n@9000 down OK\n")
    assert not cursor.differs
    cursor.run(NEVER)
    sentence = "x.keys:3: the debug port cannot set cash: no game is being played"
    assert cursor.trouble == sentence and cursor.differs
    assert cursor.over and not cursor.held


@pytest.mark.parametrize(
    ("text", "recording"),
    [("@5 down 7", True), ("@5 names \"Anne\"", True), ("@5 expect \"*\"", False),
     ("@5 wait 0t", False), ("@5 press 7", False), ("@5 down 7\nstart", False),
     ("@5 down 7\n@4 up 7", False), ("@5 down 7 ; up 7", False), ("@5 set cash 1 7", True),
     ("@5 set cash 9 7", False), ("@5 set mortgaged 6 yes", True), ("@5 power up", False)],
)  # fmt: skip
def test_a_recording_has_no_expectations_and_no_keys_without_a_time(
    text: str, recording: bool
) -> None:
    assert (parse_recording(f"banquier 1\n{text}", "x.keys") is not None) is recording


def watched(replay: RecordedGame) -> Unit:
    assert isinstance(replay.cursor.unit, Unit)
    return replay.cursor.unit


# -- the saved replay


def test_a_save_may_be_watched_up_to_an_operation_and_from_its_own_folder(
    save: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(save.parent)
    replay = replay_of(Path(save.name), stop=Until(operation=5))
    assert [moment.number for moment in replay.moments] == [1, 2, 3, 4, 5]
    assert [moment.turn for moment in replay.moments][-1] >= 1
    replay.cursor.go_to(1)
    opened = replay.go_on()
    assert facts(opened.unit)[1] == 1 and Path("game-from-1.keys").exists()
    opened.close()
    assert SaveFolder(".").paths() == ["./game-from-1.keys", "./game.keys"]
    nothing = replay_of(Path(save.name), stop=Until(tick=0))
    assert nothing.moments == []


def test_a_unit_to_look_around_has_names_and_no_key_down(save: Path) -> None:
    text = save.read_text(encoding="utf-8").replace("seed 42\n", 'seed 42\nnames "Anne"\n')
    save.write_text(text, encoding="utf-8")
    found = parse_recording(text, str(save))
    assert found
    for stepped in (False, True):
        replay = RecordedGame(found, stepped=stepped)
        replay.cursor.run(replay.cursor.next_event())
        assert replay.cursor.held
        unit = replay.unit_here()
        assert unit.names == {1: "Anne"} and unit.stepped is stepped
        assert unit.tick == replay.cursor.unit.tick
        assert replay.cursor.unit.matrix.held_codes() and not unit.matrix.held_codes()


@pytest.mark.parametrize("recorded", [False, True])
def test_a_script_is_watched_and_played_on_and_so_is_a_recording_of_1_2(
    tmp_path: Path, recorded: bool
) -> None:
    path = tmp_path / "opening.keys"
    text = 'banquier 1\nplayers 3\nseed 4\nstart\npress DES ; wait 3s\nexpect "*"\npress FIN\n'
    path.write_text(text, encoding="utf-8")
    if recorded:
        made = recording_of(str(path))[0].text
        path.write_text(re.sub(r"( state \d+ \w+) .*", r"\1", made), encoding="utf-8")
    replay = replay_of(path)
    replay.cursor.run(NEVER - 1)
    assert replay.cursor.failure is None and not replay.cursor.unit.stepped
    last = replay.cursor.last_operation
    assert last == replay.cursor.unit.operations > 1
    assert [moment.number for moment in replay.moments] == list(range(1, last + 1))
    assert [moment.text for moment in replay.moments] == [
        line.text for line in replay.cursor.unit.roll
    ]
    opened = replay.go_on()
    assert facts(opened.unit) == facts(watched(replay))
    assert Path(opened.path).name == f"opening-from-{opened.unit.operations}.keys"
    opened.close()


def test_a_script_without_a_game_is_watched(tmp_path: Path) -> None:
    path = tmp_path / "keys.keys"
    path.write_text("banquier 1\npress OK\n", encoding="utf-8")
    replay = replay_of(path)
    replay.cursor.run(NEVER - 1)
    assert replay.cursor.unit.said.text == "JOUEURS" and replay.moments == []
    with pytest.raises(Trouble, match="nothing has been played yet"):
        replay.go_on()
