"""A line of a save that holds a record, and its check sums: the same in every body.

    @98914 state 3 DIGEST CHECK {"format":2,"firmware":"1.1","game":{"turn":2,...

CHECK is sixteen hexadecimal digits: eight over this line, eight over the keys since the line
before.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b

NO_DIGEST = "0" * 16
"""Of an operation that is not played again."""
KEYS_LEFT_OUT = b"# keys left out\n"
"""This save cannot be replayed before its next `adopt`."""
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


def last_records(data: bytes, most: int) -> list[bytes]:
    """The last records that are not damaged, at most so many: all that a body keeps of a save."""
    found: list[bytes] = []
    for written in _backwards(data):
        words = written.split(b" ", 5)
        if len(words) == 6 and words[1] in VERBS:
            head = b" ".join(words[:4])
            if is_sound(head, words[4], words[5]):
                found.insert(0, words[5])
                if len(found) == most:
                    break
    return found


def _backwards(data: bytes) -> Iterator[bytes]:
    end = len(data)
    while end > 0:
        start = data.rfind(b"\n", 0, end) + 1
        yield data[start:end]
        end = start - 1
