"""Single keys of this terminal, without waiting for Enter.

with at_terminal() as next_key:
    name, character = next_key(20.0)      # ("", "") when nothing was typed in that time
"""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from banquier.panel.keymap import Keymap

CTRL_C, ESCAPE = "\x03", "\x1b"
CONTROLS = {
    "\r": "enter", "\n": "enter", "\t": "tab", "\x7f": "backspace", "\b": "backspace",
    " ": "space", ESCAPE: "escape",
}  # fmt: skip
# What terminals send for the keys of a numeric keypad, in its application mode and without NumLock.
SEQUENCES = {
    **{f"\x1bO{code}": f"kp_{digit}" for digit, code in enumerate("pqrstuvwxy")},
    "\x1bOM": "kp_enter", "\x1bOk": "kp_add", "\x1bOm": "kp_subtract", "\x1bOj": "kp_multiply",
    "\x1bOo": "kp_divide", "\x1bOn": "kp_decimal", "\x1bOl": "kp_separator",
    "\x1b[3~": "delete", "\x1b[2~": "insert", "\x1b[5~": "pageup", "\x1b[6~": "pagedown",
    **{
        f"\x1b{bracket}{code}": name
        for bracket in "[O"
        for code, name in zip(
            "ABCDEFH", ("up", "down", "right", "left", "begin", "end", "home"), strict=True
        )
    },
    "\x1b[1~": "home", "\x1b[4~": "end",
}  # fmt: skip


@contextmanager
def at_terminal() -> Iterator[Callable[[float], tuple[str, str]]]:
    """ValueError where there is no terminal."""
    try:
        import termios
        import tty
    except ImportError:
        raise ValueError("--keyboard needs a terminal of a Unix kind") from None
    if sys.stdin is None or not sys.stdin.isatty():
        raise ValueError("--keyboard needs a terminal")
    port = sys.stdin.fileno()
    before = termios.tcgetattr(port)
    tty.setraw(port)
    try:
        yield lambda seconds: _next_key(port, seconds)
    finally:
        termios.tcsetattr(port, termios.TCSADRAIN, before)


def _next_key(port: int, seconds: float) -> tuple[str, str]:
    end = time.monotonic() + seconds
    while True:
        if not select.select([port], [], [], max(end - time.monotonic(), 0))[0]:
            return "", ""
        # A terminal sends the bytes of one key together.
        typed = os.read(port, 16).decode("utf-8", "replace")
        if typed.startswith(CTRL_C):
            raise KeyboardInterrupt
        if typed:
            return SEQUENCES.get(typed) or CONTROLS.get(typed) or typed, typed[:1]


def key_of(host: Keymap, name: str, character: str) -> str | None:
    """The unit's key, as the panel would take it."""
    return host.key(name, character if character.isprintable() else None) if name else None
