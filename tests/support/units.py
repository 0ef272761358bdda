"""Units with a game begun by their keys: J1 is to throw."""

from banquier.editions.edition_file import editions
from hardware.unit import Unit, tap
from hardware.unit_inputs import set_fact


def tap_in_turn(unit: Unit, *keys: str) -> Unit:
    """Tap keys, each after the notices before it, and let the last ones pass."""
    for key in keys:
        unit.run(unit.notices_end)
        tap(unit, key)
    unit.run(unit.notices_end)
    return unit


def set_facts(unit: Unit, facts: str) -> None:
    """`owner 1 1, cash 1 100`, as `set` of a script has them."""
    for fact in filter(None, facts.strip().split(", ")):
        noun, *values = fact.split()
        set_fact(unit, noun, *(int(value) if value.isdigit() else value for value in values))


def at_the_table(
    edition: str = "electronique",
    players: int = 3,
    dice: str = "DES AUTO",
    *,
    seed: int | None = 90,
    bounce: str = "none",
    stepped: bool = False,
) -> Unit:
    """Real dice are thrown with real cards."""
    unit = Unit(editions(names=[edition]), seed=seed, bounce=bounce, stepped=stepped)
    while "LANCEZ" not in unit.said.text:
        if unit.said.text == "JOUEURS":
            tap_in_turn(unit, str(players))
        if unit.said.text in ("DES AUTO", "CARTES AUTO") and dice != "DES AUTO":
            tap_in_turn(unit, "+")
        tap_in_turn(unit, "OK")
    return unit
