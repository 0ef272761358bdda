"""`banquier board overlay -o FILE`: the legends of a keypad, to print and lay on its keys.

    --keys 16    an ordinary 4 × 4 pad, as it is printed; below each key what F and the key are
    --keys 32    the whole keypad of the unit

An `.svg` in millimetres; a name that ends in `.html` is a page to print, with the same drawing.
"""

from __future__ import annotations

from html import escape

from banquier.whole_file import reason, write_whole
from keypad.keys import BY_NAME, KEYS, LINES, PAD_LEGENDS, STROBES, TWINS

PITCH = {16: 17.0, 32: 19.0}
"""Millimetres from key to key: of a membrane pad, and of ordinary push buttons."""
MARGIN = 3.0


def overlay(keys: int, pitch: float) -> str:
    """The drawing."""
    if keys == 16:
        names = list(PAD_LEGENDS.values())
    else:
        placed = {(key.line, key.strobe): key.name for key in KEYS}
        names = [placed[line, strobe] for line in range(LINES) for strobe in range(STROBES)]
    columns = len(names) // LINES
    width, height = columns * pitch + 2 * MARGIN, LINES * pitch + 2 * MARGIN
    cells = [
        _cell(name, MARGIN + n % columns * pitch, MARGIN + n // columns * pitch, pitch)
        for n, name in enumerate(names)
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" '
        f'viewBox="0 0 {width:g} {height:g}" font-family="sans-serif" text-anchor="middle">\n'
        f"<title>Banquier 90, {keys}</title>\n"
        f'<rect x=".2" y=".2" width="{width - 0.4:g}" height="{height - 0.4:g}" rx="2" '
        'fill="#fff" stroke="#000" stroke-width=".2"/>\n' + "".join(cells) + "</svg>\n"
    )


def _cell(name: str, x: float, y: float, pitch: float) -> str:
    legend = BY_NAME[name].legend
    twin = BY_NAME[TWINS[name]].legend if name in TWINS else ""
    size = pitch * (0.38 if len(legend) == 1 else 0.3 if len(legend) == 2 else 0.19)
    middle = x + pitch / 2
    below = (
        f'<text x="{middle:g}" y="{y + pitch * 0.86:g}" font-size="{pitch * 0.15:g}">'
        f"F {escape(twin)}</text>\n"
        if twin
        else ""
    )
    return (
        f'<rect x="{x + 0.6:g}" y="{y + 0.6:g}" width="{pitch - 1.2:g}" '
        f'height="{pitch - 1.2:g}" rx="1.5" fill="none" stroke="#000" stroke-width=".3"/>\n'
        f'<text x="{middle:g}" y="{y + pitch * (0.58 if twin else 0.62):g}" '
        f'font-size="{size:g}" font-weight="bold">{escape(legend)}</text>\n{below}'
    )


def write_overlay(path: str, keys: int, pitch: float = 0.0) -> None:
    """ValueError: it cannot be written."""
    drawing = overlay(keys, pitch or PITCH[keys])
    if path.endswith((".html", ".htm")):
        drawing = (
            '<!doctype html>\n<meta charset="utf-8"><title>Banquier 90</title>\n'
            f"<style>@page {{ margin: 1cm }} body {{ margin: 0 }}</style>\n{drawing}"
        )
    try:
        write_whole(path, drawing)
    except OSError as error:
        raise ValueError(f"{path} cannot be written: {reason(error)}") from None
