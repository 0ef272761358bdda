"""The figures of performance, each with its unit, its goal and the machine's: `make bench`.

python -m tests.bench [--panel | --page DIR | --engine] [--repeats N]
"""

from argparse import ArgumentParser

from tests.bench import engine, page, panel
from tests.bench.figures import FIGURES, measured


def main() -> None:
    options = ArgumentParser(prog="python -m tests.bench")
    options.add_argument("--repeats", type=int, metavar="N", help="take every figure N times")
    which = options.add_mutually_exclusive_group()
    which.add_argument("--panel", action="store_true", help="the panel's, at a real terminal")
    which.add_argument("--engine", action="store_true",
                       help="the local page's engine, under Node")  # fmt: skip
    which.add_argument("--page", metavar="DIR", help="of a page built there, in Chromium")
    chosen = options.parse_args()
    figures = FIGURES
    if chosen.page:
        figures = page.figures(chosen.page)
    elif chosen.engine:
        figures = engine.figures()
    elif chosen.panel:
        figures = panel.FIGURES
    for figure in figures:
        print(measured(figure, chosen.repeats), flush=True)


if __name__ == "__main__":
    main()
