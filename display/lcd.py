"""The display memory and the drive of the glass.

The firmware writes the four rows of the memory, one a common, 70 lines each. The chip drives one
common at a time: slot k begins at tick 128 k and drives common k % 4, with what the memory held
for that common as the slot began. So the four commons take a new picture one after the other:

    tick        0      128      256      384      512      640
                |  c0  |  c1  |  c2  |  c3  |  c0  |  c1  |
    write at 300 -------------------^
    glass       old    old      old      c3       c0,c3    c0,c1,c3 new ...

The latch closes on the edge of the clock, before the processor can act upon that edge: a write in
the very tick in which a slot begins is taken a frame later.

    lcd = Lcd()
    lcd.write(encode("J1 LANCEZ", "15.000", 1 << ICONS.index("J1")), tick=96)
    lcd.glass(2048)

The glass is computed when it is read; reading does not change the chip.
"""

from functools import lru_cache

from datasheet.glass import CELLS_A, CELLS_B, ICONS, cells
from datasheet.ticks import NEVER
from display.font import FOURTEEN_BITS, FOURTEEN_ORDER, SEVEN_ORDER, fold, plain, seven
from display.wiring import (
    COMMONS,
    DARK,
    FIRST_LINE_ICONS,
    LINES,
    WIRES_A,
    WIRES_B,
    Rows,
    crossings,
    icons,
)

SLOT = 128
FRAME = SLOT * COMMONS

# The four commons laid end to end in one number: a cell moves sideways by a plain shift.
_ROW = (1 << LINES) - 1


def _pack(place: tuple[int, int]) -> int:
    common, line = place
    return 1 << (common * LINES + line)


_PLACES_A = dict(crossings(WIRES_A, 0))
_PLACES_B = dict(crossings(WIRES_B, FIRST_LINE_ICONS - 2 * CELLS_B))
_PLACES = dict(icons())
_SEGMENTS_A = [_pack(_PLACES_A[s]) for s in [*FOURTEEN_ORDER.lower(), "dp"]]
_SEGMENTS_B = [_pack(_PLACES_B[s]) for s in [*SEVEN_ORDER.lower(), "dp"]]
_ICON_PLACES = [_pack(_PLACES[name]) for name in ICONS]
_SHIFTS_A = [4 * cell for cell in range(CELLS_A)]
_SHIFTS_B = [2 * (CELLS_B - 1 - cell) for cell in range(CELLS_B)]


def _wire(bits: int, segments: list[int]) -> int:
    return sum(place for index, place in enumerate(segments) if bits >> index & 1)


_GLYPHS_A = {char: _wire(bits, _SEGMENTS_A) for char, bits in FOURTEEN_BITS.items()}


def _cell_a(cell: str) -> int:
    """The places that a character lights, with its point or without, or a point alone."""
    return _GLYPHS_A.get(cell[0], 0) | (_SEGMENTS_A[-1] if cell[-1] == "." else 0)


@lru_cache(maxsize=256)
def _cell_b(cell: str) -> int:
    bits = seven(cell[0])
    return _wire(bits | (cell[-1] == ".") << len(SEVEN_ORDER), _SEGMENTS_B)


@lru_cache(maxsize=1024)
def _row_a(text: str) -> int:
    found = [_cell_a(cell) for cell in cells(fold(text))]
    if len(found) > CELLS_A:
        raise ValueError(f"{text!r} takes {len(found)} cells; row A has {CELLS_A}")
    return sum(cell << shift for cell, shift in zip(found, _SHIFTS_A, strict=False))


@lru_cache(maxsize=1024)
def _row_b(text: str) -> int:
    found = [_cell_b(cell) for cell in cells(plain(text))]
    if len(found) > CELLS_B:
        raise ValueError(f"{text!r} takes {len(found)} cells; row B has {CELLS_B}")
    shifts = _SHIFTS_B[CELLS_B - len(found) :]
    return sum(cell << shift for cell, shift in zip(found, shifts, strict=True))


@lru_cache(maxsize=1024)
def _icons(icons: int) -> int:
    found = 0
    while icons:
        lowest = icons & -icons
        found |= _ICON_PLACES[lowest.bit_length() - 1]
        icons ^= lowest
    return found


@lru_cache(maxsize=1024)
def encode(row_a: str, row_b: str, icons: int) -> Rows:
    """The memory that shows a page left-aligned in row A, a number right-aligned in row B, and
    the icons of a mask over ICONS.

    A text too long for its row is a mistake of the caller: the glass never clips.
    """
    packed = _row_a(row_a) | _row_b(row_b) | _icons(icons)
    return (packed & _ROW, packed >> LINES & _ROW, packed >> 2 * LINES & _ROW, packed >> 3 * LINES)


def cells_of(rows: Rows) -> tuple[list[int], list[int]]:
    """Each cell's segments as the font numbers them, its point the bit above: row A, row B."""
    packed = sum(row << (common * LINES) for common, row in enumerate(rows))
    return (
        [_unwire(packed >> shift, _SEGMENTS_A) for shift in _SHIFTS_A],
        [_unwire(packed >> shift, _SEGMENTS_B) for shift in _SHIFTS_B],
    )


def _unwire(packed: int, segments: list[int]) -> int:
    return sum(1 << index for index, place in enumerate(segments) if packed & place)


def slot_common(tick: int) -> int:
    """The common that is being driven at a tick."""
    return tick // SLOT % COMMONS


class Lcd:
    """Four rows of memory, and the glass, which shows one common after the other."""

    def __init__(self) -> None:
        """Memory clear, glass dark."""
        self.memory: Rows = DARK
        self._held: Rows = DARK  # the rows driven at the tick of the last change
        self._since = 0

    def write(self, rows: Rows, tick: int) -> None:
        """Put rows in the memory; the glass takes them from the next slot on."""
        if rows == self.memory:
            return
        self.advance(tick)
        self.memory = rows

    def advance(self, tick: int) -> None:
        """Advance to a tick: for a digest, and where time passes slot by slot."""
        if tick < self._since:
            raise ValueError(f"tick {tick} is over: the display is at {self._since}")
        self._held = self.glass(tick)
        self._since = tick

    def glass(self, tick: int) -> Rows:
        """The rows as driven at a tick, none before the last write."""
        memory, held, since = self.memory, self._held, self._since
        if held == memory or tick >= since + FRAME:
            return memory
        # Slots of common c begin at 512 n + 128 c: has one begun after the change, up to now?
        row0 = memory[0] if tick // FRAME > since // FRAME else held[0]
        row1 = memory[1] if (tick - SLOT) // FRAME > (since - SLOT) // FRAME else held[1]
        row2 = memory[2] if (tick - 2 * SLOT) // FRAME > (since - 2 * SLOT) // FRAME else held[2]
        row3 = memory[3] if (tick - 3 * SLOT) // FRAME > (since - 3 * SLOT) // FRAME else held[3]
        return row0, row1, row2, row3

    def next_event(self, after: int = -1) -> int:
        """The next tick, later than `after` and than the last change, at which a common takes
        something new; NEVER when the glass shows what the memory holds."""
        now = max(after, self._since)
        shown = self.glass(now)
        if shown == self.memory:
            return NEVER
        slot = now // SLOT + 1
        while shown[slot % COMMONS] == self.memory[slot % COMMONS]:
            slot += 1
        return slot * SLOT

    @property
    def whole_at(self) -> int:
        """The tick by which the glass shows the whole memory, if nothing more is written."""
        return self._since if self._held == self.memory else self._since + FRAME

    def state(self) -> tuple[object, ...]:
        """The state at the last write or `advance`. Once the glass shows the memory, the tick of
        that makes no difference and is left out. The chip's own switch is always on."""
        settled = self._held == self.memory
        return True, self.memory, self._held, 0 if settled else self._since
