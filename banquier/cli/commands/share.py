"""`banquier share`: a saved game as a link."""

from __future__ import annotations

import shutil
import sys
from argparse import ArgumentParser, Namespace

from banquier.cli.game_options import OPERATIONS, whole
from banquier.cli.named_save import add_save, file_of
from banquier.saves.link import QR, link_of
from banquier.say import complain, tell


def add_options(options: ArgumentParser) -> None:
    add_save(options)
    options.add_argument("--at", type=whole(0, OPERATIONS), default=0, metavar="OPERATION",
                         help="the link opens after that one")  # fmt: skip
    options.add_argument("--page", default="", metavar="URL",
                         help="the address of a pocket page (banquier page DIR)")  # fmt: skip
    options.add_argument("--qr", action="store_true", help="a QR code too, if one can hold it")


def run(chosen: Namespace) -> int:
    link = link_of(file_of(chosen.save, keys=True), chosen.page, chosen.at)
    tell(link)
    if not chosen.page:
        complain("this goes behind the address of a pocket page: --page URL puts it there")
    if chosen.qr:
        _draw(link)
    return 0


def _draw(link: str) -> None:
    if len(link) > QR:
        complain(f"no QR code: the link has {len(link)} bytes, one code holds {QR}")
        return
    import segno

    code = segno.make(link, error="l", micro=False)
    width = code.symbol_size()[0]
    if sys.stdout.isatty() and shutil.get_terminal_size().columns < width:
        complain(f"no QR code: it is {width} columns wide, this terminal is not; make it wider")
        return
    code.terminal(compact=True)
