"""Games saved during play, resumed, several in one folder, and gone back in."""

from pathlib import Path

import pytest

from banquier.editions.edition_file import starting_point
from banquier.saves.open_game import open_save
from banquier.saves.recorded_game import RecordedGame
from banquier.saves.recording_file import recording_of
from banquier.saves.save_folder import SaveFolder
from banquier.saves.save_format import Mark, parse_save, scan
from banquier.saves.save_listing import summary
from banquier.saves.saved_game import SavedGame
from banquier.trouble import Trouble
from firmware_sim.texts import VERSION
from tests.support.games_played import (
    evening,
    facts,
    of_firmware,
    play,
    replayed,
    resumed,
    sit_down,
    take_up,
)


def test_new_leaves_the_old_game_as_it_is(save: Path) -> None:
    evening(save, "players 2", operations=5)
    before = save.read_bytes()
    game_save = open_save(SaveFolder(str(save.parent)), path=str(save), new=True)
    assert [*map(str, game_save.sentences)] == [f"{save} stays as it is."]
    sit_down(game_save.unit, "players 2")
    game_save.close()
    assert save.read_bytes() == before
    assert game_save.path == str(save.with_name("game-2.keys"))
    assert resumed(Path(game_save.path)) == facts(game_save.unit)


def test_the_clock_of_a_timed_game_stops_while_its_save_is_closed(save: Path) -> None:
    evening(save, "edition euro", "players 2", "game timed", "minutes 60", operations=30)
    game_save = open_save(SaveFolder(str(save.parent)), path=str(save))
    left = game_save.unit.session.ends_at - game_save.unit.tick // 256
    assert 50 * 60 * 128 < left < 60 * 60 * 128
    game_save.close()


def test_other_firmware_takes_the_game_from_its_last_record_and_says_so(save: Path) -> None:
    """Another firmware may act differently: its keys are not replayed."""
    held = evening(save, "players 3", operations=60)
    of_firmware("0.9", save)
    game_save = open_save(SaveFolder(str(save.parent)), path=str(save))
    assert [*map(str, game_save.sentences)] == [
        f"{save} was played with firmware 0.9: "
        f"the game goes on with {VERSION} from its last record."
    ]
    assert [mark.verb for mark in parse_save(save.read_bytes()).marks].count("adopt") == 1
    take_up(game_save.unit)
    play(game_save.unit, 30)
    game_save.close()
    cursor = RecordedGame(recording_of(str(save))[0]).cursor
    cursor.run(cursor.first + 1)
    assert cursor.unit.operations == held[1]  # earlier keys are not replayed
    assert cursor.play() is None and not cursor.differs
    assert facts(cursor.unit) == replayed(save) == facts(game_save.unit) == resumed(save)


def test_a_folder_with_an_edition_of_ones_own_may_be_moved(tmp_path: Path) -> None:
    """Also after the first game was erased on the glass, and another begun."""
    old = tmp_path / "old"
    old.mkdir()
    (old / "mine.toml").write_text(starting_point(), encoding="utf-8")
    save = old / "game.keys"
    own = str(old / "mine.toml")
    begun = (f'edition "{own}"', "players 2")
    held = evening(save, *begun, operations=10, chance=1, edition=own, bounce="worn")
    new = old.rename(tmp_path / "new") / "game.keys"
    assert replayed(new) == held
    assert summary(str(new)).edition == "MON EDITION"
    game_save = open_save(SaveFolder(str(new.parent)), path=str(new))
    assert game_save.unit.session.editions.names[-1] == str(new.with_name("mine.toml"))
    sit_down(game_save.unit, f'edition "{new.with_name("mine.toml")}"', "players 3")
    play(game_save.unit, 10)
    game_save.close()
    second = new.with_name("game-2.keys")
    assert game_save.path == str(second)
    header = b'banquier 1\nedition "mine.toml"\nseed 1\nbounce worn\nfirmware '
    assert new.read_bytes().startswith(header) and second.read_bytes().startswith(header)
    assert replayed(second) == facts(game_save.unit) == resumed(second)
    past = SavedGame.from_path(str(second)).unit_at(5)
    assert past.firmware.session.editions.names[-1] == str(second.with_name("mine.toml"))


def test_two_programs_never_share_a_save(save: Path) -> None:
    evening(save, "players 2", operations=5)
    game_save = open_save(SaveFolder(str(save.parent)), path=str(save))
    with pytest.raises(Trouble, match=r"^\S+game.keys is being played by another program$"):
        open_save(SaveFolder(str(save.parent)), path=str(save))
    other = open_save(SaveFolder(str(save.parent)))  # refused that save: a new game
    assert other.unit.question.kind != "resume"
    assert "another program" in str(other.sentences[0])
    other.close()
    game_save.close()
    open_save(SaveFolder(str(save.parent)), path=str(save)).close()


# -- the timeline of a save


def test_every_operation_is_a_point_from_which_play_goes_on_in_a_new_save(
    save: Path, tmp_path: Path
) -> None:
    """The new save is the old one up to there, which stays as it is."""
    game_save = open_save(SaveFolder(str(save.parent)), path=str(save), seed=5)
    sit_down(game_save.unit, "players 3")
    held = [facts(game_save.unit)]
    for number in range(40):
        play(game_save.unit, 1, seed=number)
        held.append(facts(game_save.unit))
    game_save.close()
    before, timeline = save.read_bytes(), SavedGame.from_path(str(save))
    assert [point.number for point in timeline.points] == list(range(1, 42))
    for at in (0, 1, 7, 15, 16, 17, 40):
        unit = timeline.unit_at(at)
        assert facts(unit) == held[at]
        assert unit.operations == timeline.points[at].number
    games = SaveFolder(str(tmp_path))
    path = timeline.branch(25, games)
    assert path == str(save.with_name("game-from-26.keys"))
    whole = Path(path).read_bytes()
    assert before.startswith(whole) and whole.endswith(b"}\n")
    torn = tmp_path / "torn.keys"
    torn.write_bytes(whole.removesuffix(b"\n"))
    again = Path(SavedGame.from_path(str(torn)).branch(25, games, str(tmp_path / "named.keys")))
    assert (again.name, again.read_bytes()) == ("named.keys", whole)
    game_save = open_save(games, path=path)
    assert facts(game_save.unit) == held[25]
    take_up(game_save.unit)
    play(game_save.unit, 10, seed=99)
    game_save.close()
    assert save.read_bytes() == before
    points = SavedGame.from_path(path).points[:26]
    assert points == [
        point._replace(struck=points[at].struck) for at, point in enumerate(timeline.points[:26])
    ]
    assert timeline.branch(25, games) == str(save.with_name("game-from-26-2.keys"))
    with pytest.raises(Trouble) as refused:
        timeline.branch(3, games, f"{path}/x.keys")
    assert str(refused.value) == f"{path}/x.keys cannot be written: not a directory"


def test_lines_are_struck_by_their_number_in_the_roll() -> None:
    """The roll may have begun before the records, and records may be lost."""
    records = [
        *(b'{"lines":9,"roll":[[1,"A"],[1,"B"]]}', b'{"lines":10,"roll":[[2,"C"]],"strikes":8}'),
        *(b'{"lines":10,"roll":[]}', b'{"format":2,"lines":12,"roll":[[2,"D"]],"strikes":0}'),
    ]
    marks = [
        Mark(100 * at, "state", number, "", record, 0, 0)
        for at, (number, record) in enumerate(zip((2, 3, 3, 5), records, strict=True), 1)
    ]
    timeline = SavedGame("game.keys", scan(b"")._replace(marks=marks))
    assert [point[:5] for point in timeline.points] == [
        *((1, 100, 1, "A", True), (2, 100, 1, "B", True)),
        *((3, 200, 2, "C", False), (5, 400, 2, "D", False)),
    ]
