"""The user's settings: the file `panel.toml`, and the folder `tints` beside it.

settings = own_settings()    # Trouble says in one sentence what is wrong with it
"""

# Annotations are evaluated here: they say what each field may be.

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from banquier.fields import (
    FLAG,
    FieldKind,
    one_of,
    parse_fields,
    quote,
    reject_unknown,
    shorten,
    whole_number,
)
from banquier.folders import settings_file
from banquier.panel.keymap import OWN
from banquier.panel.tints import DEFAULT, FOLDER, GHOSTS, TINTS, Tint, read_tints
from banquier.play.pace import PACES
from banquier.toml_file import read_toml
from banquier.trouble import Trouble
from banquier.words.languages import LANGUAGES
from hardware.keypads.facts import FASTEST, SLOWEST
from hardware.keypads.pad import CHARACTERS, UP, Pad
from hardware.keypads.plain_text import LONGEST
from keypad.keys import BY_NAME

SAMPLE = Path(__file__).with_name("sample.toml")
"""Such a file, every line of it explained and commented out."""
ONLY = ("lines", "taught")
"""Layouts with no legends but those of the table; earlier versions wrote the second name."""
PAD_LAYOUTS: dict[str, dict[str, str]] = {
    "4x4": {}, "3x4": {"*": "F", "* *": "C"}, **{name: {} for name in ONLY},
}  # fmt: skip
"""The keys that a pad of this shape needs beside the usual legends; two strokes are separated by a
space."""
LONGEST_REPEAT = 2_000
FORMER = {"repeats": "repeat_ms", "twice": "both_edges"}
"""Names of earlier versions."""


SPEED = FieldKind(
    "a number from 0.01 to 1000",
    lambda speed: type(speed) in (int, float) and 0.01 <= speed <= 1000,
    float,
)
RELEASE = FieldKind(
    "a line of the keypad or a list of them",
    lambda told: (
        isinstance(told, str)
        or (isinstance(told, list) and all(isinstance(line, str) for line in told))
    ),
    lambda told: (told,) if isinstance(told, str) else tuple(told),
)


def _key_table(what: str) -> FieldKind:
    return FieldKind(f"a table: {what} = key of the unit", lambda told: isinstance(told, dict))


class PadTable(NamedTuple):
    """Everything else in the table is a legend."""

    layout: Annotated[str, one_of(PAD_LAYOUTS, " or ")] = "4x4"
    speed: Annotated[int, whole_number(SLOWEST, FASTEST)] = 0
    repeat_ms: Annotated[int, whole_number(1, LONGEST_REPEAT)] = 0
    both_edges: Annotated[bool, FLAG] = False
    release: Annotated[tuple[str, ...], RELEASE] = ()


def _pad(told: Mapping[str, Any]) -> Pad:
    told = {FORMER.get(name, name): value for name, value in told.items()}
    table = parse_fields(PadTable, told, "pad.")
    legends = {line.strip(): key for line, key in told.items() if line not in PadTable._fields}
    for line, key in legends.items():
        if not 0 < len(line) <= LONGEST:
            raise Trouble(f"pad: a line has 1 to {LONGEST} characters, not {quote(line)}")
        if key != "":
            _known_key(f'pad: "{line}"', key.removesuffix(UP) if isinstance(key, str) else key)
    if lone := {key for key in legends.values() if key.endswith(UP)} - {
        f"{key}{UP}" for key in (*legends.values(), *CHARACTERS.values())
    }:
        raise Trouble(f"pad: no line presses the key of {sorted(lone)[0]!r}")
    known = {**PAD_LAYOUTS[table.layout], **legends}
    return Pad(known, table.layout in ONLY, *table[1:])


def _keys(told: Mapping[str, Any]) -> Mapping[str, str]:
    for host, name in told.items():
        if name != "":
            _known_key(host, name)
        if host in OWN:
            raise Trouble(f"{quote(host)} is a key of the panel itself")
    return told


def _known_key(legend: str, key: object) -> None:
    if not isinstance(key, str) or key not in BY_NAME:
        known = " ".join(BY_NAME)
        wrong = f"{shorten(legend)} = {quote(key)}"
        raise Trouble(f"{wrong}: the unit has no such key; it has {known}")


class Settings(NamedTuple):
    theme: Annotated[str, FieldKind("the name of a tint", lambda name: isinstance(name, str))] = (
        DEFAULT
    )
    ghost: Annotated[int, whole_number(0, len(GHOSTS) - 1, "a number")] = 2
    speed: Annotated[float, SPEED] = 1.0
    mute: Annotated[bool, FLAG] = False
    bell: Annotated[bool, FLAG] = True
    marks: Annotated[bool, FLAG] = True
    lang: Annotated[str, one_of(("", *LANGUAGES), " or ")] = ""
    plain: Annotated[bool, FLAG] = False
    pace: Annotated[str, one_of(PACES)] = "normal"
    keys: Annotated[Mapping[str, str], _key_table("computer key")._replace(made=_keys)] = {}
    pad: Annotated[Pad, _key_table("legend")._replace(made=_pad)] = Pad()
    tints: Mapping[str, Tint] = TINTS


def own_settings() -> Settings:
    """Load the user's settings. Raises Trouble if a file is invalid."""
    return read(Path(settings_file()))


def read(path: Path) -> Settings:
    """Read settings; the usual ones if there is no such file. Raises Trouble if it is invalid."""
    tints = {**TINTS, **read_tints(path.parent / FOLDER)}
    try:
        found = read_toml(path)
    except FileNotFoundError:
        return Settings(tints=tints)
    try:
        reject_unknown(found, "setting", Settings._fields[:-1])
        settings = parse_fields(Settings, found)
        if settings.theme not in tints:
            raise Trouble(f"theme {quote(settings.theme)} is none of {', '.join(tints)}")
    except Trouble as wrong:
        raise Trouble(f"{path}: {wrong}") from None
    return settings._replace(tints=tints)
