"""The keypad board on a Raspberry Pi Pico under MicroPython: save as main.py on the Pico.

    rows read -> Matrix -> edges -> Board -> frames -> USB serial line
    USB serial line -> Lines -> Board.obey -> piezo

It speaks version 1 of the framed protocol as the C firmware (docs/keypad.md), without displays: a
glass (S) is refused.
`Matrix` follows core/matrix.c, `Board` core/board.c and core/command.c.
"""

import select
import sys
import time

import machine
import micropython

ROWS = (10, 11, 12, 13)  # K0..K3: driven low in turn, else floating, never high
COLS = (2, 3, 4, 5, 6, 7, 8, 9)  # S0..S7; a 4 x 4 pad: COLS = (6, 7, 8, 9)
PIEZO = 15

DEBOUNCE_MS = 15
SETTLE_US = 30  # a column needs this long to rise again, on a long cable
HEARTBEAT_MS = 1000
TEXT = 62  # what can stand between $ and the end of a line
EDGES = 32  # waiting to be said
HEX = b"0123456789ABCDEFabcdef"


def crc(body):
    value = 0xFFFF
    for byte in body:
        x = (value >> 8) ^ byte
        x ^= x >> 4
        value = ((value << 8) ^ (x << 12) ^ (x << 5) ^ x) & 0xFFFF
    return value


def frame(seq, body):
    text = b"%02X,%s" % (seq, body)
    return b"$%s*%04X\n" % (text, crc(text))


class Lines:
    """Bytes in, lines out: ("frame", text), ("bare", text) or ("junk", b"")."""

    def __init__(self):
        self.line = bytearray()

    def take(self, byte):
        if byte == 0x24:  # $
            self.line = bytearray(b"$")
        elif byte == 0x0A:
            line, self.line = bytes(self.line), bytearray()
            framed = line[:1] == b"$"
            text = line[1:] if framed else line
            if len(text) > TEXT or not all(0x20 <= byte <= 0x7E for byte in text):
                return "junk", b""
            if framed or text:
                return "frame" if framed else "bare", text
        elif byte != 0x0D and len(self.line) < TEXT + 2:
            self.line.append(byte)
        return None


def is_hex(text):
    return all(byte in HEX for byte in text)


def read_frame(text):
    """(kind, sequence number, verb, arguments); kind is "good", "crc" or "shape".

    The verb is empty when it has several letters: none of this version.
    """
    body, mark, sent = text[:-5], text[-5:-4], text[-4:]
    if len(text) < 9 or mark != b"*" or b"*" in body or not is_hex(sent) or not is_hex(body[:2]):
        return "shape", 0, b"", b""
    if body[2:3] != b"," or body[3:4] == b",":
        return "shape", 0, b"", b""
    seq = int(body[:2], 16)
    if crc(body) != int(sent, 16):
        return "crc", seq, b"", b""
    comma = body.find(b",", 3)
    verb, args = (body[3:], b"") if comma < 0 else (body[3:comma], body[comma + 1 :])
    return "good", seq, verb if len(verb) == 1 else b"", args


def read_beep(args):
    """(hertz, milliseconds), or None."""
    parts = args.split(b",")
    if len(parts) != 2 or not all(part.isdigit() and len(part) <= 5 for part in parts):
        return None
    hz, ms = int(parts[0]), int(parts[1])
    return (hz, ms) if ms <= 5000 and (hz == 0 or 20 <= hz <= 20000) else None


class Matrix:
    """The rows as read in, one clean edge per press and release out. Bit c of a row: column c."""

    def __init__(self, rows, cols):
        # A key that is down at the start is no press: all count as down, muted, until seen up.
        full = (1 << cols) - 1
        self.stable = [full] * rows
        self.muted = [full] * rows
        self.count = {}  # (column, row): 1 + ms since the key first read otherwise
        self.quiet = 0  # the same of a matrix without a ghost, or without any key
        self.ghost = self.locked = False

    def step(self, raw, elapsed):
        """The edges of this reading: ("D" or "U", row, column), ("G1",), ("G0",)."""
        if ambiguous(raw):
            self.count = {}
            self.quiet = 0
            self.locked = True
            if self.ghost:
                return []
            self.ghost = True
            return [("G1",)]
        edges = []
        if self.ghost:
            self.quiet = lasting(self.quiet, elapsed)  # a bouncing third contact: it comes and goes
            if self.quiet <= DEBOUNCE_MS:
                return []
            self.ghost = False
            self.quiet = 0
            edges.append(("G0",))
        closed = any(raw) or any(self.stable)
        if self.count or raw != self.stable:
            self.settle(raw, elapsed, edges)
        if self.locked:
            self.quiet = 0 if closed else lasting(self.quiet, elapsed)
            self.locked = self.quiet <= DEBOUNCE_MS
        return edges

    def settle(self, raw, elapsed, edges):
        counts = {}
        for row, now in enumerate(raw):
            moved = now ^ self.stable[row]
            if self.locked:
                moved &= self.stable[row]  # only releases
            col = 0
            while moved:
                if moved & 1:
                    place = (col, row)
                    counts[place] = lasting(self.count.get(place, 0), elapsed)
                moved >>= 1
                col += 1
        self.count = {}
        for place in sorted(counts):  # the unit's own order: lower column first, then lower row
            if counts[place] <= DEBOUNCE_MS:
                self.count[place] = counts[place]
                continue
            col, row = place
            bit = 1 << col
            self.stable[row] ^= bit
            if self.muted[row] & bit:
                self.muted[row] &= ~bit
            else:
                edges.append(("D" if self.stable[row] & bit else "U", row, col))


def lasting(count, elapsed):
    """Milliseconds, plus one, since a state was first read that must last."""
    return count + elapsed if count else 1


def ambiguous(raw):
    """Two rows share two columns: a third contact cannot be told from a fourth."""
    for a in range(len(raw)):
        for b in range(a):
            shared = raw[a] & raw[b]
            if shared & (shared - 1):
                return True
    return False


class Board:
    """What the board says and is told. `send(bytes)` is True when the whole line was taken."""

    def __init__(self, rows, cols, send, beep):
        self.rows, self.cols = rows, cols
        self.send, self.beep = send, beep
        self.matrix = Matrix(rows, cols)
        self.lines = Lines()
        self.told = [0] * rows  # keys the unit has been told are down
        self.edges = []
        self.answers = []
        self.hello_due = True
        self.lost_due = self.held_due = False
        self.resync = False  # releases were lost: said again when there is room
        self.now = self.heart = 0
        self.seq = 0  # 00 only once, for the first hello

    def say(self, body):
        if not self.send(frame(self.seq, body)):
            return False
        self.seq = self.seq % 255 + 1
        return True

    def hear(self, byte):
        line = self.lines.take(byte)
        if line is None:
            return
        kind, text = line
        if kind == "frame":
            kind, seq, verb, args = read_frame(text)
            if kind == "good":
                self.obey(seq, verb, args)
            elif kind == "crc":
                self.answer(seq, b"crc")
        elif kind == "bare" and (text in (b"?", b"Q") or text[:2] in (b"S,", b"B,")):
            self.obey(0, text[:1], text[2:])

    def answer(self, seq, why=None):
        if len(self.answers) < 4:
            self.answers.append(b"A,%02X" % seq if why is None else b"N,%02X,%s" % (seq, why))

    def obey(self, seq, verb, args):
        if verb == b"?":
            self.hello_due = True
        elif verb == b"Q":
            self.held_due = True
        elif verb == b"B":
            tone = read_beep(args)
            if tone:
                self.beep(tone[0], tone[1])
            self.answer(seq, None if tone else b"args")
        else:
            self.answer(seq, b"verb")

    def tick(self, raw, elapsed):
        self.now += elapsed
        self.heart += elapsed
        if self.heart >= HEARTBEAT_MS:
            self.heart %= HEARTBEAT_MS
            self.held_due = True
        for edge in self.matrix.step(raw, elapsed):
            # Once one is lost those behind it wait for the resync, or they would overtake it.
            if self.resync or len(self.edges) == EDGES:
                self.resync = self.lost_due = True
            else:
                self.edges.append(edge)
        self.say_what_waits()

    def say_what_waits(self):
        if self.hello_due:
            hello = b"H,proto=1,fw=1.0,rows=%d,cols=%d,disp=0,beep=1"
            if not self.say(hello % (self.rows, self.cols)):
                return
            self.hello_due = False
        while self.edges:
            if not self.say_edge(self.edges[0]):
                return
            self.edges.pop(0)
        if self.resync and not self.say_lost_releases():
            return
        if self.lost_due:
            if not self.say(b"X"):
                return
            self.lost_due = False
            self.held_due = True
        while self.answers:
            if not self.say(self.answers[0]):
                return
            self.answers.pop(0)
        if self.held_due and self.say_held():
            self.held_due = False

    def say_edge(self, edge):
        if edge[0] == "G1" or edge[0] == "G0":
            return self.say(b"G,1" if edge[0] == "G1" else b"G,0")
        kind, row, col = edge
        told = self.told[row] & 1 << col
        if kind == "U":
            return not told or self.say_key(b"U", row, col)
        # Still told down: its release was lost.
        if told and not self.say_key(b"U", row, col):
            return False
        return self.say_key(b"D", row, col)

    def unit_row(self, row, col):
        """An ordinary pad has 1 2 3 in its first row, the unit in its third."""
        return 2 - row if self.cols == 4 and col < 3 and row < 3 else row

    def say_key(self, verb, row, col):
        if not self.say(b"%s,%d%d" % (verb, self.unit_row(row, col), col)):
            return False
        self.told[row] ^= 1 << col
        return True

    def say_lost_releases(self):
        if not self.say(b"G,0"):
            return False
        for row in range(self.rows):
            for col in range(self.cols):
                lost = self.told[row] & ~self.matrix.stable[row] & 1 << col
                if lost and not self.say_key(b"U", row, col):
                    return False
        if self.matrix.ghost and not self.say(b"G,1"):
            return False
        self.resync = False
        return True

    def say_held(self):
        held = 0
        for col in range(self.cols):
            for row in range(self.rows):
                if self.told[row] & 1 << col:
                    held |= 1 << (col * self.rows + self.unit_row(row, col))
        return self.say(b"T,%d,%08X" % (self.now & 0xFFFFFFFF, held))


class Pins:
    """The matrix and the piezo on the Pico's pins."""

    def __init__(self):
        self.rows = [machine.Pin(pin, machine.Pin.IN) for pin in ROWS]
        self.cols = [machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP) for pin in COLS]
        self.piezo = None
        self.silence = 0

    def columns(self):
        low = 0
        for col, pin in enumerate(self.cols):
            if not pin.value():
                low |= 1 << col
        return low

    def scan(self):
        # All rows at once first: with no key down, one look is enough.
        for pin in self.rows:
            pin.init(machine.Pin.OUT, value=0)
        time.sleep_us(1)
        any_low = self.columns()
        for pin in self.rows:
            pin.init(machine.Pin.IN)
        raw = [0] * len(self.rows)
        if any_low:
            for row, pin in enumerate(self.rows):
                time.sleep_us(SETTLE_US)
                pin.init(machine.Pin.OUT, value=0)
                time.sleep_us(1)
                raw[row] = self.columns()
                pin.init(machine.Pin.IN)
        return raw

    def beep(self, hz, ms):
        self.stop_tone()
        if hz and ms:
            self.piezo = machine.PWM(machine.Pin(PIEZO))
            self.piezo.freq(hz)
            self.piezo.duty_u16(32768)
            self.silence = time.ticks_add(time.ticks_ms(), ms)

    def stop_tone(self):
        if self.piezo:
            self.piezo.deinit()
            self.piezo = None

    def step(self):
        if self.piezo and time.ticks_diff(time.ticks_ms(), self.silence) >= 0:
            self.stop_tone()


def main():
    micropython.kbd_intr(-1)  # a byte 03 on the line is noise, and no Ctrl-C
    readable, writable = select.poll(), select.poll()
    readable.register(sys.stdin, select.POLLIN)
    writable.register(sys.stdout, select.POLLOUT)

    def send(line):
        # While the port is not read, the edges wait, and the keys are still scanned.
        if not writable.poll(0):
            return False
        sys.stdout.buffer.write(line)
        return True

    pins = Pins()
    board = Board(len(ROWS), len(COLS), send, pins.beep)
    scanned = time.ticks_ms()
    while True:
        while readable.poll(0):
            byte = sys.stdin.buffer.read(1)
            if not byte:
                return  # the end of a file: only where the line is no USB port
            board.hear(byte[0])
        now = time.ticks_ms()
        elapsed = time.ticks_diff(now, scanned)
        if elapsed > 0:
            scanned = now
            board.tick(pins.scan(), elapsed)
            pins.step()
        else:
            time.sleep_us(200)


if __name__ == "__main__":
    main()
