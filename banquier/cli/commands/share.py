"""`banquier share`: a saved game as a link."""

from __future__ import annotations

import shutil
import sys
from argparse import ArgumentParser, Namespace

from banquier.cli.command_language import add_lang, language_of_player
from banquier.cli.game_options import OPERATIONS, whole
from banquier.cli.named_save import add_save, file_of
from banquier.saves.link import QR, link_of
from banquier.say import print_error, print_line
from banquier.words import text


def add_options(options: ArgumentParser) -> None:
    add_save(options)
    options.add_argument("--at", type=whole(0, OPERATIONS), default=0, metavar="OPERATION",
                         help="the link opens after that one")  # fmt: skip
    options.add_argument("--page", default="", metavar="URL",
                         help="the address of a local page (banquier page DIR)")  # fmt: skip
    options.add_argument("--qr", action="store_true", help="a QR code too, if one can hold it")
    add_lang(options, "of what is said beside it")


def run(chosen: Namespace) -> int:
    lang = language_of_player(chosen.lang)
    link = link_of(file_of(chosen.save, keys=True), chosen.page, chosen.at)
    print_line(link)
    if not chosen.page:
        print_error(text(lang, "share.address"))
    if chosen.qr:
        _draw(link, lang)
    return 0


def _draw(link: str, lang: str) -> None:
    if len(link) > QR:
        print_error(text(lang, "share.too_long", length=len(link), most=QR))
        return
    import segno

    code = segno.make(link, error="l", micro=False)
    width = code.symbol_size()[0]
    if sys.stdout.isatty() and shutil.get_terminal_size().columns < width:
        print_error(text(lang, "share.too_wide", width=width))
        return
    code.terminal(compact=True)
