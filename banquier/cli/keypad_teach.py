"""`banquier keypad teach [PORT]`: learns the keypad at that port, and writes it into the settings.

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
import sys
import threading
import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from banquier.panel.settings import FILE, TAUGHT, read
from banquier.paths import folders
from banquier.whole_file import write_whole
from hardware.keypads.lesson import CannotLearn, Lesson
from hardware.keypads.pad import Pad
from hardware.keypads.port import PortTrouble, chosen_port, open_port
from hardware.keypads.teacher import ASKED, BASE, PATIENCE_MS, Framed, Teacher, Told

DONE, FAILED, WRONG_INPUT = 0, 1, 2

WORDS = {
    "hold": "Hold {key} for two seconds, then let go.",
    "again": "Press {key} once more.",
    "press": "Press {key}.",
    "more": "Press {key}, or Enter if these were all.",
    "prove": "To prove it: press {key}.",
    "start": "The keypad is starting; it is heard at {said} baud. Press nothing yet.",
    "skipped": "{key} is skipped.",
    "same": "That sends the same as {key}: {said}",
    "no_text": "What comes is no text at {said} baud.",
    "wrong": "Not right yet: {said}",
}


def teach(
    port: str,
    save: str = "",
    out: TextIO | None = None,
    err: TextIO | None = None,
    patience: float = PATIENCE_MS / 1_000,
) -> int:
    out, err = out or sys.stdout, err or sys.stderr

    def tell(told: Told) -> None:
        sentence = WORDS[told.kind].format(key=told.key, said=told.said)
        if told.kind in ASKED:
            print(sentence, file=out, flush=True)
        else:
            print(f"# {sentence}", file=err, flush=True)

    try:
        if port and os.path.isfile(port):
            lesson = Lesson.load(port)
            pad = lesson.learn()
        else:
            print("# Enter skips a key that the keypad does not have.", file=err, flush=True)
            lesson, pad = _taught(chosen_port(port), save, tell, patience)
    except PortTrouble as trouble:
        print(trouble, file=err)
        return WRONG_INPUT
    except CannotLearn as why:
        print(f"This board cannot be learned. {why}", file=err)
        return FAILED
    except Framed:
        print("This board runs the firmware of this project: there is nothing to teach.", file=out)
        return DONE
    except KeyboardInterrupt:
        print("\nStopped before the end; nothing was written.", file=err)
        return FAILED
    for note in lesson.notes:
        print(f"# {note}", file=err)
    path = Path(folders()["configuration"]) / FILE
    write_pad(path, pad)
    missing = [key for key in BASE if key not in pad.legends.values()]
    if missing:
        print(f"# Without a key of their own: {' '.join(missing)}.", file=err)
    keys = len(set(pad.legends.values()))
    print(f"{keys} keys are learned, and written into {path}.", file=out, flush=True)
    return DONE


def _taught(
    port: str, save: str, tell: Callable[[Told], None], patience: float
) -> tuple[Lesson, Pad]:
    skips = _skips()
    transport = open_port(port)
    teacher = Teacher(_now(), int(patience * 1_000))
    speed = teacher.speed
    try:
        while teacher.pad is None:
            while teacher.told:
                tell(teacher.told.popleft())
            if teacher.speed != speed:
                speed = teacher.speed
                transport.set_speed(speed)
            if out := teacher.says():
                transport.write(out)
            if not skips.empty():
                skips.get()
                teacher.skip()
            try:
                data = transport.read()
            except PortTrouble as trouble:
                raise CannotLearn(str(trouble)) from None
            teacher.hear(data, _now())
    finally:
        transport.close()
        if save and teacher.lesson.samples:
            teacher.lesson.save(save)
        while teacher.told:
            tell(teacher.told.popleft())
    return teacher.lesson, teacher.pad


def _now() -> int:
    return time.monotonic_ns() // 1_000_000


def _skips() -> queue.Queue[str]:
    """Lines that are typed in a terminal."""
    skips: queue.Queue[str] = queue.Queue()

    def watch() -> None:
        for line in sys.stdin:
            skips.put(line)

    if sys.stdin is not None and sys.stdin.isatty():
        threading.Thread(target=watch, daemon=True).start()
    return skips


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
