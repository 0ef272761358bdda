"""`banquier paths`: where saves, configuration and logs are."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace

from banquier.folders import folders, settings_file
from banquier.panel.settings import SAMPLE
from banquier.panel.tints import FOLDER
from banquier.saves.save_messages import writing
from banquier.say import print_line
from banquier.trouble import Trouble


def add_options(options: ArgumentParser) -> None:
    options.add_argument(
        "--create", action="store_true", help="make a commented panel.toml there, unless one exists"
    )


def run(chosen: Namespace) -> int:
    places = folders()
    if chosen.create:
        create(settings_file())
    for what, place in places.items():
        print_line(f"{what:14} {place}")
    return 0


def create(path: str) -> None:
    """The settings and the folder of tints beside them. Trouble: one sentence."""
    if os.path.lexists(path):
        raise Trouble(f"{path} exists and stays as it is")
    with writing(path):
        os.makedirs(os.path.join(os.path.dirname(path), FOLDER), exist_ok=True)
        with open(path, "x", encoding="utf-8") as file:
            file.write(SAMPLE.read_text("utf-8"))
