"""A program that is killed, and whatever can become of the bytes of a save."""

import random
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from banquier.saves.open_game import OpenGame, open_save
from banquier.saves.save_folder import SaveFolder
from banquier.saves.save_format import Found, scan
from banquier.trouble import Trouble
from tests.support.games_played import evening, facts, resumed
from tests.support.paths import ROOT

KILLS = 6
MUTATIONS = 100


@pytest.fixture
def save(tmp_path: Path) -> Path:
    return tmp_path / "game.keys"


def opened(save: Path) -> OpenGame:
    return open_save(SaveFolder(str(save.parent)), path=str(save))


def records(found: Found) -> list[tuple[int, bytes]]:
    return [(mark.number, mark.record) for mark in found.marks]


def last_rules(save: Path) -> Mapping[str, object]:
    """Return the rules that are offered to a new game in this folder."""
    game = open_save(SaveFolder(str(save.parent)), new=True)
    game.close()
    return game.last_rules


PLAYER = """
import sys
from banquier.saves import recorder
from banquier.saves.open_game import open_save
from banquier.saves.save_folder import SaveFolder
from tests.support.games_played import play, sit_down, take_up
unit = open_save(SaveFolder("."), path=sys.argv[1], seed=1).unit
take_up(unit) if unit.question.kind == "resume" else sit_down(unit, "players 4")
while not unit.game.winner:
    print(unit.operations, flush=True)  # the glass has confirmed it
    play(unit, 1, seed=unit.operations)
"""


def test_killed_at_any_instant_no_confirmed_operation_is_lost(save: Path) -> None:
    """A real process on a real file, killed without a word."""
    chance = random.Random(1)
    for _ in range(KILLS):
        command = [sys.executable, "-c", PLAYER, str(save)]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as child:
            assert child.stdout is not None
            confirmed = [child.stdout.readline() for _ in range(2 + chance.randrange(12))]
            time.sleep(0.02 * chance.random())
            child.kill()
            confirmed += [line for line in child.stdout if line.endswith(b"\n")]
        written = {number for number, _ in records(scan(save.read_bytes()))}
        assert {*map(int, confirmed)} <= written
        memory = opened(save)
        assert memory.unit.operations >= int(confirmed[-1])
        memory.close()
    assert memory.unit.operations > 4 * KILLS


def test_no_mutation_of_a_save_is_a_traceback_or_another_game(save: Path, tmp_path: Path) -> None:
    """The game it was, or an earlier one of it with a sentence, or a sentence alone."""
    evening(save, "players 3", operations=30)
    evening(save, operations=15, seed=2)
    data = save.read_bytes()
    known = set(records(scan(data)))
    whole = resumed(save)
    chance = random.Random(7)
    spoilt = tmp_path / "spoilt.keys"
    counts = {"as it was": 0, "mended whole": 0, "cut": 0, "refused": 0}
    for _ in range(MUTATIONS):
        content = mutated(chance, data)
        spoilt.write_bytes(content)
        try:
            memory = opened(spoilt)
        except Trouble as error:
            assert "\n" not in str(error)
            counts["refused"] += 1
        else:
            memory.close()
            if facts(memory.unit)[0] == whole[0] and memory.unit.operations == whole[1]:
                counts["mended whole" if memory.sentences else "as it was"] += 1
            else:
                shorter = data.startswith(content[: scan(content).end])  # who knows there was more?
                assert memory.sentences or shorter, "another game, and nobody was told"
                counts["cut"] += 1
                if memory.unit.question.kind == "resume":
                    last = scan(spoilt.read_bytes())
                    assert set(records(last)[:-1]) <= known  # and where it was taken up
            assert scan(spoilt.read_bytes()).sound
        for leftover in tmp_path.glob("spoilt*"):
            leftover.unlink()
    assert counts["mended whole"] > MUTATIONS // 10
    assert counts["cut"] > MUTATIONS // 20
    assert counts["refused"] < MUTATIONS // 10


def mutated(chance: random.Random, data: bytes) -> bytes:
    spoilt = bytearray(data)
    for _ in range(chance.choice((1, 1, 1, 2, 5))):
        at = chance.randrange(max(1, len(spoilt)))
        kind = chance.randrange(7)
        if kind == 0:
            spoilt[at] ^= 1 << chance.randrange(8)
        elif kind == 1:
            spoilt[at] = chance.randrange(256)
        elif kind == 2:
            del spoilt[at : at + chance.randrange(1, 400)]
        elif kind == 3:
            spoilt[at:at] = bytes(chance.randrange(256) for _ in range(chance.randrange(1, 40)))
        elif kind == 4:
            spoilt[at:at] = spoilt[: chance.randrange(2_000)]
        elif kind == 5:
            digits = [i for i in range(at, min(at + 200, len(spoilt))) if 48 <= spoilt[i] <= 57]
            if digits:
                spoilt[chance.choice(digits)] = chance.choice(b"0123456789")
        else:
            del spoilt[at:]
    return bytes(spoilt)


NAMES, RULES = {1: "Anne", 2: "Zoé"}, {"double_one": 1000, "hotel_sales": ["lot"]}


def test_no_damage_to_a_header_costs_the_rules_the_names_or_the_game(save: Path) -> None:
    evening(save, "players 2", operations=3, names=NAMES, rules=RULES)
    data, whole = save.read_bytes(), resumed(save)
    for at in range(0, data.index(b"\n@"), 3):
        damaged = bytearray(data)
        damaged[at] ^= 1 << (0, 3, 6)[at % 9 // 3]
        for _ in range(2):  # and of the file that goes on
            save.write_bytes(damaged)
            game = opened(save)
            assert facts(game.unit) == whole, at
            assert (game.unit.names, game.rules) == (NAMES, RULES), at
            game.abandon()
            damaged = bytearray(save.read_bytes())
        assert last_rules(save) == RULES, at
        for leftover in save.parent.glob("game.keys.*"):
            leftover.unlink()
