"""The panel's table of phones: a real panel at a pseudo-terminal, and a real client that joins."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import aiohttp
import pytest
import segno

from banquier.page.table_server import Table, lan_address
from banquier.panel.app import Panel
from banquier.panel.phones import qr_rows
from banquier.panel.settings import Settings
from banquier.saves.open_game import open_game
from display.elements import ELEMENTS, is_lit
from tests.panel.steering import press, shown, steered
from tests.support.games_played import evening, play
from tests.support.terminal import Terminal, panel_command
from tests.support.terminal_reader import TerminalReader, spelt

CTRL_C, CTRL_N, CTRL_R, CTRL_W = b"\x03", b"\x0e", b"\x12", b"\x17"
THROW = ("J1 LANCEZ", "150.000")
ENGLISH = Settings(lang="en")
LINK = re.compile(r"(http://127\.0\.0\.1:\d+)/#(\S+)")

Act = Callable[["Phone"], Awaitable[None]]


class Phone:
    """A browser at the table, and what its glass shows."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.row_a = ""

    async def tap(self, key: str) -> None:
        for way in ("down", "up"):
            await self.socket.send_json({"t": way, "key": key})

    async def shows(self, row_a: str) -> None:
        async with asyncio.timeout(20):
            while self.row_a != row_a:
                told = json.loads((await self.socket.receive()).data)
                if "glass" in told:
                    zero, one, two, three = (int(row, 16) for row in told["glass"]["rows"])
                    rows = zero, one, two, three
                    self.row_a = spelt({name: is_lit(rows, name) for name in ELEMENTS}).row_a


def join(link: str, secret: str, act: Act) -> None:
    async def visit() -> None:
        jar = aiohttp.CookieJar(unsafe=True)
        async with aiohttp.ClientSession(base_url=link, cookie_jar=jar) as browser:
            own = {"Origin": link}
            answer = await browser.post("/enter", data=json.dumps({"secret": secret}), headers=own)
            assert answer.status == 200
            async with browser.ws_connect("/ws", headers=own) as socket:
                await act(Phone(socket))

    asyncio.run(asyncio.wait_for(visit(), 60))


def painted(reader: TerminalReader, pattern: re.Pattern[str]) -> re.Match[str]:
    """What the terminal shows, once it does."""
    lines = reader.lines_when(pattern.search, 0.1)
    found = pattern.search("\n".join(lines))
    assert found, f"the terminal shows {lines}"
    return found


@pytest.fixture
def opened(home: Path) -> TerminalReader:
    terminal = Terminal(panel_command("--players", "3", "--mute", "--lang", "en"), (80, 24))
    reader = TerminalReader(terminal)
    reader.pane = True
    return reader


def read_all(reader: TerminalReader) -> None:
    """A panel waits where nobody reads its terminal."""
    while reader.feed(0.2):
        pass


def test_a_phone_and_the_terminal_press_the_same_unit(opened: TerminalReader) -> None:
    with opened.terminal as terminal:
        opened.wait_for(THROW)
        terminal.type(CTRL_R)
        link, secret = painted(opened, LINK).groups()

        async def play(phone: Phone) -> None:
            await phone.shows("J1 LANCEZ")
            painted(opened, re.compile("Phones and browsers: 1 of 16"))
            await phone.tap("PAYER")
            await phone.shows("PAYER QUI ?")
            opened.wait_for(("PAYER QUI ?", "1"), ("PAYER QUI ?", ""))
            terminal.type(b"\r")
            await phone.shows("A QUI ?")
            terminal.type(CTRL_R)  # the pane closes, the table stays
            read_all(opened)
            await phone.tap("C")
            await phone.shows("PAYER QUI ?")
            await phone.tap("C")
            await phone.shows("J1 LANCEZ")
            read_all(opened)
            terminal.type(CTRL_C)
            closing = await phone.socket.receive()
            while closing.type is aiohttp.WSMsgType.TEXT:
                closing = await phone.socket.receive()
            assert closing.type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED)

        join(link, secret, play)
        assert terminal.ended() == 130


def test_a_recorded_game_that_is_played_on_has_phones(home: Path, tmp_path: Path) -> None:
    save = tmp_path / "game.keys"
    evening(save, "players 3", operations=0)
    command = [sys.executable, "-m", "banquier", "replay", str(save), "--speed", "0"]
    reader = TerminalReader(Terminal(command, (80, 24)))
    reader.pane = True
    with reader.terminal as terminal:
        terminal.until(lambda out: b"BANQUIER" in out)
        terminal.type(CTRL_R)
        painted(reader, re.compile("cannot be played on phones"))
        terminal.type(CTRL_N)
        link, secret = painted(reader, LINK).groups()

        async def play(phone: Phone) -> None:
            await phone.tap("OK")  # REPRISE ?
            await phone.shows("J1 LANCEZ")
            await phone.tap("PAYER")
            await phone.shows("PAYER QUI ?")
            painted(reader, re.compile("Phones and browsers: 1 of 16"))

        join(link, secret, play)
        reader.wait_for(("PAYER QUI ?", "1"), ("PAYER QUI ?", ""))
        terminal.type(CTRL_C)
        assert terminal.ended() == 130
    branched = [path for path in tmp_path.glob("*.keys") if path != save]
    assert len(branched) == 1
    assert b" down PAYER" in branched[0].read_bytes()


def test_a_stopped_table_lets_nobody_in_and_opens_again_with_the_same_link(
    opened: TerminalReader,
) -> None:
    with opened.terminal as terminal:
        opened.wait_for(THROW)
        terminal.type(CTRL_R)
        found = painted(opened, LINK)
        terminal.type(CTRL_W)
        painted(opened, re.compile("The table is closed"))

        async def refused() -> None:
            async with aiohttp.ClientSession() as browser:
                with pytest.raises(aiohttp.ClientConnectionError):
                    await browser.get(found[1])

        asyncio.run(refused())
        terminal.type(CTRL_R)
        terminal.type(CTRL_R)
        assert painted(opened, LINK).groups() == found.groups()
        terminal.type(CTRL_C)
        assert terminal.ended() == 130


# -- in this process: the real table, opened by a panel under a pilot


async def table_of(panel: Panel, agrees: Callable[[Table], object]) -> Table:
    """The table, once it is open and agrees."""
    async with asyncio.timeout(20):
        while True:
            table = panel.phones.table if panel.phones else None
            if table is not None and agrees(table):
                return table
            await asyncio.sleep(0.02)


@pytest.mark.usefixtures("home")
async def test_the_table_follows_to_the_game_that_is_played_on(tmp_path: Path) -> None:
    opened = open_game(players=2, folder=str(tmp_path))
    play(opened.unit, 8)
    unit = opened.unit
    async with steered(opened, (120, 40), settings=ENGLISH, bots={2: "greedy"}) as (panel, pilot):
        await pilot.press("ctrl+r")
        first = await table_of(panel, lambda table: True)
        link = first.links()[0]
        await pilot.press("ctrl+t", *["up"] * 3, "enter")
        assert panel.history.away and first.page.unit is unit
        await pilot.press("ctrl+n")
        table = await table_of(panel, lambda table: table is not first)
        assert table.page.unit is panel.unit is opened.unit is not unit
        assert table.links()[0] == link and table.page.bots == (2,)
    opened.close()


@pytest.mark.usefixtures("home")
async def test_a_table_opened_before_an_earlier_moment_is_of_the_present(tmp_path: Path) -> None:
    opened = open_game(players=2, folder=str(tmp_path))
    play(opened.unit, 8)
    async with steered(opened, (120, 40), settings=ENGLISH) as (panel, pilot):
        await pilot.press("ctrl+t", *["up"] * 3, "enter")
        assert panel.history.away
        await pilot.press("ctrl+r")
        table = await table_of(panel, lambda table: True)
        assert table.page.keys is panel.keys and table.page.unit is panel.unit is opened.unit
    opened.close()


@pytest.mark.usefixtures("home")
async def test_the_local_network_is_opened_and_closed_and_the_code_is_shown_large(
    tmp_path: Path,
) -> None:
    opened = open_game(players=2, folder=str(tmp_path))
    async with steered(opened, settings=ENGLISH) as (panel, pilot):
        await pilot.press("ctrl+r")
        table = await table_of(panel, lambda table: True)
        assert not table.lan and table.links()[0].startswith("http://127.0.0.1:")
        await press(pilot, "ctrl+k")
        assert panel.phones and all(row in shown(panel) for row in panel.phones.qr)
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
