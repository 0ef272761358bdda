"""`banquier saves`: the saved games, to list and to take away."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from banquier.paths import folders
from banquier.saves.save_listing import listed, path_of, remove
from banquier.script.steps import readable


def add_options(options: ArgumentParser) -> None:
    options.add_argument("--remove", nargs="+", metavar="NAME", help="take these saves away")
    options.add_argument("--json", action="store_true", help="as one JSON document")


def run(chosen: Namespace) -> int:
    folder = folders()["saves"]
    if chosen.remove:
        paths = [path_of(name, folder) for name in chosen.remove]
        for path in paths:
            remove(path)
            print(f"{readable(path)} is removed")
        return 0
    found = listed(folder)
    if chosen.json:
        import json

        print(json.dumps({"saves": [save._asdict() for save in found]}, ensure_ascii=False))
        return 0
    for save in found:
        print(save.line())
    if not found:
        print(f"no game is saved in {readable(folder)}")
    return 0
