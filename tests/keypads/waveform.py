"""The bytes that a UART at one speed reads in a line sent at another.

read_at(b"5\\n", 19_200, 9_600)
"""

from __future__ import annotations

from functools import cache


@cache
def read_at(data: bytes, sent: int, read: int) -> bytes:
    """A byte without a stop bit reads as 0, as a Linux terminal delivers it."""
    if sent == read:
        return data
    wave = [bit for byte in data for bit in (0, *(byte >> n & 1 for n in range(8)), 1)]
    length = len(wave)
    step = sent / read  # sender's bits in one of the reader's

    def level(at: float) -> int:
        return wave[int(at)] if at < length else 1

    found, at = bytearray(), 0.0
    while at < length:
        if level(at):
            at = float(int(at) + 1)
            continue
        if level(at + step / 2):
            at += step / 2  # a false start
            continue
        byte = sum(level(at + step * (n + 1.5)) << n for n in range(8))
        stop = level(at + step * 9.5)
        found.append(byte if stop else 0)
        at += step * 9.5
        while not stop and at < length and not level(at):
            at = float(int(at) + 1)
    return bytes(found)
