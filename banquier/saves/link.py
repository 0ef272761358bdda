"""A game as a link: the keys of its save, packed, behind the `#` of a page's address.

    link = link_of("game.keys", page, at=7)     https://…/#g=…&at=7
    opened = unpack(link, games)                raises Trouble with one sentence
    opened.save                                 the save again, every record computed from the keys

Behind `g=` stand in base64url: one byte with the version, eight bytes of BLAKE2b over what
follows, and a deflated body:

    edition     the text of an edition of the player's own, without comments; a zero byte
    lines       header; steps that are no keys, without their times; the last record; a zero byte
    codes       a byte an event, in their order; 255 ends them
    times       ticks since the event before, five bytes each, as planes from the low byte up:
                of all other events, then of keys that come up

    code   k 0 to 63   key k goes down and comes up      128+k  key k comes up
           64+k        key k goes down                   254    the next of the lines

Nothing in it is a path, and only lines that a save may have are read.
"""

from __future__ import annotations

import os
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from hashlib import blake2b
from itertools import accumulate, pairwise
from typing import NamedTuple

from banquier.editions.edition_file import BUILT_IN, EditionError
from banquier.editions.edition_text import read as read_edition
from banquier.jobs import Job, at_once, finish
from banquier.saves.games import Games, SaveInMemory
from banquier.saves.recorder import SaveRecorder
from banquier.saves.save_format import (
    Found,
    Mark,
    header_of,
    mark_line,
    scan,
    scan_in_slices,
)
from banquier.saves.save_line import KEYS_LEFT_OUT, NO_DIGEST
from banquier.saves.save_messages import message, not_playable
from banquier.saves.saved_game import SavedGame
from banquier.script.errors import Place, ScriptError
from banquier.script.events import DO, do, event_of, is_number
from banquier.script.header import Header, unit_for
from banquier.script.header_lines import is_one_line, names_written, rules_written
from banquier.script.record_text import format_record, parse_record
from banquier.trouble import Trouble
from datasheet.ticks import CRYSTAL
from firmware_sim.saved_state import Record, StateError, reading
from firmware_sim.session import EMULATOR
from firmware_sim.texts import VERSION as FIRMWARE
from hardware import unit_state
from keypad.keys import NAMES

VERSION = 1
MARK = "#g="
LONGEST = 64 << 10
"""Bytes of a packed game; the longest of a thousand bots' games has not a fifth of it."""
MOST = 1 << 20
"""Bytes of its body; a link that unpacks to more is refused before it is unpacked."""
QR = 2_953
"""Bytes that one QR code holds."""
MOST_WORK, MOST_SAVE = 250_000, 6_000_000
"""While it is played: units of about ten microseconds, and bytes of the save that it makes. The
longest known game of bots, of 2 851 operations, has 114 000 and 5.6 MB. Opened in a browser, a link
takes 10 s at most, most of it the start of Python, and 100 MB."""
AWAKE = 8 * 60 * CRYSTAL
"""A unit that is left alone is off then, and costs nothing."""
CHECK = 8
DOWN, UP, LINE, END = 64, 128, 254, 255
PLANES = 5
EVENTS_A_STEP = 10
AGAIN = "resume asked"
"""The step that replaces `resume` if the open question came back; 1.2 asked the game's question."""

FIELDS = ("firmware", "bounce", "seed", "names", "edition")
"""The header fields that a link may carry."""

_CODES = {name: code for code, name in enumerate(NAMES)}


class LinkBody(NamedTuple):
    edition: str
    header: list[str]
    lines: list[tuple[int, str]]
    """Ticks and steps."""
    end: str
    """The last operation: its number, the checksum of all digests, and its record."""


class Opened(NamedTuple):
    found: Found
    """The save that the link is."""
    at: int
    """The operation that the link points to, 0: none."""
    firmware: str
    """Empty if every throw was computed again; else the firmware that this link is of, and the
    save has the last record only."""

    @property
    def save(self) -> bytes:
        return self.found.data


def is_link(word: str) -> bool:
    return MARK in word


# -- a save as a link


def make_in_slices(path: str, page: str = "", at: int = 0) -> Job[str]:
    """Return the link to a save, for the local page `page` and operation `at`. Raises Trouble."""
    check_page(page)
    saved = yield from SavedGame.read_in_slices(path)
    found = saved.found
    if not found.playable:
        trouble = found.trouble or message("keys_left_out")
        raise Trouble(message("no_link", path=path, trouble=trouble))
    if at and not 0 < at <= found.marks[-1].number:
        raise Trouble(message("not_there", path=path, number=at))
    try:
        body = _pack(_body(saved))
    except StateError:
        why = message("tells_no_game")
        raise Trouble(message("unusable", path=path, reason=why)) from None
    packed = _deflate(body)
    if len(packed) > LONGEST or len(body) > MOST:
        raise Trouble(message("link_too_long", path=path))
    return page.partition("#")[0] + MARK + _base64(packed) + (f"&at={at}" if at else "")


link_of = at_once(make_in_slices)


def check_page(page: str) -> None:
    """Raises Trouble if the page is neither empty nor an address."""
    address = page.partition("://")[2]
    is_page = page.startswith(("http://", "https://")) and 0 < len(address) <= 500
    if page and not (is_page and all("!" <= sign <= "~" for sign in address)):
        raise Trouble(message("no_page", page=page))


@reading
def _body(saved: SavedGame) -> LinkBody:
    found, header = saved.found, saved.header
    last = parse_record(found.marks[-1].record)
    for name in ("session", "rules", "names"):  # the last two stand in the header
        last.pop(name, None)
    if not last["roll"]:  # the last roll line is in an earlier record
        rolls = (parse_record(mark.record)["roll"] for mark in reversed(found.marks))
        last["roll"] = next(filter(None, rolls), [])[-1:]
    if b'\nedition "' in found.header and not header.edition:
        raise Trouble(message("link_edition_gone", path=saved.path))
    edition = ""
    if header.edition:
        with open(header.edition, encoding="utf-8-sig") as file:
            edition = "".join(line for line in file if not line.startswith("#"))
    lines = [f"firmware {last['firmware']}", f"bounce {header.bounce}"]
    if header.seed is not None:
        lines.append(f"seed {header.seed}")
    if header.names:
        lines.append(names_written(header.names))
    if header.rules:  # the rules also apply to an edition in the link
        lines.append(f"edition {BUILT_IN[0]}{rules_written(header.rules)}")
    first = max((n for n, mark in enumerate(found.marks) if mark.verb == "adopt"), default=-1)
    events = list(_lines(found, first))
    marks, work = found.marks, _work(events)
    for at in range(first + 1, len(marks)):
        if marks[at].verb == "resume":
            work += _resumption(saved.records[: at + 1])
    if _is_too_much(work, marks[-1].end - marks[max(first, 0)].start):
        raise Trouble(message("link_too_long", path=saved.path))
    end = f"{found.marks[-1].number} {_sum(found.marks)} {format_record(last)}"
    return LinkBody(edition, lines, events, end)


def _lines(found: Found, first: int) -> Iterator[tuple[int, str]]:
    """The steps behind mark `first`, an `adopt`, and the records that CORR may need there."""
    marks, start = found.marks, 0
    if first >= 0:
        for mark in marks[max(0, first - EMULATOR.undo) : first + 1]:
            verb = "adopt" if mark is marks[first] else "state"
            yield marks[first].tick, f"{verb} {mark.number} {mark.record.decode()}"
        start = marks[first].end
    for mark in marks[first + 1 :]:
        for line in found.data[start : mark.start].splitlines():
            if line.startswith(b"@"):
                tick, step = line[1:].decode().split(" ", 1)
                yield int(tick), step
        start = mark.end
        if mark.verb == "resume":
            yield mark.tick - 1, AGAIN if b'"asked":' in mark.record else "resume"
    yield marks[-1].tick, "end"


def _sum(marks: Sequence[Mark]) -> str:
    """A checksum over the digests of all operations since the last `adopt`."""
    told, known = list[str](), -1
    for mark in marks:
        if mark.verb == "adopt":
            told, known = [], mark.number
        elif mark.verb == "state" and mark.number > known:
            known = mark.number
            told.append(f"{known} {mark.digest}\n")
    return blake2b("".join(told).encode(), digest_size=8).hexdigest()


# -- the body as bytes


@reading
def _pack(body: LinkBody) -> bytes:
    lines, codes = [body.end, *body.header, ""], bytearray()
    others: list[int] = []
    ups: list[int] = []
    before, pressed = 0, ""
    for tick, step in body.lines:
        verb, _, key = step.partition(" ")
        code = _CODES.get(key, -1) if verb in ("down", "up") else -1
        (ups if verb == "up" else others).append(tick - before)
        if code < 0:
            codes.append(LINE)
            lines.append(step)
        elif verb == "up" and pressed == key:
            codes[-1] = code
        else:
            codes.append(code + (DOWN if verb == "down" else UP))
        before, pressed = tick, key if verb == "down" else ""
    texts = [body.edition.encode(), "\n".join(lines).encode()]
    return b"\0".join([*texts, bytes(codes)]) + bytes([END]) + _planes(others) + _planes(ups)


def _planes(times: Sequence[int]) -> bytes:
    return b"".join(bytes(time >> 8 * n & 255 for time in times) for n in range(PLANES))


def _times(data: bytes) -> list[int]:
    count = len(data) // PLANES
    planes = (data[n * count : (n + 1) * count] for n in range(PLANES))
    return [int.from_bytes(bytes(time), "little") for time in zip(*planes, strict=True)]


def _read(data: bytes) -> LinkBody:
    """Parse the body of a link. Raises ValueError or IndexError if it is damaged."""
    edition, text, rest = data.split(b"\0", 2)
    end, *lines = text.decode().split("\n")
    blank = lines.index("")
    codes, _, times = rest.partition(bytes([END]))
    others, steps = iter(lines[blank + 1 :]), list[str]()
    for code in codes:
        if code == LINE:
            steps.append(next(others, ""))
            continue
        if code < UP:
            steps.append(f"down {NAMES[code % DOWN]}")
        if code < DOWN or code >= UP:
            steps.append(f"up {NAMES[code % DOWN]}")
    if len(times) != PLANES * len(steps):
        raise ValueError
    start = PLANES * sum(not step.startswith("up ") for step in steps)
    of_others, of_ups = iter(_times(times[:start])), iter(_times(times[start:]))
    ticks = accumulate(next(of_ups if step.startswith("up ") else of_others) for step in steps)
    return LinkBody(edition.decode(), lines[:blank], [*zip(ticks, steps, strict=True)], end)


def _deflate(body: bytes) -> bytes:
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15, 9)
    told = deflate.compress(body) + deflate.flush()
    return bytes([VERSION]) + _check(told) + told


def _check(told: bytes) -> bytes:
    return blake2b(told, digest_size=CHECK).digest()


def _base64(packed: bytes) -> str:
    return urlsafe_b64encode(packed).rstrip(b"=").decode()


def _inflate(word: str) -> bytes:
    """Decompress a link. Raises ValueError or zlib.error if it is damaged."""
    if len(word) > LONGEST * 4 // 3 + 3:
        raise ValueError
    packed = urlsafe_b64decode(word + "=" * (-len(word) % 4))
    told = packed[1 + CHECK :]
    if not told or _check(told) != packed[1 : 1 + CHECK] or _base64(packed) != word:
        raise ValueError
    if packed[0] != VERSION:
        raise Trouble(message("link_newer", version=packed[0], known=VERSION))
    inflate = zlib.decompressobj(-15)
    body = inflate.decompress(told, MOST + 1)
    if len(body) > MOST or not inflate.eof or inflate.unused_data:
        raise ValueError
    return body


# -- a link as a save


def unpack(
    link: str, games: Games, tell: Callable[[int, int], None] = lambda done, of: None
) -> Opened:
    """Open a link at once; `tell` is called as it goes. Raises Trouble if it cannot be played."""

    def tell_progress(done: tuple[int, int] | Found | None) -> None:
        if done and not isinstance(done, Found):
            tell(*done)

    return finish(unpacking(link, games), tell_progress)


def unpacking(link: str, games: Games) -> Job[Opened]:
    """Open a link in slices. They yield a save that has the last record alone, then how many events
    have been played, and of how many; None in between. An edition that comes with the link is put
    into `games`. Raises Trouble if the link cannot be played."""
    with _damage_told(), ExitStack() as refused:
        packed, at = _parts_of(link)
        data = _inflate(packed)
        yield
        body = _read(data)
        yield
        opened = yield from _open(body, games, at, refused)
        refused.pop_all()
        return opened


@contextmanager
def _damage_told() -> Iterator[None]:
    try:
        yield
    except EditionError as error:
        raise Trouble(not_playable(error)) from None
    except (ScriptError, StateError, ValueError, IndexError, KeyError, zlib.error):
        raise Trouble(message("link_damaged")) from None


def _parts_of(link: str) -> tuple[str, int]:
    """Return what is packed in a link, and the operation that it points to."""
    word, _, number = link[link.find(MARK) + 1 :].strip().partition("&at=")
    if not word.startswith("g=") or (number and not is_number(number, 12)):
        raise ValueError
    return word[2:], int(number or 0)


def _open(body: LinkBody, games: Games, at: int, refused: ExitStack) -> Job[Opened]:
    """Open a parsed link; `refused` holds the clean-up for a refused one."""
    number, total, record = body.end.split(" ", 2)
    parse_record(record)  # raises ValueError for a damaged record before anything is played
    work = _work(body.lines)
    if _is_too_much(work, 0):
        raise Trouble(message("link_too_much"))
    header = _header(body, games, refused)
    yield
    end = _last_record(body, header)
    yield end
    if header.firmware != FIRMWARE:
        return Opened(end, at, header.firmware)
    save = yield from _play(header, body.lines, work)
    found = yield from scan_in_slices(save)
    if not found.playable:  # more keys than a save keeps
        raise Trouble(message("link_too_much"))
    if (str(found.marks[-1].number), _sum(found.marks)) != (number, total):
        raise Trouble(message("link_disagrees"))
    return Opened(found, at, "")


def _last_record(body: LinkBody, header: Header) -> Found:
    number, _, record = body.end.split(" ", 2)
    begun, tick = header_of(header) + KEYS_LEFT_OUT, body.lines[-1][0]
    told = format_record(parse_record(record)).encode()
    save = begun + mark_line(begun, tick, "state", int(number), NO_DIGEST, told)
    found = scan(save)
    if not found.marks:
        raise ValueError
    return found


def _put_edition(text: str, games: Games, refused: ExitStack) -> str:
    read_edition(text, "edition")  # EditionError
    name = blake2b(text.encode(), digest_size=6).hexdigest()
    path = os.path.join(os.path.abspath(games.folder), f"edition-{name}.toml")
    if not os.path.exists(path):
        games.write_new(path, text.encode())
        refused.callback(games.remove, path)
    return path


def _header(body: LinkBody, games: Games, refused: ExitStack) -> Header:
    """Build a header from an untrusted link. Raises ValueError for a line that no save may have."""
    header, lines = Header(), [*body.header, *(step for _, step in body.lines)]
    fields = {line.split(" ")[0] for line in body.header}
    if not fields <= {*FIELDS} or not all(map(is_one_line, lines)) or lines[-1] != "end":
        raise ValueError
    for number, line in enumerate(body.header, 1):
        header.read_line(line, Place("link", number))
    header.check()
    if not header.firmware or header.edition.endswith(".toml"):
        raise ValueError
    header.edition = _put_edition(body.edition, games, refused) if body.edition else ""
    return header


# -- the work of playing a link: the same on every machine, so it is no time


def _work(lines: Sequence[tuple[int, str]]) -> int:
    """The cost of the events, each a key or similar, and of the time that the unit is on."""
    ticks = [tick for tick, _ in lines]
    return sum(2 + min(tick - before, AWAKE) // CRYSTAL for before, tick in pairwise([0, *ticks]))


def _resumption(records: Sequence[Record]) -> int:
    """The cost of restoring these records and of the keys pressed at the restored question."""
    asked = records[-1].get("asked")
    given = len(asked[4]) if asked else 0
    return 300 + 2 * len(records) + 20 * min(len(records), EMULATOR.undo) + given


def _is_too_much(work: int, save: int) -> bool:
    """`save`: the bytes of the save that is made."""
    return work + save // 64 > MOST_WORK or save > MOST_SAVE


def _play(header: Header, lines: Sequence[tuple[int, str]], work: int) -> Job[bytes]:
    """The save that these lines make. `work`: of them."""
    unit = unit_for(header)
    file = SaveInMemory()
    recorder = SaveRecorder(unit, file, header, SaveInMemory)
    records: list[Record] = []
    known = 0  # bytes of the save, as far as its records were read
    for at, (tick, step) in enumerate(lines):
        verb, *facts = step.split(" ", 2)
        if verb == "state":
            records.append(parse_record(facts[1]))
            continue
        if tick < unit.tick:
            raise ValueError
        unit.run(tick)
        if verb in DO:
            event = event_of(f"@{tick} {step}", at)
            if event is None:
                raise ValueError
            do(unit, verb, *event.facts)
        elif verb == "adopt":
            unit_state.resume(unit, [*records, parse_record(facts[1])])
            records.clear()
        elif verb not in ("resume", "end"):
            raise ValueError
        else:
            recorder.state(unit, "state")
            if verb == "end":
                break
            unit.run(unit.tick + 1)
            marks = scan(file.content[known:]).marks
            records += [parse_record(mark.record) for mark in marks]
            known = file.size
            work += _resumption(records)
            if step != AGAIN:
                records[-1].pop("asked", None)
            unit_state.resume(unit, records)
        if recorder.file is not file:  # a new file belongs to another game
            raise ValueError
        if _is_too_much(work, file.size):
            raise Trouble(message("link_too_much"))
        if at % EVENTS_A_STEP == 0:
            yield at, len(lines)
    return file.content
