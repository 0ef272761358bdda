"""The report of a failed expectation.

    rent.keys:12: expected "LOYER J3" 1.000, obtained "LOYER J2" 1.000
      in rent(2), called at rent.keys:20
      at tick 430177, frame 840, 13127.960 ms

Then both glasses as text, a caret at the first difference, the segments that differ, the last key
edges, the last displays, and the command that repeats the failure.
"""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

from banquier.script.player import Failure
from datasheet.glass import CELLS_A as CELLS
from datasheet.glass import CELLS_B, ICONS, GlassText, Shown, cells
from datasheet.ticks import CRYSTAL
from display.box_glyphs import text
from display.elements import difference
from display.font import plain
from display.lcd import FRAME, encode
from display.wiring import Rows


def milliseconds(tick: int) -> str:
    """The time of a tick to the microsecond, by integer arithmetic."""
    micro = (tick * 1_000_000 + CRYSTAL // 2) // CRYSTAL
    return f"{micro // 1000}.{micro % 1000:03d}"


def first_difference(one: str, other: str) -> int:
    """The index of the first difference; the shorter length if one begins the other."""
    differ = (at for at, (left, right) in enumerate(zip(one, other, strict=False)) if left != right)
    return next(differ, min(len(one), len(other)))


def report(failure: Failure, command: str) -> list[str]:
    edges = [f"@{tick} {'down' if down else 'up'} {key}" for tick, key, down in failure.edges]
    displays = [f"@{tick} {as_words(shown)}" for tick, shown in failure.displays]
    return [
        f"{failure.place}: expected {failure.wanted}, obtained {failure.found}",
        *(f"  {link}" for link in failure.place.chain()),
        f"  at tick {failure.tick}, frame {failure.tick // FRAME}, {milliseconds(failure.tick)} ms",
        *_strips(failure),
        *_indent("the last key edges:", edges),
        *_indent("the last displays:", displays),
        f"  to see it again: {command}",
    ]


def _strips(failure: Failure) -> Iterator[str]:
    if failure.expected is None:
        yield from _indent("the glass:", draw(page_of(failure.obtained, 0)))
        return
    at = first_difference(failure.expected.text, failure.obtained.text)
    longest = max(len(failure.expected.text), len(failure.obtained.text))
    page = min(at, max(longest - 1, 0)) // CELLS
    expected, obtained = page_of(failure.expected, page), page_of(failure.obtained, page)
    drawn, other = draw(expected), draw(obtained)
    of_page = f" (cells {page * CELLS + 1} and on)" if page else ""
    yield from _indent(f"expected{of_page}:", drawn)
    yield from _indent(f"obtained{of_page}:", other)
    column = caret(drawn, other)
    if column >= 0:
        yield " " * (4 + column) + "^"
    segments = difference(_rows(expected), _rows(obtained))
    if segments:
        yield f"  segments that differ: {' '.join(segments)}"


def draw(glass: GlassText) -> list[str]:
    """A glass as lines of text."""
    return text(_rows(glass)).splitlines()


def _rows(glass: GlassText) -> Rows:
    mask = sum(1 << bit for bit, name in enumerate(ICONS) if name in glass.icons)
    row_b = cells(plain(glass.value))[:CELLS_B]  # a pattern may have more, with its stars
    return encode(glass.text, "".join(row_b), mask)


def page_of(glass: GlassText, page: int) -> GlassText:
    return glass._replace(text=glass.text[page * CELLS : (page + 1) * CELLS])


def caret(one: list[str], other: list[str]) -> int:
    """The first column in which two drawings differ, or -1."""
    columns = [
        first_difference(left, right)
        for left, right in zip_longest(one, other, fillvalue="")
        if left != right
    ]
    return min(columns, default=-1)


def _indent(title: str, lines: Sequence[str]) -> list[str]:
    return [f"  {title}", *(f"    {line}".rstrip() for line in lines or ["none"])]


def as_words(shown: Shown) -> str:
    """A display in one line: row A, row B, the names of the lit icons."""
    row_a, row_b, icons = shown
    lit = " ".join(name for bit, name in enumerate(ICONS) if icons >> bit & 1)
    return f'"{row_a}" "{row_b}" {lit}'.rstrip()


def as_data(failure: Failure, command: str) -> dict[str, Any]:
    """The report as data."""
    return {
        "file": failure.place.file,
        "line": failure.place.line,
        "chain": failure.place.chain(),
        "tick": failure.tick,
        "frame": failure.tick // FRAME,
        "ms": float(milliseconds(failure.tick)),
        "expected": failure.wanted,
        "obtained": failure.found,
        "glass": {
            "text": failure.obtained.text,
            "value": failure.obtained.value,
            "icons": sorted(failure.obtained.icons),
        },
        "edges": [list(edge) for edge in failure.edges],
        "displays": [[tick, *shown] for tick, shown in failure.displays],
        "command": command,
    }
