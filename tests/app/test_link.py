"""A game as a link: packed, read again by playing its keys, and whatever was done to the link."""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banquier.cli.commands.report import qr_svg
from banquier.editions.edition_file import BUILT_IN, starting_point
from banquier.report import Story
from banquier.saves.link import (
    MOST,
    MOST_SAVE,
    MOST_WORK,
    _pack,
    _read,
    link_of,
    unpack,
)
from banquier.saves.open_game import open_save
from banquier.saves.recorded_game import RecordedGame
from banquier.saves.recorder import MOST_KEYS
from banquier.saves.recording_file import recording_of
from banquier.saves.save_folder import SaveFolder
from banquier.saves.save_format import Mark, scan
from banquier.saves.saved_game import SavedGame
from banquier.trouble import Trouble
from hardware.crystal import SECOND
from hardware.unit import tap
from hardware.unit_inputs import name_players
from tests.support.commands import ran
from tests.support.games_played import evening, of_firmware, play, resumed, sit_down, take_up
from tests.support.links import body_of, link_with, nested

DAMAGED = "this link is not whole: a part is missing or was changed"


def operations(data: bytes) -> list[tuple[int, str]]:
    """Number and digest of each operation since the last `adopt`."""
    found: list[Mark] = []
    for mark in scan(data).marks:
        if mark.verb == "adopt":
            found = []
        elif mark.verb == "state" and (not found or mark.number > found[-1].number):
            found.append(mark)
    return [(mark.number, mark.digest) for mark in found]


def again(path: Path) -> bytes:
    """The save that the link of this save holds: the same game."""
    opened = unpack(link_of(str(path)), SaveFolder(str(path.parent)))
    assert opened.firmware == ""
    assert operations(opened.save) == operations(path.read_bytes()) != []
    return opened.save


def refused(link: str, folder: Path) -> str:
    with pytest.raises(Trouble) as trouble:
        unpack(link, SaveFolder(str(folder)))
    return str(trouble.value)


@pytest.mark.parametrize("edition", BUILT_IN)
def test_the_keys_of_a_link_play_the_same_game(edition: str, tmp_path: Path) -> None:
    path = tmp_path / "game.keys"
    evening(path, f"edition {edition}", "players 3", operations=70, pace=977)
    again(path)
    assert list(tmp_path.iterdir()) == [path]


def test_a_game_of_two_evenings_with_names_house_rules_and_weak_cells(tmp_path: Path) -> None:
    path = tmp_path / "game.keys"
    rules = {"parking": "pot", "parking_start": 5, "auctions": False, "double_one": 500}
    games = SaveFolder(str(tmp_path))
    save = open_save(games, path=str(path), seed=7, bounce="worn", rules=rules)
    name_players(save.unit, {1: "<b>Anne</b>", 2: "Zoé"})
    sit_down(save.unit, "edition euro", "players 3", "game timed", "minutes 90")
    play(save.unit, 20)
    save.unit.set_battery(2_100)
    save.unit.run(save.unit.tick + SECOND)
    save.unit.set_battery(2_900)
    tap(save.unit, "ON")
    take_up(save.unit)
    play(save.unit, 5, seed=2)
    save.unit.run(save.unit.tick + 7 * 24 * 3600 * SECOND)  # it turned itself off
    tap(save.unit, "ON")
    save.close()
    evening(path, operations=30, seed=3)
    evening(path, operations=5, seed=4)
    opened = tmp_path / "opened.keys"
    opened.write_bytes(again(path))
    was, found = Story.from_path(str(path)), Story.from_path(str(opened))
    assert found.names == {1: "<b>Anne</b>", 2: "Zoé"} and found.end.has_pot
    assert SavedGame.from_path(str(opened)).header.rules == rules
    assert [step.text for step in found.steps] == [step.text for step in was.steps]


def test_the_second_game_of_an_evening_goes_on_where_the_link_ends(tmp_path: Path) -> None:
    path = tmp_path / "game.keys"
    evening(path, "players 2", operations=10, chance=7)
    save = open_save(SaveFolder(str(tmp_path)), path=str(path))
    sit_down(save.unit, "players 3")  # answers REPRISE ? with C, EFFACER ? with OK
    play(save.unit, 12)
    second = Path(save.path)
    save.close()
    assert second != path
    again(path)
    opened = tmp_path / "opened.keys"
    opened.write_bytes(again(second))
    assert resumed(opened) == resumed(second)


def test_an_edition_of_ones_own_comes_with_the_link(tmp_path: Path) -> None:
    mine, away = tmp_path / "mine.toml", tmp_path / "away"
    mine.write_text(starting_point("deska"), encoding="utf-8")
    away.mkdir()
    path = tmp_path / "game.keys"
    header = (f"edition {mine}", "players 3")
    evening(path, *header, operations=30, chance=7, edition=str(mine))
    link = link_of(str(path))
    mine.unlink()
    opened = away / "opened.keys"
    body = _read(body_of(link))
    refused(link_with(_pack(body._replace(end=f"9{body.end}"))), away)  # its edition goes again
    assert list(away.iterdir()) == []
    opened.write_bytes(unpack(link, SaveFolder(str(away))).save)
    assert SavedGame.from_path(str(opened)).unit_at(20).game is not None
    with pytest.raises(Trouble, match="the file of its edition is missing"):
        link_of(str(path))


def test_a_link_of_another_firmware_shows_its_end_and_goes_on_from_it(tmp_path: Path) -> None:
    path = tmp_path / "game.keys"
    evening(path, "players 3", operations=60)
    of_firmware("1.1", path)
    opened = unpack(link_of(str(path)), SaveFolder(str(tmp_path)))
    assert opened.firmware == "1.1"
    seen = tmp_path / "opened.keys"
    seen.write_bytes(opened.save)
    was, shown = Story.from_path(str(path)).end, Story.from_path(str(seen)).end
    assert shown.plain() == was.plain()
    evening(path, operations=2)
    seen.write_bytes(again(path))
    assert resumed(seen) == resumed(path)  # CORR reaches back before what is played today


def test_a_short_link_fits_a_qr_code_and_a_long_one_does_not(tmp_path: Path) -> None:
    path = tmp_path / "game.keys"
    evening(path, "players 2", operations=10)
    assert qr_svg(link_of(str(path), "https://example.org/")).startswith("<svg")
    assert qr_svg("https://example.org/#g=" + "A" * 3000) == ""


@pytest.fixture(scope="module")
def link(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("link") / "game.keys"
    evening(path, "players 2", operations=15)  # LANCEZ waits
    return link_of(str(path))


@given(data=st.data())
def test_a_changed_link_is_refused_in_a_sentence(link: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(3, len(link) - 1))
    way = data.draw(st.sampled_from(["cut", "insert", "replace"]))
    letter = data.draw(st.sampled_from("AZaz09-_ é<%&#"))
    changed = {
        "cut": link[:at],
        "insert": link[:at] + letter + link[at:],
        "replace": link[:at] + letter + link[at + 1 :],
    }[way]
    if changed.strip() != link:
        assert refused(changed, Path()).startswith("this link is ")


@given(data=st.data())
def test_a_forged_link_is_refused_or_another_whole_game(
    link: str, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    body = bytearray(body_of(link))
    for _ in range(data.draw(st.integers(1, 3))):
        body[data.draw(st.integers(0, len(body) - 1))] = data.draw(st.integers(0, 255))
    folder = tmp_path_factory.getbasetemp()
    try:
        opened = unpack(link_with(bytes(body)), SaveFolder(str(folder)))
    except Trouble as trouble:
        assert "\n" not in str(trouble)
    else:
        assert SavedGame("link", scan(opened.save)).points


@pytest.mark.parametrize(
    "line",
    [b'include "/etc/passwd"', b'edition "/etc/passwd"', b"banquier 1", b"players 3", b"",
     b'names "a"\x0binclude "x"', 'names "a\u2028b"'.encode(), b"firmware 1.2\x00"],
)  # fmt: skip
def test_no_line_of_a_link_is_a_path_or_a_command(line: bytes, link: str, tmp_path: Path) -> None:
    body = body_of(link)
    assert b"\nbounce none\n" in body
    assert unpack(link_with(body), SaveFolder(str(tmp_path))).firmware == ""
    forged = link_with(body.replace(b"\nbounce none\n", b"\nbounce none\n" + line + b"\n"))
    assert refused(forged, tmp_path) == DAMAGED
    assert list(tmp_path.iterdir()) == []


def test_a_link_does_not_unpack_beyond_its_limit(tmp_path: Path) -> None:
    bomb = link_with(bytes(64 * MOST))
    assert len(bomb) < 100_000
    assert refused(bomb, tmp_path) == DAMAGED


@pytest.mark.parametrize("deep", [40, 500_000])
def test_a_record_is_measured_before_it_is_parsed(deep: int, link: str, tmp_path: Path) -> None:
    assert len(nested(link, deep)) < 2_000
    assert refused(nested(link, deep), tmp_path) == DAMAGED


@pytest.mark.parametrize(
    ("steps", "count", "pause", "most_keys"),
    [(["resume"], 40, 3_000, MOST_KEYS), (["down C", "up C"], 14_000, 3_000, MOST_KEYS),
     (["battery 2.4V", "down ON", "up ON"], 600, 480 * SECOND, MOST_KEYS),
     (["down C", "up C"], 4_000, 3_000, MOST_KEYS // 10),
     (["set cash 1 100"], 450, 3_000, MOST_KEYS)],
    ids=["resumptions", "keys", "waits", "more keys than a save keeps", "a large save"],
)  # fmt: skip
def test_a_link_is_not_played_for_minutes(
    steps: list[str], count: int, pause: int, most_keys: int, link: str, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """Nor for a tenth of that, where so much is allowed."""
    assert (MOST_WORK, MOST_SAVE) == (250_000, 6_000_000)
    monkeypatch.setattr("banquier.saves.link.MOST_WORK", MOST_WORK // 10)
    monkeypatch.setattr("banquier.saves.link.MOST_SAVE", MOST_SAVE // 10)
    monkeypatch.setattr("banquier.saves.recorder.MOST_KEYS", most_keys)
    body = _read(body_of(link))
    *lines, (last, _) = body.lines
    lines += [(last + pause * n, steps[n % len(steps)]) for n in range(count)]
    forged = link_with(_pack(body._replace(lines=[*lines, (last + pause * count, "end")])))
    assert len(forged) < 5_000
    assert "more play than any evening" in refused(forged, tmp_path)


def test_a_save_whose_link_would_not_be_opened_gives_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.keys"
    for _ in range(3):
        evening(path, "players 2", operations=10)
    counted: list[int] = []

    def count(work: int, save: int) -> bool:
        counted.append(work + save // 64)
        return False

    monkeypatch.setattr("banquier.saves.link._is_too_much", count)
    link = link_of(str(path))
    shared = counted.pop()
    assert unpack(link, SaveFolder(str(tmp_path))).firmware == ""
    assert abs(shared - counted[-1]) < 100 < shared
    monkeypatch.undo()
    monkeypatch.setattr("banquier.saves.link.MOST_WORK", shared - 1)
    with pytest.raises(Trouble, match="too long"):
        link_of(str(path))


def test_a_newer_link_says_so(link: str, tmp_path: Path) -> None:
    packed = b"\2" + urlsafe_b64decode(link[3:] + "===")[1:]
    newer = "#g=" + urlsafe_b64encode(packed).rstrip(b"=").decode()
    assert "of version 2, newer than the 1 known here" in refused(newer, tmp_path)


def test_a_link_whose_end_is_of_another_game_is_noticed(link: str, tmp_path: Path) -> None:
    end, rest = body_of(link)[1:].split(b"\n", 1)
    number, total, record = end.split(b" ", 2)
    other = b"\0" + number + b" " + total[::-1] + b" " + record + b"\n" + rest
    assert "its keys do not lead to the game" in refused(link_with(other), tmp_path)


def test_a_link_is_played_on_among_the_saves(tmp_path: Path) -> None:
    path, saves = tmp_path / "link.keys", tmp_path / "not" / "yet"
    evening(path, "players 2", operations=10)
    replay = RecordedGame(recording_of(str(path))[0], SaveFolder(str(saves)))
    replay.cursor.go_to(8)
    opened = replay.go_on()
    assert opened.unit.operations == 8
    opened.close()
    assert [save.name for save in saves.iterdir()] == ["link-from-8.keys"]


def test_commands_take_a_link_where_they_take_a_save(home: Path, tmp_path: Path) -> None:
    path, report = tmp_path / "game.keys", tmp_path / "game.html"
    evening(path, "players 2", operations=12)
    status, link, said = ran("share", path)
    assert (status, link[:3]) == (0, "#g=") and "behind the address of a local page" in said
    assert "après l’adresse" in ran("share", path, "--lang", "fr").err
    status, pointing, said = ran(
        "share", link, "--page", "https://example.org/b/?demo#x", "--at", "5", "--qr"
    )
    assert (status, said) == (0, "") and "█" in pointing
    pointing = pointing.split("\n")[0]
    assert pointing == f"https://example.org/b/?demo{link.strip()}&at=5"
    assert unpack(pointing, SaveFolder(str(tmp_path))).at == 5
    status, said, _ = ran("replay", pointing, "--check")
    assert status == 0 and re.fullmatch(r"the link: all \d+ digests agree\n", said)
    assert ran("report", link, "-o", report).status == 0 and report.exists()
    status, _, said = ran("replay", link.strip()[:-9], "--check")
    assert status == 2 and DAMAGED in said and said.count("\n") == 1
