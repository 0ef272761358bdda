"""A real unit with a game, for tests of the bots."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from banquier.play.bots.bots import Bots
from banquier.play.key_queue import Stroke
from firmware_sim.game import Game
from hardware.crystal import SECOND
from hardware.unit import Unit, tap

MINUTE = 60 * SECOND


def state(unit: Unit) -> Game:
    return unit.session.current_game


def arrange(game: Game, **facts: Any) -> None:
    """Set the state of a game. Of a list, `{place: value}` sets some places only."""
    for name, value in facts.items():
        if isinstance(value, dict):
            kept = getattr(game, name)
            value = [value.get(place, before) for place, before in enumerate(kept)]
        setattr(game, name, value)
    game.count_deeds()


def arranged(unit: Unit, **facts: object) -> Unit:
    """Set the state of the game; the conversation starts from it."""
    arrange(state(unit), **facts)
    unit.apply_between_scans(unit.firmware.restart)
    unit.run(unit.tick + SECOND)
    return unit


def press_strokes(unit: Unit, strokes: Iterable[Stroke]) -> Iterator[str]:
    """Each key that was pressed, then its pause."""
    for key, pause in strokes:
        if key:
            tap(unit, key)
        yield key
        unit.run(unit.tick + pause)


def pump(unit: Unit, strokes: Iterator[Stroke], most: int) -> list[str]:
    """Make that many strokes; returns the keys among them."""
    return list(filter(None, press_strokes(unit, islice(strokes, most))))


def pump_until(unit: Unit, strokes: Iterator[Stroke], *texts: str) -> list[str]:
    """Make strokes until the glass says this; returns the keys among them."""
    keys: list[str] = []
    for _ in range(400):
        keys += pump(unit, strokes, 1)
        if unit.said.pages[0] in texts:
            return keys
    raise AssertionError(f"{unit.said.text} after {keys}")


def seated(unit: Unit, *seats: int, profile: str = "careful") -> Bots:
    return Bots(unit, dict.fromkeys(seats, profile), seed=1)
