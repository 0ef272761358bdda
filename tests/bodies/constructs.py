"""The behaviour that translated modules share with CPython: both engines run it."""

import json
from bisect import bisect_right
from collections import Counter, defaultdict, deque
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from enum import IntEnum
from fnmatch import fnmatchcase
from functools import cached_property, lru_cache
from itertools import accumulate, chain, groupby, pairwise, takewhile
from random import Random
from typing import Annotated, NamedTuple

from banquier.fields import WrongField, parse_fields, whole_number
from banquier.markup import g, text
from banquier.script.record_text import format_record

LONG = tuple(range(1_000))


class Kind(IntEnum):
    FIRST = 0
    SECOND = 1


class Row(NamedTuple):
    number: int
    text: str = "é"

    @property
    def twice(self) -> str:
        return self.text * 2


class Sealed(NamedTuple):
    number: int

    def __repr__(self) -> str:
        return f"<{self.number=}>"


class Message(NamedTuple):
    seat: Annotated[int, whole_number(0, 8)]
    take: Annotated[int, whole_number(0, 1)] = 0


class Owner:
    @cached_property
    def wealth(self) -> list[int]:
        return [1]


def matched(one: object, many: bool = False) -> str:
    match one:
        case 1 | 2:
            return "low"
        case 3 if many:
            return "many"
        case None:
            return "none"
        case Row(number, word):
            return f"{number}{word}"
        case Sealed():
            return "sealed"
        case other:
            return f"{other!r:>6}|{{}}"


@lru_cache(maxsize=2)
def kept(*texts: str) -> list[str]:
    return list(texts)


def strict() -> str:
    try:
        return str(list(zip([1], [2, 3], strict=True)))
    except ValueError:
        return "strict"


def lent(*, amount: int, rest: int = 7) -> int:
    mask = amount | rest
    return mask


def attributes(**told: int) -> list[str]:
    return [f"{name}={value}" for name, value in sorted(told.items())]


@contextmanager
def noted(said: list[str]) -> Iterator[str]:
    said.append("in")
    try:
        yield "within"
    except ValueError:
        said.append("fault")
    said.append("out")


def contexts() -> list[str]:
    said: list[str] = []
    with noted(said) as word:
        said.append(word)
        raise ValueError
    with suppress(KeyError), ExitStack() as stack:
        stack.callback(said.append, "closed")
        raise KeyError("x")
    return said


def refused(seat: int) -> str:
    try:
        return str(parse_fields(Message, {"seat": seat}))
    except WrongField as wrong:
        return wrong.wanted


def answers() -> list[object]:
    order = {f"{n:02}": n for n in (9, 3, 7, 1)} | {"a": 1, "z": 2, "b": 3}
    last = deque([1, 2, 3, 4], maxlen=3)
    last.append(5)
    row = Row(3)._replace(text="ça")
    found: Counter[str] = Counter("abca")
    by_length: dict[int, list[str]] = defaultdict(list)
    for word in ("a", "bb", "c"):
        by_length[len(word)].append(word)
    owner, chance = Owner(), Random(7)
    error = "not hidden by a name that is inserted"
    return [
        list(order), list(order.items()), list(dict.fromkeys((1, 3, 4, 1))),
        format_record({"row": row, "k": Kind.SECOND}),
        [matched(one) for one in (1, 3, None, "x", row, Sealed(1))], matched(3, True), strict(),
        sorted([(1, "b"), (0, "c"), (1, "a")], key=lambda pair: pair[0]),
        sorted([(1, "b"), (0, "c"), (1, "a")], key=lambda pair: pair[0], reverse=True),
        [*last, *(1, 2)], (*last, 0), sorted({*last, 9}), len([0, *LONG, *LONG]), row.twice,
        row == (3, "ça"), isinstance(True, int), isinstance(row, Row | str), max(Kind),
        Kind(1) is Kind.SECOND, lent(amount=8), "é".upper(), "Été".lower(), (255).bit_count(),
        (1 << 40).bit_length(), f"{1234567:,}", Kind(Kind.FIRST).name, repr((Sealed(2), "x")),
        attributes(b=1, a=2), str(g(id="a", class_="b")["<", text(y=1)[3], None]),
        json.dumps({"a": owner}, default=lambda one: "said"), refused(3), refused(9),
        list(map([5, 6].__getitem__, (1, 0))), contexts(),
        [owner.wealth is owner.wealth, found["a"], found["z"], found.most_common(1)],
        [(name, list(some)) for name, some in groupby("aab")], list(pairwise([1, 2, 3])),
        list(by_length.items()), list(chain([1], (2,))), list(chain.from_iterable([[1], [2]])),
        list(takewhile(bool, [1, 0, 2])), list(accumulate([1, 2, 3])),
        bisect_right([1, 3, 5], 3, key=lambda one: one),
        [fnmatchcase("J1 ACHAT", one) for one in ("J1*", "*H*T", "J2*", "J1")],
        [chance.getrandbits(31) for _ in range(3)], "x.keys".removesuffix(".keys"), error,
        repr(("█ é\t", "a'b", "\\u2588\\", "no\xa0break\u2028", "\ud800")), repr(row),
        [kept(*some) for some in ("ab", "c", "", "d", "ab")],
        "a b".capitalize(), "ab".ljust(4) + "|", "12".isdecimal(),
    ]  # fmt: skip


def main() -> None:
    print(format_record({"all": answers()}))
