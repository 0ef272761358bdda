"""The unit's side of the page: one unit, what its browsers see, and what they do to it.

    page = PageUnit(game, clock)
    browser = page.join(Browser("a"))
    page.receive(browser, '{"t":"down","key":"OK"}')     one message of the page
    page.catch_up()                                      brings the unit to where it should be
    text = page.news(browser)                            all that is new to that browser
    page.rest()                                          seconds until something happens by itself

The same for the worker of the local page and the server of the table; neither transport is known
here. It wires four others: who sits where (seating.py), what a tap presses (seat_actions.py), when
an auction closes (auctions.py), what browsers are sent (page_news.py). The parts of the page
(page_parts.py) are made when one of their facts has changed, once for all browsers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from banquier.page import page_messages
from banquier.page.auctions import Auctions
from banquier.page.new_game import choose_rule, press_set_up
from banquier.page.page_messages import Junk, parse
from banquier.page.page_news import PageNews, Part
from banquier.page.page_parts import GAME_PARTS, PARTS, Facts, board, offers, rules
from banquier.page.seat_actions import SeatActions, moment_of
from banquier.page.seating import Browser, Refusal, Seating, refuse
from banquier.page.seats import seat_view
from banquier.play.bots.bots import bot_strokes
from banquier.play.bots.strategy import bot_profiles
from banquier.play.driver import BROWSER, Driver
from banquier.play.key_queue import KeyQueue
from banquier.play.key_reader import KeyStrokes
from banquier.play.keypad_source import Keypad, exchange
from banquier.play.pace import BotPace
from banquier.saves.open_game import OpenGame
from banquier.script.header_lines import is_name
from banquier.words import Said, player, refusal_reason
from datasheet.ticks import CRYSTAL, NEVER
from display.lcd import encode
from firmware_sim.edition import Edition
from firmware_sim.question import BIDS, Question

if TYPE_CHECKING:
    from banquier.saves.recorded_game import RecordedGame
    from firmware_sim.game import Game
    from hardware.unit import Unit

CHANCES = "chances"
"""The part that only those browsers get which show it."""


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
        self.keys = keys or KeyQueue(unit)
        self.driver = Driver(self.keys, clock=clock, limits=BROWSER)
        self.keypads = keypads
        self._driven = catch_up
        self._changed = changed
        self.pace = BotPace()
        self._seating = Seating(unit)
        self.browsers = self._seating.browsers
        self._auctions = Auctions(self.keys)
        self._actions = SeatActions(self.keys, self._seating, self._auctions)
        self.beneath = self._actions.beneath
        self._news = PageNews(unit)
        self.show = self._news.show
        self.join_code = ""
        """A drawing of the link by which a phone joins: for the wall."""
        self._offered: dict[str, Part] = {}
        self._seats: dict[int, tuple[object, Part]] = {}
        """By seat, the facts that its view was made from, and the view."""
        self._facts: Facts | None = None
        self._edition: Edition | None = None
        """The edition whose board is shown."""
        self._error = Refusal()
        """The unit's own last refusal."""
        self.show_end: Callable[[str], object] = lambda path: None
        """Shows the part `end` of a save whose game is over: page_ending.py."""
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
        tick = self.unit.tick
        own = min((date for date in self._dates() if date > tick), default=NEVER)
        return min(BROWSER.rest if rest is None else rest, (own - tick) / CRYSTAL)

    def _dates(self) -> Iterator[int]:
        """The ticks at which the page changes, though the unit does nothing."""
        yield self._error.until + 1
        for part in (self._actions, self._seating, self._auctions):
            yield from part.dates()

    # -- browsers

    def join(self, browser: Browser) -> Browser:
        self.browsers[browser.name] = browser
        self._refresh()
        self._changed()
        return browser

    def leave(self, browser: Browser) -> None:
        """Remove a browser, and let go of its keys."""
        self._seating.remove(browser)
        self.catch_up()
        self.keys.lift(browser.name)
        self._refresh()
        self._changed()

    def receive(self, browser: Browser, text: object) -> None:
        """Do what one message of a page asks for. Raises Junk if it is not one of this protocol."""
        message = parse(text)
        if browser.looks:
            raise Junk("this browser may only look")
        self.catch_up()
        browser.heard += 1
        match message:
            case page_messages.Down(key):
                self._actions.pressed = 0 if browser.follows else browser.seat, "keypad"
                self.keys.down(key, browser.name)
            case page_messages.Up(key):
                self.keys.up(key, browser.name)
            case page_messages.LiftKeys():
                self.keys.lift(browser.name)
            case page_messages.Sit(seat, take):
                browser.refuse(self.unit, self._seating.sit(browser, seat, take, self.bots))
            case page_messages.Name(seat, name):
                browser.refuse(self.unit, self._seating.name_player(browser, seat, name))
            case page_messages.Do():
                self._actions.tap(browser, message)
            case page_messages.Chances(shown):
                browser.shows_chances = shown
            case page_messages.Pace(pace, kept):
                if not kept or len(self.browsers) == 1:
                    self.pace.name = pace
            case page_messages.Lang(lang):
                if lang != browser.lang:
                    browser.lang, browser.told = lang, -1
            case page_messages.Rule():
                browser.refuse(self.unit, choose_rule(self.game, message))
            case page_messages.TakeOver():
                self.keys.dismiss_bots()
            case page_messages.Offers(edition):
                browser.offers = edition
            case page_messages.NewGame():
                browser.refuse(self.unit, self._begin_game(browser, message))
        self._refresh()
        self._changed()

    def _begin_game(self, browser: Browser, asked: page_messages.NewGame) -> Said | None:
        game, names = self.game, self.unit.session.editions.names
        if asked.edition >= len(names) or not isinstance(game, OpenGame):
            return Said("seat.why.unknown")
        if not all(is_name(name) for name in asked.names if name):
            return Said("seat.why.no_name")
        if not self.keys.begin(self._set_up(browser, game, asked, names[asked.edition])):
            return Said("seat.why.busy")
        return None

    def _set_up(
        self, browser: Browser, game: OpenGame, asked: page_messages.NewGame, edition: str
    ) -> KeyStrokes[None]:
        self.keys.dismiss_bots()
        if not (yield from press_set_up(game, asked, edition)):
            browser.refuse(self.unit, Said("seat.why.changed"))
        elif bots := [seat for seat in asked.bots if seat <= len(asked.names)]:
            self.invite_bots(bot_profiles(bots), self.pace.name)

    def invite_bots(
        self, seats: Mapping[int, str], pace: str = "normal", *, again: bool = False
    ) -> None:
        """Let bots play these seats. `again`: after a game they begin the next."""
        self.pace.name = pace
        self.keys.invite(bot_strokes(self.unit, seats, self.pace, again=again), seats)

    # -- what is seen

    def _refresh(self) -> None:
        """Do what is due by itself, and see what has changed."""
        unit, announcer = self.unit, self._news.announcer
        self._auctions.refresh()
        self._actions.refresh()
        for kind, seat in self._seating.absences():
            who = player(unit.names, seat)
            announcer.show(kind, seat, Said(f"moment.{kind}", player=who))
        if not self.keys.acting:  # a whole action passes through questions that nobody is asked
            announcer.announce_question(self.bots, by_hand=self.keys.by_hand)
        question = unit.question
        self._show_unit(question)
        self._show_facts(question)
        if unit.game:
            self._show_game(unit.game)

    def _show_unit(self, question: Question) -> None:
        unit, refusals = self.unit, self.unit.firmware.refusals
        if question.error and self._error.times != refusals:
            self._error = refuse(unit, refusals, refusal_reason(question, unit.names))
        rows = [f"{row:x}" for row in encode(*unit.shown)]
        contrast = unit.session.settings["contrast"]
        self.show("glass", {"rows": rows, "awake": unit.firmware.awake, "contrast": contrast})
        self.show("keys", sorted(self.keys.held))
        number, cards = self._news.announcer.moments
        self.show("moments", {"number": number, "cards": cards})

    def _show_facts(self, question: Question) -> None:
        facts = self._facts_of(question)
        if facts == self._facts:
            return
        self._facts = facts
        made = {name: make(facts) for name, make in PARTS.items()} | {"rules": rules(self.game)}
        if facts.game:
            made |= {name: of_game(facts.game) for name, of_game in GAME_PARTS.items()}
        # Not compared: they hold lists of the game, which goes on.
        self._news.parts |= {name: Part(value) for name, value in made.items()}

    def _show_game(self, game: Game) -> None:
        if game.edition is not self._edition:
            self._edition = game.edition
            self.show("board", board(game.edition))
        if game.winner and self._over_at != self.unit.operations:
            self._over_at = self.unit.operations
            self.show_end(self.game.path)
        self._news.print_roll()

    def _facts_of(self, question: Question) -> Facts:
        unit, session, game = self.unit, self.unit.session, self.unit.game
        beneath, saved = self.beneath(), game.plain() if game else ()
        return Facts(
            question=question, beneath=beneath, acting=self.keys.acting,
            names=dict(unit.names), bots=self.bots, moment=moment_of(unit, beneath), game=game,
            compared=(saved, session.settings, tuple(session.warned), session.editions.rules),
            done=unit.roll[-1].act if unit.roll else None, throw=last_throw(unit),
            passed=self._auctions.passed, pressed=self._actions.pressed,
            refused=self._error.current(unit) if question.error else None,
            pace=self.pace.name, sitting=self._seating.seats, browsers=len(self.browsers),
        )  # fmt: skip

    def _own(self, browser: Browser) -> dict[str, Any]:
        """The part that concerns this browser alone."""
        refusal, kind = browser.refusal, self.unit.question.kind
        to = browser.follows and kind in (*BIDS, "accord") and browser.seat
        return {
            "to": Said("seat.to", player=player(self.unit.names, to)) if to else None,
            "seat": browser.seat,
            "refused": refusal.current(self.unit), "refusals": refusal.times,
            "working": self._actions.working(browser), "heard": browser.heard,
        }  # fmt: skip

    def _seat(self, seat: int) -> Part:
        """The view of a seat, for all browsers that sit there. Its moves are tried."""
        facts = self._facts, self._actions.is_undoable(seat)
        if seat not in self._seats or self._seats[seat][0] != facts:
            case = self._actions.case(seat) if seat else None
            self._seats[seat] = facts, Part(case and seat_view(case, self._auctions.passed))
        return self._seats[seat][1]

    def _offers(self, at: int) -> Part:
        """The choices that a new game has in the edition of that rank."""
        editions = self.unit.session.editions
        name = editions.names[min(at, len(editions.names) - 1)]
        if name not in self._offered:
            self._offered[name] = Part(offers(editions, name))
        return self._offered[name]

    @property
    def chances_wanted(self) -> bool:
        return any(browser.shows_chances for browser in self.browsers.values())

    def news(self, browser: Browser) -> str:
        """Return one message for this browser, empty if nothing is new to it."""
        own = {"own": Part(self._own(browser)), "seat": self._seat(browser.seat)}
        if browser.looks and self.join_code:
            own["join"] = Part(self.join_code)
        if browser.offers >= 0:
            own["offers"] = self._offers(browser.offers)
        asks = self.chances_wanted if browser.looks else browser.shows_chances
        return self._news.message(browser, own, () if asks else (CHANCES,))


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
