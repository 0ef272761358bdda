"""The browsers of a unit, the seats that they hold, and the players who are away.

seating.sit(browser, 2)        None, or the sentence why not
seating.seats                  the seats that are held
seating.absences()             [("away", 2)]: the changes since the last time
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from banquier.script.header_lines import is_name, names_with
from banquier.words import Said, player, possessive
from banquier.words.languages import ENGLISH
from datasheet.ticks import CRYSTAL
from firmware_sim.session import RollLine
from hardware.unit_inputs import name_players

if TYPE_CHECKING:
    from hardware.unit import Unit

REFUSED_FOR = 4 * CRYSTAL
AWAY = 6 * CRYSTAL
"""A player without a browser for this long is away."""

Tapped = tuple[str, int, int]
"""A button: action, number, amount."""
Roll = Sequence[tuple[RollLine, bool]]
"""The lines of the roll, and whether each is struck."""


class Refusal(NamedTuple):
    """The last refusal: shown until the next operation, four seconds at most."""

    times: int = 0
    """The number of refusals so far."""
    why: Said | None = None
    operations: int = 0
    until: int = 0

    def current(self, unit: Unit) -> Said | None:
        stands = self.operations == unit.operations and unit.tick <= self.until
        return self.why if stands else None


def refuse(unit: Unit, times: int, why: Said | None) -> Refusal:
    return Refusal(times, why, unit.operations, unit.tick + REFUSED_FOR)


class Browser:
    """One browser: its seat, and what it was sent."""

    def __init__(
        self,
        name: str,
        visitor: str = "",
        lang: str = ENGLISH,
        *,
        looks: bool = False,
        follows: bool = False,
    ) -> None:
        self.name = name
        self.visitor = visitor or name
        """The person: the same in all tabs, and after a reload."""
        self.lang = lang
        self.looks = looks
        """The browser shows the game, takes no seat and presses nothing."""
        self.follows = follows
        """The seat is that of the player who is asked: everybody plays on this one screen."""
        self.seat = 0
        self.refusal = Refusal()
        self.received = 0
        """The number of its messages that were received: each is answered at once."""
        self.working: list[Tapped] = []
        """The buttons whose keys are going down, or wait for their turn."""
        self.shows_chances = False
        self.offers = -1
        """The edition of which it is shown what a new game can have."""
        self.sent: dict[str, str] = {"seat": "null"}
        """The text of each part that it was last sent."""
        self.roll: Roll = ()
        self.announced = -1
        self.beeps = -1
        """The last announcement and beep that it was sent; below zero: it has just joined."""

    def refuse(self, unit: Unit, why: Said | None) -> None:
        """Keep the reason of a refusal; None ends the last one."""
        self.refusal = refuse(unit, self.refusal.times + (why is not None), why)


class Seating:
    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.browsers: dict[str, Browser] = {}
        self._gone: dict[int, int] = {}
        """The seats whose browsers have gone, and when."""
        self._away: set[int] = set()
        """The seats whose absence was announced."""

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(sorted({browser.seat for browser in self.browsers.values() if browser.seat}))

    @property
    def is_shared(self) -> bool:
        """Everybody plays on one screen."""
        return any(browser.follows for browser in self.browsers.values())

    @property
    def shows_chances(self) -> bool:
        return any(browser.shows_chances for browser in self.browsers.values())

    def remove(self, browser: Browser) -> None:
        if self.browsers.get(browser.name) is browser:
            del self.browsers[browser.name]
            if browser.seat and browser.seat not in self.seats:
                self._gone[browser.seat] = self.unit.tick

    def sit(
        self, browser: Browser, seat: int, take: bool = False, bots: Collection[int] = ()
    ) -> Said | None:
        """Give a seat to a browser, or return why not. `take`: also one that is held."""
        here = self.browsers.values() if seat else ()
        holders = [held for held in here if held.seat == seat and held.visitor != browser.visitor]
        if seat in bots:
            return Said("seat.why.bot")
        if holders and not take:
            return sentence_about("seat.why.held", self.unit.names, seat)
        for holder in holders:
            holder.seat = 0
            holder.refuse(self.unit, sentence_about("seat.why.taken", self.unit.names, seat))
        browser.seat = seat
        return None

    def name_player(self, browser: Browser, seat: int, name: str) -> Said | None:
        """Name a player, or return why not. Each names the own seat; a browser without one names
        any."""
        if browser.seat not in (0, seat) and not browser.follows:
            return Said("seat.why.not_yours")
        if not is_name(name):
            return Said("seat.why.no_name")
        name_players(self.unit, names_with(self.unit.names, seat, name))
        return None

    def absences(self) -> list[tuple[str, int]]:
        """Return who is away and who is back since the last time. A reload is no absence."""
        seats = self.seats
        self._gone = {seat: since for seat, since in self._gone.items() if seat not in seats}
        late = {seat for seat, since in self._gone.items() if self.unit.tick - since > AWAY}
        changes = [("away", seat) for seat in sorted(late - self._away)]
        changes += [("back", seat) for seat in sorted(self._away - set(self._gone))]
        self._away = late
        return changes

    def dates(self) -> Iterator[int]:
        """The ticks at which a refusal ends, or a player is away."""
        yield from (
            browser.refusal.until + 1 for browser in self.browsers.values() if browser.refusal.why
        )
        yield from (since + AWAY + 1 for since in self._gone.values())


def sentence_about(name: str, names: Mapping[int, str], seat: int) -> Said:
    """A sentence about a player."""
    who = player(names, seat)
    return Said(name, player=who, of_player=possessive(who))
