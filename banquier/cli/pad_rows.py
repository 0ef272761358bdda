"""The table `[pad]` to fill in, from what a keypad sent that was no key.

    pad_rows([NoKey(4_100, "[00:07] BTN 07 DOWN"), …], Pad(speed=9_600))
    ['[pad]', 'speed = 9600', '"[…] BTN 07 DOWN" = ""  # 2']

The most frequent line stands first. Left out is what came by itself: twice while the keypad
started, or only then. A number that never comes back after another one is a time or a counter, and
becomes `…`.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise

from hardware.keypads.pad import ANY, Pad
from hardware.keypads.plain_keypad import START_MS, NoKey

VARIES = re.compile(r"\d+(?:[-.:/]\d+)*|(?<!\w)[A-Za-z](?!\w)|[*#]")
"""What may differ between two lines of one form: a number or a time, a letter, a sign."""
ROWS = 128
WORDS = 3

toml = partial(json.dumps, ensure_ascii=False)


def pad_rows(came: Sequence[NoKey], pad: Pad) -> list[str]:
    """With what the settings say already; nothing where no line came that may be a key."""
    lines = _without_noise(came, lambda line: line.text)
    lines = _without_noise(lines, lambda line: VARIES.sub("#", line.text))
    texts = [line.text for line in lines if line.ms >= START_MS]
    gone = _what_never_returns(texts)
    rows = Counter(_row(text, gone) for text in texts)
    known = [f"{toml(line)} = {toml(key)}" for line, key in pad.legends.items()]
    fresh = [
        f'{toml(row)} = ""  # {times}'
        for row, times in rows.most_common(ROWS)
        if row not in pad.legends
    ]
    return ["[pad]", *_options(pad), *known, *fresh] if fresh else []


def _options(pad: Pad) -> list[str]:
    facts: dict[str, object] = {
        "layout": "lines" if pad.only else "", "speed": pad.speed, "repeats": pad.repeats,
        "twice": pad.twice, "release": list(pad.release),
    }  # fmt: skip
    return [f"{name} = {toml(fact)}" for name, fact in facts.items() if fact]


def _without_noise(lines: Sequence[NoKey], form_of: Callable[[NoKey], str]) -> list[NoKey]:
    forms: dict[str, list[NoKey]] = {}
    for line in lines:
        forms.setdefault(form_of(line), []).append(line)
    noise = {form for form, like in forms.items() if _comes_by_itself(like)}
    if len(noise) == len(forms):
        return [*lines]  # keys were pressed too early
    return [line for line in lines if form_of(line) not in noise]


def _comes_by_itself(lines: Sequence[NoKey]) -> bool:
    """While the keypad started nothing was pressed."""
    return sum(line.ms < START_MS for line in lines) > 1


def _places(text: str) -> list[tuple[str, str]]:
    """What may differ, each with the form of the line up to it."""
    found = VARIES.finditer(text)
    return [(VARIES.sub("#", text[: one.end()]), one[0]) for one in found]


def _what_never_returns(texts: Sequence[str]) -> set[str]:
    """Places of times and counters. A place that alone tells the lines of a form apart is the
    key's, unless lines of three forms begin with it: then their words are the keys."""
    values: dict[str, list[str]] = {}
    forms: dict[str, set[str]] = {}
    for text in texts:
        for place, value in _places(text):
            values.setdefault(place, []).append(value)
            forms.setdefault(place, set()).add(VARIES.sub("#", text))
    gone = {place for place, column in values.items() if _never_returns(column)}
    alone = {
        tuple(places)
        for text in texts
        if (places := [place for place, _ in _places(text)]) and gone.issuperset(places)
    }
    return gone - {place for places in alone for place in places if len(forms[place]) < WORDS}


def _row(text: str, gone: set[str]) -> str:
    places = iter(_places(text))
    return VARIES.sub(lambda found: ANY if next(places)[0] in gone else found[0], text)


def _never_returns(column: Sequence[str]) -> bool:
    changes = [column[0], *(after for before, after in pairwise(column) if after != before)]
    return 1 < len(changes) == len({*changes})
