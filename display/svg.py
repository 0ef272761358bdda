"""The glass as a drawing (SVG): the whole front of the unit, or the glass of a page.

    svg(rows)                    the front as a self-contained drawing
    elements()                   the glass, each element apart, for a script to light

Shades of grey come from the caller.
"""

from itertools import pairwise

from display import shapes
from display.elements import ELEMENTS, Rows, is_lit
from display.optics import PLAIN, Tones
from display.shapes import GLASS_HEIGHT, GLASS_WIDTH, Element, Outline

_CASE_WIDTH = GLASS_WIDTH + 150
_CASE_HEIGHT = GLASS_HEIGHT + 206
_GLASS_LEFT, _GLASS_TOP = 75, 112
_INK = "#1b221d"
_FONT = "'Helvetica Neue',Helvetica,Arial,'Liberation Sans','DejaVu Sans',sans-serif"

_PANE = (
    f'x="{_GLASS_LEFT - 24}" y="{_GLASS_TOP - 30}" '
    f'width="{GLASS_WIDTH + 48}" height="{GLASS_HEIGHT + 60}" rx="14"'
)
_DEFINITIONS = f"""<defs>
<clipPath id="pane"><rect {_PANE}/></clipPath>
<linearGradient id="shell" x1="0" y1="0" x2="0" y2="1">
<stop offset="0" stop-color="#4a4c50"/><stop offset=".06" stop-color="#37393d"/>
<stop offset=".9" stop-color="#2a2c2f"/><stop offset="1" stop-color="#1b1c1e"/>
</linearGradient>
<linearGradient id="reflector" x1="0" y1="0" x2="1" y2="1">
<stop offset="0" stop-color="#c3cbb0"/><stop offset=".55" stop-color="#b6c0a2"/>
<stop offset="1" stop-color="#a8b394"/>
</linearGradient>
<linearGradient id="depth" x1="0" y1="0" x2="0" y2="1">
<stop offset="0" stop-color="#000" stop-opacity=".38"/>
<stop offset="1" stop-color="#000" stop-opacity="0"/>
</linearGradient>
<linearGradient id="sheen" x1="0" y1="0" x2="1" y2="0">
<stop offset="0" stop-color="#fff" stop-opacity=".10"/>
<stop offset="1" stop-color="#fff" stop-opacity=".02"/>
</linearGradient>
</defs>
"""


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _loop(outline: Outline) -> str:
    """From point to point: cells that look the same are packed as one."""
    points = [(round(x, 1), round(y, 1)) for x, y in outline]
    start = ",".join(map(_number, points[0]))
    steps = (f"{_number(x1 - x0)},{_number(y1 - y0)}" for (x0, y0), (x1, y1) in pairwise(points))
    return f"M{start}l{' '.join(steps)}z"


def _drawn(element: Element) -> str:
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
            parts.append(f"<g{label}{faded}>{_drawn(element)}</g>\n")
    return "".join(parts)


def elements() -> str:
    """The glass of a page: every element apart, numbered in the order of ELEMENTS, so that a
    script lights it by its class."""
    parts = (
        f'<g class="e" id="e{number}">{_drawn(element)}</g>'
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
    width, height, left, top = _CASE_WIDTH, _CASE_HEIGHT, _GLASS_LEFT, _GLASS_TOP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="{_FONT}">\n'
        f"<title>Banquier 90</title>\n{_DEFINITIONS}{_case()}"
        f'<g transform="translate({left} {top})" font-weight="bold" '
        'text-anchor="middle" fill-rule="evenodd">\n'
        f'<g fill="{_INK}" opacity=".045">\n{ghosts}</g>\n'
        f'<g fill="#3c4a34" opacity=".2" transform="translate(2 2.6)">\n{shadow}</g>\n'
        f'<g fill="{_INK}">\n{lit}</g>\n'
        f"</g>\n{_light_bands()}</svg>\n"
    )


def _case() -> str:
    """The plastic, its print, and the glass behind its window."""
    width, height, left, top = _CASE_WIDTH, _CASE_HEIGHT, _GLASS_LEFT, _GLASS_TOP
    stripes = "".join(
        f'<rect x="{left - 22}" y="{y}" width="{GLASS_WIDTH + 44}" height="4" fill="{colour}"/>\n'
        for y, colour in (
            (height - 44, "#c8382e"),
            (height - 37, "#e08b2c"),
            (height - 30, "#e3c54a"),
        )
    )
    return (
        f'<rect width="{width}" height="{height}" rx="26" fill="url(#shell)"/>\n'
        f'<rect x="1.5" y="1.5" width="{width - 3}" height="{height - 3}" rx="24.5" '
        'fill="none" stroke="#6b6e73" stroke-opacity=".6"/>\n'
        f'<text x="{left - 22}" y="56" font-size="34" font-weight="bold" letter-spacing="5" '
        'fill="#e9e6dc">BANQUIER <tspan fill="#e0a23c">90</tspan></text>\n'
        f'<text x="{left + GLASS_WIDTH + 22}" y="55" font-size="16" letter-spacing="3" '
        'text-anchor="end" fill="#a9abae">BANQUE ÉLECTRONIQUE</text>\n'
        f"{stripes}"
        f'<rect {_PANE} fill="#111214"/>\n'
        f'<rect x="{left - 8}" y="{top - 8}" width="{GLASS_WIDTH + 16}" '
        f'height="{GLASS_HEIGHT + 16}" rx="5" fill="url(#reflector)"/>\n'
        f'<rect x="{left - 8}" y="{top - 8}" width="{GLASS_WIDTH + 16}" height="16" '
        'fill="url(#depth)"/>\n'
    )


def _light_bands() -> str:
    """Two bands of window light over the pane."""
    left, top = _GLASS_LEFT - 24, _GLASS_TOP - 30
    right, bottom = left + GLASS_WIDTH + 48, top + GLASS_HEIGHT + 60
    return (
        f'<g clip-path="url(#pane)"><polygon fill="url(#sheen)" points="{left},{top} '
        f'{left + 330},{top} {left + 150},{bottom} {left},{bottom}"/>\n'
        f'<polygon fill="#fff" fill-opacity=".025" points="{left + 370},{top} {left + 450},{top} '
        f'{left + 270},{bottom} {left + 190},{bottom}"/></g>\n'
        f'<path d="M{left + 14} {bottom}H{right - 14}" stroke="#fff" stroke-opacity=".08"/>\n'
    )
