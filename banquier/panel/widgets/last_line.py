"""The last line: keys of the panel, which can be clicked, or a message for a while.

There a message covers neither glass nor keys. One that is longer than the line is shown part by
part; a click goes on to the next. Names of files are shortened to what fits; the list of messages
has them whole.
"""

import re
from collections import deque
from collections.abc import Sequence

from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static

from banquier.panel.actions import ACTIONS, PLAY, Action, computer_key, label
from banquier.panel.folding import folded, short_path
from banquier.say import readable

SECONDS = 5.0
"""That a message, or a part of it, stands."""
KEPT = 16
KEY = "[@click=app.simulate_key('{0}')][bold $accent]$key[/] $label[/]"
OPEN = "[@click=app.simulate_key('{0}')][bold $down-print on $accent]$key $label[/][/]"
"""Of the pane that is open."""


LONG_WORD = re.compile(r"(\w{6})\w{2,}")
CUT_FROM = 6
"""Long words are cut before actions as little spare as this are left out."""


def _length(keys: Sequence[tuple[Action, str, str]]) -> int:
    """Of the keys, their labels and a column between each two."""
    return sum(len(key) + len(words) + 2 for _, key, words in keys)


class LastLine(Static):
    DEFAULT_CSS = """
    LastLine {
        dock: bottom; height: 1; padding-left: 1; text-wrap: nowrap;
        background: $pane; color: $pane-print;
        &:hover { pointer: pointer; }
    }
    """
    ALLOW_SELECT = False

    def __init__(self) -> None:
        super().__init__()
        self.auto_links = False  # the keys have colours of their own
        self.game = PLAY
        self.lang = "fr"
        self.pane = ""
        self.said: deque[str] = deque(maxlen=KEPT)
        """The latest messages, whole."""
        self.parts: deque[Content] = deque()
        """What stands in the place of the keys, one after the other."""
        self._timer: Timer | None = None

    def on_mount(self) -> None:
        self.call_after_refresh(self.show)  # after the first picture

    def on_resize(self) -> None:
        self.show()

    def show(self) -> None:
        if not self.is_mounted:
            return
        self.update(self.parts[0] if self.parts else self._keys())

    # -- the keys

    def show_keys(self, lang: str, game: int, pane: str) -> None:
        """Of the game that is played or of a recorded one; which pane is open."""
        self.lang, self.game, self.pane = lang, game, pane
        self.show()

    def _keys(self) -> Content:
        """What does not fit is cut or left out, and what is left moves closer together."""
        width = self.app.size.width
        keys = [
            (action, computer_key(self.lang, action.shown), label(self.lang, action.name))
            for action in ACTIONS
            if action.footer & self.game
        ]
        while _length(keys) > width and (spare := max(action.spare for action, _, _ in keys)):
            if spare <= CUT_FROM:
                keys = [(one, key, LONG_WORD.sub(r"\1.", words)) for one, key, words in keys]
            if _length(keys) > width:
                keys = [one for one in keys if one[0].spare < spare]
        between = " " if _length(keys) + len(keys) > width else "  "
        return Content(between).join(
            Content.from_markup(
                (OPEN if action.name == self.pane else KEY).format(action.key), key=key, label=words
            )
            for action, key, words in keys
        )

    # -- messages

    def say(self, text: str, warns: bool = False, files: Sequence[str] = ()) -> None:
        """`files`: names of files that stand in the text."""
        text = readable(text)
        self.said.append(text)
        first = not self.parts
        width = max(20, self.app.size.width - 2)
        for path in files:
            room = max(width - len(text) + len(path), width // 2)
            text = text.replace(path, short_path(path, room))
        style = "bold $accent" if warns else "bold"
        self.parts += [Content.styled(part, style) for part in folded(text, width, indent="")]
        if first:
            self._show_part()

    def on_click(self) -> None:
        if self.parts:
            self.parts.popleft()
            self._show_part()

    def _show_part(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_timer(SECONDS, self.on_click) if self.parts else None
        self.show()
