"""The elements of the glass by name, and which of them are lit.

Elements are named `A3.g`, `A3.dp`, `B8.a`, `icon J1`; cells count from 1 at the left.
"""

from datasheet.glass import CELLS_A, CELLS_B, ICONS
from display.wiring import FIRST_LINE_ICONS, WIRES_A, WIRES_B, Rows, crossings, icons


def _map() -> dict[str, tuple[int, int]]:
    found = {f"icon {name}": place for name, place in icons()}
    for cell in range(CELLS_A):
        for segment, place in crossings(WIRES_A, 4 * cell):
            found[f"A{cell + 1}.{segment}"] = place
    for cell in range(1, CELLS_B + 1):
        # This edge runs from right to left.
        for segment, place in crossings(WIRES_B, FIRST_LINE_ICONS - 2 * cell):
            found[f"B{cell}.{segment}"] = place
    # The reading order: row A, row B, icons.
    order = [f"A{n + 1}.{s}" for n in range(CELLS_A) for s in [*"abcdefghjklmnp", "dp"]]
    order += [f"B{n + 1}.{s}" for n in range(CELLS_B) for s in [*"abcdefg", "dp"]]
    order += [f"icon {name}" for name in ICONS]
    return {name: found[name] for name in order}


ELEMENTS: dict[str, tuple[int, int]] = _map()
"""Every element of the glass and the crossing that drives it: name -> (common, line)."""


def is_lit(rows: Rows, name: str) -> bool:
    """Return whether the element of this name is driven."""
    common, line = ELEMENTS[name]
    return bool(rows[common] >> line & 1)


def difference(before: Rows, after: Rows) -> list[str]:
    """The elements that are lit in only one of two glasses, row A first: `A3.g`, `icon J1`."""
    changed = tuple(a ^ b for a, b in zip(before, after, strict=True))
    return [name for name, (common, line) in ELEMENTS.items() if changed[common] >> line & 1]
