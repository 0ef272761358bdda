"""The keys as a widget: the function block, the sixteen base keys, ON, and what is printed there.

       d       a       e       l         DÉS    ACHAT   ENCH   LOYER     BANQUIER
    ▐ DÉS  ▌▐ ACHAT▌▐ ENCH ▌▐ LOYER▌   ▐  7  ▌▐  8  ▌▐  9  ▌▐  ?  ▌         90
     ▀▀▀▀▀▀  ▀▀▀▀▀▀  ▀▀▀▀▀▀  ▀▀▀▀▀▀     ▀▀▀▀▀  ▀▀▀▀▀  ▀▀▀▀▀  ▀▀▀▀▀

Above a function key stands the letter of the computer's keyboard, above a base key the function
that F makes of it; on OK, C and F the computer's key. A key is down as long as the mouse button is,
wherever the pointer goes. With a line a row the letters stand beside the legends.
"""

from rich.segment import Segment
from textual import events
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.style import Style
from textual.widget import Widget

from keypad.keys import BY_NAME, KEYS, LINES, ON_CODE, STROBES, Key

LEAST_WIDTH, MOST_WIDTH = 8, 17
FLAT, LEAST_HEIGHT, MOST_HEIGHT = 1, 3, 6
GAP = 2  # between the blocks
COLOURED = {
    "OK": ("$yes", "#ffffff"), "C": ("$no", "#ffffff"), "ON": ("$no", "#ffffff"),
    "F": ("$accent", "$down-print"),
}  # fmt: skip
"""Base keys with colours of their own, and what is printed on them."""


def _part(text: str, style: str) -> Segment:
    return Segment(text, Style.parse(style).rich_style)


def _colours(key: Key) -> tuple[str, str, str]:
    """Of the cap, its edge and what is printed on it."""
    if key.strobe < STROBES // 2:
        return "$function", "$function-side", "$function-print"
    top, print_ = COLOURED.get(key.name, ("$cap", "$cap-print"))
    return top, "$cap-side", print_


class KeyBlock(Widget):
    """All thirty-three keys, painted as one."""

    DEFAULT_CSS = "KeyBlock { height: 12; background: $case; color: $print; }"
    ALLOW_SELECT = False

    def __init__(self) -> None:
        super().__init__()
        self.letters: dict[str, tuple[str, ...]] = {}
        """What is printed of the computer's keyboard, the longest first."""
        self.held: frozenset[str] = frozenset()
        self.marked: frozenset[str] = frozenset()
        self.notes: tuple[str, ...] = ()
        self.branded = True
        self.caps: dict[str, Region] = {}
        """Where each key lies: its legend line and its cap, without the gap to the next one."""
        self._pressed_key: str | None = None
        self.fit(Size(80, 12))

    def fit(self, size: Size) -> None:
        """Lay the keys out for that size."""
        per_key = max(LEAST_WIDTH, min(MOST_WIDTH, (size.width - 2 * GAP - 2) // 9))
        self.flat = size.height < 2 * LINES
        height = max(LEAST_HEIGHT, min(MOST_HEIGHT, size.height // LINES))
        height = FLAT if self.flat else height
        left = max(1, (size.width - 9 * per_key - 2 * GAP + 1) // 2)
        top = max(0, (size.height - LINES * height) // 2)
        self.caps = {}
        for key in KEYS:
            column = key.strobe
            line = LINES - 1 if key.code == ON_CODE else key.line
            x = left + column * per_key + GAP * (column // (STROBES // 2))
            self.caps[key.name] = Region(x, top + line * height, per_key - 1, height)
        self.refresh()

    # -- what it shows

    def show(self, held: frozenset[str], marked: frozenset[str], notes: tuple[str, ...]) -> None:
        """Which keys are down, and which answer now (their legends are underlined); what stands
        under the brand: the keys that wait, the pace."""
        changed = [self.caps[key] for key in (held ^ self.held) | (marked ^ self.marked)]
        if notes != self.notes:
            cap = self.caps["ON"]
            top = self.caps["7"].y
            changed.append(Region(cap.x, top, self.size.width - cap.x, cap.y - top))
        self.held, self.marked, self.notes = held, marked, notes
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
        gap = " " * (self.caps["ON"].x - at)  # none in the row of ON
        segments += [_part(gap, plastic), self._beside(y)]
        return Strip(segments).adjust_cell_length(self.size.width, segments[0].style)

    def _letter(self, key: Key, room: int) -> str:
        return next((one for one in self.letters.get(key.name, ()) if len(one) <= room), "")

    def _cap(self, key: Key, cap: Region, line: int) -> list[Segment]:
        width, down = cap.width, key.name in self.held
        above = key.strobe < STROBES // 2 or key.code == ON_CODE
        top, side, print_ = _colours(key)
        if not self.flat and line == 0:
            twin = BY_NAME[key.twin].legend if key.twin and not above else ""
            printed = (twin or self._letter(key, width)).center(width)
            return [_part(printed, "$accent on $case" if twin else "$faint on $case")]
        if not self.flat and line == cap.height - 1:
            return [_part((" " if down else "▀") * width, f"{side} on $case")]
        if down:
            top, print_ = "$down", "$down-print"
        elif self.flat and key.line % 2 and top in ("$cap", "$function"):
            top = side  # rows without an edge between them; C, OK and F keep their colours
        style = f"{print_} on {top}"
        if not self.flat and line != (cap.height - 1) // 2:
            return [_part(" " * width, style)]
        legend, letter, first = key.legend, "", ""
        if self.flat or not above:
            room = width - len(legend)
            letter = self._letter(key, room - 1) or self._letter(key, room)
        if above:  # a line a row: the letter at the left, the legend in what is left
            first, room = letter, width - len(letter)
            printed = f" {legend}" if letter and len(legend) < room else legend
        else:
            room, printed = width, f"{legend} {letter}".rstrip()
        before, _, after = printed.center(room).partition(legend)
        bold = "bold underline" if key.name in self.marked else "bold"
        return [_part(first + before, style), _part(legend, f"{bold} {style}"), _part(after, style)]

    def _beside(self, y: int) -> Segment:
        """The column above ON: the brand, then the notes."""
        cap, nothing = self.caps["ON"], ("", "$print")
        notes = [(note, "$accent") for note in self.notes]
        if not self.flat:
            brand = ("BANQUIER", "bold $print"), ("90".center(8), "bold $accent"), nothing
            notes = [*(brand if self.branded else 3 * [nothing]), *notes]
        line = y - self.caps["7"].y
        text, colour = notes[line] if 0 <= line < len(notes) and y < cap.y else nothing
        return _part(text[: max(0, self.size.width - cap.x)], f"{colour} on $case")

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
        """The key comes up, wherever the pointer is."""
        if self._pressed_key is not None:
            key, self._pressed_key = self._pressed_key, None
            self.release_mouse()
            await self.app.run_action(("", "contact", (key, False)))
