"""Opening ports, finding a board again, and one sentence for everything that can go wrong."""

from __future__ import annotations

import errno
import os
import pty
import shutil
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.serial.port import PortFacts, PortTrouble, explain, find_again, identity_of, open_port
from tests.support.paths import ROOT

UNO = PortFacts("/dev/ttyACM0", "Arduino Uno", 0x2341, 0x0043, "7543331")
NANO = PortFacts("/dev/ttyUSB0", "USB Serial", 0x1A86, 0x7523, None)


@pytest.fixture
def terminal() -> Iterator[str]:
    """A real pseudo-terminal with nobody at its other end."""
    master, slave = pty.openpty()
    name = os.ttyname(slave)
    os.close(slave)
    yield name
    os.close(master)


def sentence(port: str) -> str:
    with pytest.raises(PortTrouble) as trouble:
        open_port(port)
    return str(trouble.value)


# -- friendly sentences ---------------------------------------------------------------------------


def test_a_port_that_is_not_there_names_those_that_are() -> None:
    missing = FileNotFoundError(errno.ENOENT, "No such file or directory")
    text = explain("/dev/ttyACM7", missing, lambda: [UNO, NANO])
    assert text == "There is no port /dev/ttyACM7; found here: /dev/ttyACM0, /dev/ttyUSB0."
    text = explain("/dev/ttyACM7", missing, list)
    assert "no serial port at all" in text and "plugged in?" in text


def test_opening_a_port_that_is_not_there_says_so() -> None:
    assert sentence("/dev/ttyNONE").startswith("There is no port /dev/ttyNONE")


@pytest.mark.parametrize("kind", ["file", "folder"])
def test_what_is_no_serial_port_says_so(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "thing"
    path.mkdir() if kind == "folder" else path.write_text("hello", encoding="ascii")
    assert sentence(str(path)) == f"{path} is not a serial port."


def test_a_port_that_another_program_holds_says_so(terminal: str) -> None:
    first = open_port(terminal)
    try:
        assert "in use by another program" in sentence(terminal)
    finally:
        first.close()
    open_port(terminal).close()


@pytest.mark.parametrize("port", ["nonsense://x", "bluetooth://board"])
def test_an_address_of_an_unknown_kind_says_so(port: str) -> None:
    assert sentence(port) == f"{port} is neither a port nor an address that can be opened."


def test_an_address_where_nobody_answers_says_so() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound, and not listening
        port = f"socket://127.0.0.1:{taken.getsockname()[1]}"
        assert sentence(port).startswith(f"Nothing answers at {port}")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give rights away")
def test_a_port_without_permission_names_its_own_group_and_the_command(terminal: str) -> None:
    os.chmod(terminal, stat.S_IRUSR | stat.S_IWUSR)
    group = "uucp"  # not the one that every Debian port has
    shutil.chown(terminal, user="root", group=group)
    # A stranger may not look into this folder either, so the code is handed to it.
    code = (
        "import os, sys\n"
        f"sys.path[:0] = {[str(ROOT), *sys.path]!r}\n"
        "from hardware.serial.port import PortTrouble, open_port\n"
        "import serial, serial.tools.list_ports, grp\n"
        "os.setgroups([]); os.setgid(65534); os.setuid(65534)\n"
        "try:\n"
        f"    open_port({terminal!r})\n"
        "except PortTrouble as trouble:\n"
        "    print(trouble)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    assert f"belongs to the group {group}" in done.stdout, done.stderr
    assert f"sudo usermod -aG {group} $USER" in done.stdout


def test_every_trouble_is_one_sentence() -> None:
    for number in sorted(errno.errorcode):
        text = explain("/dev/ttyACM0", OSError(number, os.strerror(number)), list)
        assert text.endswith((".", "?")) and "\n" not in text and "Traceback" not in text


# -- finding the board again ----------------------------------------------------------------------


def test_a_board_is_found_again_under_another_name_by_what_it_is() -> None:
    back = UNO._replace(device="/dev/ttyACM3")
    assert find_again("/dev/ttyACM0", UNO, [NANO, back]) == "/dev/ttyACM3"


def test_another_board_in_its_place_is_left_alone() -> None:
    other = UNO._replace(serial="999")
    assert find_again("/dev/ttyACM0", UNO, [other, NANO]) is None


def test_two_chips_that_look_alike_are_no_answer() -> None:
    twins = [NANO._replace(device="/dev/ttyUSB1"), NANO._replace(device="/dev/ttyUSB2")]
    assert find_again("/dev/ttyUSB0", NANO, twins) is None
    assert find_again("/dev/ttyUSB0", NANO, twins[:1]) == "/dev/ttyUSB1"
    assert find_again("/dev/ttyUSB1", NANO, twins) == "/dev/ttyUSB1"


def test_a_port_without_identity_comes_back_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "port"
    assert find_again(str(path), None, []) is None
    path.touch()
    assert find_again(str(path), None, []) == str(path)
    assert find_again("socket://pi:4000", None, []) == "socket://pi:4000"


def test_a_port_named_by_a_link_is_known_by_what_it_points_to(tmp_path: Path) -> None:
    link, device = tmp_path / "by-id", tmp_path / "ttyACM0"
    device.touch()
    link.symlink_to(device)
    facts = UNO._replace(device=str(device))
    assert identity_of(str(link), [NANO, facts]) == facts
    assert identity_of(str(tmp_path / "other"), [facts]) is None
