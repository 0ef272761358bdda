"""`banquier demo`: bots play all seats."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from banquier.cli.commands import play


def add_options(options: ArgumentParser) -> None:
    play.add_options(options, demo=True)


def run(chosen: Namespace) -> int:
    return play.run(chosen)
