"""`banquier page`: the page as a folder of files, with the unit in the browser itself."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace

from banquier.folders import folders
from banquier.page.build import build, compressed, one_file, try_folder
from banquier.page.runtime import MICROPYTHON, PYODIDE, fetch, is_whole
from banquier.say import complain, tell


def add_options(options: ArgumentParser) -> None:
    options.add_argument("folder", metavar="DIR", help="where the files go")
    options.add_argument("--runtime", default="", metavar="DIR",
                         help="where Pyodide and MicroPython lie or are to be kept")  # fmt: skip


def run(chosen: Namespace) -> int:
    runtime = chosen.runtime or os.path.join(folders()["cache"], f"pyodide-{PYODIDE.version}")
    try_folder(chosen.folder)
    if not is_whole(runtime):
        both = " and ".join(f"{one.name} {one.version}" for one in (PYODIDE, MICROPYTHON))
        complain(f"npm loads {both} (once)")
    fetch(runtime)
    files = build(chosen.folder, runtime)
    one_file(chosen.folder, runtime)
    tell(
        f"{len(files) + 1} files in {chosen.folder}, {compressed(files) / 1e6:.1f} MB over the "
        "wire; any web host serves them"
    )
    return 0
