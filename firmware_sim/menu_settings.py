"""The settings of the MENU: not part of the game, so CORR does not change them.

A row is a setting: its entry in the MENU, its question `menu_…`, its place in a save's record.
A save of before a setting has its default; rows are only ever added at the end.
"""

from __future__ import annotations

from typing import NamedTuple

NO_YES = (False, True)


class Setting(NamedTuple):
    glass: str
    default: int
    values: tuple[int, ...] = NO_YES
    """The values in order; OK goes round them."""
    in_game: bool = True
    """True if the setting is for a game only."""


SETTINGS = {
    "sound": Setting("SON", True, in_game=False),
    "contrast": Setting("CONTRASTE", 4, tuple(range(8)), in_game=False),
    "auto_rent": Setting("LOYER AUTO", False),
    "auto_dice": Setting("DES AUTO", True),
    "auto_cards": Setting("CARTES AUTO", True),
}

OF_1_2 = 5
"""Settings in every digest."""
Settings = dict[str, int]
"""Never changed: the MENU makes another."""
DEFAULTS: Settings = {name: setting.default for name, setting in SETTINGS.items()}


def of_digest(settings: Settings) -> tuple[int, ...]:
    """Return the values for a digest: those of 1.2, and newer ones that are not the default, so
    that digests older than a setting stay valid."""
    values, defaults = list(settings.values()), list(DEFAULTS.values())
    while len(values) > OF_1_2 and values[-1] == defaults[len(values) - 1]:
        values.pop()
    return tuple(values)


def advance_setting(settings: Settings, name: str) -> Settings:
    """Return the settings with the next value of one."""
    values = SETTINGS[name].values
    after = values.index(settings[name]) + 1
    return settings | {name: values[after % len(values)]}
