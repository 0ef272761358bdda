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
    found.sound                                     False: found.repair(header) is the repaired
                                                    content
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import NamedTuple

from banquier.editions.edition_file import BUILT_IN
from banquier.jobs import Job, at_once
from banquier.saves.save_line import KEYS_LEFT_OUT, VERBS, is_sound, line, sum_of
from banquier.saves.save_messages import message
from banquier.script.errors import Place, ScriptError
from banquier.script.header import FORMAT, Header, checked_rules
from banquier.script.header_lines import names_written, rules_written
from banquier.script.record_text import parse_record
from banquier.script.vocabulary import player_names
from banquier.trouble import Trouble
from banquier.words import Said
from firmware_sim.saved_state import StateError, reading
from firmware_sim.texts import VERSION

LARGEST = 32 << 20
"""Largest size of a save in bytes (about ten games); a longer one is written without keys."""
LONGEST_READ = 64 << 20
"""Largest file that is read. Older versions wrote saves longer than `LARGEST`."""
MOST_LINES = LARGEST // 16
"""No save has shorter lines. Twenty millions of blank ones took gigabytes of memory."""

STEPS = (b"down", b"up", b"battery", b"power", b"set", b"memory")
FIELDS = (b"banquier", b"edition", b"seed", b"bounce", b"firmware", b"names")
BOM = b"\xef\xbb\xbf"
BEGINNINGS = (b"@", b"#", *(field + b" " for field in FIELDS[1:]))
MARKS_A_SLICE = 20
HEXADECIMAL = b"0123456789abcdef"


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
    """The content in the current format, even if the file is older."""
    marks: list[Mark]
    """Undamaged lines."""
    version: int
    """Format version; 0 if the first line is not that of a script."""
    trouble: Said | str
    """A message about the damage; empty if there is none."""
    playable: bool
    """True if all keys up to the last mark are undamaged."""

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
        """The keys behind the last record, up to a damaged line: of a program that was killed."""
        return whole_keys(self.data[self.end :]) if self.marks else b""

    @property
    def header(self) -> bytes:
        """The lines before the first key or record, with their comments."""
        end = self.data.find(b"\n@") + 1
        left_out = self.data.find(b"\n" + KEYS_LEFT_OUT, 0, end) + 1
        return self.data[: left_out or end]

    def up_to(self, mark: int) -> Found:
        """Leave out what comes behind this record."""
        marks = self.marks[: mark + 1]
        return self._replace(marks=marks, data=self.data[: marks[-1].end])

    def repair(self, header: bytes) -> bytes:
        """The repaired content: up to the last undamaged line, with the keys behind it; if keys are
        damaged, this header and all records without keys."""
        if self.playable:
            kept = self.data[: self.end]
            kept = kept if kept.endswith(b"\n") or not kept else kept + b"\n"
            return kept + self.tail
        keys, out = header + KEYS_LEFT_OUT, [header, KEYS_LEFT_OUT]
        for tick, _, number, digest, record, *_ in self.marks:
            out.append(mark_line(keys, tick, "state", number, digest, record))
            keys = b""
        return b"".join([*out, self.tail])


def mark_line(keys: bytes, tick: int, verb: str, number: int, digest: str, record: bytes) -> bytes:
    """The line with a record that stands behind these keys."""
    return line(_without_comments(keys), tick, verb, number, digest, record)


def _without_comments(keys: bytes) -> bytes:
    """Return what the check is over: anybody may write a comment into a save."""
    if b"#" not in keys:
        return keys
    lines = (part + b"\n" for part in keys.split(b"\n")[:-1])
    return b"".join([one for one in lines if one[:1] != b"#" or one == KEYS_LEFT_OUT])


def scan_in_slices(data: bytes) -> Job[Found]:
    """Read the lines with records, and check them all."""
    marks: list[Mark] = []
    last_end = numbered = at = 0
    damaged = gap = keys_damaged = left_out = False
    while (brace := data.find(b" {", at)) >= 0:  # no other line has that, but for names
        start = data.rfind(b"\n", at, brace) + 1 or at
        end = data.find(b"\n", brace)
        end = len(data) if end < 0 else end
        at = end + 1
        words = _words_of_mark(data[start:end])
        if not words:
            continue
        head, tick, verb, number, digest, check, record = words
        pressed = data[last_end:start]
        last_end = min(at, len(data))
        if not is_sound(head, check, record) or int(number) < numbered:
            damaged = True
            continue
        gap = gap or damaged
        left_out = verb != b"adopt" and (left_out or KEYS_LEFT_OUT in pressed)
        if check[8:] != sum_of(pressed) and check[8:] != sum_of(_without_comments(pressed)):
            keys_damaged = True
        numbered = int(number)
        marks.append(
            Mark(int(tick), verb.decode(), numbered, digest.decode(), record, start, last_end)
        )
        if len(marks) % MARKS_A_SLICE == 0:
            yield
    tail = data[marks[-1].end if marks else 0 :]
    keys_damaged = keys_damaged or gap
    return Found(
        data,
        marks,
        0 if marks and keys_damaged else _version_of(data),
        _trouble(marks, tail, keys_damaged, gap),
        not keys_damaged and not left_out,
    )


scan = at_once(scan_in_slices)


def scan_last(data: bytes) -> Found:
    """Read only the header, the last record and the keys behind it; all lines if that record is
    damaged. It is enough to tell how a game stands, and no damage is looked for."""
    last = data.rfind(b"\n@", 0, max(data.rfind(b" {"), 0)) + 1
    found = scan(data[: data.find(b"\n@") + 1] + data[last:])
    return found._replace(version=_version_of(data), trouble="") if found.marks else scan(data)


def _words_of_mark(line: bytes) -> list[bytes]:
    """Return the line up to its checksums and each of its words; nothing if it has no record."""
    words = line.split(b" ", 5)
    if len(words) < 6 or words[1] not in VERBS or words[0][:1] != b"@":
        return []
    tick, _, number, digest, check, record = words
    fits = (
        (len(tick) <= 16 and tick[1:].isdigit() and len(number) <= 12 and number.isdigit())
        and (len(digest) == len(check) == 16 and not (digest + check).strip(HEXADECIMAL))
        and (record[:1] == b"{" and record[-1:] == b"}")
    )
    return [b" ".join(words[:4]), tick[1:], *words[1:]] if fits else []


def _version_of(data: bytes) -> int:
    """Return the format version of the first line; 0 if that is not one of a script."""
    first = data[: data.find(b"\n") + 1 or len(data)].partition(b"#")[0]
    words = (first[3:] if first[:3] == BOM else first).split()
    is_first = len(words) == 2 and words[0] == b"banquier"
    return int(words[1]) if is_first and words[1].isdigit() and len(words[1]) <= 6 else 0


def _trouble(marks: list[Mark], tail: bytes, keys_damaged: bool, gap: bool) -> Said | str:
    name = (
        "part_damaged" if gap
        else "keys_damaged" if keys_damaged
        else "" if len(whole_keys(tail)) == len(tail)
        else "tail_damaged" if marks
        else "breaks_off"
    )  # fmt: skip
    if not name:
        return ""
    last = message("operation", number=marks[-1].number) if marks else message("first_operation")
    return message(name, last=last)


def whole_keys(text: bytes) -> bytes:
    """Return the lines up to the first that is damaged or torn, or that holds a record."""
    end = 0
    while (after := text.find(b"\n", end) + 1) and _is_key(text[end : after - 1]):
        end = after
    return text[:end]


def _is_key(line: bytes) -> bool:
    """Return whether a line of a save is a key, a comment, or of the header."""
    word, space, rest = line.partition(b" ")
    if line[:1] != b"@":
        return not line or line[:1] == b"#" or (bool(space) and word in FIELDS)
    verb, space, facts = rest.partition(b" ")
    if not space or len(word) > 16 or not word[1:].isdigit():
        return False
    if verb == b"names":
        return _is_text(facts)
    return verb in STEPS and (not facts or (min(facts) >= 32 and max(facts) <= 126))


def _is_text(facts: bytes) -> bool:
    try:
        facts.decode()
    except ValueError:
        return False
    return True


def is_too_long(data: bytes) -> bool:
    return len(data) > LONGEST_READ or data.count(b"\n") > MOST_LINES


def parse_in_slices(data: bytes, last: bool = False) -> Job[Found]:
    """Read a save; `last`: as `scan_last` does. Raises Trouble if the file is not a save."""
    if is_too_long(data):
        raise Trouble(message("too_long"))
    found = scan_last(data) if last else (yield from scan_in_slices(data))
    if found.marks or found.version > FORMAT:
        return found
    if b"banquier 1\n".startswith(data[:11]):
        if found.sound:
            return found
        body = data[11:]
        whole, torn = whole_keys(body), body[body.rfind(b"\n") + 1 :]
        wrong, end, _ = body[len(whole) :].partition(b"\n")
        words = wrong.split(b" ")
        if end and len(words) == 4 and wrong[:1] == b"@" and words[1] == b"state":
            raise Trouble(message("recording"))
        begun = any(word.startswith(torn[: len(word)]) for word in BEGINNINGS)
        if len(whole + torn) < len(body) or not begun:
            raise Trouble(message("script"))
        return found
    raise Trouble(message("no_save"))


parse_save = at_once(parse_in_slices)


def names_in(data: bytes) -> dict[int, str] | None:
    """Return the last names given, in the header or during play; None if there are none."""
    end = len(data)
    while (at := data.rfind(b"names ", 0, end)) >= 0:
        end = data.rfind(b"\n", 0, at) + 1
        before = data[end:at]
        if not before or (before[:1] == b"@" and before[1:-1].isdigit() and before[-1:] == b" "):
            after = data.find(b"\n", at)
            told = enumerate(data[at : after if after > 0 else len(data)].split(b'"'))
            try:
                return player_names([name.decode() for at, name in told if at % 2])
            except (ScriptError, ValueError):
                return {}
    return None


# -- the lines before the first


def header_of(header: Header, edition_name: Callable[[str], str] = os.path.abspath) -> bytes:
    """Return the header lines. They name only a player's own edition or one with changed rules; a
    file that cannot be named is left out."""
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
    """Read the header of a save. Lines that are damaged are left out."""
    header = Header()
    for number, field in enumerate(data.split(b"\n")[1:], 2):
        if field and field[:1] != b"#":
            try:
                header.read_line(field.decode(), Place(path, number))
            except (ScriptError, ValueError):
                continue
    header.edition = _file_of(header.edition, path)
    return header


@reading
def header_in(found: Found, path: str) -> tuple[Header, dict[int, str]]:
    """Read the header, and the names as of the end. The last record holds rules and names too,
    since the header may be damaged. Raises StateError if that record cannot be."""
    header, record = read_header(found.header, path), parse_record(found.marks[-1].record)
    header.edition = header.edition or _file_of(str(record.get("edition")), path)
    names = names_in(found.tail)
    try:
        if "rules" in record:
            header.rules = checked_rules(record["rules"])
        if names is None and "names" in record:
            names = player_names(record["names"])
    except ScriptError as error:
        raise StateError(error.sentence) from None
    names = (names_in(found.data) or {}) if names is None else names
    if not found.playable:
        header.names = names
    return header, names


def _file_of(edition: str, save: str) -> str:
    """Return the path of a player's own edition: as named, or else a file of that name beside the
    save; "" if there is none."""
    beside = os.path.join(os.path.dirname(save), os.path.basename(edition))
    for own in (edition, beside) if edition.endswith(".toml") else ():
        if os.path.isfile(own):
            return os.path.abspath(own)
    return ""
