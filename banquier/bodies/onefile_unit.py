"""The unit of `banquier90.html`, as its JavaScript calls it: in MicroPython, and in CPython too.

    unit = OneFile(seed=7)
    unit.take_up(kept)                   what the browser kept: lines of a header, then of records
    unit.hear('{"t":"down","key":"OK"}')    keys, and what is chosen beside them: name, rule, lang
    unit.step(1500)                      brings the unit to this millisecond; news, records, rest
    unit.to_file("save")                 the same as a save of `banquier`
    unit.from_file("save", header)       with the lines of its header that tell names and rules

The parts of the news are those of the page (docs/page.md), as far as one unit without seats, bots
and board has them.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping
from typing import Any

from banquier.bodies.body import Body
from banquier.editions.edition_file import BUILT_IN, editions
from banquier.editions.rule_fields import with_rules
from banquier.play.key_queue import KeyQueue
from banquier.script.header_lines import (
    is_name,
    names_read,
    names_with,
    names_written,
    rules_read,
    rules_written,
)
from banquier.script.record_text import parsed, written
from banquier.words import Said, house_rules, text
from banquier.words.announcements import announcer_of, line_for, pot
from datasheet.ticks import CRYSTAL
from display.lcd import encode
from firmware_sim.edition import Editions
from firmware_sim.saved_state import StateError
from keypad.keys import PULSE

DAY = 24 * 3600 * CRYSTAL
"""Ticks that pass at most while the browser sleeps."""
LONGEST_REST = 60_000
SEEN = ("prison", "bankrupt_order", "turn")
"""Of a game, what the list of players shows."""


def offered(rules: Mapping[str, object]) -> Editions:
    """The editions, with rules of the house that are others than theirs."""
    every = editions()
    return every._replace(load=lambda name: with_rules(every.load(name), rules), rules=rules)


def in_words(part: Any, lang: str) -> Any:
    if isinstance(part, Said):
        return part.text(lang)
    if isinstance(part, dict):
        return {name: in_words(one, lang) for name, one in part.items()}
    return [in_words(one, lang) for one in part] if isinstance(part, list | tuple) else part


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

    def hear(self, text: str) -> None:
        told = parsed(text)
        match told["t"]:
            case "down":
                self.keys.down(told["key"])
            case "up":
                self.keys.up(told["key"])
            case "lift":
                self.keys.lift()
            case "name" if is_name(told["name"]):
                self.unit.names = names_with(self.unit.names, told["seat"], told["name"])
                self._all = True
            case "rule" if self.unit.game is None:
                self.unit.session.editions = offered(
                    house_rules.chosen(self.unit, told["rule"], told["at"])
                )
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
            if self.body.rest() or (self._all and self.body.records):
                kept += self._records()
            gc.collect()
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
        records, number = self.body.records, self.unit.operations + 1
        if self._all or len(records) == 1:
            self._all = False
            first = max(1, number + 1 - len(records))
            return [(0, self._header()), *enumerate(map("".join, records), start=first)]
        return [(number, "".join(records[-1]))]

    def _header(self) -> str:
        """The lines of a save's header that tell rules and names, where there are any."""
        unit, rules = self.unit, self.unit.session.editions.rules
        edition = unit.game.edition.name if unit.game else BUILT_IN[0]
        lines = [f"edition {edition}{rules_written(rules)}"] if rules else []
        return "\n".join([*lines, *([names_written(unit.names)] if unit.names else [])])

    def _news(self) -> dict[str, Any]:
        unit, lang = self.unit, self.lang
        question, game, names = unit.question, unit.game, unit.names
        seen = game and {
            **{name: getattr(game, name) for name in SEEN},
            "cash": game.cash[: game.players + 1], "pot": pot(game),
        }  # fmt: skip
        parts = {
            "glass": {
                "rows": [f"{row:x}" for row in encode(*unit.shown)],
                "awake": unit.firmware.awake, "contrast": unit.session.settings["contrast"],
            },
            "words": line_for(question, names, ()),
            "possible": self.told.possible(), "rules": house_rules.for_page(unit),
            "keys": sorted(self.keys.held), "answers": list(question.answers),
            "table": {"names": names, "game": seen},
            "board": {"currency": game.edition.currency if game else ""},
        }  # fmt: skip
        told = in_words(parts, lang)
        news = {name: part for name, part in told.items() if self._sent.get(name) != part}
        self._sent = told
        if beeps := self.body.heard():
            news["beeps"] = beeps
        if self._told != self.told.count:
            lines = [one for one in self.told.log if one.number > self._told]
            told_now = [one._asdict() for one in lines]
            news["told"] = {"whole": not self._told, "lines": in_words(told_now, lang)}
            self._told = self.told.count
        return news

    # -- what was kept, and files

    def take_up(self, kept: str) -> str:
        """What the browser's storage has, a line each. Why it cannot be, in words."""
        header, brace, records = kept.partition("{")
        lines = (brace + records).split("\n")[-self.body.kept :]
        return self._go_on(header, lambda: self.body.resume(lines))

    def from_file(self, path: str, header: str) -> str:
        """`header`: its lines of names and edition, the last of each counts."""
        with open(path, "rb") as file:
            data = file.read()
        return self._go_on(header, lambda: self.body.open(data))

    def _go_on(self, header: str, resume: Callable[[], None]) -> str:
        self.keys.drop()
        unit, before = self.unit, self.unit.session.editions
        began = unit.tick
        names: dict[int, str] = {}
        rules: dict[str, object] = {}
        try:
            for line in header.split("\n"):
                names = names_read(line) if line.startswith("names ") else names
                rules = rules_read(line) if line.startswith("edition ") else rules
            unit.session.editions = offered(rules)
            resume()
        except (StateError, LookupError, ValueError):
            unit.session.editions = before
            return text(self.lang, "save.tells_no_game")
        self._begun += unit.tick - began
        self._all, unit.names = True, names
        return ""

    def to_file(self, path: str) -> bool:
        """False: there is no game."""
        if self.body.records:
            with open(path, "wb") as file:
                header = self._header()
                file.write(self.body.save(header and f"{header}\n"))
        return bool(self.body.records)

    def memory_failed(self) -> None:
        self.unit.memory_failed()
