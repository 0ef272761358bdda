"""A game as records, and back: whatever happens at the session, in every edition."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

from banquier.saves.resume import decode, parsed, written
from firmware_sim.codec import FORMAT, Decoder, Encoder, NewerFormat, StateError
from firmware_sim.edition.edition_file import EditionError, built_in, load
from firmware_sim.game import FIELDS, Debt, Why
from firmware_sim.interface import RollLine
from firmware_sim.session import Session, Settings
from hardware.unit import Unit
from tests.support.games_played import facts, play, sit_down

WHOLE_EVERY = 16
ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    1,
    9,
    99,
    10**12,
    0.5,
    "",
    "J1",
    [],
    [0],
    [[1]],
    {},
    {"0": 7},
)


def records_of(unit: Unit, operations: int, seed: int) -> list[str]:
    """Records of so many operations, each checked as it was read back at once."""
    encoder, decoder = Encoder(), Decoder(load)
    session = unit.firmware.session
    records: list[str] = []
    for _ in range(operations):
        whole = len(records) % WHOLE_EVERY == 0
        record = written(encoder.whole(session) if whole else encoder.changes(session))
        records.append(record)
        decoder.apply(parsed(record))
        assert decoder_facts(decoder) == session_facts(session)
        before = unit.operations
        play(unit, 1, seed + before)
        if unit.operations == before:
            break
    return records


def decoder_facts(decoder: Decoder) -> tuple[object, ...]:
    assert decoder.game is not None
    return (
        decoder.game.plain(), decoder.settings.plain(), decoder.ends_at, decoder.warned,
        lines(decoder.roll), [(*step[1:], step.before.plain()) for step in decoder.history],
    )  # fmt: skip


def session_facts(session: Session) -> tuple[object, ...]:
    return (
        session.current_game.plain(), session.settings.plain(), session.ends_at, session.warned,
        lines(session.roll), [(*step[1:], step.before.plain()) for step in session.history],
    )  # fmt: skip


def lines(roll: list[RollLine]) -> list[tuple[int, str, bool]]:
    return [(line.turn, line.text, line.struck) for line in roll]


VARIANTS = {
    "electronique": ("players 5",),
    "deska": ("players 4",),
    "euro": ("players 3", "game short"),
    "classique": ("players 8", "speed-die yes"),
    "merveilles": ("players 4", "game timed", "minutes 90"),
}


def played_game(edition: str) -> Unit:
    unit = Unit(seed=7)
    sit_down(unit, f"edition {edition}", *VARIANTS[edition])
    return unit


@pytest.mark.parametrize("edition", built_in())
def test_every_operation_is_read_back_as_it_was(edition: str) -> None:
    unit = played_game(edition)
    records = records_of(unit, 250, seed=3)
    assert len(records) > 60
    read = decode([parsed(record) for record in records], "")
    every = Decoder(load)
    for record in records:
        every.apply(parsed(record))
    assert decoder_facts(read) == decoder_facts(every)


def test_a_unit_takes_the_records_of_another_and_plays_on_the_same() -> None:
    one = played_game("electronique")
    records = [parsed(record) for record in records_of(one, 90, seed=5)]
    decoder = decode(records, "")
    other = Unit(seed=7)
    decoder.into(other.firmware.session)
    other.firmware.session.operations = one.operations
    assert facts(other)[0] == decoder_facts(decoder)[0]
    session = other.firmware.session
    undone = 0
    while session.history:
        session.undo()
        undone += 1
    assert undone == len(decoder.history) > 20
    assert sum(session.current_game.cash) == 0


def test_the_dice_already_thrown_come_again_the_same() -> None:
    unit = played_game("electronique")
    decoder = decode([parsed(record) for record in records_of(unit, 60, seed=1)], "")
    throws = unit.firmware.session.future_throws
    assert decoder.future_throws
    assert all(throws[at] == dice for at, dice in decoder.future_throws.items())


def test_a_record_is_plain_json_and_short() -> None:
    unit = played_game("electronique")
    records = records_of(unit, 160, seed=2)
    assert all(json.loads(record) for record in records)
    assert sum(map(len, records)) / len(records) < 800


def test_a_debt_is_read_back_with_its_loan() -> None:
    debts = FIELDS["debts"].read([[1, 2, 300, int(Why.TAKEN), 7]], load("euro"), 3)
    assert debts == (Debt(1, 2, 300, Why.TAKEN, 7),)
    assert type(debts[0].why) is Why


def test_a_newer_format_is_reported_as_such() -> None:
    record = parsed(records_of(played_game("euro"), 1, seed=1)[0])
    record["format"] = FORMAT + 1
    with pytest.raises(NewerFormat, match=f"format {FORMAT + 1}, newer"):
        Decoder(load).apply(record)


def test_changes_without_a_whole_record_are_refused() -> None:
    record = parsed(records_of(played_game("euro"), 2, seed=1)[1])
    with pytest.raises(StateError):
        Decoder(load).apply(record)


def test_a_field_that_is_missing_or_unknown_is_refused() -> None:
    record = parsed(records_of(played_game("euro"), 1, seed=1)[0])
    less, more = copy.deepcopy(record), copy.deepcopy(record)
    del less["game"]["cash"]
    more["game"]["luck"] = 1
    for wrong in (less, more):
        with pytest.raises(StateError):
            Decoder(load).apply(wrong)


@pytest.mark.parametrize(
    "text", ["", "[]", "{", "7", '{"format":1e9}', '{"format":NaN}', "[" * 9999]
)
def test_what_is_no_record_at_all_is_refused(text: str) -> None:
    with pytest.raises(StateError):
        Decoder(load).apply(parsed(text))


@pytest.mark.parametrize("contrast", [0, 7])
def test_settings_are_read_as_they_were_written(contrast: int) -> None:
    for flags in ((False, True, False, True), (True, False, True, False)):
        plain = (flags[0], contrast, *flags[1:])
        assert Settings.read(plain).plain() == plain


@pytest.mark.parametrize("contrast", [-1, 8])
def test_there_are_eight_contrasts(contrast: int) -> None:
    with pytest.raises(StateError):
        Settings.read((True, contrast, False, True, True))


def test_the_settings_of_a_new_unit() -> None:
    assert Settings().plain() == (True, 4, False, True, True)


def test_any_odd_value_in_a_record_is_refused_or_playable() -> None:
    """An odd value at a random place: it is refused, or the game can go on."""
    chance = random.Random(1990)
    unit = played_game("electronique")
    records = [parsed(record) for record in records_of(unit, 200, seed=11)]
    refused = accepted = 0
    for _ in range(1_000):
        begin = chance.randrange(len(records) // WHOLE_EVERY) * WHOLE_EVERY
        run = copy.deepcopy(records[begin : begin + chance.randrange(1, WHOLE_EVERY)])
        spoil(chance, chance.choice(run))
        decoder = Decoder(load)
        try:
            for record in run:
                decoder.apply(record)
            decoder.into(Unit(seed=1).firmware.session if accepted < 50 else unit.firmware.session)
            accepted += 1
        except (StateError, EditionError):
            refused += 1
    assert refused > 500
    assert accepted > 50


def spoil(chance: random.Random, place: Any) -> None:
    """Put an odd value at a random place of it."""
    while True:
        keys: list[Any] = list(place) if isinstance(place, dict) else list(range(len(place)))
        if not keys:
            return
        key = chance.choice(keys)
        if isinstance(place[key], dict | list) and place[key] and chance.random() < 0.8:
            place = place[key]
            continue
        place[key] = copy.deepcopy(chance.choice(ODD))
        return
