"""A connection to the table: what aiohttp does by itself is counted and protected here.

    Connection(server, admit)                    `admit`: whether there is room for its transport
    connection.kept_frames = line.count          hears how many frames of a WebSocket aiohttp kept,
                                                 and says whether the line stays open

aiohttp hands on whole messages; fragments of them and control frames are only seen here. It also
answers by itself what is no HTTP, without the middlewares of the application.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from aiohttp import web

FINAL, CONTROL, MASKED = 0x80, 0x08, 0x80
"""Bits of the first and of the second byte of a frame."""
ENOUGH = 1_000
"""So many frames at once are too many at any rate."""
SIZES = {126: 2, 127: 8}
"""So many bytes of length follow."""

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; frame-src 'self'; manifest-src 'self'; worker-src 'none'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
}


def protect(response: web.StreamResponse) -> None:
    """Every answer forbids what the page does not need; some have a policy of their own."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)


class Connection(web.RequestHandler):
    def __init__(self, server: web.Server, admit: Callable[[asyncio.Transport], bool]) -> None:
        super().__init__(
            server,
            loop=asyncio.get_running_loop(),
            access_log=None,  # type: ignore[arg-type]
            keepalive_timeout=15,
            max_line_size=4096,
            max_field_size=4096,
        )
        self._admit = admit
        self.kept_frames: Callable[[int], bool] = lambda frames: True

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        super().connection_made(transport)
        if not self._admit(transport):
            transport.abort()

    def handle_error(self, *args: Any, **kwargs: Any) -> web.StreamResponse:
        response = super().handle_error(*args, **kwargs)
        protect(response)
        return response

    def set_parser(self, parser: Any, *args: Any, **kwargs: Any) -> None:
        super().set_parser(_CountingParser(parser, self), *args, **kwargs)  # type: ignore[arg-type]


class _CountingParser:
    """In front of aiohttp's parser of frames."""

    def __init__(self, parser: Any, connection: Connection) -> None:
        self._parser = parser
        self._connection = connection
        self._kept = FrameCount()
        self._closing = False

    def feed_data(self, data: bytes) -> Any:
        """Of a line that is being closed nothing is read: a flood costs no time."""
        if not self._closing and (kept := self._kept.count(data)):
            self._closing = not self._connection.kept_frames(kept)
        return (False, b"") if self._closing else self._parser.feed_data(data)

    def feed_eof(self) -> None:
        self._parser.feed_eof()


class FrameCount:
    """Counts, in bytes as they come, the frames that do not complete a message."""

    def __init__(self) -> None:
        self._head = b""
        """Of a frame whose length is not known yet."""
        self._content = 0
        """Bytes that the last frame still lacks."""

    def count(self, data: bytes) -> int:
        data = self._head + data
        at, kept = self._content, 0
        while len(data) - at >= 2 and kept < ENOUGH:
            first, second = data[at], data[at + 1]
            begin = at + 2 + SIZES.get(second & ~MASKED, 0)
            if begin > len(data):
                break
            length = int.from_bytes(data[at + 2 : begin]) if begin > at + 2 else second & ~MASKED
            at = begin + (4 if second & MASKED else 0) + length
            kept += not first & FINAL or bool(first & CONTROL)
        self._content = max(0, at - len(data))
        self._head = data[at:]
        return kept
