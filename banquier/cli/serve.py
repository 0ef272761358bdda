"""`banquier serve`: the panel in a browser."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace


def add_options(options: ArgumentParser) -> None:
    options.add_argument("--port", type=int, default=8000, metavar="N", help="8000 if not given")
    options.add_argument("--sessions", type=int, default=4, metavar="N", help="at most so many")
    options.add_argument("play", nargs="*", metavar="-- …", help="words for banquier play")


def run(chosen: Namespace) -> int:
    if not 1 <= chosen.port <= 65_535:
        raise ValueError(f"{chosen.port} is no port")
    if chosen.sessions < 1:
        raise ValueError("at least one session")
    from banquier.page.terminal_server import serve

    command = [sys.executable, "-m", "banquier", "play", *chosen.play]
    try:
        return serve(command, chosen.port, chosen.sessions)
    except OSError as error:
        raise ValueError(f"port {chosen.port}: {error.strerror}") from None
