"""The pictures of docs/ that are made from the code are of today."""

from __future__ import annotations

import pytest

from scripts.pictures import DOCS, PICTURES


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_what_the_code_draws(name: str) -> None:
    """If not: make pictures"""
    assert (DOCS / f"{name}.svg").read_text("utf-8") == PICTURES[name]()
