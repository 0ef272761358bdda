"""The format of a save: reading, checking and repairing its lines.

A save is a recording. After each operation a line also holds the whole state:

    @98914 state 3 DIGEST CHECK {"format":2,"firmware":"1.1","game":{"turn":2,...

    state    after an operation: the digest of the unit
    resume   a game was resumed here from the records above
    adopt    the same, but the keys above cannot be replayed (other firmware, damage)

CHECK is sixteen hexadecimal digits: eight over this line, eight over the keys since the line
before. A damaged line is never read and loses its operation only; damaged keys lose the keys only.

    found = scan(data)
    found.marks, found.tick                         what can be resumed
    found.sound                                     False: found.repaired() is the repaired content
"""

import os
import re
from collections.abc import Callable
from typing import NamedTuple

from banquier.editions.edition_file import BUILT_IN
from banquier.saves.save_line import KEYS_LEFT_OUT, is_sound, line, sum_of
from banquier.saves.save_messages import message
from banquier.script.errors import Place, ScriptError
from banquier.script.header import FORMAT, Header
from banquier.script.header_lines import names_written, rules_written
from banquier.script.vocabulary import player_names
from banquier.trouble import Trouble
from banquier.words import Said
from firmware_sim.texts import VERSION

LARGEST = 32 << 20
"""Largest size of a save in bytes (about ten games); a longer one is written without keys."""
LONGEST_READ = 64 << 20
"""Largest file that is read. Older versions wrote saves longer than `LARGEST`."""
MOST_LINES = LARGEST // 16
"""No save has shorter lines. Twenty millions of blank ones took gigabytes of memory."""

_MARK = re.compile(
    rb"^@(\d{1,15}) (state|resume|adopt) (\d{1,12}) ([0-9a-f]{16}) ([0-9a-f]{16}) (\{[^\n]*\})$",
    re.MULTILINE,
)
_LINES = re.compile(
    rb"(?:(?:#[^\n]*|@\d{1,15} (?:down|up|battery|power|set|memory) [ -~]*|@\d{1,15} names [^\n]*"
    rb"|(?:banquier|edition|seed|bounce|firmware|names) [^\n]*)?\n)*+"
)
_COMMENT = re.compile(rb"^#(?! keys left out\n)[^\n]*\n", re.MULTILINE)
"""Anybody may write one into a save: the check is over the keys without it."""
_BEGINNINGS = (b"@", b"#", b"edition ", b"seed ", b"bounce ", b"firmware ", b"names ")


class Mark(NamedTuple):
    """A line with a record."""

    tick: int
    verb: str
    number: int
    digest: str
    record: bytes
    start: int
    end: int
    """Offset after its newline, or the end of a file that stops there."""


class Found(NamedTuple):
    data: bytes
    """In the format of today, also where the file is of an older one."""
    marks: list[Mark]
    """Undamaged lines."""
    version: int
    """Format version; 0 if the first line is not that of a script."""
    trouble: Said | str
    """What is damaged; empty if nothing."""
    playable: bool
    """Whether all keys up to the last mark are undamaged."""

    @property
    def sound(self) -> bool:
        return not self.trouble

    @property
    def end(self) -> int:
        return self.marks[-1].end if self.marks else 0

    @property
    def tick(self) -> int:
        return self.marks[-1].tick if self.marks else 0

    @property
    def tail(self) -> bytes:
        """The keys behind the last record: of a program that was killed."""
        tail = self.data[self.end :]
        return tail if self.marks and self.playable and self.sound else b""

    @property
    def header(self) -> bytes:
        """The lines before the first key or record, with their comments."""
        first = re.search(rb"\n(?=@|" + KEYS_LEFT_OUT + rb")", self.data)
        return self.data[: first.end()] if first else b""

    def repaired(self) -> bytes:
        """The repaired content: up to the last undamaged line, with the keys behind it; if keys are
        damaged, all records without keys."""
        if self.playable:
            kept = self.data[: self.end]
            kept = kept if kept.endswith(b"\n") or not kept else kept + b"\n"
            return kept + self.tail
        header = self.header if only_keys(self.header) else b"banquier 1\n"
        keys = header + KEYS_LEFT_OUT
        out = [keys]
        for tick, _, number, digest, record, *_ in self.marks:
            out.append(mark_line(keys, tick, "state", number, digest, record))
            keys = b""
        return b"".join(out)


def mark_line(keys: bytes, tick: int, verb: str, number: int, digest: str, record: bytes) -> bytes:
    """The line with a record that stands behind these keys."""
    return line(_COMMENT.sub(b"", keys), tick, verb, number, digest, record)


def scan(data: bytes) -> Found:
    first = re.match(rb"(?:\xef\xbb\xbf)?banquier[ \t]+(\d{1,6})[ \t\r]*(?:#[^\n]*)?(?:\n|$)", data)
    marks: list[Mark] = []
    last_end = numbered = 0
    damaged = gap = keys_damaged = left_out = False
    for match in _MARK.finditer(data):
        tick, verb, number, digest, check, record = match.groups()
        head = match[0][: match.start(5) - match.start() - 1]
        pressed = data[last_end : match.start()]
        last_end = min(match.end() + 1, len(data))
        if not is_sound(head, check, record) or int(number) < numbered:
            damaged = True
            continue
        gap = gap or damaged
        left_out = verb != b"adopt" and (left_out or KEYS_LEFT_OUT in pressed)
        if check[8:] not in map(sum_of, (pressed, _COMMENT.sub(b"", pressed))):
            keys_damaged = True
        numbered = int(number)
        marks.append(
            Mark(int(tick), verb.decode(), numbered, digest.decode(), record,
                 match.start(), last_end)
        )  # fmt: skip
    tail = data[marks[-1].end if marks else 0 :]
    keys_damaged = keys_damaged or gap
    return Found(
        data,
        marks,
        int(first[1]) if first else 0,
        _trouble(marks, tail, keys_damaged, gap),
        not keys_damaged and not left_out,
    )


def _trouble(marks: list[Mark], tail: bytes, keys_damaged: bool, gap: bool) -> Said | str:
    name = (
        "part_damaged" if gap
        else "keys_damaged" if keys_damaged
        else "" if only_keys(tail)
        else "tail_damaged" if marks
        else "breaks_off"
    )  # fmt: skip
    if not name:
        return ""
    last = message("operation", number=marks[-1].number) if marks else message("first_operation")
    return message(name, last=last)


def only_keys(text: bytes) -> bool:
    """Whether these are the lines of a save that hold no record."""
    return bool(_LINES.fullmatch(text))


def is_too_long(data: bytes) -> bool:
    return len(data) > LONGEST_READ or data.count(b"\n") > MOST_LINES


def parse_save(data: bytes) -> Found:
    """`scan` with Trouble for a file that is no save."""
    if is_too_long(data):
        raise Trouble(message("too_long"))
    found = scan(data)
    if found.marks or found.version > FORMAT:
        return found
    if b"banquier 1\n".startswith(data[:11]):
        body = data[11:]
        if re.search(rb"^@\d+ state \d+ [0-9a-f]{16}\n", body, re.MULTILINE):
            raise Trouble(message("recording"))
        whole, end, torn = body.rpartition(b"\n")
        begun = any(word.startswith(torn[: len(word)]) for word in _BEGINNINGS)
        if not only_keys(whole + end) or not begun:
            raise Trouble(message("script"))
        return found
    raise Trouble(message("no_save"))


def names_in(data: bytes) -> dict[int, str]:
    """The last names given, in the header or during play."""
    given = re.findall(rb"^(?:@\d{1,15} )?names ([^\n]*)$", data, re.MULTILINE)
    try:
        return player_names(given[-1].decode().split('"')[1::2]) if given else {}
    except (ScriptError, UnicodeDecodeError):
        return {}


# -- the lines before the first


def header_of(header: Header, edition_name: Callable[[str], str] = os.path.abspath) -> bytes:
    """Of editions a player's own, and one with other rules; a file that cannot be named is left
    out."""
    lines, own = [f"banquier {FORMAT}"], ""
    if header.edition.endswith(".toml"):
        own = edition_name(header.edition)
    if own and '"' not in own and own.isprintable():
        lines.append(f'edition "{own}"{rules_written(header.rules)}')
    elif header.rules and not own:
        built_in = header.edition if header.edition in BUILT_IN else BUILT_IN[0]
        lines.append(f"edition {built_in}{rules_written(header.rules)}")
    if header.seed is not None:
        lines.append(f"seed {header.seed}")
    if header.bounce != "none":
        lines.append(f"bounce {header.bounce}")
    lines.append(f"firmware {VERSION}")
    if header.names:
        lines.append(names_written(header.names))
    return "".join(f"{line}\n" for line in lines).encode()


def read_header(data: bytes, path: str) -> Header:
    """The header of a save, or the default header if it is damaged: the records hold the state."""
    header = Header()
    try:
        for number, line in enumerate(data.decode().splitlines()[1:], 2):
            if not line.startswith("#"):
                header.read_line(line, Place(path, number))
        header.check()
    except (ScriptError, UnicodeDecodeError):
        header = Header()
    own = os.path.abspath(header.edition)
    header.edition = own if own.endswith(".toml") and os.path.isfile(own) else ""
    return header
