"""Whole evenings from one number each: `banquier soak --world`.

outcome = play_evening(Evenings(seed=1), 16)     the evening of the number 17
"""

from banquier.checks.soak.all_variants import Evenings
from banquier.checks.soak.game import Outcome
from banquier.checks.soak.watch import failure_of
from banquier.checks.world.evening import Evening

__all__ = ["Evening", "Evenings", "play_evening"]


def play_evening(spec: Evenings, number: int, folder: str = "") -> Outcome:
    evening = Evening(spec.at(number))
    failure = failure_of(evening.play)
    if failure:
        failure += f"; banquier soak --world --seed {evening.seed} --games 1 plays it again"
    return Outcome(number, evening.counts, failure)
