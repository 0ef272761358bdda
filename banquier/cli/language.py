"""The language in which a command speaks to players."""

from __future__ import annotations

from pathlib import Path

from banquier.panel.settings import FILE, read
from banquier.paths import folders
from banquier.words import of_environment


def language_of_player(given: str = "") -> str:
    """That of `--lang`, else of `panel.toml`, else of the locale."""

    return given or read(Path(folders()["configuration"]) / FILE).lang or of_environment()
