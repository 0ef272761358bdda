"""What a translated module must do as CPython does it: both engines run it, and are compared."""

from __future__ import annotations

from collections import deque
from enum import IntEnum
from typing import NamedTuple

from banquier.script.record_text import written


class Kind(IntEnum):
    FIRST = 0
    SECOND = 1


class Row(NamedTuple):
    number: int
    text: str = "é"

    @property
    def twice(self) -> str:
        return self.text * 2


def matched(one: object, many: bool = False) -> str:
    match one:
        case 1 | 2:
            return "low"
        case 3 if many:
            return "many"
        case None:
            return "none"
        case other:
            return f"{other!r:>6}|{{}}"


def strict() -> str:
    try:
        return str(list(zip([1], [2, 3], strict=True)))
    except ValueError:
        return "strict"


def lent(*, amount: int, rest: int = 7) -> int:
    mask = amount | rest
    return mask


def answers() -> list[object]:
    order = {f"{n:02}": n for n in (9, 3, 7, 1)} | {"a": 1, "z": 2, "b": 3}
    last = deque([1, 2, 3, 4], maxlen=3)
    last.append(5)
    row = Row(3)._replace(text="ça")
    return [
        list(order), list(order.items()), written({"row": row, "k": Kind.SECOND}),
        [matched(one) for one in (1, 3, None, "x")], matched(3, True), strict(),
        sorted([(1, "b"), (0, "c"), (1, "a")], key=lambda pair: pair[0]),
        sorted([(1, "b"), (0, "c"), (1, "a")], key=lambda pair: pair[0], reverse=True),
        [*last, *(1, 2)], (*last, 0), sorted({*last, 9}), row.twice, row == (3, "ça"),
        isinstance(True, int), isinstance(row, Row | str), max(Kind), Kind(1) is Kind.SECOND,
        lent(amount=8), "é".upper(), "Été".lower(), (255).bit_count(),
        (1 << 40).bit_length(), f"{1234567:,}", Kind(Kind.FIRST).name,
        repr(("█ é\t", "a'b", "\\u2588\\", "no\xa0break\u2028", "\ud800")), repr(row),
    ]  # fmt: skip


def main() -> None:
    print(written({"all": answers()}))
