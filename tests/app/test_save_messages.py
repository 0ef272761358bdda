"""What a player reads about saves is in the player's language; command-line errors are English."""

from __future__ import annotations

from pathlib import Path

import pytest

from banquier.cli.crash_message import crash_message
from banquier.cli.main import main
from banquier.paths import folders
from banquier.saves.game_save import GameSave
from tests.support.commands import banquier
from tests.support.games_played import play, sit_down


def french(patch: pytest.MonkeyPatch) -> None:
    patch.setenv("LC_ALL", "fr_FR.UTF-8")


def torn(path: Path) -> Path:
    game_save = GameSave(folder=str(path.parent), path=str(path), seed=3)
    game_save.unit.name_players({1: "Anne", 2: "Bob"})
    sit_down(game_save.unit, "players 2")
    play(game_save.unit, 10)
    game_save.close()
    path.write_bytes(path.read_bytes().replace(b" down OK", b" down 0K", 1))
    return path


@pytest.mark.parametrize(("lang", "told"), [("fr", "est gardé en .corrupt"), ("en", "is kept as")])
def test_a_damaged_save_is_reported_in_the_players_language(
    home: Path, tmp_path: Path, lang: str, told: str
) -> None:
    save = torn(tmp_path / "game.keys")
    done = banquier("play", "--plain", "--save", str(save), "--lang", lang)
    assert told in done.stderr and done.returncode == 0


def test_the_language_of_panel_toml_comes_before_the_locales(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    french(monkeypatch)
    configuration = Path(folders()["configuration"])
    configuration.mkdir(parents=True)
    (configuration / "panel.toml").write_text('lang = "en"\n', encoding="utf-8")
    (configuration / "tints").mkdir()
    (configuration / "tints" / "nuit.toml").write_text("ink = 7\n", encoding="utf-8")
    assert main(["saves"]) == 0
    assert capsys.readouterr().out.startswith("no game is saved in ")
    assert crash_message(ValueError("odd")).startswith("banquier: the program itself")


def test_a_crash_is_reported_in_the_players_language(monkeypatch: pytest.MonkeyPatch) -> None:
    french(monkeypatch)
    told = crash_message(ValueError("odd"), "soir.keys")
    assert told.startswith("banquier : le programme lui-même a failli en jouant soir.keys")
