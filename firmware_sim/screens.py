"""Screens: what a question or notice shows, and its animation.

A text longer than twelve cells turns two pages or scrolls; what a key would change blinks. The
animation follows from the screen and its age, so it has no state. Times are scans, 128 a second.
"""

from functools import lru_cache
from typing import NamedTuple

from datasheet.glass import CELLS_A as CELLS
from datasheet.glass import ICONS, GlassText, cells
from datasheet.ticks import NEVER
from firmware_sim.game import EnumText, Error
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
        text, value, icons, blink_value, others, number, frames, beep, _ = self
        error = EnumText(f"Error.{Error(number).name}", int(number)) if number else 0
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
    return Screen(text, value, icons, frames=max(NOTICE, -(-lap(text) // FRAME)), beep=beep)


LAMP_TEST = Screen(ALL_LIT, "8." * 8, (1 << len(ICONS)) - 1, frames=32)


@lru_cache(maxsize=1024)
def icon_names(mask: int) -> frozenset[str]:
    return frozenset(name for name in ICONS if mask & BIT[name])


@lru_cache(maxsize=256)
def glass_text(screen: Screen, icons: int) -> GlassText:
    """The screen as `GlassText`, with these icons."""
    texts = (screen.text, *screen.others)
    return GlassText(screen.whole, screen.value, icon_names(icons), screen.error, texts)


@lru_cache(maxsize=1024)
def pages(*texts: str) -> tuple[tuple[str, int], ...]:
    """Row A while it shows these texts in turn, each as it is, as two pages or scrolling one cell
    at a time with a rest at both ends; and for how many scans."""
    found: list[tuple[str, int]] = []
    for text in texts:
        line = cells(text)
        last = len(line) - CELLS
        if last <= 0:
            found.append((text, PAGE))
        elif len(line) <= 2 * CELLS and (two := two_pages(text)):
            found += [(half, PAGE) for half in two]
        else:
            for at in range(last + 1):
                stays = SCROLL_STEP if 0 < at < last else SCROLL_WAIT
                found.append(("".join(line[at : at + CELLS]), stays))
    return tuple(found)


@lru_cache(maxsize=1024)
def lap(*texts: str) -> int:
    """Return the ticks until all of the texts have been shown."""
    return sum([stays for _, stays in pages(*texts)])


def page(screen: Screen, elapsed: int) -> tuple[str, int]:
    """Row A at this age, and for how many scans it stays the same."""
    shown = pages(screen.text, *screen.others)
    if len(shown) == 1:
        return screen.text, NEVER
    into = elapsed % lap(screen.text, *screen.others)
    for row_a, stays in shown:
        if into < stays:
            return row_a, stays - into
        into -= stays
    raise AssertionError("the lap is the sum of them")
