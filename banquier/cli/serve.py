"""`banquier serve`: one unit on this computer, and every browser that joins plays on it."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import sys
from argparse import ArgumentParser, Namespace
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING

from banquier.cli.game_options import (
    add_game,
    add_saved_game,
    bot_profiles,
    check_bots,
    players_of_new_game,
)
from banquier.words import LANGUAGES

if TYPE_CHECKING:
    from banquier.game.open_game import OpenedGame
    from banquier.page.table_server import Table

USUAL_PORT = 8090
FIRST_PORT, LAST_PORT = 1024, 65_535


def add_options(options: ArgumentParser) -> None:
    options.add_argument("--port", type=int, default=USUAL_PORT, metavar="N",
                         help=f"{USUAL_PORT} if not given")  # fmt: skip
    options.add_argument("--lan", action="store_true",
                         help="for the phones of this local network too")  # fmt: skip
    options.add_argument("--lang", choices=LANGUAGES, default="",
                         help="of what is written here; each page has its own")  # fmt: skip
    options.add_argument("--new-link", action="store_true",
                         help="a new link: phones that knew the old one enter again")  # fmt: skip
    add_game(options)
    add_saved_game(options)


def run(chosen: Namespace) -> int:
    if not FIRST_PORT <= chosen.port <= LAST_PORT:
        raise ValueError(f"{chosen.port} is no port: {FIRST_PORT} to {LAST_PORT}")
    if chosen.players:
        check_bots(chosen.bots, chosen.players)
    from banquier.cli.close_game import close_game
    from banquier.cli.language import language_of_player
    from banquier.cli.panel_table import secret_file
    from banquier.game.open_game import open_game
    from banquier.paths import folders
    from banquier.saves.messages import in_language
    from banquier.whole_file import reason

    lang = language_of_player(chosen.lang)
    places = folders()
    secret = secret_file(places)
    if chosen.new_link:
        with suppress(FileNotFoundError):
            os.unlink(secret)
    opened = open_game(
        chosen.edition,
        chosen.players,
        folder=places["saves"],
        path=chosen.save,
        new=chosen.new,
        otherwise=players_of_new_game(chosen.bots),
    )
    if chosen.names:
        opened.unit.name_players(chosen.names)
    for sentence in opened.sentences:
        print(f"banquier serve: {in_language(sentence, lang)}", file=sys.stderr)
    try:
        status = asyncio.run(_serve(chosen, opened, secret, lang))
    except OSError as error:
        close_game(opened, lang)
        if error.errno == errno.EADDRINUSE:
            raise ValueError(f"port {chosen.port} is in use; --port N takes another") from None
        raise ValueError(f"port {chosen.port} cannot be opened: {reason(error)}") from None
    return close_game(opened, lang) or status


async def _serve(chosen: Namespace, opened: OpenedGame, secret: str, lang: str) -> int:
    from banquier.cli.panel_table import story_of
    from banquier.page.access import Access, kept_secret
    from banquier.page.page_unit import PageUnit
    from banquier.page.table_server import Table

    page = PageUnit(opened.unit, monotonic)
    if chosen.bots:
        page.invite_bots(bot_profiles(chosen.bots))
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows; there Ctrl-C ends asyncio.run
            loop.add_signal_handler(number, ended.set)

    access = Access(kept_secret(secret))
    async with Table(
        page, access, port=chosen.port, lan=chosen.lan, story=story_of(lambda: opened.history)
    ) as table:
        announce(table, lang)
        await ended.wait()
    return 0


def announce(table: Table, lang: str) -> None:
    """The link, and for phones a QR code and the code to type."""
    from banquier.words import text

    links = table.links()
    if table.lan:
        import segno

        segno.make(links[0], error="l").terminal(compact=True)
    for link in links:
        print(link)
    if table.lan:
        code = f"{table.access.code[:3]} {table.access.code[3:]}"
        print(text(lang, "serve.code", address=f"http://{table.hosts[-1]}", code=code))
    print(text(lang, "serve.open"), flush=True)
