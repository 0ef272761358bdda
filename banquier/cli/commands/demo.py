"""`banquier demo`: bots play all seats."""

from __future__ import annotations

from argparse import ArgumentParser

from banquier.cli.commands import play


def add_options(options: ArgumentParser) -> None:
    play.add_options(options, demo=True)


run = play.run
