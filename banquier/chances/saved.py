"""Chances at the operations of a saved game.

at = operation(story, 120)          its index; ValueError: there is none
position_after(story, at)
curve(story, 200, seed)             the chances of everybody over the game, and the operations
                                    that changed them most
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from banquier.chances.position import Position, turns_left
from banquier.chances.workers import Job, spread
from banquier.report.story import Curve, CurvePoint, Story, Turning
from banquier.script.steps import readable
from hardware.crystal import SCAN

POINTS = 100
"""Operations of a long game at which the curve is taken."""
NEAR = 5
"""Stretches between two of them that are looked at operation by operation."""
TURNINGS = 5
LEAST = 0.05
"""A smaller change is no turning point."""


def operation(story: Story, number: int | None) -> int:
    """The index of an operation by its number; of the last one if none is given. ValueError."""
    if number is None:
        return len(story.steps) - 1
    for at, step in enumerate(story.steps):
        if step.number == number:
            return at
    first, last = story.steps[0].number, story.steps[-1].number
    name = readable(story.path)
    raise ValueError(f"{name} has operations {first} to {last}, no operation {number}")


def position_after(story: Story, at: int) -> Position:
    game, step, begun = story.games[at], story.steps[at], story.steps[0].tick // SCAN
    left = turns_left(game, step.tick // SCAN - begun, step.ends_at - begun)
    return Position(game, story.edition, left)


def curve(
    story: Story, games: int, seed: int, workers: int, told: Callable[[int, int], None]
) -> Curve:
    """`told` is called with the games played and those to play. Ctrl-C ends with the points known
    so far."""
    lasting = [at for at, step in enumerate(story.steps) if not step.struck]
    points: dict[int, tuple[float, ...]] = {}
    coarse = sorted({lasting[nth * (len(lasting) - 1) // POINTS] for nth in range(POINTS + 1)})
    try:
        _take(story, points, coarse, games, seed, workers, told)
        stretches = sorted(pairwise(sorted(points)), key=lambda ends: -_moved(points, *ends))
        near = [at for low, high in stretches[:NEAR] for at in lasting if low < at < high]
        _take(story, points, near, games, seed, workers, told)
    except KeyboardInterrupt:
        interrupted = True
    else:
        interrupted = False
    known = [at for at in lasting if at in points]
    next_to = dict(pairwise(lasting))
    steps = sorted(
        ((_moved(points, at, after), at, after)
         for at, after in pairwise(known) if next_to[at] == after),
        reverse=True,
    )  # fmt: skip
    turnings = [
        Turning(story.steps[after], points[at], points[after])
        for moved, at, after in steps[:TURNINGS] if moved >= LEAST
    ]  # fmt: skip
    shown = [CurvePoint(story.steps[at], points[at]) for at in coarse if at in points]
    return Curve(shown, sorted(turnings, key=lambda one: one.step.number), games, seed, interrupted)


def _moved(points: dict[int, tuple[float, ...]], low: int, high: int) -> float:
    return max(abs(b - a) for a, b in zip(points[low], points[high], strict=True))


def _take(
    story: Story, points: dict[int, tuple[float, ...]], at_these: Sequence[int], games: int,
    seed: int, workers: int, told: Callable[[int, int], None],
) -> None:  # fmt: skip
    """All on the same dice, so that two points differ by the game rather than by chance."""
    jobs, open_ones = [], []
    for at in at_these:
        if winner := story.games[at].winner:
            points[at] = tuple(float(player == winner) for player in story.players)
        else:
            open_ones.append(at)
            jobs.append(Job(position_after(story, at).written(), 0, games, seed))
    done = 0
    for at, (tally, _) in zip(open_ones, spread(jobs, workers), strict=False):
        done += tally.games
        points[at] = tuple(row.chance for row in tally.rows())
        told(done, len(jobs) * games)
