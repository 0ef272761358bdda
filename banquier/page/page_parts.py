"""The parts of what all browsers see. Each is a function, and its parameters are its facts: it is
drawn anew when one of them has changed, and it can read nothing else.

    PARTS["words"].facts                        ("question", "names", "bots")
    PARTS["words"].make(question, names, bots)
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any, NamedTuple

from banquier.page.seats import goods_view
from banquier.play import board_drawing
from banquier.play.moves import OVER
from banquier.words import Said, Several, announcements, asked, player
from banquier.words.announcements import house_rules_of, is_for_bot, line_for, waiting_for
from banquier.words.catalogues import catalogue
from banquier.words.house_rules import switches, what_matters
from banquier.words.languages import ENGLISH
from banquier.words.moment import with_currency
from datasheet.glass import Shown
from display.lcd import encode
from firmware_sim.edition import Edition
from firmware_sim.game import HOTEL, Act, Game, Phase
from firmware_sim.question import Question
from firmware_sim.rules import building, deeds, endings


class Position(NamedTuple):
    """A game as it stands: what a save holds of it is compared."""

    plain: tuple[object, ...]
    game: Game


class HouseRules(NamedTuple):
    """Of the game that is played, or those chosen so far for the next."""

    edition: Edition | None
    chosen: Mapping[str, object] | None = None
    """None: there is nothing to choose."""
    asked: str = ""
    """The edition that is on the glass, where the set-up asks for it."""
    last: int = 0
    """How many the game before had, while none is chosen."""


class Facts(NamedTuple):
    """All that parts are made from."""

    glass: tuple[Shown, bool, int] | None
    """What it shows, whether the unit is awake, the contrast."""
    question: Question
    beneath: Question | None
    """What waits under a question of the unit's own keys."""
    acting: bool
    """A seat's keys go down."""
    names: Mapping[int, str]
    bots: tuple[int, ...]
    held: tuple[str, ...]
    moment: int
    position: Position | None
    settings: Mapping[str, object]
    warned: tuple[int, ...]
    done: Act | None
    """The last operation."""
    passed: frozenset[int]
    pressed: tuple[int, str]
    """Who pressed last, and by what: "seat" or "keypad"."""
    refused: Said | None
    """By the unit, a moment ago."""
    cards: tuple[int, list[tuple[str, Said]]] | None
    pace: str
    sitting: tuple[int, ...]
    browsers: int
    house: HouseRules


class MadePart(NamedTuple):
    make: Callable[..., Any]
    facts: tuple[str, ...]
    of_game: bool
    """It is made where there is a game."""


def _part_of(make: Callable[..., Any]) -> MadePart:
    wanted = inspect.signature(make).parameters
    of_game = "position" in wanted and "None" not in str(wanted["position"].annotation)
    return MadePart(make, tuple(wanted), of_game)


OPEN = (
    "turn", "dice", "owner", "houses", "mortgaged", "cash", "square", "prison", "free_cards",
    "bankrupt_order",
)  # fmt: skip
"""Of a game, what everybody at a table sees; and its loans, debts and claims by their fields."""


def glass(glass: tuple[Shown, bool, int]) -> dict[str, Any]:
    shown, awake, contrast = glass
    rows = [f"{row:x}" for row in encode(*shown)]
    return {"rows": rows, "awake": awake, "contrast": contrast}


def words(question: Question, names: Mapping[int, str], bots: tuple[int, ...]) -> Said:
    """Of a game that is over the page has more than the command that the line names."""
    return _asked(question, names) if question.kind in OVER else line_for(question, names, bots)


def possible(question: Question, names: Mapping[int, str]) -> Said:
    return announcements.possible(question, names)


def keys(held: tuple[str, ...]) -> tuple[str, ...]:
    return held


def answers(question: Question, bots: tuple[int, ...]) -> tuple[str, ...]:
    return () if is_for_bot(question, bots) else question.answers


COUNTS = ("card_back", "by_dice", "look_passport", "visas")
"""Questions whose value is no sum."""


def _asked(question: Question, names: Mapping[int, str]) -> Several:
    """With the currency beside its sum."""
    told, edition = asked(question, names), question.edition
    if edition and question.kind not in COUNTS:
        for part in told.parts:
            if isinstance(part, Said) and isinstance(value := part.facts.get("value"), int):
                part.facts["value"] = with_currency(value, edition.currency)
    return told


def moment(
    question: Question,
    beneath: Question | None,
    acting: bool,
    names: Mapping[int, str],
    bots: tuple[int, ...],
    moment: int,
    done: Act | None,
    passed: frozenset[int],
    pressed: tuple[int, str],
    refused: Said | None,
) -> dict[str, Any]:
    """What waits, and what has just been: the same for all."""
    waits = beneath or question
    begun = None
    if beneath and not acting:
        who = player(names, pressed[0]) if pressed[0] else Said("moment.somebody")
        begun = Said("moment.begun", player=who, question=_asked(question, names))
    return {
        "id": moment, "kind": waits.kind, "player": waits.player, "square": waits.square,
        "asked": Several(_asked(waits, names), waiting_for(waits, names, bots)),
        "begun": begun, "refused": refused,
        "auction": question.auction and question.auction._asdict(),
        "bargain": question.bargain and question.bargain._asdict(),
        "passed": sorted(passed), "pressed": pressed,
        "sold": [done.player, done.square] if done and done.kind == "auctioned" else (),
    }  # fmt: skip


def rules(house: HouseRules) -> dict[str, Any]:
    """Of the house: in a game those that are on and what matters of them; before it all."""
    edition, chosen = house.edition, house.chosen
    if chosen is None:
        said = [*house_rules_of(edition), what_matters(edition)] if edition else []
        return {"on": [one for one in said if one]}
    rows = [one._asdict() for one in switches(chosen, house.asked)]
    return {"switches": rows, "last": house.last}


def moments(cards: tuple[int, list[tuple[str, Said]]]) -> dict[str, Any]:
    """Of the last operation that had some."""
    number, told = cards
    return {"number": number, "cards": told}


def table(
    position: Position | None,
    names: Mapping[int, str],
    bots: tuple[int, ...],
    pace: str,
    sitting: tuple[int, ...],
    browsers: int,
) -> dict[str, Any]:
    return {
        "names": names, "bots": bots, "pace": pace, "seated": sitting, "browsers": browsers,
        "game": position and open_facts(position.game),
    }  # fmt: skip


def open_facts(game: Game) -> dict[str, Any]:
    ended = endings.places(game) if game.winner else []
    places = [{"rank": rank, "player": player} for rank, player in ended]
    owned_whole = chain.from_iterable(chain.from_iterable(game.whole_streets))
    return {
        **{name: getattr(game, name) for name in OPEN},
        "cash": game.cash[: game.players + 1],
        "pot": announcements.pot(game),
        "loans": [[one._asdict() for one in loans] for loans in game.loans],
        "debts": [one._asdict() for one in game.debts],
        "claims": [one._asdict() for one in game.claims],
        "places": places,
        "winners": [one["player"] for one in places if one["rank"] == 1],
        "worth": [0, *(endings.worth(game, seat) for seat in range(1, game.players + 1))],
        "lifting": {
            number: {"lift": deeds.lifting_cost(game, number),
                     "tenth": deeds.interest(game, number)}
            for number, mortgaged in enumerate(game.mortgaged) if mortgaged
        },
        "prices": {
            number: building.building_price(game, number)
            for number in owned_whole if game.houses[number] < HOTEL
        },
    }  # fmt: skip


def board(position: Position) -> dict[str, Any]:
    """What never changes during a game."""
    edition = position.game.edition
    return {
        "edition": edition.label,
        "currency": edition.currency,
        "groups": [
            Said(known) if (known := f"group.{name}") in catalogue(ENGLISH) else name
            for name in edition.group_names
        ],
        "squares": [
            {"name": one.name, "kind": one.kind.name.lower(), "group": one.group,
             "price": one.price or one.amount,
             **({"rents": one.rents, "house": one.house, "hotel": one.hotel,
                 "mortgage": one.mortgage} if one.group >= 0 else {})}
            for one in edition.squares
        ],
        "drawing": board_drawing.drawing(board_drawing.ground(edition), edition.label),
    }  # fmt: skip


def goods(position: Position) -> dict[int, Any]:
    return goods_view(position.game)


def owned(position: Position) -> Any:
    return board_drawing.owned(position.game)


def tokens(position: Position) -> Any:
    return board_drawing.tokens(position.game)


def dice(position: Position) -> Any:
    """Those of who threw them: they go when the next player is asked."""
    game = position.game
    thrown = bool(game.doubles) or game.phase is not Phase.THROW
    return board_drawing.dice(game.dice) if game.dice and thrown and not game.winner else ""


PARTS = {
    make.__name__: _part_of(make)
    for make in (
        glass, words, possible, moment, rules, keys, answers, table, board, goods, owned, tokens,
        dice, moments,
    )
}  # fmt: skip


def as_json(value: Any, lang: str) -> str:
    """The one place where sentences of the page become words."""
    return json.dumps(value, ensure_ascii=False, default=lambda said: said.text(lang))
