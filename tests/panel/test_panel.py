"""The panel driven by Textual's pilot: keys by mouse and keyboard, panes, commands, sizes."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from textual.events import AppBlur, MouseScrollDown, MouseScrollUp, Paste

from banquier.editions.edition_file import BUILT_IN, editions, load
from banquier.panel.actions import label
from banquier.panel.app import Panel
from banquier.panel.launch import FPS
from banquier.panel.settings import Settings, read
from banquier.panel.tints import TINTS
from banquier.play.key_queue import APART, HOLD, TAP
from banquier.saves.open_game import open_game
from banquier.words import key_words
from display.elements import ELEMENTS, is_lit
from display.lcd import FRAME
from firmware_sim.edition import Kind
from firmware_sim.session import RollLine
from hardware.unit import Unit, tap
from hardware.unit_inputs import name_players, set_fact
from keypad.keys import HOST, KEYS
from tests.panel.steering import comes, let_pass, press, resized, shown, steered

SECOND = 32_768


class Watched(Unit):
    """A unit that records its presses and releases."""

    def __init__(self, **how: object) -> None:
        super().__init__(editions(), **how)  # type: ignore[arg-type]
        self.touched: list[tuple[str, bool]] = []

    def press(self, key: str) -> None:
        self.touched.append((key, True))
        super().press(key)

    def release(self, key: str) -> None:
        self.touched.append((key, False))
        super().release(key)


async def test_the_words_tell_what_a_bot_did_and_what_a_person_is_asked(waiting: Unit) -> None:
    said: list[str] = []
    name_players(waiting, {1: "Ben"})
    set_fact(waiting, "next-dice", 1, 2)
    async with steered(waiting, settings=Settings(lang="fr"), bots={1: "greedy"}) as (panel, _):
        for _ in range(240):
            let_pass(panel, SECOND // 4)
            said.append(panel.question_line.text)
    assert "Ben achète Rue Lecourbe. Ben paie 6.000\xa0F à la banque (titre)." in said
    assert said[-1].startswith("J2, lancez les dés.")


@pytest.mark.parametrize(
    ("size", "pane"),
    [((80, 24), ()), ((200, 60), ()), ((80, 24), ("f2",))],
)
async def test_every_key_can_be_pressed_with_the_mouse(
    size: tuple[int, int], pane: tuple[str, ...]
) -> None:
    unit = Watched(seed=1)
    async with steered(unit, size) as (panel, pilot):
        await press(pilot, *pane)
        for key in KEYS:
            cap = panel.key_block.caps[key.name]
            middle = (cap.x + cap.width // 2, cap.y + cap.height // 2)
            await pilot.mouse_down(panel.key_block, offset=middle)
            assert panel.keys.held == {key.name}
            await pilot.mouse_up(panel.key_block, offset=middle)
            let_pass(panel, TAP)
            assert not panel.keys.held
            let_pass(panel, APART)
    assert unit.touched == [(key.name, down) for key in KEYS for down in (True, False)]


async def test_every_key_can_be_pressed_on_the_keyboard() -> None:
    unit = Watched(seed=1)
    hosts = [host for host in HOST if host != "escape"]
    async with steered(unit) as (panel, pilot):
        await pilot.press(*hosts)
        let_pass(panel, 10 * SECOND)
    pressed = [key for key, down in unit.touched if down]
    assert pressed == [HOST[host] for host in hosts]
    assert set(pressed) == {key.name for key in KEYS}


@pytest.mark.parametrize("end", ["let go elsewhere", "window left"])
async def test_a_key_comes_up_wherever_the_pointer_is(end: str) -> None:
    unit = Watched(seed=1)
    async with steered(unit) as (panel, pilot):
        cap = panel.key_block.caps["F"]
        await pilot.mouse_down(panel.key_block, offset=(cap.x + 2, cap.y + 1))
        await pilot.hover(panel.glass, offset=(10, 3))
        assert panel.keys.held == {"F"}
        if end == "window left":
            panel.post_message(AppBlur())
            await pilot.pause()
        else:
            await pilot.mouse_up(panel.glass, offset=(10, 3))
        let_pass(panel, TAP)
        assert not panel.keys.held
    assert unit.touched == [("F", True), ("F", False)]


async def test_a_click_between_the_keys_presses_nothing() -> None:
    unit = Watched(seed=1)
    async with steered(unit) as (panel, pilot):
        await pilot.click(panel.key_block, offset=(0, 5))
        await pilot.click(panel.key_block, offset=(34, 5))
        await pilot.click(panel.glass, offset=(34, 5))
    assert not unit.touched


async def test_a_pressed_key_looks_pressed_and_waiting_ones_are_named() -> None:
    async with steered(Unit(editions(), seed=1)) as (panel, pilot):
        await pilot.press("4", "3", "enter")
        panel.timing.wake()
        assert panel.key_block.held == {"4"}
        assert panel.key_block.notes == ("file   2", "3 OK")
        let_pass(panel, SECOND)
        assert not panel.key_block.notes


def underlined(panel: Panel) -> set[str]:
    strips = panel.screen._compositor.render_strips()
    segments = (segment for strip in strips for segment in strip)
    return {one.text for one in segments if one.style and one.style.underline}


@pytest.mark.parametrize("pane", ["", "f2"])
async def test_the_keys_that_answer_now_are_underlined(waiting: Unit, pane: str) -> None:
    set_fact(waiting, "next-dice", 1, 2)
    async with steered(waiting) as (panel, pilot):
        await press(pilot, *filter(None, [pane]))
        let_pass(panel, 1)
        assert underlined(panel) == {"DÉS"}
        await pilot.press("d")
        let_pass(panel, 4 * SECOND)
        assert underlined(panel) == {"ACHAT", "ENCH", "FIN"}


async def test_no_key_is_underlined_while_a_bot_is_asked_or_where_that_is_not_wanted(
    waiting: Unit,
) -> None:
    for settings, bots in ((Settings(marks=False), {}), (Settings(), {1: "greedy"})):
        async with steered(waiting, settings=settings, bots=bots) as (panel, _):
            let_pass(panel, 1)
            assert not underlined(panel)


async def test_the_glass_shows_what_the_unit_shows(waiting: Unit) -> None:
    async with steered(waiting) as (panel, pilot):
        before = panel.glass.shades
        await pilot.press("d")
        let_pass(panel, SECOND // 4)
        assert panel.glass.shades != before
        assert panel.unit.said.text.startswith("DES ")
        rows, darkest = panel.unit.glass(), max(panel.glass.shades)
        drawn = [shade == darkest for shade in panel.glass.shades]
        assert drawn == [is_lit(rows, name) for name in ELEMENTS]


async def test_f_and_on_can_be_held_by_keys_of_the_computer(waiting: Unit) -> None:
    async with steered(waiting) as (panel, pilot):
        await pilot.press("ctrl+f")
        let_pass(panel, HOLD + SECOND)
        assert panel.unit.said.text == "SON"
        await pilot.press("ctrl+o")
        let_pass(panel, HOLD + SECOND)
        assert not panel.unit.firmware.awake


async def test_a_pane_moves_beside_the_unit_when_the_window_grows(under_way: Unit) -> None:
    async with steered(under_way) as (panel, pilot):
        await pilot.press("f3")
        assert panel.key_block.region.height == 4
        await resized(panel, pilot, (140, 40))
        assert panel.key_block.display
        assert panel.pane is not None
        assert panel.pane.region.x >= 78
        await resized(panel, pilot, (30, 8))
        assert panel.glass_text.display


async def test_time_can_be_stopped_and_stepped(waiting: Unit) -> None:
    async with steered(waiting) as (panel, pilot):
        await pilot.press("f5")
        assert panel.timing.driver.paused
        before = panel.unit.tick
        await pilot.press("f6")
        assert 0 < panel.unit.tick - before <= 512
        await pilot.press("f7", "d", "f6")
        assert panel.timing.step_length == "operation"
        assert panel.unit.said.text.startswith("DES ")
        await pilot.press("f5")
        assert not panel.timing.driver.paused
        await pilot.press(">", ">", "<")
        assert panel.timing.driver.speed == 2.0


async def test_leaving_asks_once_and_can_be_cancelled(waiting: Unit) -> None:
    async with steered(waiting) as (panel, pilot):
        await pilot.press("q")
        assert len(panel.screen_stack) == 2
        await pilot.press("escape")
        assert len(panel.screen_stack) == 1
        await pilot.press("q", "enter")
    assert panel.return_code == 0


async def test_help_names_every_key_and_shuts(waiting: Unit) -> None:
    async with steered(waiting) as (panel, pilot):
        await pilot.press("f1")
        page = "\n".join(str(part.render()) for part in panel.screen.query("Static"))
        for key in KEYS:
            assert key.legend in page and key_words(key.name).text("fr") in page
        await pilot.press("d", "escape")
        assert len(panel.screen_stack) == 1
    assert panel.unit.said.text == "J1 LANCEZ"  # the d was read by the page


async def test_a_photograph_that_cannot_be_written_is_refused_in_the_players_language(
    waiting: Unit, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    async with steered(waiting, settings=Settings(lang="fr")) as (panel, pilot):
        panel.pictures = tmp_path / "file" / "new"
        await pilot.press("f8")
        await panel.workers.wait_for_complete()
        assert "ne peut pas être écrit\u00a0: ce n'est pas un dossier" in panel.messages.said[-1]


async def test_the_list_of_commands_reaches_what_the_keys_reach(waiting: Unit) -> None:
    async with steered(waiting) as (panel, pilot):
        found = {
            command.title: command.callback for command in panel.get_system_commands(panel.screen)
        }
        assert {"Aide", "Rouleau", "Plateau", "Machine", "Photo", "Quitter"} <= set(found)
        found["Teinte\u00a0: ambre"]()
        await pilot.pause()
        assert panel.theme == "ambre"
        await found["Muet"]()
        assert panel.settings.mute


async def test_a_remapped_key_is_pressed_and_printed() -> None:
    unit = Watched(seed=1)
    async with steered(unit, settings=Settings(keys={"w": "ACHAT", "a": ""})) as (panel, pilot):
        assert panel.key_block.letters["ACHAT"] == ("w",)
        await pilot.press("w")
    assert unit.touched[0] == ("ACHAT", True)


async def test_only_the_digits_of_a_paste_are_typed_and_none_below_a_box() -> None:
    unit = Watched(seed=1)
    async with steered(unit) as (panel, pilot):
        panel.post_message(Paste("-1.590 F ?+\ndap"))
        await press(pilot, "q")
        panel.post_message(Paste("7"))
        await press(pilot, "escape")
        let_pass(panel, SECOND)
    assert [key for key, down in unit.touched if down] == ["1", "5", "9", "0"]


async def test_the_question_line_says_what_is_asked_and_why_a_key_was_refused(
    waiting: Unit,
) -> None:
    name_players(waiting, {1: "Anne"})
    async with steered(waiting, settings=Settings(lang="en")) as (panel, pilot):
        panel.timing.wake()
        assert panel.question_line.text == "Anne, throw the dice. DÉS throws them."
        tap(waiting, "CARTE")
        panel.timing.wake()
        assert panel.question_line.text == "CARTE means nothing here. DÉS throws them."
        while panel.lang != "fr":
            await press(pilot, "ctrl+l")
        assert panel.question_line.text == "CARTE n'a pas de sens ici. DÉS les lance."
        assert panel.question_line.region.y == 11


async def test_the_words_come_with_the_whole_glass(waiting: Unit) -> None:
    """Painted as soon as the memory is written, they would delay the glass."""
    async with steered(waiting, settings=Settings(lang="en")) as (panel, _):
        panel.timing.wake()
        before = panel.question_line.text, panel.key_block.marked
        tap(waiting, "CARTE")
        waiting.run(waiting.notices_end + SECOND)
        waiting.press("DES")
        while waiting.glass() == waiting.lcd.memory:
            waiting.run(waiting.tick + 1)
        panel.timing.wake()
        assert (panel.question_line.text, panel.key_block.marked) == before
        waiting.run(waiting.tick + FRAME)
        panel.timing.wake()
        assert panel.question_line.text != before[0]


def test_textual_paints_as_often_as_the_panel_wants() -> None:
    script = """
from banquier.panel import launch
from banquier.panel.settings import Settings
from banquier.saves.open_game import open_game

def told():
    from textual import constants
    raise SystemExit(constants.MAX_FPS)

launch.own_terminal = told
launch.opened(open_game(players=4), Settings())
"""
    environment = {name: value for name, value in os.environ.items() if name != "TEXTUAL_FPS"}
    ended = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True)
    assert ended.returncode == int(FPS), ended.stderr


async def test_players_are_named_in_a_box_and_the_panes_show_it(tmp_path: Path) -> None:
    opened = open_game(players=3, folder=str(tmp_path))
    async with steered(opened, size=(120, 40)) as (panel, pilot):
        await pilot.press("ctrl+e", *"Anne", "tab", *"Bob", "escape")
        assert panel.unit.names == {}
        await press(pilot, "ctrl+e", *"Anne", "tab", "tab", *"Zo2", "enter")
        assert panel.unit.names == {1: "Anne", 3: "Zo2"}
        assert panel.question_line.text.startswith("Anne,")
        await press(pilot, "f3")
        assert "J1 Anne" in shown(panel) and "J3 Zo2" in shown(panel)
        await press(pilot, "f2")
        assert "J1 Anne  J3 Zo2" in shown(panel)
    opened.close()
    (save,) = tmp_path.glob("*.keys")
    assert 'names "Anne" "" "Zo2"' in save.read_text("utf-8")


async def test_rules_of_the_house_are_chosen_in_a_box_and_offered_again(tmp_path: Path) -> None:
    opened = open_game(folder=str(tmp_path))
    async with steered(opened, size=(100, 40)) as (panel, pilot):
        await pilot.press("ctrl+d", "space", "escape")
        assert opened.rules == {}
        await press(pilot, "ctrl+d", "space", "down", "down", "space", *["down"] * 5, "space")
        assert "La banque donne 10.000" in shown(panel)
        await press(pilot, "space", "left", "left", "left", "enter")
        assert opened.rules == {"parking": "pot", "depart_exact": 2}
        unit = panel.unit
        while unit.game is None:
            let_pass(panel, 1 << 15)
            await press(pilot, "enter")
        assert unit.game.has_pot and unit.game.edition.house_rules == 2
        await press(pilot, "ctrl+d")
        assert "Un coup qui finit sur Départ rapporte 2 salaires." in shown(panel)
        await press(pilot, "escape", "f3")
        assert "Cagnotte\u00a0: 0\u00a0F" in shown(panel)
    opened.close()
    (save,) = tmp_path.glob("*.keys")
    assert '\nedition electronique with parking = "pot", depart_exact = 2\n' in save.read_text()
    again = open_game(folder=str(tmp_path), new=True)
    assert again.rules == {} and again.last_rules == {"parking": "pot", "depart_exact": 2}
    again.close()


async def test_the_footer_is_clicked_and_shows_more_where_there_is_room(waiting: Unit) -> None:
    async with steered(waiting) as (panel, pilot):
        assert "F4 Machine" not in shown(panel)
        x = shown(panel).splitlines()[-1].index("F3")
        await pilot.click(panel.messages, offset=(x, 0))
        await pilot.pause()
        assert panel.pane_name == "board" and panel.messages.pane == "board"
        await resized(panel, pilot, (120, 40))
        assert "F4 Machine" in shown(panel) and "F9 Teinte" in shown(panel)


async def test_a_narrow_footer_leaves_out_what_is_needed_least(waiting: Unit) -> None:
    async with steered(waiting, settings=Settings(lang="fr")) as (panel, pilot):
        for lang in ("fr", "en"):
            while panel.lang != lang:
                await press(pilot, "ctrl+l")
            for width, keys in (
                (80, "F1 F2 F3 F10 ^R ^T ^P q"), (60, "F1 F2 F3 ^T ^P q"), (40, "F1 F3 ^P q")
            ):  # fmt: skip
                await resized(panel, pilot, (width, 24))
                footer = shown(panel).splitlines()[-1]
                assert [word for word in keys.split() if f" {word} " in footer] == keys.split()
                assert label(lang, "leave") in footer


async def test_a_tint_of_the_users_is_chosen_like_the_others(waiting: Unit, tmp_path: Path) -> None:
    (tmp_path / "tints").mkdir()
    (tmp_path / "tints" / "nuit.toml").write_text('glass = "#101820"\n', encoding="utf-8")
    settings = read(tmp_path / "panel.toml")
    async with steered(waiting, settings=settings) as (panel, pilot):
        await pilot.press(*["f9"] * len(TINTS))
        assert panel.theme == "nuit" and panel.theme_variables["glass"] == "#101820"
        assert panel.messages.said[-1] == "Teinte\u00a0: nuit"
        await pilot.press("f9")
        assert panel.theme == "lcd"


async def test_without_a_server_the_phones_pane_and_its_keys_are_refused(waiting: Unit) -> None:
    async with steered(waiting) as (panel, pilot):
        await press(pilot, "ctrl+r")
        assert "ne se joue pas sur les téléphones" in shown(panel)
        await pilot.press("ctrl+u", "ctrl+w", "ctrl+k")
        assert len(panel.screen_stack) == 1


@pytest.mark.parametrize("key", ["f2", "f4"])
async def test_a_pane_scrolls_by_keys_and_by_the_wheel(under_way: Unit, key: str) -> None:
    async with steered(under_way) as (panel, pilot):
        await press(pilot, key)
        pane = panel.pane
        assert pane is not None
        away, back = ("pageup", "pagedown") if key == "f2" else ("pagedown", "pageup")
        assert pane.scrolling.max_scroll_y
        first = shown(panel)
        await press(pilot, away)
        await comes(pilot, lambda: shown(panel) != first)
        await press(pilot, back)
        await comes(pilot, lambda: shown(panel) == first)
        wheel = (
            (MouseScrollUp, MouseScrollDown) if key == "f2" else (MouseScrollDown, MouseScrollUp)
        )
        await pilot._post_mouse_events([wheel[0]], widget=pane)
        await comes(pilot, lambda: shown(panel) != first)
        await pilot._post_mouse_events([wheel[1]], widget=pane)
        await comes(pilot, lambda: shown(panel) == first)


async def test_paging_up_stands_when_a_line_is_printed_at_that_moment(under_way: Unit) -> None:
    async with steered(under_way) as (panel, pilot):
        await press(pilot, "f2")
        pane = panel.pane
        assert pane is not None
        under_way.roll.append(RollLine(9, "J1 DES 1 2"))
        panel.timing.wake()
        pane.use("pageup")
        await pilot.pause()
        assert pane.scrolling.scroll_y < pane.scrolling.max_scroll_y


async def test_time_that_stands_still_is_told(waiting: Unit) -> None:
    async with steered(waiting) as (panel, pilot):
        asked = panel.question_line.text
        for key, told in (("f5", "F5"), ("f6", "F5"), ("f5", asked), ("f6", "F5"), ("f5", asked)):
            await press(pilot, key)
            assert told in panel.question_line.text


async def test_a_small_window_has_the_whole_question_and_the_letters(waiting: Unit) -> None:
    set_fact(waiting, "next-dice", 1, 2)
    name_players(waiting, {1: "Anne-Charlotte"})
    tap(waiting, "DES")
    async with steered(waiting, (60, 20)) as (panel, pilot):
        await press(pilot, "ctrl+l")
        page = " ".join(shown(panel).split())
        assert panel.question_line.text in page and "…" not in panel.question_line.text
        assert "auctions it" in page or "met aux enchères" in page
        for letter in ("d DÉS", "a ACHAT", "k FAILL", "enter OK", "tab F", "o ON"):
            assert letter in page
        await press(pilot, "f2")
        page = " ".join(shown(panel).split())
        assert panel.question_line.text in page


async def test_in_a_small_window_a_pane_is_shown_whole_or_not_at_all(under_way: Unit) -> None:
    async with steered(under_way, (60, 20)) as (panel, pilot):
        await press(pilot, "f2")
        for size in ((60, 20), (80, 16), (80, 20)):
            await resized(panel, pilot, size)
            assert panel.pane is not None
            pane = panel.pane.region
            assert pane.height >= 4 and pane.width == size[0]
            glass = panel.glass_text if panel.glass_text.display else panel.glass
            others = [panel.question_line, panel.messages, glass]
            assert not any(pane.overlaps(other.region) for other in others)
        await press(pilot, "f2")
        await resized(panel, pilot, (40, 8))
        await press(pilot, "f2")
        assert panel.pane is None and "80 × 24" in str(panel.messages.parts[0])


async def test_after_the_set_up_names_are_asked_for_once(tmp_path: Path) -> None:
    opened = open_game(folder=str(tmp_path))
    async with steered(opened) as (panel, pilot):
        for _ in range(12):
            await pilot.press("enter")
            let_pass(panel, SECOND)
            if panel.unit.game is not None:
                break
        let_pass(panel, SECOND)
        asked = [said for said in panel.messages.said if "^E" in said]
        assert asked == ["Qui joue\u00a0? ^E donne un nom à chacun."]
    opened.close()


@pytest.mark.parametrize(
    ("players", "sizes"), [(4, ((80, 24), (60, 20), (120, 30), (160, 50))), (8, ((80, 24),))]
)
@pytest.mark.parametrize("edition", BUILT_IN)
async def test_the_board_pane_shows_forty_squares_and_whole_streets_beside_the_unit(
    edition: str, players: int, sizes: tuple[tuple[int, int], ...]
) -> None:
    unit = open_game(edition, min(players, load(edition).most_players)).unit
    assert unit.game is not None
    labels = [square.label for square in unit.game.squares]
    streets = {square.label for square in unit.game.squares if square.kind is Kind.STREET}
    for player in (1, 2):
        set_fact(unit, "square", player, 5)
    async with steered(unit) as (panel, pilot):
        await press(pilot, "f3")
        for size in sizes:
            await resized(panel, pilot, size)
            page = shown(panel)
            drawn = re.findall(r"[█▌] ?([1-9]?[0-9])([^█▌\n]*)", page)
            names = {labels[int(number)]: name.split("◆")[0].strip() for number, name in drawn}
            if size < (120, 30):
                assert sorted(int(number) for number, _ in drawn) == list(range(40))
                assert len(set(names.values())) == len(set(labels))
                assert "◆1◆2" in page
                continue
            for _ in range(4):
                await press(pilot, "pagedown")
                page += shown(panel)
            assert not [label for label in streets if label not in page]
