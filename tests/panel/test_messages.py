"""Messages: text in the last line, part by part, over neither glass nor keys."""

from pathlib import Path

import pytest
from textual.widgets import Static

from banquier.folding import short_path
from banquier.panel.app import Panel
from banquier.panel.boxes import Page
from banquier.panel.settings import Settings
from banquier.saves.save_messages import message
from hardware.unit import Unit
from tests.panel.steering import comes, press, shown, steered
from tests.support.typography import typed

LONG = (
    "/home/me/a/folder/with/many/parts/in/mardi.keys is being played by another program. It stays."
)


def message_line(panel: Panel) -> str:
    """Above the footer, which stays."""
    *_, line, footer = shown(panel).splitlines()
    assert footer.startswith(" F1 ")
    return line


async def test_messages_wait_for_each_other_a_long_one_part_by_part_and_cover_no_key(
    waiting: Unit,
) -> None:
    async with steered(waiting) as (panel, pilot):
        keys = panel.key_block.region
        panel.notify(LONG)
        panel.notify("the second")
        await pilot.pause()
        assert panel.key_block.region == keys and len(panel.screen.query("Toast")) == 0
        told = []
        while panel.messages.parts:
            told.append(message_line(panel).strip())
            await pilot.click(panel.messages, offset=(2, 0))
            await pilot.pause()
        assert len(told) == 3 and " ".join(told) == f"{LONG} the second"
        assert not message_line(panel).strip()
        assert list(panel.messages.said) == [LONG, "the second"]


async def test_a_sentence_of_the_application_is_shown_in_the_language_of_the_panel(
    waiting: Unit,
) -> None:
    said = message("no_operation_yet")
    async with steered(waiting, settings=Settings(lang="en"), sentences=[said]) as (panel, pilot):
        assert said.text("en") in message_line(panel)
        await pilot.press("ctrl+l")
        panel.tell_sentence(ValueError(said))
        name = "/home/me/[/bold] [red]games[/x.keys is played"  # square brackets stay
        panel.tell_sentence(name)
        assert list(panel.messages.said) == [
            *(said.text(lang) for lang in ("en", panel.lang)),
            name,
        ]
        await pilot.click(panel.messages, offset=(2, 0))
        await pilot.click(panel.messages, offset=(2, 0))
        assert name in message_line(panel)


@pytest.mark.parametrize(
    ("path", "width", "shown"),
    [
        ("/a/b/c/banquier-2026.png", 30, "/a/b/c/banquier-2026.png"),
        ("/some/where/deep/banquier-2026.png", 30, "/some/…/banquier-2026.png"),
        ("/some/where/deep/banquier-2026.png", 22, "/…/banquier-2026.png"),
        ("/some/where/deep/banquier-2026.png", 14, "banquie…26.png"),
        ("HOME/Pictures/of/games/banquier-2026.png", 30, "~/Pictures/…/banquier-2026.png"),
        ("HOME/mes jeux/a.png", 30, "~/mes\N{NO-BREAK SPACE}jeux/a.png"),
        ("HOME2/a.png", 300, "HOME2/a.png"),
        ("a name without folders.keys", 12, "a\N{NO-BREAK SPACE}name….keys"),
    ],
)
def test_a_path_is_shown_as_it_fits(home: Path, path: str, width: int, shown: str) -> None:
    assert short_path(path.replace("HOME", str(home)), width) == shown.replace("HOME", str(home))


async def test_a_path_stands_in_one_piece_and_whole_in_the_list_of_messages(
    waiting: Unit, tmp_path: Path
) -> None:
    pictures = tmp_path / ("long " * 20) / "un été"
    pictures.mkdir(parents=True)
    in_use = message("in_use", path=str(pictures / "lundi.keys"))
    (tmp_path / "file").touch()
    async with steered(waiting) as (panel, pilot):
        panel.pictures = pictures
        async with panel.loading:  # the sound, without numpy, which a picture needs
            await pilot.press("f8")
            await comes(pilot, lambda: panel.loading._waiters)
        await panel.workers.wait_for_complete()
        await pilot.pause()
        (picture,) = pictures.glob("*.png")
        assert picture.with_suffix(".svg").read_text("utf-8").startswith("<svg")
        assert picture.name in message_line(panel)
        await pilot.click(panel.messages, offset=(2, 0))
        panel.tell_sentence(ValueError(in_use))
        await pilot.pause()
        assert "lundi.keys" in message_line(panel)
        await pilot.press("ctrl+p", *"messages")
        await panel.workers.wait_for_complete()
        await press(pilot, "down", "enter")
        assert isinstance(panel.screen, Page)
        told = [str(part.content) for part in panel.screen.query(Static)]
        assert typed("|".join(told)) == typed(f"{in_use.text('fr')}|Photo : {picture}")
        panel.pictures = tmp_path / "file" / "new"
        await pilot.press("escape", "f8")
        await panel.workers.wait_for_complete()
        refused = "ne peut pas être écrit : ce n'est pas un dossier"
        assert refused in typed(panel.messages.said[-1])
