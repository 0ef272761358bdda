"""The records of a save, one by one, and what a unit takes from them."""

from __future__ import annotations

from pathlib import Path

import pytest

from banquier.saves.resume import (
    Resumable,
    dice_state,
    first_needed,
    loader,
    number_of,
    parsed,
    unit_for_save,
    written,
)
from banquier.script.header import Header
from firmware_sim.codec import StateError
from firmware_sim.edition.edition_file import EditionError, starting_point
from firmware_sim.session import UNDO_DEPTH
from hardware.dice import PERIOD

WHOLE, PUSH = {"format": 1}, {"back": [1]}


def test_a_record_is_one_line_of_json_without_blanks() -> None:
    record = {"roll": [[1, "Zoé 5 €"]], "turn": 2}
    assert written(record) == '{"roll":[[1,"Zoé 5 €"]],"turn":2}'
    assert parsed(written(record)) == record


@pytest.mark.parametrize("text", ["", "{", "{]", '{"a":1.5}', '{"a":NaN}', "[" * 100_000])
def test_a_record_that_is_damaged_is_refused(text: str) -> None:
    with pytest.raises(StateError, match=r"^a record that cannot be read$"):
        parsed(text)


@pytest.mark.parametrize("text", ["[]", "7", '"a"', "null"])
def test_a_record_that_is_no_object_is_refused(text: str) -> None:
    with pytest.raises(StateError, match=r"^a record that tells nothing$"):
        parsed(text)


def test_an_edition_of_ones_own_is_the_file_named_in_the_header(tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    own.write_text(starting_point(), encoding="utf-8")
    assert loader(str(own))("/where/it/was.toml").name == "mon-edition"
    assert loader(str(own))("deska").name == loader("")("deska").name != "mon-edition"
    assert loader("")(str(own)).name == "mon-edition"
    with pytest.raises(EditionError):
        loader("")("/where/it/was.toml")


def test_a_unit_for_a_save_has_what_its_header_says(tmp_path: Path) -> None:
    header = Header()
    header.seed, header.bounce = 7, "worn"
    assert unit_for_save(header, Resumable).digest() == Resumable(seed=7, bounce="worn").digest()
    assert not any(name.endswith(".toml") for name in names_of(unit_for_save(header, Resumable)))
    header.edition = str(tmp_path / "mine.toml")
    Path(header.edition).write_text(starting_point(), encoding="utf-8")
    assert names_of(unit_for_save(header, Resumable))[-1] == header.edition


def names_of(unit: Resumable) -> tuple[str, ...]:
    return tuple(unit.firmware.session.edition_names)


@pytest.mark.parametrize(
    ("records", "first"),
    [
        ([], 0),
        ([WHOLE, {}, WHOLE, {}], 2),
        ([WHOLE, PUSH, WHOLE, {}], 0),
        ([WHOLE, {}, {**WHOLE, **PUSH}, PUSH], 2),
        ([WHOLE, PUSH, WHOLE, {"undone": 1}], 2),
        ([WHOLE, PUSH, WHOLE, {"undone": 5}, PUSH], 2),
        ([WHOLE, {"back": [1, 2]}, WHOLE, {"undone": 1}], 0),
        ([WHOLE, *[PUSH] * 10, WHOLE, *[PUSH] * UNDO_DEPTH], 11),
        ([WHOLE, *[PUSH] * 10, WHOLE, *[PUSH] * (UNDO_DEPTH - 1)], 0),
        ([WHOLE, {}, WHOLE, {"undone": True}], 0),
        ([WHOLE, {}, WHOLE, {"back": 1}], 0),
    ],
)
def test_records_are_read_from_the_whole_one_before_all_that_can_be_undone(
    records: list[dict[str, object]], first: int
) -> None:
    assert first_needed(records) == first


@pytest.mark.parametrize("dice", [[0, 0], [10**15, PERIOD]])
def test_the_last_dice_told_are_taken(dice: list[int]) -> None:
    assert dice_state([{"crystal": [5, 5]}, {"crystal": dice}, {}]) == tuple(dice)


@pytest.mark.parametrize(
    "dice", [None, 7, [1], [1, 2, 3], [True, 1], [-1, 1], [10**15 + 1, 1], [1, -1], [1, PERIOD + 1]]
)
def test_dice_that_cannot_be_are_refused(dice: object) -> None:
    with pytest.raises(StateError, match=r"^dice that cannot be$"):
        dice_state([{"crystal": [5, 5]}, {"crystal": dice}])
    with pytest.raises(StateError, match=r"^nothing is told of the dice$"):
        dice_state([{}])


@pytest.mark.parametrize("number", [0, 10**12])
def test_the_last_operation_told_is_taken(number: int) -> None:
    assert number_of([{"operation": 5}, {"operation": number}, {}]) == number


@pytest.mark.parametrize("number", [None, "1", True, -1, 10**12 + 1])
def test_an_operation_that_cannot_be_is_refused(number: object) -> None:
    with pytest.raises(StateError, match=r"^an operation that cannot be$"):
        number_of([{"operation": 5}, {"operation": number}])
    with pytest.raises(StateError, match=r"^nothing is told of the operations$"):
        number_of([{}])
