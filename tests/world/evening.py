"""An evening at the table from one number: phones, bots, kills.

    Evening(17).play()       Failed: one sentence

All in one process and in simulated time, through the code that serves real tables. After every
step: the invariants of the bank; all phones agree with the unit. A table that is killed and started
again has its game as it was.
"""

import asyncio
import os
import selectors
import tempfile
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from banquier.page.access import Access
from banquier.page.page_unit import PageUnit
from banquier.page.seat_actions import moment_of
from banquier.page.table_server import Table
from banquier.play.bots.bots import Bots
from banquier.play.key_queue import KeyQueue
from banquier.play.key_reader import KeyStrokes, Stuck
from banquier.play.moves import OVER
from banquier.play.pace import PACES
from banquier.play.rng import rng
from banquier.saves.open_game import OpenGame, open_save
from banquier.saves.save_file import SaveFile
from banquier.saves.save_folder import SaveFolder
from banquier.words import prompt
from banquier.words.announcements import line_for
from display.lcd import encode
from hardware.unit import Observer, Unit
from tests.support.bot_game import press_strokes
from tests.support.disk import MEMORY
from tests.support.games_played import facts
from tests.support.soaked_game import drawn, set_up
from tests.support.watched_game import Failed, Watch
from tests.world.phone import RAW, UNNOTICED, Phone

STEPS = 45
KILLS = 12
"""One step in so many kills the program."""
WAITS = (0.05, 0.1, 0.2, 0.2, 0.5, 0.5, 1.0, 1.0, 3.0)
LONG_WAIT, SLEEP = 12.0, 700.0
"""After the second one the unit has switched itself off."""
MOMENT = 0.001
"""In this time the table answers what it was told."""
LET_GO = 5.0
"""Seconds after which the keys that nobody holds have come up."""


class _Jump(selectors.SelectSelector):
    now = 1_000.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:  # a thread may have something to tell
            return super().select(timeout)
        self.now += max(timeout, 0)
        return []


class SimulatedLoop(asyncio.SelectorEventLoop):
    """A loop whose clock jumps to the next event if nothing is ready."""

    def __init__(self) -> None:
        self._jump = _Jump()
        super().__init__(self._jump)

    def time(self) -> float:
        return self._jump.now


class UntimedFile(SaveFile):
    """A save that is written, and not synced later by a thread of its own."""

    @staticmethod
    def later(seconds: float, call: object) -> None:
        pass


def kept(unit: Unit) -> tuple[object, ...]:
    """The state that a save must keep, and the dice that CORR can bring again."""
    session = unit.session
    game = session.history[0].before if session.history else session.current_game
    throws = {at: dice for at, dice in session.future_throws.items() if at >= game.throws}
    return *facts(unit), throws


class Evening(Observer):
    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.kind = drawn(1, seed)
        self.players = self.kind.players
        self.chance = rng(seed * 7_919 + 17)
        self.fault = ""
        self.tasks: list[asyncio.Task[None]] = []

    def play(self) -> None:
        """Raises Failed."""
        with tempfile.TemporaryDirectory(dir=MEMORY) as self.folder:
            try:
                with asyncio.Runner(loop_factory=SimulatedLoop) as runner:
                    runner.run(self._play())
            finally:
                self.game_save.abandon()

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        self.tasks.append(asyncio.create_task(work))

    # -- what happens

    async def _play(self) -> None:
        self.loop = asyncio.get_running_loop()
        self._open(os.path.join(self.folder, "evening.keys"))
        self._begin_in_the_middle()
        self.access = Access("the same secret after a restart")
        names = "abcdefgh"[: min(self.players, 3)]
        self.phones = [
            Phone(self, name, seat, rng(self.seed * 11 + seat))
            for seat, name in enumerate(names, 1)
        ]
        if self.chance(3) == 0:  # the same person in another tab
            self.phones.append(Phone(self, "a", 1, rng(self.seed * 11)))
        self._serve()
        for phone in self.phones:
            phone.connect()
        for _ in range(STEPS):
            await asyncio.sleep(self._wait())
            if self.unit.question.kind in OVER:
                break
            if self.chance(KILLS):
                self._who_acts().act()
            else:
                await self._restart()
            await self._check()
        for phone in self.phones:
            phone.connect()
            phone.say(t="takeover")
            phone.say(t="lift")
        await asyncio.sleep(UNNOTICED + LET_GO)
        await self._check()
        if held := self.page.keys.held:
            raise Failed(f"{sorted(held)} are down and nobody holds them")
        await self._restart()

    def _wait(self) -> float:
        if self.chance(25) == 0:
            return SLEEP if self.chance(25) == 0 else LONG_WAIT
        return WAITS[self.chance(len(WAITS))]

    def _begin_in_the_middle(self) -> None:
        """Bots have played until here."""
        set_up(self.unit, self.kind)
        bots = Bots(self.unit, self.kind.profiles, seed=self.seed)
        until = self.chance(3) and self.chance(100)
        for _ in press_strokes(self.unit, bots.strokes()):
            if self.unit.operations >= until:
                break
        self._follow()

    def _who_acts(self) -> Phone:
        """Mostly the one that is asked."""
        asked = {self.unit.question.player or self.watch.game.turn, self.watch.game.turn}
        able = [phone for phone in self.phones if phone.here or phone.line is None]
        concerned = [phone for phone in able if phone.seat in asked]
        among = (concerned if self.chance(3) else able) or self.phones
        return among[self.chance(len(among))]

    def a_key(self, at: int) -> str:
        """A key that answers, or any; none that could begin another game."""
        asked = self.unit.question
        keys = (*asked.keys, *asked.keys, *RAW)
        key = keys[at % len(keys)]
        return "" if key == "?" or (asked.kind == "resume" and key == "C") else key

    # -- the program

    def _open(self, path: str) -> None:
        games = SaveFolder(self.folder, UntimedFile)
        self.game_save = open_save(games, path=path, seed=self.seed)
        self.unit: Unit = self.game_save.unit

    def _follow(self) -> None:
        self.unit.observers.append(self)
        self.watch = Watch(self.unit)

    def _serve(self) -> None:
        keys = KeyQueue(self.unit)
        self.page = PageUnit(OpenGame(self.unit), self.loop.time, keys=keys)
        self.table = Table(self.page, self.access, port=0)
        self.start(self.table.live())
        taken = {phone.seat for phone in self.phones}
        free = [seat for seat in self.watch.game.seats() if seat not in taken]
        if profiles := dict.fromkeys(free, "trader"):
            keys.invite(self._bots(profiles), profiles)

    def _bots(self, profiles: dict[int, str]) -> KeyStrokes[None]:
        bots = Bots(self.unit, profiles, seed=self.seed)
        bots.reader.pace, _ = PACES["quick"]
        with suppress(Stuck):
            yield from bots.strokes()

    async def _restart(self) -> None:
        """The program is killed, and started again with the same save."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.tasks.clear()
        was = kept(self.unit)
        self.game_save.abandon()
        self._open(self.game_save.path)
        for before, there in zip(was, kept(self.unit), strict=True):
            if there != before:
                raise Failed(f"the save has {there}, and the game had {before}")
        self._follow()
        self._serve()
        for phone in self.phones:
            if self.chance(3):
                phone.connect()

    def on_advance(self, unit: Unit) -> None:
        if unit.operations != self.watch.operations:
            self._look()

    def _look(self) -> None:
        try:
            self.watch.changed("time")
        except Failed as fault:
            self.fault = self.fault or str(fault)

    # -- what must be true

    async def _check(self) -> None:
        await asyncio.sleep(MOMENT)
        self.table.wake()
        await asyncio.sleep(MOMENT)
        for task in self.tasks:
            if task.done() and not task.cancelled() and (fault := task.exception()):
                raise fault
        self.tasks = [task for task in self.tasks if not task.done()]
        self._look()
        if self.fault:
            raise Failed(self.fault)
        for phone in self.phones:
            if phone.here and not phone.closing:
                self._agrees(phone)

    def _agrees(self, phone: Phone) -> None:
        unit, knows, game = self.unit, phone.knows, self.watch.game
        asked, names = unit.question, unit.names
        is_over = asked.kind in OVER
        said = prompt(asked, names) if is_over else line_for(asked, names, self.page.keys.bots)
        line = said.text("en")
        seat, told = knows["own"]["seat"], knows["table"]["game"]
        seen = {
            "glass": knows["glass"]["rows"], "sleep": not knows["glass"]["awake"],
            "words": knows["words"][-len(line) :], "moment": knows["moment"]["id"],
            "keys": knows["keys"],
            "roll": [line[:2] for line in phone.roll],
            "cash": told["cash"], "owners": told["owner"],
            "deeds": [one["square"] for one in knows["seat"]["deeds"]] if seat else [],
        }  # fmt: skip
        there = {
            "glass": [f"{row:x}" for row in encode(*unit.shown)], "sleep": not unit.firmware.awake,
            "words": line,  # behind the balance after a purchase
            "moment": moment_of(unit, self.page.actions.game_question()),
            "keys": sorted(self.page.keys.held),
            "roll": [[str(row), row.struck] for row in unit.roll],
            "cash": game.cash, "owners": list(game.owner),
            "deeds": list(game.deeds_of(seat)) if seat else [],
        }  # fmt: skip
        for name, value in there.items():
            if seen[name] != value:
                raise Failed(f"phone {phone.name} sees {name} {seen[name]}, there is {value}")
