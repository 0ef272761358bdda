"""The news of the page: the parts that browsers see, and for each browser those new to it.

    news.show("glass", {"awake": True})      a part that all browsers see
    news.message(browser, {"own": Part(…)})  the message for one of them, empty if it knows all

A part becomes a text once for each language that browsers show. A browser is sent the texts that
differ from what it was last sent, so a slow one gets the newest state and not a queue. Roll,
announcements and beeps grow: only their end is sent.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import takewhile
from operator import eq
from typing import Any

from banquier.page.page_messages import VERSION
from banquier.page.page_parts import as_json
from banquier.page.seating import Browser, Roll
from banquier.play import moment_drawing
from banquier.words.announcements import announcer_of
from datasheet.ticks import CRYSTAL
from firmware_sim.game import Why
from firmware_sim.session import RollLine
from hardware.beeper import BEEPS, REST
from hardware.unit import Unit

MOST_TOLD = 60
"""The number of announcements that a browser is sent when it joins."""
MOST_BEEPS = 6
"""A browser that was away does not hear all it missed."""

SOUNDS = {
    name: [
        [CRYSTAL / divisor if divisor != REST else 0, ticks / CRYSTAL] for divisor, ticks in notes
    ]
    for name, notes in BEEPS.items()
}
"""Beep -> its notes: frequency (0: rest) and seconds."""


class Part:
    """One part of the page: plain data with sentences, and its text by language."""

    def __init__(self, value: Any) -> None:
        self.value = value
        self._texts: dict[str, str] = {}

    def text(self, lang: str) -> str:
        if lang not in self._texts:
            self._texts[lang] = as_json(self.value, lang)
        return self._texts[lang]


class PageNews:
    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.announcer = announcer_of(unit)
        self.parts = {"sounds": Part(SOUNDS), "pictures": Part(moment_drawing.PICTURES)}
        """The parts that all browsers share."""
        self._roll: Roll = ()

    def show(self, name: str, value: Any) -> None:
        if name not in self.parts or self.parts[name].value != value:
            self.parts[name] = Part(value)

    def print_roll(self) -> None:
        roll = [(line, line.struck) for line in self.unit.roll]
        self._roll = self._roll if roll == self._roll else roll

    def message(
        self, browser: Browser, own: Mapping[str, Part], hidden: Collection[str] = ()
    ) -> str:
        lang, parts = browser.lang, {**self.parts, **own}
        texts = {name: part.text(lang) for name, part in parts.items() if name not in hidden}
        fresh = {name: text for name, text in texts.items() if browser.sent.get(name) != text}
        browser.sent |= fresh
        fresh |= {name: as_json(new, lang) for name, new in self._growth(browser) if new}
        news = ",".join(f'"{name}":{text}' for name, text in fresh.items())
        return f'{{"v":{VERSION},{news}}}' if fresh else ""

    def _growth(self, browser: Browser) -> Iterator[tuple[str, Any]]:
        """The lines of the roll, announcements and beeps that are new to this browser."""
        announcer, beeper = self.announcer, self.unit.beeper
        joins = browser.told < 0
        known, browser.roll = browser.roll, self._roll
        if joins or known is not browser.roll:
            first = len([*takewhile(bool, map(eq, known, browser.roll))])
            new = [(str(one), struck, payments(one)) for one, struck in browser.roll[first:]]
            yield "roll", {"from": first, "lines": new}
        last, browser.told = browser.told, announcer.count
        if last != announcer.count:
            first = max(last, announcer.count - MOST_TOLD)
            lines = [one._asdict() for one in announcer.log if one.number > first]
            yield "told", {"whole": joins, "lines": lines}
        heard, browser.beeps = browser.beeps, beeper.count
        if 0 <= heard < browser.beeps:
            yield "beeps", [name for _, name in beeper.since(heard)][-MOST_BEEPS:]


def payments(line: RollLine) -> list[dict[str, Any]]:
    """Return the payments of a line of the roll. The opening cash is not a payment."""
    paid = (one for one in line.entries if one.amount and one.why != Why.OPENING)
    return [one._asdict() for one in paid]
