"""The soak: whole games through keypad and glass, everything checked after each operation.

    order = Order(edition="electronique", players=4, prison="short", seed=1)
    report = soak(order, games=1000, workers=2)
    report.tally.stands[40], report.failures
    soak(Spread(Order(seed=1), EVERYTHING), games=10_000)        every edition and variant in turn

House players press the keys. A game is known by its order and its number: the same two, the same
game, key for key; one that fails is played again with a recorder on it, and in few steps.
"""

from banquier.checks.soak.all_variants import EVERYTHING, Spread
from banquier.checks.soak.game_spec import Order
from banquier.checks.soak.run_games import soak
from banquier.checks.soak.soak_report import Report, read

__all__ = ["EVERYTHING", "Order", "Report", "Spread", "read", "soak"]
