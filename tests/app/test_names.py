"""Names of the players: on the command line, in a script, in a save, and when it is taken up."""

from __future__ import annotations

import pytest

from banquier.script.errors import ScriptError
from banquier.script.language import parse
from banquier.script.script_machine import unit_for
from banquier.script.vocabulary import BadWord, names_written, player_names


def test_a_script_names_its_players() -> None:
    script = parse('banquier 1\nnames "Anne" "" "Bob"\nstart\n')
    assert unit_for(script.header).names == {1: "Anne", 3: "Bob"}
    assert names_written({1: "Anne", 3: "Bob"}) == 'names "Anne" "" "Bob"'


@pytest.mark.parametrize("names", [[], ["a"] * 9, ["Maximiliennes"], ["tab\there"]])
def test_what_is_no_name_is_refused(names: list[str]) -> None:
    with pytest.raises(BadWord):
        player_names(names)


def test_a_name_too_long_is_refused_with_its_line() -> None:
    with pytest.raises(ScriptError, match="up to 12 letters"):
        parse('banquier 1\nnames "Maximiliennes"\nstart\n')
