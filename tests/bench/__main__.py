"""The figures of performance, each with its unit, its goal and the machine's: `make bench`.

python -m tests.bench [--panel | --page DIR] [--json] [--repeats N]
"""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Sequence

from tests.bench import page, panel
from tests.bench.figures import Figure, Row, measure


def options() -> ArgumentParser:
    options = ArgumentParser(prog="python -m tests.bench")
    options.add_argument("--json", action="store_true", help="as one JSON document")
    options.add_argument("--repeats", type=int, metavar="N", help="take every figure N times")
    which = options.add_mutually_exclusive_group()
    which.add_argument("--panel", action="store_true", help="the panel's, at a real terminal")
    which.add_argument("--page", metavar="DIR", help="of a page built there, in Chromium")
    return options


def main(words: Sequence[str] | None = None) -> None:
    chosen = options().parse_args(words)
    rows = measure(_figures(chosen), repeats=chosen.repeats)
    if chosen.json:
        print(json.dumps({"figures": rows}, ensure_ascii=False))
    else:
        for row in rows:
            print(line(row))


def _figures(chosen: Namespace) -> Iterable[Figure] | None:
    if chosen.page:
        return page.figures(chosen.page)
    return panel.figures() if chosen.panel else None


def line(row: Row) -> str:
    goal = f"{'at least' if row['at_least'] else 'at most'} {row['goal']:,g}"
    short = "" if row["reached"] else ", NOT REACHED"
    figure = f"{row['name']:38} {row['median']:>12,.1f} {row['unit']} ({goal}{short})"
    machine = f"{row['machine']} {row['machine_median']:,.1f} {row['machine_unit']}"
    return f"{figure}  [{machine}: {row['ratio']:,.4g}]"


if __name__ == "__main__":
    main()
