"""Learns an unknown keypad from key presses: which line is which key, by itself.

    lesson = Lesson(115_200)
    lesson.idle.append((ms, data))               what comes while no key is pressed
    lesson.samples.append(Sample("1", pieces))   the first key is held, then pressed once more
    pad = lesson.learn()                         CannotLearn says in a sentence why not

How: lines that come without a key are noise. In the first line of each press a number that changes
with the key alone is the key; one that changes for the same key, or only ever grows, is a clock and
becomes `…`. A line that came for one key only is that key's. Whatever was learned is proved: a
`PlainReader` hears everything again and must find each press once.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from hardware.keypads.facts import SPEED
from hardware.keypads.pad import ANY, Pad, matcher
from hardware.keypads.plain_board import BOUNCE_MS, SILENCE_MS, PlainReader, garbage_in, text_of

SPEEDS = (SPEED, 9_600, 57_600, 38_400, 19_200, 250_000, 74_880, 4_800, 230_400, 2_400)
"""In the order of how often they are met."""

HELD_MS = 500
"""A second line so long after the first came at the release, or repeats."""
LONGEST_REPEAT_MS = 2_000
LEAST_SHARED = 2
"""Characters that every release line must share."""
PAUSE_MS = 1_000
"""Between two presses, when they are heard again for the proof."""

Piece = tuple[int, bytes]

# A number, and one with separators: a time, a date, an address.
_NUMBERS = (re.compile(r"\d+(?:[:./-]\d+)*"), re.compile(r"\d+"))


class CannotLearn(Exception):
    """A sentence."""


class Sample(NamedTuple):
    """One press of one key, until it was let go."""

    key: str
    pieces: Sequence[Piece]


class Line(NamedTuple):
    at: int
    text: str


def is_text(data: bytes) -> bool:
    """Whether this was read at the right speed."""
    seen = data.replace(b"\0", b"")
    return bool(seen.strip()) and not garbage_in(data) and data.count(0) <= len(seen) + 1


def ends_lines(pieces: Iterable[Piece]) -> bool:
    """Whether line ends follow the text; some sketches send them before it."""
    text_at = -SILENCE_MS
    for at, data in pieces:
        for char in data:
            if char not in b"\r\n":
                text_at = text_at if char in b" \t\0" else at
            elif text_at >= 0 and at - text_at < SILENCE_MS:
                return True
            else:
                text_at = -SILENCE_MS
    return False


def cut(pieces: Sequence[Piece], ended: bool) -> list[Line]:
    """The lines; where none is ended, a silence or a NUL byte ends them."""
    lines: list[Line] = []
    run, began = b"", 0

    def end() -> None:
        nonlocal run
        if text := text_of(run):
            lines.append(Line(began, text))
        run = b""

    last = None
    for at, data in pieces:
        if not ended and last is not None and at - last >= SILENCE_MS:
            end()
        last = at
        for part in re.split(rb"([\r\n]|\0)" if not ended else rb"([\r\n])", data):
            if part in (b"\r", b"\n", b"\0"):
                end()
            elif part:
                began = at if not run else began
                run += part
    end()
    return lines


class Lesson:
    def __init__(self, speed: int = SPEED) -> None:
        self.speed = speed
        self.idle: list[Piece] = []
        self.samples: list[Sample] = []
        self.notes: list[str] = []
        """What the player should know of the sketch, after `learn`."""

    # -- what was heard

    def _lines(self, pieces: Sequence[Piece]) -> list[Line]:
        return cut(pieces, self._ended)

    @property
    def _ended(self) -> bool:
        pieces = [*self.idle, *(piece for sample in self.samples for piece in sample.pieces)]
        return ends_lines(pieces)

    def _heard(self) -> list[tuple[str, list[Line]]]:
        """The lines of each press, without those that also come without a key."""
        idle = [line.text for line in self._lines(self.idle)]
        texts = set(idle)
        forms = Counter(_NUMBERS[1].sub("0", text) for text in texts)
        noise = {form for form, count in forms.items() if count > 1}
        return [
            (
                sample.key,
                [
                    line
                    for line in self._lines(sample.pieces)
                    if line.text not in texts and _NUMBERS[1].sub("0", line.text) not in noise
                ],
            )
            for sample in self.samples
        ]

    def news(self, pieces: Sequence[Piece]) -> list[Line]:
        """Lines of a press that is just being heard, without the noise."""
        return Lesson._heard(self._with(pieces))[-1][1]

    def _with(self, pieces: Sequence[Piece]) -> Lesson:
        other = Lesson(self.speed)
        other.idle = self.idle
        other.samples = [*self.samples, Sample("", pieces)]
        return other

    def seen_for(self, pieces: Sequence[Piece], key: str) -> str:
        """The other key that sent just the same first line, if there is one."""
        lines = self.news(pieces)
        for other, known in self._heard():
            if other != key and known and lines and known[0].text == lines[0].text:
                return other
        return ""

    # -- learning

    def learn(self) -> Pad:
        heard = self._heard()
        if not any(lines for _, lines in heard):
            raise CannotLearn("Nothing came when keys were pressed.")
        _refuse_what_cannot_serve(heard)
        why = CannotLearn("No line of this board names the key that was pressed.")
        for number in _NUMBERS:
            self.notes = []
            try:
                pad = self._learn(heard, number)
            except CannotLearn as error:
                why = error
                continue
            if wrong := self.prove(pad):
                why = CannotLearn(wrong)
                continue
            return pad
        raise why

    def _learn(self, heard: list[tuple[str, list[Line]]], number: re.Pattern[str]) -> Pad:
        clocks = _clocks(heard, number)
        marked = [
            (key, [Line(line.at, _mark(line.text, number, clocks)) for line in lines])
            for key, lines in heard
        ]
        owners: dict[str, set[str]] = {}
        for key, lines in marked:
            for line in lines:
                owners.setdefault(line.text, set()).add(key)
        pressed: dict[str, str] = {}
        for key in dict.fromkeys(key for key, _ in marked):
            each = [[line.text for line in lines] for name, lines in marked if name == key]
            own = [
                text for text in each[-1]
                if owners[text] == {key} and all(text in texts for texts in each)
            ]  # fmt: skip
            if own:
                pressed[own[0]] = key
        missing = {key for key, _ in marked} - set(pressed.values())
        if missing:
            names = " ".join(key for key in dict.fromkeys(k for k, _ in marked) if key in missing)
            raise CannotLearn(_why_missing(heard, marked, names))
        repeats, twice = self._rhythm(marked, pressed)
        release = () if twice else _release(heard, marked, pressed)
        return Pad(pressed, True, self.speed, repeats, twice, release)

    def _rhythm(
        self, marked: list[tuple[str, list[Line]]], pressed: dict[str, str]
    ) -> tuple[int, bool]:
        """How the line of a press comes again: while held, or once more at the release."""
        times = [[line.at for line in lines if line.text in pressed] for _, lines in marked]
        groups = [_apart(one) for one in times]
        if any(len(one) > len(group) for one, group in zip(times, groups, strict=True)):
            self.notes.append(
                "A press sends its line several times within a few milliseconds: the sketch does "
                f"not debounce its keys. The same line within {BOUNCE_MS} ms counts once."
            )
        held, taps = groups[0], groups[1:]
        gaps = [after - before for before, after in pairwise(held)]
        if len(held) > 2 or (gaps and all(len(tap) == 1 for tap in taps)):
            repeats = max(gaps) * 3 // 2 + 20
            if repeats > LONGEST_REPEAT_MS:
                raise CannotLearn(
                    "A held key is told again so seldom that it cannot be told from a new press."
                )
            self.notes.append(
                f"A held key is told again and again: the same key counts again after {repeats} ms."
            )
            return repeats, False
        if not gaps and all(len(tap) == 1 for tap in taps):
            return 0, False
        if gaps and gaps[0] >= HELD_MS and all(len(one) == 2 for one in times):
            return 0, True
        raise CannotLearn(
            "A key sends its line again when it is let go, but not always: the sketch does not "
            "debounce its keys, and a press would count twice."
        )

    def prove(self, pad: Pad) -> str:
        """Empty when a reader with these settings finds each press once."""
        reader, now = PlainReader(-10_000, pad), 0
        for key, pieces in self.samples:
            start = pieces[0][0] if pieces else 0
            found = []
            for at, data in pieces:
                found += reader.feed(data, now + at - start)
            now += (pieces[-1][0] - start if pieces else 0) + max(PAUSE_MS, pad.repeats + 1)
            found += reader.tick(now)
            keys = [event.key for event in found if event.kind in ("tap", "press")]
            if keys != [key]:
                return f"{key} is read as {' '.join(keys) or 'nothing'}."
        return ""

    # -- kept in a file

    def save(self, path: str | os.PathLike[str]) -> None:
        """OSError where it cannot be written."""
        rows = [{"banquier keypad teach": 1, "speed": self.speed, "idle": _plain(self.idle)}]
        rows += [{"key": s.key, "heard": _plain(s.pieces)} for s in self.samples]
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(json.dumps(row) + "\n" for row in rows)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Lesson:
        """ValueError: it is none."""
        try:
            with open(path, encoding="utf-8") as file:
                head, *rows = map(json.loads, file)
            lesson = cls(int(head["speed"]))
            lesson.idle = _pieces(head["idle"])
            lesson.samples = [Sample(str(row["key"]), _pieces(row["heard"])) for row in rows]
        except (ValueError, KeyError, TypeError, AttributeError):
            raise ValueError(f"{path} is no file of banquier keypad teach --save") from None
        return lesson


def _plain(pieces: Sequence[Piece]) -> list[list[object]]:
    return [[at, data.decode("latin-1")] for at, data in pieces]


def _pieces(rows: list[tuple[int, str]]) -> list[Piece]:
    return [(int(at), text.encode("latin-1")) for at, text in rows]


# -- clocks and counters


def _contexts(
    text: str, number: re.Pattern[str]
) -> list[tuple[int, int, tuple[str, str], tuple[str, str]]]:
    """Each number, with what stands before it and what stands after it."""
    found = []
    for match in number.finditer(text):
        before = number.sub("0", text[: match.start()])
        after = number.sub("0", text[match.end() :])
        found.append((match.start(), match.end(), ("before", before), ("after", after)))
    return found


def _clocks(heard: list[tuple[str, list[Line]]], number: re.Pattern[str]) -> set[tuple[str, str]]:
    """The places of numbers that are not the key: other ones for the same key, or ever growing."""
    values: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for key, lines in heard:
        seen: set[str] = set()
        for line in lines:
            form = number.sub("0", line.text)
            if form in seen:
                continue  # a later line of the same form may tell another state
            seen.add(form)
            for start, end, *places in _contexts(line.text, number):
                for place in places:
                    values.setdefault(place, []).append((key, line.text[start:end]))
    return {place for place, found in values.items() if _is_clock(found)}


def _is_clock(found: list[tuple[str, str]]) -> bool:
    each: dict[str, set[str]] = {}
    for key, value in found:
        each.setdefault(key, set()).add(value)
    if any(len(one) > 1 for one in each.values()):
        return True
    different = {value for _, value in found}
    if len(different) == 1:
        # A date or the hour stays the same for a while.
        return len(each) > 1 and any(mark in found[0][1] for mark in ":/-")
    grows = [[int(part) for part in re.findall(r"\d+", value)] for _, value in found]
    return len(different) > 3 and grows == sorted(grows)


def _mark(text: str, number: re.Pattern[str], clocks: set[tuple[str, str]]) -> str:
    out, done = "", 0
    for start, end, before, after in _contexts(text, number):
        if before in clocks or after in clocks:
            out += text[done:start] + ANY
            done = end
    return out + text[done:]


# -- what cannot serve


def _refuse_what_cannot_serve(heard: list[tuple[str, list[Line]]]) -> None:
    silent = [key for key, lines in heard if not lines]
    if silent:
        raise CannotLearn(f"Nothing came for {' '.join(dict.fromkeys(silent))}.")
    firsts = [lines[0].text for _, lines in heard]
    keys = {key for key, _ in heard}
    if len(keys) > 2 and len({tuple(line.text for line in lines[:2]) for _, lines in heard}) == 1:
        raise CannotLearn(
            f"Every key sends the same line, {firsts[0]!r}: the sketch must print which key it was."
        )
    longer = [len(after) - len(before) for before, after in pairwise(firsts)]
    if len(firsts) > 3 and all(more > 0 for more in longer):
        raise CannotLearn(
            f"Each press adds to what was sent before ({firsts[0]!r}, {firsts[1]!r}, "
            f"{firsts[2]!r}): the sketch must print each key by itself."
        )


def _why_missing(
    heard: list[tuple[str, list[Line]]], marked: list[tuple[str, list[Line]]], names: str
) -> str:
    first, second = heard[0][1][0].text, heard[1][1][0].text if len(heard) > 1 else ""
    if heard[0][0] == heard[1][0] and first != second and marked[0][1][0].text == ANY:
        return (
            f"The same key sent {first!r} and then {second!r}: a sum, perhaps. The sketch must "
            "print each key by itself."
        )
    return f"No line belongs to {names} alone."


# -- rhythm and release


def _apart(times: list[int]) -> list[int]:
    """Without those that only bounce."""
    return [at for n, at in enumerate(times) if n == 0 or at - times[n - 1] >= BOUNCE_MS]


def _release(
    heard: list[tuple[str, list[Line]]],
    marked: list[tuple[str, list[Line]]],
    pressed: dict[str, str],
) -> tuple[str, ...]:
    """The line that comes when the held first key is let go, as it is for every key."""
    lines = marked[0][1]
    last = lines[-1].at
    at_end = [line for line in lines if last - line.at < BOUNCE_MS * 2]
    if at_end[0].at - lines[0].at < HELD_MS:
        return ()  # nothing came later than the press
    before = [line.text for line in heard[0][1][: len(lines) - len(at_end)]]
    for from_end in range(len(at_end), 0, -1):
        found = [line[-from_end].text for _, line in marked if len(line) >= from_end]
        if len(found) < len(marked) or any(text in pressed for text in found):
            continue
        start = _shared(found)
        rest = [text[len(start) :] for text in found]
        end = _shared([text[::-1] for text in rest])[::-1]
        form = start if not any(rest) else f"{start}{ANY}{end}"
        if len(start + end) < LEAST_SHARED:
            continue
        release = matcher([form])
        first = [lines[0].text for _, lines in heard]
        if release and not any(release.fullmatch(text) for text in before + first):
            return (form,)
    return ()


def _shared(texts: list[str]) -> str:
    """With what all of them begin."""
    least, most = min(texts), max(texts)
    count = next(
        (n for n, (a, b) in enumerate(zip(least, most, strict=False)) if a != b), len(least)
    )
    return least[:count]
