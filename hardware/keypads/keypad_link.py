"""A front end's connection to a keypad: one thread at the port, none at the unit.

    thread, at each beat: read ─▶ KeypadSession ─▶ write     events ─▶ take_events()
                                       ▲                                     front end
                                       └── glass and beeps ◀── show_unit(unit) ◀──┘

    with KeypadLink("/dev/ttyACM0", pad=Pad({"E": "OK"})) as link:
        while playing:
            link.wait_for_events(0.25)      # in a thread of the front end
            for event in link.take_events(): …
            link.show_unit(unit)            # glass and beeps
            show(link.status())

The thread only repeats `step`; a simulation calls `step` itself, and hands in clock and ports.

A lost port is looked for every half second, later every two, by the identity of the keypad and not
by its name; the game goes on by hand meanwhile.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from hardware.keypads.facts import SPEED, KeypadEvent, Status
from hardware.keypads.keypad_session import KeypadSession
from hardware.keypads.pad import Pad
from hardware.keypads.plain_keypad import HeardLine
from hardware.keypads.port import (
    PortTrouble,
    SerialTransport,
    find_again,
    find_identity,
    open_port,
    place,
    ports,
    split_speed,
)

SOON_S = 0.5
SOON_TRIES = 10
LATER_S = 2.0
JOIN_S = 3.0


if TYPE_CHECKING:
    from serial.tools.list_ports_common import ListPortInfo

    from hardware.unit import Unit


def milliseconds() -> int:
    return time.monotonic_ns() // 1_000_000


class KeypadLink:
    def __init__(
        self,
        port: str,
        known: Callable[[], Sequence[ListPortInfo]] = ports,
        *,
        pad: Pad | None = None,
        open_port: Callable[[str, int], SerialTransport] = open_port,
        clock: Callable[[], int] = milliseconds,
    ) -> None:
        """`port` may end in @ and a speed. `pad` is the table of the settings."""
        self.client = f"keypad {id(self)}"
        """The name of this link among the clients that hold keys down."""
        self.port, named = split_speed(port)
        self.pad = pad or Pad()
        self.speed = named or self.pad.speed or SPEED
        self._asked_for = self.port
        self._known = known
        self._open_port = open_port
        self._clock = clock
        self._was: ListPortInfo | None = None
        # Ports that were there when ours left
        self._others: set[str] = set()
        self._changed = threading.Condition()
        self._session = KeypadSession(clock(), self.pad, self.speed)
        self._transport: SerialTransport | None = None
        self._stop = threading.Event()
        self._looks = 0
        """The number of times the lost port has been looked for."""
        self._thread: threading.Thread | None = None

    # -- the front end's side ---------------------------------------------------------------------

    def __enter__(self) -> KeypadLink:
        """Open the port and start the thread. Raises PortTrouble if the port does not open."""
        self.begin(self.port)
        self._thread = threading.Thread(target=self._run, name="keypad", daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        if self._thread:
            self._thread.join(JOIN_S)
        self._thread = None

    def take_events(self) -> list[KeypadEvent]:
        """Return the events since the last call."""
        with self._changed:
            return self._session.take_events()

    def wait_for_events(self, seconds: float) -> None:
        """Wait until there may be an event, or for so long."""
        with self._changed:
            if not self._session.events:
                self._changed.wait(seconds)

    def show_unit(self, unit: Unit) -> None:
        """Send the glass and the beeps of the unit."""
        with self._changed:
            self._session.outbox.show_unit(unit, self._clock())

    def status(self) -> Status:
        with self._changed:
            return self._session.status(self.port)

    def take_lines(self) -> list[HeardLine]:
        """Return the lines of a plain keypad since the last call."""
        with self._changed:
            return self._session.take_lines()

    # -- the port's side --------------------------------------------------------------------------

    def begin(self, port: str) -> None:
        """Open the port and begin a conversation, with which `step` goes on."""
        self._was = find_identity(port, self._known()) or self._was
        transport = self._open_port(port, self.speed)
        with self._changed:
            self.port = port
            self._transport = transport
            self._session.begin(self._clock())
            self._session.counters["openings"] += 1
            self._changed.notify_all()

    def _lose(self, transport: SerialTransport) -> None:
        with self._changed:
            self._looks = 0
            self._transport = None
            self._session.end()
            self._changed.notify_all()
        # At once, or the system gives the keypad another name when it comes back.
        transport.close()
        # Ours may be back already, in the same socket.
        was, known = self._was, self._known()
        self._others = {one.device for one in known if was and place(one) != place(was)}

    def _run(self) -> None:
        while not self._stop.wait(self.step()):
            pass
        with self._changed:
            transport, self._transport = self._transport, None
            self._session.close()
        if transport is not None:
            transport.close()

    def step(self) -> float:
        """Do one beat, or one look for a lost port; return the seconds until the next step."""
        if transport := self._transport:
            try:
                self._exchange(transport)
            except PortTrouble:
                self._lose(transport)
        else:
            self._look_for_port()
        if self._transport:
            return 0.0
        return SOON_S if self._looks < SOON_TRIES else LATER_S

    def _exchange(self, transport: SerialTransport) -> None:
        session = self._session
        data = transport.read()
        with self._changed:
            session.feed(data, self._clock())
            lines = session.outbox.take_bytes()
            if data or session.events:
                self._changed.notify_all()
        if lines:
            transport.write(lines)
        if session.lost:
            raise PortTrouble(f"{self.port} has been silent for 3 s.")

    def _look_for_port(self) -> None:
        self._looks += 1
        with suppress(PortTrouble):
            known = self._known()
            self._others &= {facts.device for facts in known}
            port = find_again(self._asked_for, self._was, known, self._others)
            if port is not None:
                self.begin(port)
