"""The local page's Python side, driven the same way by CPython and by the engine that is shipped.

A line is printed for each thing that was done: what the page was told, a checksum for each part.
"""

from __future__ import annotations

import json
import os
import sys
from binascii import crc32
from collections.abc import Callable, Iterator
from typing import Any

from banquier.page import local_page, local_unit
from banquier.page.local_page import LocalPage
from banquier.page.page_unit import PageUnit
from banquier.page.seating import Browser
from banquier.play.bots import bots
from banquier.saves import open_game
from banquier.saves.games import SaveInMemory
from banquier.saves.open_game import OpenGame
from banquier.saves.recorder import record
from banquier.script.header import Header
from hardware.unit import Unit
from tests.bodies.replayed import DO, Row, editions_of
from tests.support.clock import Clock

IS_ENGINE = sys.implementation.name == "micropython"
ORDER = ("buy", "throw", "draw", "carry_out", "agree", "pay", "bid", "pass", "end")
"""Of the actions that a seat offers, those that are tapped, the first one that is there."""


def canonical(value: Any) -> str:
    """One text for equal values, however an engine orders and writes them."""
    if isinstance(value, dict):
        return "{" + ",".join([f"{name}:{canonical(value[name])}" for name in sorted(value)]) + "}"
    if isinstance(value, list):
        return "[" + ",".join([canonical(one) for one in value]) + "]"
    return str(value)


def checksums(news: str) -> str:
    told = json.loads(news) if news else {}
    parts = [name for name in sorted(told) if name != "games"]  # it has the time of a file
    return " ".join([f"{name}:{crc32(canonical(told[name]).encode()):x}" for name in parts])


# -- what was recorded, with page, announcer, moments and recorder


def replayed_page(row: Row) -> Iterator[str]:
    unit = Unit(editions_of(row), seed=row["seed"], bounce=row["bounce"])
    save = record(unit, Header(), SaveInMemory()).file
    page = PageUnit(OpenGame(unit), lambda: 0.0, catch_up=lambda: None)
    browser = page.join(Browser("browser", lang="fr"))
    for tick, verb, facts in row["inputs"]:
        unit.run(tick)
        DO[verb](unit, *facts)
        if verb != "down":
            yield told(page, browser)
    unit.run(row["end"])
    yield told(page, browser)
    yield f"save {crc32(save.content):x}"


def told(page: PageUnit, browser: Browser) -> str:
    browser.seat = page.unit.question.player
    page.catch_up()
    return f"{page.unit.tick} {page.unit.operations} {checksums(page.news.message(browser))}"


# -- taps on a page whose clock stands still between steps


class SameChance:
    urandom, path = bytes, os.path


class Fingers:
    """A person at this screen: presses keys, and taps what the seat of whoever is asked offers."""

    def __init__(self, folder: str, demo: bool = False) -> None:
        self.clock = Clock()
        for module in (local_page, local_unit):
            vars(module)["monotonic"] = self.clock
        vars(local_page)["localtime"] = lambda: (2026, 11, 28, 12, 0)
        for module in (open_game, bots):
            vars(module)["mp_urandom" if IS_ENGINE else "os"] = bytes if IS_ENGINE else SameChance
        os.mkdir(folder)
        os.mkdir(f"{folder}/saves")
        vars(local_page)["FOLDER"] = f"{folder}/saves"
        vars(local_unit)["KEPT"] = f"{folder}/kept"
        unit = local_page.start(json.dumps({"lang": "fr", "demo": demo, "link": ""}))
        assert isinstance(unit, LocalPage)
        self.unit = unit
        self.state: dict[str, Any] = {}

    def step(self, seconds: float) -> str:
        self.clock.now += seconds
        facts = json.loads(self.unit.step())
        news = facts["news"]
        self.state.update(news or {})
        sums = checksums(json.dumps(news)) if news else ""
        return f"{facts['operations']} {facts['kept']} {sums}"

    def hear(self, message: dict[str, object]) -> None:
        answer = self.unit.call("hear", json.dumps([json.dumps(message)]))
        assert answer == '{"value": null}', answer

    def press(self, key: str) -> Iterator[str]:
        self.hear({"t": "down", "key": key})
        yield self.step(0.1)
        self.hear({"t": "up", "key": key})
        yield self.step(0.3)
        yield self.step(1.5)

    def tap(self, otherwise: str) -> Iterator[str]:
        moment = self.state["moment"]
        if self.state["own"]["seat"] != moment["player"]:
            self.hear({"t": "sit", "seat": moment["player"], "take": True})
            yield self.step(0.1)
        seat = self.state["seat"] or {"actions": []}
        can = [one for one in seat["actions"] if not one.get("why") and one["action"] in ORDER]
        if not can:
            yield from self.press(otherwise)
            return
        wanted = min(can, key=lambda one: ORDER.index(one["action"]))
        known = {name: wanted[name] for name in ("number", "amount") if wanted.get(name)}
        self.hear({"t": "do", "action": wanted["action"], "seen": moment["id"], **known})
        for _ in range(10):
            yield self.step(0.4)


def tapped(folder: str, taps: int) -> Iterator[str]:
    fingers = Fingers(folder)
    yield fingers.step(2.0)
    for key in ("OK", "3", "OK", "OK", "OK", "OK", "OK", "OK"):
        yield from fingers.press(key)
    for number in range(taps):
        yield from fingers.tap("FIN" if number % 2 else "OK")
    with open(fingers.unit.save, "rb") as file:
        yield f"save {crc32(file.read()):x}"


def demonstrated(folder: str, steps: int) -> Iterator[str]:
    """Bots play all seats, by the same seed in both engines."""
    fingers = Fingers(folder, demo=True)
    for _ in range(steps):
        yield fingers.step(0.5)


def with_an_own_edition(
    folder: str, save: str, text: str, faulty: str, like: str, link: str
) -> Iterator[str]:
    """A save and a link of an edition that a player wrote: what the page answers."""
    vars(local_unit)["GIVEN"] = f"{folder}/given"
    fingers = Fingers(folder)
    unit = fingers.unit
    unit.lang = "en"  # faults of an edition are told in English

    def answer(name: str, *given: str) -> str:
        said = json.loads(unit.call(name, json.dumps(given)))
        while number := said.get("later"):
            for answered, its in json.loads(unit.step())["answers"]:
                said = its if answered == number else said
        return canonical(said).replace(f"{folder}/saves", "/saves")

    def give(name: str, content: str) -> str:
        with open(f"{folder}/given", "wb") as file:
            file.write(content.encode())
        return answer("add", name)

    def played() -> str:
        fingers.step(1)
        assert unit.page.unit.game
        return f"{unit.page.unit.game.edition.label} {unit.page.unit.game.cash}"

    yield give("game.keys", save)
    yield give("lyon.toml", faulty)
    yield give("lyon.toml", text)
    yield give("like.toml", like)
    yield give("again.keys", save)
    yield played()
    yield answer("from_link", link)
    yield played()


PLAYS: dict[str, Callable[..., Iterator[str]]] = {
    "page": replayed_page, "taps": tapped, "bots": demonstrated, "edition": with_an_own_edition,
}  # fmt: skip


def lines_of(path: str) -> Iterator[str]:
    """Play each row of a file: the name of what is played, and what it is given."""
    with open(path, encoding="utf-8") as file:
        for line in file:
            name, *given = json.loads(line)
            yield from PLAYS[name](*given)


def slices(path: str) -> Callable[[], bool]:
    """Return a function that prints the next line, and says whether there was one.

    The engine frees memory between two calls only.
    """
    lines = lines_of(path)

    def go_on() -> bool:
        line = next(lines, None)
        if line is not None:
            print(line)
        return line is not None

    return go_on
