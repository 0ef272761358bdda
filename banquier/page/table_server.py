"""The table: one unit on this computer, for every browser that joins.

    async with Table(page_unit, access, port=8090) as table:
        table.links()       the links to print

Only a browser with the secret gets more than the entry page, also on this machine: other people
have accounts on it. Host and Origin must be names that were printed. A browser that does not read
or answer is let go; one that sends too much, too fast or what is not a message, too. All time here
is that of the event loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import socket
from collections import deque
from collections.abc import Awaitable, Callable
from ssl import SSLContext
from typing import Any

import segno
from aiohttp import WSCloseCode, WSMsgType, web

from banquier.chances.live import Live
from banquier.nesting import json_of
from banquier.page import assets
from banquier.page.access import COOKIE, Access, EntryRefused
from banquier.page.connection import GREETING, Connection, Door, protect
from banquier.page.kept_bots import KeptBots
from banquier.page.page_chances import PageChances
from banquier.page.page_ending import ending_of, story_of
from banquier.page.page_messages import LARGEST, VERSION, Junk
from banquier.page.page_story import PageStories
from banquier.page.page_unit import PageUnit
from banquier.page.seating import Browser
from banquier.saves.link import make_in_slices
from banquier.words.languages import language

USUAL_PORT = 8090
BROWSERS = 16
MESSAGES_A_SECOND = 50
TOO_FAST = "too fast"
HEARTBEAT = 10.0
READING = 8.0
"""The seconds in which a browser must take what it is sent."""
STOPPING = 2.0
QUIET = 4.0
"""The seconds without news, after which a browser hears that the table is there."""
HERE = json.dumps({"v": VERSION})

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def lan_address() -> str:
    """Return this machine's address on the local network, "" without one. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return ""
    return "" if address.startswith(("127.", "0.")) else address


class Table:
    def __init__(
        self,
        page: PageUnit,
        access: Access,
        *,
        port: int,
        lan: bool = False,
        tls: SSLContext | None = None,
        host: str = "",
        local_page: str = "",
        bots: KeptBots | None = None,
    ) -> None:
        """`port` 0: a free one. `host`: one more name of this machine, as in a certificate.
        The game is shared as a link into the `local_page` at that address. `bots`: keeps their
        seats beside the save."""
        self.page = page
        self.access = access
        self.port = port
        self.lan = lan
        self.most = BROWSERS
        self.tls = tls
        self.cookie = f"__Host-{COOKIE}" if tls else COOKIE
        self.look_cookie = f"{self.cookie}-wall"
        self.host = host.lower()  # as a browser sends it
        self.local_page = local_page
        self.bots = bots
        self.lines: dict[Browser, BrowserLine] = {}
        self._wake = asyncio.Event()
        self.chances = PageChances(page, lambda: Live(self._wake.set))
        self.stories = PageStories(page)
        page.news.show_end = self._show_end

    # -- its life

    async def __aenter__(self) -> Table:
        await self.start()
        return self

    async def __aexit__(self, *fault: object) -> None:
        await self.stop()

    async def start(self) -> None:
        """Open the port. Raises OSError if it is taken."""
        app = web.Application(middlewares=[self._check_access], client_max_size=LARGEST)
        app.add_routes(
            [
                web.get("/", self._index),
                web.get("/wall", self._index),
                web.post("/enter", self._enter),
                web.get("/ws", self._websocket),
                web.get("/story", self._story),
                web.get("/link", self._link),
                web.get("/file/{name}", self._file),
            ]
        )
        app.on_response_prepare.append(self._protect)
        self._runner = web.AppRunner(app, handle_signals=False, shutdown_timeout=STOPPING)
        await self._runner.setup()
        assert self._runner.server is not None
        try:
            listener = socket.create_server(
                ("0.0.0.0" if self.lan else "127.0.0.1", self.port), backlog=64
            )
        except OSError:
            await self._runner.cleanup()
            raise
        listener.setblocking(False)
        self.port = listener.getsockname()[1]
        self.door = Door(self._runner.server, self.tls)
        self.door.open(listener)
        hosts = ["127.0.0.1", "localhost", *([lan_address()] if self.lan else []), self.host]
        self.hosts = [f"{host}:{self.port}" for host in hosts if host]
        self._origins = [f"{self.scheme}://{host}" for host in self.hosts]
        if self.lan or self.host:
            code = segno.make(self.links()[0], error="l")
            self.page.news.join_code = code.svg_inline(border=2, omitsize=True, light="#fff")
        self._life = asyncio.create_task(self.live())

    async def stop(self) -> None:
        """Stop at once, without waiting for browsers to go by themselves."""
        self.door.shut()
        self.chances.close()
        self.stories.close()
        self._life.cancel()
        await asyncio.gather(self._life, return_exceptions=True)
        why = "the program at the table has ended"
        lines = [line.close(WSCloseCode.GOING_AWAY, why) for line in self.lines.values()]
        await asyncio.gather(*lines)
        self.door.clear()
        await self._runner.cleanup()

    def links(self) -> list[str]:
        """Return the links with the secret, first the one for phones if there is one."""
        hosts = reversed(self.hosts) if self.lan or self.host else self.hosts[:1]
        return [
            f"{self.scheme}://{host}/#{self.access.secret}"
            for host in hosts
            if "localhost" not in host
        ]

    def wall_link(self) -> str:
        """Return the link for a screen that shows the game to all and presses nothing."""
        return f"{self.links()[0].partition('#')[0]}wall#{self.access.look_secret}"

    @property
    def scheme(self) -> str:
        return "https" if self.tls else "http"

    async def live(self) -> None:
        """Run the unit whenever something is due, and whenever a browser has sent a message."""
        while True:
            self.page.catch_up()
            if self.bots:
                self.bots.refresh()
            self.chances.refresh()
            for line in self.lines.values():
                line.news.set()
            self._wake.clear()
            with contextlib.suppress(asyncio.TimeoutError):
                async with asyncio.timeout(self.page.rest()):
                    await self._wake.wait()

    def _show_end(self, path: str) -> None:
        async def show() -> None:
            self.page.news.show("end", await self.stories.make(ending_of))
            self._wake.set()

        self._ending = asyncio.create_task(show())

    # -- the door

    @web.middleware
    async def _check_access(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        assert isinstance(request.protocol, Connection)
        request.protocol.greet(known=bool(self._looker(request)))
        if request.headers.get("Host", "").lower() not in self.hosts:
            raise _refusal(web.HTTPForbidden, "This name is not the one that was printed.")
        inside = self._visitor(request) or (
            self._looker(request) and request.path.startswith(("/file/", "/ws"))
        )
        if request.path not in ("/", "/wall", "/enter") and not inside:
            raise _refusal(web.HTTPForbidden, "The link with its secret opens this page.")
        return await handler(request)

    async def _protect(self, request: web.Request, response: web.StreamResponse) -> None:
        protect(response)

    def _is_origin(self, request: web.Request) -> bool:
        """A page of this server sends its own Origin; a request without one is not from it."""
        return request.headers.get("Origin", "").lower() in self._origins

    def _visitor(self, request: web.Request) -> str:
        return self.access.player_of(request.cookies.get(self.cookie, ""))

    def _looker(self, request: web.Request) -> str:
        """Return the browser that has the link of the wall; a player may look too."""
        looker = self.access.looker_of(request.cookies.get(self.look_cookie, ""))
        return looker or self._visitor(request)

    async def _index(self, request: web.Request) -> web.Response:
        known = self._looker if request.path == "/wall" else self._visitor
        if not known(request):
            page, policy = assets.entry_page()
            headers = {"Content-Security-Policy": policy}
            return web.Response(text=page, content_type="text/html", headers=headers)
        return web.Response(text=assets.index("table"), content_type="text/html")

    async def _enter(self, request: web.Request) -> web.Response:
        if not self._is_origin(request):
            raise _refusal(web.HTTPForbidden, "Another origin may not enter here.")
        try:
            async with asyncio.timeout(GREETING):
                entry = json_of(await request.text())
            cookie = await self.access.enter(entry.get("secret") if isinstance(entry, dict) else "")
        except (TimeoutError, ConnectionError, ValueError) as fault:
            why = str(fault) if isinstance(fault, EntryRefused) else "wrong"
            return web.json_response({"why": why}, status=403)
        response = web.json_response({})
        name = self.look_cookie if self.access.looker_of(cookie) else self.cookie
        response.set_cookie(
            name, cookie, httponly=True, samesite="Strict", path="/", secure=bool(self.tls)
        )
        return response

    async def _file(self, request: web.Request) -> web.Response:
        page_file = assets.file(request.match_info["name"])
        if page_file is None:
            raise _refusal(web.HTTPNotFound, "There is no such file.")
        content, kind = page_file
        return web.Response(body=content, content_type=kind, charset="utf-8")

    async def _story(self, request: web.Request) -> web.Response:
        lang = language(request.query_string)
        text = await self.stories.make(story_of, lang=lang)
        policy = (
            "default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
            "frame-ancestors 'self'; sandbox"
        )
        return web.Response(
            text=text, content_type="text/html", headers={"Content-Security-Policy": policy}
        )

    async def _link(self, request: web.Request) -> web.Response:
        return web.Response(text=await self.stories.make(make_in_slices, page=self.local_page))

    # -- the line to a browser

    async def _websocket(self, request: web.Request) -> web.StreamResponse:
        if not self._is_origin(request):
            raise _refusal(web.HTTPForbidden, "Another origin may not press these keys.")
        looks = "wall" in request.query
        visitor = self._looker(request) if looks else self._visitor(request)
        if not visitor:
            raise _refusal(web.HTTPForbidden, "This link only looks.")
        socket = web.WebSocketResponse(
            heartbeat=HEARTBEAT, timeout=STOPPING, max_msg_size=LARGEST + 1, compress=False
        )
        if len(self.lines) >= self.most:
            await socket.prepare(request)
            await socket.close(code=WSCloseCode.TRY_AGAIN_LATER, message=b"too many browsers")
            return socket
        lang = language(request.query.get("lang", ""))
        browser = Browser(f"{visitor}/{id(socket)}", visitor, lang, looks=looks)
        line = self.join(browser, socket, request.transport)
        assert isinstance(request.protocol, Connection)
        request.protocol.play(line.count)
        try:
            await socket.prepare(request)
            await line.talk()
        finally:
            self.leave(line)
        return socket

    def join(
        self,
        browser: Browser,
        socket: web.WebSocketResponse,
        transport: asyncio.Transport | None,
    ) -> BrowserLine:
        self.page.join(browser)
        line = self.lines[browser] = BrowserLine(self, browser, socket, transport)
        return line

    def leave(self, line: BrowserLine) -> None:
        del self.lines[line.browser]
        self.page.leave(line.browser)
        self._wake.set()

    def wake(self) -> None:
        self._wake.set()


class BrowserLine:
    """One browser: its messages are limited, and it is sent the newest state."""

    def __init__(
        self,
        table: Table,
        browser: Browser,
        socket: web.WebSocketResponse,
        transport: asyncio.Transport | None,
    ) -> None:
        self.table = table
        self.browser = browser
        self.socket = socket
        self.transport = transport
        self.news = asyncio.Event()
        self._times: deque[float] = deque(maxlen=MESSAGES_A_SECOND)
        """The times of its last messages."""

    def may_speak(self) -> bool:
        """Count a message; false if there were too many in this second."""
        times, now = self._times, asyncio.get_running_loop().time()
        if len(times) == times.maxlen and now - times[0] < 1:
            return False
        times.append(now)
        return True

    def count(self, frames: int) -> bool:
        """Count frames that are not a whole message as messages too. False: the line is closed."""
        stays = all(self.may_speak() for _ in range(frames))
        if not stays:
            self.end(WSCloseCode.POLICY_VIOLATION, TOO_FAST)
        return stays

    def end(self, code: int, why: str) -> None:
        self._ending = asyncio.get_running_loop().create_task(self.close(code, why))

    async def talk(self) -> None:
        sending = asyncio.create_task(self._send_news())
        self.news.set()
        try:
            async for message in self.socket:
                why = self._receive(message.type, message.data)
                if why:
                    logging.getLogger("banquier.page").info("a browser is let go: %s", why)
                    await self.close(WSCloseCode.POLICY_VIOLATION, why)
                    break
        except ConnectionError:
            # It went while it was answered.
            pass
        finally:
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)

    def _receive(self, kind: WSMsgType, data: Any) -> str:
        """Do what a message asks for. Return why this browser is let go; empty if it stays."""
        if not self.may_speak():
            return TOO_FAST
        try:
            self.table.page.receive(self.browser, data if kind is WSMsgType.TEXT else None)
        except Junk as junk:
            return str(junk)
        self.table.wake()
        return ""

    async def close(self, code: int, why: str) -> None:
        with contextlib.suppress(ConnectionError, asyncio.TimeoutError):
            async with asyncio.timeout(STOPPING):
                await self.socket.close(code=code, message=why.encode())

    async def _send_news(self) -> None:
        """Send the newest as often as the browser takes it. One that takes nothing is let go."""
        now = asyncio.get_running_loop().time
        sent_at = now()
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout_at(sent_at + QUIET):
                    await self.news.wait()
            self.news.clear()
            text = self.table.page.news.message(self.browser) or HERE
            if text is HERE and now() < sent_at + QUIET:
                continue
            sent_at = now()
            try:
                async with asyncio.timeout(READING):
                    await self.socket.send_str(text)
            except (TimeoutError, ConnectionError):
                if self.transport is not None:
                    self.transport.abort()
                return


def _refusal(kind: type[web.HTTPException], sentence: str) -> web.HTTPException:
    return kind(text=f"{sentence}\n")
