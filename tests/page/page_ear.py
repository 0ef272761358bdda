"""A player who only hears, at the page: what Chromium's accessibility tree says is heard, and keys
are typed. The decisions are those of `tests.support.ear`.

python -m tests.page.page_ear 5         games against bots that see: minutes each
"""

from __future__ import annotations

import sys
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from banquier.bots import Bots
from banquier.bots.way_out import OF_PEOPLE, OVER, WAYS
from banquier.editions.edition_file import editions
from banquier.play.open_game import play_setup
from banquier.play.strokes import PACES
from hardware.unit import Unit
from keypad.keys import BY_NAME
from tests.page.conftest import launched, phone
from tests.page.fast_table import FastTable, fast_table
from tests.page.phone_player import KeyboardPlayer
from tests.support.bot_game import state
from tests.support.ear import Ear, differences
from tests.support.ear_game import PLAYERS, PROFILE, Tally

STEP = 0.5
"""Seconds of the unit from one look at the tree to the next."""
QUIET = 2
"""Looks without a line after which nothing more is awaited."""
SILENT = 6
"""Looks without a line after which a key is called silent."""
MOST_LOOKS = 40_000
IDLE_STROKES = 8
"""Strokes without a key after which the player leaves what only a person can have opened."""
DESK: Any = {"viewport": {"width": 1280, "height": 800}, "has_touch": False}


class StepClock:
    """The table's time goes on only while the player listens: a busy machine changes nothing."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class AccessibleTree:
    """What a screen reader gets of a page."""

    def __init__(self, page: Page) -> None:
        self._cdp = page.context.new_cdp_session(page)
        self._cdp.send("Accessibility.enable")
        self._document = self._cdp.send("DOM.getDocument")["root"]["backendNodeId"]
        (log,) = self.find("log")
        live = {one["name"]: one["value"]["value"] for one in log["properties"]}["live"]
        assert live == "polite"
        self._log = log["backendDOMNodeId"]
        self._known: set[int] = set()

    def find(self, role: str, within: int = 0) -> list[dict[str, Any]]:
        asked = {"backendNodeId": within or self._document, "role": role}
        found = self._cdp.send("Accessibility.queryAXTree", asked)["nodes"]
        return [node for node in found if not node["ignored"]]

    def new_lines(self) -> list[str]:
        """What was added to the live region since the last look."""
        nodes = self.find("StaticText", self._log)
        new = [node for node in nodes if node["backendDOMNodeId"] not in self._known]
        assert not self._known or len(new) < len(nodes), "more at once than the region keeps"
        self._known |= {node["backendDOMNodeId"] for node in new}
        return [str(node["name"]["value"]).strip() for node in new]

    def focused(self) -> str:
        """The name of the button that has the focus."""
        for node in self.find("button"):
            if any(one["name"] == "focused" and one["value"]["value"]
                   for one in node.get("properties", ())):  # fmt: skip
                return str(node["name"]["value"])
        return ""


class PageEar:
    def __init__(self, page: Page, ear: Ear, seat: int, seed: int, table: FastTable) -> None:
        self.page, self.ear, self.seat, self.table = page, ear, seat, table
        self.clock: StepClock = table.page.clock  # type: ignore[assignment]
        self.keyboard = page.keyboard
        KeyboardPlayer(page, seat, seed).reach("#unit-keys [tabindex='0']")
        self.tree = AccessibleTree(page)
        self.ways: dict[str, list[str]] = {}
        """From the first key of the keypad to another, by arrows."""
        heard: Any = ear
        self.strokes = Bots(heard, {seat: PROFILE}, seed=seed).strokes()
        self.lines: list[str] = []
        self.refusals: list[str] = []
        self.silent: list[str] = []
        self.wrong: list[str] = []
        self.pressed = 0
        self.unit: Unit = table.page.unit
        self.others = Tally(self.unit)

    def invite_others(self) -> None:
        """Bots that see; to be called at the table."""
        seats = {one: PROFILE for one in state(self.unit).seats() if one != self.seat}
        bots = Bots(self.unit, seats, seed=len(seats))
        bots.reader.pace, bots.reader.reads = PACES["quick"]
        self.table.page.keys.invite(self.others(bots.strokes()))
        self.table.page.bots = self.table.page.told.bots = tuple(seats)

    # -- hearing

    def listen(self) -> int:
        self.clock.now += STEP
        assert self.clock.now < MOST_LOOKS * STEP, "no winner"
        self.table.call(lambda: None)
        self.page.evaluate("new Promise(requestAnimationFrame)")
        new = self.tree.new_lines()
        for line in new:
            self.lines.append(line)
            self.ear.hear(line)
        return len(new)

    def hear_out(self) -> int:
        heard = quiet = 0
        while quiet < QUIET:
            new = self.listen()
            heard, quiet = heard + new, 0 if new else quiet + 1
        return heard

    # -- pressing

    def press(self, key: str) -> None:
        letter = next((host for host in BY_NAME[key].host if len(host) == 1), "")
        if letter:
            self.keyboard.press(letter)
        else:
            self.walk_to(BY_NAME[key].legend)
            self.keyboard.press("Enter")

    def walk_to(self, legend: str) -> None:
        if self._stands_on(legend):
            return
        if legend not in self.ways:
            self.ways[legend] = self._search(legend)
        else:
            for arrow in ("Home", *self.ways[legend]):
                self.keyboard.press(arrow)
        assert self._stands_on(legend), (legend, self.tree.focused())

    def _stands_on(self, legend: str) -> bool:
        return self.tree.focused().partition(",")[0] == legend

    def _search(self, legend: str) -> list[str]:
        """Row by row, from the right."""
        for row in range(1, 5):
            way = ["ArrowDown"] * row
            for arrow in ("Home", *way):
                self.keyboard.press(arrow)
            before = ""
            while (here := self.tree.focused()) != before:
                if self._stands_on(legend):
                    return way
                before = here
                way.append("ArrowLeft")
                self.keyboard.press("ArrowLeft")
        raise AssertionError(f"no key {legend}")

    # -- playing

    def play(self) -> None:
        """To the end of the game."""
        unit, idle = self.unit, 0
        self.hear_out()
        while not self._is_over():
            stroke = next(self.strokes)
            self.ear.tick += 1
            if not stroke.key:
                self.listen()
                idle += 1
                if idle > IDLE_STROKES and WAYS[self.ear.question.kind].layer in OF_PEOPLE:
                    self.answer(WAYS[self.ear.question.kind].keys[0])
                    idle = 0
                continue
            idle = 0
            if self.ear.question.kind == "throw" and not self.wrong:
                self.wrong += self.table.call(lambda: differences(self.ear, state(unit)))
            self.answer(stroke.key)

    def _is_over(self) -> bool:
        """The last player hears who has won once the notices have ended."""
        while len(self.ear.game.seats()) == 1 and self.ear.question.kind not in OVER:
            self.listen()
        return self.ear.question.kind in OVER

    def answer(self, key: str) -> None:
        """Press it and hear what comes of it."""
        self.ear.said.error = 0
        looks = 0
        self.press(key)
        self.pressed += 1
        while not self.listen():
            looks += 1
            if looks == SILENT:
                self.silent.append(f"{self.ear.question.kind} {key}")
                break
        self.hear_out()
        if self.ear.said.error:
            self.refusals.append(f"{self.ear.question.kind} {key}")


def play_on_page(chromium: Browser, unit: Unit, seat: int, seed: int, ear: Ear) -> PageEar:
    """One who hears at `seat`, and bots that see."""
    with fast_table(unit, clock=StepClock()) as table:
        page = phone(chromium, table.link, asked=True, locale="en-GB", **DESK)
        player = PageEar(page, ear, seat, seed, table)
        table.call(player.invite_others)
        player.play()
        assert page.faults == []  # type: ignore[attr-defined]
        page.context.close()
    return player


def main(seeds: range) -> None:
    with sync_playwright() as playwright:
        chromium = launched(playwright)
        for seed in seeds:
            unit = Unit(editions(), seed=seed)
            play_setup(unit, players=PLAYERS)
            one = play_on_page(chromium, unit, seed % PLAYERS + 1, seed, Ear(PLAYERS))
            game = state(unit)
            print(f"seed {seed}: heard by J{one.seat}, won by J{game.winner}", end=", ")
            print(f"{game.turn_number} turns, {len(one.lines)} lines")
            print(f"  by ear {len(one.refusals)} refused of {one.pressed}: {one.refusals}")
            print(f"  by sight {one.others.refused} refused of {one.others.pressed}")
            print(f"  silent {one.silent}, misheard {one.wrong + one.ear.unheard}", flush=True)
        chromium.close()


if __name__ == "__main__":
    main(range(*map(int, sys.argv[1:])))
