"""The panel in a browser: textual-serve behind a door that only this machine may open.

    serve(["python3", "banquier.py", "play"], port=8000)

Bound to the loopback address. A page of another origin can neither open the panel nor drive it,
and a name that merely points here (as in DNS rebinding) is no name of ours. Everything the page
needs comes from here: own template, no outside font or script, and the browser is told so. Each
visitor plays on a unit of their own, and only so many at a time.
"""

from __future__ import annotations

import logging
import re
import shlex
import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from urllib.parse import urlsplit

from aiohttp import WSCloseCode, web
from textual_serve.app_service import AppService
from textual_serve.server import Server

HERE = Path(__file__).resolve().parent
LOOPBACK = "127.0.0.1"
OUR_NAMES = frozenset({"127.0.0.1", "localhost", "::1"})
SESSIONS = 4

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self' ws:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def is_ours(host: str) -> bool:
    """Whether a Host header names this machine by a name that only this machine has."""
    try:
        return urlsplit(f"//{host}").hostname in OUR_NAMES
    except ValueError:
        return False


def may_drive(host: str, origin: str | None) -> bool:
    """Whether a websocket may be opened: by a page that came from here, and by nobody else."""
    if origin is None or not is_ours(host):
        return False
    parts = urlsplit(origin)
    return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()


def within(said: str, least: int, most: int, *, usual: int) -> int:
    """A number that an address gives, if it is one that makes sense."""
    return int(said) if re.fullmatch("[0-9]{1,4}", said) and least <= int(said) <= most else usual


@web.middleware
async def door(request: web.Request, handler: Handler) -> web.StreamResponse:
    if not is_ours(request.host):
        raise web.HTTPForbidden(text="This panel answers on its own machine only.\n")
    response = await handler(request)
    if not response.prepared:
        response.headers.update(HEADERS)
    return response


class Visit(AppService):
    """The panel of one visitor, a process of its own."""

    async def stop(self) -> None:
        """Over when the process is: the loop must not close on one that still runs."""
        await super().stop()
        if self._process is not None:
            await self._process.wait()


class PanelServer(Server):
    def __init__(self, command: Sequence[str], port: int, sessions: int = SESSIONS) -> None:
        # The shell steps aside, so that what is told to end is the panel itself.
        line = shlex.join(command)
        super().__init__(
            f"exec {line}" if sys.platform != "win32" else line,
            host=LOOPBACK,
            port=port,
            title="Banquier 90",
            templates_path=str(HERE / "web"),
        )
        self.most = sessions
        self.lines: set[web.WebSocketResponse] = set()

    async def _make_app(self) -> web.Application:
        app = web.Application(middlewares=[door])
        app.add_routes(
            [
                web.get("/", self._index),
                web.get("/ws", self.handle_websocket),
                web.static("/static", self.statics_path),
                web.static("/web", HERE / "web"),
            ]
        )
        app.on_shutdown.append(self._hang_up)
        return app

    async def _hang_up(self, _: web.Application) -> None:
        """Nobody waits at Ctrl-C for a browser to go by itself."""
        for line in list(self.lines):
            await line.close(code=WSCloseCode.GOING_AWAY, message=b"banquier serve has ended")

    def serve(self, debug: bool = False) -> None:
        """Until Ctrl-C or SIGTERM. OSError if the port is not to be had."""
        self.initialize_logging()
        web.run_app(self._make_app(), host=self.host, port=self.port, print=self._announce)

    def _announce(self, _: str) -> None:
        """Called once somebody listens."""
        print(f"The panel is at http://{LOOPBACK}:{self.port} until Ctrl-C.", flush=True)

    def initialize_logging(self) -> None:
        logging.basicConfig(level="WARNING", format="banquier serve: %(message)s")

    async def _index(self, request: web.Request) -> web.Response:
        page = (HERE / "web" / "index.html").read_text(encoding="utf-8")
        size = within(request.query.get("fontsize", ""), 6, 60, usual=16)
        return web.Response(text=page.replace("FONT_SIZE", str(size)), content_type="text/html")

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        if not may_drive(request.host, request.headers.get("Origin")):
            raise web.HTTPForbidden(text="Another origin may not drive this panel.\n")
        if len(self.lines) >= self.most:
            raise web.HTTPServiceUnavailable(text=f"{self.most} panels are open already.\n")
        line = web.WebSocketResponse(heartbeat=15, timeout=2)
        self.lines.add(line)
        try:
            await line.prepare(request)
            await self._visit(line, request)
        finally:
            self.lines.remove(line)
        return line

    async def _visit(self, line: web.WebSocketResponse, request: web.Request) -> None:
        async def hang_up() -> None:
            await line.close()

        panel = Visit(
            self.command,
            write_bytes=line.send_bytes,
            write_str=line.send_str,
            close=hang_up,
            download_manager=self.download_manager,
        )
        columns = within(request.query.get("width", ""), 20, 500, usual=80)
        rows = within(request.query.get("height", ""), 5, 200, usual=24)
        try:
            await panel.start(columns, rows)
            await self._process_messages(line, panel)
        except (ValueError, LookupError, TypeError, AssertionError) as fault:
            logging.warning("a page that talks nonsense is let go: %s", fault)
        finally:
            await panel.stop()


def serve(command: Sequence[str], port: int, sessions: int = SESSIONS) -> int:
    PanelServer(command, port, sessions).serve()
    return 0
