"""`banquier study`: the laboratory, as a page."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from banquier.cli.command_language import add_lang, language_of_player
from banquier.cli.game_options import add_edition, add_rules
from banquier.cli.playing import INTERRUPTED, add_playing
from banquier.cli.progress import Progress
from banquier.saves.save_messages import writing
from banquier.say import print_json, print_line
from banquier.trouble import Trouble
from banquier.whole_file import try_place, write_whole
from banquier.words import text


def add_options(options: ArgumentParser) -> None:
    add_edition(options, "edition", metavar="EDITION")
    add_rules(options)
    options.add_argument("-o", dest="page", metavar="FILE.html", help="where the page goes")
    add_playing(options, games=1_000)
    options.add_argument("--json", action="store_true", help="print it as one JSON document")
    add_lang(options, "of the page")


def run(chosen: Namespace) -> int:
    if not (chosen.page or chosen.json):
        raise Trouble("-o FILE.html says where the page goes, --json prints the figures")
    if chosen.page:
        with writing(chosen.page):
            try_place(chosen.page)
    try:
        from banquier.study import page, study
    except ModuleNotFoundError as missing:
        raise Trouble(f"the laboratory needs {missing.name}, which is not installed") from None

    with Progress("parts") as progress:
        found = study(chosen.edition, chosen.games, chosen.seed, chosen.workers, progress.update,
                      dict(chosen.rules))  # fmt: skip
    if chosen.json:
        print_json(found)
    if chosen.page:
        lang = language_of_player(chosen.lang)
        made = page(found, lang)
        with writing(chosen.page):
            write_whole(chosen.page, made)
        if not chosen.json:
            print_line(text(lang, "written", path=chosen.page))
    return INTERRUPTED if found["interrupted"] else 0
