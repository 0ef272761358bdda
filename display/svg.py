"""The glass as a drawing (SVG): the whole front of the unit, or the glass of a page.

    svg(rows)                    the front as a self-contained drawing
    elements()                   the glass, each element apart, for a script to light

Shades of grey come from the caller.
"""

from itertools import pairwise
from pathlib import Path
from string import Template

from display import shapes
from display.elements import ELEMENTS, is_lit
from display.optics import PLAIN, Tones
from display.shapes import GLASS_HEIGHT, GLASS_WIDTH, Element, Outline
from display.wiring import Rows

_FRONT = Path(__file__).with_name("front.svg")
"""The case, its print, the pane and the light on it, around the elements in three layers."""


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _loop(outline: Outline) -> str:
    """Return the path relative to its points, so that equal cells compress as one."""
    points = [(round(x, 1), round(y, 1)) for x, y in outline]
    start = ",".join(map(_number, points[0]))
    steps = (f"{_number(x1 - x0)},{_number(y1 - y0)}" for (x0, y0), (x1, y1) in pairwise(points))
    return f"M{start}l{' '.join(steps)}z"


def _draw(element: Element) -> str:
    parts = [f'<path d="{"".join(map(_loop, shape))}"/>' for shape in element.shapes]
    for word in element.words:
        fill = ' fill="#b9c3a5"' if word.cut_out else ""
        place = f'x="{_number(word.x)}" y="{_number(word.y)}" font-size="{_number(word.size)}"'
        parts.append(f"<text {place}{fill}>{word.text}</text>")
    return "".join(parts)


def _layer(shades: dict[str, float], names: bool) -> str:
    """The elements of a set, each as dark as its shade says."""
    parts = []
    for element in shapes.elements():
        if shade := shades.get(element.name, 0):
            label = f' data-element="{element.name}"' if names else ""
            faded = f' opacity="{_number(shade)}"' if shade < 1 else ""
            parts.append(f"<g{label}{faded}>{_draw(element)}</g>\n")
    return "".join(parts)


def elements() -> str:
    """The glass of a page: every element apart, numbered in the order of ELEMENTS, so that a
    script lights it by its class."""
    parts = (
        f'<g class="e" id="e{number}">{_draw(element)}</g>'
        for number, element in enumerate(shapes.elements())
    )
    return (
        f'<svg class="glass" viewBox="0 0 {GLASS_WIDTH} {GLASS_HEIGHT}" fill-rule="evenodd" '
        f'aria-hidden="true">{"".join(parts)}</svg>'
    )


def svg(rows: Rows, tones: Tones = PLAIN) -> str:
    """A self-contained drawing of the front of the unit with this glass.

    All elements show faintly, as they do in a raking light.
    """
    dark = {name: round(tones[is_lit(rows, name)], 2) for name in ELEMENTS}
    ghosts = _layer(dict.fromkeys(ELEMENTS, 1.0), names=False)
    lit = _layer(dark, names=True)
    shadow = _layer(dark, names=False)
    front = Template(_FRONT.read_text("utf-8"))
    return front.substitute(ghosts=ghosts, shadow=shadow, lit=lit)
