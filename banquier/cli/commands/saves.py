"""`banquier saves`: the saved games, to list and to take away."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from banquier.cli.command_language import add_lang, language_of_player
from banquier.cli.named_save import existing
from banquier.folders import folders
from banquier.saves.save_folder import SaveFolder
from banquier.saves.save_listing import list_saves, put_aside, remove
from banquier.saves.save_messages import message
from banquier.say import print_json, print_line


def add_options(options: ArgumentParser) -> None:
    options.add_argument("--remove", nargs="+", metavar="NAME", help="take these saves away")
    options.add_argument("--json", action="store_true", help="as one JSON document")
    add_lang(options, "of what is printed")


def run(chosen: Namespace) -> int:
    folder, lang = folders()["saves"], language_of_player(chosen.lang)
    if chosen.remove:
        paths = [existing(name, folder) for name in chosen.remove]
        for path in paths:
            remove(SaveFolder.from_path(path), path)
            print_line(message("removed", path=path).text(lang))
        return 0
    found = list_saves(SaveFolder(folder))
    if chosen.json:
        print_json({"saves": [{**save._asdict(), "trouble": str(save.trouble)} for save in found]})
        return 0
    aside = put_aside(folder)
    for line in [*(save.line(lang) for save in found), *(one.text(lang) for one in aside)]:
        print_line(line)
    if not found and not aside:
        print_line(message("no_saves", folder=folder).text(lang))
    return 0
