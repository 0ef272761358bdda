"""The unit's side of the page: one unit, what its browsers see, and what they do to it.

    host = PageUnit(unit, clock)
    browser = host.join("a")
    host.hear(browser, '{"t":"down","key":"OK"}')     messages.Junk if it is none
    host.catch_up()                                   the unit is brought to where it should be
    text = host.news(browser)                         what changed since that browser was last told
    host.rest()                                       seconds until something happens by itself

The same for the worker of the pocket page and the server of the table; neither transport is known
here. What a browser sees is cut into parts, each with a version; `news` tells the parts that are
newer than what that browser knows, so a slow browser gets the newest state and not a queue.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from banquier.game.driver import BROWSER, Driver
from banquier.game.key_queue import KeyQueue
from banquier.page import bilingual
from banquier.page.messages import VERSION, Do, Down, Lift, Name, Sit, TakeOver, Up, parse
from banquier.page.seats import offered, seat_view, strokes
from banquier.script.vocabulary import MOST_PLAYERS
from display.lcd import encode
from hardware.beeper import BEEPS, REST
from hardware.crystal import CRYSTAL

if TYPE_CHECKING:
    from hardware.unit import Unit

MOST_BEEPS = 6
"""A browser that was away does not hear all it missed."""

SOUNDS = {
    name: [
        [CRYSTAL / divisor if divisor != REST else 0, ticks / CRYSTAL] for divisor, ticks in notes
    ]
    for name, notes in BEEPS.items()
}
"""Beep -> its notes: frequency (0: rest) and seconds."""


class Browser:
    """What one browser knows, and where it sits."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.seat = 0
        self.knows: dict[str, int] = {}
        self.roll = 0
        self.beeps = -1
        self.seat_known = ""


class PageUnit:
    def __init__(
        self,
        unit: Unit,
        clock: Callable[[], float],
        *,
        keys: KeyQueue | None = None,
        catch_up: Callable[[], None] | None = None,
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        """With `catch_up`, another front end brings the unit to the present and `keys` is the
        queue that both share; `changed` tells it that a browser has joined, left or pressed."""
        self.unit = unit
        self.keys = keys or KeyQueue(unit)
        self.driver = Driver(self.keys, clock=clock, limits=BROWSER)
        self._catch_up = catch_up or self.driver.catch_up
        self._driven = catch_up is not None
        self._changed = changed
        self.bots: tuple[int, ...] = ()
        self.browsers: dict[str, Browser] = {}
        self.extra: dict[str, Any] = {}
        """Parts that only one of the two transports has; `tell` sets them."""
        self._versions: dict[str, int] = {}
        self._parts: dict[str, Any] = {}
        self._signs: dict[str, object] = {}
        self._printed: list[tuple[str, bool]] = []
        self._roll_from: list[int] = []
        self._seats: dict[int, tuple[object, str]] = {}
        self._look()

    # -- time

    def catch_up(self) -> None:
        """Bring the unit to now. It jumps over time in which nothing happens."""
        self._catch_up()
        self._look()

    def rest(self) -> float:
        rest = None if self._driven else self.driver.rest()
        return BROWSER.rest if rest is None else rest

    # -- browsers

    def join(self, name: str) -> Browser:
        browser = self.browsers[name] = Browser(name)
        self._changed()
        return browser

    def leave(self, browser: Browser) -> None:
        """It went away: it lets go of its keys."""
        if self.browsers.get(browser.name) is browser:
            del self.browsers[browser.name]
        self.catch_up()
        self.keys.lift(browser.name)
        self._look()
        self._changed()

    def hear(self, browser: Browser, text: object) -> None:
        """One message of a page. Junk: it is none of this protocol."""
        message = parse(text)
        self.catch_up()
        if isinstance(message, Down):
            self.keys.down(message.key, browser.name)
        elif isinstance(message, Up):
            self.keys.up(message.key, browser.name)
        elif isinstance(message, Lift):
            self.keys.lift(browser.name)
        elif isinstance(message, Sit):
            browser.seat = message.seat
        elif isinstance(message, Name):
            self._name(message)
        elif isinstance(message, Do):
            if browser.seat and offered(self.unit, browser.seat, message):
                self.keys.begin(strokes(self.unit, browser.seat, message))
        elif isinstance(message, TakeOver):
            self.keys.dismiss_bots()
            self.bots = ()
        self._look()
        self._changed()

    def _name(self, message: Name) -> None:
        names = {**self.unit.names, message.seat: message.name}
        self.unit.name_players({seat: name for seat, name in sorted(names.items()) if name})

    def invite_bots(self, seats: Mapping[int, str], *, again: bool = False) -> None:
        """`again`: after a game they begin the next."""
        from banquier.game.open_game import bot_strokes

        self.keys.invite(bot_strokes(self.unit, seats, pace=16_384, again=again))
        self.bots = tuple(seats)

    def tell(self, part: str, value: Any) -> None:
        self.extra[part] = value
        self._set(part, value, value)

    # -- what is seen

    def _set(self, part: str, sign: object, value: Any) -> None:
        if part not in self._signs or self._signs[part] != sign:
            self._signs[part] = sign
            self._parts[part] = value
            self._versions[part] = self._versions.get(part, 0) + 1

    def _look(self) -> None:
        unit = self.unit
        table = unit.firmware.session
        shown = (unit.shown, unit.awake, unit.contrast, unit.millivolts)
        if self._signs.get("glass") != shown:
            rows = [f"{row:x}" for row in encode(*unit.shown)]
            glass = {"rows": rows, "awake": unit.awake, "contrast": unit.contrast}
            self._set("glass", shown, glass)
        sign = unit.question, tuple(unit.names.items())
        if self._signs.get("words") != sign:
            self._set("words", sign, bilingual.line(unit.question, unit.names))
        held = tuple(sorted(self.keys.held))
        self._set("keys", held, held)
        game = table.game
        sitting = tuple(sorted({b.seat for b in self.browsers.values() if b.seat}))
        table_sign = (
            unit.operations, id(game), game and (game.turn, game.phase, game.claims),
            tuple(unit.names.items()), self.bots, sitting, len(self.browsers),
        )  # fmt: skip
        if self._signs.get("table") != table_sign:
            self._set("table", table_sign, self._table(sitting))
            if game is not None and self._signs.get("board") != game.edition.name:
                self._set("board", game.edition.name, self._board())
            self._print()

    def _board(self) -> dict[str, Any]:
        """What never changes during a game."""
        look = self.unit.board_view()
        assert look is not None
        return {
            "edition": look.edition,
            "currency": look.currency,
            "groups": look.group_names,
            "squares": [[s.name, s.kind, s.group, s.price] for s in look.squares],
        }

    def _table(self, sitting: tuple[int, ...]) -> dict[str, Any]:
        look = self.unit.board_view()
        facts: dict[str, Any] = {
            "names": [self.unit.names.get(seat, "") for seat in range(1, MOST_PLAYERS + 1)],
            "bots": self.bots, "seated": sitting,
            "browsers": len(self.browsers), "game": None,
        }  # fmt: skip
        if look is not None:
            facts["game"] = {
                "turn": look.turn,
                "turn_number": look.turn_number,
                "dice": look.dice,
                "winner": look.winner,
                "houses": look.house_stock,
                "hotels": look.hotel_stock,
                "squares": [[s.owner, s.houses, int(s.mortgaged)] for s in look.squares],
                "players": [
                    {
                        "number": p.number, "cash": p.cash, "square": p.square,
                        "prison": p.prison, "loans": [list(loan) for loan in p.loans],
                        "cards": p.free_cards, "bankrupt": p.bankrupt, "wealth": p.wealth,
                    }
                    for p in look.players
                ],
                "debts": [[d.debtor, d.creditor, d.amount] for d in look.debts],
                "claims": [[c.tenant, c.owner, c.square, c.amount] for c in look.claims],
            }  # fmt: skip
        return facts

    def _print(self) -> None:
        """Which lines of the roll are new or struck since the last look."""
        now = [(str(line), line.struck) for line in self.unit.roll]
        known = self._printed
        if now == known:
            return
        first = next(
            (at for at, (a, b) in enumerate(zip(known, now, strict=False)) if a != b),
            min(len(known), len(now)),
        )
        self._printed = now
        self._roll_from.append(first)

    def _seat(self, seat: int) -> str:
        """The view of a seat as JSON, made once for all that sit there."""
        firmware = self.unit.firmware
        sign = (
            self._signs["table"], firmware.conversation.screen, self.unit.awake,
            len(firmware.conversation.overlays), firmware.session.settings.plain(),
            self.keys.acting,
        )  # fmt: skip
        known = self._seats.get(seat)
        if known is None or known[0] != sign:
            known = self._seats[seat] = sign, json.dumps(seat_view(self.unit, seat))
        return known[1]

    def news(self, browser: Browser) -> str:
        """One message for this browser, empty if it knows all."""
        told = [
            f'"{part}":{json.dumps(self._parts[part], ensure_ascii=False)}'
            for part, version in self._versions.items()
            if browser.knows.get(part) != version
        ]
        if not browser.knows:
            told.append(f'"sounds":{json.dumps(SOUNDS)}')
        browser.knows.update(self._versions)
        if browser.seat:
            seat = self._seat(browser.seat)
            if seat != browser.seat_known:
                browser.seat_known = seat
                told.append(f'"seat":{seat}')
        elif browser.seat_known:
            browser.seat_known = ""
            told.append('"seat":null')
        told += self._roll_news(browser) + self._beep_news(browser)
        return f'{{"v":{VERSION},{",".join(told)}}}' if told else ""

    def _roll_news(self, browser: Browser) -> list[str]:
        changes = self._roll_from[browser.roll :]
        if not changes and browser.beeps >= 0:
            return []
        first = min(changes, default=0) if browser.beeps >= 0 else 0
        browser.roll = len(self._roll_from)
        lines = self._printed[first:]
        return [f'"roll":{json.dumps({"from": first, "lines": lines}, ensure_ascii=False)}']

    def _beep_news(self, browser: Browser) -> list[str]:
        count = self.unit.beep_count
        known, browser.beeps = browser.beeps, count
        if known < 0 or known >= count:
            return []
        names = [name for _, name in self.unit.beeps_since(known)][-MOST_BEEPS:]
        return [f'"beeps":{json.dumps(names)}']
