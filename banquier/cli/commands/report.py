"""`banquier report`: the story of a saved game as a page, its ledger as a table."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace

from banquier.cli.command_language import add_lang, language_of_player
from banquier.cli.named_save import add_save, file_of
from banquier.cli.playing import INTERRUPTED, add_playing
from banquier.cli.progress import Progress
from banquier.report import Story, ledger_csv, page
from banquier.report.curve import curve
from banquier.saves.link import QR, link_of
from banquier.saves.save_messages import writing
from banquier.say import print_line
from banquier.trouble import Trouble
from banquier.whole_file import try_place, write_whole
from banquier.words import text


def add_options(options: ArgumentParser) -> None:
    add_save(options)
    options.add_argument("-o", dest="page", metavar="FILE.html", help="where the page goes")
    options.add_argument("--card", metavar="FILE.png", help="a picture to send, 1200 by 630")
    add_lang(options, "of the page and the card")
    options.add_argument("--ledger", action="store_true", help="the page has the whole ledger too")
    options.add_argument("--page", dest="local_page", default="", metavar="URL",
                         help="of a local page: a link and a QR code at the end")  # fmt: skip
    options.add_argument("--csv", metavar="FILE.csv", help="write the ledger as a table")
    options.add_argument("--chances", action="store_true",
                         help="who was winning when: bots play on from forty moments")  # fmt: skip
    add_playing(options, games=150)


def run(chosen: Namespace) -> int:
    lang = language_of_player(chosen.lang)

    path = file_of(chosen.save)
    outputs = [output for output in (chosen.page, chosen.csv, chosen.card) if output]
    if not outputs:
        base = os.path.splitext(os.path.basename(path))[0]
        chosen.page = f"{base}.html"
        outputs = [chosen.page]
    for output in outputs:
        if os.path.exists(output) and os.path.exists(path) and os.path.samefile(output, path):
            raise Trouble(f"{output} is the save itself")
        if sum(os.path.abspath(other) == os.path.abspath(output) for other in outputs) > 1:
            raise Trouble(f"{output} can be only one of page, table and card")
        with writing(output):
            try_place(output)
    story = Story.from_path(path)
    link = link_of(path, chosen.local_page) if chosen.local_page else ""
    if chosen.chances:
        with Progress("games") as progress:
            story.curve = curve(story, chosen.games, chosen.seed, chosen.workers, progress.update)

    def card() -> bytes:
        from banquier.report.game_card import card

        return card(story, lang)

    for output, content in (
        (chosen.page, lambda: page(story, lang, chosen.ledger, link, qr_svg(link))),
        (chosen.csv, lambda: ledger_csv(story)),
        (chosen.card, card),
    ):
        if output:
            made = content()
            with writing(output):
                write_whole(output, made)
            print_line(text(lang, "written", path=output))
    return INTERRUPTED if story.curve and story.curve.interrupted else 0


def qr_svg(link: str) -> str:
    """A picture to put into a page; "" if one QR code cannot hold it."""
    import segno

    if not 0 < len(link) <= QR:
        return ""
    code = segno.make(link, error="l", micro=False)
    return str(code.svg_inline(border=4, light="#fff", omitsize=True))
