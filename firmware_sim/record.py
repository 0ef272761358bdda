"""Read-only rows of named values, for what is made once and read at every turn.

    class Loans(Record):
        ceiling: int
        step: int = 1

    Loans(50_000)._replace(step=100)

As a NamedTuple, but no tuple: Python 3.11 finds a field with __slots__ ten times faster. A frozen
dataclass would be as fast; its module takes ten milliseconds to import, a third of a short script.
"""

from __future__ import annotations

from typing import Any, ClassVar, Self, dataclass_transform


def _annotated(members: dict[str, Any]) -> tuple[str, ...]:
    """The names in the body of a class; from Python 3.14 on a function gives them."""
    annotate = members.get("__annotate_func__")
    return tuple(annotate(1) if annotate else members.get("__annotations__", ()))


@dataclass_transform(frozen_default=True)
class RecordType(type):
    """Gives a class __slots__ for its annotated fields, and takes their defaults aside."""

    def __new__(cls, name: str, bases: tuple[type, ...], members: dict[str, Any]) -> RecordType:
        fields = _annotated(members) if bases else ()
        members["_defaults"] = {name: members.pop(name) for name in fields if name in members}
        members["__slots__"] = fields
        return super().__new__(cls, name, bases, members)


class Record(metaclass=RecordType):
    __slots__: ClassVar[tuple[str, ...]]
    _defaults: ClassVar[dict[str, Any]]

    def __init__(self, *values: Any, **named: Any) -> None:
        facts = self._defaults | dict(zip(self.__slots__, values, strict=False)) | named
        if len(values) > len(self.__slots__) or facts.keys() != set(self.__slots__):
            raise TypeError(f"{type(self).__name__} has the fields {', '.join(self.__slots__)}")
        for name, value in facts.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__}.{name} is read-only")

    def _replace(self, **changes: Any) -> Self:
        return type(self)(**{**self._facts(), **changes})

    def _facts(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self._facts() == other._facts()

    def __hash__(self) -> int:
        return hash(tuple(self._facts().values()))

    def __repr__(self) -> str:
        told = ", ".join(f"{name}={value!r}" for name, value in self._facts().items())
        return f"{type(self).__name__}({told})"
