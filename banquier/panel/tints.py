"""The tints of the panel: grey-green, amber, a strong contrast, and the user's own.

    TINTS["ambre"].ink
    read_tints(folder)        {"nuit": Tint(...)} from nuit.toml; ValueError in one sentence

A user's file, in the folder `tints` beside `panel.toml`, changes some colours of another tint:

    title = "nuit"
    base = "ambre"            # lcd, ambre or contraste; lcd if not given
    glass = "#101820"
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from banquier.words import text
from display.optics import tones

if TYPE_CHECKING:
    from textual.theme import Theme

    from hardware.unit import Unit

GHOSTS = (0.0, 0.055, 0.105, 0.16, 0.24)
"""How much of an element that is not driven shows in a raking light, from never to plainly."""
PALEST_INK = 8 / 19
"""What is lit can be told from what is not, however low cells and contrast are."""


def glass_tones(unit: Unit, ghost: int) -> tuple[float, float]:
    """Darkness of what is unlit and of what is lit, 0 to 1."""
    not_driven, driven = tones(unit.contrast, unit.millivolts)
    lit, shows = max(PALEST_INK, driven), GHOSTS[ghost]
    return max(shows * lit, not_driven) if shows else 0.0, lit


class Tint(NamedTuple):
    title: str  # of a user's own; the others have theirs in each language
    case: str
    print: str  # what is printed on the plastic
    faint: str
    accent: str  # the functions reached by F, and the brand
    glass: str
    ink: str
    cap: str  # the sixteen base keys
    cap_print: str
    cap_side: str
    function: str  # the sixteen function keys
    function_print: str
    function_side: str
    yes: str  # OK
    no: str  # C
    down: str  # a key that is held
    down_print: str
    pane: str
    pane_print: str

    def title_in(self, lang: str, name: str) -> str:
        return self.title or text(lang, f"tint.{name}")


TINTS: dict[str, Tint] = {
    "lcd": Tint(
        "",
        case="#2a2c2f", print="#e9e6dc", faint="#8d9094", accent="#e8a63a",
        glass="#b4bf9f", ink="#151d17",
        cap="#d9d5c8", cap_print="#1d1e20", cap_side="#98948a",
        function="#4d5156", function_print="#f1eee4", function_side="#393c40",
        yes="#4f9a58", no="#c24a3c", down="#e8a63a", down_print="#1d1e20",
        pane="#1d1f21", pane_print="#d9d5c8",
    ),
    "ambre": Tint(
        "",
        case="#1b1714", print="#e6d3b1", faint="#86745a", accent="#ffb84d",
        glass="#180d02", ink="#ffb12b",
        cap="#5b4a36", cap_print="#fff1d8", cap_side="#3c3023",
        function="#382f27", function_print="#f0ddbd", function_side="#29221c",
        yes="#6a7a2c", no="#8c3a22", down="#ffb12b", down_print="#180d02",
        pane="#120d08", pane_print="#f0c985",
    ),
    "contraste": Tint(
        "",
        case="#000000", print="#ffffff", faint="#c8c8c8", accent="#ffff00",
        glass="#ffffff", ink="#000000",
        cap="#ffffff", cap_print="#000000", cap_side="#a0a0a0",
        function="#303030", function_print="#ffffff", function_side="#707070",
        yes="#00a000", no="#d00000", down="#ffff00", down_print="#000000",
        pane="#000000", pane_print="#ffffff",
    ),
}  # fmt: skip
DEFAULT = "lcd"


FOLDER = "tints"
COLOURS = Tint._fields[1:]
_COLOUR = re.compile("#[0-9a-fA-F]{6}")


def read_tints(folder: Path) -> dict[str, Tint]:
    """The tints of a user by their files' names. ValueError: one sentence."""
    found: dict[str, Tint] = {}
    for path in sorted(folder.glob("*.toml")):
        import tomllib  # takes a while to load, and few players have such files

        try:
            facts = tomllib.loads(path.read_text("utf-8"))
        except OSError as error:
            raise ValueError(f"{path} cannot be read: {error.strerror}") from None
        except ValueError as error:  # no UTF-8, or no TOML
            raise ValueError(f"{path} is not TOML: {error}") from None
        if path.stem in TINTS:
            raise ValueError(f"{path}: {path.stem} is a tint of the program; name the file anew")
        found[path.stem] = _tint(path, facts)
    return found


def _tint(path: Path, facts: dict[str, object]) -> Tint:
    base = facts.pop("base", DEFAULT)
    if not isinstance(base, str) or base not in TINTS:
        raise ValueError(f"{path}: base is one of {', '.join(TINTS)}, not {base!r}")
    title = facts.pop("title", path.stem)
    if not isinstance(title, str) or not title.isprintable():
        raise ValueError(f"{path}: title is a line of text, not {title!r}")
    for name, colour in facts.items():
        if name not in COLOURS:
            raise ValueError(f"{path}: {name!r} is no colour; there are {', '.join(COLOURS)}")
        if not isinstance(colour, str) or not _COLOUR.fullmatch(colour):
            raise ValueError(f'{path}: {name} is a colour such as "#b4bf9f", not {colour!r}')
    return TINTS[base]._replace(title=title, **facts)  # type: ignore[arg-type]


def textual_theme(name: str, tint: Tint) -> Theme:
    """For Textual's own parts: the list of commands, inputs, screens over the panel."""
    from textual.theme import Theme

    return Theme(
        name=name,
        primary=tint.accent,
        accent=tint.accent,
        foreground=tint.pane_print,
        background=tint.pane,
        surface=tint.case,
        panel=tint.pane,
        dark=True,
        variables=css_colours(tint),
    )


def css_colours(tint: Tint) -> dict[str, str]:
    """`$glass`, `$cap-print` and the others for style sheets."""
    colours = tint._asdict()
    del colours["title"]
    return {name.replace("_", "-"): colour for name, colour in colours.items()}
