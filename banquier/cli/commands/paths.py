"""`banquier paths`: where saves, configuration and logs are."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace

from banquier.panel.settings import FILE, SAMPLE
from banquier.panel.tints import FOLDER
from banquier.paths import folders
from banquier.saves.messages import writing
from banquier.say import tell
from banquier.trouble import Trouble


def add_options(options: ArgumentParser) -> None:
    options.add_argument(
        "--create", action="store_true", help="make a commented panel.toml there, unless one exists"
    )


def run(chosen: Namespace) -> int:
    places = folders()
    if chosen.create:
        create(places["configuration"])
    for what, place in places.items():
        tell(f"{what:14} {place}")
    return 0


def create(folder: str) -> None:
    """`panel.toml` and the folder of tints. Trouble: one sentence."""

    path = os.path.join(folder, FILE)
    if os.path.lexists(path):
        raise Trouble(f"{path} exists and stays as it is")
    with writing(path):
        os.makedirs(os.path.join(folder, FOLDER), exist_ok=True)
        with open(path, "x", encoding="utf-8") as file:
            file.write(SAMPLE)
