"""An evening at the table from one number: phones, bots, a disk, kills.

    Evening(17).play()       Failed: one sentence

All in one process and in simulated time, through the code that serves real tables. After every
step: the invariants of the bank; what was confirmed is on the disk; no seat pressed what is not its
own; all phones agree with the unit; no key is down that nobody holds; the limits hold.
"""

import asyncio
import os
import selectors
import tempfile
from collections.abc import Callable, Coroutine, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from banquier.page.access import Access
from banquier.page.page_unit import PageUnit
from banquier.page.seat_actions import moment_of
from banquier.page.table_server import MESSAGES_A_SECOND, READING, Table
from banquier.play.bots.bots import Bots
from banquier.play.key_queue import Stroke
from banquier.play.key_reader import Stuck
from banquier.play.pace import PACES
from banquier.play.rng import rng
from banquier.saves.open_game import OpenGame, open_save
from banquier.saves.save_file import PATIENCE, SaveFile
from banquier.saves.save_folder import SaveFolder
from banquier.trouble import Trouble
from banquier.words.announcements import line_for
from display.lcd import encode
from firmware_sim.game import Act
from firmware_sim.session import MOST_DICE
from hardware.unit import Observer, Unit
from tests.support.bot_game import press_strokes
from tests.support.disk import MEMORY, Disk, Killed
from tests.support.soaked_game import drawn, set_up
from tests.support.watched_game import Failed, Watch
from tests.world.phone import RAW, UNNOTICED, Phone, Request, WatchedKeys

STEPS = 45
WAITS = (0.05, 0.1, 0.2, 0.2, 0.5, 0.5, 1.0, 1.0, 3.0)
LONG_WAIT, SLEEP = 12.0, 700.0
"""After the second one the unit has switched itself off."""
SYNC_EVERY = 0.4
DURABLE = PATIENCE + 2 * SYNC_EVERY
"""Seconds after which what was written survives a power cut."""
STUCK = 4.5
"""Seconds after which a key that nobody holds must have come up."""
MOMENT = 0.001
"""In this time the table answers what it was told."""
NEWEST = 3
"""Messages to a phone that reads again: the one that waited, the newest, and one of that moment."""
BY_ITSELF = ("time", "end")


class State(NamedTuple):
    """The game after an operation: its fields, and the throws that CORR can repeat."""

    game: tuple[Any, ...]
    throws: dict[int, tuple[int, ...]]


class _Jump(selectors.SelectSelector):
    now = 1_000.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise RuntimeError("nothing is due any more")
        self.now += max(timeout, 0)
        return []


class SimulatedLoop(asyncio.SelectorEventLoop):
    """A loop whose clock jumps to the next event if nothing is ready."""

    def __init__(self) -> None:
        self._jump = _Jump()
        super().__init__(self._jump)

    def time(self) -> float:
        return self._jump.now


class Evening(Observer):
    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.kind = drawn(1, seed)
        self.players = self.kind.players
        self.chance = rng(seed * 7_919 + 17)
        self.fault = ""
        self.ending = "kill"
        self.request: Request | None = None
        """What a phone has just said, if it is an action."""
        self.actor: Request | None = None
        """Whose action presses now."""
        self.since: dict[tuple[str, int], float] = {}
        """Since when a key, pressed at that tick, is down and nobody holds it."""
        self.told = False
        """The unit has said that the save cannot be written."""
        self.confirmed = self.durable = 0
        self.unsure = False
        """A sync failed before the program was killed: the program that goes on cannot know."""
        self.written: list[tuple[float, int]] = []
        self.states: dict[int, list[State]] = {}
        self.texts: list[str] = []
        self.throws: dict[int, tuple[int, ...]] = {}
        self.authors: dict[int, int] = {}
        """Line of the roll: the seat whose action it was."""
        self.tasks: list[asyncio.Task[None]] = []
        self.syncs: list[tuple[float, Callable[[], None]]] = []
        """Of the save, to come."""

    def play(self) -> None:
        """Raises Failed."""
        self.disk = Disk(rng(self.seed * 3 + 1))
        with tempfile.TemporaryDirectory(dir=MEMORY) as self.folder, self.disk.under_saves():
            try:
                with asyncio.Runner(loop_factory=SimulatedLoop) as runner:
                    runner.run(self._play())
            except Failed as fault:
                raise Failed(f"after {self.now - self.began:.1f} s {fault}") from None
            finally:
                self.game_save.abandon()

    @property
    def now(self) -> float:
        return self.loop.time()

    def later(self, seconds: float, act: Callable[[], None]) -> object:
        return self.loop.call_later(seconds, act)

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        self.tasks.append(asyncio.create_task(work))

    # -- what happens

    async def _play(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.began = self.now
        self.files: type[SaveFile] = type("Files", (SaveFile,), {"later": self._later})
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
            if not self.disk.killed:
                self._event()
            await self._check()
        self.disk.repair()
        for phone in self.phones:
            phone.let_go()
        await asyncio.sleep(UNNOTICED + STUCK + 2)
        await self._check()
        await self._restart("kill")

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
        assert self.game_save.recorder and isinstance(self.game_save.recorder.file, SaveFile)
        file = self.game_save.recorder.file
        file.make_durable()
        self.confirmed = self.durable = self.unit.operations
        self._follow()

    def _event(self) -> None:
        kind, disk = self.chance(40), self.disk
        if kind < 32:
            self._who_acts().act()
        elif kind == 32:
            disk.full = not disk.full
        elif kind == 33:
            disk.broken = not disk.broken
        elif kind == 34:
            disk.repair()
        elif kind == 35:
            disk.tears, self.ending = True, ("kill", "cut")[self.chance(2)]
        elif kind == 36 and self.chance(2):
            disk.killed = True
            self.ending = ("kill", "cut", "cut", "end")[self.chance(4)]

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
        try:
            games = SaveFolder(self.folder, self.files)
            self.game_save = open_save(games, path=path, seed=self.seed)
        except Trouble as fault:
            raise Failed(f"the save cannot be opened any more: {fault}") from None
        self.unit: Unit = self.game_save.unit

    def _follow(self) -> None:
        self.unit.observers.insert(0, self)  # it sees an operation before the save does
        self.watch = Watch(self.unit)
        self._remember()

    def _serve(self) -> None:
        self.keys = keys = WatchedKeys(self)
        self.page = PageUnit(OpenGame(self.unit), self.loop.time, keys=keys)
        self.table = Table(self.page, self.access, port=0)
        self.since.clear()
        self.written.clear()
        self.actor = self.request = None
        for work in (self.table.live(), self._sync()):
            self.start(work)
        taken = {phone.seat for phone in self.phones}
        free = [seat for seat in self.watch.game.seats() if seat not in taken]
        if profiles := dict.fromkeys(free, "trader"):
            keys.invite(self._bots(profiles), profiles)

    def _bots(self, profiles: dict[int, str]) -> Iterator[Stroke]:
        bots = Bots(self.unit, profiles, seed=self.seed)
        bots.reader.pace, _ = PACES["quick"]
        with suppress(Stuck):
            yield from bots.strokes()

    def _later(self, seconds: float, call: Callable[[], None]) -> None:
        """Take the place of a timer of the save."""
        self.syncs.append((self.now + seconds, call))

    async def _sync(self) -> None:
        while True:
            await asyncio.sleep(SYNC_EVERY)
            for due in self.syncs.copy():
                if due[0] <= self.now:
                    self.syncs.remove(due)
                    due[1]()

    async def _restart(self, how: str) -> None:
        """The program ends in this way and is started again with the same save."""
        save = self.game_save
        if how == "end":
            self.disk.killed = False
            with suppress(Killed):
                save.close()
                if not save.trouble:
                    self.confirmed = self.durable = self.unit.operations
        self.disk.killed = True
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.tasks.clear()
        save.abandon()
        if how == "cut":
            self.disk.cut(self.folder)
        self.disk.repair()
        self._open(save.path)
        if how == "cut":
            self._is_all_there(self.durable)
            self.durable = self.confirmed
        else:
            self._is_all_there(self.confirmed)
        self._follow()
        self._serve()
        for phone in self.phones:
            if self.chance(3):
                phone.connect()

    def _is_all_there(self, sure: int) -> None:
        """The game that was opened is the one that was confirmed."""
        unit, session = self.unit, self.unit.session
        number = unit.operations
        if number < sure:
            raise Failed(f"{sure} operations were confirmed, and {number} are in the save")
        game = session.current_game
        known = [state for state in self.states.get(number, []) if state.game == game.plain()]
        if not known:
            raise Failed(f"the save is not the game as it was after operation {number}")
        roll = [row.text for row in unit.roll]
        same = [row == told or (not row and at >= sure)  # a power cut may take a single line
                for at, (row, told) in enumerate(zip(roll, self.texts, strict=False))]  # fmt: skip
        if len(same) != number or not all(same):
            raise Failed(f"the roll in the save is not that of the {number} operations")
        first = session.history[0].before.throws if session.history else game.throws
        for at, dice in known[0].throws.items():
            if at >= first and session.future_throws.get(at) != dice:
                raise Failed(f"throw {at} was {dice} and is {session.future_throws.get(at)}")
        self.throws = dict(session.future_throws)
        self.confirmed = number
        self.unsure = self.disk.lost(self.game_save.path)
        self.states = {at: kept for at, kept in self.states.items() if at < number}
        self.states[number] = known
        self.texts = roll

    # -- what the unit and the queue of keys tell

    def on_input(self, unit: Unit, verb: str, *facts: Any) -> None:
        self.told |= verb == "memory"

    def on_advance(self, unit: Unit) -> None:
        if unit.operations != self.watch.operations:
            self._look()

    def _look(self) -> None:
        try:
            self.watch.changed("time")
            self._remember()
        except Failed as fault:
            self.fault = self.fault or str(fault)

    def _remember(self) -> None:
        session, number = self.unit.session, self.unit.operations
        plain, kept = session.current_game.plain(), self.states.setdefault(number, [])
        if kept and kept[-1].game == plain and len(self.texts) == number:
            return
        kept.append(State(plain, dict(session.future_throws)))
        for at, dice in session.future_throws.items():
            if self.throws.setdefault(at, dice) != dice or len(dice) < MOST_DICE:
                raise Failed(f"throw {at} was {self.throws[at]}, and {dice} is kept of it")
        for row in self.unit.roll[len(self.texts) :]:
            self.authors[len(self.texts)] = self.actor.seat if self.actor else 0
            self.texts.append(row.text)
            if row.act is not None and self.actor is not None:
                self._is_own(self.actor.seat, row.act, row.strikes)

    def _is_own(self, seat: int, act: Act, strikes: int) -> None:
        owners = {act.player, act.other} if act.kind == "trade" else {act.player}
        if act.kind == "undo":
            owners = {self.authors.get(strikes, 0)}
        if seat not in owners and act.kind not in BY_ITSELF:
            raise Failed(f"the seat of J{seat} did {act.kind} of J{max(owners)}")

    def heard(self, phone: Phone) -> None:
        """The table has heard what this phone last said."""
        asked, phone.asked, self.request = phone.asked, None, None
        if asked is not None and asked.begun and phone.refusals > asked.refusals:
            self.fault = self.fault or f"an action refused to J{asked.seat} was begun"

    def acted_by(self, request: Request | None, strokes: Iterator[Stroke]) -> Iterator[Stroke]:
        self.actor = request
        yield from strokes
        self.actor = None

    # -- what must be true

    async def _check(self) -> None:
        await asyncio.sleep(MOMENT)
        if self.disk.killed:
            await self._restart(self.ending)
            self.ending = "kill"
        self.table.wake()
        await asyncio.sleep(MOMENT)
        for task in self.tasks:
            if task.done() and not task.cancelled() and (fault := task.exception()):
                if isinstance(fault, Killed):
                    return
                raise fault
        self.tasks = [task for task in self.tasks if not task.done()]
        self._look()
        if self.fault:
            raise Failed(self.fault)
        self._saved()
        self._keys()
        for phone in self.phones:
            if phone.line is not None and not phone.closing:
                self._limits(phone)
                if phone.here and phone.reading:
                    self._agrees(phone)

    def _saved(self) -> None:
        trouble = self.game_save.trouble
        if trouble and not self.told:
            raise Failed(f"the save cannot be written ({trouble}) and no one is told")
        if trouble:
            self.written.clear()
            return
        self.told = False
        self.unsure = self.unsure and self.disk.lost(self.game_save.path)
        if self.unsure:
            self.written.clear()
        if not self.written or self.unit.operations != self.confirmed:
            self.confirmed = self.unit.operations
            self.written.append((self.now, self.confirmed))
        self.durable = max([number for at, number in self.written if self.now - at >= DURABLE],
                           default=self.durable)  # fmt: skip

    def _keys(self) -> None:
        held = {key for phone in self.phones for key in phone.down}
        since, self.since = self.since, {}
        for key, pressed in self.keys.pressed_at().items():
            if key not in held:
                self.since[key, pressed] = at = since.get((key, pressed), self.now)
                if self.now - at > STUCK:
                    raise Failed(f"{key} is down and nobody holds it")

    def _limits(self, phone: Phone) -> None:
        last = [at for at in phone.times if self.now - at < 5]
        most = max((sum(0 <= at - first < 1 for at in last) for first in last), default=0)
        unread = self.now - phone.blocked_at if phone.blocked_at and not phone.reading else 0
        for broken, what in (
            (most > MESSAGES_A_SECOND, f"sent {most} messages in a second and stays"),
            (phone.oversized, "sent a message that is too long and stays"),
            (phone.here and unread > READING + 1, f"reads nothing for {unread:.0f} s and stays"),
            (phone.taken > NEWEST, f"got {phone.taken} messages at once when it read again"),
        ):  # fmt: skip
            if broken:
                raise Failed(f"phone {phone.name} {what}")

    def _agrees(self, phone: Phone) -> None:
        unit, knows, game = self.unit, phone.knows, self.watch.game
        line = line_for(unit.question, unit.names, self.page.keys.bots).text("en")
        seat, told = knows["own"]["seat"], knows["table"]["game"]
        seen = {
            "glass": knows["glass"]["rows"], "sleep": not knows["glass"]["awake"],
            "words": knows["words"][-len(line) :], "moment": knows["moment"]["id"],
            "keys": knows["keys"],
            "roll": [line[:2] for line in phone.roll],
            "cash": told["cash"], "owners": told["owner"],
            "deeds": [one["square"] for one in knows["seat"]["deeds"]] if seat else [],
            "seat": seat,
        }  # fmt: skip
        there = {
            "glass": [f"{row:x}" for row in encode(*unit.shown)], "sleep": not unit.firmware.awake,
            "words": line,  # behind the balance after a purchase
            "moment": moment_of(unit, self.page.actions.game_question()),
            "keys": sorted(self.page.keys.held),
            "roll": [[str(row), row.struck] for row in unit.roll],
            "cash": game.cash, "owners": list(game.owner),
            "deeds": list(game.deeds_of(seat)) if seat else [],
            "seat": phone.seat if phone.sure else seat,
        }  # fmt: skip
        for name, value in there.items():
            if seen[name] != value:
                raise Failed(f"phone {phone.name} sees another {name} than there is")
