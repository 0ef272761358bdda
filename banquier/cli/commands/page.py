"""`banquier page`: the page as a folder of files, with the unit in the browser itself."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace

from banquier.bodies.engine import MICROPYTHON
from banquier.bodies.page_folder import build, check_folder, compressed_size
from banquier.folders import folders
from banquier.say import print_error, print_line


def add_options(options: ArgumentParser) -> None:
    options.add_argument("folder", metavar="DIR", help="where the files go")
    options.add_argument("--engine", default="", metavar="DIR",
                         help="where MicroPython lies or is to be kept")  # fmt: skip


def run(chosen: Namespace) -> int:
    engine = chosen.engine or os.path.join(folders()["cache"], f"engine-{MICROPYTHON.version}")
    check_folder(chosen.folder)
    if not MICROPYTHON.is_whole(engine):
        print_error(f"npm loads MicroPython {MICROPYTHON.version} (once)")
    MICROPYTHON.fetch(engine)
    files = build(chosen.folder, engine)
    print_line(
        f"{len(files)} files in {chosen.folder}, {compressed_size(files) / 1e6:.1f} MB over the "
        "wire; any web host serves them"
    )
    return 0
