"""A front end's connection to a keypad board: two threads at the port, none at the unit.

    reader ─ read ─▶ Session.hear ─▶ events ─▶ take()       in the front end's own loop
                        │ lock
    writer ◀─ lines ─ Session.tick ◀────────── tell(unit)   its glass and beeps
       every timer of the conversation

    link = KeypadLink("/dev/ttyACM0", pad=Pad({"E": "OK"}), speeds=SpeedMemory(path))
    link.open()                    # PortTrouble: a sentence, and nothing was started
    while playing:
        for event in link.take():  # as often as the front end reads its own keys
            ...
        link.tell(unit)
        unit.run(...)
        show(link.status())
    link.close()

The threads only wait: `listen` and `speak` do the work, and are called by a simulation instead,
which hands in its clock and its ports.

A lost port is looked for every half second, later every two, by the identity of the board and not
by its name; the game goes on by hand meanwhile.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, Protocol

from hardware.beeper import BEEPS
from hardware.keypads.facts import RELEASE_ALL, SPEED, Counters, Event, State, Status
from hardware.keypads.frames import glass_args
from hardware.keypads.pad import Pad
from hardware.keypads.port import PortFacts, PortTrouble, find_again, identity_of, open_port, ports
from hardware.keypads.session import EVENTS, Session
from hardware.keypads.speed_memory import SpeedMemory

SOON_S = 0.5
SOON_TRIES = 10
LATER_S = 2.0
JOIN_S = 3.0

SILENT_MS = 5_000
GLANCE_S = 0.25


if TYPE_CHECKING:
    from hardware.unit import Unit


def milliseconds() -> int:
    return time.monotonic_ns() // 1_000_000


class Transport(Protocol):
    """An open port: see `SerialTransport`."""

    def read(self) -> bytes: ...
    def write(self, data: bytes) -> bool: ...
    def set_speed(self, baud: int) -> None: ...
    def wake(self) -> None: ...
    def close(self) -> None: ...


class _Due(NamedTuple):
    """What is to be sent now."""

    transport: Transport | None
    line: bytes = b""
    speed: int = 0
    """To which the port is to be set before, 0: it is."""
    rest: float | None = None
    """Seconds until there is more, if nothing happens before."""


class KeypadLink:
    def __init__(
        self,
        port: str,
        known: Callable[[], Sequence[PortFacts]] = ports,
        *,
        pad: Pad | None = None,
        speeds: SpeedMemory | None = None,
        open_port: Callable[[str], Transport] = open_port,
        clock: Callable[[], int] = milliseconds,
    ) -> None:
        """`pad`: what the settings say of a plain board; `speeds` remembers its speed."""
        self.client = f"keypad {id(self)}"
        """Its name among those who hold keys down."""
        self.port = port
        self._asked_for = port
        self._known = known
        self._open_port = open_port
        self._clock = clock
        self._was: PortFacts | None = None
        self._others: frozenset[str] = frozenset()  # ports that were there when ours left
        self.pad = pad
        self._speeds = speeds
        self._counters = Counters()
        self._changed = threading.Condition()
        self._session: Session | None = None
        self._transport: Transport | None = None
        self._speed = SPEED
        self._opened = 0
        self._bytes_before = 0
        self._stop = threading.Event()
        self._trouble = ""
        self._looks = 0
        """How often the lost port has been looked for."""
        self._once_framed = False
        self._threads: list[threading.Thread] = []
        self._left: list[Event] = []  # events of a session that is over
        self._glass = ""
        self._seen: tuple[object, ...] = ()
        self._heard = 0
        self._played: Unit | None = None

    # -- the front end's side ---------------------------------------------------------------------

    def open(self) -> None:
        """Open the port and start the threads. PortTrouble if the port cannot be opened now."""
        if self._threads:
            return  # by hand first, then by `with`
        self.begin()
        for work in (self._read, self._write):
            thread = threading.Thread(target=work, name=f"board {work.__name__}", daemon=True)
            self._threads.append(thread)
            thread.start()

    def begin(self) -> None:
        """Open the port; `listen` and `speak` are then called by threads or by a simulation."""
        self._begin(self.port)

    def close(self) -> None:
        self._stop.set()
        with self._changed:
            self._changed.notify_all()
            transport = self._transport
        if transport is not None:
            transport.wake()
        for thread in self._threads:
            thread.join(JOIN_S)
        self._threads.clear()

    def __enter__(self) -> KeypadLink:
        self.open()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def ready(self, seconds: float) -> Status:
        """Waits until the board's kind is known, or that it says nothing by itself."""
        until = time.monotonic() + seconds
        while True:
            status = self.status()
            late = time.monotonic() >= until
            if status.connected or status.state in (State.SILENT, State.REFUSED) or late:
                return status
            self.wait(GLANCE_S)

    def settle(self, seconds: float) -> None:
        """Waits until the board has all that it was to be sent: before the end of a script."""
        until = time.monotonic() + seconds
        with self._changed:
            while self._session is not None and self._session.outbox.busy:
                if time.monotonic() >= until:
                    return
                self._changed.wait(GLANCE_S)

    def take(self) -> list[Event]:
        """The events since the last time."""
        with self._changed:
            events = self._left
            self._left = []
            if self._session is not None:
                events += self._collect(self._session)
        return events

    def wait(self, seconds: float) -> None:
        """Until there may be something to take."""
        with self._changed:
            if not self._left and not (self._session and self._session.events):
                self._changed.wait(seconds)

    def tell(self, unit: Unit) -> None:
        """What has changed on the unit: its glass, and the last of its new beeps."""
        if unit is not self._played:  # the beeps that it has already played are not for the board
            self._heard = unit.beep_count
            self._played = unit
        shown = unit.shown
        if shown != self._seen:
            self._seen = shown
            self._show(glass_args(*shown))
        if unit.beep_count != self._heard:
            for _, name in unit.beeps_since(self._heard)[-1:]:
                self._play(name)
            self._heard = unit.beep_count

    def status(self) -> Status:
        with self._changed:
            session = self._session
            counters = replace(self._counters)
            if session is None:
                state = State.CLOSED if self._stop.is_set() else State.LOOKING
                return Status(
                    state,
                    self.port,
                    trouble=self._trouble,
                    waiting=len(self._left),
                    counters=counters,
                )
            trouble, problem = session.trouble, session.problem
            heard = counters.bytes_in != self._bytes_before
            unknown = tuple(session.plain.unknown) if session.plain else ()
            if not heard and self._clock() - self._opened >= SILENT_MS:
                trouble = f"{self.port} is open, but nothing was heard from a board so far."
                problem = "silent"
            return Status(
                session.state,
                self.port,
                session.speed,
                session.board,
                session.ghost,
                trouble,
                problem,
                session.protocol,
                session.last_junk,
                unknown,
                len(self._left) + len(session.events),
                counters,
            )

    def _show(self, args: str) -> None:
        with self._changed:
            self._glass = args
            if self._session is not None:
                self._session.outbox.show(args, self._clock())
                self._changed.notify_all()

    def _play(self, name: str) -> None:
        with self._changed:
            if self._session is not None:
                self._session.outbox.play(BEEPS[name], self._clock())
                self._changed.notify_all()

    # -- the port's side --------------------------------------------------------------------------

    @staticmethod
    def _collect(session: Session) -> list[Event]:
        events = list(session.events)
        session.events.clear()
        if session.spilled:
            session.spilled = False
            events.append(RELEASE_ALL)
        return events

    def _begin(self, port: str) -> None:
        """A port that opens is a new conversation."""
        self._was = identity_of(port, self._listed()) or self._was
        transport = self._open_port(port)
        with self._changed:
            self.port = port
            self._transport = transport
            self._speed = SPEED
            self._opened = now = self._clock()
            self._bytes_before = self._counters.bytes_in
            # What once held a CRC together is no plain board: its broken lines are not keys.
            session = Session(
                self._counters,
                now,
                may_be_plain=not self._once_framed,
                pad=self.pad,
                speed=self._speeds.of(self._was) if self._speeds else SPEED,
            )
            if self._glass:
                session.outbox.show(self._glass, now)
            self._session = session
            self._trouble = ""
            self._counters.openings += 1
            self._changed.notify_all()

    def _lose(self, session: Session, transport: Transport, trouble: str) -> None:
        with self._changed:
            self._looks = 0
            self._session = self._transport = None
            session.end()
            self._once_framed |= session.framed
            self._left += self._collect(session)
            if len(self._left) > EVENTS:  # not taken, while the port comes and goes
                self._left = [RELEASE_ALL]
            self._trouble = trouble
            self._counters.losses += 1
            self._changed.notify_all()
        # At once, or the system gives the board another name when it comes back.
        transport.close()
        self._others = self._all_but_ours(self._listed())

    def _listed(self) -> Sequence[PortFacts]:
        """The ports of this machine; none for an address, which needs no such list."""
        return () if "://" in self._asked_for else self._known()

    def _all_but_ours(self, known: Sequence[PortFacts]) -> frozenset[str]:
        """Ports that are not ours. Ours may be back already, in the same socket."""
        was = self._was
        if was is None:
            return frozenset()
        ours = was.identity, was.socket
        return frozenset(
            facts.device
            for facts in known
            if facts.device != was.device and (facts.identity, facts.socket) != ours
        )

    def _read(self) -> None:
        while not self._stop.wait(self.listen()):
            pass
        with self._changed:
            transport, self._transport, self._session = self._transport, None, None
        if transport is not None:
            transport.close()

    def listen(self) -> float:
        """One reading, or one look for a lost port: seconds until the next."""
        session, transport = self._session, self._transport
        if session is None or transport is None:
            self._look_for_port()
        else:
            try:
                data = transport.read()
                with self._changed:
                    session.hear(data, self._clock())
                    self._remember(session)
                    if data:
                        self._changed.notify_all()
                if session.lost:
                    raise PortTrouble(f"{self.port} has been silent for 3 s.")
            except PortTrouble as trouble:
                self._lose(session, transport, str(trouble))
        if self._session is not None:
            return 0.0
        return SOON_S if self._looks < SOON_TRIES else LATER_S

    def _remember(self, session: Session) -> None:
        if self._speeds and (session.framed or (session.plain and session.plain.lines)):
            self._speeds.keep(self._was, session.speed)

    def _look_for_port(self) -> None:
        self._looks += 1
        try:
            known = self._listed()
            self._others &= {facts.device for facts in known}
            port = find_again(self._asked_for, self._was, known, self._others)
            if port is not None:
                self._begin(port)
        except PortTrouble as trouble:
            self._trouble = str(trouble)

    def _write(self) -> None:
        """Every line, and every date of the conversation."""
        while True:
            with self._changed:
                if self._stop.is_set():  # asked under the lock, or `close` wakes it too early
                    return
                due = self._next_line()
                if not due.line and not due.speed:
                    self._changed.wait(due.rest)
                    continue
            self._stop.wait(self._send(due))

    def speak(self) -> None:
        """All that is due now."""
        while (due := self._next_line()).line or due.speed:
            if self._send(due):
                return

    def _next_line(self) -> _Due:
        session, transport = self._session, self._transport
        if session is None or transport is None:
            return _Due(None)
        now = self._clock()
        session.tick(now)
        lines, speed = session.outbox.lines, session.speed
        line = lines.popleft() if lines else b""
        turned, self._speed = speed != self._speed, speed
        return _Due(transport, line, speed if turned else 0, (session.due(now) - now) / 1_000)

    def _send(self, due: _Due) -> float:
        """Seconds to wait before the next."""
        assert due.transport is not None
        try:
            if due.speed:
                due.transport.set_speed(due.speed)
            if due.line:
                due.transport.write(due.line)
        except PortTrouble:
            # The reading thread gets the same error, and closes the port.
            return SOON_S
        return 0.0
