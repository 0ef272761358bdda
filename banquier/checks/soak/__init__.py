"""The soak: whole games through keypad and glass, everything checked after each operation.

    spec = GameSpec(edition="electronique", players=4, prison="short", seed=1)
    report = soak(spec, games=1000, workers=2)
    report.counts.stands[40], report.failures
    soak(AllVariants(GameSpec(seed=1), EVERYTHING), games=10_000)     every edition and variant

Bots press the keys. A specification and a number give the same game, key for key. A failed game is
played again with a recording and reduced to the keys that cause the failure.
"""

from banquier.checks.soak.all_variants import EVERYTHING, AllVariants
from banquier.checks.soak.game_spec import GameSpec
from banquier.checks.soak.run_games import soak
from banquier.checks.soak.soak_report import Report, read

__all__ = ["EVERYTHING", "AllVariants", "GameSpec", "Report", "read", "soak"]
