"""Opening ports, finding a keypad again, and one sentence for everything that can go wrong."""

from __future__ import annotations

import errno
import os
import socket
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from banquier.cli.keypad_links import chosen_port
from hardware.keypads.port import (
    PortTrouble,
    SerialTransport,
    device_name,
    explain,
    find_again,
    find_identity,
    open_port,
    ports,
)
from tests.keypads.wires import Terminal
from tests.support.simulated_keypad import usb_port
from tests.support.waiting import until


def uno(device: str = "/dev/ttyACM0", serial: str = "7543331") -> ListPortInfo:
    return usb_port(device, serial, None, 0x2341, 0x0043)


UNO = uno()
NANO = usb_port("/dev/ttyUSB0", None)
OLD = usb_port("/dev/ttyS0", None, None, None, None)


def sentence(port: str) -> str:
    with pytest.raises(PortTrouble) as trouble:
        open_port(port)
    return str(trouble.value)


# -- friendly sentences

BUSY = "P is in use by another program: a serial monitor, ModemManager, or another Banquier."
NO_PORT = "P is neither a port nor an address such as socket://HOST:PORT."
NOT_SERIAL = "P is not a serial port."
MISSING = "There is no port P; found here: /dev/ttyACM0, /dev/ttyUSB0."


@pytest.mark.parametrize(
    ("port", "error", "sentence"),
    [
        *(("P", OSError(number, ""), BUSY) for number in (errno.EBUSY, errno.EAGAIN)),
        ("P", OSError("Could not exclusively lock port P"), BUSY),
        *(("P", OSError(n, ""), NOT_SERIAL) for n in (errno.ENOTTY, errno.EISDIR, errno.EINVAL)),
        ("P", OSError("Could not configure port"), NOT_SERIAL),
        *(("P", OSError(n, ""), MISSING) for n in (errno.ENOENT, errno.ENXIO, errno.ENODEV)),
        *(("/none", OSError(number, ""), "You may not open /none.")
          for number in (errno.EACCES, errno.EPERM)),
        ("P", OSError(errno.EIO, "lost"), "P cannot be opened: Input/output error."),
        ("P", OSError("lost"), "P cannot be opened: lost."),
        ("P", ValueError("no such speed"), "P cannot be opened: no such speed."),
        ("socket://pi:4", OSError(errno.ECONNREFUSED, "no"), "Nothing answers at socket://pi:4."),
        ("rfc2217://pi:4", OSError("timed out."), "Nothing answers at rfc2217://pi:4."),
    ],
)  # fmt: skip
def test_a_trouble_is_told_by_its_cause(port: str, error: Exception, sentence: str) -> None:
    assert explain(port, error, lambda: [UNO, NANO]) == sentence


def test_where_there_is_no_port_it_is_asked_whether_the_keypad_is_plugged_in() -> None:
    missing = explain("P", OSError(errno.ENOENT, ""), list)
    assert missing == "There is no port P, and no serial port at all: is the keypad plugged in?"


def test_a_port_that_cannot_be_opened_says_so(terminal: Terminal) -> None:
    assert sentence("/dev/ttyNONE").startswith("There is no port /dev/ttyNONE")
    for port in ("spy://pi", "socket://pi", "socket://:4", "rfc2217://pi:x", "rfc2217://[pi:4",
                 "socket://pi://4"):  # fmt: skip
        assert sentence(port) == NO_PORT.replace("P", port, 1)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound, and not listening
        address = f"socket://127.0.0.1:{taken.getsockname()[1]}"
        assert sentence(address) == f"Nothing answers at {address}."
    first = open_port(terminal.name)
    assert "in use by another program" in sentence(terminal.name)
    first.close()
    open_port(terminal.name).close()


@pytest.mark.parametrize(
    ("mode", "group", "groups", "advice"),
    [
        (0o660, 10, [], ", which belongs to the group uucp: sudo usermod -aG uucp $USER, then"),
        (0o660, 10, [10], ", although you are in its group uucp."),
        (0o600, 10, [], ": its rights (rw-------) shut out other users."),
        (0o640, 10, [], ": its rights (rw-r-----) shut out other users."),
        (0o660, 0, [], ": its rights (rw-rw----) shut out other users."),
    ],
)
def test_advice_to_join_a_group_only_where_that_helps_and_is_not_root_s(
    monkeypatch: pytest.MonkeyPatch, mode: int, group: int, groups: list[int], advice: str
) -> None:
    found = SimpleNamespace(st_mode=mode, st_gid=group)
    system = SimpleNamespace(stat=lambda _: found, getgroups=lambda: groups, getegid=lambda: 99)
    monkeypatch.setattr("hardware.keypads.port.os", system)
    assert explain("P", PermissionError(errno.EACCES, "")).startswith(f"You may not open P{advice}")


# -- an open port


@pytest.fixture
def port(terminal: Terminal) -> Iterator[SerialTransport]:
    port = open_port(terminal.name)
    yield port
    port.close()
    port.close()


def test_what_has_come_is_read_at_once_and_nothing_after_a_while(
    terminal: Terminal, port: SerialTransport
) -> None:
    began = time.monotonic()
    assert port.read() == b""
    assert time.monotonic() - began >= 0.02
    port._device.timeout = 600  # one that waits without need would never end
    os.write(terminal.master, b"5")
    assert port.read() == b"5"
    os.write(terminal.master, b"hello\n" * 100)
    until(lambda: port._device.in_waiting == 600)
    assert port.read() == b"hello\n" * 100
    port.write(b"?\n")
    assert os.read(terminal.master, 100) == b"?\n"


def test_a_call_in_name_without_a_file_opens_the_call_out_one(
    terminal: Terminal, tmp_path: Path
) -> None:
    (tmp_path / "cu.modem").symlink_to(terminal.name)
    open_port(str(tmp_path / "tty.modem")).close()


def test_a_port_goes_at_the_speed_it_is_opened_with(terminal: Terminal) -> None:
    for speed, code in ((115_200, termios.B115200), (19_200, termios.B19200)):
        port = open_port(terminal.name, speed)
        # Of a pseudo-terminal both ends see it.
        assert termios.tcgetattr(terminal.master)[4:6] == [code] * 2
        port.close()


def test_a_port_that_takes_nothing_holds_up_nobody_for_long(port: SerialTransport) -> None:
    began = time.monotonic()
    port.write(b"x" * 100_000)
    assert 0.04 <= time.monotonic() - began < 20


def test_a_port_that_was_unplugged_is_gone(terminal: Terminal, port: SerialTransport) -> None:
    terminal.unplug()
    for use in (lambda: port.read(), lambda: port.write(b"?\n")):
        with pytest.raises(PortTrouble, match=rf"^{terminal.name} is gone\.$"):
            use()
    port.close()
    with pytest.raises(PortTrouble, match=r"is gone"):
        port.read()


# -- which port it is


def test_the_ports_of_the_system_are_in_the_order_of_their_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(list_ports, "comports", lambda: [NANO, uno("/dev/ttyACM10"), UNO])
    assert [port.device for port in ports()] == ["/dev/ttyACM0", "/dev/ttyACM10", "/dev/ttyUSB0"]
    monkeypatch.setitem(sys.modules, "serial.tools.list_ports", None)  # as where there is no list
    assert ports() == []


def test_the_only_port_is_taken_by_itself() -> None:
    assert chosen_port("/dev/ttyUSB7", lambda: [UNO]) == "/dev/ttyUSB7"
    assert chosen_port("auto@9600", lambda: [OLD, UNO]) == "/dev/ttyACM0@9600"
    for speed in ("0", "99999999999"):
        with pytest.raises(PortTrouble, match=f"^@{speed} is no speed of a serial line"):
            chosen_port(f"/dev/ttyUSB7@{speed}", lambda: [UNO])
    for found, said in (
        ([], r"plugged in\?$"), ([OLD], "Otherwise name /dev/ttyS0"),
        ([UNO, NANO], "ttyACM0, /dev/ttyUSB0"),
    ):  # fmt: skip
        with pytest.raises(PortTrouble, match=said):
            chosen_port("auto", lambda found=found: found)  # type: ignore[misc]


def at(device: str, socket: str | None, serial: str | None = None) -> ListPortInfo:
    return usb_port(device, serial, socket)


FOUND: dict[str, tuple[ListPortInfo, list[ListPortInfo], set[str], str | None]] = {
    "under another name": (
        UNO, [NANO, uno("/dev/ttyACM3")], set(), "/dev/ttyACM3"),
    "another board in its place": (UNO, [uno(serial="999"), NANO], set(), None),
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
    "two with one serial number, one of them new": (
        at("A", "1-1", "0001"), [at("B", "1-2", "0001"), at("C", "1-3", "0001")], {"B"}, None),
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
    case: tuple[ListPortInfo, list[ListPortInfo], set[str], str | None],
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
    facts = uno(device)
    assert find_identity(typed, [NANO, facts]) == facts
    assert device_name("com") == os.path.realpath("com")


def test_a_board_named_by_a_link_is_not_mistaken_for_its_twin(tmp_path: Path) -> None:
    one, two, path = tmp_path / "ttyUSB0", tmp_path / "ttyUSB1", tmp_path / "by-path"
    for device in (one, two):
        device.touch()
    path.symlink_to(two)
    known = [at(str(one), "1-1"), at(str(two), "1-2")]
    assert find_identity(str(path), known) == known[1]
    assert find_identity(str(tmp_path / "other"), known) is None
    assert find_again(str(path), known[1], known[:1]) is None
    # A port that is none of USB's has no other identity than its name.
    assert [find_again(str(port), None, []) for port in (one, tmp_path / "other")] == [
        str(one),
        None,
    ]
