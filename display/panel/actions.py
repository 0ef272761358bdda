"""What a panel does on command, from a key of the computer or from the list of commands."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from textual.app import App

from display.panel.commands import STEP_NAMES
from display.panel.key_queue import HOLD, Fingers, GuestStroke
from display.panel.palette import GHOSTS, PALETTES
from display.panel.shades import STEP

if TYPE_CHECKING:
    from display.panel.interface import Unit
    from display.panel.keymap import Host
    from display.panel.pace import Pace
    from display.panel.panes.pane_slot import Panes
    from display.panel.settings import Settings
    from display.panel.shades import Sight
    from display.panel.travel import Travel


Company = Callable[["Unit"], tuple[Sequence[Callable[[], None]], Sequence[Iterator[GuestStroke]]]]
"""Who attends to a unit, and which players of the house sit down before it."""


class Steering(App[int]):
    """The half of the panel that obeys; the other half lives and draws."""

    unit: Unit
    settings: Settings
    fingers: Fingers
    pace: Pace
    host: Host
    sight: Sight
    panes: Panes
    travel: Travel
    attendants: list[Callable[[], None]]
    company: Company | None
    pictures: Path
    step_by: str

    def wake(self) -> None:
        raise NotImplementedError

    @property
    def lang(self) -> str:
        raise NotImplementedError

    @property
    def fading(self) -> bool:
        """Whether something on the glass is between lit and unlit."""
        raise NotImplementedError

    def _move(self, act: Callable[[], object]) -> None:
        raise NotImplementedError

    def action_help(self) -> None:
        from display.panel.help import Help

        self.push_screen(Help(self.host, self.reference()))

    def reference(self) -> str:
        """The part of the help that every front end has."""
        from display.words import help_text

        board = self.unit.board_view()
        return help_text(self.lang, board.edition if board else "")

    def action_leave(self) -> None:
        from display.panel.leaving import Leaving

        def answered(leave: bool | None) -> None:
            if leave:
                self.exit(0)

        self.push_screen(Leaving(), answered)

    def action_picture(self) -> None:
        self.run_worker(self._take_picture())

    async def _take_picture(self) -> None:
        from display.panel.photo import take

        while self.fading:
            await asyncio.sleep(STEP)
        rows, shades = self.unit.glass(), self.sight.at_rest(self.unit)
        try:
            taken = await asyncio.to_thread(take, rows, shades, self.pictures)
        except OSError as error:
            self.notify(f"{self.pictures} : {error.strerror}", severity="error")
        else:
            self.notify("\n".join(str(path) for path in taken), title="Photo du verre")

    def action_next_theme(self) -> None:
        names = list(PALETTES)
        self.theme = names[(names.index(self.theme) + 1) % len(names)]

    def action_ghost(self) -> None:
        self.sight.ghost = (self.sight.ghost + 1) % len(GHOSTS)
        self.wake()

    def action_mute(self) -> None:
        self.settings = replace(self.settings, mute=not self.settings.mute)
        self.wake()

    def action_hold(self, key: str) -> None:
        self._move(lambda: self.fingers.tap(key, HOLD))

    def action_speed(self, way: int) -> None:
        self.pace.shift(way)
        self.wake()

    def action_pause(self) -> None:
        (self.pace.resume if self.pace.paused else self.pace.pause)()
        self.wake()

    def action_step(self) -> None:
        if not self.pace.paused:
            self.pace.pause()
        self.pace.step(self.step_by)
        self.wake()

    def action_step_by(self) -> None:
        names = STEP_NAMES
        self.step_by = names[(names.index(self.step_by) + 1) % len(names)]
        self.wake()

    # -- time travel

    def seat(self, fingers: Fingers) -> None:
        """Another unit comes before the panel; the one that was there stands still."""
        raise NotImplementedError

    @property
    def pane_open(self) -> str:
        return self.panes.name

    def action_moment(self, rows: int) -> None:
        if self.panes.name == "travel":
            self.travel.move(rows)
            self.wake()

    def action_travel(self) -> None:
        try:
            self.travel.go()
        except ValueError as error:
            self.notify(str(error), severity="error")
        self.wake()

    def action_present(self) -> None:
        self.travel.back()
        self.wake()

    def action_go_on(self) -> None:
        travel = self.travel
        try:
            unit = travel.go_on()
            told = travel.sentences
        except ValueError as error:
            self.notify(str(error), severity="error")
            return
        if unit is None:
            self.notify("Choisissez d'abord un moment (ctrl+t).")
            return
        if self.company is not None:
            attendants, guests = self.company(unit)
            self.attendants[:] = attendants
            for strokes in guests:
                self.fingers.invite(strokes)
        self.notify("Une nouvelle partie part de là ; l'ancienne reste telle quelle.")
        for sentence in told:
            self.notify(sentence, timeout=12)
        self.wake()

    def action_scroll_pane(self, pages: float) -> None:
        self.panes.scroll(pages)
