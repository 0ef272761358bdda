"""The program in the chip: reads keys, holds the conversation, decides what the glass says.

It runs once a scan (128 a second) with at most one key event. Keys are names, time is scans,
the glass is texts and icons.

    firmware.scan(now, ("7", True))     a key was accepted in scan `now`
    firmware.shown                      row A, row B and icons in the display memory
    firmware.next_wake                  the next scan in which something changes without a key

This file holds power, the F key, and the timing of notices and animations. Questions and answers
are in conversation.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from datasheet.glass import GlassText
from datasheet.ticks import NEVER
from firmware_sim import question, screens, texts
from firmware_sim.conversation import Conversation
from firmware_sim.edition import Editions
from firmware_sim.game import Error
from firmware_sim.question import Question
from firmware_sim.screens import FRAME, SECOND, Screen
from firmware_sim.session import EMULATOR, MINUTE, NOT_TYPED, Bounds, Session

SHIFT_LASTS = 4 * SECOND
HOLD = 112
AUTO_OFF = 8 * 60 * SECOND
WARNINGS = (5 * MINUTE, MINUTE)  # ticks left of the agreed time of a game

SHIFT, LOOKING, BATTERY = (texts.BIT[icon] for icon in ("FONC", "?", "PILE"))

RUNNING, ASLEEP, OFF = range(3)
DARK = ("", "", 0)
NOTHING_SAID = GlassText("", "", frozenset(), 0, ("",))


# The firmware's own state, field by field, for digests.
FACTS = ("mode", "low_battery", "shift", "f_since", "on_since", "last_key", "since")


class Firmware:
    def __init__(
        self,
        editions: Editions,
        twins: Mapping[str, str],
        noise: Callable[[], int],
        bounds: Bounds = EMULATOR,
    ) -> None:
        self.twins = twins
        self.session = Session(editions, noise, bounds)
        self.beeps = self.session.beeps
        self.conversation = Conversation(self.session)
        self.low_battery = False
        self.mode = OFF
        self.now = 0
        self.since = 0  # the tick at which the current screen appeared
        self.next_wake = NEVER
        self.shown = DARK
        self.refused = ("", 0)  # the last key, if it was refused, and the error
        self.refusals = 0  # the number of refused keys
        self._question: Question | None = None  # None until it is asked for after a redraw
        self._reset_keys()

    def _reset_keys(self) -> None:
        self.shift = NEVER  # the tick of the F that shifts the next key
        self.f_since = NEVER  # the tick at which F went down
        self.on_since = NEVER
        self.last_key = self.now

    # -- power

    def power_on(self, now: int) -> None:
        """Cold start: lamp test, version, then the current question."""
        self.now = self.since = self.session.now = now
        self._stop_clock_while_dark()
        self.mode = RUNNING
        self._reset_keys()
        session = self.session
        session.stage = "cold"
        session.typed_dice = NOT_TYPED
        session.notices.clear()
        session.notices.append(screens.LAMP_TEST)
        session.notice("BANQUIER 90", texts.VERSION)
        self.conversation.start()
        self._redraw()

    def power_off(self) -> None:
        """Switch off at once. The game stays in memory, and the question with its input."""
        self._stop_clock_while_dark()
        if self.mode != OFF:
            self.session.asked = self.conversation.resume_input
        self.mode = OFF
        self._reset_keys()
        self.conversation.close()
        self.session.notices.clear()
        self._redraw()

    @property
    def awake(self) -> bool:
        return self.mode == RUNNING

    # -- once a scan

    def scan(self, now: int, event: tuple[str, bool] | None) -> None:
        due = now >= self.next_wake
        if event is None and not due:
            return
        self.now = self.session.now = now
        ends_at = self.session.ends_at
        if event is not None:
            name, down = event
            if name == "ON":
                self._use_on_key(down)
                due = True  # so is the work that waited in the dark
            elif self.mode == RUNNING:
                self.last_key = now
                if down:
                    self._key_down(name)
                elif name == "F":
                    self.f_since = NEVER
                elif not due:
                    return  # a release changes nothing on the glass
        if due and self.mode == RUNNING:
            self._time()
        # A game that began in this scan is not watched yet: its length may be that of a warning.
        if self.mode == RUNNING and NEVER != ends_at == self.session.ends_at:
            self._watch_timed_game()
        self._redraw()

    def _use_on_key(self, down: bool) -> None:
        self._forget_refusal()
        if not down:
            self.on_since = NEVER
        elif self.mode == OFF:
            self.power_on(self.now)
        else:
            if self.mode == RUNNING:  # holding the key that woke the unit must not switch it off
                self.on_since = self.now
            self._wake()

    def _wake(self) -> None:
        """Wake from auto-off: the screen is the same as before."""
        self._stop_clock_while_dark()
        self.mode = RUNNING
        self.last_key = self.now

    def _stop_clock_while_dark(self) -> None:
        """The clock of a timed game stops while the unit is dark: `ends_at` moves by that time.
        `last_key` is the last key before auto-off, or the time of switching off."""
        if self.mode != RUNNING and self.session.is_timed():
            dark_since = self.last_key + (AUTO_OFF if self.mode == ASLEEP else 0)
            self.session.ends_at += self.now - dark_since

    def _time(self) -> None:
        now = self.now
        if now - self.on_since >= HOLD:
            self.power_off()
        elif now - self.last_key >= AUTO_OFF:
            self.mode = ASLEEP
        else:
            if now - self.f_since >= HOLD:
                self.f_since = self.shift = NEVER
                self._open_menu()
            if now - self.shift >= SHIFT_LASTS:
                self.shift = NEVER
            self._turn_notices()

    def _turn_notices(self) -> None:
        notices = self.session.notices
        while notices and self.now - self.since >= notices[0].frames * FRAME:
            self.since += notices.popleft().frames * FRAME
            self._sound_notice()

    def _watch_timed_game(self) -> None:
        """Warn 5 and 1 minutes before a timed game ends; then the current turn is the last."""
        session = self.session
        game = session.game
        if game is None or game.winner:
            return
        left = session.ends_at - self.now
        if left <= 0:
            session.ends_at = NEVER
            game.last_turn = session.turn_under_way()
            self._queue_notice(Screen("TEMPS ECOULE", beep="attention"))
        elif left in WARNINGS:
            self._queue_notice(Screen("TEMPS", str(left // MINUTE), beep="attention"))

    # -- keys

    def _key_down(self, name: str) -> None:
        self.session.sound("key")
        shifted, self.shift = self.shift != NEVER, NEVER
        if name == "F":
            self._forget_refusal()
            if self.conversation.awaits_a_number:
                self._open_menu()
                return
            self.f_since = self.now
            if not shifted:
                self.shift = self.now
                self._skip_notices()
                return
        self._press(self.twins.get(name, name) if shifted else name)

    def _forget_refusal(self) -> None:
        self.refused = ("", 0)

    def _skip_notices(self) -> None:
        """Any key ends the notices and restarts a scrolling text."""
        self.session.notices.clear()
        self.since = self.now

    def _press(self, name: str) -> None:
        """A key after F was applied: end the notices, then answer the question. The OK behind a
        refused digit was meant for the number that was erased, and where OK takes money none is
        taken behind a refusal: it only ends the notice."""
        (key, error), notices = self.refused, self.session.notices
        asks = self.conversation.screen.asks
        told = bool(notices) and 0 < error == notices[0].error
        costs = asks is not None and asks.kind in question.COSTS
        ends = name == "OK" and told and (key.isdigit() or costs)
        self._skip_notices()
        if ends:
            self._forget_refusal()
            return
        if self.conversation.give(name) == "switch off":
            self.power_off()
        notices, self.refused = self.session.notices, ("", 0)
        if notices:
            self._sound_notice()
            self.refused = (name, notices[0].error)
            self.refusals += notices[0].error > 0

    def _open_menu(self) -> None:
        self._skip_notices()
        self.conversation.open_menu()

    # -- from outside the conversation

    def restart(self) -> None:
        """The game was changed without keys: ask again from its state."""
        self._forget_refusal()
        self._skip_notices()
        self.conversation.start()
        self.conversation.ask_again()
        self._redraw()

    def memory_failed(self) -> None:
        """The save cannot be written: error 23 once; the game goes on."""
        self._queue_notice(screens.error(Error.MEMORY, self.session.lasting_icons()))
        self._redraw()

    def _queue_notice(self, notice: Screen) -> None:
        """Queue a notice that no key caused."""
        notices = self.session.notices
        notices.append(notice._replace(icons=notice.icons | self.session.lasting_icons()))
        if len(notices) == 1:
            self.since = self.now
            self._sound_notice()

    def _sound_notice(self) -> None:
        notices = self.session.notices
        if notices and notices[0].beep:
            self.session.sound(notices[0].beep)

    # -- what it says

    def _screen(self) -> Screen:
        notices = self.session.notices
        return notices[0] if notices else self.conversation.screen

    @property
    def said(self) -> GlassText:
        if self.mode != RUNNING:
            return NOTHING_SAID
        screen = self._screen()
        return screens.glass_text(screen, self._icons(screen))

    @property
    def question(self) -> Question:
        """The question below any notice, as data for the words beside the glass."""
        if self._question is None:
            self._question = self._ask(self.conversation.screen)
        return self._question

    @property
    def game_question(self) -> Question:
        """The question that follows from the game alone, below a function or the MENU."""
        return self._ask(self.conversation.plain)

    def _ask(self, screen: Screen) -> Question:
        if self.mode != RUNNING:
            return question.DARK
        game = self.session.game
        assert screen.asks is not None
        kind = screen.asks.kind
        if kind in question.THROWS and not self.session.settings["auto_dice"]:
            kind += "_keyed"
        if self.shift != NEVER:
            kind = "shift"
        asked = question.with_derived_fields(screen.asks, screen.text, game, kind)
        key, error = self.refused
        asked = asked._replace(ways=question.helpful_functions(game, asked, error))
        return asked._replace(key=key, error=error, short=self.session.short) if error else asked

    @property
    def notices_end(self) -> int:
        """The scan at which the last queued notice ends."""
        notices = self.session.notices
        if self.mode != RUNNING or not notices:
            return self.now
        return self.since + sum(notice.frames for notice in notices) * FRAME

    def _icons(self, screen: Screen) -> int:
        """Return the icons of a screen and of the unit; an error keeps those of the question."""
        mask = self.conversation.screen.icons if screen.error else screen.icons
        if self.shift != NEVER:
            mask |= SHIFT
        if self.conversation.is_looking:
            mask |= LOOKING
        return mask | BATTERY if self.low_battery else mask

    def _redraw(self) -> None:
        self._question = None
        if self.mode != RUNNING:
            self.shown = DARK
            self.next_wake = NEVER
            return
        now, screen = self.now, self._screen()
        row_a, stays = screens.page(screen, now - self.since)
        row_b, icons = screen.value, self._icons(screen)
        wake = min(
            now + stays,
            self.last_key + AUTO_OFF,
            self.shift + SHIFT_LASTS,
            self.f_since + HOLD,
            self.on_since + HOLD,
        )
        if self.low_battery or screen.blink_value:
            half, into = divmod(now, screens.BLINK)
            if half % 2:
                icons &= ~BATTERY
                row_b = "" if screen.blink_value else row_b
            wake = min(wake, now + screens.BLINK - into)
        if self.session.notices:
            wake = min(wake, self.since + screen.frames * FRAME)
        ends_at = self.session.ends_at
        if ends_at != NEVER:
            alarms = (*(ends_at - warning for warning in WARNINGS), ends_at)
            wake = min([wake, *(alarm for alarm in alarms if alarm > now)])
        self.next_wake = wake
        self.shown = (row_a, row_b, icons)

    def facts(self) -> tuple[object, ...]:
        """The state as plain values for digests: equal states are equal, however reached."""
        return (*[getattr(self, name) for name in FACTS], *self.conversation.facts())
