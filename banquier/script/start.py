"""`start`: answers the questions of the set-up by keys, up to the first throw.

    set_up(unit, "euro", 3)      the same for a unit that no script plays

It reads each question from the unit and answers it from the header; the order of the questions is
not fixed here. A header value that the set-up does not offer is an error of the script.
"""

from __future__ import annotations

from banquier.script.errors import Place, ScriptError, ScriptErrors
from banquier.script.header import Header
from banquier.script.player import Player, Script
from hardware.unit import Unit

MOST_QUESTIONS = 40
"""More keys than any set-up needs: after them the set-up is repeating itself."""

BEFORE = {"resume": "C", "erase": "OK"}  # the unit has a game already
FIELDS = {
    "edition": "edition", "players": "players", "variant": "game", "minutes": "minutes",
    "speed_die": "speed-die", "auto_dice": "dice", "auto_cards": "cards", "first": "first",
}  # fmt: skip
"""The line of the header that answers a question."""
NUMBERS = ("players", "minutes", "first")
KNOWN = {*BEFORE, *FIELDS, "throw", "throw_keyed"}

Stuck = tuple[str, str]
"""The expected question and the unit's actual state."""


def walk(player: Player) -> Stuck | None:
    """Lead the unit to the first throw; None on success."""
    unit, header = player.unit, player.script.header
    if unit.tick:
        unit.power_off()
        unit.power_on()
    asked: set[str] = set()
    for _ in range(MOST_QUESTIONS):
        if not player.run_until(lambda: _is_asked(unit)):
            break
        question = unit.question
        if question.kind in BEFORE:
            player.tap([BEFORE[question.kind]])
        elif question.kind in FIELDS:
            field = FIELDS[question.kind]
            asked.add(field)
            _answer(player, field)
            player.tap(["OK"])
        else:
            _check_all_asked(header, asked, question.player)
            return None
    return "the set-up to lead to J1 LANCEZ", f'"{unit.said.text}"'


def set_up(unit: Unit, edition: str = "", players: int = 0) -> None:
    header = Header()
    for field, value in (("edition", edition), ("players", players)):
        if value:
            setattr(header, field, value)
            header.given[field] = Place(f"--{field}", 0)
    if walk(Player(unit, Script("start", header, []))) is not None:
        raise ScriptError("the set-up did not lead to a first throw", Place("start", 0))


def _is_asked(unit: Unit) -> bool:
    return not unit.session.notices and unit.question.kind in KNOWN


def _answer(player: Player, field: str) -> None:
    unit, wanted = player.unit, player.script.header.value(field)
    asked = unit.question
    if field == "edition" and wanted:
        wanted = unit.session.editions.load(str(wanted)).label
    if field in NUMBERS:
        if asked.amount != wanted:
            player.tap(list(str(wanted)))
        now = unit.question
        if unit.said.error or (now.kind, now.amount) != (asked.kind, wanted):
            raise _refusal_error(player, field, wanted, unit.said.text)
        return
    seen = {asked.choice: unit.said.text}
    while wanted and unit.question.choice != wanted:
        player.tap(["+"])
        choice = unit.question.choice
        if choice != wanted and choice in seen:
            raise _refusal_error(player, field, wanted, f"{' '.join(sorted(seen.values()))} alone")
        seen[choice] = unit.said.text


def _refusal_error(player: Player, field: str, wanted: object, found: str) -> ScriptError:
    return ScriptError(
        f"the set-up of this edition does not take {field} {wanted}: it shows {found}",
        player.script.header.given.get(field, player.step.place),
    )


def _check_all_asked(header: Header, asked: set[str], thrower: int) -> None:
    """Check that the set-up asked for each header field, or that the field holds without. Raises
    ScriptErrors with all fields for which that is false."""
    usual, mistakes = Header(), list[ScriptError]()
    for field, place in header.given.items():
        if field not in FIELDS.values() or field in asked:
            continue
        value = header.value(field)
        if value == (thrower if field == "first" else usual.value(field)):
            continue
        never = f"the set-up of this edition never asks for {field} {value}: it has one answer"
        mistakes.append(ScriptError(never, place))
    if mistakes:
        raise ScriptErrors(mistakes)
