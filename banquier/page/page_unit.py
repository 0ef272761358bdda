"""The unit's side of the page: one unit, what its browsers see, and what they do to it.

    host = PageUnit(game, clock)
    browser = host.join("a")
    host.hear(browser, '{"t":"down","key":"OK"}')     page_messages.Junk if it is none
    host.catch_up()                                   the unit is brought to where it should be
    text = host.news(browser)                         what changed since that browser was last told
    host.rest()                                       seconds until something happens by itself

The same for the worker of the local page and the server of the table; neither transport is known
here. What a browser sees is cut into parts (page_parts.py). They are made when one of their facts
has changed, once for all browsers, and become texts once for each language that these show; `news`
tells a browser the texts that differ from what it was last sent, so a slow one gets the newest
state and not a queue. Roll, announcements and beeps grow: of them what is new.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import takewhile
from operator import eq
from typing import TYPE_CHECKING, Any, NamedTuple

from banquier.page import page_messages
from banquier.page.page_messages import VERSION, Do, Junk, parse
from banquier.page.page_parts import GAME_PARTS, PARTS, Facts, as_json, board, offers, rules
from banquier.page.seat_actions import (
    PAUSE,
    about,
    case_of,
    moment_of,
    reason,
    refusal,
    strokes,
)
from banquier.page.seats import seat_view
from banquier.play import moment_drawing
from banquier.play.bots.bots import bot_strokes
from banquier.play.bots.strategy import bot_profiles
from banquier.play.driver import BROWSER, Driver
from banquier.play.key_queue import KeyQueue, Stroke
from banquier.play.key_reader import KeyReader, KeyStrokes, Stuck
from banquier.play.keypad_source import Keypad, exchange
from banquier.play.move import Move
from banquier.play.move_keys import answer_set_up, close, reach_set_up
from banquier.play.moves import LEFT, Case
from banquier.play.pace import Pace
from banquier.saves.open_game import OpenGame
from banquier.script.header_lines import is_name, names_with
from banquier.trouble import Trouble
from banquier.words import Said, Several, house_rules, player, refused
from banquier.words.announcements import announcer_of
from banquier.words.house_rules import chosen
from banquier.words.languages import ENGLISH
from datasheet.ticks import CRYSTAL, NEVER
from display.lcd import encode
from firmware_sim.edition import Edition
from firmware_sim.game import Why
from firmware_sim.question import BIDS, AuctionView, Question
from firmware_sim.rules import building
from firmware_sim.session import RollLine
from hardware.beeper import BEEPS, REST
from hardware.unit_inputs import name_players

if TYPE_CHECKING:
    from banquier.saves.recorded_game import RecordedGame
    from hardware.unit import Unit

UNDO_LASTS = 10 * CRYSTAL
"""For so long a seat can undo its own last operation; later it is for the unit's CORR."""
REFUSED_FOR = 4 * CRYSTAL
AWAY = 6 * CRYSTAL
"""Who has no browser for so long is away."""
BOTS_PASS = 3 * CRYSTAL
"""Bots that have not bid for so long have passed."""
CHANCES = "chances"
"""The part that is told only to those who ask for it."""
MOST_TOLD = 60
"""Announcements that a browser is told when it joins."""
MOST_BEEPS = 6
"""A browser that was away does not hear all it missed."""

SOUNDS = {
    name: [
        [CRYSTAL / divisor if divisor != REST else 0, ticks / CRYSTAL] for divisor, ticks in notes
    ]
    for name, notes in BEEPS.items()
}
"""Beep -> its notes: frequency (0: rest) and seconds."""


Roll = Sequence[tuple[RollLine, bool]]
"""Its lines, and whether each is struck."""
NO_SEAT = "null"


class Refusal(NamedTuple):
    """What was refused to a browser last: told until the next operation, four seconds at most."""

    times: int = 0
    """How often something was refused."""
    why: Said | None = None
    operations: int = 0
    until: int = 0

    def now(self, unit: Unit) -> Said | None:
        stands = self.operations == unit.operations and unit.tick <= self.until
        return self.why if stands else None


Tapped = tuple[str, int, int]
"""A button: action, number, amount."""


class Part:
    """One part of what is seen: plain data with sentences, and its text by language."""

    def __init__(self, told: Any) -> None:
        self.told = told
        self._texts: dict[str, str] = {}

    def text(self, lang: str) -> str:
        if lang not in self._texts:
            self._texts[lang] = as_json(self.told, lang)
        return self._texts[lang]


class Browser:
    """What one browser knows, and where it sits."""

    def __init__(
        self, name: str, visitor: str, lang: str, *, looks: bool = False, follows: bool = False
    ) -> None:
        self.name = name
        self.visitor = visitor or name
        """The person: the same in all tabs, and after a reload."""
        self.lang = lang
        self.looks = looks
        self.follows = follows
        """Its seat is that of whoever is asked: everybody plays on this one screen."""
        self.seat = 0
        self.refusal = Refusal()
        self.heard = 0
        """How many messages of it were heard: each is answered at once."""
        self.working: list[Tapped] = []
        """The buttons whose keys are going down, or wait for their turn."""
        self.shows_chances = False
        self.offers = -1
        """The edition of which it is told what a new game can have."""
        self.sent: dict[str, str] = {"seat": NO_SEAT}
        """The text of each part that it was last sent."""
        self.roll: Roll = ()
        self.told = -1
        self.beeps = -1
        """Up to where it was sent what grows; below zero: it has just joined."""


class PageUnit:
    def __init__(
        self,
        game: OpenGame | RecordedGame,
        clock: Callable[[], float],
        *,
        keys: KeyQueue | None = None,
        keypads: Sequence[Keypad] = (),
        catch_up: Callable[[], None] | None = None,
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        """`keypads`: real ones, whose keys go through the same queue. With `catch_up`, another
        front end brings the unit to the present and `keys` is the queue that both share; `changed`
        tells it that a browser has joined, left or pressed."""
        self.game = game
        self.unit = unit = game.unit
        self.clock = clock
        self.keys = keys or KeyQueue(unit)
        self.driver = Driver(self.keys, clock=clock, limits=BROWSER)
        self.keypads = keypads
        self._driven = catch_up
        self._changed = changed
        self.pace = Pace()
        self.browsers: dict[str, Browser] = {}
        self._parts = {"sounds": Part(SOUNDS), "pictures": Part(moment_drawing.PICTURES)}
        """Those that all browsers share."""
        self.join_code = ""
        """A drawing of the link by which a phone joins: for the wall."""
        self._offered: dict[str, Part] = {}
        self._seats: dict[int, tuple[object, Part]] = {}
        """Of each seat what its view was made from, and the view."""
        self._facts: Facts | None = None
        self._edition: Edition | None = None
        """Whose board is told."""
        self._printed: Roll = ()
        self._done = (0, 0, 0)
        """Of the last operation by a seat: seat, count of operations, tick."""
        self._pressed = (0, "")
        """Who pressed last, and by what: "seat" or "keypad"."""
        self._passed: frozenset[int] = frozenset()
        self._auction: AuctionView | None = None
        self._auction_since = 0
        self._error = Refusal()
        """The unit's own last refusal."""
        self._open: tuple[int, Question | None] = (0, None)
        """The last question at which functions were open, and after which operation it was."""
        self._gone: dict[int, int] = {}
        """Seats whose browsers have gone, and when."""
        self._away: set[int] = set()
        """Those of which it was told."""
        self.told = announcer_of(unit)
        self.over: Callable[[str], object] = lambda path: None
        """Tells the part `end` of a save whose game is over: page_ending.py."""
        self._over_at = -1

    @property
    def bots(self) -> tuple[int, ...]:
        return tuple(self.keys.bots)

    # -- time

    def catch_up(self) -> None:
        """Bring the unit to now. It jumps over time in which nothing happens."""
        (self._driven or self.driver.catch_up)()
        for keypad in self.keypads:
            exchange(self.keys, keypad)
        self._refresh()

    def rest(self) -> float:
        rest = None if self._driven else self.driver.rest()
        own = (self._own_event() - self.unit.tick) / CRYSTAL
        return min(BROWSER.rest if rest is None else rest, own)

    def _own_event(self) -> int:
        """When a seat's undo or a refusal ends, bots have passed, or a player is away."""
        tick = self.unit.tick
        dates = [self._done[2] + UNDO_LASTS + 1] if self._done[0] else []
        dates += [one.refusal.until + 1 for one in self.browsers.values() if one.refusal.why]
        dates += [self._error.until + 1, *(since + AWAY + 1 for since in self._gone.values())]
        if self.bots and self._auction is not None:
            dates.append(self._auction_since + BOTS_PASS + 1)
        return min((date for date in dates if date > tick), default=NEVER)

    # -- browsers

    def join(
        self,
        name: str,
        visitor: str = "",
        lang: str = ENGLISH,
        *,
        looks: bool = False,
        follows: bool = False,
    ) -> Browser:
        """`looks`: it shows the game, takes no seat and presses nothing. `follows`: its seat is
        that of whoever is asked."""
        browser = Browser(name, visitor, lang, looks=looks, follows=follows)
        self.browsers[name] = browser
        self._refresh()
        self._changed()
        return browser

    def leave(self, browser: Browser) -> None:
        """It went away: it lets go of its keys."""
        if self.browsers.get(browser.name) is browser:
            del self.browsers[browser.name]
            if browser.seat and browser.seat not in self._sitting():
                self._gone[browser.seat] = self.unit.tick
        self.catch_up()
        self.keys.lift(browser.name)
        self._refresh()
        self._changed()

    def hear(self, browser: Browser, text: object) -> None:
        """One message of a page. Junk: it is none of this protocol."""
        message = parse(text)
        if browser.looks:
            raise Junk("this browser may only look")
        self.catch_up()
        browser.heard += 1
        match message:
            case page_messages.Down(key):
                self._pressed = 0 if browser.follows else browser.seat, "keypad"
                self.keys.down(key, browser.name)
            case page_messages.Up(key):
                self.keys.up(key, browser.name)
            case page_messages.Lift():
                self.keys.lift(browser.name)
            case page_messages.Sit():
                self._refuse(browser, self._sit(browser, message))
            case page_messages.Name(seat, name):
                self._refuse(browser, self._name(browser, seat, name))
            case Do():
                if message[:3] not in self._working(browser):
                    self._refuse(browser, self._do(browser, message))
            case page_messages.Chances(shown):
                browser.shows_chances = shown
            case page_messages.Pace(pace, kept):
                if not kept or len(self.browsers) == 1:
                    self.pace.name = pace
            case page_messages.Lang(lang):
                if lang != browser.lang:
                    browser.lang, browser.told = lang, -1
            case page_messages.Rule():
                self._refuse(browser, self._choose_rule(message))
            case page_messages.TakeOver():
                self.keys.dismiss_bots()
            case page_messages.Offers(edition):
                browser.offers = edition
            case page_messages.NewGame():
                self._refuse(browser, self._begin_game(browser, message))
        self._refresh()
        self._changed()

    def _choose_rule(self, message: page_messages.Rule) -> Said | None:
        """None: it is chosen, for the games that begin from now on."""
        game, name = self.game, message.rule
        if not isinstance(game, OpenGame):
            return Said("save.rules_too_late")
        try:
            game.choose_rules(chosen(self.unit, name, message.at) if name else game.last_rules)
        except Trouble as trouble:
            return Several(trouble.args[0])
        return None

    def _begin_game(self, browser: Browser, asked: page_messages.NewGame) -> Said | None:
        names = self.unit.session.editions.names
        if asked.edition >= len(names) or not isinstance(self.game, OpenGame):
            return Said("seat.why.unknown")
        if not all(is_name(name) for name in asked.names if name):
            return Said("seat.why.no_name")
        if not self.keys.begin(self._set_up(browser, asked, names[asked.edition])):
            return Said("seat.why.busy")
        return None

    def _set_up(
        self, browser: Browser, asked: page_messages.NewGame, edition: str
    ) -> KeyStrokes[None]:
        """Press the keys of the set-up, as a finger would; then names and bots take their seats."""
        unit, reader = self.unit, KeyReader(self.unit, lambda below: below - 1, PAUSE)
        self.keys.dismiss_bots()
        with contextlib.suppress(Stuck, Trouble):
            ready = yield from reach_set_up(reader)
            if ready and isinstance(self.game, OpenGame):
                rules = house_rules.values_of(edition, dict(asked.rules))
                if rules != self.game.rules:
                    self.game.choose_rules(rules)
                    yield from reader.press("OK", "C")  # other editions may be offered now
                names = unit.session.editions.names
                rank = names.index(edition) + 1 if edition in names else 1
                if (yield from answer_set_up(reader, _answers(asked, rank))):
                    given = enumerate(asked.names, start=1)
                    name_players(unit, {seat: name for seat, name in given if name})
                    if bots := [seat for seat in asked.bots if seat <= len(asked.names)]:
                        self.invite_bots(bot_profiles(bots), self.pace.name)
                    return
        self._refuse(browser, Said("seat.why.changed"))

    def _offers(self, at: int) -> Part:
        """What a new game can have in the edition of that rank."""
        editions = self.unit.session.editions
        name = editions.names[min(at, len(editions.names) - 1)]
        if name not in self._offered:
            self._offered[name] = Part(offers(editions, name))
        return self._offered[name]

    def _refuse(self, browser: Browser, why: Said | None) -> None:
        """None: it is not refused, and what was before is past."""
        times = browser.refusal.times + (why is not None)
        until = self.unit.tick + REFUSED_FOR
        browser.refusal = Refusal(times, why, self.unit.operations, until)

    # -- who sits where

    def _sit(self, browser: Browser, message: page_messages.Sit) -> Said | None:
        """A seat that is held is only taken on purpose; a bot's never."""
        seat = message.seat
        here = self.browsers.values() if seat else ()
        holders = [one for one in here if one.seat == seat and one.visitor != browser.visitor]
        if seat in self.bots:
            return Said("seat.why.bot")
        if holders and not message.take:
            return about("seat.why.held", self.unit.names, seat)
        for holder in holders:
            holder.seat = 0
            self._refuse(holder, about("seat.why.taken", self.unit.names, seat))
        browser.seat = seat
        return None

    def _seat_asked(self, last: int) -> int:
        """The seat of whoever is asked, for a screen that all share: a bidder, the owner who may
        claim a rent, the player of the question. Where a bot or nobody is asked, the last one."""
        game, question = self.unit.game, self.beneath() or self.unit.question
        people = [seat for seat in game.seats() if seat not in self.bots] if game else []
        in_turn = [seat for seat in people if seat >= last] + [
            seat for seat in people if seat < last
        ]
        if question.auction and question.kind in BIDS:
            bidders = self._bidders(question.auction)
            asked = [seat for seat in in_turn if seat in bidders]
        else:
            owners = [claim.owner for claim in game.claims[:1]] if game else []
            asked = [seat for seat in owners if not self._why_not(seat, "claim")]
            asked.append(question.player)
        return next((seat for seat in (*asked, *in_turn) if seat in people), last)

    def _why_not(self, seat: int, move: str) -> Said | None:
        case = self._case(seat)
        return reason(case, Move(move)) if case else Said("seat.why.unknown")

    def _sitting(self) -> tuple[int, ...]:
        return tuple(sorted({one.seat for one in self.browsers.values() if one.seat}))

    def _watch_absent(self) -> None:
        """Who is away, and who is back. Who reloads a page was not away."""
        sitting = self._sitting()
        for seat in [seat for seat in self._gone if seat in sitting]:
            del self._gone[seat]
        late = {seat for seat, since in self._gone.items() if self.unit.tick - since > AWAY}
        for kind, seats in (("away", late - self._away), ("back", self._away - set(self._gone))):
            for seat in sorted(seats):
                who = player(self.unit.names, seat)
                self.told.show(kind, seat, Said(f"moment.{kind}", player=who))
        self._away = late

    def _own(self, browser: Browser) -> dict[str, Any]:
        """What concerns this browser alone."""
        refusal = browser.refusal
        question = self.unit.question
        to = browser.follows and question.kind in (*BIDS, "accord") and browser.seat
        return {
            "to": Said("seat.to", player=player(self.unit.names, to)) if to else None,
            "seat": browser.seat, "refused": refusal.now(self.unit), "refusals": refusal.times,
            "working": self._working(browser), "heard": browser.heard,
        }  # fmt: skip

    # -- actions of seats

    def _working(self, browser: Browser) -> list[Tapped]:
        return browser.working if self.keys.acting else []

    def _do(self, browser: Browser, asked: Do) -> Said | None:
        """The page is not trusted: what is not this seat's, or not possible, is refused."""
        seat = browser.seat
        if not seat:
            return Said("seat.why.no_seat")
        why = refusal(self._case(seat), asked)
        if why is None and asked.action == "pass":
            self._passed |= {seat}
        elif why is None:
            if not self.keys.begin(self._act(browser, seat, asked)):
                return Said("seat.why.busy")
            browser.working = [*self._working(browser), asked[:3]]
        return why

    def _act(self, browser: Browser, seat: int, asked: Do) -> KeyStrokes[None]:
        before = self.unit.operations
        try:
            why = yield from strokes(self._case(seat), asked)
        finally:
            browser.working = [one for one in browser.working if one != asked[:3]]
        self._refuse(browser, why)
        self._pressed = seat, "seat"
        self._passed -= {seat}
        if self.unit.operations != before:
            author = 0 if asked.action == "undo" else seat
            self._done = author, self.unit.operations, self.unit.tick

    def _case(self, seat: int) -> Case | None:
        return case_of(self.unit, seat, self._undoable(seat), self.beneath())

    def beneath(self) -> Question | None:
        """What waits under a question of the unit's own keys, of which nothing has come yet."""
        operations, question = self._open
        begun = self.unit.question.kind in LEFT and operations == self.unit.operations
        return question if begun else None

    def _undoable(self, seat: int) -> bool:
        author, operations, tick = self._done
        shared = author and any(browser.follows for browser in self.browsers.values())
        return bool(
            (shared or author == seat)
            and operations == self.unit.operations
            and self.unit.tick - tick <= UNDO_LASTS
        )

    def _watch_auction(self) -> None:
        """An auction is closed when all others have passed."""
        asked = self.unit.question
        auction = asked.auction
        if auction is None or asked.kind not in BIDS:
            if asked.functions:
                self._passed, self._auction = frozenset(), None
            return
        if auction[:2] != (self._auction and self._auction[:2]):
            self._passed = frozenset()
        if auction != self._auction:
            self._auction, self._auction_since = auction, self.unit.tick
        others = self._bidders(auction)
        if self.unit.tick - self._auction_since > BOTS_PASS:
            others -= set(self.bots)
        if self._passed and not others and not self.keys.acting:
            self.keys.begin(self._close(auction))

    def _bidders(self, auction: AuctionView) -> set[int]:
        """The players who may raise, and have not passed."""
        game = self.unit.session.current_game
        bidders = set(game.seats()) - {auction.holder} - self._passed
        if auction.building:
            hotel = auction.building == "hotel"
            bidders = {seat for seat in bidders if building.slots(game, seat, hotel)}
        return bidders

    def _close(self, auction: object) -> Iterator[Stroke]:
        reader = KeyReader(self.unit, lambda below: below - 1, PAUSE)
        with contextlib.suppress(Stuck):
            yield from reader.listen()
            if self.unit.question.auction == auction and self.unit.question.kind in BIDS:
                yield from close(reader, 0, Move("close"))

    def _name(self, browser: Browser, seat: int, name: str) -> Said | None:
        """Each names the own seat; who sits nowhere names any."""
        if browser.seat not in (0, seat) and not browser.follows:
            return Said("seat.why.not_yours")
        if not is_name(name):
            return Said("seat.why.no_name")
        name_players(self.unit, names_with(self.unit.names, seat, name))
        return None

    def invite_bots(
        self, seats: Mapping[int, str], pace: str = "normal", *, again: bool = False
    ) -> None:
        """`again`: after a game they begin the next."""
        self.pace.name = pace
        self.keys.invite(bot_strokes(self.unit, seats, self.pace, again=again), seats)

    # -- what is seen

    def tell(self, name: str, told: Any) -> None:
        """A part: of all that is seen here, or one that only one of the two transports has."""
        if name not in self._parts or self._parts[name].told != told:
            self._parts[name] = Part(told)

    def _refresh(self) -> None:
        unit = self.unit
        self._watch_auction()
        for browser in self.browsers.values():
            if browser.follows and not self.keys.acting:
                browser.seat = self._seat_asked(browser.seat)
        self._watch_absent()
        if not self.keys.acting:  # a whole action passes through questions that nobody is asked
            self.told.follow(self.bots, by_hand=self.keys.by_hand)
        question = unit.question
        if question.functions and not question.error:
            self._open = unit.operations, question
        refusals = unit.firmware.refusals
        if question.error and self._error.times != refusals:
            why, until = refused(question, unit.names), unit.tick + REFUSED_FOR
            self._error = Refusal(refusals, why, unit.operations, until)
        rows = [f"{row:x}" for row in encode(*unit.shown)]
        contrast = unit.session.settings["contrast"]
        self.tell("glass", {"rows": rows, "awake": unit.firmware.awake, "contrast": contrast})
        self.tell("keys", sorted(self.keys.held))
        number, cards = self.told.moments
        self.tell("moments", {"number": number, "cards": cards})
        facts = self._facts_now(question)
        if facts != self._facts:
            self._facts = facts
            made = {name: make(facts) for name, make in PARTS.items()} | {"rules": rules(self.game)}
            if unit.game:
                made |= {name: of_game(unit.game) for name, of_game in GAME_PARTS.items()}
            # Not compared: they hold lists of the game, which goes on.
            self._parts |= {name: Part(told) for name, told in made.items()}
        if game := unit.game:
            if game.edition is not self._edition:
                self._edition = game.edition
                self.tell("board", board(game.edition))
            if game.winner and self._over_at != unit.operations:
                self._over_at = unit.operations
                self.over(self.game.path)
            roll = [(line, line.struck) for line in unit.roll]
            self._printed = self._printed if roll == self._printed else roll

    def _facts_now(self, question: Question) -> Facts:
        unit, game = self.unit, self.unit.game
        why = self._error.now(unit) if question.error else None
        return Facts(
            question=question, beneath=self.beneath(), acting=self.keys.acting,
            names=dict(unit.names), bots=self.bots, moment=moment_of(unit, self.beneath()),
            plain=game.plain() if game else (), game=game, settings=unit.session.settings,
            warned=tuple(unit.session.warned), done=unit.roll[-1].act if unit.roll else None,
            throw=last_throw(unit),
            passed=self._passed, pressed=self._pressed, refused=why,
            pace=self.pace.name, sitting=self._sitting(), browsers=len(self.browsers),
            rules=unit.session.editions.rules,
        )  # fmt: skip

    def _seat(self, seat: int) -> Part:
        """The view of a seat, for all that sit there. Its moves are tried."""
        facts = self._facts, self._undoable(seat)
        if seat not in self._seats or self._seats[seat][0] != facts:
            case = self._case(seat)
            self._seats[seat] = facts, Part(case and seat_view(case, self._passed))
        return self._seats[seat][1]

    @property
    def chances_wanted(self) -> bool:
        return any(browser.shows_chances for browser in self.browsers.values())

    def news(self, browser: Browser) -> str:
        """One message for this browser, empty if it knows all."""
        asks = self.chances_wanted if browser.looks else browser.shows_chances
        lang = browser.lang
        texts = {name: part.text(lang) for name, part in self._parts.items()}
        if not asks:
            texts.pop(CHANCES, None)
        texts["own"] = as_json(self._own(browser), lang)
        texts["seat"] = self._seat(browser.seat).text(lang) if browser.seat else NO_SEAT
        if browser.looks and self.join_code:
            texts["join"] = as_json(self.join_code, lang)
        if browser.offers >= 0:
            texts["offers"] = self._offers(browser.offers).text(lang)
        told = {name: text for name, text in texts.items() if browser.sent.get(name) != text}
        browser.sent |= told
        told |= {name: as_json(new, lang) for name, new in self._grown(browser) if new}
        news = ",".join(f'"{name}":{text}' for name, text in told.items())
        return f'{{"v":{VERSION},{news}}}' if told else ""

    def _grown(self, browser: Browser) -> Iterator[tuple[str, Any]]:
        """What is new to this browser of roll, announcements and beeps."""
        joins = browser.told < 0
        known, browser.roll = browser.roll, self._printed
        if joins or known is not browser.roll:
            first = len([*takewhile(bool, map(eq, known, browser.roll))])
            new = [(str(one), struck, payments(one)) for one, struck in browser.roll[first:]]
            yield "roll", {"from": first, "lines": new}
        last, browser.told = browser.told, self.told.count
        if last != self.told.count:
            first = max(last, self.told.count - MOST_TOLD)
            lines = [one._asdict() for one in self.told.log if one.number > first]
            yield "told", {"whole": joins, "lines": lines}
        heard, browser.beeps = browser.beeps, self.unit.beeper.count
        if 0 <= heard < browser.beeps:
            yield "beeps", [name for _, name in self.unit.beeper.since(heard)][-MOST_BEEPS:]


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


def _answers(asked: page_messages.NewGame, rank: int) -> dict[str, object]:
    answers: dict[str, object] = {
        "edition": rank, "players": len(asked.names), "variant": asked.game,
        "speed_die": "yes" if asked.speed_die else "no",
        "auto_dice": "keyed" if asked.own_dice else "auto",
        "auto_cards": "keyed" if asked.own_cards else "auto",
    }  # fmt: skip
    return answers | ({"minutes": asked.minutes} if asked.minutes else {})


def payments(line: RollLine) -> list[dict[str, Any]]:
    """The opening cash is none."""
    paid = (one for one in line.entries if one.amount and one.why != Why.OPENING)
    return [one._asdict() for one in paid]
