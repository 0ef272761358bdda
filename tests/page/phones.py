"""Phones of a table without a browser: what they say, and what they are told."""

import json
from typing import Any

from banquier.page.page_unit import PageUnit
from banquier.page.seating import Browser
from banquier.saves.open_game import OpenGame
from hardware.unit import Unit
from tests.support.clock import Clock


class Phones:
    """A page unit on a clock of its own, and phones that hear what it tells."""

    def __init__(self, unit: Unit) -> None:
        self.clock = Clock()
        self.page = PageUnit(OpenGame(unit), self.clock)
        self.unit = unit

    def join(self, name: str, seat: int = 0, *, follows: bool = False) -> "Phone":
        phone = Phone(self, name, follows)
        if seat:
            phone.say(t="sit", seat=seat)
        return phone

    def wait(self, seconds: float) -> None:
        """Time passes as at a real table: the unit is looked after whenever something is due."""
        until = self.clock.now + seconds
        while self.clock.now < until:
            self.clock.now = min(until, self.clock.now + max(0.02, self.page.rest()))
            self.page.catch_up()


class Phone:
    def __init__(self, phones: Phones, name: str, follows: bool = False) -> None:
        self.phones = phones
        address = f"{name}/{len(phones.page.seating.browsers)}"
        self.browser = phones.page.join(Browser(address, name, follows=follows))
        self.knows: dict[str, Any] = {}
        self.roll: list[Any] = []

    def say(self, **message: Any) -> None:
        self.phones.page.receive(self.browser, json.dumps(message))

    def do(self, action: str, **about: Any) -> None:
        """A button of what is shown now; then time for its keys."""
        self.say(t="do", action=action, seen=self.sees("moment")["id"], **about)
        self.phones.wait(0.1)
        while self.phones.page.keys.acting:
            self.phones.wait(0.1)

    def sees(self, part: str) -> Any:
        told = self.phones.page.news.message(self.browser)
        news = json.loads(told) if told else {}
        self.knows.update(news)
        if "roll" in news:
            self.roll[news["roll"]["from"] :] = news["roll"]["lines"]
        return self.knows.get(part)

    @property
    def refused(self) -> str:
        return self.sees("own")["refused"] or ""
