"""The report agrees with the game played, as HTML and as CSV."""

from __future__ import annotations

import re
import struct
import zlib
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

from banquier.editions.edition_file import BUILT_IN
from banquier.play.colours import PLAYERS
from banquier.report import Story, page
from banquier.report.card import card
from banquier.report.chart import apart
from banquier.report.html import ending
from banquier.saves.game_save import GameSave
from banquier.trouble import Trouble
from firmware_sim.game import Game
from tests.support.games_played import VARIANTS, evening, play, sit_down
from tests.support.report_page import Page


class PlayedGame(NamedTuple):
    story: Story
    game: Game


@pytest.fixture(scope="module", params=BUILT_IN)
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> PlayedGame:
    edition = str(request.param)
    save = tmp_path_factory.mktemp(edition) / "game.keys"
    game_save = GameSave(folder=str(save.parent), path=str(save), seed=11)
    sit_down(game_save.unit, f"edition {edition}", *VARIANTS[edition])
    play(game_save.unit, 500, seed=5)
    game_save.close()
    return PlayedGame(Story.of(str(save)), game_save.unit.firmware.session.current_game)


def test_the_entries_of_the_ledger_lead_to_its_balances(played: PlayedGame) -> None:
    steps = played.story.steps
    assert steps[-1].cash == tuple(played.game.cash)
    moved = 0
    before = tuple(0 for _ in steps[0].cash)
    for step in steps:
        cash = list(before)
        for payer, payee, amount, _, _ in step.entries:
            cash[payer] -= amount
            cash[payee] += amount
            moved += 1
        if " ANNULE " not in step.text:
            assert tuple(cash) == step.cash, step
        assert sum(step.cash) == 0
        before = step.cash
    assert moved > 50


def test_the_page_loads_no_other_file(played: PlayedGame) -> None:
    shown = Page(page(played.story))
    assert shown.addresses == ["data:,"]
    assert shown.scripts == 0
    assert "url(" not in page(played.story)


@pytest.mark.parametrize("operations", [0, 3, 10_000])
def test_a_game_of_any_length_has_a_story(tmp_path: Path, operations: int) -> None:
    save = tmp_path / "game.keys"
    evening(save, "players 2", operations=operations)
    story = Story.of(str(save))
    assert Page(page(story, ledger=True)).tables["ledger"]
    if operations == 10_000:
        assert re.match(r"J\d has won in turn \d+: .*\.$", ending(story, "en"))
    else:
        assert ending(story, "en") == "The game is not over."


def test_what_is_no_save_has_no_story(tmp_path: Path) -> None:
    path = tmp_path / "x.keys"
    path.write_bytes(b"rubbish")
    with pytest.raises(Trouble, match="no save of this program"):
        Story.of(str(path))


def test_the_page_is_in_the_language_and_with_the_names_that_are_asked_for(
    played: PlayedGame,
) -> None:
    story = played.story
    names, story.names = story.names, {1: "Anne & Bob"}
    try:
        french, english = page(story, "fr", ledger=True), page(story, "en", ledger=True)
    finally:
        story.names = names
    assert '<html lang="fr">' in french and "Le grand livre" in french
    assert '<html lang="en">' in english and "The ledger" in english
    assert "Anne &amp; Bob" in french and "Anne & Bob" not in french
    assert "J1" in english.partition('id="ledger"')[2]  # the roll says J1 … J8
    assert "The ledger" not in page(story, "en")


def test_labels_at_the_end_of_the_lines_do_not_overlap() -> None:
    moved = apart([100, 101, 102, 300, 299, 10], 15, 310)
    assert sorted(moved) == [moved[at] for at in (5, 0, 1, 2, 4, 3)]
    ordered = sorted(moved)
    assert all(below - above >= 15 for above, below in pairwise(ordered))
    assert ordered[-1] <= 310


@pytest.mark.parametrize("played", ["electronique"], indirect=True)
def test_the_card_is_a_picture_of_1200_by_630(played: PlayedGame) -> None:
    made = card(played.story, "fr")
    assert made[:8] == b"\x89PNG\r\n\x1a\n"
    width, height, depth, kind = struct.unpack(">IIBB", made[16:26])
    assert (width, height, depth, kind) == (1200, 630, 8, 2)
    at, packed = 8, b""
    while at < len(made):
        size, name = struct.unpack(">I4s", made[at : at + 8])
        data, check = made[at + 8 : at + 8 + size], made[at + 8 + size : at + 12 + size]
        assert struct.unpack(">I", check)[0] == zlib.crc32(name + data)
        packed += data if name == b"IDAT" else b""
        at += 12 + size
    pixels = zlib.decompress(packed)
    assert len(pixels) == 630 * (1 + 3 * 1200)
    for number in played.story.players:
        colour = bytes(int(PLAYERS[number - 1][part : part + 2], 16) for part in (1, 3, 5))
        assert pixels.count(colour) > 50  # the line and its mark in the legend
