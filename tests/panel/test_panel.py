"""The panel driven by Textual's pilot: keys by mouse and keyboard, panes, commands, sizes."""

import re
from pathlib import Path

import pytest
from textual.events import AppBlur, MouseScrollDown, MouseScrollUp, Paste
from textual.pilot import Pilot

from banquier.editions.edition_file import BUILT_IN
from banquier.panel import keymap
from banquier.panel.actions import label
from banquier.panel.app import Panel
from banquier.panel.boxes import Ending
from banquier.panel.panes.pane import Pane
from banquier.panel.settings import Settings, read
from banquier.play.key_queue import APART, HOLD, TAP
from banquier.saves.open_game import open_game
from banquier.saves.save_folder import SaveFolder
from banquier.words import key_words
from display.lcd import FRAME
from firmware_sim.edition import Kind
from firmware_sim.session import RollLine
from hardware.unit import Observer, Unit, tap
from hardware.unit_inputs import name_players, set_fact
from keypad.keys import HOST, KEYS
from tests.panel.steering import comes, let_pass, press, resized, shown, steered
from tests.support.typography import typed
from tests.support.units import set_facts, tap_in_turn

SECOND = 32_768


class Touched(Observer):
    """The edges of a unit's keys, and whether each goes down."""

    def __init__(self, unit: Unit) -> None:
        self.edges: list[tuple[object, bool]] = []
        unit.observers.append(self)

    def on_input(self, unit: Unit, verb: str, *facts: object) -> None:
        self.edges.append((facts[0], verb == "down"))


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


async def test_every_key_is_pressed_by_the_mouse_and_comes_up_wherever_the_pointer_is(
    cold: Unit,
) -> None:
    touched = Touched(cold)
    async with steered(cold) as (panel, pilot):
        few = KEYS[::5]  # of every row
        for size, pane, keys in (
            ((80, 24), (), KEYS), ((200, 60), (), few), ((80, 24), ("f2",), few),
        ):  # fmt: skip
            await resized(panel, pilot, size)
            await press(pilot, *pane)
            for key in keys:
                cap = panel.key_block.caps[key.name]
                middle = (cap.x + cap.width // 2, cap.y + cap.height // 2)
                await pilot.mouse_down(panel.key_block, offset=middle)
                assert panel.keys.held == {key.name}
                await pilot.mouse_up(panel.key_block, offset=middle)
                let_pass(panel, TAP)
                assert not panel.keys.held
                let_pass(panel, APART)
        assert touched.edges == [
            (key.name, down) for key in (*KEYS, *few, *few) for down in (True, False)
        ]
        for blurred in (True, False):
            cap = panel.key_block.caps["F"]
            await pilot.mouse_down(panel.key_block, offset=(cap.x + 2, cap.y))
            await pilot.hover(panel.glass, offset=(10, 3))
            assert panel.keys.held == {"F"}
            if blurred:
                panel.post_message(AppBlur())
                await pilot.pause()
            else:
                await pilot.mouse_up(panel.glass, offset=(10, 3))
            let_pass(panel, TAP)
            assert not panel.keys.held
            let_pass(panel, APART)
        panel.action_contact("4", True)
        panel.post_message(AppBlur())
        await pilot.pause()
        let_pass(panel, TAP)
        assert not panel.keys.held
        del touched.edges[:]
        for widget, offset, button in (
            (panel.key_block, (79, 2), 1), (panel.key_block, (37, 2), 1), (panel.glass, (34, 5), 1),
            (panel.key_block, (cap.x + 2, cap.y), 3),
        ):  # fmt: skip
            await pilot.click(widget, offset=offset, button=button)
        assert not touched.edges


async def test_every_key_is_typed_and_digits_are_pasted_but_none_below_a_box(
    cold: Unit, monkeypatch: pytest.MonkeyPatch
) -> None:
    touched = Touched(cold)
    hosts = [host for host in HOST if host != "escape"]
    async with steered(cold) as (panel, pilot):
        await pilot.press(*hosts)
        panel.post_message(Paste("-1.590 F ?+\ndap"))
        await press(pilot, "q")
        panel.post_message(Paste("7"))
        await press(pilot, "escape")
        monkeypatch.setattr(keymap, "RHYTHM", (0, 600))  # of a keyboard that repeats a held key
        await press(pilot, *"4" * 40)
        let_pass(panel, 20 * SECOND)
    pressed = [key for key, down in touched.edges if down]
    assert pressed == [*(HOST[host] for host in hosts), *"1590", *"4" * keymap.REPEATS]
    assert {*pressed} == {key.name for key in KEYS}


async def test_a_pressed_key_looks_pressed_and_waiting_ones_are_named(cold: Unit) -> None:
    """Also by the letter that a player has given it."""
    async with steered(cold, settings=Settings(keys={"w": "ACHAT", "a": ""})) as (panel, pilot):
        assert panel.key_block.letters["ACHAT"] == ("w",)
        await pilot.press("4", "3", "a", "w", "1")
        panel.timing.wake()
        assert panel.key_block.held == {"4"}
        assert panel.key_block.notes == ("file   3", "3 ACHAT…")
        let_pass(panel, SECOND)
        assert not panel.key_block.notes


def underlined(panel: Panel) -> set[str]:
    strips = panel.screen._compositor.render_strips()
    segments = (segment for strip in strips for segment in strip)
    return {one.text for one in segments if one.style and one.style.underline}


async def test_the_keys_that_answer_now_are_underlined_where_that_is_wanted(waiting: Unit) -> None:
    """While F waits, the base keys bear the functions."""
    set_fact(waiting, "next-dice", 1, 2)
    for settings, bots in ((Settings(marks=False), {}), (Settings(), {1: "greedy"})):
        async with steered(waiting, settings=settings, bots=bots) as (panel, _):
            let_pass(panel, 1)
            assert not underlined(panel)
    async with steered(waiting) as (panel, pilot):
        for pane in (), ("f2",):
            await press(pilot, *pane)
            let_pass(panel, 1)
            assert underlined(panel) == {"DÉS"}
        await press(pilot, "f2", "tab")
        let_pass(panel, SECOND)
        await pilot.pause()
        assert shown(panel).count("LOYER") == 2
        let_pass(panel, 4 * SECOND)
        await pilot.pause()
        assert shown(panel).count("LOYER") == 1
        await pilot.press("d")
        let_pass(panel, 4 * SECOND)
        assert underlined(panel) == {"ACHAT", "ENCH", "FIN"}


async def test_time_can_be_stopped_and_stepped_which_is_told(waiting: Unit) -> None:
    async with steered(waiting) as (panel, pilot):
        asked, before = panel.question_line.text, panel.unit.tick
        for key, told in (("f5", "F5"), ("f6", "F5"), ("f5", asked), ("f6", "F5")):
            await press(pilot, key)
            assert told in panel.question_line.text
            assert panel.timing.driver.paused is (told == "F5")
        assert 512 < panel.unit.tick - before <= 1024
        await pilot.press("f7", "d", "f6")
        assert panel.timing.step_length == "operation"
        assert panel.unit.said.text.startswith("DES ")
        await pilot.press("f5")
        assert not panel.timing.driver.paused
        await pilot.press(">", ">", "<")
        assert panel.timing.driver.speed == 2.0


async def test_help_names_every_key_and_some_can_be_held(waiting: Unit) -> None:
    async with steered(waiting) as (panel, pilot):
        await pilot.press("f1")
        page = "\n".join(str(part.render()) for part in panel.screen.query("Static"))
        for key in KEYS:
            assert key.legend in page and key_words(key.name).text("fr") in page
        await pilot.press("d", "escape")
        assert len(panel.screen_stack) == 1
        assert panel.unit.said.text == "J1 LANCEZ"  # the d was read by the page
        for held, shows in (("ctrl+f", "SON"), ("ctrl+o", "")):
            await pilot.press(held)
            let_pass(panel, HOLD + SECOND)
            assert panel.unit.said.text == shows


async def test_the_list_of_commands_reaches_what_the_keys_reach(
    waiting: Unit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tint of the user's like the others; and sound, where its library is missing, by a sentence
    that says how to get it."""
    (tmp_path / "tints").mkdir()
    (tmp_path / "tints" / "nuit.toml").write_text('glass = "#101820"\n', encoding="utf-8")
    settings = read(tmp_path / "panel.toml")
    async with steered(waiting, settings=settings) as (panel, pilot):
        found = {
            command.title: command.callback for command in panel.get_system_commands(panel.screen)
        }
        wanted = "Jeu · Aide", "Jeu · Rouleau", "Jeu · Quitter", "Technique · Machine"
        assert {*wanted} <= set(found)
        found["Teinte\u00a0: contraste"]()
        await pilot.press("f9")
        assert panel.theme == "nuit" and panel.theme_variables["glass"] == "#101820"
        assert panel.messages.said[-1] == "Teinte\u00a0: nuit"
        await pilot.press("f9")
        assert panel.theme == "lcd"
        monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
        await found["Jeu · Muet"]()
        assert panel.settings.mute and "muet" in panel.key_block.notes
        assert "sound" not in panel.messages.said[-1]
        await found["Jeu · Muet"]()
        assert 'pip install "banquier90[sound]"' in panel.messages.said[-1]
        await press(pilot, "ctrl+r", "ctrl+u", "ctrl+w", "ctrl+k")  # there are no phones
        assert "ne se joue pas sur les téléphones" in shown(panel)
        assert len(panel.screen_stack) == 1


async def test_the_question_line_says_what_is_asked_and_why_a_key_was_refused(
    waiting: Unit,
) -> None:
    name_players(waiting, {1: "Anne"})
    async with steered(waiting, settings=Settings(lang="en")) as (panel, pilot):
        panel.timing.wake()
        assert panel.question_line.text == "Anne, throw the dice. DÉS throws"
        tap(waiting, "CARTE")
        panel.timing.wake()
        assert panel.question_line.text == "CARTE means nothing here. DÉS throws"
        let_pass(panel, 4 * SECOND)
        assert panel.question_line.text == "Anne, throw the dice. DÉS throws"
        tap(waiting, "CARTE")
        panel.timing.wake()
        while panel.lang != "fr":
            await press(pilot, "ctrl+l")
        assert panel.question_line.text == "CARTE ne sert pas ici. DÉS lance"
        assert panel.question_line.region.y == 11


async def test_the_board_stands_beside_a_wide_glass_until_it_is_closed(waiting: Unit) -> None:
    async with steered(waiting, (110, 30)) as (panel, pilot):
        await comes(pilot, lambda: panel.pane_name == "board")
        await press(pilot, "f1")
        assert "MONTPARNASSE" in shown(panel)  # a box stands over the unit, not over the board
        await press(pilot, "escape")
        await press(pilot, "escape")
        assert panel.keys.held == {"C"} and panel.pane_name == "board"
        await press(pilot, "f2", "f2")
        await comes(pilot, lambda: panel.pane_name == "board")
        await resized(panel, pilot, (109, 30))
        await comes(pilot, lambda: panel.pane is None)
        for width in (200, 120, 110):
            await resized(panel, pilot, (width, 40))
            await comes(pilot, lambda: panel.pane and panel.pane.region.width)
            assert panel.pane and panel.pane_name == "board"
            keys, edge = panel.key_block.region, panel.pane.region.x - 1
            lines = shown(panel).splitlines()[keys.y : keys.bottom]
            assert "BANQUIER" in "".join(lines)
            assert {line[edge] for line in lines} == {" "}  # a column stays free
        await press(pilot, "f3")
        let_pass(panel, SECOND)
        await pilot.pause()
        assert panel.pane is None


STAKES = {
    "auction": ("next-dice 1 2", "DES ENCH OK 1 5 0 0 0 OK 2 6 0 0 0 OK",
                ["offres : J2 6.000 F J1 5.000 F", "ne peuvent plus suivre : J4"]),
    "debt": ("owner 39 1, owner 1 1, owner 3 1, houses 1 1, cash 1 100, next-dice 1 3", "DES",
             ["J1 doit 20.000 F à la banque", "il manque 19.900 F", "HYPO hypothèque 26.000 F",
              "DÉMOL revend 2.500 F"]),
    "bargain": ("free-card 1 chance", "VENTE 1 OK 2 OK + OK FIN FIN",
                ["J1 donne : une carte de prison", "J2 donne : rien"]),
}  # fmt: skip


@pytest.mark.parametrize(("facts", "keys", "told"), STAKES.values(), ids=STAKES)
async def test_what_is_at_stake_opens_by_itself_beside_the_glass(
    waiting: Unit, facts: str, keys: str, told: list[str]
) -> None:
    """Also what was bid before the panel could see it."""
    set_facts(waiting, f"cash 4 900, {facts}")
    for key in keys.split():
        tap(waiting, key)
        waiting.run(waiting.notices_end + SECOND)
    async with steered(waiting, (120, 40), settings=Settings(lang="fr")) as (panel, pilot):

        def beside() -> str:
            return typed(
                " ".join(" ".join(line[80:].split()) for line in shown(panel).splitlines())
            )

        await comes(pilot, lambda: all(one in beside() for one in told))


async def test_the_end_is_a_box_with_the_ranking_the_curve_and_three_keys(tmp_path: Path) -> None:
    opened = open_game(players=2, games=SaveFolder(str(tmp_path)))
    unit = opened.unit
    unit.run(unit.notices_end)
    tap_in_turn(unit, "FAILL", "2", "OK", "OK", "OK")
    unit.run(unit.notices_end + SECOND)
    async with steered(opened, (120, 40), settings=Settings(lang="en")) as (panel, pilot):
        await comes(pilot, lambda: "⠉" in shown(panel) or "⣀" in shown(panel))
        page = typed(shown(panel))
        assert "1 J1" in page and "2 J2" in page and "Enter again" in page
        ending, board = panel.screen, panel.pane  # which opens at the same moment
        assert isinstance(ending, Ending) and board
        await comes(pilot, lambda: 0 < ending.inside.region.right <= board.region.x)
        await press(pilot, "h")
        assert panel.pane_name == "history" and len(panel.screen_stack) == 1
        panel.timing.wake()
        await pilot.pause()
        assert len(panel.screen_stack) == 1  # it is offered once
        panel.action_again()
        let_pass(panel, 60 * SECOND)
        assert unit.game and not unit.game.winner
    opened.close()


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


async def test_players_are_named_in_a_box_and_the_panes_show_it(tmp_path: Path) -> None:
    opened = open_game(players=3, games=SaveFolder(str(tmp_path)))
    async with steered(opened, size=(120, 40)) as (panel, pilot):
        await pilot.press("ctrl+e", *"Anne", "tab", *"Bob", "escape")
        assert panel.unit.names == {}
        await press(pilot, "ctrl+e", *"Anne", "tab", "tab", *"Zo2", "enter")
        assert panel.unit.names == {1: "Anne", 3: "Zo2"}
        assert panel.question_line.text.startswith("Anne,")
        await comes(pilot, lambda: "J1 Anne" in shown(panel) and "J3 Zo2" in shown(panel))
        assert "▸Anne 150.000" in shown(panel)  # above the keys
        await press(pilot, "f2")
        assert "J1 Anne  J3 Zo2" in shown(panel)
    opened.close()
    (save,) = tmp_path.glob("*.keys")
    assert 'names "Anne" "" "Zo2"' in save.read_text("utf-8")


async def test_rules_of_the_house_are_chosen_in_a_box_and_offered_again(tmp_path: Path) -> None:
    """And once the game has begun, names are asked for."""
    opened = open_game(games=SaveFolder(str(tmp_path)))
    async with steered(opened, size=(100, 40)) as (panel, pilot):
        await pilot.press("ctrl+d", "space", "escape")
        assert opened.rules == {}
        await press(pilot, "ctrl+d", "space", "down", "down", "space", *["down"] * 5, "space")
        assert "La banque donne 10.000\u00a0F" in shown(panel)
        await press(pilot, "space", "left", "left", "left", "enter")
        assert opened.rules == {"parking": "pot", "depart_exact": 2}
        unit = panel.unit
        while unit.game is None:
            let_pass(panel, 1 << 15)
            await press(pilot, "enter")
        assert unit.game.has_pot and unit.game.edition.house_rules == 2
        let_pass(panel, SECOND)
        asked = [said for said in panel.messages.said if "^E" in said]
        assert asked == ["Qui joue\u00a0? ^E donne un nom à chacun."]
        await press(pilot, "ctrl+d")
        assert "Un coup qui finit sur Départ rapporte 2 salaires." in shown(panel)
        await press(pilot, "escape", "f3")
        assert "Cagnotte\u00a0: 0\u00a0F" in shown(panel)
    opened.close()
    (save,) = tmp_path.glob("*.keys")
    assert '\nedition electronique with parking = "pot", depart_exact = 2\n' in save.read_text()
    again = open_game(games=SaveFolder(str(tmp_path)), new=True)
    assert again.rules == {} and again.last_rules == {"parking": "pot", "depart_exact": 2}
    again.close()


async def test_the_footer_is_clicked_and_leaves_out_what_is_needed_least(waiting: Unit) -> None:
    async with steered(waiting, settings=Settings(lang="fr")) as (panel, pilot):
        x = shown(panel).splitlines()[-1].index("F3")
        await pilot.click(panel.messages, offset=(x, 1))
        await pilot.pause()
        assert panel.pane_name == "board" and panel.messages.pane == "board"
        for lang in ("fr", "en"):
            while panel.lang != lang:
                await press(pilot, "ctrl+l")
            for width, keys in ((150, "F1 ^P F2 F3 F10 ^T F4 ^R F9 ^L q"), (80, "F1 ^P F2 F3 ^T q"),
                                (40, "F1 ^P q")):  # fmt: skip
                await resized(panel, pilot, (width, 24))
                footer = shown(panel).splitlines()[-1].rstrip()
                found = re.findall(r"(?<= )(?:F\d+|\^[A-Z]|q)(?= )", footer)
                assert {*keys.split()} <= {*found} and len(footer) <= width
                assert footer.endswith(f"q {label(lang, 'leave')}")


DOWN, UP = ("pagedown", MouseScrollDown), ("pageup", MouseScrollUp)


async def scrolled(
    panel: Panel, pilot: Pilot[int], away: tuple[str, type], back: tuple[str, type]
) -> Pane:
    """Scroll the pane there and back, by the key and by the wheel of each way."""
    first, pane = shown(panel), panel.pane
    assert pane and pane.scrolling.max_scroll_y
    await press(pilot, away[0])
    await comes(pilot, lambda: shown(panel) != first)
    await press(pilot, back[0])
    await comes(pilot, lambda: shown(panel) == first)
    await pilot._post_mouse_events([away[1]], widget=pane)
    await comes(pilot, lambda: shown(panel) != first)
    await pilot._post_mouse_events([back[1]], widget=pane)
    await comes(pilot, lambda: shown(panel) == first)
    return pane


async def test_a_pane_scrolls_by_keys_and_by_the_wheel(under_way: Unit) -> None:
    """Also up when a line is printed at that moment."""
    async with steered(under_way) as (panel, pilot):
        await press(pilot, "f4")
        await scrolled(panel, pilot, DOWN, UP)
        await press(pilot, "f2")
        pane = await scrolled(panel, pilot, UP, DOWN)
        under_way.roll.append(RollLine(9, "J1 DES 1 2"))
        panel.timing.wake()
        pane.use("pageup")
        await pilot.pause()
        assert pane.scrolling.scroll_y < pane.scrolling.max_scroll_y


async def test_a_small_window_has_the_whole_question_and_the_letters(waiting: Unit) -> None:
    set_fact(waiting, "next-dice", 1, 2)
    name_players(waiting, {1: "Anne-Charlotte"})
    tap(waiting, "DES")
    async with steered(waiting, (60, 20), settings=Settings(lang="en")) as (panel, pilot):
        asked = "Anne-Charlotte, buy Rue Lecourbe for 6.000 F? "
        for width in (60, 34):
            await resized(panel, pilot, (width, 20))
            page = " ".join(shown(panel).split())
            assert f"{asked}ACHAT buys · ENCH or FIN auctions it" in page
        for letter in ("d DÉS", "a ACHAT", "k FAILL", "enter OK", "tab F", "o ON"):
            assert letter in page
        await press(pilot, "f2")
        assert typed(panel.question_line.text) in " ".join(shown(panel).split())


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


SIZES = (80, 24), (80, 28), (60, 20), (120, 30), (160, 50)


@pytest.mark.parametrize(
    ("edition", "players", "sizes"),
    [*((name, 4, SIZES) for name in BUILT_IN), ("euro", 8, ((80, 24), (80, 29)))],
)
async def test_the_board_pane_shows_forty_squares_and_whole_streets_beside_the_unit(
    edition: str, players: int, sizes: tuple[tuple[int, int], ...]
) -> None:
    unit = open_game(edition, players).unit
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
