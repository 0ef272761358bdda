"""`banquier report`: the story of a saved game as a page, its ledger as a table."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace

from banquier.paths import folders
from banquier.saves.save_listing import SaveTrouble, path_of
from banquier.script.steps import readable
from banquier.whole_file import reason, write_whole


def add_options(options: ArgumentParser) -> None:
    options.add_argument("save", metavar="SAVE", help="a save: its name, or a file")
    options.add_argument("-o", dest="page", metavar="FILE.html", help="where the page goes")
    options.add_argument("--csv", metavar="FILE.csv", help="write the ledger as a table too")


def run(chosen: Namespace) -> int:
    from banquier.report import Story, ledger_csv, page

    path = path_of(chosen.save, folders()["saves"])
    outputs = [output for output in (chosen.page, chosen.csv) if output]
    if not outputs:
        base = os.path.splitext(os.path.basename(path))[0]
        chosen.page = f"{base}.html"
        outputs = [chosen.page]
    for output in outputs:
        if os.path.exists(output) and os.path.exists(path) and os.path.samefile(output, path):
            raise SaveTrouble(f"{readable(output)} is the save itself")
    if len(outputs) == 2 and os.path.abspath(outputs[0]) == os.path.abspath(outputs[1]):
        raise SaveTrouble(f"{readable(outputs[0])} cannot be the page and the table")
    story = Story.of(path)
    for output, content in ((chosen.page, page), (chosen.csv, ledger_csv)):
        if output:
            _put(output, content(story))
            print(f"{readable(output)} is written")
    return 0


def _put(path: str, text: str) -> None:
    try:
        write_whole(path, text)
    except (OSError, ValueError) as error:
        raise SaveTrouble(f"{readable(path)} cannot be written: {reason(error)}") from None
