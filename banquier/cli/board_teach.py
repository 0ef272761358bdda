"""`banquier board teach [PORT]`: learns the keypad at that port, and writes it into the settings.

    Hold 1 for two seconds, then let go.
    Press 1 once more.
    Press 2. … Press OK.
    To prove it: press 7. …

A PORT that is a file of `--save FILE` is learned from again.
"""

from __future__ import annotations

import json
import os
import queue
import random
import sys
import threading
import time
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, TextIO

from banquier.panel.settings import FILE, TAUGHT, read
from banquier.paths import folders
from banquier.whole_file import write_whole
from hardware.serial.frames import Lines, encode
from hardware.serial.lesson import SPEEDS, CannotLearn, Lesson, Piece, Sample, is_text
from hardware.serial.pad import Pad
from hardware.serial.plain_board import text_of
from hardware.serial.port import PortTrouble, SerialTransport, chosen_port, open_port
from keypad.keys import KEYS, STROBES

DONE, FAILED, WRONG_INPUT = 0, 1, 2

BASE = ("1", "2", "3", "7", "8", "9", "4", "5", "6", "0", "F", "+", "-", "?", "C", "OK")
"""In an order in which nothing but a clock only grows."""
FUNCTIONS = tuple(key.name for key in KEYS if key.strobe < STROBES // 2)

START_S, ASK_AT_S = 3.0, 1.2
PATIENCE_S = 20.0
QUIET_S, QUIET_HELD_S = 0.6, 1.2
QUIET_MOST_S = 5.0
RELEASE_S = 3.0
"""How long a key may stay down on a board that tells releases."""
HELD_MS = 500
PROOFS, ROUNDS = 5, 3
MISTAKES = 3


class _Framed(Exception):
    """It runs firmware of this project."""


class _WrongSpeed(Exception):
    """What came is no text."""


class Said(NamedTuple):
    out: TextIO
    err: TextIO

    def ask(self, text: str) -> None:
        print(text, file=self.out, flush=True)

    def remark(self, text: str) -> None:
        print(f"# {text}", file=self.err, flush=True)


def teach(
    port: str,
    save: str = "",
    out: TextIO | None = None,
    err: TextIO | None = None,
    patience: float = PATIENCE_S,
) -> int:
    said = Said(out or sys.stdout, err or sys.stderr)
    try:
        if port and os.path.isfile(port):
            lesson = Lesson.load(port)
            pad = lesson.learn()
        else:
            lesson, pad = _taught(chosen_port(port), save, said, patience)
    except PortTrouble as trouble:
        print(trouble, file=said.err)
        return WRONG_INPUT
    except CannotLearn as why:
        print(f"This board cannot be learned. {why}", file=said.err)
        return FAILED
    except _Framed:
        said.ask("This board runs the firmware of this project: there is nothing to teach.")
        return DONE
    except KeyboardInterrupt:
        print("\nStopped before the end; nothing was written.", file=said.err)
        return FAILED
    for note in lesson.notes:
        said.remark(note)
    path = Path(folders()["configuration"]) / FILE
    write_pad(path, pad)
    missing = [key for key in BASE if key not in pad.legends.values()]
    if missing:
        said.remark(f"Without a key of their own: {' '.join(missing)}.")
    said.ask(f"{len(set(pad.legends.values()))} keys are learned, and written into {path}.")
    return DONE


# -- at the port


def _taught(port: str, save: str, said: Said, patience: float) -> tuple[Lesson, Pad]:
    transport = open_port(port)
    teacher = _Teacher(transport, said, patience)
    try:
        for speed in SPEEDS:
            try:
                lesson = teacher.lesson_at(speed)
            except _WrongSpeed:
                said.remark(f"What comes is no text at {speed} baud.")
                teacher.wait_for_quiet()
                continue
            finally:
                if save and teacher.lesson.samples:
                    teacher.lesson.save(save)
            return teacher.proved(lesson, save)
    finally:
        transport.close()
    raise CannotLearn(f"What it sends is no text at any of {', '.join(map(str, SPEEDS))} baud.")


class _Teacher:
    def __init__(self, transport: SerialTransport, said: Said, patience: float) -> None:
        self.lesson = Lesson()
        self._transport = transport
        self._said = said
        self._patience = patience
        self._skips: queue.Queue[str] = queue.Queue()
        self._tells_releases = False
        self._fresh = True
        if sys.stdin is not None and sys.stdin.isatty():
            threading.Thread(target=self._watch_enter, daemon=True).start()

    def _watch_enter(self) -> None:
        for line in sys.stdin:
            self._skips.put(line)

    # -- hearing

    def _read(self) -> list[Piece]:
        try:
            data = self._transport.read()
        except PortTrouble as trouble:
            raise CannotLearn(str(trouble)) from None
        return [(time.monotonic_ns() // 1_000_000, data)] if data else []

    def _listen(self, seconds: float) -> list[Piece]:
        """While no key is pressed. A board with this project's firmware is asked, and says so."""
        pieces: list[Piece] = []
        lines = Lines()
        start, asked = time.monotonic(), not self._fresh
        while (passed := time.monotonic() - start) < seconds:
            if not asked and passed > ASK_AT_S:
                asked = self._transport.write(encode(1, "?"))
            for piece in self._read():
                pieces.append(piece)
                if any(one.kind == "frame" for one in lines.feed(piece[1])):
                    raise _Framed
        self._fresh = False
        last = pieces[-1][0] - 1_000 if pieces else 0
        if pieces and not is_text(b"".join(data for at, data in pieces if at >= last)):
            raise _WrongSpeed
        if not is_text(b"".join(data for _, data in pieces)):
            return [piece for piece in pieces if piece[0] >= last]  # it spoke otherwise at first
        return pieces

    def wait_for_quiet(self) -> None:
        """Until the key that showed a wrong speed has been let go."""
        last = start = time.monotonic()
        while (now := time.monotonic()) - last < QUIET_S and now - start < QUIET_MOST_S:
            if self._read():
                last = now

    def _press(self, quiet: float) -> list[Piece] | None:
        """What one press sends until it is let go; None for a key that was skipped."""
        pieces: list[Piece] = []
        start = time.monotonic()
        while True:
            new = self._read()
            pieces += new
            if new and not is_text(b"".join(data for _, data in pieces)):
                raise _WrongSpeed
            if not self._skips.empty():
                self._skips.get()
                return None
            news = self.lesson.news(pieces) if pieces else []
            now = time.monotonic_ns() // 1_000_000
            if not news:
                if time.monotonic() - start > self._patience:
                    return None
                continue
            waits = self._tells_releases and len(news) < 2
            if now - news[-1].at > (RELEASE_S if waits else quiet) * 1_000:
                return pieces

    # -- asking

    def lesson_at(self, speed: int) -> Lesson:
        self._transport.set_speed(speed)
        self.lesson = lesson = Lesson(speed)
        self._said.remark(
            f"The keypad is starting; it is heard at {speed} baud. Press nothing yet."
        )
        lesson.idle = self._listen(START_S if self._fresh else 1.0)
        self._tells_releases = False
        self._said.remark("Enter skips a key that the keypad does not have.")
        names = iter(BASE)
        first = next((name for name in names if self._hold(name)), "")
        if not first:
            raise CannotLearn("Nothing came when keys were pressed.")
        self._said.ask(f"Press {first} once more.")
        self._keep(first, self._press(QUIET_S))
        for name in names:
            self._learn_key(name, f"Press {name}.")
        for name in FUNCTIONS:
            if not self._learn_key(name, f"Press {name}, or Enter if these were all."):
                break
        return lesson

    def _keep(self, key: str, pieces: list[Piece] | None) -> bool:
        if pieces is None:
            return False
        self.lesson.samples.append(Sample(key, pieces))
        return True

    def _hold(self, name: str) -> bool:
        self._said.ask(f"Hold {name} for two seconds, then let go.")
        pieces = self._press(QUIET_HELD_S)
        if not self._keep(name, pieces):
            return False
        lines = self.lesson.news(pieces or [])
        self._tells_releases = len({line.text for line in lines}) > 1 and (
            lines[-1].at - lines[0].at >= HELD_MS
        )
        return True

    def _learn_key(self, name: str, question: str) -> bool:
        for _ in range(MISTAKES):
            self._said.ask(question)
            pieces = self._press(QUIET_S)
            if pieces is None:
                self._said.remark(f"{name} is skipped.")
                return False
            other = self.lesson.seen_for(pieces, name)
            if not other:
                break
            self._said.remark(f"That sends the same as {other}: {_shown(pieces)}")
        return self._keep(name, pieces)

    # -- proof

    def proved(self, lesson: Lesson, save: str) -> tuple[Lesson, Pad]:
        dice = random.Random()
        why = ""
        for _ in range(ROUNDS):
            pad = lesson.learn()
            why = ""
            keys = list(pad.legends.values())
            for name in dice.sample(keys, min(PROOFS, len(keys))):
                self._said.ask(f"To prove it: press {name}.")
                pieces = self._press(QUIET_S)
                if pieces is None:
                    raise CannotLearn(f"{name} was not seen again.")
                lesson.samples.append(Sample(name, pieces))
                alone = Lesson(lesson.speed)
                alone.samples = lesson.samples[-1:]
                why = why or alone.prove(pad)
            if save:
                lesson.save(save)
            if not why:
                return lesson, pad
            self._said.remark(f"Not right yet: {why}")
        raise CannotLearn(why)


def _shown(pieces: Sequence[Piece]) -> str:
    return repr(text_of(b"".join(data for _, data in pieces))[:60])


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
