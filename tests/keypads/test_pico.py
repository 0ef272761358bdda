"""The MicroPython file for the Pico, run by MicroPython: its lines, its matrix, and its port.

Its matrix and that of the C core are held to the same edges: the debounce goes by elapsed time, not
by the number of scans. Only the module `machine` is replaced (tests/keypads/pico/machine.py): a
computer has no pins.
"""

from __future__ import annotations

import os
import pty
import random
import subprocess
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hardware.keypads.facts import Counters, State
from hardware.keypads.frames import Lines, encode
from hardware.keypads.port import SerialTransport, open_port
from hardware.keypads.session import Session
from tests.keypads.building import SOURCES, compile_matrix
from tests.keypads.rig import COLS, ROWS, name_of
from tests.keypads.vectors import answered_vectors, vectors

PICO = SOURCES / "pico"
CHECKS = Path(__file__).with_name("pico")


def environment(folder: Path | None = None, held_up_ms: int = 0) -> dict[str, str]:
    return {
        **os.environ,
        "MICROPYPATH": f"{PICO}:{CHECKS}",
        "PICO_FOLDER": str(folder),
        "PICO_HELD_UP_MS": str(held_up_ms),
    }


def check(micropython: str, what: str, rows: list[str]) -> list[str]:
    done = subprocess.run(
        [micropython, str(CHECKS / "check.py"), what],
        input="".join(f"{row}\n" for row in rows),
        env=environment(),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2_000:] + done.stderr
    return done.stdout.split("\n")[:-1]


def test_every_vector_is_read_as_by_the_firmware(micropython: str) -> None:
    rows = check(micropython, "lines", [vector.stream.hex() for vector in vectors()])
    for vector, row in zip(vectors(), rows, strict=True):
        expected = [reading.replace("exact", "frame", 1) for reading in vector.readings]
        assert row.split("\t")[0] == " | ".join(expected), vector.stream


def test_every_vector_is_answered_as_by_the_firmware(micropython: str) -> None:
    answered = answered_vectors()
    rows = check(micropython, "lines", [stream.hex() for stream, _ in answered])
    for (stream, expected), row in zip(answered, rows, strict=True):
        assert row.split("\t")[1] == expected.replace("disp=3", "disp=0"), stream


def test_the_matrix_gives_the_edges_of_the_c_matrix(micropython: str, tmp_path: Path) -> None:
    """Presses that bounce, several at once, with ghosts and long pauses: the same, row by row."""
    program = compile_matrix(tmp_path)
    dice = random.Random(90)
    rows, held = list[str](), [0] * ROWS
    for _ in range(3_000):
        row = dice.randrange(ROWS)
        if dice.random() < 0.3:
            held = [0] * ROWS
        else:
            held[row] ^= 1 << dice.randrange(COLS)
        bounce = dice.randrange(14)
        for ms in range(dice.choice([3, 14, 15, 16, 40])):
            raw = list(held)
            if ms < bounce:
                raw[row] ^= 1 << dice.randrange(COLS) if dice.random() < 0.3 else 0
            elapsed = dice.choice([1, 1, 1, 1, 2, 9, 40, 255])
            rows.append(" ".join(str(number) for number in (elapsed, *raw)))
    ours = check(micropython, "matrix", rows)
    text = "".join(f"{row}\n" for row in rows)
    done = subprocess.run([program], input=text, capture_output=True, text=True, check=True)
    theirs = done.stdout.split("\n")[:-1]
    assert ours == theirs
    told = " ".join(theirs)
    assert min(told.count("D"), told.count("U"), told.count("G1"), told.count("G0")) > 50


def test_a_full_queue_loses_presses_and_says_so_and_no_release(micropython: str) -> None:
    held = set[str]()
    presses, verbs = 0, set[str]()
    for reading in Lines().feed(
        "".join(f"{row}\n" for row in check(micropython, "full", [])).encode()
    ):
        assert reading.frame is not None
        verb, args = reading.frame.verb, reading.frame.args
        verbs.add(verb)
        if verb == "D":
            assert args not in held
            held.add(args)
            presses += 1
        elif verb == "U":
            held.remove(args)
    assert held == set()
    assert presses > 50
    assert verbs == set("HDUTGX")


class Pico:
    """The shipped file under MicroPython, its port opened by pyserial."""

    def __init__(self, folder: Path, transport: SerialTransport) -> None:
        self._folder = folder
        self._transport = transport
        self.session = Session(Counters(), 0)
        self.heard = b""

    def close(self, *contacts: tuple[int, int]) -> None:
        """These contacts, and no others, are closed."""
        fresh = self._folder / "fresh"
        fresh.write_text(" ".join(f"{row},{col}" for row, col in contacts), encoding="ascii")
        fresh.replace(self._folder / "contacts")

    def say(self, data: bytes) -> None:
        assert self._transport.write(data)

    def listen(self, seconds: float) -> list[tuple[str, str]]:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            data = self._transport.read(1)
            self.heard += data
            self.session.hear(data, 0)
        events: list[tuple[str, str]] = [(e.kind, e.key) for e in self.session.events]
        self.session.events.clear()
        return events

    def listen_for(self, count: int) -> list[tuple[str, str]]:
        """At least so many events; what a loaded machine needs is waited for."""
        events, end = list[tuple[str, str]](), time.monotonic() + 10
        while len(events) < count and time.monotonic() < end:
            events += self.listen(0.02)
        return events

    def listen_until(self, agrees: Callable[[], bool]) -> None:
        end = time.monotonic() + 10
        while not agrees():
            assert time.monotonic() < end, self.heard
            self.listen(0.02)

    def listen_to(self, text: bytes) -> None:
        self.listen_until(lambda: text in self.heard)

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
    process = subprocess.Popen(
        [micropython, str(PICO / "main.py")],
        stdin=board,
        stdout=board,
        stderr=subprocess.PIPE,
        env=environment(folder, held_up_ms),
    )
    try:
        pico = Pico(folder, transport)
        pico.listen_to(b"\n")
        pico.listen(0.1)
        yield pico
        assert process.poll() is None, process.stderr and process.stderr.read()
    finally:
        process.kill()
        process.communicate()
        transport.close()
        os.close(board)
        os.close(unit)


@pytest.fixture
def pico(micropython: str, tmp_path: Path) -> Iterator[Pico]:
    with running(micropython, tmp_path) as pico:
        yield pico


def test_it_sends_a_hello_and_a_heartbeat_every_second(pico: Pico) -> None:
    hello = encode(0, "H", "proto=1,fw=1.0,rows=4,cols=8,disp=0,beep=1")
    assert pico.heard.startswith(hello)  # a heartbeat may be there where the machine is busy
    assert pico.session.state is State.FRAMED
    pico.close((3, 7))
    assert pico.listen_for(1) == [("press", "F")]
    pico.listen_to(b",80000000*")
    assert pico.session.counters.healed == pico.session.counters.damaged == 0


def test_each_key_is_one_down_and_one_up(pico: Pico) -> None:
    expected, heard = list[tuple[str, str]](), list[tuple[str, str]]()
    for row in range(ROWS):
        for col in range(COLS):
            pico.close((row, col))
            heard += pico.listen_for(1)
            pico.close()
            heard += pico.listen_for(1)
            expected += [("press", name_of(row, col)), ("release", name_of(row, col))]
    assert heard == expected
    counters = pico.session.counters
    assert counters.missing == counters.damaged == 0


def test_a_ghost_sends_no_key(pico: Pico) -> None:
    pico.close((0, 0), (0, 1), (1, 0))
    pico.listen_to(b",G,1*")
    pico.close()
    pico.listen_to(b",G,0*")
    assert pico.listen(0.2) == []
    pico.close((0, 0))
    assert pico.listen_for(1) == [("press", "DES")]


def test_commands_are_taken_and_the_piezo_sounds(pico: Pico) -> None:
    pico.say(b"\x03\x04" + encode(7, "S", "J1 LANCEZ.  ,1.234.560,200000001"))
    pico.listen_to(b",A,07*")
    pico.say(encode(8, "S", "short"))
    pico.listen_to(b",N,08,args*")
    pico.say(encode(9, "B", "2048,40"))
    pico.listen_to(b",A,09*")
    pico.listen_until(lambda: pico.tones() == "on 2048\noff\n")
    hellos = pico.heard.count(b",H,")
    pico.say(b"?\n")
    pico.listen_until(lambda: pico.heard.count(b",H,") == hellos + 1)


def test_the_micropython_file_in_a_slow_loop_loses_and_doubles_nothing(
    micropython: str, tmp_path: Path
) -> None:
    with running(micropython, tmp_path, held_up_ms=40) as pico:
        for row, col in [(0, 0), (3, 7), (1, 4), (2, 2)]:
            pico.close((row, col))
            assert pico.listen_for(1) == [("press", name_of(row, col))]
            pico.close()
            assert pico.listen_for(1) == [("release", name_of(row, col))]
        assert pico.listen(0.3) == []
        assert pico.session.counters.missing == pico.session.counters.damaged == 0


# -- both matrices

Readings = list[tuple[int, bool]]
"""Milliseconds since the reading before, and whether the key reads closed."""

AT_REST: Readings = [(1, False)] * 20


@pytest.fixture(scope="module")
def c_matrix(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compile_matrix(tmp_path_factory.mktemp("matrix"))


@pytest.fixture(params=["C", "MicroPython"])
def edges_of(request: pytest.FixtureRequest) -> Callable[[Readings], list[str]]:
    """What each reading of the key at row 1, column 2 brings, after a matrix at rest."""

    def edges(readings: Readings) -> list[str]:
        rows = [f"{ms} 0 {4 * closed} 0 0" for ms, closed in AT_REST + readings]
        if request.param == "C":
            program = request.getfixturevalue("c_matrix")
            text = "".join(f"{row}\n" for row in rows)
            done = subprocess.run([program], input=text, capture_output=True, text=True, check=True)
            found = done.stdout.split("\n")[:-1]
        else:
            found = check(request.getfixturevalue("micropython"), "matrix", rows)
        assert not any(found[: len(AT_REST)])
        return found[len(AT_REST) :]

    return edges


@pytest.mark.parametrize(
    ("pauses", "nth"),
    [
        ([1] * 20, 15),
        ([1, *[5] * 6], 3),
        ([1, 7, 7, 7, 7], 3),
        ([1, 14, 1], 2),
        ([1, 15], 1),
        ([40, 40, 40], 1),
        ([255, 255], 1),
        ([255, 1, 1, 13], 3),
    ],
)
def test_a_key_counts_at_the_first_reading_15_ms_after_its_first(
    edges_of: Callable[[Readings], list[str]], pauses: list[int], nth: int
) -> None:
    down: Readings = [(ms, True) for ms in pauses]
    up: Readings = [(ms, False) for ms in pauses]
    told = ["" for _ in pauses]
    assert edges_of(down) == [*told[:nth], "D12", *told[nth + 1 :]]
    released = edges_of([*down, *[(1, True)] * 15, *up])[len(down) + 15 :]
    assert released == [*told[:nth], "U12", *told[nth + 1 :]]


@pytest.mark.parametrize("pause", [20, 60, 255])
def test_a_single_reading_counts_for_nothing_however_long_the_pause_before_it(
    edges_of: Callable[[Readings], list[str]], pause: int
) -> None:
    readings: Readings = [(pause, False), (pause, True), (pause, False), (pause, False)]
    assert edges_of(readings) == [""] * 4


def test_presses_longer_than_two_pauses_are_each_one_down_and_one_up(
    edges_of: Callable[[Readings], list[str]],
) -> None:
    dice = random.Random(16)
    readings, presses = Readings(), 500
    for _ in range(presses):
        for closed in (True, False):
            bounce, length, at = dice.randrange(13), dice.randrange(80, 160), 0
            while at < length:
                pause = dice.randint(1, 33)
                at += pause
                bounces = at <= bounce and dice.random() < 0.5
                readings.append((pause, closed is not bounces))
    told = [edge for edge in edges_of([*readings, *AT_REST]) if edge]
    assert told == ["D12", "U12"] * presses
