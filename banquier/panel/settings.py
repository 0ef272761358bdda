"""The user's settings: the file `panel.toml`, and the folder `tints` beside it.

settings = own_settings()    # Trouble says in one sentence what is wrong with it
"""

# Annotations are evaluated here: they say what each field may be.

import json
import tomllib
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from banquier.fields import (
    FLAG,
    FieldKind,
    checked,
    known,
    one_of,
    quoted,
    read_toml,
    shortened,
    whole_number,
)
from banquier.folders import settings_file
from banquier.panel.keymap import OWN
from banquier.panel.tints import DEFAULT, FOLDER, GHOSTS, TINTS, Tint, read_tints
from banquier.play.pace import PACES
from banquier.saves.save_messages import writing
from banquier.trouble import Trouble
from banquier.whole_file import write_whole
from banquier.words.languages import LANGUAGES
from hardware.keypads.pad import Pad
from keypad.keys import BY_NAME

SAMPLE = Path(__file__).with_name("sample.toml")
"""Such a file, every line of it explained and commented out."""
TAUGHT = "taught"
PAD_LAYOUTS: dict[str, dict[str, str]] = {"4x4": {}, "3x4": {"*": "F", "* *": "C"}, TAUGHT: {}}
"""What a pad of that shape needs beside the usual legends; two strokes are parted by a space."""
SLOWEST, FASTEST = 300, 2_000_000
LONGEST_REPEAT = 2_000


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
    repeats: Annotated[int, whole_number(1, LONGEST_REPEAT)] = 0
    twice: Annotated[bool, FLAG] = False
    release: Annotated[tuple[str, ...], RELEASE] = ()


def _pad(told: Mapping[str, Any]) -> Pad:
    table = checked(PadTable, told, "pad.")
    legends = {legend: key for legend, key in told.items() if legend not in PadTable._fields}
    for legend, key in legends.items():
        _known_key(legend, key)
    known = {**PAD_LAYOUTS[table.layout], **legends}
    return Pad(known, table.layout == TAUGHT, *table[1:])


def _keys(told: Mapping[str, Any]) -> Mapping[str, str]:
    for host, name in told.items():
        if name != "":
            _known_key(host, name)
        if host in OWN:
            raise Trouble(f"{quoted(host)} is a key of the panel itself")
    return told


def _known_key(legend: str, key: object) -> None:
    if not isinstance(key, str) or key not in BY_NAME:
        known = " ".join(BY_NAME)
        wrong = f"{shortened(legend)} = {quoted(key)}"
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
    """Of the user. Trouble."""
    return read(Path(settings_file()))


def read(path: Path) -> Settings:
    """The usual settings where there is no such file. Trouble."""
    tints = {**TINTS, **read_tints(path.parent / FOLDER)}
    try:
        found = read_toml(path)
    except FileNotFoundError:
        return Settings(tints=tints)
    try:
        known(found, "setting", Settings._fields[:-1])
        settings = checked(Settings, found)
        if settings.theme not in tints:
            raise Trouble(f"theme {quoted(settings.theme)} is none of {', '.join(tints)}")
    except Trouble as wrong:
        raise Trouble(f"{path}: {wrong}") from None
    return settings._replace(tints=tints)


# -- a pad that was taught


def pad_toml(pad: Pad) -> str:
    """The table [pad] as it stands in the settings."""
    facts = {
        "layout": TAUGHT, "speed": pad.speed, "repeats": pad.repeats, "twice": pad.twice,
        "release": pad.release[0] if pad.release else "",
    }  # fmt: skip
    written = partial(json.dumps, ensure_ascii=False)
    rows = [f"{name} = {written(fact)}" for name, fact in facts.items() if fact]
    rows += [f"{written(legend)} = {written(key)}" for legend, key in pad.legends.items()]
    return "\n".join(["[pad]", *rows, ""])


def write_pad(path: Path, pad: Pad) -> None:
    """Into the settings. A table [pad] that is there already is kept as a comment; everything else
    stays as it is. Trouble: it could not be written."""
    read(path)  # or it says what is wrong with it
    text = path.read_text("utf-8") if path.exists() else ""
    kept: list[str] = []
    inside = False
    for line in text.splitlines(keepends=True):
        if line.lstrip().startswith("["):
            inside = line.split("#")[0].strip().replace(" ", "") == "[pad]"
        kept.append(f"# {line}" if inside and line.strip() else line)
    whole = "".join(kept)
    gap = "" if not whole else "\n" if whole.endswith("\n") else "\n\n"
    whole += f"{gap}{pad_toml(pad)}"
    try:
        tomllib.loads(whole)
        with writing(str(path)):
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(str(path), whole)
    except tomllib.TOMLDecodeError:
        raise Trouble(
            f"{path} has a table of the pad already; put this into it:\n{pad_toml(pad)}"
        ) from None
    except Trouble as trouble:
        raise Trouble(f"{trouble}; put this into it:\n{pad_toml(pad)}") from None
