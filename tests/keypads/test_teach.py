"""`banquier keypad teach` at a simulated board, in files, and in the settings."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import banquier.cli.main as banquier
from banquier.cli.keypad_teach import DONE, FAILED, teach, write_pad
from banquier.panel.settings import FILE, read
from banquier.paths import folders
from banquier.play.key_queue import KeyQueue
from banquier.play.keypad import press as press_key
from hardware.keypads.facts import Counters
from hardware.keypads.lesson import Lesson
from hardware.keypads.pad import Pad
from hardware.keypads.port import PortFacts, PortTrouble, chosen_port, open_port
from hardware.keypads.session import Session
from hardware.keypads.teacher import BASE
from keypad.keys import PAD_LEGENDS
from tests.keypads.building import compile_habit
from tests.keypads.rig import Rig
from tests.keypads.shapes import SHAPES, lesson_of
from tests.keypads.test_commands import Page
from tests.keypads.test_game_by_sixteen_keys import GAME
from tests.keypads.watched_game import Watched, a_script
from tests.keypads.wires import Terminal

ORDINARY = "123A456B789C*0#D"
PLACES = dict(zip(PAD_LEGENDS.values(), range(16), strict=True))
PAD = Pad({"KEY 5": "5"}, True, 4_800, 200, False, ("KEY … UP",))


def settings() -> Path:
    return Path(folders()["configuration"]) / FILE


def press(rig: Rig, key: str) -> None:
    row, col = divmod(PLACES[key], 4)
    rig.tell(f"d {row} {col + 4} 8", "wait 90", f"u {row} {col + 4} 8", "wait 90")


class Presser:
    """Presses on the rig what it is asked for; keys outside the pad are skipped by waiting."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig

    def __call__(self, text: str) -> None:
        asked = re.match(r"(?:To prove it: )?(?:p|P|H)(?:ress|old) (\S+?)(?: |\.|,)", text)
        if asked and asked[1] in PLACES:
            press(self.rig, asked[1])


def test_a_board_that_prints_json_is_taught_and_plays_a_whole_game(
    make_rig: Callable[..., Rig], programs: Path, home: Path, tmp_path: Path
) -> None:
    """At 57 600 baud, which is not guessed; the game's roll is that of the script."""
    rig = make_rig(compile_habit(programs, "JSON", "QUIET", 57_600, ORDINARY))
    rig.hold()
    settings().parent.mkdir(parents=True)
    settings().write_text(
        '# mine\nmute = true\n[pad]\nE = "OK"  # old\n[keys]\nw = "OK"\n', "utf-8"
    )
    out, err = Page(Presser(rig)), Page()
    saved = tmp_path / "un été.lesson"
    assert teach(rig.port, str(saved), out, err, patience=5) == DONE, err.getvalue()
    assert "16 keys are learned" in out.lines[-1]
    assert "no text at 115200 baud" in err.getvalue()
    found = read(settings())
    assert found.mute and found.keys == {"w": "OK"}
    assert found.pad.speed == 57_600 and found.pad.only
    assert found.pad.legends['{"key":"#"}'] == "OK"
    assert '# [pad]\n# E = "OK"  # old\n' in settings().read_text("utf-8")

    written = settings().read_bytes()
    settings().unlink()
    assert banquier.main(["keypad", "teach", str(saved)]) == 0
    assert read(settings()).pad == found.pad
    settings().write_bytes(written)

    check_whole_game(rig, found.pad)


def check_whole_game(rig: Rig, pad: Pad) -> None:
    """Every key of the game through sketch, wire and reader, in the board's own time: the same
    displays at the same ticks, and the same roll."""
    made = a_script(GAME)
    again = Watched(made.header)
    unit, keys = again.unit, KeyQueue(again.unit)
    rig.tell("patient 1")
    port = open_port(rig.port, pad.speed)
    session, now, heard = Session(Counters(), 0, pad=pad), 0, rig.stats()["written"]
    for edge in made.edges:
        unit.run(edge.tick)
        if edge.down:
            press(rig, edge.key)
            heard, before = rig.stats()["written"], heard
            data = b""
            while len(data) < heard - before:
                data += port.read()
            now += 180
            session.hear(data, now)
            session.tick(now + 60)
            for event in session.events:
                press_key(keys, event, "sketch")
            session.events.clear()
        keys.move()
    port.close()
    unit.run(made.watched.unit.tick)
    assert again.displays == made.watched.displays
    assert unit.firmware.session.current_game.winner == 1


def test_a_board_of_ours_needs_no_lesson(rig: Rig) -> None:
    out, err = Page(), Page()
    assert teach(rig.port, "", out, err) == DONE
    assert out.lines == ["This board runs the firmware of this project: there is nothing to teach."]
    assert not settings().exists()


def test_a_port_from_which_nothing_comes_is_said(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.keypads.teacher.START_MS", 100)
    out, err = Page(), Page()
    assert teach(terminal.name, "", out, err, patience=0.05) == FAILED
    assert err.lines[-1] == "This board cannot be learned. Nothing came when keys were pressed."
    assert not settings().exists()


def test_a_saved_lesson_that_cannot_serve_is_refused_with_its_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sum_ = next(shape for shape in SHAPES if shape.name == "the same line for every key")
    lesson_of(sum_).save(tmp_path / "lesson")
    assert banquier.main(["keypad", "teach", str(tmp_path / "lesson")]) == 1
    assert "Every key sends the same line" in capsys.readouterr().err
    (tmp_path / "lesson").write_text("nonsense", encoding="utf-8")
    assert banquier.main(["keypad", "teach", str(tmp_path / "lesson")]) == 2
    assert "no file of banquier keypad teach" in capsys.readouterr().err


@pytest.mark.parametrize(
    "text",
    [
        "",
        "mute = true",
        '[keys]\nw = "OK"\n',
        "[pad]\nspeed = 4800\n",
        '[ pad ] # mine\r\n"[x]" = "5"\r\n\r\n[keys]\r\nw = "OK"\r\n',
    ],
)
def test_what_the_player_wrote_into_the_settings_stays(tmp_path: Path, text: str) -> None:
    path = tmp_path / FILE
    path.write_bytes(text.encode())
    before = read(path)
    for _ in range(2):
        write_pad(path, PAD)
        after = read(path)
        assert after.pad == PAD
        assert (after.keys, after.mute) == (before.keys, before.mute)
    kept = path.read_bytes().decode().replace("# ", "")
    assert all(line in kept for line in text.replace("# ", "").splitlines())


@pytest.mark.parametrize("text", ['pad = {E = "OK"}\n', 'pad.E = "OK"\n'])
def test_a_pad_that_is_written_otherwise_is_left_alone_and_the_table_is_shown(
    tmp_path: Path, text: str
) -> None:
    path = tmp_path / FILE
    path.write_text(text, "utf-8")
    with pytest.raises(ValueError, match="put this into it") as refusal:
        write_pad(path, PAD)
    assert '"KEY 5" = "5"' in str(refusal.value)
    assert path.read_text("utf-8") == text


def test_a_damaged_settings_file_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / FILE
    path.write_text("speed = [", "utf-8")
    with pytest.raises(ValueError, match="is not TOML"):
        write_pad(path, PAD)
    assert path.read_text("utf-8") == "speed = ["


def test_all_base_keys_are_asked_for_in_an_order_that_does_not_only_grow() -> None:
    assert sorted(BASE) == sorted(PAD_LEGENDS.values())
    digits = [key for key in BASE if key.isdigit()]
    assert digits != sorted(digits)


def test_the_only_port_is_taken_by_itself() -> None:
    uno = PortFacts("/dev/ttyACM0", "Uno", 0x2341, 0x43, "A1")
    nano = PortFacts("/dev/ttyUSB0", "Nano", 0x1A86, 0x7523, None)
    old = PortFacts("/dev/ttyS0", "n/a", None, None, None)
    assert chosen_port("/dev/ttyUSB7", lambda: [uno]) == "/dev/ttyUSB7"
    assert chosen_port("auto", lambda: [old, uno]) == "/dev/ttyACM0"
    assert chosen_port("", lambda: [old]) == "/dev/ttyS0"
    with pytest.raises(PortTrouble, match="No serial port"):
        chosen_port("auto", list)
    with pytest.raises(PortTrouble, match="ttyACM0, /dev/ttyUSB0"):
        chosen_port("auto", lambda: [uno, nano])


def test_a_lesson_that_was_broken_off_is_kept_as_far_as_it_came(tmp_path: Path) -> None:
    lesson = lesson_of(SHAPES[0])
    lesson.samples = lesson.samples[:3]
    lesson.save(tmp_path / "lesson")
    assert len(Lesson.load(tmp_path / "lesson").learn().legends) == 2
