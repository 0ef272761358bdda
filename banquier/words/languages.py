"""The languages of all words off the glass, a row each: its catalogue is the file `CODE.po`."""

from __future__ import annotations

from typing import NamedTuple


class Language(NamedTuple):
    name: str
    """As it calls itself."""
    whole: bool
    """Its catalogue has every entry; one that is not whole has English for the rest."""
    decimal: str
    typography: tuple[tuple[str, str], ...]
    """What its catalogue is typed with, and the characters that are shown for it."""
    locale: str
    """Of the browser's voice."""
    voice: str
    """Of macOS."""


FRENCH = (
    ("'", "’"), (" :", "\u00a0:"), (" ;", "\u00a0;"), (" ?", "\u00a0?"), (" !", "\u00a0!"),
    (" %", "\u00a0%"), (" »", "\u00a0»"), ("« ", "«\u00a0"),
)  # fmt: skip
LANGUAGES = {
    "fr": Language("français", True, ",", FRENCH, "fr-FR", "Thomas"),
    "en": Language("English", True, ".", (), "en-GB", "Samantha"),
}
"""Each is the next one of the panel's key."""
ENGLISH = "en"


def language(locale: str) -> str:
    """The language that the locale says, else English."""
    code = locale.lower().replace("-", "_").replace(".", "_").split("_")[0]  # de_AT.UTF-8, fr-be
    return code if code in LANGUAGES else ENGLISH


def decimal(figure: str, lang: str) -> str:
    """A figure with a point, as this language writes it."""
    return figure.replace(".", LANGUAGES[lang].decimal)
