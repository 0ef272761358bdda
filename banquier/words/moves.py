"""What the last operation was, in one line of words.

last_move(unit, "en")                 "Anne buys Rue Lecourbe for 6.000."
waiting_for(question, "en", names, bots)     "J2 waits: Anne, LOYER claims …", or nothing
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from banquier.words import listed, player, text
from firmware_sim.interface import Question, with_points

if TYPE_CHECKING:
    from firmware_sim.interface import Bargain
    from hardware.unit import Unit


def last_move(unit: Unit, lang: str) -> str:
    """Nothing before the first one, and after it was taken up from a save."""
    game, act = unit.firmware.session.game, unit.roll[-1].act if unit.roll else None
    if game is None or act is None:
        return ""
    names, mover = unit.names, act.player or game.turn
    place = act.square if act.square >= 0 else game.square[mover]
    squares = [square.name for square in game.edition.squares]
    paid = game.entries
    gained = sum(e.amount for e in paid if e.payee == mover)
    gained -= sum(e.amount for e in paid if e.payer == mover)
    given, got = _bargain(act.bargain, squares, lang) if act.bargain else ("", "")
    said = text(
        lang,
        f"move.{act.kind}",
        player=player(lang, names, mover),
        other=player(lang, names, act.other),
        label=squares[place] if place < len(squares) else text(lang, "page.prison_card"),
        value=with_points(sum(e.amount for e in paid)),
        numbers=listed(lang, [str(number) for number in act.numbers]),
        given=given,
        got=got,
    )
    if act.kind in SUM_TOLD or not gained:
        return said
    sign = "+" if gained > 0 else "-"
    return f"{said} {player(lang, names, mover)}: {sign}{with_points(abs(gained))}."


SUM_TOLD = frozenset(
    ("buy", "auctioned", "claim", "settle", "fine", "build", "demolish", "mortgage", "lift",
     "interest", "borrow", "repay", "pay", "receive", "trade", "begin")
)  # fmt: skip
"""Moves whose words have the sum."""


def _bargain(terms: Bargain, squares: Sequence[str], lang: str) -> tuple[str, str]:
    """What each gives."""
    sides = (
        (terms.first_deeds, terms.first_cards, terms.money),
        (terms.second_deeds, terms.second_cards, -terms.money),
    )
    given, got = (
        listed(
            lang,
            [
                *(squares[deed] for deed in deeds),
                *(text(lang, "page.prison_card") for _ in cards),
                *([with_points(money)] if money > 0 else []),
            ],
        )
        or text(lang, "page.nothing")
        for deeds, cards, money in sides
    )
    return given, got


def waiting_for(
    question: Question, lang: str, names: Mapping[int, str], bots: Collection[int]
) -> str:
    """A bot that throws leaves people time to claim the rent that its throw closes."""
    claims = [claim for claim in question.claims if claim.owner not in bots]
    if question.player not in bots or not claims or "throw" not in question.kind:
        return ""
    return text(
        lang,
        "waits",
        player=player(lang, names, question.player),
        owner=player(lang, names, claims[0].owner),
        value=with_points(claims[0].amount),
    )
