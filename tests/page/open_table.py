"""A table in this process, and clients of it without a browser."""

import asyncio
import json
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import monotonic
from typing import Any

import aiohttp

from banquier.cli.commands.serve import tls_context
from banquier.page.access import Access
from banquier.page.page_unit import PageUnit
from banquier.page.table_server import Table
from banquier.saves.open_game import OpenGame
from tests.support.units import at_the_table

SLOWNESS = 0.01


@asynccontextmanager
async def at_a_table(
    game: OpenGame | None = None, certificate: tuple[str, str] | None = None, **options: Any
) -> AsyncIterator[tuple[Table, aiohttp.ClientSession]]:
    """A table in this process, and a browser that knows the secret, and trusts the certificate."""
    page = PageUnit(game or OpenGame(at_the_table()), monotonic)
    tls = tls_context(*certificate) if certificate else None
    trust = ssl.create_default_context(cafile=certificate[0]) if certificate else True
    async with (
        Table(page, Access(slowness=SLOWNESS), port=0, tls=tls, **options) as table,
        aiohttp.ClientSession(
            base_url=origin(table)["Origin"],
            connector=aiohttp.TCPConnector(ssl=trust),
            cookie_jar=aiohttp.CookieJar(unsafe=True),
        ) as browser,
    ):
        answer = await enter(table, browser, table.access.secret)
        assert answer.status == 200
        yield table, browser


def origin(table: Table) -> dict[str, str]:
    return {"Origin": f"{table.scheme}://127.0.0.1:{table.port}"}


async def enter(
    table: Table, browser: aiohttp.ClientSession, secret: object
) -> aiohttp.ClientResponse:
    return await browser.post("/enter", data=json.dumps({"secret": secret}), headers=origin(table))


async def line(table: Table, browser: aiohttp.ClientSession) -> aiohttp.ClientWebSocketResponse:
    return await browser.ws_connect("/ws", headers=origin(table))


async def shake_hands(
    table: Table, browser: aiohttp.ClientSession
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A WebSocket as bytes: what no browser sends can be sent there."""
    (cookie,) = browser.cookie_jar
    host = f"127.0.0.1:{table.port}"
    reader, writer = await asyncio.open_connection("127.0.0.1", table.port, limit=1 << 20)
    lines = (
        "GET /ws HTTP/1.1", f"Host: {host}", f"Origin: http://{host}",
        f"Cookie: {cookie.key}={cookie.value}", "Upgrade: websocket", "Connection: Upgrade",
        "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {'A' * 22}==", "", "",
    )  # fmt: skip
    writer.write("\r\n".join(lines).encode())
    assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
    return reader, writer


async def closed(socket: aiohttp.ClientWebSocketResponse) -> int | None:
    """Return why the table closed the connection, after its last messages."""
    async for _ in socket:
        pass
    return socket.close_code
