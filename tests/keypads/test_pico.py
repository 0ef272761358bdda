"""The MicroPython file for the Pico at a port, run by MicroPython.

Only the module `machine` is replaced (tests/keypads/pico/machine.py): a computer has no pins.
"""

from __future__ import annotations

import os
import pty
import subprocess
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hardware.keypads.facts import KeypadState
from hardware.keypads.frames import encode
from hardware.keypads.keypad_session import KeypadSession
from hardware.keypads.port import SerialTransport, open_port
from tests.keypads.conftest import PICO, PICO_CHECKS
from tests.keypads.rig import COLS, ROWS, name_of
from tests.keypads.talk import taken, written
from tests.support.waiting import until

HELLO = encode(0, "H", "proto=1,fw=1.0,rows=4,cols=8,disp=0,beep=1")


class Pico:
    """The shipped file under MicroPython, its port opened by pyserial."""

    def __init__(self, folder: Path, transport: SerialTransport) -> None:
        self._folder = folder
        self.transport = transport
        self.session = KeypadSession()
        self.heard = b""

    def close(self, *contacts: tuple[int, int]) -> None:
        """These contacts, and no others, are closed."""
        fresh = self._folder / "fresh"
        fresh.write_text(" ".join(f"{row},{col}" for row, col in contacts), encoding="ascii")
        fresh.replace(self._folder / "contacts")

    def hears(self, text: bytes) -> bool:
        data = self.transport.read(0.01)
        self.heard += data
        self.session.hear(data, 0)
        return text in self.heard

    def listen_to(self, text: bytes) -> None:
        until(lambda: self.hears(text))

    def wait(self) -> None:
        """For its next heartbeat."""
        self.heard = b""
        self.listen_to(b",T,")

    def press(self, row: int, col: int) -> None:
        for contacts, edge in (([(row, col)], b",D,%d%d*"), ([], b",U,%d%d*")):
            self.heard = b""
            self.close(*contacts)
            self.listen_to(edge % (row, col))

    def told(self) -> str:
        return written(taken(self.session))

    def tones(self) -> str:
        path = self._folder / "tones"
        return path.read_text(encoding="ascii") if path.exists() else ""


@contextmanager
def running(micropython: str, folder: Path, held_up_ms: int = 0) -> Iterator[Pico]:
    """The shipped file, greeted; each of its scans may be held up for so long."""
    (folder / "contacts").touch()
    board, unit = pty.openpty()
    tty.setraw(unit)
    transport = open_port(os.ttyname(unit))
    environment = {"MICROPYPATH": f"{PICO}:{PICO_CHECKS}", "PICO_FOLDER": str(folder),
                   "PICO_HELD_UP_MS": str(held_up_ms)}  # fmt: skip
    process = subprocess.Popen(
        [micropython, str(PICO / "main.py")],
        stdin=board, stdout=board, stderr=subprocess.PIPE, env={**os.environ, **environment},
    )  # fmt: skip
    try:
        pico = Pico(folder, transport)
        pico.listen_to(b"\n")
        assert pico.heard.startswith(HELLO)  # a heartbeat may be there where the machine is busy
        pico.wait()  # all has been read open
        yield pico
        counters = pico.session.counters
        assert counters.missing == counters.damaged == counters.healed == 0
        assert process.poll() is None, process.stderr and process.stderr.read()
    finally:
        process.kill()
        process.communicate()
        transport.close()
        os.close(board)
        os.close(unit)


@pytest.mark.parametrize("held_up_ms", [0, 40])
def test_each_key_is_one_down_and_one_up_in_a_slow_loop_too(
    micropython: str, tmp_path: Path, held_up_ms: int
) -> None:
    places = [(col % ROWS, col) for col in range(COLS)]
    with running(micropython, tmp_path, held_up_ms) as pico:
        for place in places:
            pico.press(*place)
        pico.wait()
        assert pico.session.state is KeypadState.FRAMED
        assert pico.told() == " ".join(name_of(*place) for place in places)


def test_a_held_key_a_ghost_and_commands(micropython: str, tmp_path: Path) -> None:
    with running(micropython, tmp_path) as pico:
        pico.close((3, 7))
        pico.listen_to(b",80000000*")
        assert pico.told() == "+F"
        pico.close((0, 0), (0, 1), (1, 0))
        pico.listen_to(b",G,1*")
        pico.close()
        pico.listen_to(b",G,0*")
        pico.wait()
        pico.press(0, 0)
        assert pico.told() == "-F DES"
        pico.heard = b""
        for command, answer in (
            (b"\x03\x04" + encode(7, "S", "J1 LANCEZ.  ,1.234.560,200000001"), b",N,07,verb*"),
            (encode(8, "B", "short"), b",N,08,args*"),
            (encode(9, "B", "2048,40"), b",A,09*"),
            (b"?\n", b",H,"),
        ):
            assert pico.transport.write(command)
            pico.listen_to(answer)
        assert pico.heard.count(b",H,") == 1
        until(lambda: pico.tones() == "on 2048\noff\n")
