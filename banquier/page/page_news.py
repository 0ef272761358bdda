"""The news of the page: the parts that browsers see, and for each browser those new to it.

    news.show("glass", {"awake": True})      a part that all browsers see
    news.message(browser)                    the message for one of them, empty if nothing is new

The parts (page_parts.py) are made when one of their facts has changed, once for all browsers, and
become texts once for each language that browsers show. A browser is sent the texts that differ from
what it was last sent, so a slow one gets the newest state and not a queue. Roll, announcements and
beeps grow: only their end is sent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from operator import eq
from typing import TYPE_CHECKING, Any

from banquier.page.page_messages import VERSION
from banquier.page.page_parts import GAME_PARTS, PARTS, Facts, as_json, board, offers, rules
from banquier.page.seat_actions import SeatActions, moment_of
from banquier.page.seating import Browser, Refusal, Roll, refuse
from banquier.page.seats import seat_view
from banquier.play import moment_drawing
from banquier.play.pace import BotPace
from banquier.saves.open_game import OpenGame
from banquier.words import Said, player, refusal_reason
from banquier.words.announcements import announcer_of
from datasheet.ticks import CRYSTAL
from display.lcd import encode
from firmware_sim.edition import Edition
from firmware_sim.game import Game, Why
from firmware_sim.question import BIDS, Question
from firmware_sim.session import RollLine
from hardware.beeper import BEEPS, REST
from hardware.unit import Unit

if TYPE_CHECKING:
    from banquier.saves.recorded_game import RecordedGame

CHANCES = "chances"
"""The part that only those browsers get which show it."""
MOST_TOLD = 60
"""The number of announcements that a browser is sent when it joins."""
MOST_BEEPS = 6
"""A browser that was away does not hear all it missed."""

SOUNDS = {
    name: [
        [CRYSTAL / divisor if divisor != REST else 0, ticks / CRYSTAL] for divisor, ticks in notes
    ]
    for name, notes in BEEPS.items()
}
"""Beep -> its notes: frequency (0: rest) and seconds."""


class Part:
    """One part of the page: plain data with sentences, and its text by language."""

    def __init__(self, value: Any) -> None:
        self.value = value
        self._texts: dict[str, str] = {}

    def text(self, lang: str) -> str:
        if lang not in self._texts:
            self._texts[lang] = as_json(self.value, lang)
        return self._texts[lang]


class PageNews:
    def __init__(self, game: OpenGame | RecordedGame, pace: BotPace, actions: SeatActions) -> None:
        self.game = game
        self.unit = game.unit
        self.pace = pace
        self.actions = actions
        self.announcer = announcer_of(self.unit)
        self.parts = {"sounds": Part(SOUNDS), "pictures": Part(moment_drawing.PICTURES)}
        """The parts that all browsers share."""
        self.join_code = ""
        """A drawing of the link by which a phone joins: for the wall."""
        self.show_end: Callable[[str], object] = lambda path: None
        """Shows the part `end` of a save whose game is over: page_ending.py."""
        self._ended_at = -1
        self._offered: dict[str, Part] = {}
        self._seats: dict[int, tuple[object, Part]] = {}
        """The view of each seat, behind the facts that it was made from."""
        self._facts: Facts | None = None
        self._edition: Edition | None = None
        """The edition whose board is shown."""
        self._error = Refusal()
        """The unit's own last refusal."""
        self._roll: Roll = ()
        self._printed: tuple[Sequence[RollLine], int, int] = ((), 0, 0)
        """The unit's roll, its length, and the operation, as of `_roll`."""

    def show(self, name: str, value: Any) -> None:
        if name not in self.parts or self.parts[name].value != value:
            self.parts[name] = Part(value)

    # -- parts

    def refresh(self) -> None:
        """Announce and show all that has changed."""
        unit, announcer, keys = self.unit, self.announcer, self.actions.keys
        for kind, seat in self.actions.seating.absences():
            who = player(unit.names, seat)
            announcer.show(kind, seat, Said(f"moment.{kind}", player=who))
        # A whole action passes through questions that nobody is asked.
        if not keys.acting:
            announcer.announce_question(tuple(keys.bots), by_hand=keys.by_hand)
        question = unit.question
        self._show_unit(question)
        self._show_facts(question)
        if unit.game:
            self._show_game(unit.game)

    def dates(self) -> Iterator[int]:
        """The tick at which the unit's refusal is no longer shown."""
        yield self._error.until + 1

    def _show_unit(self, question: Question) -> None:
        unit, refusals = self.unit, self.unit.firmware.refusals
        if question.error and self._error.times != refusals:
            self._error = refuse(unit, refusals, refusal_reason(question, unit.names))
        rows = [f"{row:x}" for row in encode(*unit.shown)]
        contrast = unit.session.settings["contrast"]
        self.show("glass", {"rows": rows, "awake": unit.firmware.awake, "contrast": contrast})
        self.show("keys", sorted(self.actions.keys.held))
        number, cards = self.announcer.moments
        self.show("moments", {"number": number, "cards": cards})

    def _show_facts(self, question: Question) -> None:
        facts = self._facts_of(question)
        if facts == self._facts:
            return
        self._facts = facts
        made = {name: make(facts) for name, make in PARTS.items()} | {"rules": rules(self.game)}
        if facts.game:
            made |= {name: of_game(facts.game) for name, of_game in GAME_PARTS.items()}
        # These parts are not compared: they hold lists of the game, which goes on.
        self.parts |= {name: Part(value) for name, value in made.items()}

    def _show_game(self, game: Game) -> None:
        if game.edition is not self._edition:
            self._edition = game.edition
            self.show("board", board(game.edition))
        if game.winner and self._ended_at != self.unit.operations:
            self._ended_at = self.unit.operations
            self.show_end(self.game.path)
        lines = self.unit.roll
        # Lines are printed and struck by operations only.
        printed = lines, len(lines), self.unit.operations
        if printed != self._printed:
            self._printed = printed
            roll = [(line, line.struck) for line in lines]
            self._roll = self._roll if roll == self._roll else roll

    def _facts_of(self, question: Question) -> Facts:
        unit, session, game = self.unit, self.unit.session, self.unit.game
        actions, keys, seating = self.actions, self.actions.keys, self.actions.seating
        lower, saved = actions.game_question(), game.plain() if game else ()
        return Facts(
            question=question, game_question=lower, moment=moment_of(unit, lower), game=game,
            compared=(saved, session.settings, tuple(session.warned), session.editions.rules),
            done=unit.roll[-1].act if unit.roll else None, throw=last_throw(unit),
            refused=self._error.current(unit) if question.error else None,
            acting=keys.acting, bots=tuple(keys.bots), pace=self.pace.name,
            pressed=actions.pressed, passed=actions.auctions.passed,
            names=dict(unit.names), sitting=seating.seats, browsers=len(seating.browsers),
        )  # fmt: skip

    def _own(self, browser: Browser) -> dict[str, Any]:
        """The part that concerns this browser alone."""
        refusal, kind = browser.refusal, self.unit.question.kind
        to = browser.follows and kind in (*BIDS, "accord") and browser.seat
        return {
            "to": Said("seat.to", player=player(self.unit.names, to)) if to else None,
            "seat": browser.seat,
            "refused": refusal.current(self.unit), "refusals": refusal.times,
            "working": self.actions.working(browser), "heard": browser.received,
        }  # fmt: skip

    def _seat(self, seat: int) -> Part:
        """The view of a seat, for all browsers that sit there. Its moves are tried."""
        facts = self._facts, self.actions.is_undoable(seat)
        if seat not in self._seats or self._seats[seat][0] != facts:
            case = self.actions.case(seat) if seat else None
            self._seats[seat] = facts, Part(case and seat_view(case, self.actions.auctions.passed))
        return self._seats[seat][1]

    def _offers(self, at: int) -> Part:
        """The choices that a new game has in the edition of that rank."""
        editions = self.unit.session.editions
        name = editions.names[min(at, len(editions.names) - 1)]
        if name not in self._offered:
            self._offered[name] = Part(offers(editions, name))
        return self._offered[name]

    # -- messages

    def message(self, browser: Browser) -> str:
        """Return one message for this browser, empty if nothing is new to it."""
        lang, parts = browser.lang, {**self.parts, **self._parts_of(browser)}
        wanting = self.actions.seating if browser.looks else browser
        if not wanting.shows_chances:
            parts.pop(CHANCES, None)
        texts = {name: part.text(lang) for name, part in parts.items()}
        fresh = {name: text for name, text in texts.items() if browser.sent.get(name) != text}
        browser.sent |= fresh
        fresh |= {name: as_json(new, lang) for name, new in self._growth(browser) if new}
        news = ",".join(f'"{name}":{text}' for name, text in fresh.items())
        return f'{{"v":{VERSION},{news}}}' if fresh else ""

    def _parts_of(self, browser: Browser) -> dict[str, Part]:
        """The parts that not all browsers get."""
        parts = {"own": Part(self._own(browser)), "seat": self._seat(browser.seat)}
        if browser.looks and self.join_code:
            parts["join"] = Part(self.join_code)
        if browser.offers >= 0:
            parts["offers"] = self._offers(browser.offers)
        return parts

    def _growth(self, browser: Browser) -> Iterator[tuple[str, Any]]:
        """The lines of the roll, announcements and beeps that are new to this browser."""
        announcer, beeper = self.announcer, self.unit.beeper
        joins = browser.announced < 0
        known, browser.roll = browser.roll, self._roll
        if joins or known is not browser.roll:
            first = len([*takewhile(bool, map(eq, known, browser.roll))])
            new = [(str(line), struck, payments(line)) for line, struck in browser.roll[first:]]
            yield "roll", {"from": first, "lines": new}
        last, browser.announced = browser.announced, announcer.count
        if last != announcer.count:
            first = max(last, announcer.count - MOST_TOLD)
            lines = [entry._asdict() for entry in announcer.log if entry.number > first]
            yield "told", {"whole": joins, "lines": lines}
        played, browser.beeps = browser.beeps, beeper.count
        if 0 <= played < browser.beeps:
            yield "beeps", [name for _, name in beeper.beeps_since(played)][-MOST_BEEPS:]


def payments(line: RollLine) -> list[dict[str, Any]]:
    """Return the payments of a line of the roll. The opening cash is not a payment."""
    return [entry._asdict() for entry in line.entries if entry.amount and entry.why != Why.OPENING]


def last_throw(unit: Unit) -> tuple[int, int, tuple[int, ...]]:
    """Return the number of the last throw, its line of the roll and its white dice. A game that
    was resumed does not know the line."""
    game, roll = unit.game, unit.roll
    if game is None:
        return 0, 0, ()
    for line in range(len(roll) - 1, -1, -1):
        act = roll[line].act
        if act and act.kind == "throw" and not roll[line].struck:
            return game.throws, line, act.numbers[:2]
        if act and act.kind == "begin":
            break
    return game.throws, 0, tuple(game.dice)
