"""The user's settings: the file `panel.toml`, and the folder `tints` beside it.

settings = read(path)    # ValueError says in one sentence what is wrong with it
SAMPLE                   # such a file, every line of it explained and commented out
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from banquier.game.strokes import PACES
from banquier.panel.keymap import OWN
from banquier.panel.tints import DEFAULT, FOLDER, GHOSTS, TINTS, Tint, read_tints
from banquier.words import LANGUAGES
from hardware.serial.pad import Pad
from keypad.keys import BY_NAME

FILE = "panel.toml"
SAMPLE = f"""\
# Settings of the Banquier 90. Take the "# " away before a line to change it.

# theme = "lcd"          # {", ".join(TINTS)}, or the name of a file of yours in tints/
# ghost = 2              # elements that are not lit: 0 unseen ... 4 plain
# speed = 1.0            # 0.01 to 1000 times real time
# mute = false           # true: no sound
# bell = true            # the terminal's bell where there is no better sound
# pace = "normal"        # slow, normal or quick: how fast bots press keys
# lang = "fr"            # fr or en, of all words off the glass; without it the locale decides
# plain = false          # true: lines instead of the panel, for screen readers, as play --plain

# [keys]                 # key of the computer = key of the unit; "" takes a key away
# w = "OK"
# "é" = "2"

# [pad]                  # a plain keypad board: legend = key, for legends that are not the usual
# layout = "4x4"         # or "3x4": * is F, two * in a row are C; "taught": only the legends below
# speed = 9600           # baud, where it is neither 115200 nor 9600
# repeats = 200          # the same line again within so many milliseconds: the key is held
# twice = true           # each line comes at the press and again at the release
# release = "Key … up"   # a line that lets go of the key; … is any text
# E = "OK"

# A tint of yours, in the file tints/nuit.toml, changes colours of another one:
#   title = "nuit"
#   base = "ambre"
#   glass = "#101820"
#   ink = "#7fd4ff"
"""
TAUGHT = "taught"
PAD_LAYOUTS: dict[str, dict[str, str]] = {"4x4": {}, "3x4": {"*": "F", "* *": "C"}, TAUGHT: {}}
"""What a pad of that shape needs beside the usual legends; two strokes are parted by a space."""
SLOWEST, FASTEST = 300, 2_000_000
LONGEST_REPEAT = 2_000


@dataclass(frozen=True, slots=True)
class Settings:
    theme: str = DEFAULT
    ghost: int = 2
    speed: float = 1.0
    mute: bool = False
    bell: bool = True
    lang: str = ""
    plain: bool = False
    pace: str = "normal"
    keys: dict[str, str] = field(default_factory=dict)
    pad: Pad = field(default_factory=Pad)
    tints: Mapping[str, Tint] = field(default_factory=lambda: TINTS)


def read(path: Path) -> Settings:
    """The user's settings, or the usual ones where there is no such file."""
    tints = {**TINTS, **read_tints(path.parent / FOLDER)}
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        return Settings(tints=tints)
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror}") from None
    import tomllib  # takes a while to load, and many players have no such file

    try:
        found = tomllib.loads(raw.decode("utf-8"))
    except UnicodeDecodeError:
        raise ValueError(f"{path} is not UTF-8 text") from None
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path} is not TOML: {error}") from None
    return _checked(path, found, tints)


def _checked(path: Path, found: dict[str, object], tints: Mapping[str, Tint]) -> Settings:
    known = [name for name in Settings.__dataclass_fields__ if name != "tints"]
    for name in found:
        if name not in known:
            raise ValueError(f"{path}: {name!r} is no setting; there are {', '.join(known)}")
    theme = found.get("theme", DEFAULT)
    if not isinstance(theme, str) or theme not in tints:
        raise ValueError(f"{path}: theme {theme!r} is none of {', '.join(tints)}")
    ghost = found.get("ghost", 2)
    if type(ghost) is not int or not 0 <= ghost < len(GHOSTS):
        raise ValueError(f"{path}: ghost is a number from 0 to {len(GHOSTS) - 1}, not {ghost!r}")
    speed = found.get("speed", 1.0)
    if type(speed) not in (int, float) or not 0.01 <= float(str(speed)) <= 1000:
        raise ValueError(f"{path}: speed is a number from 0.01 to 1000, not {speed!r}")
    lang = found.get("lang", "")
    if lang not in ("", *LANGUAGES):
        raise ValueError(f"{path}: lang is {' or '.join(LANGUAGES)}, not {lang!r}")
    pace = found.get("pace", "normal")
    if pace not in PACES:
        raise ValueError(f"{path}: pace is {', '.join(PACES)}, not {pace!r}")
    for name in ("mute", "bell", "plain"):
        if not isinstance(found.get(name, False), bool):
            raise ValueError(f"{path}: {name} is true or false, not {found[name]!r}")
    return Settings(
        theme,
        ghost,
        float(str(speed)),
        bool(found.get("mute", False)),
        bool(found.get("bell", True)),
        str(lang),
        bool(found.get("plain", False)),
        str(pace),
        _keys(path, found.get("keys", {})),
        _pad(path, found.get("pad", {})),
        tints,
    )


def _pad(path: Path, pad: object) -> Pad:
    if not isinstance(pad, dict):
        raise ValueError(f"{path}: pad is a table: [pad], then legend = key of the unit")
    layout = pad.get("layout", "4x4")
    if not isinstance(layout, str) or layout not in PAD_LAYOUTS:
        raise ValueError(f"{path}: layout is {' or '.join(PAD_LAYOUTS)}, not {layout!r}")
    numbers = {"speed": (SLOWEST, FASTEST), "repeats": (1, LONGEST_REPEAT)}
    for name, (least, most) in numbers.items():
        number = pad.get(name, least)
        if type(number) is not int or not least <= number <= most:
            raise ValueError(
                f"{path}: {name} of a pad is a number from {least} to {most}, not {number!r}"
            )
    twice = pad.get("twice", False)
    if not isinstance(twice, bool):
        raise ValueError(f"{path}: twice is true or false, not {twice!r}")
    release = pad.get("release", [])
    release = [release] if isinstance(release, str) else release
    if not isinstance(release, list) or not all(isinstance(line, str) for line in release):
        raise ValueError(f"{path}: release is a line of the board or a list of them")
    options = ("layout", *numbers, "twice", "release")
    legends = {str(legend): key for legend, key in pad.items() if legend not in options}
    for legend, key in legends.items():
        if not isinstance(key, str) or key not in BY_NAME:
            raise ValueError(
                f"{path}: {legend} = {key!r}: the unit has no such key; it has {' '.join(BY_NAME)}"
            )
    return Pad(
        {**PAD_LAYOUTS[layout], **legends},
        layout == TAUGHT,
        pad.get("speed", 0),
        pad.get("repeats", 0),
        twice,
        tuple(release),
    )


def _keys(path: Path, keys: object) -> dict[str, str]:
    if not isinstance(keys, dict):
        raise ValueError(f"{path}: keys is a table: [keys], then computer key = key of the unit")
    for host, name in keys.items():
        if name != "" and name not in BY_NAME:
            raise ValueError(
                f"{path}: {host} = {name!r}: the unit has no such key; it has {' '.join(BY_NAME)}"
            )
        if host in OWN:
            raise ValueError(f"{path}: {host!r} is a key of the panel itself")
    return {str(host): str(name) for host, name in keys.items()}
