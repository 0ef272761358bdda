"""Chances as lines of words, best first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from banquier.chances.tally import Comparison, Tally
from banquier.words import player, text
from firmware_sim.game import Game

BAR = 20  # cells of a certain winner


def percent(lang: str, share: float, sign: str = "") -> str:
    return _number(lang, f"{100 * share:{sign}.1f}")


def _number(lang: str, figure: str) -> str:
    return figure.replace(".", ",").replace("-", "−") if lang == "fr" else figure.replace("-", "−")


def lines(tally: Tally, game: Game, lang: str, names: Mapping[int, str]) -> Iterator[str]:
    for row in sorted(tally.rows(), key=lambda row: (-row.chance, row.rank)):
        name = player(lang, names, row.player)
        if not game.is_in(row.player):
            yield text(lang, "chances.out", player=name)
            continue
        said = text(
            lang, "chances.row", player=f"{name:12}", chance=f"{percent(lang, row.chance):>5}",
            low=percent(lang, row.low), high=percent(lang, row.high),
            rank=_number(lang, f"{row.rank:.1f}"),
        )  # fmt: skip
        yield f"{'█' * round(BAR * row.chance):{BAR}} {said}"


def lines_of_change(
    comparison: Comparison, game: Game, lang: str, names: Mapping[int, str]
) -> Iterator[str]:
    for row in sorted(comparison.rows(), key=lambda row: -row.change):
        if game.is_in(row.player):
            yield text(
                lang, "chances.change", player=f"{player(lang, names, row.player):12}",
                change=f"{percent(lang, row.change, '+'):>5}", margin=percent(lang, row.margin),
            )  # fmt: skip
