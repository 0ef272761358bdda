"""Records: read-only rows of named values."""

from __future__ import annotations

import pytest

from firmware_sim.record import Record


class Terms(Record):
    ceiling: int
    step: int = 1


class OtherTerms(Record):
    ceiling: int
    step: int = 1


def test_fields_come_by_place_by_name_or_by_default() -> None:
    assert Terms(5) == Terms(5, 1) == Terms(step=1, ceiling=5)
    assert (Terms(5).ceiling, Terms(5).step) == (5, 1)


@pytest.mark.parametrize(("values", "named"), [((), {}), ((1, 2, 3), {}), ((1,), {"rate": 2})])
def test_a_field_too_many_or_too_few_is_an_error(
    values: tuple[int, ...], named: dict[str, int]
) -> None:
    with pytest.raises(TypeError, match="Terms has the fields ceiling, step"):
        Terms(*values, **named)


def test_a_record_is_read_only() -> None:
    terms = Terms(5)
    with pytest.raises(AttributeError, match=r"Terms\.step is read-only"):
        terms.step = 2  # type: ignore[misc]
    with pytest.raises(AttributeError):
        terms.rate = 2
    assert terms == Terms(5)


def test_a_replaced_field_is_in_the_copy_only() -> None:
    terms = Terms(5)
    assert (terms._replace(step=2), terms) == (Terms(5, 2), Terms(5))
    with pytest.raises(TypeError):
        terms._replace(rate=2)


def test_records_are_equal_by_class_and_fields() -> None:
    assert Terms(5) != Terms(6)
    assert Terms(5) != OtherTerms(5)
    assert Terms(5) != (5, 1)
    assert len({Terms(5), Terms(5), Terms(6)}) == 2


def test_a_record_is_printed_with_its_fields() -> None:
    assert repr(Terms(5)) == "Terms(ceiling=5, step=1)"
