"""The last two lines: a message for a while, and below it keys of the panel, which can be clicked.

A message covers neither glass nor keys, and stands in the footer's place only where there is no
room for both. One that is longer than the line is shown part by part; a click goes on to the next.
Names of files are shortened to what fits; the list of messages has them whole.
"""

from collections import deque
from collections.abc import Sequence
from itertools import groupby

from textual import events
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static

from banquier.folding import fold, short_path
from banquier.panel.actions import ACTIONS, PLAY, Action, computer_key, label
from banquier.say import readable

SECONDS = 5.0
"""Seconds for which a message, or a part of it, is shown."""
KEPT = 16
KEY = "[@click=app.simulate_key('{0}')][bold $accent]$key[/] $label[/]"
OPEN = "[@click=app.simulate_key('{0}')][bold $down-print on $accent]$key $label[/][/]"
"""The key of the open pane."""
BETWEEN = " │ "
"""The separator of two groups of keys."""
GROUPS = ("help", "panes", "workshop", "game", "leave")


class LastLine(Static):
    DEFAULT_CSS = """
    LastLine {
        dock: bottom; height: 2; padding-left: 1; text-wrap: nowrap;
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
        """The messages in the place of the keys, one after the other."""
        self._timer: Timer | None = None

    def on_mount(self) -> None:
        self.call_after_refresh(self.show)  # after the first picture

    def on_resize(self) -> None:
        self.show()

    def show(self) -> None:
        if not self.is_mounted:
            return
        said = self.parts[0] if self.parts else Content("")
        if self.size.height > 1:
            self.update(Content("\n").join([said, self._keys()]), layout=False)
        else:
            self.update(said if self.parts else self._keys(), layout=False)

    # -- the keys

    def show_keys(self, lang: str, game: int, pane: str) -> None:
        """Show the keys of a played or of a recorded game, and which pane is open."""
        self.lang, self.game, self.pane = lang, game, pane
        self.show()

    def _keys(self) -> Content:
        """Return the keys that fit: what is needed least is left out."""
        keys = [
            (action, self._key(action))
            for action in sorted(ACTIONS, key=lambda action: GROUPS.index(action.group))
            if action.footer & self.game
        ]
        while True:
            groups = groupby(keys, lambda entry: entry[0].group)
            footer = Content.styled(BETWEEN, "$faint").join(
                Content(" ").join(key for _, key in group) for _, group in groups
            )
            spare = max(action.spare for action, _ in keys)
            if len(footer) < self.app.size.width or not spare:
                return footer
            keys = [entry for entry in keys if entry[0].spare < spare]

    def _key(self, action: Action) -> Content:
        markup = (OPEN if action.name == self.pane else KEY).format(action.key)
        key, words = computer_key(self.lang, action.shown), label(self.lang, action.name)
        return Content.from_markup(markup, key=key, label=words)

    # -- messages

    def show_message(self, text: str, warns: bool = False, files: Sequence[str] = ()) -> None:
        """`files`: names of files that stand in the text."""
        text = readable(text)
        self.said.append(text)
        first = not self.parts
        width = max(20, self.app.size.width - 2)
        for path in files:
            room = max(width - len(text) + len(path), width // 2)
            text = text.replace(path, short_path(path, room))
        style = "bold $accent" if warns else "bold"
        self.parts += [Content.styled(part, style) for part in fold(text, width, indent="")]
        if first:
            self._show_part()

    def on_click(self, event: events.Click) -> None:
        if event.y == 0:
            self._next_part()

    def _next_part(self) -> None:
        if self.parts:
            self.parts.popleft()
            self._show_part()

    def _show_part(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_timer(SECONDS, self._next_part) if self.parts else None
        self.show()
