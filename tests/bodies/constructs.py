"""The behaviour that translated modules share with CPython and that no game of the tests comes to:
both engines run it."""

from collections import Counter
from fnmatch import fnmatchcase
from itertools import accumulate, chain, groupby, pairwise, takewhile
from random import Random
from typing import NamedTuple

from banquier.script.record_text import format_record


class Row(NamedTuple):
    number: int
    text: str = "é"


def matched(one: object, many: bool = False) -> str:
    match one:
        case 1 | 2:
            return "low"
        case 3 if many:
            return "many"
        case Row(number, word):
            return f"{number}{word}"
        case other:
            return f"{other!r:>6}|{{}}"


def strict() -> str:
    try:
        return str(list(zip([1], [2, 3], strict=True)))
    except ValueError:
        return "strict"


def attributes(**told: int) -> list[str]:
    return [f"{name}={value}" for name, value in sorted(told.items())]


def answers() -> list[object]:
    found: Counter[str] = Counter("abca")
    chance = Random(7)
    error = "not hidden by a name that is inserted"
    return [
        [matched(one) for one in (1, 3, "x", Row(3))], matched(3, True), strict(), error,
        sorted([(1, "b"), (0, "c"), (1, "a")], key=lambda pair: pair[0], reverse=True),
        attributes(b=1, a=2), found["a"], found["z"], found.most_common(1),
        [(name, list(some)) for name, some in groupby("aab")], list(pairwise([1, 2, 3])),
        list(chain([1], (2,))), list(chain.from_iterable([[1], [2]])),
        list(takewhile(bool, [1, 0, 2])), list(accumulate([1, 2, 3])),
        [fnmatchcase("J1 ACHAT", one) for one in ("J1*", "*H*T", "J2*", "J1")],
        [chance.getrandbits(31) for _ in range(3)], "ab".ljust(4) + "|", "12".isdecimal(),
        repr(("█ é\t", "a'b", "\\u2588\\", "no\xa0break\u2028", "\ud800")), repr(Row(3)),
    ]  # fmt: skip


def main() -> None:
    print(format_record({"all": answers()}))
