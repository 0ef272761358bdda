"""A program at a pseudo-terminal: its input and output bytes."""

import os
import pty
import select
import signal
import subprocess
import sys
import termios
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic
from typing import Self

from tests.support.paths import ROOT
from tests.support.waiting import LIFETIME


class Terminal:
    """A process at a pseudo-terminal, 80 × 24 by default."""

    def __init__(
        self, command: Sequence[str], size: tuple[int, int] = (80, 24), **environment: str
    ) -> None:
        self.begun = monotonic()
        self.out = bytearray()
        ours, theirs = pty.openpty()
        self.resize(size, theirs)
        self.process = subprocess.Popen(
            command,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            cwd=ROOT,
            start_new_session=True,
            env=os.environ
            | {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8"}
            | environment,
        )
        os.close(theirs)
        self._fd = ours

    def resize(self, size: tuple[int, int], fd: int | None = None) -> None:
        termios.tcsetwinsize(self._fd if fd is None else fd, size[::-1])
        if fd is None:
            self.process.send_signal(signal.SIGWINCH)

    def type(self, keys: bytes) -> None:
        os.write(self._fd, keys)

    def read(self, seconds: float) -> bytes:
        """The bytes that arrive within this time; empty after the process has ended."""
        ready, _, _ = select.select([self._fd], [], [], seconds)
        if not ready:
            return b""
        try:
            found = os.read(self._fd, 65_536)
        except OSError:
            return b""
        self.out += found
        return found

    def until(self, agrees: Callable[[bytearray], object]) -> float:
        """Return the time when the condition on all bytes holds. Raises AssertionError if the
        process ends before."""
        end = monotonic() + LIFETIME
        while not agrees(self.out):
            lives = self.lives(end)
            assert self.read(0.5) or lives, f"the terminal shows {self.out[-400:]!r}"
        return monotonic()

    def lives(self, end: float) -> bool:
        """Return whether the process runs and this moment has not come."""
        return self.process.poll() is None and monotonic() < end

    def computes(self) -> bool:
        """Return whether the process wants a processor: on a busy machine it waits for one."""
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/stat")
        return any(task.read_text("ascii").rpartition(") ")[2][0] == "R" for task in tasks)

    def quiet(self, seconds: float = 0.4) -> None:
        """Wait until no byte has arrived for this long."""
        while self.read(seconds):
            pass

    def ended(self) -> int:
        """Wait for the exit status; remaining output is in `out`."""
        end = monotonic() + LIFETIME
        while self.process.poll() is None:
            if monotonic() > end:
                raise TimeoutError(f"it does not leave: {self.out[-400:]!r}")
            self.read(0.02)
        while self.read(0.02):
            pass
        return self.process.returncode

    def hang_up(self) -> None:
        """Close the terminal; it is not the process's controlling one, so no SIGHUP is sent."""
        os.close(self._fd)
        self._fd = -1

    def close(self) -> None:
        """Kill the process."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.ended()
            except TimeoutError:
                self.process.kill()
                self.process.wait()
        if self._fd >= 0:
            os.close(self._fd)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def panel_command(*words: str) -> list[str]:
    return [sys.executable, "-m", "banquier", "play", *words]
