"""The key matrix: 32 contacts between 8 strobes and 4 inputs, and ON beside them.

           K0    K1    K2    K3
    S0 ----o-----o-----o-----o---       every o is a dome that joins its strobe to its input;
           |     |     |     |          no diodes, inputs pulled down
    S1 ----o-----o-----o-----o---
           |     |     |     |          one strobe is driven at a time, the others float: a
    ...                                 driven strobe raises every input that closed contacts
           |     |     |     |          join to it, by whatever way round. Three closed corners
    S7 ----o-----o-----o-----o---       of a rectangle therefore read as four.

A key is pressed and released at a tick, and a reading at that very tick sees it. Domes bounce: at
both edges the contact chatters on after the first touch.

    none    a clean edge
    new     2-4 ms
    worn    5-14 ms         2, 4 or 6 more edges, then closed or open for good

The chatter is a function of seed, key, tick and direction, so a recording of key edges
replays it exactly. guess: a real dome's chatter is neither uniform nor the same both ways; only its
length matters to the debounce.

    matrix = Matrix("worn", seed=42)
    matrix.close(16, 1000); matrix.open(16, 3048)
    matrix.closed_at(1200)               which contacts touch (bit = key code)
    matrix.readings(closed)              what the eight strobes read, four bits a strobe
"""

from bisect import bisect_right

from keypad.keys import LINES, ON_CODE, STROBES

ON = 1 << ON_CODE
STROBED = ON - 1  # the 32 contacts of the matrix proper

# Length of the chatter in ticks of 1/32768 s, shortest and longest.
BOUNCES: dict[str, tuple[int, int] | None] = {"none": None, "new": (66, 131), "worn": (164, 458)}
_PROFILES = tuple(BOUNCES)

_WORD = (1 << 64) - 1
_ROW = (1 << LINES) - 1
_REMEMBERED = 4096  # cached sets of closed contacts; a game needs fewer

MatrixState = tuple[int, int, int, int, tuple[tuple[int, int], ...]]


def chatter(bounce: tuple[int, int], seed: int, code: int, tick: int, down: bool) -> list[int]:
    """The ticks at which a contact goes on changing after its edge at `tick`.

    An even number of them, strictly rising: the contact ends as the edge left it.
    """
    mixed = (seed * 0x9E3779B97F4A7C15 + tick * 0xD1B54A32D192ED03 + code * 2 + down) & _WORD
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _WORD
    mixed ^= mixed >> 31
    shortest, longest = bounce
    mixed, drawn = divmod(mixed, longest - shortest + 1)
    length = shortest + drawn
    mixed, drawn = divmod(mixed, 3)
    count = 2 + 2 * drawn
    share = length // count
    edges = []
    for nth in range(1, count):  # one edge somewhere in each equal share of the length
        mixed, drawn = divmod(mixed, share)
        edges.append(tick + nth * length // count - drawn)
    edges.append(tick + length)
    return edges


def join_contacts(closed: int) -> int:
    """Return what each strobe reads when these contacts touch: all inputs joined to it."""
    rows = [closed >> strobe * LINES & _ROW for strobe in range(STROBES)]
    nets: list[int] = []  # the inputs of each net; two nets share none
    for row in rows:
        if row:
            apart = [net for net in nets if not net & row]
            for net in nets:
                if net & row:
                    row |= net
            nets = [*apart, row]
    read = 0
    for strobe, row in enumerate(rows):
        for net in nets:
            if net & row:
                read |= net << strobe * LINES
    return read


class Matrix:
    """The contacts, and the edges that are still to come or not yet forgotten.

    `base` is the set of closed contacts before the first edge; `ticks` and `masks` are the
    edges in order, each with the set closed from it on; `at_rest` is what the strobes and ON read
    of `base`. The scanner reads these in place, as it does so for every scan.
    """

    __slots__ = ("_held", "_wired", "at_rest", "base", "bounce", "masks", "seed", "ticks")

    def __init__(self, bounce: str = "none", seed: int = 0) -> None:
        if bounce not in BOUNCES:
            raise ValueError(f"no bounce is called {bounce!r}: {', '.join(_PROFILES)}")
        self.bounce = bounce
        self.seed = seed
        self._held = 0  # the pressed keys, however their contacts chatter
        self.base = self.at_rest = 0
        self.ticks: list[int] = []
        self.masks: list[int] = []
        self._wired: dict[int, int] = {}

    def close(self, code: int, tick: int) -> None:
        """Press a key. A key that is held already does not change."""
        bit = 1 << code
        if not self._held & bit:
            self._held |= bit
            self._edge(code, bit, tick, True)

    def open(self, code: int, tick: int) -> None:
        """Release the key."""
        bit = 1 << code
        if self._held & bit:
            self._held ^= bit
            self._edge(code, bit, tick, False)

    def held_codes(self) -> tuple[int, ...]:
        """The codes of the pressed keys."""
        held = self._held
        return tuple(code for code in range(held.bit_length()) if held >> code & 1)

    def _edge(self, code: int, bit: int, tick: int, down: bool) -> None:
        """A key's new edges in order of time; they replace what was left of its old ones."""
        ticks, masks = self.ticks, self.masks
        bounce = BOUNCES[self.bounce]
        if bounce is None and not (ticks and ticks[-1] >= tick):
            ticks.append(tick)
            masks.append((masks[-1] if masks else self.base) ^ bit)
            return
        own = {tick, *(chatter(bounce, self.seed, code, tick, down) if bounce else ())}
        cut = bisect_right(ticks, tick - 1)
        mask = masks[cut - 1] if cut else self.base
        others = dict(zip(ticks[cut:], masks[cut:], strict=True))
        del ticks[cut:], masks[cut:]
        level = 0 if down else bit
        elsewhere = mask & ~bit
        for moment in sorted(own | set(others)):
            if moment in own:
                level ^= bit
            elsewhere = others.get(moment, elsewhere) & ~bit
            if elsewhere | level != mask:
                mask = elsewhere | level
                ticks.append(moment)
                masks.append(mask)

    def closed_at(self, tick: int) -> int:
        """The contacts that touch at a tick, one bit a key code."""
        edge = bisect_right(self.ticks, tick)
        return self.masks[edge - 1] if edge else self.base

    def inputs(self, closed: int) -> int:
        """The readings of the eight strobes, and ON's own line as bit 32."""
        read = self._wired.get(closed)
        if read is None:
            if len(self._wired) >= _REMEMBERED:
                self._wired.clear()
            read = self._wired[closed] = join_contacts(closed & STROBED) | closed & ON
        return read

    def readings(self, closed: int) -> int:
        """The readings of the eight strobes: 32 bits, four a strobe, bit = key code."""
        return self.inputs(closed) & STROBED

    def forget(self, tick: int) -> None:
        """Forget all edges up to this tick: no later call asks about them."""
        past = bisect_right(self.ticks, tick)
        if past:
            self.base = self.masks[past - 1]
            self.at_rest = self.inputs(self.base)
            del self.ticks[:past], self.masks[:past]

    def settle(self) -> int:
        """Forget the only edge, of a key that moves alone: the contact that moved, as a bit."""
        self.ticks.clear()
        after = self.masks.pop()
        moved = self.base ^ after
        self.base = self.at_rest = after  # alone it joins nothing
        return moved

    def state(self) -> MatrixState:
        edges = tuple(zip(self.ticks, self.masks, strict=True))
        return (_PROFILES.index(self.bounce), self.seed, self._held, self.base, edges)
