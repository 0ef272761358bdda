"""The languages of all texts beside the glass, one row each: its catalogue is `CODE.po`."""

from __future__ import annotations

from typing import NamedTuple


class Language(NamedTuple):
    name: str
    """The name of the language in itself."""
    whole: bool
    """True if its catalogue has every entry; otherwise the rest is English."""
    decimal: str
    typography: tuple[tuple[str, str], ...]
    """Characters as typed in its catalogue, and as shown."""
    locale: str
    """The locale of the browser's voice."""
    voice: str
    """The voice of macOS."""


FRENCH = (
    ("'", "’"), (" :", "\u00a0:"), (" ;", "\u00a0;"), (" ?", "\u00a0?"), (" !", "\u00a0!"),
    (" %", "\u00a0%"), (" »", "\u00a0»"), ("« ", "«\u00a0"),
)  # fmt: skip
LANGUAGES = {
    "fr": Language("français", True, ",", FRENCH, "fr-FR", "Thomas"),
    "en": Language("English", True, ".", (), "en-GB", "Samantha"),
}
"""The languages by code, in the order of the panel's language key."""
ENGLISH = "en"


def language(locale: str) -> str:
    """Return the language of a locale, else English."""
    code = locale.lower().replace("-", "_").replace(".", "_").split("_")[0]  # de_AT.UTF-8, fr-be
    return code if code in LANGUAGES else ENGLISH


def decimal(figure: str, lang: str) -> str:
    """Write a figure that has a point with the decimal mark of this language."""
    return figure.replace(".", LANGUAGES[lang].decimal)
