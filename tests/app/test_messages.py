"""Messages about damage and a crash: one sentence, in the player's language."""

from pathlib import Path

import pytest

from banquier.cli.crash_message import crash_message
from banquier.folders import folders
from tests.support.commands import banquier, python, ran
from tests.support.games_played import evening
from tests.support.typography import typed


def test_a_damaged_save_is_reported_in_the_players_language(home: Path, save: Path) -> None:
    evening(save, "players 2", operations=10)
    save.write_bytes(save.read_bytes().replace(b" down OK", b" down 0K", 1))
    done = banquier("play", "--plain", "--save", str(save), "--lang", "fr")
    assert "est gardé en .corrupt" in done.stderr and done.returncode == 0


def test_a_library_that_is_missing_is_one_sentence_too() -> None:
    program = (
        "import sys; sys.modules['platformdirs'] = None\n"
        "from banquier.cli.main import main; sys.exit(main(['paths']))"
    )
    done = python("-c", program)
    assert done.returncode == 3 and done.stderr.count("\n") == 1
    assert "platformdirs" in done.stderr


def test_the_language_is_that_of_panel_toml_before_that_of_the_locales(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    told = crash_message(ValueError("odd"), "soir.keys")
    assert typed(told).startswith("banquier : le programme lui-même a failli en jouant soir.keys")
    configuration = Path(folders()["configuration"])
    configuration.mkdir(parents=True)
    (configuration / "panel.toml").write_text('lang = "en"\n', encoding="utf-8")
    (configuration / "tints").mkdir()
    (configuration / "tints" / "nuit.toml").write_text("ink = 7\n", encoding="utf-8")
    assert ran("saves").out.startswith("no game is saved in ")
    assert crash_message(ValueError("odd")).startswith("banquier: the program itself")
