"""The panel: a unit with a keyboard, a mouse, a screen and a speaker, as a Textual application.

window.py     what is shown, heard and told
timing.py     the unit's time
panel_keys.py keys of the computer and the mouse
panes/        what opens beside the unit
app.py        the actions that `actions.py` lists
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from textual.app import SystemCommand
from textual.screen import Screen
from textual.widgets import Static

from banquier.panel import actions
from banquier.panel.panel_keys import KeyedWindow
from banquier.panel.tints import GHOSTS, glass_tones
from banquier.play.key_queue import HOLD
from banquier.saves.open_game import OpenGame
from banquier.saves.save_messages import of_system, writing
from banquier.trouble import Trouble, reason
from banquier.words import text
from banquier.words.languages import LANGUAGES
from display.optics import tones
from display.textual_glass import STEP

if TYPE_CHECKING:
    from banquier.saves.recorded_game import RecordedGame


def worths_by_lap(game: OpenGame | RecordedGame) -> list[tuple[int, ...]]:
    """Return what each player was worth. Raises Trouble if the save cannot be read."""
    from banquier.report.story import Story

    return [lap.worths for lap in Story.from_path(game.path).laps] if game.path else []


STEP_LENGTHS = ("slot", "scan", "frame", "operation")


class Panel(KeyedWindow):
    """Runs until it is left; returns the exit status."""

    async def run_action(self, *action: Any, **more: Any) -> bool:
        """Do as Textual does, paint at once what has changed, and tell a Trouble."""
        done = True
        try:
            done = await super().run_action(*action, **more)
        except Trouble as trouble:
            self.tell_sentence(trouble)
        self.timing.wake()
        return done

    # -- the list of commands

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        for action in actions.ACTIONS:
            if action.listed and action.where & self.action_mask:
                words = text(self.lang, f"action.{action.name}.help")
                shown = actions.computer_key(self.lang, action.shown)
                words = f"{words} ({shown})" if shown else words
                group = "workshop" if action.group == "workshop" else "game"
                group = text(self.lang, f"group_of.{group}")
                title = f"{group} · {actions.label(self.lang, action.name)}"
                yield SystemCommand(title, words, partial(self.run_action, action.run))
        for name, tint in self.settings.tints.items():
            title = text(self.lang, "action.tint_named", title=tint.title_in(self.lang, name))
            yield SystemCommand(title, "", partial(setattr, self, "theme", name))

    async def action_commands(self) -> None:
        await self.open_box("Commands")

    # -- panes and boxes

    async def open_box(self, name: str, *facts: object) -> Any:
        """Open a box over the panel. All are loaded with the first one, not at the start."""
        boxes = import_module("banquier.panel.boxes")
        box = getattr(boxes, name)(self.lang, *facts)
        await self.push_screen(box)
        return box

    async def action_pane(self, name: str) -> None:
        opens, room = self.pane_name != name, self.room()
        if name == "board":
            self.board_wanted = opens
        if opens and not room.pane_height:
            self.tell("window.too_small", warns=True)
        else:
            beside = name == "board" and room.pane_width > 0
            await self.open_pane(name if opens else "", by_itself=opens and beside)
        if self.pane is None and not self.replay:  # the past is seen beside a pane
            self.history.return_to_present()
        self._open_phones()

    async def action_help(self) -> None:
        game = self.unit.game
        edition = game.edition.label if game else ""
        await self.open_box("help_page", self.keymap, self.action_mask, edition)

    async def action_messages(self) -> None:
        """Show the latest messages whole, the last one first."""
        said = [Static(one, markup=False) for one in reversed(self.messages.said)]
        await self.open_box("Page", "messages.close", said)

    async def action_leave(self) -> None:
        if self.replay:  # nothing is lost
            self.exit(0)
        else:
            await self.open_box("Leaving", bool(self.game.path))

    def action_exit(self) -> None:
        self.exit(130, return_code=130)

    async def offer_ending(self) -> None:
        """Show the end of the game in a box over the keys."""
        game = self.unit.game
        if game is None or not self.ended or len(self.screen_stack) > 1:
            if type(self.screen).__name__ == "Ending":
                self.screen.dismiss()
            return
        box = await self.open_box("Ending", game, self.unit.names)
        with suppress(Trouble):
            if worths := await asyncio.to_thread(worths_by_lap, self.game):
                box.show_laps(worths)

    def action_again(self) -> None:
        """Begin the same game again, by the keys of the unit."""
        from banquier.play.key_reader import KeyReader
        from banquier.play.move import Move
        from banquier.play.moves import press

        self.keys.begin(press(KeyReader(self.unit), 0, Move("again")))

    async def action_story(self) -> None:
        if self.pane_name != "history":
            await self.action_pane("history")

    async def action_names(self) -> None:
        if self.replay:
            self.tell("names.watching")
        else:
            self.history.return_to_present()
            await self.open_box("PlayerNames", self.unit)

    async def action_rules(self) -> None:
        """Let rules be chosen before a game begins, and be read during one."""
        if game := self.unit.game:
            from banquier.words import house_rules

            if told := [Static(one) for one in house_rules.lines(game.edition, self.lang)]:
                await self.open_box("Page", "house.close", told)
            else:
                self.tell("house.none_on")
        elif isinstance(self.game, OpenGame):
            await self.open_box("HouseRules", self.game)

    # -- how it looks and sounds

    def action_language(self) -> None:
        known = list(LANGUAGES)
        self.lang = known[(known.index(self.lang) + 1) % len(known)]
        self.set_words()

    def action_picture(self) -> None:
        self.run_worker(self._take_picture())

    async def _take_picture(self) -> None:
        from banquier.panel.photo import take

        while self.glass.display and not self.glass.settled:
            await asyncio.sleep(STEP)
        unit, rows = self.unit, self.unit.glass()
        unlit, _ = tones(unit.session.settings["contrast"], unit.supply.millivolts)
        ends = unlit, glass_tones(unit, self.ghost)[1]
        try:
            async with self.loading:
                with writing(str(self.pictures)):
                    taken = await asyncio.to_thread(take, rows, ends, self.pictures)
        except Trouble as trouble:
            self.tell_sentence(trouble)
        else:
            path = str(taken[-1])
            self.messages.show_message(text(self.lang, "message.picture", path=path), files=[path])

    def action_next_tint(self) -> None:
        tints, names = self.settings.tints, list(self.settings.tints)
        self.theme = name = names[(names.index(self.theme) + 1) % len(names)]
        self.tell("message.tint", title=tints[name].title_in(self.lang, name))

    def action_ghost(self) -> None:
        self.ghost = (self.ghost + 1) % len(GHOSTS)

    def action_mute(self) -> None:
        from importlib.util import find_spec

        self.settings = self.settings._replace(mute=not self.settings.mute)
        if not (self.settings.mute or find_spec("miniaudio")):  # the extra `sound`
            self.tell("message.no_sound_library")

    # -- time

    def action_hold(self, key: str) -> None:
        self.tap(key, ticks=HOLD)

    def action_speed(self, way: int) -> None:
        self.timing.driver.shift(way)

    def action_pause(self) -> None:
        if self.watched:
            self.watched.pause()
        driver = self.timing.driver
        (driver.resume if driver.paused else driver.pause)()

    def action_step(self) -> None:
        driver = self.timing.driver
        if not (self.watched and self.watched.step()):
            if not driver.paused:
                driver.pause()
            driver.step(self.timing.step_length)

    def action_skip(self, operations: int) -> None:
        if self.watched:
            self.watched.skip(operations)

    def action_step_length(self) -> None:
        at = STEP_LENGTHS.index(self.timing.step_length)
        self.timing.step_length = STEP_LENGTHS[(at + 1) % len(STEP_LENGTHS)]

    # -- the history of the game

    def action_go(self) -> None:
        """Go to the row that is chosen in the list."""
        self.history.go()

    def action_present(self) -> None:
        self.history.return_to_present()

    async def action_play_on(self) -> None:
        bots = self.bots
        game = self.history.play_on()
        if game is None:
            self.tell("message.choose")
            return
        if self.pane_name == "history":  # its keys are the unit's again
            await self.open_pane("")
        self.play(game)
        self.set_words()
        self.invite_bots(bots)
        if not isinstance(self.table, str):
            self._serve_phones(self.table.lan)
        self._open_phones()
        self.tell("message.branch")
        for sentence in game.sentences:
            self.tell_sentence(sentence)

    # -- the table of phones

    def _open_phones(self) -> None:
        if self.pane_name == "phones" and self.shared and self.table == "phones.closed":
            self._serve_phones()

    def action_phones_lan(self) -> None:
        if not isinstance(self.table, str):
            self._serve_phones(not self.table.lan)

    async def action_phones_code(self) -> None:
        if not isinstance(self.table, str):
            from banquier.panel.panes.phones import qr_rows

            links = self.table.links()[0], self.table.wall_link()
            await self.open_box("QrCodes", *map(qr_rows, links))

    def action_phones_stop(self) -> None:
        if self.serving and not isinstance(self.table, str):
            self.serving.cancel()
            self.table = "phones.closed"

    def _serve_phones(self, lan: bool = False) -> None:
        """Open a table in the place of the one there is."""
        self.history.return_to_present()  # people play the present
        self.table = "phones.opening"
        self.serving = self.run_worker(self._serve(lan), group="phones", exclusive=True)

    async def _serve(self, lan: bool) -> None:
        """Hold a table until this is cancelled."""
        from banquier.panel.panes.phones import open_table, page_of

        page = page_of(self.game, self.timing, self.bots_pace)
        try:
            self.table = table = await open_table(page, self.port, lan)
        except OSError as error:
            self.table = "phones.closed"
            self.tell("phones.failed", warns=True, reason=of_system(reason(error)))
            self.timing.wake()
            return
        try:
            self.port = table.port
            if table.lan != lan:
                self.tell("phones.no_network", warns=True)
            self.timing.wake()
            await asyncio.Event().wait()
        finally:
            await table.stop()
