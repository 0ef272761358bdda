"""Opening ports, finding a board again, and one sentence for everything that can go wrong."""

from __future__ import annotations

import contextlib
import errno
import os
import pty
import shutil
import socket
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from hardware.keypads.port import (
    PortFacts,
    PortTrouble,
    device_name,
    explain,
    find_again,
    identity_of,
    open_port,
    ports,
)
from tests.support.paths import ROOT

UNO = PortFacts("/dev/ttyACM0", "Arduino Uno", 0x2341, 0x0043, "7543331")
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give rights away")
NANO = PortFacts("/dev/ttyUSB0", "USB Serial", 0x1A86, 0x7523, None)


@pytest.fixture
def wire() -> Iterator[tuple[int, str]]:
    """A pseudo-terminal: its other end, and its name."""
    master, slave = pty.openpty()
    name = os.ttyname(slave)
    os.close(slave)
    yield master, name
    with contextlib.suppress(OSError):
        os.close(master)


@pytest.fixture
def terminal(wire: tuple[int, str]) -> str:
    return wire[1]


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


def test_an_address_without_a_listener_is_refused_in_a_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound, and not listening
        port = f"socket://127.0.0.1:{taken.getsockname()[1]}"
        assert sentence(port).startswith(f"Nothing answers at {port}")


def refused(terminal: str, mode: int, group: str) -> str:
    """What a user without rights is told of that port."""
    os.chmod(terminal, mode)
    shutil.chown(terminal, user="root", group=group)
    # This user may not read this folder either, so the code is passed to it.
    code = (
        "import os, sys\n"
        f"sys.path[:0] = {[str(ROOT), *sys.path]!r}\n"
        "from hardware.keypads.port import PortTrouble, open_port\n"
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
    return done.stdout.strip() or done.stderr


@needs_root
def test_a_port_without_permission_names_its_own_group_and_the_command(terminal: str) -> None:
    said = refused(terminal, 0o660, "uucp")  # not the one that every Debian port has
    assert "belongs to the group uucp" in said
    assert "sudo usermod -aG uucp $USER" in said


@needs_root
@pytest.mark.parametrize(("mode", "group"), [(0o600, "uucp"), (0o640, "uucp"), (0o660, "root")])
def test_no_advice_to_join_root_or_a_group_without_write_access(
    terminal: str, mode: int, group: str
) -> None:
    said = refused(terminal, mode, group)
    assert said.startswith(f"You may not open {terminal}: its rights (")
    assert "usermod" not in said


def test_every_trouble_is_one_sentence() -> None:
    for number in sorted(errno.errorcode):
        text = explain("/dev/ttyACM0", OSError(number, os.strerror(number)), list)
        assert text.endswith((".", "?")) and "\n" not in text and "Traceback" not in text


BUSY = "in use by another program: a serial monitor, ModemManager, or another Banquier."


@pytest.mark.parametrize(
    ("port", "error", "sentence"),
    [
        *(("P", OSError(number, ""), f"P is {BUSY}") for number in (errno.EBUSY, errno.EAGAIN)),
        ("P", OSError("Could not exclusively lock port P"), f"P is {BUSY}"),
        *(("P", OSError(number, ""), "P is not a serial port.")
          for number in (errno.ENOTTY, errno.EISDIR, errno.EINVAL)),
        ("P", OSError("Could not configure port"), "P is not a serial port."),
        *(("P", OSError(number, ""), "There is no port P; found here: /dev/ttyACM0, /dev/ttyUSB0.")
          for number in (errno.ENOENT, errno.ENXIO, errno.ENODEV)),
        *(("/none", OSError(number, ""), "You may not open /none.")
          for number in (errno.EACCES, errno.EPERM)),
        ("P", OSError(errno.EIO, "lost"), "P cannot be opened: Input/output error."),
        ("P", OSError("lost"), "P cannot be opened: lost."),
        *(("P", error, "P is neither a port nor an address that can be opened.")
          for error in (ValueError("x"), OSError("x is not valid"))),
        ("P", OSError(errno.EIO, "not valid"), "P cannot be opened: Input/output error."),
        ("socket://pi:4", OSError(errno.ECONNREFUSED, "no"),
         "Nothing answers at socket://pi:4."),
        ("rfc2217://pi:4", OSError("timed out."), "Nothing answers at rfc2217://pi:4."),
        ("spy://pi", OSError("X."),
         "spy://pi is neither a port nor an address that can be opened."),
        *((port, OSError("x"), f"{port} is no address: it takes {port[:port.index(':')]}://HOST:PORT.")
          for port in ("socket://pi", "socket://:4", "rfc2217://pi:x", "rfc2217://[pi:4", "socket://pi://4")),
    ],
)  # fmt: skip
def test_a_trouble_is_told_by_its_cause(port: str, error: Exception, sentence: str) -> None:
    assert explain(port, error, lambda: [UNO, NANO]) == sentence


def test_without_pyserial_the_way_to_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("serial", "serial.tools.list_ports"):
        monkeypatch.setitem(sys.modules, module, None)
    for use in (ports, lambda: open_port("/dev/ttyACM0")):
        with pytest.raises(PortTrouble) as trouble:
            use()
        assert str(trouble.value) == "Serial ports need pyserial: pip install pyserial."


def test_the_ports_of_the_system_are_in_the_order_of_their_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With pyserial's own entries: this machine need not have a port."""
    nano, uno = ListPortInfo("/dev/ttyUSB0"), ListPortInfo("/dev/ttyACM0")
    uno.description, uno.vid, uno.pid = "Arduino Uno", 0x2341, 0x0043
    uno.serial_number, uno.location = "7543331", "1-2"
    monkeypatch.setattr(list_ports, "comports", lambda: [nano, uno])
    assert ports() == [
        UNO._replace(socket="1-2"), PortFacts("/dev/ttyUSB0", "n/a", None, None, None, None),
    ]  # fmt: skip


# -- an open port ---------------------------------------------------------------------------------


def test_what_has_come_is_read_at_once_and_nothing_after_a_while(wire: tuple[int, str]) -> None:
    master, name = wire
    port = open_port(name)
    began = time.monotonic()
    assert port.read(0.2) == b""
    assert time.monotonic() - began >= 0.15
    os.write(master, b"5")
    assert port.read(0.2) == b"5"
    os.write(master, b"hello\n" * 100)
    time.sleep(0.05)
    assert port.read(0.2) == b"hello\n" * 100
    assert port.write(b"?\n") is True
    assert os.read(master, 100) == b"?\n"
    port.close()
    port.close()


def test_one_byte_is_given_without_waiting_for_another(
    wire: tuple[int, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A read that waits would never end."""
    master, name = wire
    monkeypatch.setattr("hardware.keypads.port.READ_S", 600)
    port = open_port(name)
    os.write(master, b"5")
    assert port.read(0.2) == b"5"
    port.close()


def test_a_call_in_name_without_a_file_opens_the_call_out_one(
    wire: tuple[int, str], tmp_path: Path
) -> None:
    (tmp_path / "cu.modem").symlink_to(wire[1])
    port = open_port(str(tmp_path / "tty.modem"))
    os.write(wire[0], b"5")
    assert port.read(0.2) == b"5"
    port.close()


def test_a_port_goes_at_the_speed_it_is_opened_with(wire: tuple[int, str]) -> None:
    master, name = wire
    for speed, code in ((115_200, termios.B115200), (19_200, termios.B19200)):
        port = open_port(name, speed)
        assert termios.tcgetattr(master)[4:6] == [code] * 2
        port.close()


def test_a_port_that_takes_nothing_holds_up_nobody_for_long(wire: tuple[int, str]) -> None:
    _, name = wire
    port = open_port(name)
    began = time.monotonic()
    assert port.write(b"x" * 100_000) is False
    assert 0.04 <= time.monotonic() - began < 20
    port.close()


def test_a_port_that_was_unplugged_is_gone(wire: tuple[int, str]) -> None:
    master, name = wire
    port = open_port(name)
    os.close(master)
    with pytest.raises(PortTrouble, match=rf"^{name} is gone\.$"):
        port.read(0.2)
    with pytest.raises(PortTrouble, match=rf"^{name} is gone\.$"):
        port.write(b"?\n")
    port.wake()
    port.close()
    with pytest.raises(PortTrouble, match=r"is gone"):
        port.read(0.2)


def test_a_read_that_waits_can_be_ended(
    wire: tuple[int, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, name = wire
    monkeypatch.setattr("hardware.keypads.port.READ_S", 600)
    port = open_port(name)
    port.wake()
    assert port.read(0.2) == b""
    port.close()


# -- finding the board again ----------------------------------------------------------------------


def at(device: str, socket: str | None, serial: str | None = None) -> PortFacts:
    return PortFacts(device, "USB Serial", 0x1A86, 0x7523, serial, socket)


FOUND: dict[str, tuple[PortFacts, list[PortFacts], set[str], str | None]] = {
    "under another name": (
        UNO, [NANO, UNO._replace(device="/dev/ttyACM3")], set(), "/dev/ttyACM3"),
    "another board in its place": (UNO, [UNO._replace(serial="999"), NANO], set(), None),
    "no serial number, another socket": (at("A", "1-1"), [at("B", "1-2")], set(), None),
    "our name, another socket": (at("A", "1-1"), [at("A", "1-2")], set(), None),
    "no serial number, the same socket": (
        at("A", "1-1"), [at("B", "1-2"), at("C", "1-1")], set(), "C"),
    "two with one serial number, ours is away": (
        at("A", "1-1", "0001"), [at("B", "1-2", "0001")], {"B"}, None),
    "two with one serial number, ours by its socket": (
        at("A", "1-1", "0001"), [at("B", "1-2", "0001"), at("C", "1-1", "0001")], {"B"}, "C"),
    "two with one serial number, both came": (
        at("A", "1-1", "0001"), [at("B", "1-2", "0001"), at("C", "1-1", "0001")], set(), "C"),
    "a serial number in another socket": (
        at("A", "1-1", "A77"), [at("D", "2-4", "A77")], set(), "D"),
    "no numbers of sockets, another name": (at("COM3", None), [at("COM4", None)], {"COM4"}, None),
    "no numbers of sockets, the same free name": (
        at("COM3", None), [at("COM3", None), at("COM4", None)], {"COM4"}, "COM3"),
}  # fmt: skip
"""Our board, the ports that are there now, those that were there when it left, the one that is ours
again."""


@pytest.mark.parametrize("case", FOUND.values(), ids=FOUND)
def test_a_board_is_found_again_by_what_it_is(
    case: tuple[PortFacts, list[PortFacts], set[str], str | None],
) -> None:
    ours, now, others, again = case
    assert find_again(ours.device, ours, now, others) == again


@pytest.mark.parametrize(
    ("typed", "device"),
    [
        ("com3", "COM3"),
        ("Com12", "COM12"),
        ("/dev/tty.usbmodem1", "/dev/cu.usbmodem1"),
        ("/dev/cu.usbmodem1", "/dev/tty.usbmodem1"),
        ("/dev/compass", "/dev/compass"),
    ],
)
def test_one_device_has_one_identity_under_all_its_names(typed: str, device: str) -> None:
    facts = UNO._replace(device=device)
    assert identity_of(typed, [NANO, facts]) == facts


def test_the_names_of_windows_are_in_capitals() -> None:
    assert device_name("com3") == "COM3"
    assert device_name("/dev/com3") == "/dev/com3"
    assert device_name("com") == os.path.realpath("com")


def test_a_board_named_by_its_socket_is_not_mistaken_for_its_twin(tmp_path: Path) -> None:
    one, two, path = tmp_path / "ttyUSB0", tmp_path / "ttyUSB1", tmp_path / "by-path"
    for device in (one, two):
        device.touch()
    path.symlink_to(two)
    known = [at(str(one), "1-1"), at(str(two), "1-2")]
    assert identity_of(str(path), known) == known[1]
    assert find_again(str(path), known[1], known[:1]) is None


def test_a_port_named_by_a_link_is_known_by_what_it_points_to(tmp_path: Path) -> None:
    link, device = tmp_path / "by-id", tmp_path / "ttyACM0"
    device.touch()
    link.symlink_to(device)
    facts = UNO._replace(device=str(device))
    assert identity_of(str(link), [NANO, facts]) == facts
    assert identity_of(str(tmp_path / "other"), [facts]) is None
