"""The colours of the three models: the grey-green one, the amber one, and one for tired eyes."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

SHADES = 20
"""How many steps of darkness the panel tells apart; 0 is a clear glass."""

GHOSTS = (0.0, 0.055, 0.105, 0.16, 0.24)
"""How much of an element that is not driven shows in a raking light, from never to plainly."""


class Palette(NamedTuple):
    title: str
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


PALETTES: dict[str, Palette] = {
    "lcd": Palette(
        "gris-vert",
        case="#2a2c2f", print="#e9e6dc", faint="#8d9094", accent="#e8a63a",
        glass="#b4bf9f", ink="#151d17",
        cap="#d9d5c8", cap_print="#1d1e20", cap_side="#98948a",
        function="#4d5156", function_print="#f1eee4", function_side="#393c40",
        yes="#4f9a58", no="#c24a3c", down="#e8a63a", down_print="#1d1e20",
        pane="#1d1f21", pane_print="#d9d5c8",
    ),
    "ambre": Palette(
        "ambre",
        case="#1b1714", print="#e6d3b1", faint="#86745a", accent="#ffb84d",
        glass="#180d02", ink="#ffb12b",
        cap="#5b4a36", cap_print="#fff1d8", cap_side="#3c3023",
        function="#382f27", function_print="#f0ddbd", function_side="#29221c",
        yes="#6a7a2c", no="#8c3a22", down="#ffb12b", down_print="#180d02",
        pane="#120d08", pane_print="#f0c985",
    ),
    "contraste": Palette(
        "contraste",
        case="#000000", print="#ffffff", faint="#c8c8c8", accent="#ffff00",
        glass="#ffffff", ink="#000000",
        cap="#ffffff", cap_print="#000000", cap_side="#a0a0a0",
        function="#303030", function_print="#ffffff", function_side="#707070",
        yes="#00a000", no="#d00000", down="#ffff00", down_print="#000000",
        pane="#000000", pane_print="#ffffff",
    ),
}  # fmt: skip
DEFAULT = "lcd"


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix(clear: str, dark: str, share: float) -> str:
    """So much of the second colour over the first."""
    pairs = zip(_parts(clear), _parts(dark), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


@cache
def inks(palette: Palette) -> tuple[str, ...]:
    """The colour of each shade of this glass."""
    return tuple(mix(palette.glass, palette.ink, shade / (SHADES - 1)) for shade in range(SHADES))
