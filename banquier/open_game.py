"""A unit brought to the table: from memory, cold, or with its set-up walked already.

laid = table(folder=saves)                  the last game, or a new one: it asks by itself
laid = table(folder=saves, path="a.keys")   that one
laid = table("euro", 3, folder=saves)       a new one that waits for J1's throw
laid = table(players=4)                     one that nobody will remember
laid.unit; laid.sentences; laid.past; laid.close()

seats(unit, {2: "greedy"})                  the strokes of bots, at a pace one can follow
roll_writer(unit, paper)                    writes what the unit prints as it goes; `x` marks a
                                            line that was struck, `<` where a game goes on again
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO

if TYPE_CHECKING:
    from banquier.saves.game_save import Memory
    from banquier.saves.history import Timeline
    from firmware_sim.interface import RollLine

PACE = 20_000
"""Ticks between two strokes of the bots: somebody watches."""


class Laid(NamedTuple):
    unit: Any
    sentences: Sequence[str] = ()
    """What the players should be told about the memory of the unit."""
    close: Callable[[], None] = lambda: None
    past: Past | None = None
    """How the game went, if it is remembered."""


class Past:
    """The game in memory: its moments, a unit at any of them, and going on from there instead."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self.lang = "en"
        """Of what it says; the front end sets it."""
        self._timeline: Timeline | None = None

    @property
    def sentences(self) -> Sequence[str]:
        from banquier.saves.messages import in_language

        return tuple(in_language(said, self.lang) for said in self.memory.sentences)

    def moments(self) -> Sequence[RollLine]:
        """What the unit has printed, a line an operation: the save is only read to go there."""
        return self.memory.unit.roll

    def unit_at(self, at: int) -> Any:
        unit = self._known(at).unit_at(at)
        unit.names = self.memory.unit.names
        return unit

    def go_on(self, at: int) -> Any:
        """The unit of a new save; the old one is let go as it is. ValueError."""
        from banquier.saves.game_save import Memory, SaveError
        from banquier.saves.messages import in_language
        from banquier.saves.save_listing import SaveTrouble

        try:
            memory = Memory(folder=self.memory.folder, path=self._known(at).branch(at))
        except (SaveError, SaveTrouble) as error:
            raise ValueError(in_language(error.args[0], self.lang)) from None
        self.memory.leave()
        self.memory = memory
        return memory.unit

    def _known(self, at: int) -> Timeline:
        """As the save is now. ValueError if that moment is not in it."""
        from banquier.saves.history import Timeline
        from banquier.saves.messages import in_language, message

        known, path, printed = self._timeline, self.memory.path, len(self.memory.unit.roll)
        if known is None or known.path != path or len(known) != printed:
            known = self._timeline = Timeline.of(path)
        if at >= len(known) or known[at].text != self.moments()[at].text:
            raise ValueError(in_language(message("no_such_operation", path=path), self.lang))
        return known

    def close(self) -> None:
        self.memory.close()


def table(
    edition: str = "",
    players: int = 0,
    *,
    folder: str = "",
    path: str = "",
    new: bool = False,
    otherwise: int = 0,
) -> Laid:
    """With a folder, the unit remembers. ValueError and ScriptError say what is not to be had.

    `otherwise`: so many players sit down if no game goes on."""
    walked = bool(edition or players)
    # Where nobody presses the first key at a moment of their own, somebody has to shake the dice.
    seed = int.from_bytes(os.urandom(2), "big") if walked or otherwise else None
    laid = (
        _remembered(edition, seed, folder, path, new or walked) if folder else _cold(edition, seed)
    )
    if walked or (otherwise and laid.unit.look() is None):
        walk(laid.unit, edition, players or otherwise)
    return laid


def _cold(edition: str, seed: int | None) -> Laid:
    from firmware_sim.edition.edition_file import built_in, load
    from hardware.unit import Unit

    names = list(built_in())
    if edition and edition not in names:
        load(edition)  # all that is wrong with it is told now
        names.append(edition)
    return Laid(Unit(seed=seed, editions=names))


def _remembered(edition: str, seed: int | None, folder: str, path: str, new: bool) -> Laid:
    from banquier.saves.game_save import Memory, SaveError

    if edition:
        from firmware_sim.edition.edition_file import load

        load(edition)
    try:
        memory = Memory(folder=folder, path=path, new=new, edition=edition, seed=seed)
    except SaveError as error:
        raise ValueError(str(error)) from None
    past = Past(memory)
    return Laid(memory.unit, tuple(memory.sentences), past.close, past)


def walk(unit: Any, edition: str = "", players: int = 0) -> None:
    """Through the set-up, key by key, before anybody looks."""
    from banquier.script.header import Header
    from banquier.script.language import parse
    from banquier.script.player import Player
    from banquier.script.steps import Place, ScriptError
    from firmware_sim.edition.edition_file import built_in, label_of

    header = Header()
    for field, value in (("edition", edition), ("players", players)):
        if value:
            setattr(header, field, value)
            header.given[field] = Place(f"--{field}", 0)
    names = [*built_in(), *([edition] if edition else [])]
    script = parse("banquier 1\nstart\n")._replace(header=header)
    labels = [label_of(name) for name in names]
    failure = Player(unit, script, labels, label_of(edition) if edition else "").play()
    if failure is not None:
        raise ScriptError("the set-up did not lead to a first throw", Place("start", 0))


def seats(unit: Any, players: Mapping[int, str], pace: int = PACE) -> Iterator[Any]:
    """The strokes of the bots for these seats."""
    from banquier.bots import Bots, Stuck

    bots = Bots(unit, players, seed=int.from_bytes(os.urandom(4), "big"), pace=pace)

    def strokes() -> Iterator[Any]:
        try:
            yield from bots.strokes()
        except Stuck:
            return  # they leave the keys to whoever else is there

    return strokes()


def roll_writer(unit: Any, paper: TextIO, *, branched: bool = False) -> Callable[[], None]:
    """To be called now and then: writes what was printed since, and what was struck since.

    `branched`: the paper tells of this game already, and goes on from an earlier moment of it."""
    printed = len(unit.roll) if branched else 0
    struck = {number for number in range(printed) if unit.roll[number].struck}
    if branched and printed:
        print(f"   < {unit.roll[-1].text}", file=paper)

    def write() -> None:
        nonlocal printed
        roll = unit.roll
        for number in range(printed):
            if number < len(roll) and roll[number].struck and number not in struck:
                struck.add(number)
                print(f"   x {roll[number].text}", file=paper)
        for number in range(printed, len(roll)):
            print(roll[number], file=paper)
            if roll[number].struck:
                struck.add(number)
        if len(roll) != printed:
            paper.flush()
        printed = len(roll)

    return write
