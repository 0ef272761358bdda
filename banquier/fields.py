"""Data from outside, checked: settings, tints, the messages of a page.

    class Sit(NamedTuple):
        seat: Annotated[int, whole_number(0, 8)]

    checked(Sit, {"seat": 9})     WrongField: seat is a whole number from 0 to 8, not 9

A field with a usual value may be missing. Records of saves and editions have checks of their own:
what a record may hold depends on its edition and players, and an edition is told all its faults.
"""

import os
import tomllib
from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple, TypeVar

from banquier.nesting import check_depth
from banquier.trouble import Trouble

T = TypeVar("T")

LARGEST = 200_000
"""Characters of a TOML file: twenty times an edition."""
LONGEST_QUOTED = 200
MOST_DOTS = 100
"""In a line: tomllib needs gigabytes of memory for a key with thousands of dots."""


def quoted(value: object) -> str:
    """A value for a sentence, which stays one."""
    try:
        return shortened(repr(value))
    except ValueError:
        return "a number of thousands of digits"


def shortened(text: str) -> str:
    return text if len(text) <= LONGEST_QUOTED else f"{text[:LONGEST_QUOTED]}…"


class WrongField(Trouble):
    """One sentence; `wanted` is the same without the value that was found."""

    def __init__(self, name: str, what: str, value: object) -> None:
        self.wanted = f"{name} is {what}"
        super().__init__(f"{self.wanted}, not {quoted(value)}")


class FieldKind(NamedTuple):
    what: str
    """As a sentence goes on after the field's name and "is"."""
    holds: Callable[[Any], bool]
    made: Callable[[Any], Any] = lambda value: value


def whole_number(least: int, most: int, what: str = "a whole number") -> FieldKind:
    return FieldKind(
        f"{what} from {least} to {most}",
        lambda value: type(value) is int and least <= value <= most,  # True is an int
    )


def one_of(words: Collection[str], between: str = ", ") -> FieldKind:
    listed = between.join(filter(None, words))
    return FieldKind(listed, lambda value: isinstance(value, str) and value in words)


FLAG = FieldKind("true or false", lambda value: isinstance(value, bool))


def checked(cls: type[T], told: Mapping[str, object], place: str = "") -> T:
    """`place`: the table of the fields, with a point after it. Other names in it are left alone."""
    usual: Mapping[str, object] = getattr(cls, "_field_defaults", {})
    found = {}
    for name, hint in cls.__annotations__.items():
        if hasattr(hint, "__metadata__") and (name in told or name not in usual):
            (kind,) = hint.__metadata__
            value = told.get(name)
            if not kind.holds(value):
                raise WrongField(place + name, kind.what, value)
            found[name] = kind.made(value)
    return cls(**found)


def known(told: Mapping[str, object], what: str, names: Collection[str]) -> None:
    for name in told:
        if name not in names:
            raise Trouble(f"{quoted(name)} is no {what}; there are {', '.join(names)}")


def read_toml(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Trouble says in a sentence why it cannot be read. FileNotFoundError is the caller's."""
    try:
        with open(path, "rb") as file:
            return toml_of(file.read(LARGEST + 1).decode("utf-8"))
    except FileNotFoundError:
        raise
    except OSError as error:
        raise Trouble(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise Trouble(f"{path} is not UTF-8 text") from None
    except ValueError as error:
        raise Trouble(f"{path} is not TOML: {error}") from None


def toml_of(text: str) -> dict[str, Any]:
    """ValueError; TOMLDecodeError where it is none, with the place."""
    if len(text) > LARGEST:
        raise ValueError("too long")
    check_depth(text)
    if any(line.count(".") > MOST_DOTS for line in text.splitlines() if line.lstrip()[:1] != "#"):
        raise ValueError("nested too deeply")
    try:
        return tomllib.loads(text)
    except RecursionError:  # behind a quote that was taken for another
        raise ValueError("nested too deeply") from None
