"""The parts of the page that all browsers see, each a function of the facts.

PARTS["words"](facts)
GAME_PARTS["owned"](facts.game)      while there is a game
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from banquier.page.seats import goods_view
from banquier.play import board_drawing
from banquier.play.moves import OVER
from banquier.saves.open_game import OpenGame
from banquier.words import Said, Several, announcements, house_rules, is_known, player, prompt
from banquier.words.announcements import has_cash, is_for_bot, line_for, waiting_for
from banquier.words.moment import group_name
from firmware_sim.edition import Edition, Editions, Kind
from firmware_sim.game import HOTEL, Act, Game, Phase
from firmware_sim.question import Question
from firmware_sim.rules import building, deeds, endings, rent

if TYPE_CHECKING:
    from banquier.saves.recorded_game import RecordedGame


class Facts(NamedTuple):
    """All that parts and seats are made from, but for the glass and the keys that are down."""

    question: Question
    game_question: Question | None
    """The game's question, under one of the unit's own keys."""
    acting: bool
    """True while a seat's keys go down."""
    names: Mapping[int, str]
    bots: tuple[int, ...]
    moment: int
    game: Game | None
    compared: tuple[object, ...]
    """All else that a change is known by: the game as saves hold it, settings, warned debtors and
    the house rules of the next game."""
    done: Act | None
    """The last operation."""
    throw: tuple[int, int, tuple[int, ...]]
    """The number of the last throw, its line of the roll and its dice; the number is 0 before the
    first throw."""
    passed: frozenset[int]
    pressed: tuple[int, str]
    """The seat that pressed last, and by what: "seat" or "keypad"."""
    refused: Said | None
    """The reason why the unit refused a key a moment ago."""
    pace: str
    sitting: tuple[int, ...]
    browsers: int


OPEN = (
    "turn", "turn_number", "dice", "owner", "houses", "mortgaged", "cash", "square", "prison",
    "free_cards", "bankrupt_order",
)  # fmt: skip
"""The fields of a game that everybody at a table sees, beside its loans, debts and claims."""


BOUGHT = ("square", "first_lap", "throw", "throw_keyed")
"""Questions after a purchase: the balance stands before them."""


def words(facts: Facts) -> Said:
    """The line below the glass. After the end of a game it is only the question: the rest names a
    command of the terminal, and the page shows the ending itself."""
    question, names = facts.question, facts.names
    if question.kind in OVER:
        return prompt(question, names)
    line = line_for(question, names, facts.bots)
    bought = facts.done if facts.done and facts.done.kind == "buy" else None
    if bought is None or facts.game is None or question.kind not in BOUGHT:
        return line
    player_ = bought.player or facts.game.turn
    cash = has_cash(names, player_, facts.game.cash[player_], facts.game.edition)
    return Several(Said("told.sentence", said=cash), line)


def answers(facts: Facts) -> tuple[str, ...]:
    return () if is_for_bot(facts.question, facts.bots) else facts.question.answers


def moment(facts: Facts) -> dict[str, Any]:
    """The question that waits, and what has just happened: the same for all."""
    question, lower, names, done = facts.question, facts.game_question, facts.names, facts.done
    waits = lower or question
    begun = None
    if lower and not facts.acting:
        presser, _ = facts.pressed
        who = player(names, presser) if presser else Said("moment.somebody")
        begun = Said("moment.begun", player=who, question=prompt(question, names))
    return {
        "id": facts.moment, "kind": waits.kind, "player": waits.player, "square": waits.square,
        "asked": Several(
            prompt(waits, names), waiting_for(waits, names, facts.bots, names_keys=False)
        ),
        "begun": begun, "refused": facts.refused,
        "auction": question.auction and question.auction._asdict(),
        "bargain": question.bargain and question.bargain._asdict(),
        "passed": sorted(facts.passed), "pressed": facts.pressed,
        "sold": [done.player, done.square] if done and done.kind == "auctioned" else (),
    }  # fmt: skip


def rules(game: OpenGame | RecordedGame) -> dict[str, Any]:
    """The house rules: in a game those that are on, before it all of them."""
    if game.unit.game:
        return house_rules.for_page(game.unit)
    if not isinstance(game, OpenGame):
        return {"on": []}
    return house_rules.for_page(game.unit, 0 if game.rules else len(game.last_rules))


def offers(editions: Editions, name: str) -> dict[str, Any]:
    """Return what a new game can have in this edition, and all editions."""
    edition = editions.load(name)
    return {
        "editions": [
            Said(f"edition.{known}") if is_known(f"edition.{known}") else label
            for known, label in zip(editions.names, editions.labels, strict=True)
        ],
        "at": editions.names.index(name),
        "players": [edition.least_players, edition.most_players],
        "games": ["normal", *["short"] * bool(edition.short), *["timed"] * bool(edition.timed)],
        "minutes": edition.timed.minutes if edition.timed else 0,
        "speed_die": bool(edition.speed_die),
        "rules": [row._asdict() for row in house_rules.switches_of(name)],
    }  # fmt: skip


def table(facts: Facts) -> dict[str, Any]:
    return {
        "names": facts.names, "bots": facts.bots, "pace": facts.pace, "seated": facts.sitting,
        "browsers": facts.browsers, "game": facts.game and open_facts(facts.game),
    }  # fmt: skip


def open_facts(game: Game) -> dict[str, Any]:
    ended = endings.places(game) if game.winner else []
    places = [{"rank": rank, "player": player} for rank, player in ended]
    owned_whole = chain.from_iterable(chain.from_iterable(game.whole_streets))
    return {
        **{name: getattr(game, name) for name in OPEN},
        "cash": game.cash[: game.players + 1],
        "pot": announcements.pot(game),
        "loans": [[loan._asdict() for loan in loans] for loans in game.loans],
        "debts": [debt._asdict() for debt in game.debts],
        "claims": [claim._asdict() for claim in game.claims],
        "places": places,
        "winners": [place["player"] for place in places if place["rank"] == 1],
        "worth": [0, *(endings.worth(game, seat) for seat in range(1, game.players + 1))],
        "lifting": {
            number: {"lift": deeds.lifting_cost(game, number),
                     "tenth": deeds.interest(game, number)}
            for number, mortgaged in enumerate(game.mortgaged) if mortgaged
        },
        "brings": {
            number: rent.due(game, number, 1)
            for seat in game.seats() for number in game.deeds_of(seat) if not game.mortgaged[number]
        },
        "prices": {
            number: building.building_price(game, number)
            for number in owned_whole if game.houses[number] < HOTEL
        },
    }  # fmt: skip


def board(edition: Edition) -> dict[str, Any]:
    """The facts of an edition's board, which no game changes."""
    return {
        "edition": edition.label,
        "currency": edition.currency,
        "groups": [group_name(edition, group) for group in range(len(edition.group_names))],
        "squares": [
            {"name": square.name, "kind": Kind(square.kind).name.lower(), "group": square.group,
             "price": square.price or square.amount,
             **({"rents": square.rents, "house": square.house, "hotel": square.hotel,
                 "mortgage": square.mortgage} if square.group >= 0 else {})}
            for square in edition.squares
        ],
        "drawing": board_drawing.drawing(board_drawing.ground(edition), edition.label),
        "dice": board_drawing.dice(6, 6),
    }  # fmt: skip


def thrown(facts: Facts) -> dict[str, Any]:
    """Return the last throw. The dice stay on the board until the next player is asked."""
    game, (count, line, dice) = facts.game, facts.throw
    stays = bool(game and not game.winner and (game.doubles or game.phase is not Phase.THROW))
    return {
        "count": count, "line": line, "stays": stays and bool(dice), "pips": sum(dice),
        "drawing": board_drawing.dice(*dice),
    }  # fmt: skip


PARTS: dict[str, Callable[[Facts], Any]] = {
    "words": words,
    "possible": lambda facts: announcements.possible(facts.question, facts.names),
    "moment": moment,
    "answers": answers,
    "table": table,
    "thrown": thrown,
}
GAME_PARTS: dict[str, Callable[[Game], Any]] = {
    "goods": goods_view,
    "owned": board_drawing.holdings,
    "tokens": board_drawing.tokens,
}


def as_json(value: Any, lang: str) -> str:
    """Return the JSON of a part, with its sentences as words of that language."""
    return json.dumps(value, ensure_ascii=False, default=lambda said: said.text(lang))
