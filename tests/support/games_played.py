"""Games played by bots of all profiles on a given unit.

after_script("start", "press DES")       a unit that has played this script
sit_down(unit, "players 3")              the set-up
play(unit, operations=50, seed=7)        that many operations more, or to the end of the game
facts(unit)                              the state that a save must keep
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from banquier.play.bots.bots import Bots
from banquier.play.key_reader import Stuck
from banquier.saves.open_game import open_save
from banquier.saves.save_folder import SaveFolder
from banquier.saves.save_format import mark_line, scan
from banquier.script.header import unit_for
from banquier.script.language import parse, parse_file
from banquier.script.player import Player
from firmware_sim.texts import VERSION
from hardware.unit import Unit, tap
from hardware.unit_inputs import name_players

PROFILES = ("trader", "greedy", "careful")


VARIANTS = {
    "electronique": ("players 5",),
    "deska": ("players 4",),
    "euro": ("players 3", "game short"),
    "classique": ("players 8", "speed-die yes"),
    "merveilles": ("players 4", "game timed", "minutes 90"),
}
"""A variant of each edition, in the words of a script's header."""


def after_script(*lines: str) -> Unit:
    script = parse("\n".join(["banquier 1", *lines]))
    unit = unit_for(script.header)
    assert Player(unit, script).play() is None
    return unit


def sit_down(unit: Unit, *header: str) -> None:
    script = parse("\n".join(["banquier 1", *header, "start", ""]))
    assert Player(unit, script).play() is None


def play(unit: Unit, operations: int, seed: int = 1, pace: int = 0) -> None:
    game = unit.session.current_game
    profiles = {seat: PROFILES[seat % len(PROFILES)] for seat in game.seats()}
    target = unit.operations + operations
    try:
        for key, pause in Bots(unit, profiles, seed=seed).strokes():
            if unit.operations >= target:
                return
            if key:
                tap(unit, key)
                unit.run(unit.tick + pace)
            unit.run(unit.tick + pause)
    except Stuck:
        return


def rewritten(save: Path, change: Callable[[bytes], bytes]) -> None:
    """Change all records of a save; all checksums are right."""
    save.write_bytes(with_records(save.read_bytes(), change))


def with_records(data: bytes, change: Callable[[bytes], bytes]) -> bytes:
    out, last = [], 0
    for mark in scan(data).marks:
        keys, record = data[last : mark.start], change(mark.record)
        out += [keys, mark_line(keys, mark.tick, mark.verb, mark.number, mark.digest, record)]
        last = mark.end
    return b"".join(out)


def of_firmware(version: str, save: Path) -> None:
    """Make a save one of another firmware."""
    was, now = (f'"firmware":"{one}"'.encode() for one in (VERSION, version))
    rewritten(save, lambda record: record.replace(was, now))


def take_up(unit: Unit) -> None:
    """REPRISE ? OK."""
    unit.run(unit.notices_end)
    assert unit.said.text == "REPRISE ?"
    tap(unit, "OK")


def facts(unit: Unit) -> tuple[object, ...]:
    session = unit.session
    return (
        session.game.plain() if session.game else None, session.operations,
        session.settings, session.ends_at, sorted(session.warned),
        [(line.turn, line.text, line.struck) for line in session.roll],
        [(step.player, step.name, step.line, step.before.plain()) for step in session.history],
    )  # fmt: skip


def evening(
    path: Path,
    *header: str,
    operations: int = 40,
    seed: int = 1,
    pace: int = 0,
    chance: int = 42,
    names: dict[int, str] | None = None,
    **how: Any,
) -> tuple[object, ...]:
    """A save made by bots, and the facts of the unit when it was closed. `how`: of open_save."""
    save = open_save(SaveFolder(str(path.parent)), path=str(path), seed=chance, **how)
    if names:
        name_players(save.unit, names)
    if save.unit.question.kind == "resume":
        take_up(save.unit)
    else:
        sit_down(save.unit, *header)
    play(save.unit, operations, seed, pace)
    save.close()
    return facts(save.unit)


def scripted(path: Path, *lines: str) -> Path:
    """A save of the lines of a script."""
    save = open_save(SaveFolder(str(path.parent)), path=str(path), seed=5)
    assert Player(save.unit, parse("\n".join(["banquier 1", *lines]))).play() is None
    save.close()
    return path


def finished(path: Path) -> Path:
    """A save whose game is over: J1 has given up, J2 has won."""
    return scripted(path, "players 2", "start", "press FAILL OK OK OK")


def replayed(path: Path) -> tuple[object, ...]:
    """Every key of a save pressed again, and every digest compared."""
    script = parse_file(str(path))
    unit = unit_for(script.header)
    player = Player(unit, script)
    failure = player.play()
    assert failure is None, (failure.wanted, failure.found, str(failure.place))
    return facts(unit)


def resumed(path: Path) -> tuple[object, ...]:
    game_save = open_save(SaveFolder(str(path.parent)), path=str(path))
    assert game_save.unit.question.kind == "resume"
    game_save.close()
    return facts(game_save.unit)
