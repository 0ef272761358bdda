"""Learns what a foreign keypad prints: for each key a line that no other key sends.

    Press 1 and keep it down.  …  Let go of 1.  …  Press 1 once more.  …  Press 2.  …  Press OK.

- Lines that come while no key is down are noise. The first line of a press that no other key sends
  is that key; what comes until a second of silence belongs to it too.
- A number that differs between the two presses of the first key is a clock or a counter.
- While the first key is down its line comes again or not; when it is let go, a line tells that or
  not. A line like that one is a release, also when it comes late.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise

from hardware.keypads.facts import SPEED
from hardware.keypads.frames import FrameCutter, encode
from hardware.keypads.keypad_link import Transport, milliseconds
from hardware.keypads.pad import ANY, Pad, common_form, matcher
from hardware.keypads.plain_lines import Cutter, Line, garbage_in
from hardware.keypads.plain_presses import BOUNCE_MS, HELD_MS
from keypad.keys import KEYS, PAD_LEGENDS, STROBES

SPEEDS = (SPEED, 9_600, 57_600, 38_400, 19_200, 250_000, 74_880, 4_800, 230_400, 2_400)
"""In the order of how often they are met."""
BASE = (*"1234567890", *(key for key in PAD_LEGENDS.values() if not key.isdigit()))
FUNCTIONS = tuple(key.name for key in KEYS if key.strobe < STROBES // 2)

START_MS, HOLD_MS, QUIET_MS, PATIENCE_MS = 3_000, 2_000, 1_000, 20_000
READ_S = 0.05
ALIKE = 3
"""So many keys that send the same line are a sketch that does not say which key it was."""
LEAST_SHARED = 2
"""Characters that every release line must share, besides the …."""

# A time or a date is one number, and so is a decimal one.
NUMBER = re.compile(r"\d+(?:[:-]\d+){2,}|\d+(?:\.\d+)?")


class CannotLearn(Exception):
    """The name of a sentence in the catalogue, and its facts."""

    def __init__(self, name: str, **facts: object) -> None:
        super().__init__(name)
        self.name, self.facts = name, facts


class _WrongSpeed(Exception):
    """What came is no text."""


class Ear:
    """Lines of the keypad, without those that also come while no key is down."""

    def __init__(
        self, transport: Transport, clock: Callable[[], int], skipped: Callable[[], bool]
    ) -> None:
        self.transport = transport
        self.clock = clock
        self.skipped = skipped
        self._noise: set[str] = set()
        self._noise_forms: set[str] = set()
        self._cutter = Cutter(clock(), lambda _: not self._cutter.ends_lines)

    def _read(self) -> tuple[bytes, list[Line]]:
        data, now = self.transport.read(READ_S), self.clock()
        heard = self._cutter.tick(now) + (self._cutter.feed(data, now) if data else [])
        return data, [line for line in heard if line.text]

    def listen(self) -> list[Line]:
        data, heard = self._read()
        only_nuls = data.count(0) == len(data) > 1 and "\0" not in self._noise
        if garbage_in(data) or only_nuls:
            raise _WrongSpeed
        return [
            one for one in heard
            if one.text not in self._noise and _form(one.text) not in self._noise_forms
        ]  # fmt: skip

    def quiet(self) -> None:
        """Until nothing more comes, at most for some seconds."""
        last = start = self.clock()
        while self.clock() - last < QUIET_MS and self.clock() - start < 5 * QUIET_MS:
            if self.transport.read(READ_S):
                last = self.clock()

    def learn_noise(self) -> None:
        """While no key is pressed. A keypad with this project's firmware is asked, and says so."""
        start, frames = self.clock(), FrameCutter()
        self.transport.write(encode(1, "?"))  # one that starts now says hello by itself
        while (passed := self.clock() - start) < START_MS:
            data, heard = self._read()
            if any(one.kind == "frame" for one in frames.feed(data)):
                raise CannotLearn("framed")
            if garbage_in(data) and passed > START_MS - QUIET_MS:
                raise _WrongSpeed  # what came before may be its start
            self._noise |= {one.text for one in heard} | ({"\0"} if b"\0" in data else set())
        forms = [_form(one) for one in self._noise]
        self._noise_forms = {form for form in forms if forms.count(form) > 1}

    def press(
        self, belongs_before: Callable[[str], bool], until: Callable[[list[Line]], bool]
    ) -> list[Line] | None:
        """What one press sends until it is over; None for a key that was skipped."""
        start, heard = self.clock(), list[Line]()
        while not (heard and until(heard)):
            new = self.listen()
            while new and not heard and belongs_before(new[0].text):
                del new[0]
            heard += new
            if self.skipped() or (not heard and self.clock() - start > PATIENCE_MS):
                return None
        return heard

    def is_held(self, heard: list[Line]) -> bool:
        return self.clock() - heard[0].at >= HOLD_MS

    def is_quiet(self, heard: list[Line]) -> bool:
        return self.clock() - heard[-1].at > QUIET_MS


def _form(text: str) -> str:
    return NUMBER.sub("0", text)


class Lesson:
    """Asks for key after key. `tell` says a sentence of the catalogue to the person."""

    def __init__(self, ear: Ear, tell: Callable[..., None]) -> None:
        self.ear, self.tell = ear, tell
        self.presses: list[tuple[str, list[Line]]] = []
        self._let_go = 0
        self._late: set[str] = set()
        self._clocks: set[tuple[str, str]] = set()

    def ask(self) -> None:
        names = iter(BASE)
        for first in names:
            self.tell("hold", key=first)
            if held := self.ear.press(self._belongs_before, self.ear.is_held):
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

    def _keep(self, name: str) -> bool:
        heard = self.ear.press(self._belongs_before, self.ear.is_quiet)
        if heard:
            self.presses.append((name, heard))
        return bool(heard)

    # -- lines of the first key

    def _masked(self, line: str) -> str:
        """With … for each clock and counter."""
        return NUMBER.sub(
            lambda number: ANY if {*_places(number)} & self._clocks else number[0], line
        )

    def _lines(self, heard: list[Line]) -> list[str]:
        return [self._masked(one.text) for one in heard]

    def _find_clocks(self) -> None:
        """In the two presses of the first key."""
        if len(self.presses) < 2:
            raise CannotLearn("nothing")
        one, other = ({_form(h.text): h.text for h in reversed(heard)} for _, heard in self.presses)
        for form in one.keys() & other.keys():
            pairs = zip(NUMBER.finditer(one[form]), NUMBER.finditer(other[form]), strict=True)
            for number, again in pairs:
                # A date, or the hour, stays the same for a while.
                if number[0] != again[0] or {*number[0]} & {*":-"}:
                    self._clocks |= {*_places(number)}

    @property
    def _times(self) -> list[int]:
        """When the first key's line came."""
        return [h.at for h in self.presses[0][1] if self._masked(h.text) == self._line_of_first]

    @property
    def _line_of_first(self) -> str:
        return self._masked(self.presses[0][1][0].text)

    def _comes_again(self) -> bool:
        """While the key is held or when it is let go."""
        return self._times[-1] - self._times[0] >= BOUNCE_MS

    def _belongs_before(self, line: str) -> bool:
        """A late line of the key before: its release, or its line once more."""
        if len(self.presses) < 2:
            return False
        line = self._masked(line)
        if self._comes_again() and line in {self._lines(heard)[0] for _, heard in self.presses}:
            return True
        after = {line for _, heard in self.presses[:2] for line in self._lines(heard)}
        if late := any(self._is_like(line, one) for one in after - {self._line_of_first}):
            self._late.add(line)
        return late

    def _is_like(self, line: str, known: str) -> bool:
        """Whether the line is to another key what the known one is to the first key: it may differ
        where that names its key, and there only."""
        one, two, press = (re.findall(r"\w+|\W", x) for x in (line, known, self._line_of_first))
        if len(one) != len(two):
            return False
        if len(two) == len(press):
            return all(a == b for a, b, c in zip(one, two, press, strict=True) if b != c)
        return all(a == b for a, b in zip(one, two, strict=True) if b not in press)

    # -- learning

    def _refuse_what_names_no_key(self) -> None:
        keys = dict.fromkeys(key for key, _ in self.presses)
        sent = {tuple(self._lines(heard[:3])) for _, heard in self.presses}
        if len(keys) < ALIKE or len(sent) > 1:
            return
        one, other = (heard[0].text for _, heard in self.presses[:2])
        if one != other:
            raise CannotLearn("sum", key=next(iter(keys)), said=repr(one), again=repr(other))
        raise CannotLearn("alike", said=repr(one))

    def learned(self, speed: int) -> Pad:
        owners: dict[str, set[str]] = {}
        sent: dict[str, list[list[str]]] = {}
        for key, heard in self.presses:
            sent.setdefault(key, []).append(self._lines(heard))
            for line in sent[key][-1]:
                owners.setdefault(line, set()).add(key)
        legends: dict[str, str] = {}
        for key, presses in sent.items():
            always = set[str].intersection(*map(set, presses))
            if own := [line for line in presses[0] if line in always and owners[line] == {key}]:
                legends[own[0]] = key
        if len(legends) < ALIKE:
            raise CannotLearn("no_line")
        repeats = self._repeats()
        twice = not repeats and self._comes_again()
        release = () if twice else self._release(legends)
        return Pad(legends, True, speed, repeats, twice, release)

    def _repeats(self) -> int:
        """Milliseconds within which a held key says its line again; 0 where it does not.

        A busy machine reads lines late: each was sent at least the usual time before the one behind
        it. How late the last one was is not known.
        """
        times = [at for at in self._times if at < self._let_go]
        if times[-1] - times[0] < BOUNCE_MS:
            return 0
        gaps = [after - at for at, after in pairwise(times)]
        usual = sorted(gaps)[len(gaps) // 2]
        sent = accumulate(reversed(times), lambda after, at: min(at, after - usual))
        gap = max([after - at for after, at in pairwise(sent)][1:] or gaps)
        return max(HELD_MS, gap + max(gap // 5, 30))

    def _release(self, legends: dict[str, str]) -> tuple[str, ...]:
        """The line that came when the first key was let go, as it is for every key."""
        late = self._lines([h for h in self.presses[0][1] if h.at >= self._let_go])
        if not (late := [line for line in late if line != self._line_of_first]):
            return ()
        lines = {line for _, heard in self.presses for line in self._lines(heard)} | self._late
        form = common_form([line for line in lines if self._is_like(line, late[-1])])
        release = matcher([form])
        clear = release and not any(map(release.fullmatch, legends))
        return (form,) if clear and len(form) > LEAST_SHARED else ()


def _places(number: re.Match[str]) -> list[tuple[str, str]]:
    """What stands before a number, and what after it."""
    line = number.string
    return [("before", _form(line[: number.start()])), ("after", _form(line[number.end() :]))]


def learn(
    open_at: Callable[[int], Transport],
    speeds: Sequence[int],
    tell: Callable[..., None],
    skipped: Callable[[], bool] = lambda: False,
    clock: Callable[[], int] = milliseconds,
) -> Pad:
    """The speeds are tried in turn, one press each, until text comes."""
    for speed in speeds:
        transport = open_at(speed)
        lesson = Lesson(Ear(transport, clock, skipped), tell)
        try:
            tell("start", speed=speed)
            lesson.ear.learn_noise()
            lesson.ask()
            return lesson.learned(speed)
        except _WrongSpeed:
            tell("no_text", speed=speed)
            lesson.ear.quiet()
        finally:
            transport.close()
    raise CannotLearn("speeds", speeds=", ".join(map(str, speeds)))
