"""A sixth edition, made of nothing but a file: every part of the product takes it as it is."""

import json
import re
from pathlib import Path
from random import Random

import pytest

from banquier.cli.commands import edition as edition_command
from banquier.editions.edition_file import BUILT_IN
from banquier.editions.rule_fields import RULES, SUMS
from tests.support.paths import ROOT
from tests.support.soaked_game import SoakedGame, drawn

LYON = str(ROOT / "tests" / "editions" / "lyon.toml")


def test_nothing_is_wrong_with_its_file() -> None:
    assert "LYON 1962 can be played: 2 to 5 players" in edition_command.summary(LYON)


@pytest.mark.parametrize(("game", "die"), [("normal", "no"), ("short", "yes"), ("timed", "no")])
def test_bots_play_it_to_the_end(game: str, die: str) -> None:
    kind = drawn(6, 0)._replace(edition=LYON, players=4, game=game, speed_die=die)
    soaked = SoakedGame(kind)
    soaked.play()
    assert soaked.watch.game.throws > 40


@pytest.mark.parametrize("number", range(4))
def test_rules_of_all_editions_go_together(number: int, tmp_path: Path) -> None:
    """One choice of each rule, drawn at random: the file is good and its games can be played."""
    chance = Random(number)
    sales = chance.choice((["swap"], ["hotels", "swap"], ["swap", "lot", "group"]))
    chosen: dict[str, object] = {"hotel_sales": sales, "claim_turns": chance.randrange(3)}
    for name, rule in RULES.items():
        if not rule.many:
            values = range(0, 1_000, 5) if rule.values is SUMS else [*rule.values]
            chosen[name] = chance.choice(values)
    text = Path(LYON).read_text(encoding="utf-8").replace("Lyon 1962", f"Lyon {number}")
    rules = "".join(f"{field} = {json.dumps(value)}\n" for field, value in chosen.items())
    path = tmp_path / "drawn.toml"
    path.write_text(re.sub(r"(?s)(?<=\n\[rules\]\n).*?(?=\n\[)", rules, text), encoding="utf-8")
    kind = drawn(number, 0)._replace(edition=str(path), players=3, game="short")
    SoakedGame(kind).play()


def test_no_code_compares_with_the_name_of_an_edition() -> None:
    """Names stand in the list of built-in files, and no code depends on one."""
    compared = re.compile(rf"""(==|!=|\bin) [(]?['"]({"|".join(BUILT_IN)})['"]""")
    for package in ("datasheet", "firmware_sim", "keypad", "display", "hardware"):
        for path in (ROOT / package).rglob("*.py"):
            assert not compared.search(path.read_text(encoding="utf-8")), path
