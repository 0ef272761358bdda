"""The unit's side of the page: one unit, what its browsers see, and what they do to it.

    page = PageUnit(game, clock)
    browser = page.join(Browser("a"))
    page.receive(browser, '{"t":"down","key":"OK"}')     one message of the page
    page.catch_up()                                      brings the unit to where it should be
    text = page.news.message(browser)                    all that is new to that browser
    page.rest()                                          seconds until something happens by itself

The same for the worker of the local page and the server of the table; neither transport is known
here. It wires four others: who sits where (seating.py), what a tap presses (seat_actions.py), when
an auction closes (auctions.py), what browsers are sent (page_news.py). The parts of the page
(page_parts.py) are made when one of their facts has changed, once for all browsers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from banquier.page import page_messages
from banquier.page.auctions import Auctions
from banquier.page.new_game import choose_rule, press_set_up
from banquier.page.page_messages import Junk, parse
from banquier.page.page_news import PageNews
from banquier.page.seat_actions import SeatActions
from banquier.page.seating import Browser, Seating
from banquier.play.bots.bots import bot_strokes
from banquier.play.bots.strategy import bot_profiles
from banquier.play.driver import BROWSER, Driver
from banquier.play.key_queue import KeyQueue
from banquier.play.key_reader import KeyStrokes
from banquier.play.keypad_source import Keypad, exchange
from banquier.play.pace import BotPace
from banquier.saves.open_game import OpenGame
from banquier.script.header_lines import is_name
from banquier.words import Said
from datasheet.ticks import CRYSTAL, NEVER

if TYPE_CHECKING:
    from banquier.saves.recorded_game import RecordedGame


class PageUnit:
    def __init__(
        self,
        game: OpenGame | RecordedGame,
        clock: Callable[[], float],
        *,
        keys: KeyQueue | None = None,
        keypads: Sequence[Keypad] = (),
        pace: BotPace | None = None,
        catch_up: Callable[[], None] | None = None,
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        """`keypads`: real ones, whose keys go through the same queue. With `catch_up`, another
        front end brings the unit to the present and `keys` is the queue that both share; `changed`
        tells it that a browser has joined, left or pressed."""
        self.game = game
        self.unit = game.unit
        self.keys = keys or KeyQueue(self.unit)
        self.driver = Driver(self.keys, clock=clock, limits=BROWSER)
        self.keypads = keypads
        self._driven = catch_up
        self._changed = changed
        self.pace = pace or BotPace()
        self.seating = Seating(self.unit)
        self.auctions = Auctions(self.keys)
        self.actions = SeatActions(self.keys, self.seating, self.auctions)
        self.news = PageNews(game, self.pace, self.actions)

    # -- time

    def catch_up(self) -> None:
        """Bring the unit to now. It jumps over time in which nothing happens."""
        (self._driven or self.driver.catch_up)()
        for keypad in self.keypads:
            exchange(self.keys, keypad)
        self._refresh()

    def rest(self) -> float:
        """Return the seconds until the unit or the page changes by itself."""
        rest = None if self._driven else self.driver.rest()
        tick, parts = self.unit.tick, (self.news, self.actions, self.seating, self.auctions)
        dates = [date for part in parts for date in part.dates() if date > tick]
        own = (min(dates, default=NEVER) - tick) / CRYSTAL
        return min(BROWSER.rest if rest is None else rest, own)

    # -- browsers

    def join(self, browser: Browser) -> Browser:
        self.seating.browsers[browser.name] = browser
        self._refresh()
        self._changed()
        return browser

    def leave(self, browser: Browser) -> None:
        """Remove a browser, and let go of its keys."""
        self.seating.remove(browser)
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
        browser.received += 1
        match message:
            case page_messages.Down(key):
                self.actions.pressed = 0 if browser.follows else browser.seat, "keypad"
                self.keys.down(key, browser.name)
            case page_messages.Up(key):
                self.keys.up(key, browser.name)
            case page_messages.LiftKeys():
                self.keys.lift(browser.name)
            case page_messages.Sit(seat, take):
                browser.refuse(self.unit, self.seating.sit(browser, seat, take, self.keys.bots))
            case page_messages.Name(seat, name):
                browser.refuse(self.unit, self.seating.name_player(browser, seat, name))
            case page_messages.Do():
                self.actions.tap(browser, message)
            case page_messages.Chances(shown):
                browser.shows_chances = shown
            case page_messages.Pace(pace, kept):
                if not kept or len(self.seating.browsers) == 1:
                    self.pace.name = pace
            case page_messages.Lang(lang):
                if lang != browser.lang:
                    browser.lang, browser.announced = lang, -1
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

    def _refresh(self) -> None:
        """Do what is due by itself, and see what has changed."""
        self.auctions.refresh()
        self.actions.refresh()
        self.news.refresh()
