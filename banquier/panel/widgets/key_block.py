"""The keys as a widget: the function block, the sixteen base keys, ON, and what stands above it.

    ▐ d DÉS  ▌▐a ACHAT ▌▐ e ENCH ▌▐l LOYER ▌  ▐  7  ▌▐  8  ▌▐  9  ▌▐  ?  ▌  BANQUIER
     ▀▀▀▀▀▀▀▀  ▀▀▀▀▀▀▀▀  ▀▀▀▀▀▀▀▀  ▀▀▀▀▀▀▀▀    ▀▀▀▀▀  ▀▀▀▀▀  ▀▀▀▀▀  ▀▀▀▀▀      90

In each key stands the key of the computer's keyboard, then the legend. Keys that answer are bright
and underlined, the others rest. While F waits or is down the base keys bear the functions that F
makes of them. A key is down as long as the mouse button is, wherever the pointer goes.
"""

from rich.segment import Segment
from textual import events
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.style import Style
from textual.widget import Widget

from keypad.keys import BY_NAME, KEYS, LINES, ON_CODE, STROBES, Key

LEAST_WIDTH, MOST_WIDTH = 8, 17
"""The width of a base key; a function key is a column wider, for its letter."""
FLAT, LEAST_HEIGHT, MOST_HEIGHT = 1, 2, 5
COLOURED = {
    "OK": ("$yes", "#ffffff"), "C": ("$no", "#ffffff"), "ON": ("$no", "#ffffff"),
    "F": ("$accent", "$down-print"),
}  # fmt: skip
"""Base keys with colours of their own, and what is printed on them."""
NOTE = 8
"""Columns of the column above ON."""
RESTING = "$function", "$function-print"


def _part(text: str, style: str) -> Segment:
    return Segment(text, Style.parse(style).rich_style)


def _is_function(key: Key) -> bool:
    return key.strobe < STROBES // 2


class KeyBlock(Widget):
    """All thirty-three keys, painted as one."""

    DEFAULT_CSS = "KeyBlock { height: 12; background: $case; color: $print; }"
    ALLOW_SELECT = False

    def __init__(self) -> None:
        super().__init__()
        self.letters: dict[str, tuple[str, ...]] = {}
        """The printed keys of the computer's keyboard, the longest first."""
        self.held: frozenset[str] = frozenset()
        self.marked: frozenset[str] | None = None
        """The keys that answer now; None: no key is marked."""
        self.notes: tuple[str, ...] = ()
        self.shifted = False
        """F waits or is down."""
        self.caps: dict[str, Region] = {}
        """The place of each key's cap, without the gap to the next one."""
        self._pressed_key: str | None = None
        self.fit(Size(80, 8))

    def fit(self, size: Size) -> None:
        """Lay the keys out for that size."""
        functions = STROBES // 2
        per_key = max(LEAST_WIDTH, min(MOST_WIDTH, (size.width - functions - 4) // (STROBES + 1)))
        gap = 2 if size.width >= (STROBES + 1) * per_key + functions + 4 else 1
        self.flat = size.height < 2 * LINES
        height = max(LEAST_HEIGHT, min(MOST_HEIGHT, size.height // LINES))
        height = FLAT if self.flat else height
        whole = (STROBES + 1) * per_key + functions - 1 + 2 * gap
        left = max(0, (size.width - whole) // 2)
        top = max(0, (size.height - LINES * height) // 2)
        self.caps = {}
        for key in KEYS:
            column = key.strobe
            line = LINES - 1 if key.code == ON_CODE else key.line
            x = left + column * per_key + min(column, functions) + gap * (column // functions)
            width = per_key - (not _is_function(key))
            self.caps[key.name] = Region(x, top + line * height, width, height)
        self.refresh()

    # -- what it shows

    def show(
        self, held: frozenset[str], marked: frozenset[str] | None, notes: tuple[str, ...],
        shifted: bool = False,
    ) -> None:  # fmt: skip
        """Show the keys that are down and those that answer; under the brand the pace and the keys
        that wait."""
        before, self.marked = self.marked, marked
        changed = [self.caps[key] for key in (held ^ self.held)]
        if shifted != self.shifted or (before is None) != (marked is None):
            changed = [Region(0, 0, *self.size)]
        elif before is not None and marked is not None:
            changed += [self.caps[key] for key in before ^ marked]
        if notes != self.notes:
            top, x = self.caps["7"].y, self._beside_x()
            changed.append(Region(x, top, self.size.width - x, self.caps["ON"].y - top))
        self.held, self.notes, self.shifted = held, notes, shifted
        if changed:
            self.refresh(*changed)

    def render_line(self, y: int) -> Strip:
        plastic = "$print on $case"
        segments: list[Segment] = []
        at = 0
        for name, cap in self.caps.items():
            if cap.y <= y < cap.bottom:
                segments.append(_part(" " * (cap.x - at), plastic))
                segments += self._cap(BY_NAME[name], cap, y - cap.y)
                at = cap.right
        gap = " " * (self._beside_x() - at)  # none in the row of ON
        segments += [_part(gap, plastic), self._line_above_on(y)]
        return Strip(segments).adjust_cell_length(self.size.width, segments[0].style)

    def _cap(self, key: Key, cap: Region, line: int) -> list[Segment]:
        ground, ink, _ = self._look(key)
        if not self.flat and line == cap.height - 1:
            return [self._lower_edge(key, cap.width)]
        if not self.flat and line != (cap.height - 1) // 2:
            return [_part(" " * cap.width, f"{ink} on {ground}")]
        return self._legend(key, cap.width)

    def _lower_edge(self, key: Key, width: int) -> Segment:
        side = "$function-side" if _is_function(key) else "$cap-side"
        own = COLOURED[key.name][0] if key.name in COLOURED else side
        return _part((" " if key.name in self.held else "▀") * width, f"{own} on $case")

    def _legend(self, key: Key, width: int) -> list[Segment]:
        """Draw the key of the computer's keyboard, where there is room, and the legend."""
        ground, ink, weight = self._look(key)
        turned = self._is_turned(key)
        legend = BY_NAME[key.twin].legend if turned else key.legend
        room = width - len(legend) - 1
        letters = () if turned else self.letters.get(key.name, ())
        letter = next((f"{one} " for one in letters if len(one) <= room), "")
        before, _, after = f"{letter}{legend}".center(width).rpartition(legend)
        bright = "$accent" if ground == RESTING[0] else ink
        return [
            _part(before, f"bold {bright} on {ground}"),
            _part(legend, f"{weight} {ink} on {ground}"),
            _part(after, f"{ink} on {ground}"),
        ]

    def _is_turned(self, key: Key) -> bool:
        """Return True if F makes a function of this key."""
        return self.shifted and bool(key.twin) and not _is_function(key)

    def _look(self, key: Key) -> tuple[str, str, str]:
        """Return ground, print and weight of the legend."""
        if key.name in self.held:
            return "$down", "$down-print", "bold"
        if self.shifted:
            return ("$accent", "$down-print", "bold") if self._is_turned(key) else (*RESTING, "dim")
        base = ("$cap", "$cap-print")
        if self.marked is None:
            own = RESTING if _is_function(key) else COLOURED.get(key.name, base)
            return (*own, "bold")
        if key.name in self.marked:
            return (*COLOURED.get(key.name, base), "bold underline")
        return (*RESTING, "")

    def _line_above_on(self, y: int) -> Segment:
        """Return a line of the column above ON: the brand, then the notes."""
        cap, nothing = self.caps["ON"], ("", "$print")
        notes = [(note, "$accent") for note in self.notes]
        top = self.caps["7"].y
        if len(notes) + 3 <= cap.y - top:
            brand = ("BANQUIER", "bold $print"), ("90".center(8), "bold $accent"), nothing
            notes = [*brand, *notes]
        line = y - top
        text, colour = notes[line] if 0 <= line < len(notes) and y < cap.y else nothing
        return _part(text, f"{colour} on $case")

    def _beside_x(self) -> int:
        """Return the first column of what stands above ON."""
        free = max(self.caps["?"].right + 1, self.size.width - NOTE - 1)
        return min(self.caps["ON"].x, free)

    # -- the mouse

    async def on_mouse_down(self, event: events.MouseDown) -> None:
        event.stop()
        inside = (name for name, cap in self.caps.items() if cap.contains(event.x, event.y))
        if event.button == 1 and self._pressed_key is None and (key := next(inside, None)):
            self._pressed_key = key
            self.capture_mouse()
            await self.app.run_action(("", "contact", (key, True)))

    async def on_mouse_up(self, event: events.MouseUp) -> None:
        event.stop()
        await self.let_go()

    async def let_go(self) -> None:
        """Let the key come up, wherever the pointer is."""
        if self._pressed_key is not None:
            key, self._pressed_key = self._pressed_key, None
            self.release_mouse()
            await self.app.run_action(("", "contact", (key, False)))
