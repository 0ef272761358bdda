"""Pictures of a glass: drawn (SVG), in plain text, and what differs between two.

    svg(rows)                    the whole front as a self-contained drawing
    text(rows)                   a strip for a failure report:

        ┏━━━┓ ╻   ╻ ...
        ┃   ┃ ┃   ┃              segments as box lines, one cell of row A 5 x 5,
        ┣━━━┫ ┃   ┃              one digit of row B 3 x 3, and the names of the lit icons
        ┃   ┃ ┃   ┃
        ╹   ╹ ┗━━━┛

    difference(before, after)    ["A3.g", "B8.dp", "icon J1"]

Shades of grey come from the caller.
"""

from collections.abc import Iterator, Sequence

from display.elements import ELEMENTS, Rows, is_lit
from display.lcd import cells_of
from display.shapes import (
    CELL_HEIGHT,
    FOURTEEN_OUTLINES,
    GLASS_HEIGHT,
    GLASS_WIDTH,
    ICON_DRAWINGS,
    POINT,
    ROW_A,
    ROW_B,
    SEVEN_OUTLINES,
    SLANT_DEGREES,
    Drawing,
    Outline,
)
from firmware_sim.glass import CELLS_A, CELLS_B, ICONS


def difference(before: Rows, after: Rows) -> list[str]:
    """The elements that are lit in only one of two glasses, row A first."""
    changed = tuple(a ^ b for a, b in zip(before, after, strict=True))
    return [name for name, (common, line) in ELEMENTS.items() if changed[common] >> line & 1]


# --- plain text ----------------------------------------------------------------------------

# Where box lines meet: bit 0 up, 1 right, 2 down, 3 left.
_JOINTS = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"


def _joint(up: int = 0, right: int = 0, down: int = 0, left: int = 0) -> str:
    return _JOINTS[bool(up) | bool(right) << 1 | bool(down) << 2 | bool(left) << 3]


def _fourteen_text(bits: int) -> list[str]:
    a, b, c, d, e, f, g, h, j, k, l, m, n, p, dp = (bits >> i & 1 for i in range(15))  # noqa: E741
    middle = _joint(k, h, n, g)
    if middle == " ":
        middle = " ╲╱╳"[(j | p) | (l | m) << 1]
    return [
        _joint(0, a, f, 0) + " ━"[a] + _joint(0, a, k, a) + " ━"[a] + _joint(0, 0, b, a) + " ",
        " ┃"[f] + " ╲"[j] + " ┃"[k] + " ╱"[l] + " ┃"[b] + " ",
        _joint(f, g, e, 0) + " ━"[g] + middle + " ━"[h] + _joint(b, 0, c, h) + " ",
        " ┃"[e] + " ╱"[m] + " ┃"[n] + " ╲"[p] + " ┃"[c] + " ",
        _joint(e, d, 0, 0) + " ━"[d] + _joint(n, d, 0, d) + " ━"[d] + _joint(c, 0, 0, d) + " ."[dp],
    ]


def _seven_text(bits: int) -> list[str]:
    a, b, c, d, e, f, g, dp = (bits >> i & 1 for i in range(8))
    return [
        _joint(0, a, f, 0) + " ━"[a] + _joint(0, 0, b, a) + " ",
        _joint(f, g, e, 0) + " ━"[g] + _joint(b, 0, c, g) + " ",
        _joint(e, d, 0, 0) + " ━"[d] + _joint(c, 0, 0, d) + " ."[dp],
    ]


_ICONS_WIDTH = 6 * CELLS_A - 4 * CELLS_B - 2


def _icon_lines(rows: Rows) -> list[str]:
    lines = [""]
    for name in ICONS:
        if is_lit(rows, f"icon {name}"):
            if len(lines[-1]) + len(name) > _ICONS_WIDTH:
                lines.append("")
            lines[-1] += name + " "
    return lines


def text(rows: Rows) -> str:
    """The glass in plain text: row A, below it the lit icons and row B, as on the glass."""
    cells_a, cells_b = cells_of(rows)
    upper = ["".join(line) for line in zip(*map(_fourteen_text, cells_a), strict=True)]
    number = ["".join(line) for line in zip(*map(_seven_text, cells_b), strict=True)]
    icons = _icon_lines(rows)
    height = max(len(number), len(icons))
    number += [""] * (height - len(number))
    icons += [""] * (height - len(icons))
    lower = [f"{left:{_ICONS_WIDTH + 2}}{right}" for left, right in zip(icons, number, strict=True)]
    return "\n".join(line.rstrip() for line in upper + lower)


# --- drawn ---------------------------------------------------------------------------------

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
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _segment(outline: Outline) -> str:
    points = " ".join(f"{_number(x)},{_number(y)}" for x, y in outline)
    return f'<polygon points="{points}"/>'


def _icon(drawing: Drawing) -> str:
    outlines, words = drawing
    parts = []
    for path, x, y in outlines:
        moved = f' transform="translate({_number(x)} {_number(y)})"' if x or y else ""
        parts.append(f'<path fill-rule="evenodd" d="{path}"{moved}/>')
    for word, x, y, size, cut_out in words:
        fill = ' fill="#b9c3a5"' if cut_out else ""
        place = f'x="{_number(x)}" y="{_number(y)}" font-size="{_number(size)}"'
        parts.append(f"<text {place}{fill}>{word}</text>")
    return "".join(parts)


def _groups() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Every cell and icon: how it is placed, and its elements with their drawing."""
    point = '<circle cx="{}" cy="{}" r="{}"/>'.format(*map(_number, POINT))
    for row, cells, outlines, (left, top, pitch, across, down) in (
        ("A", CELLS_A, FOURTEEN_OUTLINES, ROW_A),
        ("B", CELLS_B, SEVEN_OUTLINES, ROW_B),
    ):
        for cell in range(cells):
            place = (
                f"translate({_number(left + pitch * cell)} {_number(top + CELL_HEIGHT * down)}) "
                f"skewX(-{SLANT_DEGREES}) scale({across} {down}) translate(0 -{CELL_HEIGHT})"
            )
            name = f"{row}{cell + 1}"
            drawn = [(f"{name}.{s}", _segment(outline)) for s, outline in outlines.items()]
            yield place, [*drawn, (f"{name}.dp", point)]
    for icon in ICONS:
        x, y, drawing = ICON_DRAWINGS[icon]
        yield f"translate({_number(x)} {_number(y)})", [(f"icon {icon}", _icon(drawing))]


def _layer(shades: dict[str, float], names: bool) -> str:
    """The elements of a set, each as dark as its shade says."""
    parts = []
    for place, elements in _groups():
        inside = []
        for name, drawing in elements:
            shade = shades.get(name, 0)
            if shade:
                label = f' data-element="{name}"' if names else ""
                faded = f' opacity="{_number(shade)}"' if shade < 1 else ""
                inside.append(f"<g{label}{faded}>{drawing}</g>" if label or faded else drawing)
        if inside:
            parts.append(f'<g transform="{place}">{"".join(inside)}</g>\n')
    return "".join(parts)


def elements() -> str:
    """The glass of a page: every element apart, numbered in the order of ELEMENTS, so that a
    script lights it by its class."""
    order = {name: number for number, name in enumerate(ELEMENTS)}
    parts = []
    for place, drawn in _groups():
        inside = "".join(f'<g class="e" id="e{order[name]}">{art}</g>' for name, art in drawn)
        parts.append(f'<g transform="{place}">{inside}</g>')
    return (
        f'<svg class="glass" viewBox="0 0 {GLASS_WIDTH} {GLASS_HEIGHT}" aria-hidden="true">'
        f"{''.join(parts)}</svg>"
    )


def svg(rows: Rows, shades: Sequence[float] | None = None, *, title: str = "Banquier 90") -> str:
    """A self-contained drawing of the front of the unit with this glass.

    Elements not driven show faintly, as they do in a raking light. `shades`, in the order of
    ELEMENTS, replaces the plain lit-or-not of `rows` by darkness from 0 to 1.
    """
    if shades is None:
        dark = {name: 1.0 for name in ELEMENTS if is_lit(rows, name)}
    else:
        found = zip(ELEMENTS, shades, strict=True)
        dark = {name: min(1.0, round(float(shade), 2)) for name, shade in found}
    ghosts = _layer(dict.fromkeys(ELEMENTS, 1.0), names=False)
    lit = _layer(dark, names=True)
    shadow = _layer(dark, names=False)
    width, height, left, top = _CASE_WIDTH, _CASE_HEIGHT, _GLASS_LEFT, _GLASS_TOP
    escaped = title.replace("&", "&amp;").replace("<", "&lt;")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="{_FONT}">\n'
        f"<title>{escaped}</title>\n{_DEFINITIONS}{_case()}"
        f'<g transform="translate({left} {top})" font-weight="bold" text-anchor="middle">\n'
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
