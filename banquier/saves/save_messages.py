"""Sentences about saves: texts `save.*` of the catalogues.

    raise Trouble(message("in_use", path=path))

Reasons of the system ("permission denied") are translated where the catalogue has them as
`save.fault.*`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from banquier.editions.edition_file import EditionError
from banquier.say import readable
from banquier.trouble import Trouble, reason
from banquier.words import Said, is_known
from firmware_sim.saved_state import StateError

FILES = ("path", "kept", "folder")
"""Facts that are names of files."""


def message(name: str, **facts: object) -> Said:
    for known in FILES:
        if known in facts:
            facts[known] = readable(str(facts[known]))
    if "reason" in facts:
        facts["reason"] = of_system(facts["reason"])
    return Said(f"save.{name}", **facts)


def of_system(reason: object) -> object:
    """A reason of the system, in the words of the catalogue where it has them."""
    fault = f"save.fault.{reason}"
    return Said(fault) if is_known(fault) else reason


def files_in(said: object) -> list[str]:
    """The names of files that stand in a message."""
    if not isinstance(said, Said):
        return []
    inner = [name for fact in said.facts.values() for name in files_in(fact)]
    return [str(said.facts[name]) for name in FILES if name in said.facts] + inner


@contextmanager
def writing(path: str) -> Iterator[None]:
    """Raises Trouble with the path and the reason if the file cannot be written."""
    try:
        yield
    except (OSError, ValueError) as error:
        raise Trouble(message("cannot_write", path=path, reason=reason(error))) from None


def cannot_play(path: str, fault: StateError | Trouble) -> Trouble:
    return Trouble(message("cannot_play", path=path, reason=not_playable(fault)))


def not_playable(fault: StateError | Trouble) -> Said:
    """The reason why a save cannot be played. A fault of its state or edition is in English; a
    message in another language names the command that shows it."""
    if isinstance(fault.args[0], Said):
        return fault.args[0]
    name = "no_edition" if isinstance(fault, EditionError) else "impossible"
    return message(name, fault=str(fault).removesuffix("."))
