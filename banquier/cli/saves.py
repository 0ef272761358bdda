"""`banquier saves`: the saved games, to list and to take away."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from banquier.paths import folders
from banquier.saves.messages import message
from banquier.saves.save_listing import listed, path_of, put_aside, remove


def add_options(options: ArgumentParser) -> None:
    options.add_argument("--remove", nargs="+", metavar="NAME", help="take these saves away")
    options.add_argument("--json", action="store_true", help="as one JSON document")


def run(chosen: Namespace) -> int:
    folder = folders()["saves"]
    if chosen.remove:
        paths = [path_of(name, folder) for name in chosen.remove]
        for path in paths:
            remove(path)
            print(message("removed", path=path))
        return 0
    found = listed(folder)
    if chosen.json:
        import json

        print(json.dumps({"saves": [save._asdict() for save in found]}, ensure_ascii=False))
        return 0
    aside = put_aside(folder)
    for line in [*(save.line() for save in found), *aside]:
        print(line)
    if not found and not aside:
        print(message("no_saves", folder=folder))
    return 0
