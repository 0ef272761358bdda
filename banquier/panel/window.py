"""The window: a unit with a screen and a speaker, painted and heard; what is told of it.

┌──────────────────────────────┐ ┌──────────┐
│ Glass                        │ │ a pane   │   beside the unit where there is room, and there
│ QuestionLine                 │ │          │   the board by itself; else between the words and
│ MoneyRow                     │ │          │   the keys
├──────────────────────────────┤ │          │
│ KeyBlock                     │ │          │
└──────────────────────────────┘ └──────────┘
  a message
  the footer
"""

from __future__ import annotations

import asyncio
import select
import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events, work
from textual.app import App, ComposeResult
from textual.containers import Vertical
from textual.geometry import Size
from textual.notifications import SeverityLevel
from textual.theme import Theme
from textual.worker import Worker, WorkerCancelled

from banquier.folders import folders
from banquier.panel import actions
from banquier.panel.game_history import History, Looking, Replay
from banquier.panel.keymap import Keymap
from banquier.panel.layout import Layout, arrange
from banquier.panel.settings import Settings
from banquier.panel.timing import Timing
from banquier.panel.tints import DEFAULT, TINTS, Tint, glass_tones
from banquier.panel.widgets.key_block import KeyBlock
from banquier.panel.widgets.last_line import LastLine
from banquier.panel.widgets.word_lines import GlassLines, MoneyRow, QuestionLine
from banquier.play.key_queue import KeyQueue
from banquier.play.pace import BotPace
from banquier.saves.open_game import OpenGame
from banquier.saves.save_messages import files_in
from banquier.words import Said, of_environment, phrase, text
from banquier.words.announcements import is_for_bot
from datasheet.ticks import CRYSTAL as TICKS_A_SECOND
from display.textual_glass import SegmentDisplay
from keypad.keys import BY_NAME as KEY_BY_NAME

if TYPE_CHECKING:
    from banquier.page.table_server import Table
    from banquier.panel.panes.pane import Pane
    from banquier.panel.sound import Voice
    from banquier.saves.recorded_game import RecordedGame
    from firmware_sim.question import Question
    from hardware.keypads.keypad_link import KeypadLink
    from hardware.unit import Unit

REFUSED = 4
"""Seconds of the unit after which the question stands again in the place of a refusal."""
TITLED = 8
"""Lines of a pane from which one is its title."""
VOICE_AFTER = 0.25
"""Seconds after the first picture in which the sound is opened."""


def textual_theme(name: str, tint: Tint) -> Theme:
    """Return the colours of Textual's own parts: the list of commands, inputs, boxes."""
    colours = tint.css()
    return Theme(
        name=name,
        primary=colours["accent"],
        foreground=colours["pane-print"],
        background=colours["pane"],
        surface=colours["case"],
        panel=colours["pane"],
        variables={
            **colours,
            "block-cursor-blurred-background": colours["accent"],
            "block-cursor-blurred-foreground": colours["down-print"],
            "input-selection-background": colours["function"],
            "text-disabled": colours["faint"],
        },
    )


class Window(App[int]):
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
        self.settings = settings or Settings()
        self.lang = self.settings.lang or of_environment()
        self.timing = Timing(
            game.unit, self.show_unit, speed=self.settings.speed, keypads=keypads, frozen=frozen
        )
        self.keymap = Keymap(self.settings.keys)
        self.ghost = self.settings.ghost
        self.voice: Voice | None = None
        self.loading = asyncio.Lock()
        """Held while numpy is hidden, or needed."""
        self.bots_pace = BotPace(self.settings.pace)
        self.pictures = Path(folders()["pictures"])
        self.sentences = sentences
        self.table: Table | str = "phones.closed"
        """The table of phones, or the text that says why there is none."""
        self.serving: Worker[None] | None = None
        self.port = 0
        """The port of the last table."""
        self.play(game)
        self.invite_bots(bots or {})
        self._stage = self.unit.session.stage
        self.glass = SegmentDisplay()
        self.key_block = KeyBlock()
        self.glass_text = GlassLines()
        self.question_line = QuestionLine()
        self.money_row = MoneyRow()
        self.messages = LastLine()
        self.body = Vertical(self.glass, self.question_line, self.money_row, self.key_block)
        self.pane: Pane | None = None
        """Open beside the unit, or above its keys."""
        self.pane_name = ""
        self.board_wanted = True
        """True to show the board beside the unit in a wide window."""
        self.by_itself = False
        """The pane is the board, which is open because there is room for it."""
        self._end_shown = 0
        """The operation that ended the game of which that was shown."""
        self._refusal = (0, 0)
        """The last refusal that was shown, and the tick since when."""
        for name, tint in self.settings.tints.items():
            self.register_theme(textual_theme(name, tint))
        # Set as other themes are later, the style sheet would be read a second time.
        self.set_reactive(App.theme, self.settings.theme)
        self.stylesheet.set_variables(self.get_css_variables())
        self.set_words()

    def play(self, game: OpenGame | RecordedGame) -> None:
        """Show this game from now on, live or recorded; its unit is attached."""
        self.game = game
        self.replay: Replay | None = None
        self.history: History | Replay
        if isinstance(game, OpenGame):
            self.history = History(self.timing, game, self.tell)
        else:
            self.history = self.replay = Replay(self.timing, game, self.tell)

    @property
    def unit(self) -> Unit:
        return self.timing.unit

    @property
    def keys(self) -> KeyQueue:
        return self.timing.keys

    @property
    def watched(self) -> Replay | None:
        """The recorded game on the glass: keys do not go down there by hand."""
        return None if self.history.is_away else self.replay

    @property
    def action_mask(self) -> int:
        """The game of the actions: PLAY or REPLAY."""
        return actions.REPLAY if self.replay else actions.PLAY

    @property
    def shared(self) -> bool:
        """Other people play, and are named: in a saved game, and in no recorded one."""
        return bool(self.game.path) and not self.replay

    @property
    def bots(self) -> Mapping[int, str]:
        """The profile of each."""
        return self.history.played.bots

    def invite_bots(self, bots: Mapping[int, str]) -> None:
        """Let bots play; in a demonstration, which nobody saves, they begin the next game too."""
        if bots:
            from banquier.play.bots.bots import bot_strokes

            again = not self.game.path
            self.keys.invite(bot_strokes(self.unit, bots, self.bots_pace, again=again), bots)

    def compose(self) -> ComposeResult:
        yield self.body
        yield self.messages

    # -- life

    def on_mount(self) -> None:
        if not self.is_headless and self.console.color_system in ("standard", "windows"):
            # Sixteen colours have no faint ones: what is not driven would look driven.
            self.ghost = 0
            self.theme = "contraste"
        self.app_suspend_signal.subscribe(self, self._suspend)
        self.app_resume_signal.subscribe(self, self._resume)
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
            # Not everywhere are there signals, or is this the main thread.
            with suppress(NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(number, self.exit, None, 128 + number)
        if hasattr(select, "poll") and not self.is_headless and not self.is_web:
            Thread(target=self._watch_terminal, args=(loop,), daemon=True).start()
        self.arrange()
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
            self.tell_sentence(sentence)
        if self.unit.game is None and self.game.path:
            self.tell("house.hint", key=actions.shown_key(self.lang, "rules"))
        self.timing.driver.resume()
        if not self.timing.frozen:
            if not (self.is_headless or self.is_web):
                self.set_timer(VOICE_AFTER, self._open_voice)
            if self.timing.keypads:
                from banquier.page.keypad_watch import watch

                for link in self.timing.keypads:
                    self.run_worker(watch(link, self.timing.wake, self._tell_keypad))
        if self.replay:
            self.tell("replay.welcome")
        self.timing.wake()

    @work
    async def _open_voice(self) -> None:
        from banquier.panel.sound import open_voice

        async with self.loading:
            self.voice = await asyncio.to_thread(open_voice)

    def _tell_keypad(self, state: Said, wrong: bool) -> None:
        self.tell("keypad.line", wrong, state=state)

    async def on_unmount(self) -> None:
        self.timing.stop()
        self.keys.drop()
        if self.voice:
            self.voice.close()
        if self.serving:
            with suppress(WorkerCancelled):  # by Textual; until the table is closed
                await self.serving.wait()

    def _suspend(self, _: object) -> None:
        self.keys.drop()
        self.timing.stop()

    def _resume(self, _: object) -> None:
        self.keys.drop()
        self.refresh()  # the shell has written over it
        self.timing.driver.resume()
        self.timing.wake()
        self.refresh(layout=True)  # the terminal has shown other things meanwhile

    @property
    def fault(self) -> Exception | None:
        return self._exception

    def _fatal_error(self) -> None:
        """Leave the terminal clean; the caller of the panel says what happened."""
        self._close_messages_no_wait()

    # -- what is told

    def notify(self, message: str, *, severity: SeverityLevel = "information", **_: Any) -> None:
        """Show a message of Textual in the last line, where it covers neither glass nor keys."""
        self.messages.show_message(message, severity != "information")

    def tell(self, name: str, warns: object = False, **facts: object) -> None:
        """Show a text in the player's language."""
        self.messages.show_message(text(self.lang, name, **facts), bool(warns))

    def tell_sentence(self, said: object, *, warns: bool = False) -> None:
        """Show a sentence of the application, in the player's language; an error has one."""
        if isinstance(said, Exception):
            said, warns = said.args[0] if said.args else said, True
        self.messages.show_message(str(phrase(said, self.lang)), warns, files_in(said))

    # -- painting

    def show_unit(self) -> bool:
        """Paint what the unit shows now, and let its new beeps be heard. Returns True if time
        itself is shown."""
        if not self.is_running:
            return False
        if self.watched:
            self.watched.follow()
        unit, driver = self.unit, self.timing.driver
        if self.glass_text.display:
            self.glass_text.show(unit.shown, self.lang, self._letters())
        else:
            # A faster unit changes at once: its blinking would be a blur.
            fade = not self.timing.frozen and driver.speed <= 1
            self.glass.show(unit.glass(), glass_tones(unit, self.ghost), fade=fade)
        marked = self.key_block.marked
        if unit.glass() == unit.lcd.memory or not self.question_line.text:
            # Painted before the glass, these would delay it.
            asked = self._question()
            self.question_line.show(unit, asked, self.lang, self.bots, self._told_instead())
            self.money_row.show(unit)
            marked = self._marked_keys()
        shifted = unit.question.kind == "shift" or "F" in self.keys.held
        self.key_block.show(self.keys.held, marked, self._notes(), shifted)
        if self._board_stands() != (self.pane is not None):
            self.call_later(self.open_board)
        if self.ended != self._end_shown:
            self._end_shown = self.ended
            self.call_later(self.offer_ending)
        if self.pane is not None:
            from banquier.panel.panes.pane import Shown

            table = self.table if self.shared else "phones.not_here"
            self.pane.show(Shown(unit, self.lang, self.timing, self.history, table))
        if new := self.timing.new_beeps():
            self._sound(new)
        self._ask_names()
        if not isinstance(self.table, str):
            self.table.wake()
        return self.pane is not None and self.pane.animated

    def _ask_names(self) -> None:
        """Ask for names once, when the set-up of a game of people is over."""
        before, self._stage = self._stage, self.unit.session.stage
        begun = (before, self._stage) == ("set-up", "game")
        if begun and self.shared and not self.unit.names:
            self.tell("names.ask", key=actions.shown_key(self.lang, "names"))

    def _told_instead(self) -> str:
        """Return the text in the place of a question that no key answers now."""
        if isinstance(self.keys, Looking):
            return "" if self.keys.viewing else "history.past"
        return "history.paused" if self.timing.driver.paused and not self.replay else ""

    def _question(self) -> Question:
        """Return the question, without its refusal once that has stood long enough."""
        question, unit = self.unit.question, self.unit
        if not question.error:
            return question
        if self._refusal[0] != unit.firmware.refusals:
            self._refusal = unit.firmware.refusals, unit.tick
            if not self.timing.frozen:
                self.set_timer(REFUSED / self.timing.driver.speed, self.timing.wake)
        stood = unit.tick - self._refusal[1]
        return question if stood < REFUSED * TICKS_A_SECOND else question._replace(error=0)

    def _marked_keys(self) -> frozenset[str] | None:
        """Return the keys that answer now; none where they are not pressed here."""
        question = self.unit.question
        if not self.settings.marks:
            return None
        unasked = self.watched or self._told_instead() or is_for_bot(question, self.bots)
        return frozenset(() if unasked else question.answers)

    def _notes(self) -> tuple[str, ...]:
        """Return what stands above ON, eight columns wide: the pace, and the keys that wait."""
        notes = self.history.notes(self.lang)
        if self.settings.mute and not self.replay:
            notes.append(text(self.lang, "note.mute"))
        if waiting := self.keys.waiting:
            notes.append(text(self.lang, "note.queue", count=len(waiting)))
            shown = " ".join(waiting)
            notes.append(shown if len(shown) <= 8 else shown[:7] + "…")
        return tuple(notes)

    def _sound(self, beeps: Sequence[tuple[int, str]]) -> None:
        if self.settings.mute or self.timing.driver.speed > 4:
            return
        if self.voice:
            self.voice.say(beeps)
        elif self.settings.bell and any(name not in ("key", "silence") for _, name in beeps):
            self.bell()

    # -- how it looks

    def on_resize(self, event: events.Resize) -> None:
        self.arrange(event.size)

    async def open_pane(self, name: str, by_itself: bool = False) -> None:
        """Open a pane in the place of the one that is open; without a name only close that."""
        before, self.pane = self.pane, None
        self.pane_name, self.by_itself = name, by_itself
        if before is not None:
            await before.remove()
        if name:
            module = import_module(f"banquier.panel.panes.{name}")
            pane = getattr(module, f"{name.capitalize()}Pane")()
            key = actions.computer_key(self.lang, actions.BY_NAME[name].shown)
            pane.border_title = f"{key} {actions.label(self.lang, name)}"
            await self.body.mount(pane, before=self.key_block)
            self.pane = pane
        self.messages.show_keys(self.lang, self.action_mask, name)
        self.arrange()

    @property
    def ended(self) -> int:
        """The operation that ended the game that is played here, once that is told; else 0."""
        unit = self.unit
        if unit.game is None or not unit.game.winner or self.replay or self.history.is_away:
            return 0
        from banquier.play.moves import OVER

        told = unit.question.kind in OVER and unit.notices_end <= unit.tick
        return unit.operations if told or self._end_shown == unit.operations else 0

    async def offer_ending(self) -> None:
        """Show it."""

    def _board_stands(self) -> bool:
        """Return True if a pane is open, or the board has room and nobody has closed it."""
        stands = self.board_wanted and self.room().pane_width > 0 and self.unit.game is not None
        return stands if self.pane is None or self.by_itself else True

    async def open_board(self) -> None:
        """Open the board, or close it where there is no room for it any more."""
        if self._board_stands() != (self.pane is not None):
            await self.open_pane("" if self.pane else "board", by_itself=not self.pane)

    def room(self) -> Layout:
        """Return how the window is shared when a pane is open."""
        return arrange(*self.size, True)

    def arrange(self, size: Size | None = None) -> None:
        """Share the window between glass, keys and pane."""
        plan = arrange(*(size or self.size), self.pane is not None)
        self.question_line.set_class(plan.words, "-lines")
        for widget, height in (
            (self.glass, 0 if plan.words else plan.glass),
            (self.glass_text, plan.glass if plan.words else 0),
            (self.question_line, plan.question),
            (self.money_row, plan.money),
            (self.messages, plan.foot),
            (self.key_block, plan.keys),
        ):
            # Not every window has the glass as lines, and each widget slows the start.
            if height and widget.parent is None and self.glass.is_attached:
                self.body.mount(widget, before=self.glass)
            widget.display = height > 0
            widget.styles.height = max(1, height)
        self.key_block.fit(Size(plan.width, plan.keys))
        if self.pane is not None:
            beside = plan.pane_width > 0
            self.pane.display = plan.pane_height > 0
            self.pane.styles.width = plan.pane_width if beside else plan.width
            self.pane.styles.height = max(1, plan.pane_height)
            self.pane.styles.dock = "right" if beside else "none"
            self.pane.set_class(plan.pane_height >= TITLED, "-titled")
        self.call_after_refresh(self.timing.wake)

    def get_css_variables(self) -> dict[str, str]:
        # Textual asks first while it is made, for a theme of its own that is never shown.
        return super().get_css_variables() if hasattr(self, "settings") else {}

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return TINTS[DEFAULT].css()

    def set_words(self) -> None:
        """Set all words that are painted once, in the player's language."""
        self.messages.show_keys(self.lang, self.action_mask, self.pane_name)
        self.key_block.letters = {
            name: actions.legends(self.lang, self.keymap.host_of(name))
            for name in (*actions.LETTERED, *actions.ON_CAPS)
        }
        self.key_block.refresh()

    def _letters(self) -> str:
        """Return `d DÉS  a ACHAT …`, for a window that has no room for the keys."""
        letters = self.key_block.letters.items()
        together = "\N{NO-BREAK SPACE}"  # lines end between keys
        return "  ".join(
            f"{hosts[0]}{together}{KEY_BY_NAME[key].legend}" for key, hosts in letters if hosts
        )
