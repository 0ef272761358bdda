"""A new game that a page asks for: its house rules, then the keys of its set-up."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from banquier.page.page_messages import NewGame, Rule
from banquier.play.key_reader import KeyReader, KeyStrokes, Stuck
from banquier.play.move_keys import answer_set_up, reach_set_up
from banquier.saves.open_game import OpenGame
from banquier.trouble import Trouble
from banquier.words import Said, Several, house_rules
from hardware.unit_inputs import name_players

if TYPE_CHECKING:
    from banquier.saves.recorded_game import RecordedGame


def choose_rule(game: OpenGame | RecordedGame, asked: Rule) -> Said | None:
    """Choose a house rule for the games that begin from now on. Return why not."""
    if not isinstance(game, OpenGame):
        return Said("save.rules_too_late")
    try:
        name = asked.rule
        game.choose_rules(
            house_rules.rules_after_choice(game.unit, name, asked.at) if name else game.last_rules
        )
    except Trouble as trouble:
        return Several(trouble.args[0])
    return None


def press_set_up(game: OpenGame, asked: NewGame, edition: str) -> KeyStrokes[bool]:
    """Press the keys of the set-up, as a finger would, and give the names. False: another game is
    on the unit."""
    unit, reader = game.unit, KeyReader(game.unit)
    with contextlib.suppress(Stuck, Trouble):
        if not (yield from reach_set_up(reader)):
            return False
        rules = house_rules.values_of(edition, dict(asked.rules))
        if rules != game.rules:
            game.choose_rules(rules)
            # Other editions may be offered now.
            yield from reader.press("OK", "C")
        names = unit.session.editions.names
        rank = names.index(edition) + 1 if edition in names else 1
        if (yield from answer_set_up(reader, _answers(asked, rank))):
            given = enumerate(asked.names, start=1)
            name_players(unit, {seat: name for seat, name in given if name})
            return True
    return False


def _answers(asked: NewGame, rank: int) -> dict[str, object]:
    answers: dict[str, object] = {
        "edition": rank, "players": len(asked.names), "variant": asked.game,
        "speed_die": "yes" if asked.speed_die else "no",
        "auto_dice": "keyed" if asked.own_dice else "auto",
        "auto_cards": "keyed" if asked.own_cards else "auto",
    }  # fmt: skip
    return answers | ({"minutes": asked.minutes} if asked.minutes else {})
