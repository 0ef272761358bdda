"""`banquier keypad teach [PORT]`: learns what a foreign keypad prints, for the settings.

    Press 1 and keep it down.  …  Let go of 1.  …  Press 1 once more.  …  Press 2.  …  Press OK.

- Lines that come while no key is down are noise. The first line of a press that no other key sends
  is that key; what comes until a second of silence belongs to it too.
- A number that differs between the two presses of the first key is a clock or a counter.
- While the first key is down its line comes again or not; when it is let go, a line tells that or
  not. A line like that one is a release, also when it comes late.
"""

from __future__ import annotations

import json
import queue
import re
import sys
import threading
import tomllib
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple, Protocol

from banquier.panel.settings import FILE, TAUGHT, read
from banquier.paths import folders
from banquier.whole_file import write_whole
from banquier.words import of_environment, text
from hardware.keypads.facts import SPEED
from hardware.keypads.frames import Lines, encode
from hardware.keypads.keypad_link import milliseconds
from hardware.keypads.pad import ANY, Pad, matcher
from hardware.keypads.plain_lines import Cutter, garbage_in, text_of
from hardware.keypads.plain_presses import BOUNCE_MS
from hardware.keypads.port import PortTrouble, chosen_port, named_speed, open_port
from keypad.keys import KEYS, PAD_LEGENDS, STROBES

DONE, FAILED, WRONG_INPUT = 0, 1, 2

SPEEDS = (SPEED, 9_600, 57_600, 38_400, 19_200, 250_000, 74_880, 4_800, 230_400, 2_400)
"""In the order of how often they are met."""
BASE = (*"1234567890", *(key for key in PAD_LEGENDS.values() if not key.isdigit()))
FUNCTIONS = tuple(key.name for key in KEYS if key.strobe < STROBES // 2)

START_MS, ASK_AT_MS = 3_000, 1_200
HOLD_MS, QUIET_MS, PATIENCE_MS = 2_000, 1_000, 20_000
READ_S = 0.05
ALIKE = 3
"""So many keys that send the same line are a sketch that does not say which key it was."""
LEAST_SHARED = 2
"""Characters that every release line must share."""

# A number, and one with separators: a time, a date, an address.
NUMBERS = (re.compile(r"\d+(?:[:./-]\d+)*"), re.compile(r"\d+"))


class CannotLearn(Exception):
    """The name of a sentence in the catalogue, and its facts."""

    def __init__(self, name: str, **facts: object) -> None:
        super().__init__(name)
        self.name, self.facts = name, facts


class _Framed(Exception):
    """It runs firmware of this project."""


class _WrongSpeed(Exception):
    """What came is no text."""


class Wire(Protocol):
    """The open port: see `SerialTransport`."""

    def read(self, seconds: float) -> bytes: ...
    def write(self, data: bytes) -> bool: ...
    def set_speed(self, baud: int) -> None: ...


class Heard(NamedTuple):
    at: int
    text: str


class Ear:
    """Lines of the keypad, without those that also come while no key is down."""

    def __init__(
        self, transport: Wire, clock: Callable[[], int], skipped: Callable[[], bool]
    ) -> None:
        self.transport = transport
        self.clock = clock
        self.skipped = skipped
        self.noise: set[str] = set()
        self.noise_forms: set[str] = set()
        self._cutter = Cutter(clock(), lambda _: not self._cutter.ends_lines)

    def listen(self) -> list[Heard]:
        data, now = self.transport.read(READ_S), self.clock()
        lines = self._cutter.tick(now)
        if data:
            garbage = garbage_in(data)
            nuls = data.count(0) == len(data) > 1 and "\0" not in self.noise
            if garbage or nuls:
                raise _WrongSpeed
            lines += self._cutter.feed(data, now)
        found = [Heard(line.at, text_of(line.raw)) for line in lines]
        return [one for one in found if one.text and not self._is_noise(one.text)]

    def _is_noise(self, line: str) -> bool:
        return line in self.noise or _form(line) in self.noise_forms

    def quiet(self) -> None:
        """Until nothing more comes, at most for some seconds."""
        last = start = self.clock()
        while self.clock() - last < QUIET_MS and self.clock() - start < 5 * QUIET_MS:
            if self.transport.read(READ_S):
                last = self.clock()

    def learn_noise(self, ms: int) -> None:
        """While no key is pressed. A keypad with this project's firmware is asked, and says so."""
        start, asked, frames, data = self.clock(), False, Lines(), b""
        texts: list[str] = []
        while (passed := self.clock() - start) < ms:
            if not asked and passed > ASK_AT_MS:
                asked = True
                self.transport.write(encode(1, "?"))
            data = self.transport.read(READ_S)
            if any(one.kind == "frame" for one in frames.feed(data)):
                raise _Framed
            self.noise |= {"\0"} if b"\0" in data else set()
            now = self.clock()
            lines = self._cutter.tick(now) + (self._cutter.feed(data, now) if data else [])
            texts += [text_of(line.raw) for line in lines]
            if garbage_in(data) and passed > ms - QUIET_MS:
                raise _WrongSpeed  # what came before may be its start
        self.noise |= {*texts}
        forms = [_form(one) for one in self.noise]
        self.noise_forms = {form for form in forms if forms.count(form) > 1}

    def press(
        self, belongs_before: Callable[[str], bool], until: Callable[[list[Heard]], bool]
    ) -> list[Heard] | None:
        """What one press sends until it is over; None for a key that was skipped."""
        start, heard = self.clock(), list[Heard]()
        while not (heard and until(heard)):
            new = self.listen()
            while new and not heard and belongs_before(new[0].text):
                del new[0]
            heard += new
            if self.skipped() or (not heard and self.clock() - start > PATIENCE_MS):
                return None
        return heard

    def is_quiet(self, heard: list[Heard]) -> bool:
        return self.clock() - heard[-1].at > QUIET_MS


def _form(text: str) -> str:
    return NUMBERS[1].sub("0", text)


class Lesson:
    """Asks for key after key. `tell` says a sentence of the catalogue to the person."""

    def __init__(self, ear: Ear, tell: Callable[..., None]) -> None:
        self.ear, self.tell = ear, tell
        self.presses: list[tuple[str, list[Heard]]] = []
        self._let_go = 0
        self._late: set[str] = set()
        self._clocks: set[tuple[str, str]] = set()
        self._numbers = NUMBERS[0]

    def ask(self) -> None:
        names = iter(BASE)
        for first in names:
            self.tell("hold", key=first)
            if held := self.ear.press(lambda _: False, self._is_held_long):
                break
            self.tell("skipped", key=first)
        else:
            raise CannotLearn("nothing")
        self.tell("let_go", key=first)
        self._let_go = self.ear.clock()
        while not (self.ear.is_quiet(held) and self.ear.clock() - self._let_go > QUIET_MS):
            held += self.ear.listen()
        self.presses.append((first, held))
        self.tell("again", key=first)
        self._keep(first)
        self._find_clocks()
        for name in names:
            self.tell("press", key=name)
            if not self._keep(name):
                self.tell("skipped", key=name)
            self._refuse_what_names_no_key()
        for name in FUNCTIONS:
            self.tell("more", key=name)
            if not self._keep(name):
                break

    def _is_held_long(self, heard: list[Heard]) -> bool:
        return self.ear.clock() - heard[0].at >= HOLD_MS

    def _keep(self, name: str) -> bool:
        heard = self.ear.press(self._belongs_before, self.ear.is_quiet)
        if heard:
            self.presses.append((name, heard))
        return bool(heard)

    # -- lines of the first key

    def _masked(self, line: str) -> str:
        """With … for each clock and counter."""
        out, done = "", 0
        for number in self._numbers.finditer(line):
            if {*_places(line, number, self._numbers)} & self._clocks:
                out += line[done : number.start()] + ANY
                done = number.end()
        return out + line[done:]

    def _find_clocks(self) -> None:
        if len(self.presses) < 2:
            return
        one, other = ({self._numbers.sub("0", h.text): h.text for h in reversed(heard)}
                      for _, heard in self.presses[:2])  # fmt: skip
        for form in one.keys() & other.keys():
            pairs = zip(self._numbers.finditer(one[form]), self._numbers.finditer(other[form]),
                        strict=True)  # fmt: skip
            for number, again in pairs:
                # A date, or the hour, stays the same for a while.
                if number[0] != again[0] or re.search(r"[:-]\d+[:-]", number[0]):
                    self._clocks |= {*_places(one[form], number, self._numbers)}

    @property
    def _first(self) -> list[Heard]:
        """The first key's line, each time that it came while the key was held, bounce apart."""
        held = [h for h in self.presses[0][1] if self._masked(h.text) == self._line_of_first]
        times = [h for n, h in enumerate(held) if n == 0 or h.at - held[n - 1].at >= BOUNCE_MS]
        return times

    @property
    def _line_of_first(self) -> str:
        return self._masked(self.presses[0][1][0].text)

    @property
    def _comes_again(self) -> bool:
        return len(self._first) > 1

    def _after(self) -> list[str]:
        """What the first key sends besides its line."""
        lines = [self._masked(h.text) for _, heard in self.presses[:2] for h in heard]
        return [line for line in dict.fromkeys(lines) if line != self._line_of_first]

    def _belongs_before(self, line: str) -> bool:
        """A late line of the key before: its release, or its line once more."""
        if len(self.presses) < 2:
            return False
        line, lines = self._masked(line), {self._masked(h[0].text) for _, h in self.presses}
        if self._comes_again and line in lines:
            return True
        if any(_is_like(line, after, self._line_of_first) for after in self._after()):
            self._late.add(line)
            return True
        return False

    # -- learning

    def _refuse_what_names_no_key(self) -> None:
        keys = dict.fromkeys(key for key, _ in self.presses)
        sent = {tuple(self._masked(h.text) for h in heard[:3]) for _, heard in self.presses}
        if len(keys) < ALIKE or len(sent) > 1:
            return
        one, other = (heard[0].text for _, heard in self.presses[:2])
        if one != other:
            raise CannotLearn("sum", key=next(iter(keys)), said=repr(one), again=repr(other))
        raise CannotLearn("alike", said=repr(one))

    def learn(self, speed: int) -> tuple[Pad, list[str]]:
        """What to write into the settings, and the keys that are not in it."""
        best, without = Pad(), [key for key, _ in self.presses]
        for self._numbers in NUMBERS:
            self._clocks.clear()
            self._find_clocks()
            pad, missing = self._pad(speed)
            if len(missing) < len(without):
                best, without = pad, missing
        if len(best.legends) < ALIKE:
            raise CannotLearn("no_line")
        return best, without

    def _pad(self, speed: int) -> tuple[Pad, list[str]]:
        owners: dict[str, set[str]] = {}
        for key, heard in self.presses:
            for line in heard:
                owners.setdefault(self._masked(line.text), set()).add(key)
        legends: dict[str, str] = {}
        for key, heard in self.presses:
            lines = [self._masked(h.text) for h in heard]
            own = next((line for line in lines if owners[line] == {key}), None)
            if own is not None and key not in legends.values():
                legends[own] = key
        missing = [
            k for k in dict.fromkeys(k for k, _ in self.presses) if k not in legends.values()
        ]
        before = [h.at for h in self._first if h.at < self._let_go]
        gap = max((after - at for at, after in pairwise(before)), default=0)
        twice = not gap and self._comes_again
        release = () if twice else self._release(legends)
        return Pad(
            legends, True, speed, gap + max(gap // 5, 30) if gap else 0, twice, release
        ), missing

    def _release(self, legends: dict[str, str]) -> tuple[str, ...]:
        """The line that came when the first key was let go, as it is for every key."""
        late = [self._masked(h.text) for h in self.presses[0][1] if h.at >= self._let_go]
        late = [line for line in late if line != self._line_of_first]
        if not late:
            return ()
        lines = {self._masked(h.text) for _, heard in self.presses for h in heard} | self._late
        found = {line for line in lines if _is_like(line, late[-1], self._line_of_first)}
        start = _shared([*found])
        rest = [line[len(start) :] for line in found]
        end = _shared([line[::-1] for line in rest])[::-1]
        form = start if not any(rest) else f"{start}{ANY}{end}"
        release = matcher([form])
        if not release or len(start + end) < LEAST_SHARED or any(map(release.fullmatch, legends)):
            return ()
        return (form,)


def _places(line: str, number: re.Match[str], numbers: re.Pattern[str]) -> list[tuple[str, str]]:
    """What stands before a number, and what after it."""
    return [
        ("before", numbers.sub("0", line[: number.start()])),
        ("after", numbers.sub("0", line[number.end() :])),
    ]


def _shared(lines: list[str]) -> str:
    """With what all of them begin."""
    least, most = min(lines), max(lines)
    pairs = enumerate(zip(least, most, strict=False))
    return least[: next((n for n, (a, b) in pairs if a != b), len(least))]


def _is_like(line: str, known: str, press: str) -> bool:
    """Whether the line is to another key what the known one is to the first key, whose press is
    given: it may differ where that names its key, and there only."""
    one, two, three = (re.findall(r"\w+|\W", each) for each in (line, known, press))
    if len(one) != len(two):
        return False
    if len(two) == len(three):
        return all(a == b for a, b, c in zip(one, two, three, strict=True) if b != c)
    return all(a == b for a, b in zip(one, two, strict=True) if b not in three)


# -- the command


def teach(port: str) -> int:
    path = Path(folders()["configuration"]) / FILE
    settings = read(path)  # or it says what is wrong with it
    lang = settings.lang or of_environment()

    def tell(name: str, **facts: object) -> None:
        print(text(lang, f"teach.{name}", **facts), flush=True)

    try:
        name, speed = named_speed(chosen_port(port))
        transport = open_port(name, speed or SPEED)
    except PortTrouble as trouble:
        print(trouble, file=sys.stderr)
        return WRONG_INPUT
    try:
        pad, without = learn(transport, (speed,) if speed else SPEEDS, tell, _enter_pressed())
    except _Framed:
        tell("framed")
        return DONE
    except CannotLearn as why:
        tell("cannot", why=text(lang, f"teach.cannot.{why.name}", **why.facts))
        return FAILED
    except PortTrouble as trouble:
        print(trouble, file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        tell("stopped")
        return FAILED
    finally:
        transport.close()
    write_pad(path, pad)
    if without:
        tell("without", keys=" ".join(without))
    tell("done", count=len(pad.legends), path=path)
    return DONE


def learn(
    transport: Wire,
    speeds: Sequence[int],
    tell: Callable[..., None],
    skipped: Callable[[], bool] = lambda: False,
    clock: Callable[[], int] = milliseconds,
) -> tuple[Pad, list[str]]:
    """The speeds are tried in turn, one press each, until text comes."""
    for speed in speeds:
        transport.set_speed(speed)
        lesson = Lesson(Ear(transport, clock, skipped), tell)
        try:
            tell("start", speed=speed)
            lesson.ear.learn_noise(START_MS)
            lesson.ask()
        except _WrongSpeed:
            tell("no_text", speed=speed)
            lesson.ear.quiet()
            continue
        pad, missing = lesson.learn(speed)
        asked = [key for key in BASE if key not in pad.legends.values()]
        return pad, list(dict.fromkeys([*asked, *missing]))
    raise CannotLearn("speeds", speeds=", ".join(map(str, speeds)))


def _enter_pressed() -> Callable[[], bool]:
    """Whether Enter was pressed in the terminal since the last time."""
    skips: queue.Queue[str] = queue.Queue()

    def watch() -> None:
        for line in sys.stdin:
            skips.put(line)

    if sys.stdin is not None and sys.stdin.isatty():
        threading.Thread(target=watch, daemon=True).start()

    def pressed() -> bool:
        return not skips.empty() and bool(skips.get())

    return pressed


# -- the settings


def pad_toml(pad: Pad) -> str:
    """The table [pad] as it stands in the settings."""
    rows = ["[pad]", f'layout = "{TAUGHT}"', f"speed = {pad.speed}"]
    if pad.repeats:
        rows.append(f"repeats = {pad.repeats}")
    if pad.twice:
        rows.append("twice = true")
    if pad.release:
        rows.append(f"release = {json.dumps(pad.release[0], ensure_ascii=False)}")
    rows += [
        f"{json.dumps(legend, ensure_ascii=False)} = {json.dumps(key)}"
        for legend, key in pad.legends.items()
    ]
    return "\n".join(rows) + "\n"


def write_pad(path: Path, pad: Pad) -> None:
    """Into the settings. A table [pad] that is there already is kept as a comment; everything else
    stays as it is. ValueError: it could not be written."""
    before = read(path)  # or it says what is wrong with it
    text = path.read_text("utf-8") if path.exists() else ""
    kept: list[str] = []
    inside = False
    for line in text.splitlines(keepends=True):
        if line.lstrip().startswith("["):
            inside = line.split("#")[0].strip().replace(" ", "") == "[pad]"
        kept.append(f"# {line}" if inside and line.strip() else line)
    whole = "".join(kept)
    gap = "" if not whole else "\n" if whole.endswith("\n") else "\n\n"
    whole += f"{gap}{pad_toml(pad)}"
    try:
        tomllib.loads(whole)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(str(path), whole)
    except tomllib.TOMLDecodeError:
        raise ValueError(
            f"{path} has a table of the pad already; put this into it:\n{pad_toml(pad)}"
        ) from None
    except OSError as error:
        raise ValueError(
            f"{path} cannot be written: {error.strerror}. Put this into it:\n{pad_toml(pad)}"
        ) from None
    after = read(path)
    assert after.pad == pad and after.keys == before.keys
