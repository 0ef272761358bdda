"""Sentences about saves: texts `save.*` of the catalogues, as a str that is also translatable.

    raise Trouble(message("in_use", path=path))     its own text is English: command-line errors
    in_language(error.args[0], "fr")                  the same sentence for a player

A value may be a message itself. Reasons of the system ("permission denied") are translated where
the catalogue has them as `save.fault.*`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from banquier.editions.edition_file import EditionError
from banquier.say import readable
from banquier.trouble import Trouble, reason
from banquier.words import catalogue, text
from firmware_sim.saved_state import StateError


class Message(str):
    """A sentence in English, with its name in the catalogue and its fields."""

    name: str
    values: dict[str, object]


FILES = ("path", "kept", "folder")
"""Values that are names of files."""


def message(name: str, **values: object) -> Message:
    """Values are shown as text."""
    for known in FILES:
        if known in values:
            values[known] = readable(str(values[known]))
    made = Message(text("en", f"save.{name}", **values))
    made.name, made.values = name, values
    return made


def files_in(said: object) -> list[str]:
    """The names of files that stand in a message."""
    if not isinstance(said, Message):
        return []
    inner = [name for value in said.values.values() for name in files_in(value)]
    return [str(said.values[name]) for name in FILES if name in said.values] + inner


@contextmanager
def writing(path: str) -> Iterator[None]:
    """Trouble: PATH cannot be written, and why."""
    try:
        yield
    except (OSError, ValueError) as error:
        raise Trouble(message("cannot_write", path=path, reason=reason(error))) from None


def not_playable(fault: StateError | Trouble) -> Message:
    """Why a save cannot be played; of its state or edition the fault itself is in English."""
    if isinstance(fault.args[0], Message):
        return fault.args[0]
    name = "no_edition" if isinstance(fault, EditionError) else "impossible"
    return message(name, fault=str(fault).removesuffix("."))


def in_language(said: object, lang: str) -> str:
    """A message in that language; any other text as it is."""
    if isinstance(said, Message):
        values = {name: in_language(value, lang) for name, value in said.values.items()}
        return text(lang, f"save.{said.name}", **values)
    return catalogue(lang).get(f"save.fault.{said}", str(said))
