"""Bytes of a plain keypad, cut into lines.

A line ends with a line end; a bare character with 50 ms of silence. NUL bytes and the colours of a
terminal are skipped; accents of the French language, as UTF-8, are text too.
"""

from __future__ import annotations

SILENCE_MS = 50
SPLIT_MS = 1_000
"""The time to wait for the rest of a line; a network splits lines."""
LONGEST = 160
SIGNS = "\0\t\r\n\x1b"
COLOUR = "[0123456789;"
"""What stands between ESC and a letter."""
LEADS = b"\xc2\xc3"
"""First bytes of the accented letters."""

Line = tuple[int, str, bool]
"""The time of the last byte, the text, and True after a line end; False after silence, or after the
NUL that some sketches send."""


def visible_text(line: bytes) -> str:
    """Return what a person sees of a line of text: no colours, no blanks around it."""
    text, *others = line.rstrip(LEADS).decode().split("\x1b")
    return "".join([text, *(other.lstrip(COLOUR)[1:] for other in others)]).strip(" \t")


def is_text(data: bytes) -> bool:
    """Return whether it is text, of letters of one byte or two, and ends with a whole one."""
    try:
        text = data.decode()
    except UnicodeError:
        return False
    return all(" " <= char <= "~" or "\x80" <= char <= "\xff" or char in SIGNS for char in text)


class LineCutter:
    """A cutter of bytes into lines. A run without line end is one if it is a single character.
    Silence is what a read has seen that brought nothing: a busy machine that reads late tears no
    line."""

    def __init__(self) -> None:
        self.skip_line(0)

    def skip_line(self, now: int) -> None:
        """Forget the line that has begun, and take the rest of it for no line: noise came."""
        self._heard, self._synced, self._run = now, False, b""

    def feed(self, data: bytes, now: int) -> list[Line]:
        silence = 0 if data else now - self._heard
        if data:
            self._heard = now
        elif silence >= SILENCE_MS:
            data = b"\0"
        lines = []
        for byte in data:
            if byte not in b"\r\n\0":
                self._run += bytes((byte,)) if len(self._run) < LONGEST else b""
                continue
            text = visible_text(self._run)
            if byte or silence >= SPLIT_MS or len(text) == 1:
                if text and self._synced:
                    lines.append((self._heard, text, byte > 0))
                self._run = b""
            self._synced = True
        return lines
