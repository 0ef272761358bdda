"""The connections to the table: whatever aiohttp does by itself is counted and protected here.

    door = Door(server, tls)
    door.open(listener)                     lets in as many as there is room for
    connection.greet(known)                 it has sent a whole request, and knows the link or not
    connection.play(line.count)             it is a WebSocket now; hears how many frames of it
                                            aiohttp kept, and says whether the line stays open

A connection counts from the moment in which it is accepted, before a handshake too. aiohttp hands
on whole messages; fragments of them and control frames are only seen here. It also answers by
itself what is no HTTP, without the middlewares of the application.
"""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from ssl import SSLContext
from typing import Any

from aiohttp import web

CONNECTIONS = 96
"""Connections of any kind, half-open ones included; an address has a third of them."""
GREETING = 5.0
"""Seconds in which a connection must have sent a whole request, its handshake included."""
WAITING, STRANGER, KNOWN, PLAYING = range(4)
"""Whether a connection only waits for a next request (a browser opens another one, if it is cut),
knows the link, and is the line to a browser."""

FINAL, CONTROL, MASKED = 0x80, 0x08, 0x80
"""Bits of the first and of the second byte of a frame."""
ENOUGH = 1_000
"""The number of frames at once that are too many at any rate."""
SIZES = {126: 2, 127: 8}
"""The number of bytes of length that follow."""

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
    """Forbid in every answer what the page does not need. Some have a policy of their own."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)


class Door:
    def __init__(self, server: web.Server, tls: SSLContext | None) -> None:
        self.inside: list[Connection] = []
        """The connections, in the order in which they came."""
        self._server = server
        self._tls = tls

    def open(self, listener: socket.socket) -> None:
        self._listener = listener
        self._accepting = asyncio.create_task(self._accept())

    async def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                client, (address, *_) = await loop.sock_accept(self._listener)
            # No descriptor is left, or the client has gone.
            except OSError:
                await asyncio.sleep(0.1)
                continue
            if self._has_room(address):
                connection = Connection(self._server, self, address)
                self.inside.append(connection)
                connection.coming = asyncio.create_task(self._let_in(connection, client))
            else:
                client.close()
            # The connections that are inside go on.
            await asyncio.sleep(0)

    def _has_room(self, address: str) -> bool:
        """Connections that have not shown the link make room first, at the address that has most:
        those that wait, then strangers. Then those that play no game. The oldest goes first."""
        many = Counter(inside.address for inside in self.inside)
        for most, here in (
            (CONNECTIONS // 3, [inside for inside in self.inside if inside.address == address]),
            (CONNECTIONS, self.inside),
        ):
            if len(here) >= most:
                least = min(
                    here,
                    key=lambda inside: (
                        max(inside.standing, STRANGER),
                        -many[inside.address],
                        inside.standing,
                    ),
                )
                if least.standing is PLAYING:
                    return False
                least.cut()
        return True

    async def _let_in(self, connection: Connection, client: socket.socket) -> None:
        with suppress(OSError):
            loop = asyncio.get_running_loop()
            await loop.connect_accepted_socket(lambda: connection, client, ssl=self._tls)
            return
        connection.leave()

    def shut(self) -> None:
        """Accept no more connections. The port is free at once."""
        self._accepting.cancel()
        # Windows has no such method.
        with suppress(NotImplementedError):
            asyncio.get_running_loop().remove_reader(self._listener)
        self._listener.close()

    def clear(self) -> None:
        for connection in list(self.inside):
            connection.cut()


class Connection(web.RequestHandler):
    coming: asyncio.Task[None]

    def __init__(self, server: web.Server, door: Door, address: str) -> None:
        super().__init__(
            server,
            loop=asyncio.get_running_loop(),
            access_log=None,  # type: ignore[arg-type]
            keepalive_timeout=15,
            max_line_size=4096,
            max_field_size=4096,
        )
        self.address = address
        self.standing = STRANGER
        self._door = door
        self._late = asyncio.get_running_loop().call_later(GREETING, self.cut)
        self.kept_frames: Callable[[int], bool] = lambda frames: True

    def greet(self, known: bool) -> None:
        self._late.cancel()
        self.standing = KNOWN if known else STRANGER

    def play(self, kept_frames: Callable[[int], bool]) -> None:
        self.standing, self.kept_frames = PLAYING, kept_frames

    async def finish_response(self, *args: Any) -> tuple[web.StreamResponse, bool]:
        finished = await super().finish_response(*args)
        self.standing = WAITING
        return finished

    def cut(self) -> None:
        self.leave()
        self.coming.cancel()
        if isinstance(self.transport, asyncio.Transport):
            # Python 3.11.2 raises it where TLS has gone already.
            with suppress(AttributeError):
                self.transport.abort()

    def leave(self) -> None:
        self._late.cancel()
        if self in self._door.inside:
            self._door.inside.remove(self)

    def connection_lost(self, exc: BaseException | None) -> None:
        self.leave()
        super().connection_lost(exc)

    def handle_error(self, *args: Any, **kwargs: Any) -> web.StreamResponse:
        response = super().handle_error(*args, **kwargs)
        protect(response)
        return response

    def set_parser(self, parser: Any, *args: Any, **kwargs: Any) -> None:
        super().set_parser(_CountingParser(parser, self), *args, **kwargs)  # type: ignore[arg-type]


class _CountingParser:
    """A parser in front of aiohttp's parser of frames."""

    def __init__(self, parser: Any, connection: Connection) -> None:
        self._parser = parser
        self._connection = connection
        self._kept = FrameCount()
        self._closing = False

    def feed_data(self, data: bytes) -> Any:
        """Ignore input once the connection is closing, so that a flood costs no time."""
        if not self._closing and (kept := self._kept.count(data)):
            self._closing = not self._connection.kept_frames(kept)
        return (False, b"") if self._closing else self._parser.feed_data(data)

    def feed_eof(self) -> None:
        self._parser.feed_eof()


class FrameCount:
    """The count, in bytes as they come, of the frames that do not complete a message."""

    def __init__(self) -> None:
        self._head = b""
        """The bytes of a frame whose length is not known yet."""
        self._content = 0
        """The number of bytes that the last frame still lacks."""

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
