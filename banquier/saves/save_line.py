"""A line of a save that holds a record, and its checksums: the same in every body.

    @98914 state 3 DIGEST CHECK {"format":2,"firmware":"1.1","game":{"turn":2,...

CHECK is sixteen hexadecimal digits: eight over this line, eight over the keys since the line
before.
"""

from __future__ import annotations

from hashlib import blake2b

NO_DIGEST = "0" * 16
"""The digest of an operation that is not replayed."""
KEYS_LEFT_OUT = b"# keys left out\n"
"""Raised if a save cannot be replayed before its next `adopt`."""
VERBS = (b"state", b"resume", b"adopt")


def line(keys: bytes, tick: int, verb: str, number: int, digest: str, record: bytes) -> bytes:
    """The line with a record that stands behind these keys."""
    head = b"@%d %s %d %s" % (tick, verb.encode(), number, digest.encode())
    pressed = sum_of(keys)
    return b"%s %s%s %s\n" % (head, check(pressed, head, record), pressed, record)


def sum_of(text: bytes) -> bytes:
    return blake2b(text, digest_size=4).hexdigest().encode()


def check(pressed: bytes, head: bytes, record: bytes) -> bytes:
    return sum_of(b"\n".join((b"", pressed, head, record)))


def is_sound(head: bytes, sums: bytes, record: bytes) -> bool:
    return sums[:8] == check(sums[8:], head, record)
