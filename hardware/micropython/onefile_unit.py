"""The unit of `banquier90.html`, as its JavaScript calls it: in MicroPython, and in CPython too.

    unit = OneFile(seed=7)
    unit.take_up(kept)                   the records that the browser kept, a line each
    unit.hear('{"t":"down","key":"OK"}')    what fingers do
    unit.step(1500)                      brings the unit to this millisecond; news, records, rest
    unit.to_file("save"), unit.from_file("save")    the same as saves of `banquier`

The parts of the news are those of the page (docs/page.md), as far as one unit without seats, bots
and board has them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from banquier.editions.edition_file import editions
from banquier.play.key_queue import KeyQueue
from banquier.script.record_text import parsed, written
from banquier.words import in_currency, text
from banquier.words.announcements import announcer_of, line_for, pot
from datasheet.ticks import CRYSTAL
from display.lcd import encode
from firmware_sim.saved_state import StateError
from hardware.micropython.body import Body
from keypad.keys import PULSE

DAY = 24 * 3600 * CRYSTAL
"""Ticks that pass at most while the browser sleeps."""
LONGEST_REST = 60_000
SEEN = ("prison", "bankrupt_order", "turn")
"""Of a game, what the list of players shows."""


class OneFile:
    def __init__(self, seed: int) -> None:
        self.body = Body(editions(), seed=seed)
        self.unit = unit = self.body.unit
        self.keys = KeyQueue(unit)
        self.told = announcer_of(unit)
        self.lang = "fr"
        self._begun = 0
        """The tick of millisecond 0."""
        self._sent: dict[str, Any] = {}
        self._told = 0
        self._all = False
        """The browser keeps nothing of this game yet."""
        self.names = ""
        """Of the players, as a save has them: a line, empty without any."""

    def hear(self, text: str) -> None:
        told = parsed(text)
        match told["t"]:
            case "down":
                self.keys.down(told["key"])
            case "up":
                self.keys.up(told["key"])
            case "lift":
                self.keys.lift()
            case "lang" if told["lang"] != self.lang:
                self.lang, self._told = told["lang"], 0
                self._sent.clear()

    def step(self, now: int) -> str:
        """`kept` comes before what is shown: a record and what it is kept as, all others to be
        forgotten where that is 0."""
        unit, keys, operations = self.unit, self.keys, self.unit.operations
        until = max(self._begun + now * CRYSTAL // 1_000, unit.tick)
        if until > unit.tick + DAY:
            self._begun -= until - unit.tick - DAY
            until = unit.tick + DAY
        kept: list[tuple[int, str]] = []
        while True:  # a record is of one key
            keys.run(min(until, max(keys.next_event(), unit.tick) + PULSE))
            kept += self._records() if self.body.rest() else []
            if unit.tick >= until:
                break
        self.told.follow()
        event = min(unit.next_event(), keys.next_event()) + 2 - self._begun
        rest = event * 1_000 // CRYSTAL + 1 - now
        return written(
            {
                "news": self._news(), "kept": kept, "done": unit.operations != operations,
                "rest": max(1, min(rest, LONGEST_REST)),
            }
        )  # fmt: skip

    def _records(self) -> list[tuple[int, str]]:
        """What is new of them, each with the number under which it is kept; 0 forgets all."""
        records, number = ["".join(one) for one in self.body.records], self.unit.operations + 1
        if self._all or len(records) == 1:
            self._all = False
            first = number + 1 - len(records)
            return [(0, self.names), *enumerate(records, start=max(1, first))]
        return [(number, records[-1])]

    def _news(self) -> dict[str, Any]:
        unit, lang = self.unit, self.lang
        question, game, names = unit.question, unit.game, unit.names
        held = pot(game) if game else None
        seen = game and {
            **{name: getattr(game, name) for name in SEEN},
            "cash": game.cash[: game.players + 1], "pot": held and held.text(lang),
        }  # fmt: skip
        told = {
            "glass": {
                "rows": [f"{row:x}" for row in encode(*unit.shown)],
                "awake": unit.firmware.awake, "contrast": unit.session.settings["contrast"],
            },
            "words": in_currency(line_for(question, names, ()), question).text(lang),
            "possible": self.told.possible().text(lang),
            "keys": sorted(self.keys.held), "answers": list(question.answers),
            "table": {"names": names, "game": seen},
            "board": {"currency": game.edition.currency if game else ""},
        }  # fmt: skip
        texts = {name: written({"": part}) for name, part in told.items()}
        news = {name: part for name, part in told.items() if self._sent.get(name) != texts[name]}
        self._sent = texts
        if beeps := self.body.heard():
            news["beeps"] = beeps
        if self._told != self.told.count:
            lines = [one for one in self.told.log if one.number > self._told]
            told_now = [{**one._asdict(), "said": one.said.text(lang)} for one in lines]
            news["told"] = {"whole": not self._told, "lines": told_now}
            self._told = self.told.count
        return news

    # -- what was kept, and files

    def take_up(self, kept: str) -> str:
        """What the browser's storage has, a line each. Why it cannot be, in words."""
        names, *records = kept.split("\n")
        return self._go_on(names, lambda: self.body.resume(records[-self.body.kept :]))

    def from_file(self, path: str, names: str) -> str:
        """`names`: the last such line of the save."""
        with open(path, "rb") as file:
            data = file.read()
        return self._go_on(names, lambda: self.body.open(data))

    def _go_on(self, names: str, resume: Callable[[], None]) -> str:
        self.keys.drop()
        before = self.unit.tick
        try:
            resume()
        except (StateError, LookupError, ValueError):
            return text(self.lang, "save.tells_no_game")
        self._begun += self.unit.tick - before
        self._all, self.names = True, names
        parts = enumerate(names.split('"'))
        self.unit.names = {at // 2 + 1: name for at, name in parts if at % 2 and name}
        return ""

    def to_file(self, path: str) -> bool:
        """False: there is no game."""
        if self.body.records:
            with open(path, "wb") as file:
                file.write(self.body.save(self.names and f"{self.names}\n"))
        return bool(self.body.records)

    def memory_failed(self) -> None:
        self.unit.memory_failed()
