"""Serial ports: find one, open it, or explain in one sentence why it cannot be opened.

pyserial is loaded when a port is first wanted. Every fault is a `PortTrouble`: if a port was
unplugged, the first call raises OSError, termios.error, ValueError or TypeError there.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from hardware.keypads.facts import FASTEST, SLOWEST, SPEED

if TYPE_CHECKING:
    from serial.tools.list_ports_common import ListPortInfo

BEAT_S = 0.025
"""No read waits longer: silence is noticed by it, and what is to be written waits for it."""
WRITE_S = 0.05
"""A keypad that takes no bytes holds up its own keys for so long."""


class PortTrouble(Exception):
    """A sentence for the user."""


def ports() -> Sequence[ListPortInfo]:
    """Return the serial ports of this machine, by name; none where pyserial cannot list them."""
    try:
        from serial.tools.list_ports import comports
    except ImportError:
        return []
    return sorted(comports())


def split_speed(port: str) -> tuple[str, int]:
    """Return `PORT@9600` in its two parts; 0 if no speed is named. Raises PortTrouble if the
    speed is not one of a serial line."""
    name, at, speed = port.rpartition("@")
    if not (at and speed.isascii() and speed.isdigit()):
        return port, 0
    if len(speed) > 9 or not SLOWEST <= int(speed) <= FASTEST:
        raise PortTrouble(f"@{speed} is no speed of a serial line: {SLOWEST} to {FASTEST} baud.")
    return name, int(speed)


def device_name(port: str) -> str:
    """Return one spelling for all names of a device: links followed, COM3 in capitals, and the
    call-out name for the call-in one, which on a Mac waits for a carrier that no keypad raises."""
    if port[:3].upper() == "COM" and port[3:].isdigit():
        return port.upper()
    real = os.path.realpath(port)
    folder, _, name = real.rpartition("/")
    return f"{folder}/cu.{name[4:]}" if name.startswith("tty.") else real


def find_identity(port: str, known: Sequence[ListPortInfo]) -> ListPortInfo | None:
    """Return the system's entry for a port, under any of its names."""
    name = device_name(port)
    return next((facts for facts in known if device_name(facts.device) == name), None)


def find_again(
    port: str, was: ListPortInfo | None, known: Sequence[ListPortInfo], others: Collection[str] = ()
) -> str | None:
    """Return the present port of that keypad, or None. Never another one: opening it resets it.

    A serial number identifies a keypad, unless two claim the same one. Without it only its place
    does. `others` are ports that were there when ours left, and which are therefore not ours.
    """
    if "://" in port:
        return port
    if was is None or was.vid is None:
        return port if os.path.exists(port) else None
    identity = attrgetter("vid", "pid", "serial_number")
    alike = [facts for facts in known if identity(facts) == identity(was)]
    free = [facts for facts in alike if facts.device not in others]
    if was.serial_number and len(free) == len(alike) == 1:
        return free[0].device
    return next((facts.device for facts in free if place(facts) == place(was)), None)


def place(facts: ListPortInfo) -> str:
    """Return the socket; the name, if the system does not number sockets."""
    return facts.location or device_name(facts.device)


# -- troubles -------------------------------------------------------------------------------------


TROUBLES: tuple[type[Exception], ...] = (OSError, ValueError, TypeError, NotImplementedError)
with suppress(ImportError):  # not on Windows
    import termios

    TROUBLES += (termios.error,)

GROUP_BITS = stat.S_IRGRP | stat.S_IWGRP

NETWORK = re.compile(r"(socket|rfc2217)://(\[[^]/]+\]|[^]/[:]+):\d+([/?].*)?")


def explain(
    port: str, error: Exception, found: Callable[[], Sequence[ListPortInfo]] = ports
) -> str:
    """Return one sentence on why that port cannot be opened."""
    number, text = getattr(error, "errno", None), str(error)
    if "://" in port:
        return f"Nothing answers at {port}."
    if number in (errno.EACCES, errno.EPERM):
        return _no_permission(port)
    if number in (errno.ENOENT, errno.ENXIO, errno.ENODEV):
        others = ", ".join(facts.device for facts in found())
        none = ", and no serial port at all: is the keypad plugged in?"
        return f"There is no port {port}" + (f"; found here: {others}." if others else none)
    if number in (errno.EBUSY, errno.EAGAIN) or "exclusively lock" in text:
        others = "a serial monitor, ModemManager, or another Banquier"
        return f"{port} is in use by another program: {others}."
    if number in (errno.ENOTTY, errno.EISDIR, errno.EINVAL) or "Could not configure" in text:
        return f"{port} is not a serial port."
    return f"{port} cannot be opened: {os.strerror(number) if number else text}."


def _no_permission(port: str) -> str:
    """Advise to join the port's group only if its members may read and write, and it is not root's
    own: that would give away the machine."""
    refusal = f"You may not open {port}"
    try:
        import grp

        found = os.stat(port)
        group = grp.getgrgid(found.st_gid).gr_name
    except (ImportError, KeyError, OSError):
        return f"{refusal}."
    shared = found.st_mode & GROUP_BITS == GROUP_BITS
    if not shared or found.st_gid == 0:
        return f"{refusal}: its rights ({stat.filemode(found.st_mode)[1:]}) shut out other users."
    if found.st_gid in {*os.getgroups(), os.getegid()}:
        return f"{refusal}, although you are in its group {group}."
    return (
        f"{refusal}, which belongs to the group {group}: "
        f"sudo usermod -aG {group} $USER, then log out and in again."
    )


# -- opening --------------------------------------------------------------------------------------


def open_port(port: str, speed: int = SPEED) -> SerialTransport:
    """Open the port for this program alone. On most boards that is also a reset."""
    import serial

    is_address = "://" in port
    if is_address and not NETWORK.fullmatch(port):
        raise PortTrouble(f"{port} is neither a port nor an address such as socket://HOST:PORT.")
    if not (is_address or os.path.exists(port)):
        port = device_name(port)  # com3, /dev/tty.…
    device = serial.serial_for_url(port, do_not_open=True)
    transport = SerialTransport(port, device)
    try:
        device.baudrate = speed
        device.timeout = BEAT_S
        # rfc2217 has a write timeout of its own and rejects ours.
        if not port.startswith("rfc2217://"):
            device.write_timeout = WRITE_S
        if os.name == "posix":
            device.exclusive = True  # another program's bytes would be torn from ours
        device.open()
    except TROUBLES as error:
        transport.close()
        raise PortTrouble(explain(port, error)) from None
    return transport


class SerialTransport:
    """An open port."""

    def __init__(self, port: str, device: Any) -> None:
        self.port = port
        self._device = device

    def read(self) -> bytes:
        try:
            first: bytes = self._device.read(1)
            if not first:
                return b""
            more: bytes = self._device.read(self._device.in_waiting)
            return first + more
        except TROUBLES:
            raise PortTrouble(f"{self.port} is gone.") from None

    def write(self, data: bytes) -> None:
        """Write it; if the other side takes nothing, the rest of it is gone."""
        from serial import SerialTimeoutException

        try:
            with suppress(SerialTimeoutException):
                self._device.write(data)
        except TROUBLES:
            raise PortTrouble(f"{self.port} is gone.") from None

    def close(self) -> None:
        with suppress(*TROUBLES):  # an unplugged port has nothing left to close
            self._device.close()
