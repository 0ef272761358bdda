"""A game as records, and back: whatever happens at the session, in every edition."""

import copy

import pytest

from banquier.editions.edition_file import BUILT_IN, editions, load
from banquier.script.record_text import format_record, parse_record
from firmware_sim.game import Debt, Game, Phase, Why
from firmware_sim.saved_state import (
    LIMITS,
    Record,
    State,
    StateError,
    check,
    fitting,
    game_of,
    record_of,
    state_of,
)
from firmware_sim.session import EMULATOR, RollLine, Session
from hardware.unit import Unit, tap
from hardware.unit_inputs import set_fact
from tests.support.games_played import VARIANTS, play, sit_down
from tests.support.units import tap_in_turn


def records_of(unit: Unit, operations: int, seed: int) -> list[Record]:
    """Records of so many operations; the state is read back from time to time."""
    session = unit.session
    records: list[Record] = []
    known = unit.operations - 1
    for _ in range(operations):
        records.append(parse_record(format_record(record_of(session, unit.operations - known))))
        known = unit.operations
        game = game_of(records[-1], load)
        assert game and game.plain() == session.current_game.plain()
        if len(records) % 20 == 0:
            assert facts_of(state_of(records, load)) == facts_of(session)
        if len(records) % 9 == 8:
            tap(unit, "CORR", "OK")
        if unit.operations == known:
            play(unit, 1, seed + known)
        if unit.operations == known:
            break
    return records


def facts_of(kept: State | Session) -> tuple[object, ...]:
    assert kept.game is not None
    return (
        kept.game.plain(), kept.settings, kept.ends_at, kept.warned,
        lines(kept.roll), [(*step[1:], step.before.plain()) for step in kept.history],
    )  # fmt: skip


def lines(roll: list[RollLine]) -> list[tuple[object, ...]]:
    return [
        (line.turn, line.text, line.struck, line.entries, line.owed, line.square) for line in roll
    ]


def played_game(edition: str) -> Unit:
    unit = Unit(editions(), seed=7)
    sit_down(unit, f"edition {edition}", *VARIANTS[edition])
    return unit


@pytest.mark.parametrize("edition", BUILT_IN)
def test_every_operation_is_read_back_as_it_was(edition: str) -> None:
    unit = played_game(edition)
    records = records_of(unit, 120, seed=3)
    assert len(records) > 60
    state = state_of(records, load)
    assert len(state.history) == len(unit.session.history)
    assert any("strikes" in record for record in records)  # CORR was among them
    assert max(len(format_record(record)) for record in records) < 2300
    acts = [
        (found.act, line.act) for found, line in zip(state.roll, unit.session.roll, strict=False)
    ]
    assert {found == line for found, line in acts if found is not None} == {True}
    assert sum(found is not None for found, _ in acts) > 50


def test_a_lost_record_costs_the_corrections_beyond_it_and_its_line() -> None:
    records = records_of(played_game("euro"), 30, seed=5)
    state = state_of(records, load)
    lost = state.history[-5].line
    rest = [record for record in records if record["lines"] != lost]
    less = state_of(rest, load)
    assert [step.line for step in less.history] == [step.line for step in state.history][-4:]
    assert less.game is not None and state.game is not None
    assert less.game.plain() == state.game.plain()
    assert [at for at, line in enumerate(less.roll) if not line.text] == [lost - 1]


def test_a_resumed_game_has_all_the_dice_that_corr_can_bring_again() -> None:
    """64 throws, the last 20 of them taken back: all of them are in the record."""
    unit = Unit(editions(), seed=7)
    sit_down(unit, "players 8")
    session = unit.session
    for at in range(EMULATOR.undo):
        set_fact(unit, "prison", session.current_game.turn, 1)
        set_fact(unit, "next-dice", at % 3 + 1, 5)
        tap_in_turn(unit, "DES")
    for _ in range(20):
        tap_in_turn(unit, "CORR", "OK")
    assert session.current_game.throws == EMULATOR.undo - 20
    state = state_of([parse_record(format_record(record_of(session, 1)))], load)
    assert state.future_throws == {at: (at % 3 + 1, 5) for at in range(EMULATOR.undo)}


def test_two_dice_set_by_hand_and_a_gap_between_throws_are_read_back() -> None:
    unit = played_game("electronique")
    for throws in ({3: (1, 2, 3), 7: (6, 5)}, {}, {0: (4, 4)}):
        unit.session.future_throws = dict(throws)
        state = state_of([parse_record(format_record(record_of(unit.session, 0)))], load)
        assert state.future_throws == throws


def test_a_record_is_one_line_of_json_without_blanks() -> None:
    record = {"roll": [[1, "Zoé 5 €"]], "turn": 2}
    assert format_record(record) == '{"roll":[[1,"Zoé 5 €"]],"turn":2}'
    assert parse_record(format_record(record)) == record


@pytest.mark.parametrize("name", LIMITS)
def test_no_fact_of_a_game_is_left_out_when_two_are_compared(name: str) -> None:
    game = Game(load("electronique"), 4)
    twin = game.copy()
    fact = getattr(twin, name)
    if isinstance(fact, list):
        fact[-1] = "other"
    else:
        setattr(twin, name, "other")
    assert twin.plain() != game.plain()


def test_a_debt_is_read_back_with_its_loan() -> None:
    debts = fitting([[1, 2, 300, int(Why.TAKEN), 7, 39]], LIMITS["debts"])
    assert debts == (Debt(1, 2, 300, Why.TAKEN, 7, 39),)
    assert type(debts[0].why) is Why


def first_record() -> Record:
    return records_of(played_game("euro"), 1, seed=1)[0]


def test_a_field_that_is_missing_or_unknown_is_refused() -> None:
    less, more = copy.deepcopy(first_record()), copy.deepcopy(first_record())
    del less["game"]["doubles"]
    more["game"]["luck"] = 1
    for wrong in (less, more):
        with pytest.raises(StateError):
            state_of([wrong], load)
    less["firmware"] = "0.9"  # which may not have known of it
    assert state_of([less], load).game is not None


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({"houses": [6, *[0] * 39]}, "houses: 6 is not 0 to 5"),
        ({"house_stock": -1}, "house_stock: -1 is not 0"),
        ({"turn": 4}, "turn: 4 is not 1 to 3"),
        ({"phase": True}, "phase: True is not"),
        ({"mortgaged": [0] * 40}, "mortgaged: 0 cannot be"),
        ({"square": [0] * 3}, "square: 3 instead of 4"),
        ({"dice": [1] * 4}, ".* is not a list of at most 3"),
        ({"effect": [0, [1, "luck", 0, 0, 0, -1, 0]]}, "effect: 'luck' cannot be"),
        ({"claims": [[1, 2]]}, "no record of a game: ValueError"),
        ({"winner": 2, "bankrupt_order": [2]}, "the winner is bankrupt"),
        ({"phase": int(Phase.BUS)}, "no game can go on from there: ValueError"),  # without dice
    ],
)
def test_a_forged_record_is_refused(facts: Record, why: str) -> None:
    record = first_record()
    record["game"] |= facts
    with pytest.raises(StateError, match=f"^{why}"):
        check(state_of([record], load), editions())


@pytest.mark.parametrize(
    ("texts", "why"),
    [
        (["", "{", "{]", '{"a":1.5}', '{"format":NaN}', "[" * 100_000], "cannot be read"),
        (["[]", "7", '"a"', "null"], "tells nothing"),
    ],
)
def test_a_record_that_is_damaged_or_no_object_is_refused(texts: list[str], why: str) -> None:
    for text in texts:
        with pytest.raises(StateError, match=f"^a record that {why}$"):
            parse_record(text)
