"""Chances at the operations of a saved game.

at = operation(story, 120)          its index; Trouble: there is none
position_after(story, at)
curve(story, 200, seed)             the chances of everybody over the game, and the operations
                                    that changed them most
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise

from banquier.chances.position import Position, turns_left
from banquier.chances.tally import changes, played_on
from banquier.play.processes import spread
from banquier.report.story import Curve, CurvePoint, Story, Turning
from banquier.say import readable
from banquier.trouble import Trouble
from firmware_sim.glass import NEVER
from keypad.scanner import SCAN

POINTS = 40
"""Stretches of a game, at the ends of which the curve is taken."""
CANDIDATES, SURER = 8, 4
"""The stretches that moved most are halved down to one operation, which may be a turning point and
is measured again, in so many times the games."""
TURNINGS = 5
LEAST = 0.03
"""A turning point changes somebody's chances by this at least, whatever the luck of the games."""


def operation(story: Story, number: int | None) -> int:
    """The index of an operation by its number; of the last one if none is given. Trouble."""
    if number is None:
        return len(story.steps) - 1
    for at, step in enumerate(story.steps):
        if step.number == number:
            return at
    first, last = story.steps[0].number, story.steps[-1].number
    name = readable(story.path)
    raise Trouble(f"{name} has operations {first} to {last}, no operation {number}")


def position_after(story: Story, at: int) -> Position:
    step, begun = story.steps[at], story.steps[0].tick // SCAN
    ends_at = step.ends_at if step.ends_at == NEVER else step.ends_at - begun
    return Position(step.game, turns_left(step.game, step.tick // SCAN - begun, ends_at))


def curve(
    story: Story, games: int, seed: int, workers: int, told: Callable[[int, int], None]
) -> Curve:
    """`told` is called with the games played and those to play. Ctrl-C ends with the points known
    so far."""
    lasting = [at for at, step in enumerate(story.steps) if not step.struck]
    points: dict[int, tuple[float, ...]] = {}
    coarse = sorted({lasting[nth * (len(lasting) - 1) // POINTS] for nth in range(POINTS + 1)})
    turnings: list[Turning] = []
    interrupted = False
    try:
        _take(story, points, coarse, games, seed, workers, told)
        stretches = sorted(pairwise(coarse), key=lambda ends: -_moved(points, *ends))[:CANDIDATES]
        while halves := [ends for ends in stretches if _between(lasting, *ends) is not None]:
            middles = [_between(lasting, *ends) or 0 for ends in halves]
            _take(story, points, middles, games, seed, workers, told)
            stretches = [_steeper(points, lasting, *ends) for ends in stretches]
        turnings = _turnings(story, stretches, games * SURER, seed + 1, workers, told)
    except KeyboardInterrupt:
        interrupted = True
    shown = [CurvePoint(story.steps[at], points[at]) for at in coarse if at in points]
    return Curve(shown, turnings, games, seed, interrupted)


def _between(lasting: list[int], low: int, high: int) -> int | None:
    """The operation half way; None: they follow each other."""
    first, last = lasting.index(low), lasting.index(high)
    return lasting[(first + last) // 2] if last - first > 1 else None


def _steeper(
    points: dict[int, tuple[float, ...]], lasting: list[int], low: int, high: int
) -> tuple[int, int]:
    """The half of a stretch in which the chances moved more."""
    middle = _between(lasting, low, high)
    if middle is None:
        return low, high
    return max((low, middle), (middle, high), key=lambda ends: _moved(points, *ends))


def _turnings(
    story: Story, steps: list[tuple[int, int]], games: int, seed: int, workers: int,
    told: Callable[[int, int], None],
) -> list[Turning]:  # fmt: skip
    """Those of these steps that changed the chances most. The largest of many uncertain changes
    are large by luck: they are measured again, in more games and with other dice."""
    steps = [ends for ends in steps if not story.steps[ends[1]].game.winner]
    todo = [
        partial(played_on, [position_after(story, at) for at in ends], 0, games, seed)
        for ends in steps
    ]
    found: list[tuple[float, Turning]] = []
    for (_, after), tallies in zip(steps, spread(todo, workers), strict=True):
        told(len(found) * games, len(todo) * games)
        most = max(changes(*tallies), key=lambda row: abs(row.change))
        chances = [tuple(row.chance for row in tally.rows()) for tally in tallies]
        turning = Turning(story.steps[after], *chances)
        found.append((max(0.0, abs(most.change) - most.margin), turning))
    largest = sorted(found, key=lambda one: -one[0])[:TURNINGS]
    kept = [turning for sure, turning in largest if sure >= LEAST]
    return sorted(kept, key=lambda turning: turning.step.number)


def _moved(points: dict[int, tuple[float, ...]], low: int, high: int) -> float:
    return max(abs(b - a) for a, b in zip(points[low], points[high], strict=True))


def _take(
    story: Story, points: dict[int, tuple[float, ...]], at_these: Sequence[int], games: int,
    seed: int, workers: int, told: Callable[[int, int], None],
) -> None:  # fmt: skip
    """All on the same dice, so that two points differ by the game rather than by chance."""
    jobs, open_ones = [], []
    for at in at_these:
        if winner := story.steps[at].game.winner:
            points[at] = tuple(float(player == winner) for player in story.players)
        else:
            open_ones.append(at)
            jobs.append(partial(played_on, [position_after(story, at)], 0, games, seed))
    done = 0
    for at, (tally,) in zip(open_ones, spread(jobs, workers), strict=False):
        done += tally.games
        points[at] = tuple(row.chance for row in tally.rows())
        told(done, len(jobs) * games)
