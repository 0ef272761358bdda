"""A game watched again: the panel before a unit whose keys go down as they did that evening.

    status = Watch(film, settings, speed=2).run()

    F5, espace     pause, and on           < >    the pace, up to as fast as it goes
    F6, →          one operation on        ←      one back
    ctrl+t         the operations, all of them: Entrée goes there
    ?              looks around in a unit of one's own; Fin is the way back
    ctrl+n         plays on from here, in a new save; from then on it is a panel like any other

Nothing that is pressed here can change what was recorded: the fingers are the recording's.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar

from textual.binding import Binding, BindingType

from display.panel.app import Panel
from display.panel.key_queue import TAP, Fingers
from display.panel.ticks import TICKS_A_SECOND
from display.panel.travel import Travel
from display.panel.widgets.footer import WATCHED

if TYPE_CHECKING:
    from display.panel.interface import Film, Numbered, Rerun, Unit
    from display.panel.settings import Settings
    from display.panel.sound import Edges

FASTEST = 100_000.0
"""More than any machine reaches: as fast as it goes."""
SPEEDS = (0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 240.0, FASTEST)
WELCOME = "Une partie revue : ses touches s'enfoncent seules. F1 aide."
REFUSED = "Une partie revue ne se change pas : ctrl+n la joue d'ici."
AROUND = "Vous regardez autour : rien n'est noté. Fin : retour."
THE_END = "La partie enregistrée s'arrête ici. F5 la revoit, ctrl+n la continue."
AGAIN = 4.0
"""Seconds before the same refusal is told once more."""


class Recorded(Fingers):
    """Fingers of another evening: they move at their own times and listen to nobody."""

    def __init__(self, rerun: Rerun, touched: Callable[[str], None]) -> None:
        super().__init__(rerun.unit)
        self.rerun = rerun
        self.touched = touched

    @property
    def held(self) -> frozenset[str]:
        return self.rerun.held

    def tap(self, key: str, ticks: int = TAP) -> None:
        self.touched(key)

    def down(self, key: str) -> None:
        self.touched(key)

    def up(self, key: str) -> None:
        pass

    def drop(self) -> None:
        pass

    def next_event(self) -> int:
        return self.rerun.next_event()

    def run(self, until: int) -> None:
        self.rerun.run(until)


class Screening(Travel):
    """Where one is in the film. Away is looking around, in a unit that nobody records."""

    head = "↑↓ Entrée y va   ^N joue d'ici"
    present = ""

    def __init__(self, panel: Watch, film: Film) -> None:
        super().__init__(panel, None)
        self.watch = panel
        self.film = film
        self.moments: list[Numbered] = list(film.moments())
        self.trouble = "" if self.moments else "rien de joué"
        self.told: tuple[str, ...] = ()
        self.at = -1
        self._pace = (1.0, False)

    @property
    def sentences(self) -> tuple[str, ...]:
        return self.told

    def read(self) -> None:
        done = self.film.cursor.unit.operations
        if self.away or done == self._read:
            return
        follows = self.row == max(self.at, 0)
        self._read = done
        passed = (at for at, moment in enumerate(self.moments) if moment.number <= done)
        self.at = max(passed, default=-1)
        if follows:
            self.row = max(self.at, 0)

    def move(self, rows: int) -> None:
        self.row = max(0, min(len(self.moments) - 1, self.row + rows))

    def go(self) -> None:
        if self.row < len(self.moments):
            self.go_to(self.moments[self.row].number)

    def go_to(self, operation: int) -> None:
        """The film runs on, or anew from its beginning, up to there."""
        self.back()
        self.film.cursor.go_to(operation)
        self.seat()
        self.read()
        self.row = max(self.at, 0)

    def seat(self) -> None:
        self.panel.seat(Recorded(self.film.cursor, self.watch.touched))

    def look_around(self) -> None:
        pace = self.panel.pace
        self._pace = (pace.speed, pace.paused)
        self._present = self.panel.fingers
        self._live()
        self.panel.seat(Fingers(self.film.unit_here()))

    def _live(self) -> None:
        self.panel.pace.set_speed(1.0)
        self.panel.pace.paused = False

    def back(self) -> None:
        if self._present is not None:
            self._present = None
            self.seat()
            self.panel.pace.speed, self.panel.pace.paused = self._pace

    def go_on(self) -> Unit | None:
        laid = self.film.go_on()
        self.told = laid.sentences
        self._live()
        self.panel.seat(Fingers(laid.unit))
        self.watch.leave_the_film(Travel(self.panel, laid.history))
        unit: Unit = laid.unit
        return unit


class Watch(Panel):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "skip(-1)", "Opération d'avant"),
        Binding("right", "skip(1)", "Opération d'après"),
        Binding("home", "skip(-1000000)", "Du début"),
    ]

    def __init__(
        self, film: Film, settings: Settings | None = None, *, speed: float = 1.0,
        edges: Edges | None = None, still: bool = False, **more: Any,
    ) -> None:  # fmt: skip
        super().__init__(film.cursor.unit, settings, edges=edges, still=still, **more)
        self.film: Film | None = film
        self.screening = Screening(self, film)
        self.travel = self.screening
        self.fingers = Recorded(film.cursor, self.touched)
        self.pace.turn_to(self.fingers)
        self.pace.speeds = SPEEDS
        self.pace.speed = speed
        self.step_by = "operation"
        self.footer.words = WATCHED
        self.attendants = [self._attend]
        self._refused = -AGAIN
        self._doubted = False

    @property
    def watching(self) -> bool:
        """Whether the film is before the panel, and not a unit one may play on."""
        return self.film is not None and not self.screening.away

    def _begin(self) -> None:
        super()._begin()
        self.notify(WELCOME, timeout=4)

    def _attend(self) -> None:
        if not self.watching or self.film is None:
            return
        self.screening.read()
        rerun = self.film.cursor
        if not self._doubted and (doubt := rerun.doubt()):
            self._doubted = True
            self.notify(doubt, severity="warning", timeout=12)
        if rerun.over and not self.pace.paused:
            self.pace.paused = True
            self.notify(THE_END)

    def leave_the_film(self, travel: Travel) -> None:
        self.film = None
        self.travel = travel
        self.step_by = "frame"
        self.footer.words = self.footer.usual
        self.footer.refresh()

    # -- what is pressed

    def touched(self, key: str) -> None:
        if key == "?":
            self.screening.look_around()
            self.fingers.tap(key)
            self.notify(AROUND, timeout=3)
        elif monotonic() - self._refused >= AGAIN:
            self._refused = monotonic()
            self.notify(REFUSED, timeout=3)

    def type(self, key: str, at: float) -> None:
        if self.watching and key == self.host.key("space", " "):
            self.action_pause()
        else:
            super().type(key, at)

    def action_pause(self) -> None:
        if self.watching and self.film is not None and self.film.cursor.over:
            self.screening.go_to(0)
            self.pace.paused = True
        super().action_pause()

    def action_step(self) -> None:
        if self.watching and self.step_by == "operation":
            self.pace.paused = True
            self.action_skip(1)
        else:
            super().action_step()

    def action_skip(self, operations: int) -> None:
        if not self.watching or self.film is None:
            return
        here = self.film.cursor.unit.operations
        self.screening.go_to(max(0, here + operations))
        self.wake()

    def action_leave(self) -> None:
        if self.film is None:
            super().action_leave()
        else:
            self.exit(0)  # nothing is lost

    def action_help(self) -> None:
        from display.panel.help import Help

        self.push_screen(Help(self.host, self.reference(), watching=self.film is not None))

    # -- how it looks

    def _state(self) -> list[str]:
        if self.film is None:
            return super()._state()
        rerun = self.film.cursor
        if self.screening.away:
            return ["PASSÉ", "Fin :", "retour"]
        pace = "FIN" if rerun.over else "PAUSE" if self.pace.paused else speed_of(self.pace.speed)
        moments = self.screening.moments
        last = moments[-1].number if moments else 0
        return [
            "REVOIR",
            f"op. {rerun.unit.operations}",
            f"/ {last}",
            clock((rerun.unit.tick - rerun.first) // TICKS_A_SECOND),
            pace,
        ]


def speed_of(speed: float) -> str:
    return "× max" if speed >= FASTEST else f"× {speed:g}"


def clock(seconds: int) -> str:
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
