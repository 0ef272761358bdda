"""The soak: whole games through keypad and glass, everything checked after each operation.

    order = Order(edition="electronique", players=4, prison="short", seed=1)
    report = soak(order, games=1000, workers=2)
    report.tally.stands[40], report.failures
    soak(Spread(Order(seed=1), EVERYTHING), games=10_000)        every edition and variant in turn

House players press the keys. A game is known by its order and its number: the same two, the same
game, key for key; one that fails is played again with a recorder on it, and in few steps.
"""

from hardware.soak.crowd import soak
from hardware.soak.order import Order
from hardware.soak.report import Report, read
from hardware.soak.spread import EVERYTHING, Spread

__all__ = ["EVERYTHING", "Order", "Report", "Spread", "read", "soak"]
