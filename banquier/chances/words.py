"""Chances as lines of text, best first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from banquier.chances.tally import ChanceChange, Tally
from banquier.words import name_of, text
from banquier.words.languages import decimal
from firmware_sim.game import Game

BAR = 20  # cells of a certain winner


def percent(lang: str, share: float, sign: str = "") -> str:
    return number(lang, 100 * share, sign)


def number(lang: str, value: float, sign: str = "") -> str:
    figure = f"{value:{sign}.1f}".replace("-", "−")
    return decimal(figure, lang)


def lines(tally: Tally, game: Game, lang: str, names: Mapping[int, str]) -> Iterator[str]:
    for row in sorted(tally.rows(), key=lambda row: (-row.chance, row.rank)):
        name = name_of(names, row.player)
        if not game.is_in(row.player):
            yield text(lang, "chances.out", player=name)
            continue
        said = text(
            lang, "chances.row", player=f"{name:12}", chance=f"{percent(lang, row.chance):>5}",
            low=percent(lang, row.low), high=percent(lang, row.high),
            rank=number(lang, row.rank),
        )  # fmt: skip
        yield f"{'█' * round(BAR * row.chance):{BAR}} {said}"


def lines_of_change(
    changes: list[ChanceChange], game: Game, lang: str, names: Mapping[int, str]
) -> Iterator[str]:
    for row in sorted(changes, key=lambda row: -row.change):
        if game.is_in(row.player):
            yield text(
                lang, "chances.change", player=f"{name_of(names, row.player):12}",
                change=f"{percent(lang, row.change, '+'):>5}", margin=percent(lang, row.margin),
            )  # fmt: skip
