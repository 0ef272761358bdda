"""The panel as an application: it wires a unit to a keyboard, a mouse, a screen and a speaker.

    ┌──────────────────────────────┐ ┌──────────┐
    │ Glass                        │ │ a pane   │   beside the unit where there is room,
    ├──────────────────────────────┤ │          │   else in the place of the keys
    │ KeyBlock                     │ │          │
    └──────────────────────────────┘ └──────────┘
      Footer

Between two events nothing is computed: the panel sleeps until the unit's next visible change, and
wakes at once for a key.
"""

from __future__ import annotations

import asyncio
import gc
import signal
from collections.abc import Callable, Coroutine, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.app import ComposeResult, SystemCommand
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.geometry import Size
from textual.notifications import SeverityLevel
from textual.screen import Screen

from display.panel import commands
from display.panel.actions import Company, Steering
from display.panel.glass_text import Words
from display.panel.key_queue import Fingers
from display.panel.keymap import Host
from display.panel.layout import Layout, arrange
from display.panel.pace import Pace
from display.panel.palette import DEFAULT, PALETTES, Palette
from display.panel.panes.pane_slot import Panes
from display.panel.settings import Settings
from display.panel.shades import STEP, STEPS, Sight
from display.panel.ticks import NEVER, TICKS_A_SECOND
from display.panel.travel import Travel
from display.panel.widgets.footer import Footer
from display.panel.widgets.glass import Glass
from display.panel.widgets.key_block import KeyBlock, queue_notes
from display.panel.widgets.question_line import QuestionLine
from display.words import of_environment, text

if TYPE_CHECKING:
    from textual.widget import Widget

    from display.panel.interface import Board, Past, Unit
    from display.panel.sound import Edges, Voice

LEAST_REST = 0.002
BOARD_WAIT = 0.5
LIVELY = 0.1
"""Seconds between two pictures of a pane that shows time itself."""
VOICE_AFTER = 0.25
"""Seconds after the first picture in which the sound is opened."""


class Row(Horizontal):
    BLANK = True  # paints nothing of its own


class Column(Vertical):
    BLANK = True


class Panel(Steering):
    """Runs until it is left; returns the exit status."""

    CSS_PATH = "panel.tcss"
    TITLE = "Banquier 90"
    ENABLE_COMMAND_PALETTE = True
    COMMAND_PALETTE_BINDING = "ctrl+p"
    BINDINGS: ClassVar[list[BindingType]] = commands.BINDINGS
    ALLOW_SELECT = False
    ESCAPE_TO_MINIMIZE: ClassVar[bool] = False

    def notify(self, message: str, **options: Any) -> None:
        """Text, never markup: names of files may hold square brackets."""
        super().notify(message, **{"markup": False, **options})

    def __init__(
        self,
        unit: Unit,
        settings: Settings | None = None,
        *,
        pace: Callable[[Fingers], Pace] = Pace,
        edges: Edges | None = None,
        pictures: Path | None = None,
        attendants: Sequence[Callable[[], None]] = (),
        board: Board | None = None,
        past: Past | None = None,
        company: Company | None = None,
        still: bool = False,
    ) -> None:
        """`attendants` are called whenever the unit has run; a `still` panel lets no time pass
        by itself and keeps to plain lit and unlit, for pictures that must always be the same."""
        super().__init__()
        self.unit = unit
        self.settings = settings or Settings()
        self.fingers = Fingers(unit)
        self.pace = pace(self.fingers)
        if self.settings.speed != 1.0:
            self.pace.set_speed(self.settings.speed)
        self.host = Host(self.settings.keys)
        self.sight = Sight(self.settings.ghost, steps=1 if still else STEPS)
        self.voice: Voice | None = None
        self._edges = edges
        self.pictures = pictures or Path.cwd()
        self.attendants = list(attendants)
        self.board = board
        self._board_due = NEVER
        self.sentences: list[str] = []
        self.still = still
        self.fault: Exception | None = None
        self.palette: Palette = PALETTES[self.settings.theme]
        self.step_by = "frame"
        self._heard = unit.beep_count
        self._alarm: asyncio.TimerHandle | None = None
        self.panes = Panes(self)
        self.travel = Travel(self, past)
        self.company = company
        letters = {name: self.host.legend(name) for name in commands.LETTERED}
        self.glass = Glass()
        self.keys = KeyBlock(letters)
        self.words = Words()
        self.question = QuestionLine(self.settings.lang or of_environment())
        self.footer = Footer()
        for theme in commands.themes():
            self.register_theme(theme)
        self.theme = self.settings.theme

    def compose(self) -> ComposeResult:
        yield Row(Column(self.glass, self.words, self.question, self.keys, id="unit"), id="table")
        yield self.footer

    # -- life

    def on_mount(self) -> None:
        if not self.is_headless and self.console.color_system in ("standard", "windows"):
            # Sixteen colours have no faint ones: what is not driven would look driven.
            self.sight.ghost = 0
            self.theme = "contraste"
        self._dress()
        self.app_suspend_signal.subscribe(self, self._suspended)
        self.app_resume_signal.subscribe(self, self._resumed)
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
            # Not everywhere are there signals, or is this the main thread.
            with suppress(NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(number, self.exit, None, 128 + number)
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        gc.freeze()
        gc.enable()
        for sentence in self.sentences:
            self.notify(sentence, timeout=12)
        if not self.still:
            self.pace.resume()
            if self._edges is not None and not self.is_web:
                self.set_timer(VOICE_AFTER, self._find_voice)
            if self.board:
                self.run_worker(self._watch_board(self.board))
        self.wake()

    def _find_voice(self) -> None:
        self.run_worker(self._open_voice())

    async def _open_voice(self) -> None:
        from display.panel.sound import open_voice

        if self._edges is not None:
            self.voice = await asyncio.to_thread(open_voice, self._edges)

    async def _watch_board(self, board: Board) -> None:
        """A real key may go down at any moment: the panel wakes for it as for one of ours."""
        from display.panel.board_state import board_state

        told = ""
        while self.is_running:
            await asyncio.to_thread(board.wait, BOARD_WAIT)
            self.wake()
            status = board.status()
            if (state := board_state(status, self.lang)) != told:
                told = state
                severity: SeverityLevel = "warning" if status.problem else "information"
                self.notify(text(self.lang, "board.keypad", state=state), severity=severity)

    @property
    def lang(self) -> str:
        """The language of all words that are not on the glass."""
        return self.question.lang

    def on_unmount(self) -> None:
        if self._alarm:
            self._alarm.cancel()
        self.fingers.drop()
        if self.voice:
            self.voice.close()

    def _suspended(self, _: object) -> None:
        self.fingers.drop()
        self._freeze()

    def _resumed(self, _: object) -> None:
        self.fingers.drop()
        if not self.still:
            self.pace.resume()
        self.wake()

    def _freeze(self) -> None:
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None

    def _handle_exception(self, error: Exception) -> None:
        """Leave the terminal clean; whoever started the panel says what happened."""
        if self.fault is None:
            self.fault = error
        self._return_code = 1
        if self._exception is None:
            self._exception = error
            self._exception_event.set()
        self._close_messages_no_wait()

    # -- time and eyes

    def wake(self) -> None:
        """The unit lives up to now; what changed is painted; then sleep until the next change."""
        if not self.is_running:
            return
        self._freeze()
        if not self.still:
            self.pace.catch_up()
            if self.board:
                self._board_due = self.board.pump(self.unit)
        self.look()
        if self.still:
            return
        rest = self._rest()
        if rest is not None:
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(max(rest, LEAST_REST), self.wake)

    @property
    def fading(self) -> bool:
        return self.glass.display and not self.sight.settled

    def _rest(self) -> float | None:
        """Seconds until there may be something new to see; None: not without a key."""
        if self.fading:
            return STEP  # also while the unit's time is stopped
        rest = self.pace.rest()
        if rest is None:
            return None
        if self._board_due < NEVER:
            due = (self._board_due - self.unit.tick) / (self.pace.speed * TICKS_A_SECOND)
            rest = min(rest, max(0.0, due))
        return min(rest, LIVELY) if self.panes.lively else rest

    def look(self) -> None:
        for attend in self.attendants:
            attend()
        if self.words.display:
            self.words.show(self.unit)
        else:
            self.glass.show(self.sight.look(self.unit, self.pace.speed, self.glass.faint))
        self.question.show(self.unit.question, self.unit.names)
        self.keys.show(self.fingers.held, queue_notes(self.fingers.waiting(), self._state()))
        self.panes.show()
        if new := self.unit.beeps_since(self._heard):
            self._sound(new)
        self._heard = self.unit.beep_count

    def _state(self) -> list[str]:
        notes = []
        if self.travel.away:
            notes.append("PASSÉ")
        if self.pace.paused:
            notes.append("PAUSE")
        elif self.pace.speed != 1.0:
            notes.append(f"× {self.pace.speed:g}")
        if self.settings.mute:
            notes.append("muet")
        return notes

    def _sound(self, beeps: Sequence[tuple[int, str]]) -> None:
        if self.settings.mute or self.pace.speed > 4:
            return
        if self.voice:
            self.voice.say(beeps)
        elif self.settings.bell and any(name not in ("key", "silence") for _, name in beeps):
            self.bell()

    # -- fingers

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.Key) and len(self.screen_stack) == 1:
            if event.key == "ctrl+c":
                self.exit(130, return_code=130)
                return
            if event.key in ("enter", "kp_enter") and self.travel.chosen:
                self.action_travel()
                return
            key = self.host.key(event.key, event.character)
            if key is not None and event.key not in commands.OWN:
                self.type(key, asyncio.get_running_loop().time())
                return
            if self.host.without_numlock(event.key):
                self.notify(text(self.lang, "board.numlock"), severity="warning")
        await super().on_event(event)

    def type(self, key: str, at: float) -> None:
        """A key of the computer's keyboard went down."""
        if not self.host.rests(key, at):
            self._move(lambda: self.fingers.tap(key))

    def on_paste(self, event: events.Paste) -> None:
        """An amount may be pasted; nothing else that a paste holds is meant as keys."""
        digits = [char for char in event.text if char in "0123456789"]

        def type_all() -> None:
            for digit in digits:
                self.fingers.tap(digit)

        self._move(type_all)

    def on_key_block_pressed(self, message: KeyBlock.Pressed) -> None:
        act = self.fingers.down if message.down else self.fingers.up
        self._move(lambda: act(message.key))

    def on_app_blur(self) -> None:
        self.keys.let_go()
        self._move(self.fingers.lift)

    def _move(self, act: Callable[[], object]) -> None:
        """Fingers move in the unit's present, not where it stood when it was last looked at."""
        if not self.still:
            self.pace.catch_up()
        act()
        self.fingers.run(self.unit.tick)
        self.wake()

    def seat(self, fingers: Fingers) -> None:
        self.fingers.drop()
        self.unit, self.fingers = fingers.unit, fingers
        self.pace.turn_to(fingers)
        self._heard = self.unit.beep_count

    # -- how it looks

    def on_resize(self, event: events.Resize) -> None:
        self.arrange(event.size)

    def plan(self, size: Size | None = None) -> Layout:
        width, height = size or self.size
        return arrange(width, height, self.panes.is_open)

    def home(self, *, beside: bool) -> Widget:
        return self.query_one("#table" if beside else "#unit")

    def later(self, change: Coroutine[None, None, None]) -> None:
        self.run_worker(change, exclusive=True, group="pane")

    def arrange(self, size: Size | None = None) -> None:
        """Share the window between glass, keys and pane."""
        plan = self.plan(size)
        self.words.display = plan.words
        self.glass.display = not plan.words
        self.keys.display = plan.keys > 0
        self.footer.display = plan.footer
        self.glass.styles.height = max(1, plan.glass)
        self.keys.styles.height = max(1, plan.keys)
        self.glass.fit(Size(plan.width, plan.glass))
        self.keys.branded = not self.glass.head
        self.keys.fit(Size(plan.width, plan.keys))
        self.panes.place(plan)
        self.call_after_refresh(self.wake)

    def _dress(self) -> None:
        for part in (self.glass, self.keys, self.words, self.question, self.footer):
            part.dress(self.palette)
        self.panes.dress(self.palette)
        self.screen.styles.background = self.palette.case

    # -- commands

    async def action_pane(self, name: str) -> None:
        await self.panes.toggle(name)

    def action_language(self) -> None:
        self.question.lang = "en" if self.question.lang == "fr" else "fr"
        self.wake()

    def watch_theme(self, theme: str) -> None:
        self.palette = PALETTES.get(theme, PALETTES[DEFAULT])
        if self.is_running:
            self._dress()
            self.wake()

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        yield from commands.palette(self)
