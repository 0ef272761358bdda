"""The tints of the panel: grey-green, amber, a strong contrast, and the user's own.

    TINTS["ambre"].ink
    read_tints(folder)        {"nuit": Tint(...)} from nuit.toml; Trouble in one sentence

A user's file, in the folder `tints` beside `panel.toml`, changes some colours of another tint:

    title = "nuit"
    base = "ambre"            # lcd, ambre or contraste; lcd if not given
    glass = "#101820"
"""

# Annotations are evaluated here: they say what each field may be.

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from banquier.fields import FieldKind, checked, known, one_of, read_toml
from banquier.trouble import Trouble
from banquier.words import text
from display.optics import tones

if TYPE_CHECKING:
    from hardware.unit import Unit

GHOSTS = (0.0, 0.055, 0.105, 0.16, 0.24)
"""How much of an element that is not driven shows in a raking light, from never to plainly."""
PALEST_INK = 8 / 19
"""What is lit can be told from what is not, however low cells and contrast are."""


def glass_tones(unit: "Unit", ghost: int) -> tuple[float, float]:
    """Darkness of what is unlit and of what is lit, 0 to 1."""
    not_driven, driven = tones(unit.contrast, unit.millivolts)
    lit, shows = max(PALEST_INK, driven), GHOSTS[ghost]
    return max(shows * lit, not_driven) if shows else 0.0, lit


Colour = Annotated[
    str,
    FieldKind(
        'a colour such as "#b4bf9f"',
        lambda told: isinstance(told, str) and bool(re.fullmatch("#[0-9a-fA-F]{6}", told)),
    ),
]
A_LINE = FieldKind("a line of text", lambda told: isinstance(told, str) and told.isprintable())


class Tint(NamedTuple):
    title: Annotated[str, A_LINE]  # of a user's own; the others have theirs in each language
    case: Colour
    print: Colour  # what is printed on the plastic
    faint: Colour
    accent: Colour  # the functions reached by F, and the brand
    glass: Colour
    ink: Colour
    cap: Colour  # the sixteen base keys
    cap_print: Colour
    cap_side: Colour
    function: Colour  # the sixteen function keys
    function_print: Colour
    function_side: Colour
    yes: Colour  # OK
    no: Colour  # C
    down: Colour  # a key that is held
    down_print: Colour
    pane: Colour
    pane_print: Colour

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


class TintTable(NamedTuple):
    """Everything else in a tint's file is of the tint itself."""

    base: Annotated[str, one_of(TINTS)] = DEFAULT


def read_tints(folder: Path) -> dict[str, Tint]:
    """The tints of a user by their files' names. Trouble: one sentence."""
    found: dict[str, Tint] = {}
    for path in sorted(folder.glob("*.toml")):
        facts = read_toml(path)
        try:
            if path.stem in TINTS:
                raise Trouble(f"{path.stem} is a tint of the program; name the file anew")
            found[path.stem] = _tint(facts, path.stem)
        except Trouble as wrong:
            raise Trouble(f"{path}: {wrong}") from None
    return found


def _tint(facts: dict[str, Any], name: str) -> Tint:
    known(facts, "colour", ("base", *Tint._fields))
    base = TINTS[checked(TintTable, facts).base]
    return checked(Tint, {**base._asdict(), "title": name, **facts})


def css_colours(tint: Tint) -> dict[str, str]:
    """`$glass`, `$cap-print` and the others for style sheets."""
    colours = tint._asdict()
    del colours["title"]
    return {name.replace("_", "-"): colour for name, colour in colours.items()}
