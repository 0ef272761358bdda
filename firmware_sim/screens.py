"""Screens: what a question or notice shows, and its animation.

A text longer than twelve cells turns two pages or scrolls; what a key would change blinks. The
animation follows from the screen and its age, so it has no state. Times are scans, 128 a second.
"""

from functools import lru_cache
from typing import NamedTuple

from firmware_sim.game import Error
from firmware_sim.glass import CELLS_A as CELLS
from firmware_sim.glass import ICONS, NEVER, GlassText, cells
from firmware_sim.question import Question
from firmware_sim.texts import BIT, ERRORS, two_pages

SECOND = 128
FRAME = 2
NOTICE = 96  # frames
PAGE = 96 * FRAME
SCROLL_WAIT = SECOND
SCROLL_STEP = 16 * FRAME
BLINK = 64  # half a second, in step with the divider
ALL_LIT = "█." * CELLS


class Screen(NamedTuple):
    text: str
    value: str = ""
    icons: int = 0
    blink_value: bool = False
    others: tuple[str, ...] = ()  # texts that alternate with the first
    error: int = 0
    frames: int = NOTICE  # duration of a notice
    beep: str = ""
    asks: Question | None = None  # the facts of a question; a notice asks nothing

    def __repr__(self) -> str:
        """Digests contain this: without `asks`, and with icons that blinked once."""
        text, value, icons, blink_value, others, error, frames, beep, _ = self
        return (
            f"Screen({text=}, {value=}, {icons=}, {blink_value=}, blink_icons=0, {others=}, "
            f"{error=}, {frames=}, {beep=})"
        )

    def with_sound(self, on: bool) -> "Screen":
        icons = self.icons | BIT["SON"] if on else self.icons & ~BIT["SON"]
        return self if icons == self.icons else self._replace(icons=icons)

    @property
    def whole(self) -> str:
        return " ".join((self.text, *self.others))


@lru_cache(maxsize=256)
def error(number: Error, icons: int) -> Screen:
    return Screen(ERRORS[number], f"Err {number:02d}", icons, error=number, beep="error")


def notice(text: str, value: str, icons: int, beep: str = "") -> Screen:
    return Screen(text, value, icons, frames=max(NOTICE, -(-_lap(text) // FRAME)), beep=beep)


LAMP_TEST = Screen(ALL_LIT, "8." * 8, (1 << len(ICONS)) - 1, frames=32)


@lru_cache(maxsize=1024)
def icon_names(mask: int) -> frozenset[str]:
    return frozenset(name for name in ICONS if mask & BIT[name])


@lru_cache(maxsize=256)
def said(screen: Screen, icons: int) -> GlassText:
    """The screen as `GlassText`, with these icons."""
    pages = (screen.text, *screen.others)
    return GlassText(screen.whole, screen.value, icon_names(icons), screen.error, pages)


@lru_cache(maxsize=1024)
def layout(text: str) -> tuple[tuple[str, str] | None, list[str] | None]:
    """How a text fits row A: as two pages, as cells to scroll, or (neither) as it is."""
    line = cells(text)
    if len(line) <= CELLS:
        return None, None
    pages = two_pages(text) if len(line) <= 2 * CELLS else None
    return (pages, None) if pages else (None, line)


def page(screen: Screen, elapsed: int) -> tuple[str, int]:
    """Row A at this age, and for how many scans it stays the same."""
    if not screen.others:
        return _part(screen.text, elapsed)
    texts = (screen.text, *screen.others)
    into = elapsed % sum(map(_lap, texts))
    for text in texts:
        lap = _lap(text)
        if into < lap:
            break
        into -= lap
    row_a, stays = _part(text, into)
    return row_a, min(stays, lap - into)


def _part(text: str, elapsed: int) -> tuple[str, int]:
    pages, line = layout(text)
    if pages:
        return _alternate(pages, elapsed)
    if line:
        return _scroll(line, elapsed)
    return text, NEVER


def _lap(text: str) -> int:
    """How long a notice, or one of several alternating texts, stays: until all of it was shown."""
    pages, line = layout(text)
    return 2 * PAGE if pages else _scroll_lap(line) if line else PAGE


def _alternate(pages: tuple[str, str], elapsed: int) -> tuple[str, int]:
    turned, into = divmod(elapsed, PAGE)
    return pages[turned % 2], PAGE - into


def _scroll(line: list[str], elapsed: int) -> tuple[str, int]:
    """Scrolling: one cell every sixteen frames, a second of rest at both ends."""
    last = len(line) - CELLS
    lap = _scroll_lap(line)
    into = elapsed % lap
    if into < SCROLL_WAIT:
        offset, stays = 0, SCROLL_WAIT - into
    elif into >= lap - SCROLL_WAIT:
        offset, stays = last, lap - into
    else:
        moved, within = divmod(into - SCROLL_WAIT, SCROLL_STEP)
        offset, stays = moved + 1, SCROLL_STEP - within
    return "".join(line[offset : offset + CELLS]), stays


def _scroll_lap(line: list[str]) -> int:
    return SCROLL_WAIT + (len(line) - CELLS - 1) * SCROLL_STEP + SCROLL_WAIT
