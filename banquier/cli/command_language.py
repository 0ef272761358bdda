"""The language in which a command speaks to players."""

from __future__ import annotations

from argparse import ArgumentParser
from contextlib import suppress

from banquier.folders import settings_file
from banquier.toml_file import read_toml
from banquier.trouble import Trouble
from banquier.words import of_environment
from banquier.words.languages import LANGUAGES


def add_lang(options: ArgumentParser, about: str) -> None:
    options.add_argument("--lang", choices=LANGUAGES, default="", help=about)


def language_of_player(given: str = "") -> str:
    """The language of `--lang`, of `panel.toml` or of the locale. Errors in the panel's files are
    left to the panel."""
    with suppress(OSError, Trouble):
        given = given or read_toml(settings_file()).get("lang", "")
    return given if given in LANGUAGES else of_environment()
