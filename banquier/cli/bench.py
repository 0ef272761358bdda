"""`banquier bench`: the figures of performance, each with its unit and goal."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable

from banquier.checks.benchmark import Figure, Row, measure


def add_options(options: ArgumentParser) -> None:
    options.add_argument("--json", action="store_true", help="as one JSON document")
    options.add_argument("--repeats", type=int, metavar="N", help="take every figure N times")
    which = options.add_mutually_exclusive_group()
    which.add_argument("--panel", action="store_true", help="the panel's, at a real terminal")
    which.add_argument("--growth", action="store_true", help="a year of play in one process")


def run(chosen: Namespace) -> int:
    if chosen.repeats is not None and not 1 <= chosen.repeats <= 1000:
        raise ValueError("--repeats is 1 to 1000")
    rows = measure(_figures(chosen), repeats=chosen.repeats)
    if chosen.json:
        import json

        print(json.dumps({"figures": rows}, ensure_ascii=False))
    else:
        for row in rows:
            print(line(row))
    return 0


def _figures(chosen: Namespace) -> Iterable[Figure] | None:
    if chosen.growth:
        from banquier.checks import endurance

        return endurance.FIGURES
    if chosen.panel:
        from banquier.checks import panel_benchmark

        return [Figure(*figure) for figure in panel_benchmark.figures()]
    return None


def line(row: Row) -> str:
    goal = f"{'at least' if row['at_least'] else 'at most'} {row['goal']:,g}"
    short = "" if row["reached"] else ", NOT REACHED"
    return f"{row['name']:38} {row['median']:>12,.1f} {row['unit']} ({goal}{short})"
