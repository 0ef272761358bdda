"""`make torture`: programs killed at random instants, failing system calls, fuzzing.

    python -m tests.torture [--kills 500] [--minutes 60] [--seed 1]

Kills: bots play a game in `banquier play`, plain or in the panel (in a pseudo terminal), until the
process is killed with SIGKILL. The save must open, hold every throw, purchase and rent that was
told and break no invariant; the next process goes on from it.

One line a part, exit status 1 when anything failed.
"""

from __future__ import annotations

import os
import pty
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from banquier.saves.game_save import GameSave
from firmware_sim.session import RollLine
from tests.support.faults import measured as faults_bench
from tests.support.invariants import broken
from tests.support.paths import ROOT

ANEW = 20  # kills until the next game
LATEST = 1.5  # seconds of play before a kill
FUZZED = (
    "tests/app/test_bots_way_out.py",
    "tests/app/test_script_fuzz.py",
    "tests/hardware/test_state_machine.py",
    "tests/hardware/test_jump_equals_step.py",
    "tests/keypad/test_scanner_jumps.py",
)
FRAMES = 5_000_000  # random bytes' rounds for the core of the keypad board


class Part(NamedTuple):
    name: str
    start: Callable[[Path], tuple[subprocess.Popen[bytes], int]]


def _command(save: Path, *words: str) -> list[str]:
    bots = ["--bots", "1,2,3,4", "--speed", "50", "--mute", "--lang", "en"]
    if not save.exists():  # else the game in it is taken up
        bots += ["--players", "4"]
    return [sys.executable, "-m", "banquier", "play", "--save", str(save), *bots, *words]


def _plain(save: Path) -> tuple[subprocess.Popen[bytes], int]:
    read, write = os.pipe()
    child = subprocess.Popen(
        _command(save, "--plain"), cwd=ROOT, stdin=subprocess.PIPE, stdout=write, stderr=write
    )
    os.close(write)
    return child, read


def _panel(save: Path) -> tuple[subprocess.Popen[bytes], int]:
    ours, theirs = pty.openpty()
    child = subprocess.Popen(
        _command(save), cwd=ROOT, stdin=theirs, stdout=theirs, stderr=theirs,
        env={**os.environ, "TERM": "xterm-256color", "LINES": "40", "COLUMNS": "120"},
    )  # fmt: skip
    os.close(theirs)
    return child, ours


PARTS = (Part("plain", _plain), Part("panel", _panel))


def killed(part: Part, save: Path, after: float) -> bytes:
    """All that the process printed until it was killed, so long after its first words."""
    child, output = part.start(save)
    printed = bytearray()
    timer = threading.Timer(after, child.send_signal, [signal.SIGKILL])
    while True:
        try:
            read = os.read(output, 65536)
        except OSError:  # the terminal is gone with its process
            break
        if not read:
            break
        if not printed:
            timer.start()
        printed += read
    child.wait()
    timer.cancel()
    os.close(output)
    if child.stdin:
        child.stdin.close()
    return bytes(printed)


TOLD = {"throws": "DES", "buys": "ACHAT", "claims": "LOYER"}
"""Operations as plain mode tells them, and as the roll does."""


def told(printed: bytes) -> str:
    """The operations that plain mode told whole, as the roll has them."""
    lines = printed.decode("utf-8", "replace").split("\n")[:-1]
    found = [re.match(r"(J\d) (throws|buys|claims) ", line) for line in lines]
    return " ".join(f"{act[1]} {TOLD[act[2]]}" for act in found if act)


def rolled(lines: Iterable[RollLine]) -> str:
    found = [re.match(r"(J\d) (DES|ACHAT|LOYER) ", line.text) for line in lines]
    return " ".join(act[0].strip() for act in found if act)


def kill(part: Part, folder: Path, kills: int, rng: random.Random) -> tuple[str, int]:
    kept, failures = 0, []
    before = 0
    for number in range(kills):
        save = folder / f"{part.name}-{number // ANEW}.keys"
        printed = killed(part, save, rng.random() * LATEST)
        if not save.exists():
            if before:
                failures.append(f"kill {number}: {save} is gone")
            continue
        try:
            memory = GameSave(folder=str(folder), path=str(save))
        except Exception as error:
            failures.append(f"kill {number}: {save}: {error}")
            continue
        unit = memory.unit
        game = unit.firmware.session.game
        if told(printed) not in rolled(unit.roll):
            failures.append(f"kill {number}: {save}: told and lost: {told(printed)}")
        if game is not None and (found := broken(game)):
            failures.append(f"kill {number}: {save}: {found[0]}")
        before = unit.operations if (number + 1) % ANEW else 0
        kept = max(kept, unit.operations)
        memory.leave()
    for failure in failures:
        print(failure)
    return f"{part.name}: killed {kills} times, up to {kept} operations in a save", len(failures)


def kills(number: int, rng: random.Random) -> int:
    """`number` of all parts together. Returns the failures."""
    failed = 0
    folder = Path(tempfile.mkdtemp(prefix="torture-"))
    for part in PARTS:
        line, failures = kill(part, folder, number // len(PARTS), rng)
        print(f"{line}, {failures} failures", flush=True)
        failed += failures
    print(f"saves: {folder}", flush=True)
    return failed


def faults() -> int:
    """Every system call of the writing of a save fails once, and from then on."""
    found = faults_bench(150, "EIO,ENOSPC,EDQUOT,EROFS")
    failures = int(str(found["failures"]))
    print(
        f"faults: {found['faults']} system calls failed, {found['told']} times the player was "
        f"told, {failures} failures", *(found["examples"] if failures else []),  # type: ignore[misc]
        sep="\n" if failures else "", flush=True,
    )  # fmt: skip
    return failures


def fuzz(minutes: float, seed: int) -> int:
    """Tests of random examples, with other seeds again and again, and the keypad board's core: at
    least one round, which takes a few minutes."""
    end, rounds, failures = monotonic() + 60 * minutes, 0, 0
    examples: Counter[str] = Counter()
    while rounds == 0 or monotonic() < end:
        for test in FUZZED:
            done = _run(
                [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", test,
                 "--hypothesis-show-statistics", f"--hypothesis-seed={seed + rounds}"],
                HYPOTHESIS_PROFILE="fuzz",
            )  # fmt: skip
            held = sum(map(int, re.findall(r"(\d+) passing", done.stdout)))
            examples[test] += held
            if done.returncode or not held:
                failures += 1
                print(f"seed {seed + rounds}:\n{done.stdout[-3000:]}")
        core = _run(["make", "-s", "-C", "tests/keypads", "fuzz", f"FUZZ={FRAMES}"])
        examples["keypad board"] += FRAMES
        failures += core.returncode != 0
        rounds += 1
    for name, count in examples.items():
        print(f"fuzz: {name}: {count} examples in {rounds} rounds")
    print(f"fuzz: {failures} failures", flush=True)
    return failures


def _run(command: list[str], **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip


def main() -> int:
    parser = ArgumentParser(prog="python -m tests.torture")
    parser.add_argument("--kills", type=int, default=500, help="of all parts together")
    parser.add_argument("--minutes", type=float, default=60, help="of fuzzing")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    failed = kills(chosen.kills, random.Random(chosen.seed)) if chosen.kills else 0
    failed += faults()
    failed += fuzz(chosen.minutes, chosen.seed) if chosen.minutes else 0
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
