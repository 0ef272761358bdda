"""The panel's table of phones: a real panel at a pseudo-terminal, and a real client that joins."""

import asyncio
import errno
import json
import os
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest
import segno

from banquier.page.seating import Browser
from banquier.page.table_server import Table, lan_address
from banquier.panel.app import Panel
from banquier.panel.panes.phones import qr_rows
from banquier.panel.settings import Settings
from banquier.saves.open_game import OpenGame, open_game
from banquier.saves.recorded_game import RecordedGame
from banquier.saves.recording_file import recording_of
from banquier.saves.save_folder import SaveFolder
from banquier.words import line
from banquier.words.announcements import BETWEEN
from tests.panel.steering import comes, press, shown, shown_at, steered
from tests.support import waiting
from tests.support.games_played import evening, play
from tests.support.glasses import lit, spelt
from tests.support.terminal import Terminal, panel_command
from tests.support.terminal_reader import TerminalReader
from tests.support.typography import typed

CTRL_C, CTRL_R = b"\x03", b"\x12"
THROW = ("J1 LANCEZ", "150.000")
ENGLISH = Settings(lang="en")
LINK = re.compile(r"(http://127\.0\.0\.1:\d+)/#(\S+)")

pytestmark = pytest.mark.usefixtures("home")


class Phone:
    """A browser at the table, and what its glass shows."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.row_a = ""

    async def tap(self, key: str) -> None:
        for way in ("down", "up"):
            await self.socket.send_json({"t": way, "key": key})

    async def listen(self) -> None:
        """Receive until the table closes; the heartbeat of the table is answered meanwhile."""
        async for message in self.socket:
            told = json.loads(message.data)
            if "glass" in told:
                zero, one, two, three = (int(row, 16) for row in told["glass"]["rows"])
                rows = zero, one, two, three
                self.row_a = spelt(lit(rows)).row_a

    async def shows(self, row_a: str) -> None:
        await waiting.comes(lambda: self.row_a == row_a or self.socket.closed)
        assert not self.socket.closed


@asynccontextmanager
async def joined(link: str, secret: str) -> AsyncIterator[Phone]:
    jar = aiohttp.CookieJar(unsafe=True)
    async with aiohttp.ClientSession(base_url=link, cookie_jar=jar) as browser:
        own = {"Origin": link}
        answer = await browser.post("/enter", data=json.dumps({"secret": secret}), headers=own)
        assert answer.status == 200
        async with browser.ws_connect("/ws", headers=own) as socket:
            phone = Phone(socket)
            listening = asyncio.create_task(phone.listen())
            yield phone
            listening.cancel()


def painted(reader: TerminalReader, pattern: re.Pattern[str]) -> re.Match[str]:
    """Return what the terminal shows, once it does."""
    found = pattern.search("\n".join(reader.lines_when(pattern.search, 0.1)))
    assert found
    return found


def read_all(reader: TerminalReader) -> None:
    """A panel waits where nobody reads its terminal."""
    while reader.feed(0.2):
        pass


async def test_a_phone_and_the_terminal_press_the_same_unit() -> None:
    command = panel_command("--players", "3", "--mute", "--lang", "en")
    with Terminal(command) as terminal:
        opened = TerminalReader(terminal)
        opened.pane = True
        opened.wait_for(THROW)
        terminal.type(CTRL_R)
        async with joined(*painted(opened, LINK).groups()) as phone:
            await phone.shows("J1 LANCEZ")
            await asyncio.to_thread(painted, opened, re.compile("Phones and browsers: 1 of 16"))
            await phone.tap("PAYER")
            await phone.shows("PAYER QUI ?")
            await asyncio.to_thread(opened.wait_for, ("PAYER QUI ?", "1"), ("PAYER QUI ?", ""))
            terminal.type(b"\r")
            await phone.shows("A QUI ?")
            terminal.type(CTRL_R)  # the pane closes, the table stays
            await asyncio.to_thread(read_all, opened)
            await phone.tap("C")
            await phone.shows("PAYER QUI ?")
            await phone.tap("C")
            await phone.shows("J1 LANCEZ")
            await asyncio.to_thread(read_all, opened)
            terminal.type(CTRL_C)
            await waiting.comes(lambda: phone.socket.closed)
        assert terminal.ended() == 130


# -- in this process: the real table, opened by a panel under a pilot


async def table_of(panel: Panel, agrees: Callable[[Table], object]) -> Table:
    """The table, once it is open and agrees."""
    while True:
        if isinstance(panel.table, Table) and agrees(panel.table):
            return panel.table
        await asyncio.sleep(0.02)


async def test_a_recorded_game_that_is_played_on_has_phones(tmp_path: Path) -> None:
    save = tmp_path / "game.keys"
    evening(save, "players 3", operations=0)
    replay = RecordedGame(recording_of(str(save))[0], SaveFolder.from_path(str(save)))
    panel = Panel(replay, ENGLISH, frozen=True)
    async with shown_at(panel, (120, 40)) as pilot:
        await press(pilot, "right", "ctrl+r")
        assert "cannot be played on phones" in shown(panel)
        await pilot.press("ctrl+n")
        table = await table_of(panel, lambda table: True)
        assert table.page.keys is panel.keys and table.page.unit is panel.unit
        assert isinstance(panel.game, OpenGame)
        panel.game.close()


async def test_a_stopped_table_lets_nobody_in_and_opens_again_with_the_same_link(
    tmp_path: Path,
) -> None:
    opened = open_game(players=2, games=SaveFolder(str(tmp_path)))
    async with steered(opened, settings=ENGLISH) as (panel, pilot):
        await pilot.press("ctrl+r")
        link = (await table_of(panel, lambda table: True)).links()[0]
        await pilot.press("ctrl+w")
        await comes(pilot, lambda: "The table is closed" in shown(panel))
        async with aiohttp.ClientSession() as browser:
            with pytest.raises(aiohttp.ClientConnectionError):
                await browser.get(link)
        await pilot.press("ctrl+r", "ctrl+r")
        assert (await table_of(panel, lambda table: True)).links()[0] == link
    opened.close()


async def test_the_table_follows_to_the_game_that_is_played_on(tmp_path: Path) -> None:
    opened = open_game(players=2, games=SaveFolder(str(tmp_path)))
    play(opened.unit, 8)
    unit, bots = opened.unit, {1: "greedy", 2: "greedy"}
    async with steered(opened, (120, 40), settings=ENGLISH, bots=bots) as (panel, pilot):
        await pilot.press("ctrl+t", *["up"] * 3, "enter")
        assert panel.history.is_away
        await pilot.press("ctrl+r")  # opened before an earlier moment it is of the present
        first = await table_of(panel, lambda table: True)
        link = first.links()[0]
        assert first.page.keys is panel.keys and first.page.unit is panel.unit is unit
        await pilot.press("ctrl+r", "ctrl+t", *["up"] * 3, "enter")
        assert panel.history.is_away and first.page.unit is unit
        await pilot.press("ctrl+n")
        table = await table_of(panel, lambda table: table is not first)
        assert table.page.unit is panel.unit is opened.unit is not unit
        assert table.links()[0] == link and [*table.page.keys.bots] == [1, 2]
        assert not panel.key_block.marked
        table.page.receive(table.page.join(Browser("phone")), '{"t": "takeover"}')
        panel.timing.wake()
        assert panel.key_block.marked == frozenset(panel.unit.question.answers)
        shown = panel.question_line.text.replace(BETWEEN, ", ")
        assert f"{shown}." == line(panel.unit.question, {}).text("en")
    opened.close()


async def test_a_phone_moves_nothing_while_an_earlier_moment_is_shown(tmp_path: Path) -> None:
    """The phone's keys go down in the present game, once it is shown again."""
    opened = open_game(players=2, games=SaveFolder(str(tmp_path)))
    play(opened.unit, 8)
    unit, panel = opened.unit, Panel(opened, ENGLISH)
    async with shown_at(panel, (120, 40)) as pilot:
        await pilot.press("ctrl+r")
        table = await table_of(panel, lambda table: True)
        address, _, secret = table.links()[0].partition("/#")
        await pilot.press("ctrl+r", "ctrl+t", *["up"] * 3, "enter")
        assert panel.history.is_away
        async with joined(address, secret) as phone:
            stood = unit.tick
            await phone.tap("PAYER")
            await comes(
                pilot,
                lambda: (
                    [browser.received for browser in table.page.seating.browsers.values()] == [2]
                ),
            )
            panel.timing.wake()
            table.page.catch_up()
            assert unit.tick == stood
            await pilot.press("end")
            await phone.shows("PAYER QUI ?")
    opened.close()


async def test_why_the_table_cannot_be_opened_is_told_in_the_players_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(_: Table) -> None:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    monkeypatch.setattr(Table, "start", fails)
    said = "La table ne s'ouvre pas : trop de fichiers ouverts"
    opened = open_game(players=2, games=SaveFolder(str(tmp_path)))
    async with steered(opened, settings=Settings(lang="fr")) as (panel, pilot):
        await press(pilot, "ctrl+r")
        await comes(pilot, lambda: said in map(typed, panel.messages.said))


async def test_the_local_network_is_opened_and_closed_and_the_code_is_shown_large(
    tmp_path: Path,
) -> None:
    opened = open_game(players=2, games=SaveFolder(str(tmp_path)))
    async with steered(opened, settings=ENGLISH) as (panel, pilot):
        await pilot.press("ctrl+r")
        table = await table_of(panel, lambda table: True)
        assert not table.lan and table.links()[0].startswith("http://127.0.0.1:")
        links = table.links()[0], table.wall_link()
        for link, other in (links, links[::-1]):
            await press(pilot, "ctrl+k")
            assert all(row in shown(panel) for row in qr_rows(link))
            assert not all(row in shown(panel) for row in qr_rows(other))
        await pilot.press("escape", "ctrl+u")
        if lan_address():
            table = await table_of(panel, lambda table: table.lan)
            assert table.links()[0].startswith(f"http://{lan_address()}:")
            await pilot.press("ctrl+u")
            await table_of(panel, lambda table: not table.lan)
        else:
            await table_of(panel, lambda table: panel.messages.said)
            assert "no local network" in panel.messages.said[-1]
    opened.close()


def test_the_rows_of_the_code_are_its_modules() -> None:
    link = "http://192.0.2.7:8090/#gItP-RnChxogN6sj3EC2DjaD"
    rows = qr_rows(link)
    modules = [list(row) for row in segno.make(link, error="l").matrix_iter(border=2)]
    read = [[char in signs for char in row] for row in rows for signs in ("▀█", "▄█")]
    assert read[: len(modules)] == [[bool(one) for one in row] for row in modules]
    assert len(rows) <= 20 and len(rows[0]) <= 38
