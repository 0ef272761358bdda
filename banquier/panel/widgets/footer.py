"""The last line: keys of the panel that can be clicked, or for a while a message.

A message stands here and not in a box over the window, so that it covers neither glass nor keys.
One that is longer than the line is shown part by part; a click goes on to the next. Names of files
are shortened to what fits; the list of messages has them whole.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from banquier.panel.actions import ACTIONS, PLAY, computer_key, label
from banquier.panel.folding import folded, short_path
from banquier.panel.tints import TINTS, Tint

SECONDS = 5.0
"""That a message, or a part of it, stands."""
KEPT = 16


class Message(NamedTuple):
    text: str
    warns: bool


class Word(NamedTuple):
    key: str
    label: str
    action: str
    pane: str

    @property
    def width(self) -> int:
        return len(self.key) + 1 + len(self.label)


class Footer(Widget):
    DEFAULT_CSS = "Footer { height: 1; dock: bottom; }"
    ALLOW_SELECT = False

    def __init__(self) -> None:
        super().__init__()
        self.tint = TINTS["lcd"]
        self.game = PLAY
        self.lang = "fr"
        self.open = ""
        """The name of the open pane."""
        self.said: deque[str] = deque(maxlen=KEPT)
        """The latest messages, whole."""
        self._messages: deque[Message] = deque()
        self._timer: Timer | None = None

    def apply_tint(self, tint: Tint) -> None:
        self.tint = tint
        self.refresh()

    def set_language(self, lang: str, game: int) -> None:
        """In that language, of the game that is played or of a recorded one."""
        self.lang, self.game = lang, game
        self.refresh()

    def mark(self, pane: str) -> None:
        """Which pane is open."""
        if pane != self.open:
            self.open = pane
            self.refresh()

    # -- messages

    @property
    def message(self) -> str:
        """What stands in the place of the keys now."""
        return self._messages[0].text if self._messages else ""

    def say(self, text: str, warns: bool = False, files: Sequence[str] = ()) -> None:
        """`files`: names of files that stand in the text."""
        self.said.append(text)
        first = not self._messages
        width = max(20, self.size.width - 2)
        for path in files:
            room = max(width - len(text) + len(path), width // 2)
            text = text.replace(path, short_path(path, room))
        parts = folded(text, width, indent="") if self.size.width else [text]
        self._messages += [Message(part, warns) for part in parts]
        if first:
            self._show()

    def _show(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if self._messages:
            self._timer = self.set_timer(SECONDS, self._next)
        self.refresh()

    def _next(self) -> None:
        self._messages.popleft()
        self._show()

    # -- painting

    def words(self) -> list[Word]:
        """What fits: everything, or the words that are always there."""
        shown = [action for action in ACTIONS if action.footer & self.game]
        always = [action for action in shown if not action.if_room]
        for actions in (shown, always):
            found = [
                Word(
                    computer_key(self.lang, action.shown), label(self.lang, action.name),
                    action.run, action.run.partition("'")[2].rstrip("')"),
                )
                for action in actions
            ]  # fmt: skip
            if sum(word.width + 1 for word in found) < self.size.width:
                break
        return found

    def _apart(self, words: list[Word]) -> int:
        return 2 if sum(word.width + 2 for word in words) <= self.size.width else 1

    def render_line(self, y: int) -> Strip:
        tint = self.tint
        ground = Style(color=tint.pane_print, bgcolor=tint.pane)
        if self._messages:
            text, warns = self._messages[0]
            style = Style(color=tint.accent if warns else tint.pane_print, bgcolor=tint.pane,
                          bold=True)  # fmt: skip
            return Strip([Segment(f" {text}", style)]).adjust_cell_length(self.size.width, ground)
        key_style = Style(color=tint.accent, bgcolor=tint.pane, bold=True)
        lit = Style(color=tint.down_print, bgcolor=tint.accent, bold=True)
        segments = [Segment(" ", ground)]
        words = self.words()
        for word in words:
            chosen = bool(self.open) and word.pane == self.open
            segments += [
                Segment(word.key, lit if chosen else key_style),
                Segment(f" {word.label}", lit if chosen else ground),
                Segment(" " * self._apart(words), ground),
            ]
        return Strip(segments).adjust_cell_length(self.size.width, ground)

    def action_at(self, x: int) -> str | None:
        at = 1
        words = self.words()
        for word in words:
            if at <= x < at + word.width:
                return word.action
            at += word.width + self._apart(words)
        return None

    async def on_click(self, event: events.Click) -> None:
        if self._messages:
            self._next()
        elif action := self.action_at(event.x):
            await self.app.run_action(action)
