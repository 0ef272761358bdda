"""`banquier serve`: one unit on this computer, and every browser that joins plays on it."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import ssl
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from re import fullmatch
from time import monotonic

import segno

from banquier.cli.close_game import begin_game
from banquier.cli.command_language import add_lang, language_of_player
from banquier.cli.game_options import (
    add_game,
    add_saved_game,
    check_bots,
    whole,
)
from banquier.cli.keypad_links import keypad_links
from banquier.folders import folders
from banquier.page.access import Access, kept_secret, secret_file
from banquier.page.kept_bots import KeptBots
from banquier.page.keypad_watch import watch
from banquier.page.log_file import log_to
from banquier.page.page_unit import PageUnit
from banquier.page.table_server import USUAL_PORT, Table
from banquier.panel.settings import own_settings
from banquier.play.bots.strategy import bot_profiles
from banquier.saves.games import read
from banquier.saves.link import check_page
from banquier.saves.open_game import OpenGame
from banquier.saves.save_messages import writing
from banquier.say import print_error, print_line
from banquier.script.vocabulary import quote
from banquier.trouble import Trouble, reason
from banquier.whole_file import check_regular, write_whole
from banquier.words import Said, text
from hardware.keypads.keypad_link import KeypadLink


def add_options(options: ArgumentParser) -> None:
    options.add_argument("--port", type=whole(1024, 65_535), default=USUAL_PORT, metavar="N",
                         help=f"{USUAL_PORT} if not given")  # fmt: skip
    options.add_argument("--lan", action="store_true",
                         help="for phones of the local network too, on all interfaces")  # fmt: skip
    add_lang(options, "of what is written here; each page has its own")
    options.add_argument("--new-link", action="store_true",
                         help="a new link: phones that knew the old one enter again")  # fmt: skip
    options.add_argument("--tls", nargs=2, metavar=("CERT", "KEY"),
                         help="encrypt the line with this certificate and key (PEM)")  # fmt: skip
    options.add_argument("--host", type=_host_name, default="", metavar="NAME",
                         help="a further name of this machine, as in a certificate")  # fmt: skip
    options.add_argument("--page", default="", metavar="URL",
                         help="the local page that shared games open in")  # fmt: skip
    add_game(options)
    add_saved_game(options)


def _host_name(word: str) -> str:
    if not fullmatch(r"[\w.-]*|\[[\da-fA-F:]+\]", word):
        raise ArgumentTypeError(f"{quote(word)} is not the name of a machine")
    return word


def run(chosen: Namespace) -> int:
    check_page(chosen.page)
    check_bots(chosen.bots, chosen.players)
    lang = language_of_player(chosen.lang)
    tls = tls_context(*chosen.tls) if chosen.tls else None
    log_to(folders()["logs"])
    secret = secret_file()
    if chosen.new_link:
        with writing(secret), suppress(FileNotFoundError):
            check_regular(secret)
            os.unlink(secret)
    settings = own_settings()
    with ExitStack() as stack:
        # Before a game is begun that nobody could play.
        links = keypad_links(chosen.keypad, settings.pad, stack)
        played = begin_game(chosen, chosen.players, chosen.bots, lang, stack)
        game = played.game
        for sentence in game.sentences:
            print_error(f"banquier serve: {sentence.text(lang)}")
        try:
            pace = chosen.pace or settings.pace
            status = asyncio.run(_serve(chosen, game, secret, lang, tls, links, pace))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise Trouble(f"port {chosen.port} is in use; --port N takes another") from None
            raise Trouble(f"port {chosen.port} cannot be opened: {reason(error)}") from None
    return played.status or status


def tls_context(certificate: str, key: str) -> ssl.SSLContext:
    """Trouble says which file is not to be used."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    for path in (certificate, key):
        read(path, 1)
    try:
        context.load_cert_chain(certificate, key, password="")
    except (OSError, ValueError):
        raise Trouble(
            f"{certificate} and {key} are not a certificate and its key without password, as PEM"
        ) from None
    return context


async def _serve(
    chosen: Namespace, game: OpenGame, secret: str, lang: str, tls: ssl.SSLContext | None,
    links: Sequence[KeypadLink], pace: str,
) -> int:  # fmt: skip
    page = PageUnit(game, monotonic, keypads=links)
    page.pace.name = pace
    if chosen.bots:
        page.invite_bots(bot_profiles(chosen.bots), pace)
    bots = KeptBots(page, _store)
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows; there Ctrl-C ends asyncio.run
            loop.add_signal_handler(number, ended.set)

    access = Access(kept_secret(secret))
    async with Table(
        page, access, port=chosen.port, lan=chosen.lan, tls=tls, host=chosen.host,
        local_page=chosen.page, bots=bots,
    ) as table:  # fmt: skip
        announce(table, lang)

        def tell_state(state: Said, _: bool) -> None:
            print_line(text(lang, "keypad.line", state=state))

        playing = [asyncio.create_task(watch(link, table.wake, tell_state)) for link in links]
        await ended.wait()
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    return 0


def _store(path: str, data: bytes) -> None:
    """Write a file whole; a disk that is full keeps no bots."""
    with suppress(OSError):
        write_whole(path, data)


def announce(table: Table, lang: str) -> None:
    """The links; for phones, last and whole on a screen of 80 x 24, QR code and code to type."""
    phones, *others = table.links()
    for link in others if table.lan else table.links():
        print_line(link)
    wall = text(lang, "serve.wall", link=table.wall_link())
    if not table.lan:
        print_line(text(lang, "serve.only_here"))
    elif not table.tls:
        print_line(text(lang, "serve.in_the_open"))
    print_line(wall)
    print_line(text(lang, "serve.open"))
    if not table.lan:
        return
    segno.make(phones, error="l").terminal(compact=True, border=2)
    code = f"{table.access.code[:3]} {table.access.code[3:]}"
    address = f"{table.scheme}://{table.hosts[-1]}"
    print_line(phones)
    print_line(text(lang, "serve.code", address=address, code=code))
