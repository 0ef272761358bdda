"""Data from outside, checked: settings, tints, the messages of a page.

    class Sit(NamedTuple):
        seat: Annotated[int, whole_number(0, 8)]

    parse_fields(Sit, {"seat": 9})     WrongField: seat is a whole number from 0 to 8, not 9

A field with a default may be missing. Records of saves and editions have checks of their own:
the limits of a record depend on its edition and players, and all faults of an edition are listed.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple, TypeVar

from banquier.trouble import Trouble

T = TypeVar("T")

LONGEST_QUOTED = 200


def quote(value: object) -> str:
    """Return a value for a sentence, on one line."""
    try:
        return shorten(repr(value))
    except ValueError:
        return "a number of thousands of digits"


def shorten(text: str) -> str:
    return text if len(text) <= LONGEST_QUOTED else f"{text[:LONGEST_QUOTED]}…"


class WrongField(Trouble):
    """The error in one sentence; `wanted` is the sentence without the value that was found."""

    def __init__(self, name: str, what: str, value: object) -> None:
        self.wanted = f"{name} is {what}"
        super().__init__(f"{self.wanted}, not {quote(value)}")


class FieldKind(NamedTuple):
    what: str
    """The end of a sentence that begins with the field's name and "is"."""
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


def parse_fields(cls: type[T], told: Mapping[str, object], place: str = "") -> T:
    """Check the fields of a class; other names are ignored. `place`: their table, with a point."""
    usual: Mapping[str, object] = cls._field_defaults  # type: ignore[attr-defined]
    found = {}
    for name, hint in cls.__annotations__.items():
        if hasattr(hint, "__metadata__") and (name in told or name not in usual):
            (kind,) = hint.__metadata__
            value = told.get(name)
            if not kind.holds(value):
                raise WrongField(place + name, kind.what, value)
            found[name] = kind.made(value)
    return cls(**found)


def reject_unknown(told: Mapping[str, object], what: str, names: Collection[str]) -> None:
    for name in told:
        if name not in names:
            raise Trouble(f"{quote(name)} is not a {what}; there are {', '.join(names)}")
