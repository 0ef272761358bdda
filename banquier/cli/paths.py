"""`banquier paths`: where saves, configuration and logs are."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from banquier.paths import folders


def add_options(options: ArgumentParser) -> None:
    pass


def run(chosen: Namespace) -> int:
    for what, place in folders().items():
        print(f"{what:14} {place}")
    return 0
