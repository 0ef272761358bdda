"""Pseudo-terminals, for tests that act as the board."""

from __future__ import annotations

import os
import select
import time
import tty
from collections import deque
from contextlib import suppress

from hardware.keypads.frames import Frame, FrameCutter, encode
from hardware.keypads.keypad_link import KeypadLink
from tests.support.simulated_keypad import HELLO
from tests.support.waiting import LIFETIME, until


def count_waiting(link: KeypadLink) -> int:
    """Count the events that nobody has taken yet."""
    return len(link._session.events)


class Terminal:
    """The board's end of a pseudo-terminal, raw from its first byte."""

    def __init__(self) -> None:
        self.master, slave = os.openpty()
        tty.setraw(slave)
        self.name = os.ttyname(slave)
        os.close(slave)
        self.seq = 0
        self._lines = FrameCutter()
        self._frames: deque[Frame] = deque()

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
            ready, _, _ = select.select([self.master], [], [], LIFETIME)
            assert ready, f"no {verb} came"
            readings = self._lines.feed(os.read(self.master, 4_096))
            self._frames += [reading.frame for reading in readings if reading.frame]

    def greet(self, link: KeypadLink) -> None:
        """Say hello as a board that has just started, until the link heard it: a hello during an
        opening of the port is thrown away with the rest of its buffer."""
        end = time.monotonic() + LIFETIME
        while link.status().state != "framed":
            assert time.monotonic() < end, "the greeting is not heard"
            self.seq = 0
            self.say("H", HELLO)
            with suppress(AssertionError):
                until(lambda: link.status().state == "framed", 1)

    def unplug(self) -> None:
        if self.master >= 0:
            os.close(self.master)
        self.master = -1
