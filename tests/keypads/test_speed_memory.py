"""The speed of a plain board, remembered in a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.keypads.facts import SPEED
from hardware.keypads.port import PortFacts
from hardware.keypads.speed_memory import BOARDS, SpeedMemory

NANO = PortFacts("/dev/ttyUSB0", "USB Serial", 0x1A86, 0x7523, None)
TWIN = NANO._replace(serial="A7")


def test_a_speed_is_found_again_by_another_process_under_another_name(tmp_path: Path) -> None:
    path = tmp_path / "new" / "speeds.json"
    SpeedMemory(path).keep(NANO, 9_600)
    again = SpeedMemory(path)
    assert again.of(NANO._replace(device="/dev/ttyUSB5")) == 9_600
    assert again.of(TWIN) == SPEED
    again.keep(NANO, 115_200)
    assert SpeedMemory(path).of(NANO) == 115_200
    again.keep(NANO, SPEED)
    assert SpeedMemory(path).of(NANO) == SPEED


def test_the_file_can_be_read_and_changed_by_hand(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "speeds.json"
    memory = SpeedMemory(path)
    memory.keep(NANO._replace(vid=1, pid=0xAB), 9_600)
    memory.keep(TWIN, 9_600)
    text = '{\n "0001:00ab:": 9600,\n "1a86:7523:A7": 9600\n}'
    assert path.read_text(encoding="utf-8") == text
    path.write_text(text.replace('A7": 9600', 'A7": 115200'), encoding="utf-8")
    assert SpeedMemory(path).of(TWIN) == 115_200


def test_a_port_without_identity_is_not_remembered(tmp_path: Path) -> None:
    path = tmp_path / "speeds.json"
    memory = SpeedMemory(path)
    for facts in (None, NANO._replace(vid=None), NANO._replace(pid=None)):
        memory.keep(facts, 9_600)
        assert memory.of(facts) == SPEED
    memory.keep(NANO, SPEED)  # the usual speed needs no file
    assert not path.exists()


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "7", '{"1a86:7523:": "fast"}', '{"1a86:7523:": 12345}', "\udcff"]
)
def test_a_damaged_file_is_no_speed_and_is_written_anew(tmp_path: Path, text: str) -> None:
    path = tmp_path / "speeds.json"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    memory = SpeedMemory(path)
    assert memory.of(NANO) == SPEED
    memory.keep(NANO, 9_600)
    assert SpeedMemory(path).of(NANO) == 9_600


def test_a_file_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    memory = SpeedMemory(tmp_path / "file" / "speeds.json")
    memory.keep(NANO, 9_600)
    assert memory.of(NANO) == 9_600


def test_the_oldest_board_is_dropped_first(tmp_path: Path) -> None:
    memory = SpeedMemory(tmp_path / "speeds.json")
    boards = [NANO._replace(serial=str(n)) for n in range(BOARDS + 1)]
    for board in boards:
        memory.keep(board, 9_600)
    assert memory.of(boards[0]) == SPEED
    assert {memory.of(board) for board in boards[1:]} == {9_600}
    memory.keep(boards[1], 115_200)  # the newest now
    memory.keep(boards[0], 9_600)
    assert (memory.of(boards[1]), memory.of(boards[2])) == (115_200, SPEED)
    assert SpeedMemory(memory.path).of(boards[1]) == 115_200
