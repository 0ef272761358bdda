"""The panel as a Textual application: a unit with a keyboard, a mouse, a screen and a speaker.

    ┌──────────────────────────────┐ ┌──────────┐
    │ Glass                        │ │ a pane   │   beside the unit where there is room,
    │ QuestionLine                 │ │          │   else between the words and the keys
    ├──────────────────────────────┤ │          │
    │ KeyBlock                     │ │          │
    └──────────────────────────────┘ └──────────┘
      Footer, or a message

Between two events nothing is computed: the panel sleeps until the unit's next visible change, and
wakes at once for a key.
"""

from __future__ import annotations

import asyncio
import select
import signal
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.app import App, ComposeResult, SystemCommand
from textual.containers import Vertical
from textual.geometry import Size
from textual.notifications import SeverityLevel
from textual.screen import Screen
from textual.widgets import Static

from banquier.panel import actions
from banquier.panel.history_view import HistoryView
from banquier.panel.keymap import OWN, Keymap
from banquier.panel.layout import Layout, arrange
from banquier.panel.panes.pane_slot import PaneSlot
from banquier.panel.phones import Phones
from banquier.panel.replay import Replay
from banquier.panel.settings import Settings
from banquier.panel.tints import (
    DEFAULT,
    GHOSTS,
    TINTS,
    Tint,
    css_colours,
    glass_tones,
    textual_theme,
)
from banquier.panel.widgets.glass_text import glass_text
from banquier.panel.widgets.key_block import KeyBlock
from banquier.panel.widgets.last_line import LastLine
from banquier.panel.widgets.question_line import QuestionLine
from banquier.paths import folders
from banquier.play.driver import Driver, Played
from banquier.play.key_queue import HOLD, KeyQueue
from banquier.play.keypad import exchange
from banquier.play.strokes import Pace
from banquier.saves.messages import files_in, in_language, writing
from banquier.saves.open_game import OpenGame
from banquier.trouble import Trouble
from banquier.words import help_text, of_environment, text
from banquier.words.announcements import is_for_bot
from banquier.words.languages import LANGUAGES
from display.elements import ELEMENTS, is_lit
from display.optics import tones
from display.textual_glass import STEP, SegmentDisplay
from hardware.beeper import edges
from keypad.keys import BY_NAME as KEY_BY_NAME

if TYPE_CHECKING:
    from banquier.panel.sound import Voice
    from banquier.saves.recorded_game import RecordedGame
    from hardware.keypads.keypad_link import KeypadLink

LEAST_REST = 0.002
KEYPAD_WAIT = 0.5
ANIMATION_STEP = 0.1
"""Seconds between two pictures of a pane that shows time itself."""
VOICE_AFTER = 0.25
"""Seconds after the first picture in which the sound is opened."""
STEP_LENGTHS = ("slot", "scan", "frame", "operation")


class Panel(App[int]):
    """Runs until it is left; returns the exit status."""

    CSS_PATH = "panel.tcss"
    TITLE = "Banquier 90"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    ESCAPE_TO_MINIMIZE: ClassVar[bool] = False

    def __init__(
        self,
        game: OpenGame | RecordedGame,
        settings: Settings | None = None,
        *,
        bots: Mapping[int, str] | None = None,
        keypads: Sequence[KeypadLink] = (),
        sentences: Sequence[object] = (),
        frozen: bool = False,
    ) -> None:
        """`bots`: the profile of each. `sentences` are shown at the start. A `frozen` panel lets no
        time pass by itself and fades nothing, for pictures that stay the same."""
        super().__init__()
        self.unit = unit = game.unit
        self.settings = settings or Settings()
        self.lang = self.settings.lang or of_environment()
        self.keys = KeyQueue(unit)
        self.pace = Driver(self.keys)
        if frozen:  # also where a key pauses it or changes its speed
            self.pace.clock = lambda: 0.0
            self.pace.start()
        if self.settings.speed != 1.0:
            self.pace.set_speed(self.settings.speed)
        self.keymap = Keymap(self.settings.keys)
        self.ghost = self.settings.ghost
        self.voice: Voice | None = None
        self.pictures = Path(folders()["pictures"])
        self.bots = bots or {}
        self.bots_pace = Pace(self.settings.pace)
        self.keypads = keypads
        self.sentences = sentences
        self.frozen = frozen
        self.fault: Exception | None = None
        self.step_length = "frame"
        self._heard = unit.beep_count
        self._stage = unit.stage
        self._alarm: asyncio.TimerHandle | None = None
        self.pane_slot = PaneSlot(self)
        self.play(game)
        self.phones = Phones(self)
        self._invite_bots()
        self.brand = Static(id="brand")
        self.glass = SegmentDisplay()
        self.key_block = KeyBlock()
        self.glass_text = Static(id="glass-text")
        self.question_line = QuestionLine()
        self.messages = LastLine()
        self.body = Vertical(self.brand, self.glass, self.question_line, self.key_block)
        for name, tint in self.settings.tints.items():
            self.register_theme(textual_theme(name, tint))
        # Set as other themes are later, the style sheet would be read a second time.
        self.set_reactive(App.theme, self.settings.theme)
        self.stylesheet.set_variables(self.get_css_variables())
        self._set_words()

    def play(self, game: OpenGame | RecordedGame) -> None:
        """From now on that game, live or recorded; its unit is attached."""
        self.game = game
        self.replay: Replay | None = None
        self.history: HistoryView | Replay
        if isinstance(game, OpenGame):
            self.history = HistoryView(self, game)
        else:
            self.history = self.replay = Replay(self, game)

    @property
    def where(self) -> int:
        """Which of the actions there are."""
        return actions.REPLAY if self.replay else actions.PLAY

    def compose(self) -> ComposeResult:
        yield self.body
        yield self.messages

    def _invite_bots(self) -> None:
        """In a demonstration, which nobody saves, they begin the next game too."""
        if self.bots:
            from banquier.play.bots.bots import bot_strokes

            again = not self.game.path
            self.keys.invite(bot_strokes(self.unit, self.bots, self.bots_pace, again=again))

    # -- life

    def on_mount(self) -> None:
        if not self.is_headless and self.console.color_system in ("standard", "windows"):
            # Sixteen colours have no faint ones: what is not driven would look driven.
            self.ghost = 0
            self.theme = "contraste"
        self.app_suspend_signal.subscribe(self, self._suspended)
        self.app_resume_signal.subscribe(self, self._resumed)
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
            # Not everywhere are there signals, or is this the main thread.
            with suppress(NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(number, self.exit, None, 128 + number)
        if hasattr(select, "poll") and not self.is_headless and not self.is_web:
            Thread(target=self._watch_terminal, args=(loop,), daemon=True).start()
        self.call_after_refresh(self._begin)

    def _watch_terminal(self, loop: asyncio.AbstractEventLoop) -> None:
        """End the panel with its terminal. Without SIGHUP (it is not the controlling terminal)
        Textual would read the end of its input over and over."""
        terminal = select.poll()
        terminal.register(sys.stdin.fileno(), 0)  # hang-up and errors are always reported
        ((_, reported),) = terminal.poll()
        if reported & select.POLLHUP:  # some systems cannot poll a terminal and report that
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(self.exit, None, 128 + signal.SIGHUP)

    def _begin(self) -> None:
        for sentence in self.sentences:
            self.notify_sentence(sentence)
        if not self.frozen:
            self.pace.resume()
            if not (self.is_headless or self.is_web):
                self.set_timer(VOICE_AFTER, self._find_voice)
            for link in self.keypads:
                self.run_worker(self._watch_keypad(link))
        if self.replay:
            self.replay.begin()
        self.wake()

    def _find_voice(self) -> None:
        self.run_worker(self._open_voice())

    async def _open_voice(self) -> None:
        from banquier.panel.sound import open_voice

        self.voice = await asyncio.to_thread(open_voice, edges)

    async def _watch_keypad(self, link: KeypadLink) -> None:
        """A real key may go down at any moment: the panel wakes for it as for one of ours."""
        from banquier.words.keypad_state import keypad_state

        notified = ""
        while self.is_running:
            await asyncio.to_thread(link.wait, KEYPAD_WAIT)
            self.wake()
            status = link.status()
            if (state := keypad_state(status, self.lang)) != notified:
                notified = state
                severity: SeverityLevel = "warning" if status.problem else "information"
                self.notify(text(self.lang, "keypad.line", state=state), severity=severity)

    async def on_unmount(self) -> None:
        if self._alarm:
            self._alarm.cancel()
        self.keys.drop()
        if self.voice:
            self.voice.close()
        await self.phones.close()

    def _suspended(self, _: object) -> None:
        self.keys.drop()
        self._cancel_alarm()

    def _resumed(self, _: object) -> None:
        self.keys.drop()
        self.refresh()  # the shell has written over it
        if not self.frozen:
            self.pace.resume()
        self.wake()
        self.refresh(layout=True)  # the terminal has shown other things meanwhile

    def _cancel_alarm(self) -> None:
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None

    def _handle_exception(self, error: Exception) -> None:
        """Leave the terminal clean; the caller of the panel says what happened."""
        if self.fault is None:
            self.fault = error
        self._return_code = 1
        if self._exception is None:
            self._exception = error
            self._exception_event.set()
        self._close_messages_no_wait()

    def notify(
        self, message: str, *, severity: SeverityLevel = "information",
        files: Sequence[str] = (), **_: Any,
    ) -> None:  # fmt: skip
        """In the last line, where it covers neither glass nor keys; `files`: names in it."""
        self.messages.say(message, severity != "information", files)

    def notify_sentence(self, said: object, severity: SeverityLevel = "information") -> None:
        """A sentence of the application, in the player's language."""
        self.notify(in_language(said, self.lang), severity=severity, files=files_in(said))

    def refuse(self, error: Exception) -> None:
        """An error of the application, in the player's language."""
        self.notify_sentence(error.args[0] if error.args else error, "error")

    # -- time and painting

    def wake(self) -> None:
        """Bring the unit to the present, paint what changed, sleep until the next change."""
        if not self.is_running:
            return
        self._cancel_alarm()
        self.catch_up()
        self.show_unit()
        self.phones.changed()
        if self.frozen:
            return
        rest = self._rest()
        if rest is not None:
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(max(rest, LEAST_REST), self.wake)

    def catch_up(self) -> None:
        if not self.frozen:
            self.pace.catch_up()
            for link in self.keypads:
                exchange(self.keys, link)

    def _rest(self) -> float | None:
        """Seconds until there may be something new to see; None: not without a key."""
        rest = self.pace.rest()
        if rest is None:
            return None
        return min(rest, ANIMATION_STEP) if self.pane_slot.animated else rest

    def show_unit(self) -> None:
        """Paint what the unit shows now, and let its new beeps be heard."""
        if self.replay:
            self.replay.follow()
        if self.glass_text.display:
            size = self.glass_text.content_size
            shown = glass_text(self.unit.glass(), self.lang, self._letters(), *size, self.console)
            self.glass_text.update(shown, layout=False)
        else:
            # A faster unit changes at once: its blinking would be a blur.
            fade = not self.frozen and self.pace.speed <= 1
            self.glass.show(self.unit.glass(), glass_tones(self.unit, self.ghost), fade=fade)
        self.question_line.show(self.unit, self.lang, self.bots)
        self.key_block.show(self.keys.held, self._marked(), self._notes())
        self.pane_slot.show()
        if new := self.unit.beeps_since(self._heard):
            self._sound(new)
        self._heard = self.unit.beep_count
        self._ask_names()

    def _ask_names(self) -> None:
        """Once, when the set-up of a game of people is over."""
        before, self._stage = self._stage, self.unit.stage
        begun = (before, self._stage) == ("set-up", "game")
        if begun and self.game.path and not self.unit.names:
            key = actions.shown_key(self.lang, "names")
            self.notify(text(self.lang, "names.ask", key=key))

    def _marked(self) -> frozenset[str]:
        """The keys that answer now; none where they are not pressed here."""
        question = self.unit.question
        watching = self.where == actions.REPLAY and not self.history.away
        if watching or not self.settings.marks or is_for_bot(question, self.bots):
            return frozenset()
        return frozenset(question.answers)

    def _notes(self) -> tuple[str, ...]:
        """What stands above ON, eight columns wide: how time passes, and the keys that wait."""
        notes = self._state()
        if waiting := self.keys.waiting:
            notes.append(text(self.lang, "note.queue", count=len(waiting)))
            shown = " ".join(waiting)
            notes.append(shown if len(shown) <= 8 else shown[:7] + "…")
        return tuple(notes)

    def _state(self) -> list[str]:
        if self.replay:
            return self.replay.state()
        notes = []
        if self.history.away:
            notes.append(text(self.lang, "note.past"))
        if self.pace.paused:
            notes.append(text(self.lang, "note.pause"))
        elif self.pace.speed != 1.0:
            notes.append(f"× {self.pace.speed:g}")
        if self.settings.mute:
            notes.append(text(self.lang, "note.mute"))
        return notes

    def _sound(self, beeps: Sequence[tuple[int, str]]) -> None:
        if self.settings.mute or self.pace.speed > 4:
            return
        if self.voice:
            self.voice.say(beeps)
        elif self.settings.bell and any(name not in ("key", "silence") for _, name in beeps):
            self.bell()

    # -- keys

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.Key) and not event.is_forwarded:
            if len(self.screen_stack) > 1:
                await self._press_in_box(event)
                return
            if await self.press(event.key, event.character):
                return
        await super().on_event(event)

    async def _press_in_box(self, event: events.Key) -> None:
        """A key of the box over the panel, done before the next is looked at: Textual would queue
        it for the box, and later keys with it after the one that closes the box."""
        active = self.screen.active_bindings.get(event.key)
        if event.key == "ctrl+c":
            self.action_exit()
        elif active is not None:
            await self.run_action(active.binding.action, active.node)
        elif self.focused is not None:
            event.stop()
            await self.focused.on_event(event)

    async def press(self, name: str, character: str | None) -> bool:
        """A key of the computer, done before the next is looked at: what a pane uses, a key of
        the unit, or one of the panel."""
        if name == "ctrl+c":
            self.action_exit()
        elif await self.pane_slot.use(name):
            self.wake()
        elif (key := self.keymap.key(name, character)) is not None and name not in OWN.values():
            self.type(key, asyncio.get_running_loop().time())
        else:
            if self.keymap.without_numlock(name):
                self.notify(text(self.lang, "keypad.numlock"), severity="warning")
            action = actions.BY_KEY.get(name)
            if action is None:
                return False
            await self.run_action(action.run)
        return True

    def type(self, key: str, at: float) -> None:
        """A key of the computer's keyboard went down."""
        if self.replay and self.replay.use(key):
            return
        if not self.keymap.rests(key, at):
            self._move(lambda: self.keys.tap(key), key)

    def on_paste(self, event: events.Paste) -> None:
        """An amount may be pasted; nothing else that a paste holds is meant as keys."""
        digits = [char for char in event.text if char in "0123456789"]

        def type_all() -> None:
            for digit in digits:
                self.keys.tap(digit)

        if len(self.screen_stack) == 1:
            self._move(type_all, digits[0] if digits else "")

    def on_key_block_pressed(self, message: KeyBlock.Pressed) -> None:
        act = self.keys.down if message.down else self.keys.up
        self._move(lambda: act(message.key), message.key if message.down else "")

    def on_app_blur(self) -> None:
        self.key_block.let_go()
        self._move(self.keys.lift)

    def _move(self, act: Callable[[], object], key: str = "") -> None:
        """Keys move in the unit's present, not at the time when it was last painted. `key` goes
        down: not on a recorded unit."""
        if self.replay and not self.replay.away:
            if key:
                self.replay.touched(key)
            return
        if not self.frozen:
            self.pace.catch_up()
        act()
        self.keys.run(self.unit.tick)
        self.wake()

    def attach(self, keys: KeyQueue, played: Played | None = None) -> None:
        """Show and play another unit; the one before stands still. `played` moves its keys."""
        self.keys.drop()
        self.unit, self.keys = keys.unit, keys
        self.pace.attach(played or keys)
        self._heard = self.unit.beep_count

    # -- how it looks

    def on_resize(self, event: events.Resize) -> None:
        self.arrange(event.size)

    def plan(self, size: Size | None = None) -> Layout:
        width, height = size or self.size
        return arrange(width, height, self.pane_slot.is_open)

    def arrange(self, size: Size | None = None) -> None:
        """Share the window between glass, keys and pane."""
        plan = self.plan(size)
        if plan.words and not self.glass_text.is_attached:
            self.body.mount(self.glass_text, before=self.question_line)
        self.glass_text.display = plan.words
        self.question_line.styles.height = plan.question
        self.question_line.set_class(plan.question > 1, "-lines")
        self.glass.display = not plan.words
        self.key_block.display = plan.keys > 0
        self.brand.display = plan.head > 0
        if plan.head:
            place = "BANQUE ÉLECTRONIQUE".rjust(plan.width - 4 - len("BANQUIER 90"))
            self.brand.update(f"[b]BANQUIER [$accent]90[/][/b][$faint]{place}")
        self.glass.styles.height = self.glass_text.styles.height = max(1, plan.glass)
        self.key_block.styles.height = max(1, plan.keys)
        self.key_block.branded = not plan.head
        self.key_block.fit(Size(plan.width, plan.keys))
        self.pane_slot.place(plan)
        self.call_after_refresh(self.wake)

    def get_css_variables(self) -> dict[str, str]:
        # Textual asks first while it is made, for a theme of its own that is never shown.
        return super().get_css_variables() if hasattr(self, "settings") else {}

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return css_colours(TINTS[DEFAULT])

    @property
    def tint(self) -> Tint:
        return self.settings.tints.get(self.theme, TINTS[DEFAULT])

    def watch_theme(self) -> None:
        self.call_after_refresh(self.wake)

    def _set_words(self) -> None:
        """All words that are painted once, in the player's language."""
        self.messages.set_language(self.lang, self.where)
        self.key_block.letters = {
            name: actions.legends(self.lang, self.keymap.host_of(name))
            for name in (*actions.LETTERED, *actions.ON_CAPS)
        }
        self.key_block.refresh()

    def _letters(self) -> str:
        """`d DÉS  a ACHAT …`, for a window that has no room for the keys."""
        letters = self.key_block.letters.items()
        together = "\N{NO-BREAK SPACE}"  # lines end between keys
        return "  ".join(
            f"{hosts[0]}{together}{KEY_BY_NAME[key].legend}" for key, hosts in letters if hosts
        )

    # -- the list of commands

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        for action in actions.ACTIONS:
            if action.listed and action.where & self.where:
                words = text(self.lang, f"action.{action.name}.help")
                shown = actions.computer_key(self.lang, action.shown)
                words = f"{words} ({shown})" if shown else words
                title = actions.label(self.lang, action.name)
                yield SystemCommand(title, words, self._runner(action.run))
        for name, tint in self.settings.tints.items():
            title = text(self.lang, "action.tint_named", title=tint.title_in(self.lang, name))
            yield SystemCommand(title, "", lambda name=name: setattr(self, "theme", name))

    def _runner(self, action: str) -> Callable[[], object]:
        async def run() -> None:
            await self.run_action(action)

        return run

    async def action_commands(self) -> None:
        from banquier.panel.commands import Commands

        await self.push_screen(Commands(self.lang))

    # -- actions

    async def action_pane(self, name: str) -> None:
        await self.pane_slot.toggle(name)
        if self.pane_slot.is_open and not self.plan().pane_height:
            await self.pane_slot.toggle(name)
            self.notify(text(self.lang, "window.too_small"), severity="warning")
        self._open_phones()

    def _open_phones(self) -> None:
        if self.pane_slot.name == "phones":
            self.phones.open()

    async def action_help(self) -> None:
        from banquier.panel.help import Help

        game = self.unit.game
        edition = game.edition.label if game else ""
        await self.push_screen(
            Help(self.keymap, self.lang, self.where, help_text(self.lang, edition))
        )

    async def action_messages(self) -> None:
        from banquier.panel.help import Messages

        await self.push_screen(Messages(self.lang, self.messages.said))

    async def action_leave(self) -> None:
        from banquier.panel.leaving import Leaving

        if self.replay:  # nothing is lost
            self.exit(0)
            return

        def answered(leave: bool | None) -> None:
            if leave:
                self.exit(0)

        await self.push_screen(Leaving(self.lang, bool(self.game.path)), answered)

    def action_exit(self) -> None:
        self.exit(130, return_code=130)

    async def action_names(self) -> None:
        from banquier.panel.player_names import PlayerNames

        if self.replay:
            self.notify(text(self.lang, "names.watching"))
            return
        self.history.back()
        players = self.unit.game.players if self.unit.game else 0

        def answered(names: dict[int, str] | None) -> None:
            if names is not None:
                self.unit.name_players(names)
            self.wake()

        await self.push_screen(PlayerNames(self.lang, self.unit.names, players), answered)

    def action_language(self) -> None:
        known = list(LANGUAGES)
        self.lang = known[(known.index(self.lang) + 1) % len(known)]
        self._set_words()
        self.wake()

    def action_picture(self) -> None:
        self.run_worker(self._take_picture())

    async def _take_picture(self) -> None:
        from banquier.panel.photo import take

        while self.glass.display and not self.glass.settled:
            await asyncio.sleep(STEP)
        unit, rows = self.unit, self.unit.glass()
        unlit, _ = tones(unit.contrast, unit.millivolts)
        ends = unlit, glass_tones(unit, self.ghost)[1]
        shades = [ends[is_lit(rows, name)] for name in ELEMENTS]
        try:
            with writing(str(self.pictures)):
                taken = await asyncio.to_thread(take, rows, shades, self.pictures)
        except Trouble as trouble:
            self.refuse(trouble)
        else:
            path = str(taken[-1])
            self.notify(text(self.lang, "message.picture", path=path), files=[path])

    def action_next_tint(self) -> None:
        names = list(self.settings.tints)
        self.theme = names[(names.index(self.theme) + 1) % len(names)]
        title = self.tint.title_in(self.lang, self.theme)
        self.notify(text(self.lang, "message.tint", title=title))

    def action_ghost(self) -> None:
        self.ghost = (self.ghost + 1) % len(GHOSTS)
        self.wake()

    def action_mute(self) -> None:
        self.settings = self.settings._replace(mute=not self.settings.mute)
        if not (self.settings.mute or find_spec("miniaudio")):  # the extra `sound`
            self.notify(text(self.lang, "message.no_sound_library"))
        self.wake()

    def action_hold(self, key: str) -> None:
        self._move(lambda: self.keys.tap(key, HOLD), key)

    def action_speed(self, way: int) -> None:
        self.pace.shift(way)
        self.wake()

    def action_pause(self) -> None:
        if self.replay:
            self.replay.pause()
        (self.pace.resume if self.pace.paused else self.pace.pause)()
        self.wake()

    def action_step(self) -> None:
        if not (self.replay and self.replay.step()):
            if not self.pace.paused:
                self.pace.pause()
            self.pace.step(self.step_length)
        self.wake()

    def action_skip(self, operations: int) -> None:
        if self.replay:
            self.replay.skip(operations)
        self.wake()

    def action_step_length(self) -> None:
        at = STEP_LENGTHS.index(self.step_length)
        self.step_length = STEP_LENGTHS[(at + 1) % len(STEP_LENGTHS)]
        self.wake()

    # -- the history of the game

    def go_to_chosen(self) -> None:
        try:
            self.history.go()
        except Trouble as error:
            self.refuse(error)
        self.wake()

    def action_present(self) -> None:
        self.history.back()
        self.wake()

    def action_play_on(self) -> None:
        try:
            gone_on = self.history.play_on()
        except Trouble as error:
            self.refuse(error)
            return
        if not gone_on:
            self.notify(text(self.lang, "message.choose"))
            return
        self._set_words()
        self._invite_bots()
        self.phones.follow()
        self._open_phones()
        self.notify(text(self.lang, "message.branch"))
        for sentence in self.game.sentences:
            self.notify_sentence(sentence)
        self.wake()

    # -- the table of phones

    def action_phones_lan(self) -> None:
        self.phones.switch_lan()

    async def action_phones_code(self) -> None:
        from banquier.panel.qr_screen import QrScreen

        if self.phones.table is not None:
            await self.push_screen(QrScreen(self.lang, self.phones.qr, self.phones.wall_qr))

    def action_phones_stop(self) -> None:
        self.phones.stop()
