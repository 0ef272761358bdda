"""The table `[pad]` for what a keypad sent while a monitor listened, filled in by its legends.

    table = PadDraft(lines, Pad(), 9_600)
    table.text()     ['[pad]', 'speed = 9600', '"[…] Key 5 DOWN" = "5"  # 2', '"BTN 12" = ""  # 2']
    table.rows       {'[…] Key 5 DOWN': '5', 'BTN 12': ''}

Each key was pressed once, in turn, then all once more, and one was held. So a number that never
comes back after another one is a time or a counter, and becomes `…`; the same line again and again
is a key that is held; each line twice, a press and its release. What came twice while the keypad
started came by itself. Here guesses do no harm: a person reads them before they count.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import groupby, pairwise
from pathlib import Path

from banquier.trouble import Trouble
from banquier.whole_file import write_whole
from hardware.keypads.facts import SPEED
from hardware.keypads.pad import ANY, CHARACTERS, UP, WORDS, Pad
from hardware.keypads.plain_keypad import START_MS, HeardLine

VARIES = re.compile(r"\d+(?:[-.:/]\d+)*|(?<!\w)[A-Za-z](?!\w)|[*#]")
"""The parts in which two lines of one form may differ: a number, time, letter or sign."""
LEGEND = re.compile(rf"\b(?:{'|'.join(WORDS)})\b|(?<!\d)\d(?!\d)|[A-D*#+?F-]")
RELEASES = re.compile(r"releas|lâch|\b(?:up|off)\b", re.IGNORECASE)
NO_EDGE = re.compile(r"\b(?:hold|held|idle)\b", re.IGNORECASE)
HEAD = re.compile(r"\[\s*pad\s*\]")
ROWS = 128
FORMS = 3
"""Forms that begin with the same number, after which the words are what tells keys apart."""
LATE_MS = 70
"""The delay with which a busy machine may read a line."""
EVEN_MS = 40
"""The variation in the times of a key that repeats."""
LONGEST_REPEAT = 2_000

toml = partial(json.dumps, ensure_ascii=False)
Family = tuple[str, str]
"""The text before and after a legend."""
BARE: Family = ("", "")
"""A line that needs no table, and comes first; another that comes with it is not a press."""


class PadDraft:
    def __init__(
        self, heard: Sequence[HeardLine], pad: Pad, speed: int, named: Mapping[str, str] = {}
    ) -> None:
        """Read the lines. `pad` is what the settings say already, `named` the lines asked for."""
        lines = _without_noise(heard, lambda line: line.text)
        lines = _without_noise(lines, lambda line: VARIES.sub("#", line.text))
        late = [line for line in lines if line.ms >= START_MS]
        self._gone = _places_of_clocks([line.text for line in late])
        came = [(line.ms, self.row_of(line.text)) for line in late]
        counts = Counter(row for _, row in came)
        keys = _filled_in(came)
        is_numbered = any(row.isdigit() and len(row) > 1 for row in counts)
        self.pad = pad
        self.counts = counts
        self.rows = {
            row: keys.get(row, "")
            for row in sorted(counts, key=lambda row: -counts[row])[:ROWS]
            if row not in pad.legends and (is_numbered or not pad.parse_line(row))
        }
        """The new rows with their keys, the most frequent first."""
        if is_numbered:
            self.rows |= {row: "" for row in self.rows if row in CHARACTERS}
        self.rows |= {self.row_of(line): key for line, key in named.items()}
        self.options: dict[str, object] = {
            "layout": "lines" if pad.only else "",
            "speed": pad.speed or (speed if speed != SPEED else 0),
            **_how_often(came, pad, tells_releases=any(key.endswith(UP) for key in keys.values())),
            "release": list(pad.release),
        }

    def row_of(self, text: str) -> str:
        places = iter(_places(text))
        return VARIES.sub(lambda one: ANY if next(places)[0] in self._gone else one[0], text)

    def text(self) -> list[str]:
        """Return the lines of the table; none if no table is needed."""
        options = [f"{name} = {toml(value)}" for name, value in self.options.items() if value]
        known = [f"{toml(line)} = {toml(key)}" for line, key in self.pad.legends.items()]
        fresh = [
            f"{toml(row)} = {toml(key)}  # {self.counts[row]}" for row, key in self.rows.items()
        ]
        return ["[pad]", *options, *known, *fresh] if fresh or options else []


# -- lines that no key caused


def _without_noise(
    lines: Sequence[HeardLine], form_of: Callable[[HeardLine], str]
) -> Sequence[HeardLine]:
    early = Counter(form_of(line) for line in lines if line.ms < START_MS)
    kept = [line for line in lines if early[form_of(line)] < 2]
    return kept or lines  # keys were pressed too early


# -- times and counters


def _places(text: str) -> list[tuple[str, str]]:
    """Return what may differ in a line, each with the form of the line up to it."""
    return [(VARIES.sub("#", text[: one.end()]), one[0]) for one in VARIES.finditer(text)]


def _places_of_clocks(texts: Sequence[str]) -> set[str]:
    """Return the places of clocks. A place that alone tells the lines of a form apart is the key's,
    unless lines of several forms begin with it: then their words are the keys."""
    values: dict[str, list[str]] = defaultdict(list)
    forms: dict[str, set[str]] = defaultdict(set)
    for text in texts:
        for place, value in _places(text):
            values[place].append(value)
            forms[place].add(VARIES.sub("#", text))
    gone = {place for place, column in values.items() if _is_clock(column)}
    alone = set[str]()
    for text in texts:
        places = [place for place, _ in _places(text)]
        if gone.issuperset(places):
            alone |= {place for place in places[-1:] if len(forms[place]) < FORMS}
    return gone - alone


def _is_clock(column: Sequence[str]) -> bool:
    """Return whether a column is a clock, which never goes back, or a reading, mostly new."""
    distinct = len({*column})
    if not all(value[0].isdigit() for value in column) or distinct < 2:
        return False
    numbers = [[int(part) for part in re.split(r"\D", value)] for value in column]
    goes_on = all(early <= late for early, late in pairwise(numbers))
    return (goes_on and distinct * 3 > len(column)) or distinct * 4 > len(column) * 3 > 60


# -- legends


def _filled_in(came: Sequence[tuple[int, str]]) -> dict[str, str]:
    """Return the keys of the rows in which a legend stands. A key of two rows is none of either."""
    legends = _legends_of(dict.fromkeys(row for _, row in came))
    edges = _edges_of([legends[row] for _, row in came if row in legends])
    keys = {
        row: {**WORDS, **CHARACTERS}[legend] + edges[family]
        for row, (family, legend) in legends.items()
        if family in edges
    }
    often = Counter(keys.values())
    return {row: key for row, key in keys.items() if often[key] == 1}


def _legends_of(rows: Mapping[str, None]) -> dict[str, tuple[Family, str]]:
    families: dict[Family, set[str]] = defaultdict(set)
    for row in rows:
        for family, legend in _candidates(row):
            families[family].add(legend)
    return {row: of for row in rows if (of := _legend_of(row, families, rows))}


def _candidates(row: str) -> list[tuple[Family, str]]:
    """Return all in a row that might be its legend, each with what stands around it."""
    return [((row[: one.start()], row[one.end() :]), one[0]) for one in LEGEND.finditer(row)]


def _edges_of(strokes: Sequence[tuple[Family, str]]) -> dict[Family, str]:
    """Return what the key of a family's rows ends with: nothing for a press, UP for a release."""
    first, all_of = Counter[Family](), Counter[Family]()
    for _, stroke in groupby(strokes, key=lambda one: one[1]):
        order = sorted(dict.fromkeys(family for family, _ in stroke), key=BARE.__ne__)
        first[order[0]] += 1
        all_of.update(order)
    presses = {family for family in all_of if first[family] * 2 >= all_of[family]}
    later = [family for family, _ in all_of.most_common() if family not in presses]
    ups = [family for family in later if RELEASES.search(" ".join(family))]
    if not ups and BARE not in presses:
        ups = [family for family in later if not NO_EDGE.search(" ".join(family))]
    return {**dict.fromkeys(presses, ""), **dict.fromkeys(ups, UP)}


def _legend_of(
    row: str, families: Mapping[Family, set[str]], rows: Mapping[str, None]
) -> tuple[Family, str] | None:
    """Return the legend of a row, and what stands around it: of all that might be a legend the one
    with most others in its place, or else the one that stands alone. None if that is not clear."""
    ranked = sorted(
        (len(families[of]), _is_alone(of), of, legend) for of, legend in _candidates(row)
    )
    if not ranked or [one[:2] for one in ranked[-2:-1]] == [ranked[-1][:2]]:
        return None
    _, is_alone, family, legend = ranked[-1]
    before, after = family
    others = {
        other[len(before) : len(other) - len(after)]
        for other in rows
        if other.startswith(before) and other.endswith(after)
    }
    if len(others) == 1:
        return (family, legend) if is_alone and legend in CHARACTERS else None
    is_counted = any(other.isdigit() and len(other) > 1 for other in others)
    is_hex = {"E", "F"} <= others and not others & {"*", "#"}
    return None if is_counted or is_hex or not any(map(str.isdigit, others)) else (family, legend)


def _is_alone(family: Family) -> bool:
    return not (family[0][-1:].isalnum() or family[1][:1].isalnum())


# -- lines that come more than once a press


def _how_often(
    came: Sequence[tuple[int, str]], pad: Pad, *, tells_releases: bool
) -> dict[str, object]:
    runs = [[ms for ms, _ in run] for _, run in groupby(came, key=lambda one: one[1])]
    gaps = [[late - early for early, late in pairwise(run)] for run in runs]
    longest = max((max(run) for run in gaps if len(run) > 1 and _is_even(run[1:])), default=0)
    twice = sum(len(run) == 1 for run in gaps)
    is_twice = not (longest or tells_releases) and twice > 2 and twice * 4 >= len(gaps) * 3
    repeat_ms = -(-max(longest * 6 // 5, longest + LATE_MS) // 10) * 10 if longest else 0
    return {
        "repeat_ms": pad.repeat_ms or min(repeat_ms, LONGEST_REPEAT),
        "both_edges": pad.both_edges or is_twice,
    }


def _is_even(gaps: Sequence[int]) -> bool:
    middle = sorted(gaps)[len(gaps) // 2]
    return sum(abs(gap - middle) <= EVEN_MS for gap in gaps) * 4 >= len(gaps) * 3


# -- into the settings


def write_table(path: Path, table: Sequence[str]) -> None:
    """Put the table into the settings; a former one stays beneath it, as comments. Raises Trouble
    if the file holds its table in another form."""
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    first = next((n for n, line in enumerate(lines) if HEAD.match(line)), len(lines))
    end = next((n for n in range(first + 1, len(lines)) if lines[n].startswith("[")), len(lines))
    while end > first and (not lines[end - 1].strip() or lines[end - 1].startswith("#")):
        end -= 1
    former = [f"# {line}".rstrip() for line in lines[first:end]]
    text = "\n".join([*lines[:first], *table, *former, *lines[end:]]) + "\n"
    wanted = tomllib.loads("\n".join(table))["pad"]
    with suppress(tomllib.TOMLDecodeError):
        if tomllib.loads(text).get("pad") == wanted:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(str(path), text)
            return
    raise Trouble(f"{path} cannot take the table in: put it there by hand")
