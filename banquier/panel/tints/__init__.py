"""The tints of the panel: grey-green, amber, a strong contrast, and the user's own.

    TINTS["ambre"].colours["ink"]
    read_tints(folder)        {"nuit": Tint(...)} from nuit.toml; Trouble in one sentence

A user's file, in the folder `tints` beside `panel.toml`, changes some colours of another tint:

    title = "nuit"
    base = "ambre"            # lcd, ambre or contraste; lcd if not given
    glass = "#101820"
"""

# Annotations are evaluated here: they say what each field may be.

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

from banquier.fields import FieldKind, WrongField, one_of, parse_fields, reject_unknown
from banquier.toml_file import read_toml
from banquier.trouble import Trouble
from banquier.words import text
from display.optics import tones

if TYPE_CHECKING:
    from hardware.unit import Unit

GHOSTS = (0.0, 0.055, 0.105, 0.16, 0.24)
"""The part of an undriven element that shows in a raking light, from never to plainly."""
PALEST_INK = 8 / 19
"""The palest ink that differs from unlit elements, however low cells and contrast are."""


def glass_tones(unit: "Unit", ghost: int) -> tuple[float, float]:
    """Return the darkness of unlit and of lit elements, 0 to 1."""
    not_driven, driven = tones(unit.session.settings["contrast"], unit.supply.millivolts)
    lit, shows = max(PALEST_INK, driven), GHOSTS[ghost]
    return max(shows * lit, not_driven) if shows else 0.0, lit


class Tint(NamedTuple):
    title: str
    """The title of a user's own tint; the others have theirs in each language."""
    colours: Mapping[str, str]

    def title_in(self, lang: str, name: str) -> str:
        return self.title or text(lang, f"tint.{name}")

    def css(self) -> dict[str, str]:
        """`$glass`, `$cap-print` and the others for style sheets."""
        return {name.replace("_", "-"): colour for name, colour in self.colours.items()}


TINTS = {
    name: Tint("", read_toml(Path(__file__).parent / f"{name}.toml"))
    for name in ("lcd", "ambre", "contraste")
}
DEFAULT = "lcd"
FOLDER = "tints"


class TintTable(NamedTuple):
    """Everything else in a tint's file is a colour."""

    base: Annotated[str, one_of(TINTS)] = DEFAULT
    title: Annotated[
        str,
        FieldKind("a line of text", lambda told: isinstance(told, str) and told.isprintable()),
    ] = ""


def read_tints(folder: Path) -> dict[str, Tint]:
    """Read the tints of a user by the names of their files. Raises Trouble if one is invalid."""
    found: dict[str, Tint] = {}
    for path in sorted(folder.glob("*.toml")):
        facts = read_toml(path)
        try:
            if path.stem in TINTS:
                raise Trouble(f"{path.stem} is a tint of the program; rename the file")
            found[path.stem] = _tint(path.stem, facts)
        except Trouble as wrong:
            raise Trouble(f"{path}: {wrong}") from None
    return found


def _tint(name: str, facts: Mapping[str, object]) -> Tint:
    table = parse_fields(TintTable, facts)
    colours = dict(TINTS[table.base].colours)
    reject_unknown(facts, "colour", (*TintTable._fields, *colours))
    for field in sorted(colours.keys() & facts):
        colour = facts[field]
        if not isinstance(colour, str) or not re.fullmatch("#[0-9a-fA-F]{6}", colour):
            raise WrongField(field, 'a colour such as "#b4bf9f"', colour)
        colours[field] = colour
    return Tint(table.title or name, colours)
