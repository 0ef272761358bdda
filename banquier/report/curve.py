"""Chances at the operations of a saved game.

at = operation(story, 120)          its index; raises Trouble if there is none
position_after(story, story.steps[at])
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
from banquier.report.story import Curve, CurvePoint, Story, StoryStep, Turning
from banquier.say import readable
from banquier.trouble import Trouble
from datasheet.ticks import NEVER
from keypad.scanner import SCAN

POINTS = 40
"""The number of stretches of a game; the chances are measured at their ends."""
CANDIDATES, SURER = 8, 4
"""The number of stretches with the largest changes, which are halved down to one operation, a
possible turning point; and the factor of games with which that is measured again."""
TURNINGS = 5
LEAST = 0.03
"""The least change of a player's chances at a turning point, beyond the luck of the games."""


def operation(story: Story, number: int | None) -> int:
    """Return the index of an operation, or of the last one. Raises Trouble for a wrong number."""
    if number is None:
        return len(story.steps) - 1
    for at, step in enumerate(story.steps):
        if step.number == number:
            return at
    first, last = story.steps[0].number, story.steps[-1].number
    name = readable(story.path)
    raise Trouble(f"{name} has operations {first} to {last}, no operation {number}")


def position_after(story: Story, step: StoryStep) -> Position:
    begun = story.steps[0].tick // SCAN
    ends_at = step.ends_at if step.ends_at == NEVER else step.ends_at - begun
    return Position(step.game, turns_left(step.game, step.tick // SCAN - begun, ends_at))


def curve(
    story: Story, games: int, seed: int, workers: int, told: Callable[[int, int], None]
) -> Curve:
    """Measure the chances over a game. `told` is called with the games played and those to play.
    Ctrl-C ends with the points so far."""
    steps, points = story.lasting, dict[int, tuple[float, ...]]()

    def measure(places: Sequence[int]) -> None:
        """Measure with the same dice, so that two points differ by the game rather than by luck."""
        jobs = {}
        for at in places:
            if winner := steps[at].game.winner:
                points[at] = tuple(float(player == winner) for player in story.players)
            else:
                position = position_after(story, steps[at])
                jobs[at] = partial(played_on, [position], 0, games, seed)
        done = 0
        for at, (tally,) in zip(jobs, spread(list(jobs.values()), workers), strict=True):
            done += tally.games
            points[at] = tuple(row.chance for row in tally.rows())
            told(done, len(jobs) * games)

    def change(ends: tuple[int, int]) -> float:
        low, high = ends
        return max(abs(b - a) for a, b in zip(points[low], points[high], strict=True))

    def steeper(low: int, high: int) -> tuple[int, int]:
        """Return the half of a stretch, if it has halves, in which the chances changed more."""
        middle = (low + high) // 2
        return max((low, middle), (middle, high), key=change) if high - low > 1 else (low, high)

    coarse = sorted({nth * (len(steps) - 1) // POINTS for nth in range(POINTS + 1)})
    turnings: list[Turning] = []
    interrupted = False
    try:
        measure(coarse)
        stretches = sorted(pairwise(coarse), key=change, reverse=True)[:CANDIDATES]
        while middles := [(low + high) // 2 for low, high in stretches if high - low > 1]:
            measure(middles)
            stretches = [steeper(*ends) for ends in stretches]
        pairs = [(steps[low], steps[high]) for low, high in stretches]
        turnings = _turnings(story, pairs, games * SURER, seed + 1, workers, told)
    except KeyboardInterrupt:
        interrupted = True
    shown = [CurvePoint(steps[at], points[at]) for at in coarse if at in points]
    return Curve(shown, turnings, games, seed, interrupted)


def _turnings(
    story: Story, pairs: list[tuple[StoryStep, StoryStep]], games: int, seed: int, workers: int,
    told: Callable[[int, int], None],
) -> list[Turning]:  # fmt: skip
    """Return the steps that changed the chances most. The largest of many uncertain changes are
    large by luck: they are measured again, in more games and with other dice."""
    pairs = [pair for pair in pairs if not pair[1].game.winner]
    todo = [
        partial(played_on, [position_after(story, step) for step in pair], 0, games, seed)
        for pair in pairs
    ]
    found: list[tuple[float, Turning]] = []
    for (_, after), tallies in zip(pairs, spread(todo, workers), strict=True):
        told(len(found) * games, len(todo) * games)
        most = max(changes(*tallies), key=lambda row: abs(row.change))
        chances = [tuple(row.chance for row in tally.rows()) for tally in tallies]
        found.append((max(0.0, abs(most.change) - most.margin), Turning(after, *chances)))
    largest = sorted(found, key=lambda one: -one[0])[:TURNINGS]
    kept = [turning for sure, turning in largest if sure >= LEAST]
    return sorted(kept, key=lambda turning: turning.step.number)
