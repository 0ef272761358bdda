"""The line of words under the glass, in the two languages a page may ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from hardware.unit import Unit


class Bilingual(TypedDict):
    fr: str
    en: str


def both(fr: str, en: str) -> Bilingual:
    return {"fr": fr, "en": en}


def line_of_words(unit: Unit) -> Bilingual:
    if not unit.awake:
        return both("L’appareil est éteint : ON.", "The unit is off: ON.")
    said = unit.said
    text = f"{said.text} {said.value}".strip()
    return both(text, text)
