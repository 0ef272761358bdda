"""The panel's actions, one table: keys, footer, list of commands and F1 come from it.

The words of an action are the texts `action.NAME` (its label) and `action.NAME.help`.
"""

from typing import NamedTuple

from banquier.words import text
from keypad.keys import HOST_SIGNS, KEYS, STROBES

PLAY, REPLAY = 1, 2
"""Bits for actions in a running game, and in a recorded one."""
BOTH = PLAY | REPLAY


class Action(NamedTuple):
    name: str
    run: str
    """As Textual calls it, with its arguments; empty for a key that only a pane uses."""
    key: str = ""
    """As Textual names it; without one the action is in the list of commands only."""
    shown: str = ""
    """The key as a person reads it; a name of `computer_key.` texts, or itself."""
    where: int = BOTH
    footer: int = 0
    """The position in the footer."""
    group: str = "game"
    """The group in the footer and in the list of commands: help, panes, game, leave or workshop."""
    spare: int = 0
    """The rank by which a narrow footer leaves actions out, the highest first; 0 stays."""
    listed: bool = True
    """True if it is in the list of commands."""


ACTIONS = (
    Action("help", "help", "f1", "F1", footer=BOTH, spare=1, group="help"),
    Action("roll", "pane('roll')", "f2", "F2", footer=BOTH, spare=4, group="panes"),
    Action("board", "pane('board')", "f3", "F3", footer=BOTH, spare=2, group="panes"),
    Action("machine", "pane('machine')", "f4", "F4", footer=BOTH, spare=9, group="workshop"),
    Action("chances", "pane('chances')", "f10", "F10", footer=BOTH, spare=5, group="panes"),
    Action("phones", "pane('phones')", "ctrl+r", "^R", PLAY, PLAY, spare=6),
    Action("phones_lan", "phones_lan", "ctrl+u", "^U", PLAY),
    Action("phones_code", "phones_code", "ctrl+k", "^K", PLAY),
    Action("phones_stop", "phones_stop", "ctrl+w", "^W", PLAY),
    Action("names", "names", "ctrl+e", "^E", PLAY),
    Action("rules", "rules", "ctrl+d", "^D", PLAY),
    Action("history", "pane('history')", "ctrl+t", "^T", footer=BOTH, spare=3, group="panes"),
    Action("earlier", "", "up", "↑", listed=False),
    Action("later", "", "down", "↓", listed=False),
    Action("present", "present", "end", "end"),
    Action("play_on", "play_on", "ctrl+n", "^N", footer=REPLAY, spare=2),
    Action("back", "skip(-1)", "left", "←", REPLAY),
    Action("forward", "skip(1)", "right", "→", REPLAY),
    Action("rewind", "skip(-1000000)", "home", "home", REPLAY),
    Action("pause", "pause", "f5", "F5", footer=REPLAY, spare=2, group="workshop"),
    Action("step", "step", "f6", "F6", footer=REPLAY, spare=7, group="workshop"),
    Action("step_length", "step_length", "f7", "F7", group="workshop"),
    Action("slower", "speed(-1)", "less_than_sign", "<", group="workshop"),
    Action("faster", "speed(1)", "greater_than_sign", ">", group="workshop"),
    Action("picture", "picture", "f8", "F8", footer=PLAY, spare=10),
    Action("tint", "next_tint", "f9", "F9", footer=PLAY, spare=8),
    Action("ghost", "ghost", "ctrl+g", "^G", group="workshop"),
    Action("language", "language", "ctrl+l", "^L", footer=BOTH, spare=7),
    Action("mute", "mute", "ctrl+s", "^S"),
    Action("hold_f", "hold('F')", "ctrl+f", "^F", PLAY, group="workshop"),
    Action("hold_on", "hold('ON')", "ctrl+o", "^O", PLAY, group="workshop"),
    Action("pane_up", "", "pageup", "pageup", listed=False),
    Action("pane_down", "", "pagedown", "pagedown", listed=False),
    Action("commands", "commands", "ctrl+p", "^P", footer=BOTH, listed=False, group="help"),
    Action("suspend", "suspend_process", "ctrl+z", "^Z", listed=False),
    Action("messages", "messages"),
    Action("leave", "leave", "q", "q", footer=BOTH, group="leave"),
    Action("exit", "exit", "ctrl+c", "^C", listed=False),
)
BY_NAME = {action.name: action for action in ACTIONS}

BY_KEY = {action.key: action for action in ACTIONS if action.key and action.run}

LETTERED = (*(key.name for key in KEYS if key.strobe < STROBES // 2), "ON")
"""The keys above which the letter of the computer's keyboard stands."""

ON_CAPS = ("OK", "C", "F")
"""The base keys whose computer key is printed on them."""

COMPUTER_KEYS = (
    "enter", "backspace", "delete", "escape", "tab", "space", "end", "home", "pageup", "pagedown",
)  # fmt: skip
"""Keys that have a name in each language."""


def label(lang: str, name: str) -> str:
    return text(lang, f"action.{name}")


def computer_key(lang: str, name: str) -> str:
    """Return the print of a key of the computer."""
    return text(lang, f"computer_key.{name}") if name in COMPUTER_KEYS else name


def legends(lang: str, host: str) -> tuple[str, ...]:
    """Return the ways to print a computer key on a key of the unit, the longest first."""
    return tuple(filter(None, (computer_key(lang, host).lower(), HOST_SIGNS.get(host))))


def shown_key(lang: str, name: str) -> str:
    """The key of an action, by the action's name."""
    return computer_key(lang, BY_NAME[name].shown)
