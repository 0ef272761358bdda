"""The figures of performance, each with its unit, its goal and the machine's: `make bench`.

python -m tests.bench [--panel | --page DIR | --engine] [--json] [--repeats N] [--compare FILE]
"""

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Sequence

from tests.bench import engine, page, panel
from tests.bench.figures import Figure, Row, measure


def options() -> ArgumentParser:
    options = ArgumentParser(prog="python -m tests.bench")
    options.add_argument("--json", action="store_true", help="as one JSON document")
    options.add_argument("--repeats", type=int, metavar="N", help="take every figure N times")
    options.add_argument("--compare", metavar="FILE",
                         help="say what changed since FILE, written by --json")  # fmt: skip
    which = options.add_mutually_exclusive_group()
    which.add_argument("--panel", action="store_true", help="the panel's, at a real terminal")
    which.add_argument("--engine", action="store_true",
                       help="the local page's engine, under Node")  # fmt: skip
    which.add_argument("--page", metavar="DIR", help="of a page built there, in Chromium")
    return options


def main(words: Sequence[str] | None = None) -> None:
    chosen = options().parse_args(words)
    before = _read(chosen.compare) if chosen.compare else {}
    rows = measure(_figures(chosen), repeats=chosen.repeats)
    if chosen.json:
        print(json.dumps({"figures": rows}, ensure_ascii=False))
    else:
        for row in rows:
            print(line(row))
            if row["name"] in before:
                print(change(before[row["name"]], row))


def _read(path: str) -> dict[str, Row]:
    """The rows of a --json document, by name."""
    with open(path, encoding="utf-8") as file:
        return {row["name"]: row for row in json.load(file)["figures"]}


def _figures(chosen: Namespace) -> Iterable[Figure] | None:
    if chosen.page:
        return page.figures(chosen.page)
    if chosen.engine:
        return engine.figures()
    return panel.figures() if chosen.panel else None


def line(row: Row) -> str:
    goal = f"{'at least' if row['at_least'] else 'at most'} {row['goal']:,g}"
    short = "" if row["reached"] else ", NOT REACHED"
    figure = f"{row['name']:38} {row['median']:>12,.1f} {row['unit']} ({goal}{short})"
    machine = f"{row['machine']} {row['machine_median']:,.1f} {row['machine_unit']}"
    return f"{figure}  [{machine}: {row['ratio']:,.4g}]"


def change(before: Row, now: Row) -> str:
    """As measured, and as it would be on one machine: by the ratio to the machine's figure."""
    measured = 100 * (now["median"] / before["median"] - 1) if before["median"] else 0.0
    ratio = 100 * (now["ratio"] / before["ratio"] - 1) if before["ratio"] else 0.0
    return (
        f"{'':38} {before['median']:>12,.1f} {before['unit']} before: {measured:+.1f} %, "
        f"{ratio:+.1f} % against {now['machine']}"
    )


if __name__ == "__main__":
    main()
