"""A message for a while over the last line, so that it covers neither glass nor keys.

One that is longer than the line is shown part by part; a click goes on to the next. Names of files
are shortened to what fits; the list of messages has them whole.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Static

from banquier.panel.folding import folded, short_path

SECONDS = 5.0
"""That a message, or a part of it, stands."""
KEPT = 16


class MessageLine(Static):
    DEFAULT_CSS = """
    MessageLine {
        dock: bottom; height: 1; padding: 0 1; display: none; text-wrap: nowrap;
        background: $pane; color: $pane-print; text-style: bold;
        &.-warns { color: $accent; }
    }
    """
    ALLOW_SELECT = False

    def __init__(self, covered: Widget) -> None:
        """`covered`: what stands in its place otherwise."""
        super().__init__(markup=False)
        self._covered = covered
        self.said: deque[str] = deque(maxlen=KEPT)
        """The latest messages, whole."""
        self._parts: deque[tuple[str, bool]] = deque()
        self._timer: Timer | None = None

    @property
    def message(self) -> str:
        """What stands in the place of the keys now."""
        return self._parts[0][0] if self._parts else ""

    def say(self, text: str, warns: bool = False, files: Sequence[str] = ()) -> None:
        """`files`: names of files that stand in the text."""
        self.said.append(text)
        first = not self._parts
        width = max(20, self.app.size.width - 2)
        for path in files:
            room = max(width - len(text) + len(path), width // 2)
            text = text.replace(path, short_path(path, room))
        self._parts += [(part, warns) for part in folded(text, width, indent="")]
        if first:
            self._show()

    def _show(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        self.display = bool(self._parts)
        self._covered.visible = not self._parts
        if self._parts:
            part, warns = self._parts[0]
            self.update(part)
            self.set_class(warns, "-warns")
            self._timer = self.set_timer(SECONDS, self.on_click)

    def on_click(self) -> None:
        self._parts.popleft()
        self._show()
