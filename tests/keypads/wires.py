"""Pseudo-terminals and sockets, for tests that act as the board."""

from __future__ import annotations

import os
import select
import socket
import threading
import time
import tty
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from hardware.keypads.frames import Frame, Lines, encode
from hardware.keypads.keypad_link import KeypadLink
from tests.support.simulated_keypad import HELLO
from tests.support.waiting import until


def waiting(link: KeypadLink) -> int:
    """Events that nobody has taken yet."""
    session = link._session
    return len(link._left) + (len(session.events) if session else 0)


class Terminal:
    """The board's end of a pseudo-terminal, raw from its first byte."""

    def __init__(self, link: Path | None = None) -> None:
        self.master, slave = os.openpty()
        tty.setraw(slave)
        self.name = os.ttyname(slave)
        os.close(slave)
        self.seq = 0
        self._link = link
        self._lines = Lines()
        self._frames: deque[Frame] = deque()
        if link is not None:
            link.unlink(missing_ok=True)
            link.symlink_to(self.name)

    def say(self, verb: str, args: str = "") -> None:
        os.write(self.master, encode(self.seq, verb, args))
        self.seq = self.seq % 255 + 1

    def hear(self, verb: str) -> str:
        """The arguments of the next frame with that verb; those before it are passed over."""
        while True:
            while self._frames:
                frame = self._frames.popleft()
                if frame.verb == verb:
                    return frame.args
            ready, _, _ = select.select([self.master], [], [], 10)
            assert ready, f"no {verb} came"
            readings = self._lines.feed(os.read(self.master, 4_096))
            self._frames += [reading.frame for reading in readings if reading.frame]

    def rest(self) -> bytes:
        """All that comes until the other end is closed."""
        came = b""
        with suppress(OSError):  # nothing more, and nobody there
            while data := os.read(self.master, 4_096):
                came += data
        return came

    def greet(self, link: KeypadLink) -> None:
        """Says hello as a board that has just started, until it is heard: what is said while the
        port is opened anew is thrown away with the rest of its buffer."""
        end = time.monotonic() + 10
        while not link.status().connected:
            assert time.monotonic() < end, "the greeting is not heard"
            self.seq = 0
            self.say("H", HELLO)
            with suppress(AssertionError):
                until(lambda: link.status().connected, 1)

    def fill_up(self) -> None:
        """Leaves no room for what is written to the board, and takes nothing."""
        port = os.open(self.name, os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY)
        with suppress(BlockingIOError):
            while True:
                os.write(port, bytes(1_024))
        os.close(port)

    def unplug(self) -> None:
        if self.master < 0:
            return
        if self._link is not None:
            self._link.unlink(missing_ok=True)  # its device may be another terminal's in a moment
        os.close(self.master)
        self.master = -1


class Server:
    """A board behind a network: one connection at a time, handed to `serve`."""

    def __init__(self, serve: Callable[[socket.socket], None]) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self._listener.getsockname()[1]}"
        self._serve = serve
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        connection, _ = self._listener.accept()
        with connection:
            self._serve(connection)

    def close(self) -> None:
        self._listener.close()
        self._thread.join(10)
        assert not self._thread.is_alive()
