"""A phone at the table without a socket: a person who reads what the page was told, and presses.

    phone.connect(); phone.act()       one decision, by chance
    phone.knows, phone.roll            what the table told it so far

It stands where a WebSocket and its connection stand, so the table's own code reads and refuses what
it says.
"""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

from aiohttp import WSMessage, WSMsgType

from banquier.page.seating import Browser
from banquier.page.table_server import BrowserLine
from banquier.play.moves import MOVES
from banquier.play.rng import Rng
from tests.support.watched_game import Failed

if TYPE_CHECKING:
    from tests.world.evening import Evening

UNNOTICED = 6.0
"""Seconds until the table knows that a phone is gone which did not say so."""
RAW = (
    "OK", "C", "FIN", "DES", "ACHAT", "LOYER", "CORR", "F", "+", "-", "1", "2", "3", "ENCH", "HYPO",
)  # fmt: skip
ON_DEEDS = ("mortgage", "demolish", "build", "lift")
ENDED = "ended"


class Phone:
    def __init__(self, evening: Evening, name: str, seat: int, chance: Rng) -> None:
        self.evening = evening
        self.name = name
        self.chance = chance
        self.seat = seat
        """Where it sits, or wants to: as in its browser's storage."""
        self.here = False
        """Connected, as far as it knows."""
        self.closing = True
        self.line: BrowserLine | None = None
        self.down: set[str] = set()

    # -- the line

    def connect(self) -> None:
        table, access = self.evening.table, self.evening.access
        visitor = access.player_of(access.cookie(self.name))
        if not visitor:
            raise Failed(f"the cookie of phone {self.name} is not known any more")
        connection: Any = self
        if self.line is not None:
            return
        self.here, self.closing = True, False
        self.knows: dict[str, Any] = {}
        self.roll: list[Any] = []
        self.inbox: asyncio.Queue[str] = asyncio.Queue()
        browser = Browser(f"{visitor}/{id(self)}", visitor)
        self.line = table.join(browser, connection, connection)
        self.evening.start(self._talk(self.line))
        if self.seat:
            self.sit(self.seat)

    async def _talk(self, line: BrowserLine) -> None:
        try:
            await line.talk()
        finally:
            self.here, self.closing, self.line = False, True, None
            self.down.clear()
            line.table.leave(line)

    def sit(self, seat: int) -> None:
        self.seat = seat
        self.say(t="sit", seat=seat)

    def say(self, **message: Any) -> None:
        if self.here:
            self.inbox.put_nowait(json.dumps(message))

    # -- a socket and its connection

    def __aiter__(self) -> Phone:
        return self

    async def __anext__(self) -> WSMessage:
        text = await self.inbox.get()
        if text is ENDED or self.closing:
            raise StopAsyncIteration
        return WSMessage(WSMsgType.TEXT, text, None)

    async def send_str(self, data: str) -> None:
        if self.closing:
            raise ConnectionResetError
        told = json.loads(data)
        if "roll" in told:
            self.roll[told["roll"]["from"] :] = told["roll"]["lines"]
        self.knows.update(told)

    async def close(self, *, code: int, message: bytes) -> None:
        self.closing = True

    def is_closing(self) -> bool:
        return self.closing

    def abort(self) -> None:
        self.closing = True
        self.inbox.put_nowait(ENDED)

    # -- the person

    def act(self) -> None:
        """One decision."""
        chance = self.chance
        if not self.here:
            self.connect()
        elif self.down and chance(3):
            key = sorted(self.down)[chance(len(self.down))]
            self.down.discard(key)
            self.say(t="up", key=key)
        else:
            ACTS[chance(len(ACTS))](self)

    def _key(self) -> None:
        """A key of the unit, down for a while."""
        if key := self.evening.a_key(self.chance(99)):
            self.down.add(key)
            self.say(t="down", key=key)

    def _do(self, action: str, **about: Any) -> None:
        self.say(t="do", action=action, seen=self.knows["moment"]["id"], **about)

    def _pick(self, among: Any) -> Any:
        return among[self.chance(len(among))]

    def _at_seat(self) -> None:
        """A button of the own page."""
        view = self.knows.get("seat")
        if not view or "moment" not in self.knows:
            self._key()
        elif (
            (auction := view["auction"])
            and auction["why"] is None and auction["bids"] and self.chance(2)
        ):  # fmt: skip
            self._do("bid", amount=self._pick(auction["bids"]))
        elif auction and auction["why_pass"] is None:
            self._do("pass")
        else:
            self._tap(view)

    def _tap(self, view: dict[str, Any]) -> None:
        chance = self.chance
        entries = [*view["actions"], *view["loans"]]
        entries += [one for deed in view["deeds"] for one in deed["actions"]]
        open_ones = [one for one in entries if one["why"] is None]
        large = [one for one in open_ones if one.get("style") == "large"]
        wanted = large if large and chance(4) else open_ones
        wanted = [one for one in wanted if one.get("style") != "danger" or chance(6) == 0]
        if wanted:
            entry = self._pick(wanted)
            self._do(entry["action"], **self._about(entry))
        elif chance(4) == 0:
            self._key()

    def _about(self, entry: dict[str, Any]) -> dict[str, Any]:
        chance, asks, goods = self.chance, entry.get("asks", []), self.knows["goods"]
        if entry.get("choices"):
            return {"number": self._pick(entry["choices"])["value"]}
        if "dice" in asks:
            return {"number": self._pick((11, 34, 56, 61, 432, 661))}
        if "card" in asks:
            return {"number": 1 + chance(16)}
        if "bargain" in asks:
            return self._bargain(goods)
        if "payee" in asks:
            return {"number": chance(len(goods) + 1), "amount": 1 + chance(50)}
        if "amount" in asks:
            return {"amount": entry["amount"]}
        if "rank" in entry:
            return {"number": entry["number"], "amount": entry["rank"]}
        return {"number": entry["number"]} if entry["action"] == "repay" else {}

    def _bargain(self, goods: dict[str, Any]) -> dict[str, Any]:
        partner = self._pick([seat for seat in goods if seat != str(self.seat)] or ["1"])
        give, take = (
            [good for good in goods[side]["goods"] if self.chance(3) == 0]
            for side in (str(self.seat), partner)
        )
        money = self.chance(200) - 100
        return {"partner": int(partner), "give": give, "take": take, "money": money}

    def _hostile(self) -> None:
        """An action that the page may not offer, about anything."""
        game, chance = self.evening.watch.game, self.chance
        deeds = [deed for seat in game.seats() for deed in game.deeds_of(seat)]
        number = self._pick(deeds) if deeds and chance(4) else chance(42)
        action = self._pick(ON_DEEDS if chance(2) else sorted(MOVES))
        if "moment" in self.knows:
            self._do(action, number=number, amount=chance(300), partner=1 + chance(4))

    # -- what is rare

    def _drop(self) -> None:
        """The table hears of it at once, or later."""
        self.here = False
        wait = UNNOTICED if self.chance(2) else 0.0
        self.evening.loop.call_later(wait, self.inbox.put_nowait, ENDED)

    def _name(self) -> None:
        self.say(t="name", seat=1 + self.chance(4), name=self._pick(("Ana", "Zoé", "")))

    def _sit(self) -> None:
        self.sit(self.chance(self.evening.players + 1))

    def _bots(self) -> None:
        if self.chance(2):
            self.say(t="takeover")
        else:
            self.say(t="pace", pace=self._pick(("slow", "normal", "quick")))


ACTS = (
    *[Phone._at_seat] * 24, *[Phone._hostile] * 6, *[Phone._drop] * 2,
    Phone._name, Phone._sit, Phone._bots, Phone._key,
)  # fmt: skip
"""What a person does, as often as it stands here."""
