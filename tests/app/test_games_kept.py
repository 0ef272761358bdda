"""A folder on a disk and a browser's storage keep the same games, and lose none of them."""

import os
from pathlib import Path
from typing import Any

import pytest

from banquier.saves.browser_games import BrowserGames
from banquier.saves.games import Games, read
from banquier.saves.open_game import OpenGame, open_game
from banquier.saves.save_folder import SaveFolder
from banquier.saves.save_format import LONGEST_READ, scan
from banquier.saves.save_line import KEYS_LEFT_OUT
from banquier.saves.save_listing import remove
from banquier.trouble import Trouble
from tests.support.games_played import facts, play, sit_down, take_up, with_records
from tests.support.units import tap_in_turn

TODAY = "2026-11-28-1803"


class Disk:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def visit(self) -> Games:
        return SaveFolder(str(self.folder))

    def store(self) -> None:
        pass

    def stored(self) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in self.folder.iterdir()}


class Browser:
    """The storage of a browser as `storage.js` keeps it, in pieces. A page that is opened writes
    what it finds there into the engine's files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.pieces: dict[tuple[str, int], bytes] = {}
        self.played: dict[str, int] = {}
        self.visits = 0

    def visit(self) -> Games:
        self.visits += 1
        place = self.folder / f"visit{self.visits}"
        place.mkdir()
        for name, content in self.stored().items():
            (place / name).write_bytes(content)
            os.utime(place / name, (0, self.played[name]))
        self.games = BrowserGames(str(place), lambda: TODAY)
        return self.games

    def store(self) -> None:
        """Store the changes, as the page does after each step."""
        for name, start, data in self.games.changes:
            if start <= 0:
                self.pieces = {key: at for key, at in self.pieces.items() if key[0] != name}
            if start >= 0:
                self.pieces[name, start] = data
                self.played[name] = max(self.played.values(), default=0) + 1
        self.games.drop_stored(len(self.games.changes))

    def stored(self) -> dict[str, bytes]:
        found: dict[str, bytes] = {}
        for (name, start), data in sorted(self.pieces.items()):
            whole = found.get(name, b"")
            assert len(whole) == start, "this piece does not follow the one before"
            found[name] = whole + data
        return found


Place = Disk | Browser


@pytest.fixture(params=[Disk, Browser])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    kind: type[Place] = request.param
    return kind(tmp_path)


def begun(place: Place, **how: Any) -> OpenGame:
    game = open_game(games=place.visit(), new=True, **how)
    sit_down(game.unit, "players 2")
    play(game.unit, 5)
    place.store()
    return game


def left(place: Place, **how: Any) -> str:
    """The name of a game that was played and left."""
    game = begun(place, **how)
    game.close()
    place.store()
    return os.path.basename(game.path)


def overwrite(place: Place, name: str, content: bytes) -> None:
    games = place.visit()
    save = games.open(os.path.join(games.folder, name))
    save.replace(content)
    save.close()
    place.store()


def test_a_game_is_taken_up_with_all_that_the_glass_has_confirmed(place: Place) -> None:
    game = begun(place)
    game.abandon()  # the program is killed
    again = open_game(games=place.visit())
    assert again.sentences == [] and again.unit.question.kind == "resume"
    assert facts(again.unit) == facts(game.unit)
    take_up(again.unit)
    play(again.unit, 3, seed=2)
    again.close()
    place.store()
    (content,) = place.stored().values()
    found = scan(content)
    assert found.sound and found.playable and found.marks[-1].number == again.unit.operations


RUBBISH = b"banquier 1\nthis is not a game\n"


def test_what_cannot_be_read_is_said_and_stays_as_it_is(place: Place) -> None:
    name = left(place)
    whole = place.stored()[name]
    overwrite(place, name, RUBBISH)
    assert place.stored() == {name: RUBBISH}, "no piece of the longer game is left behind"
    game = open_game(games=place.visit())
    assert "cannot be played: it is a script" in str(game.sentences[0])
    sit_down(game.unit, "players 2")
    play(game.unit, 2)
    game.close()
    place.store()
    assert place.stored()[name] == RUBBISH
    assert scan(place.stored()[os.path.basename(game.path)]).sound
    games = place.visit()
    assert games.write_new(os.path.join(games.folder, name), whole) != name
    game = open_game(games=games)  # it is the last one no more
    assert game.sentences == []
    game.close()


def test_each_new_game_has_a_file_of_its_own(place: Place) -> None:
    """A game begins at the start, on the glass, or from an operation of another."""
    first = left(place)
    known = place.stored()
    game = begun(place)
    game.go_on(2)
    branch = os.path.basename(game.path)
    sit_down(game.unit, "players 3")  # answers REPRISE ? with C, EFFACER ? with OK
    game.close()
    place.store()
    stored = place.stored()
    assert stored[first] == known[first] and len(stored) == 4
    assert [scan(content).sound for content in stored.values()] == [True] * 4
    assert stored[branch].count(b"\nfirmware ") == 1


def test_the_third_game_is_taken_up_if_the_two_before_are_of_newer_programs(place: Place) -> None:
    wanted, second, last = (left(place) for _ in range(3))
    records = with_records(place.stored()[second], lambda _: b'{"format":9}')
    header = b"banquier 9\n"
    overwrite(place, second, records)
    overwrite(place, last, header)
    game = open_game(games=place.visit())
    assert os.path.basename(game.path) == wanted
    place.store()
    stored = place.stored()
    assert {*stored} == {wanted, f"{second}.too_new", f"{last}.too_new"}
    assert (stored[f"{second}.too_new"], stored[f"{last}.too_new"]) == (records, header)
    for said, known in zip(game.sentences, (1, 2), strict=True):
        assert f"cannot be played: it is of format 9, newer than the {known} known" in str(said)
        assert str(said).endswith(".keys.too_new.")
    game.close()


def test_a_damaged_game_is_kept_beside_the_one_that_goes_on(place: Place) -> None:
    name = left(place)
    torn = place.stored()[name].replace(b" down OK", b" down 0K", 1)
    overwrite(place, name, torn)
    game = open_game(games=place.visit())
    place.store()
    stored = place.stored()
    assert stored[f"{name}.corrupt"] == torn
    assert scan(stored[name]).sound and KEYS_LEFT_OUT in stored[name]
    assert len(game.sentences) == 1
    game.close()


def test_the_rules_of_the_last_game_are_offered_not_those_of_the_game_before(place: Place) -> None:
    left(place, rules={"double_one": 1000})
    game = open_game(games=place.visit(), new=True)
    assert game.last_rules == {"double_one": 1000}
    game.choose_rules({"parking": "pot"})
    sit_down(game.unit, "players 2")
    play(game.unit, 3)
    game.unit.power_off()
    game.unit.power_on()
    tap_in_turn(game.unit, "C", "OK")  # REPRISE ?, EFFACER ?
    assert game.last_rules == {"parking": "pot"}
    game.close()
    place.store()
    assert open_game(games=place.visit(), new=True).last_rules == {"parking": "pot"}


def test_a_game_that_is_played_is_not_removed_and_another_is(place: Place) -> None:
    gone = left(place)
    game = begun(place)
    assert game.games is not None
    with pytest.raises(Trouble, match="is being played"):
        remove(game.games, game.path)
    remove(game.games, os.path.join(game.games.folder, gone))
    game.close()
    place.store()
    assert [*place.stored()] == [os.path.basename(game.path)]


def test_what_the_browser_cannot_store_is_error_23_and_is_stored_later(tmp_path: Path) -> None:
    place = Browser(tmp_path)
    game = begun(place)
    before, glass = place.stored(), list[str]()
    game.unit.on_display.append(lambda tick, shown: glass.append(shown[0]))
    place.games.keep_refused("the storage is full")
    play(game.unit, 1)
    game.unit.run(game.unit.notices_end)
    assert game.trouble == "the storage is full" and "MEMOIRE" in glass
    assert place.stored() == before
    place.store()
    assert game.trouble == "" and [*place.stored().values()] == [read(game.path, LONGEST_READ)]


def test_the_records_that_the_page_kept_until_1_5_become_a_save(tmp_path: Path) -> None:
    place = Browser(tmp_path)
    game = begun(place)
    kept = next(iter(place.stored().values())).splitlines()
    records = [line.split(b" ", 5)[5] for line in kept if b" state " in line]
    place.pieces = {("game", 0): b"\n".join([b'names "{" "Bob"', *records, b""])}
    place.played["game"] = 1
    again = open_game(games=place.visit())
    place.store()
    assert [*place.stored()] == ["game.keys"] and scan(place.stored()["game.keys"]).sound
    take_up(again.unit)
    assert facts(again.unit) == facts(game.unit) and again.unit.names == {1: "{", 2: "Bob"}
    place.pieces = {("game", 0): b'names "Bob"\n{"firmware": 1}\n'}  # damaged: it stays
    assert open_game(games=place.visit()).unit.game is None
    place.store()
    assert "game" in place.stored()
