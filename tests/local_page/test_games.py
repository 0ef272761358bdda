"""The games of a browser: kept before they are shown, listed, never overwritten."""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Page

from banquier.cli import main as banquier
from banquier.saves.open_game import open_save
from banquier.saves.save_folder import SaveFolder
from tests.local_page.conftest import Visitor
from tests.local_page.opened_page import (
    begun,
    bring,
    choose,
    downloaded,
    game,
    names,
    open_view,
    opened,
    press,
    state,
    until,
)
from tests.support.games_played import evening, play, take_up
from tests.support.paths import ROOT

STORED = """async (change) => {
  const { name } = (await indexedDB.databases()).find(({ name }) => name.startsWith('banquier '));
  const asked = indexedDB.open(name);
  const base = await new Promise((done) => { asked.onsuccess = () => done(asked.result); });
  const chunks = base.transaction('chunks', 'readwrite').objectStore('chunks');
  const all = (asked) => new Promise((done) => { asked.onsuccess = () => done(asked.result); });
  const keys = await all(chunks.getAllKeys()), parts = await all(chunks.getAll());
  for (const [name] of change) {
    await all(chunks.delete(IDBKeyRange.bound([name, 0], [name, Infinity])));
  }
  for (const [name, at, text] of change) {
    await all(chunks.put(new TextEncoder().encode(text), [name, at]));
  }
  base.close();
  return keys.map(([name, at], n) => [name, at, new TextDecoder().decode(parts[n])]);
}"""
"""Put these chunks into the browser's storage; returns what lay there."""


def stored(page: Page, *changes: tuple[str, int, str]) -> dict[str, str]:
    kept: dict[str, str] = {}
    for name, _, text in page.evaluate(STORED, changes):
        kept[name] = kept.get(name, "") + text
    return kept


def test_a_killed_tab_has_lost_nothing_and_a_second_one_takes_the_game(
    address: str, visitor: Visitor
) -> None:
    context = visitor()
    page = begun(opened(context, address))
    for key in ("DES", "FIN", "DES"):
        press(page, key)
        shown = game(page)
        page.close()
        page = opened(context, address)
        assert game(page) == shown
    other = context.new_page()
    other.goto(address)
    other.click("#take")
    page.wait_for_selector("#take")
    other.wait_for_selector("#begin")
    choose(other, "unit")
    assert game(other) == shown


def test_a_game_that_was_left_is_offered_with_its_players_and_its_day(
    file: str, visitor: Visitor, tmp_path: Path
) -> None:
    context = visitor()
    page = opened(context, file)
    evening(tmp_path / "a.keys", "players 3", operations=12, names={1: "Anne", 3: "Léo"})
    bring(page, tmp_path / "a.keys")
    until(page, lambda: bool(game(page)))
    page.close()
    page = opened(context, file, way="")
    page.wait_for_selector("#begin-title:text-is('Reprendre la partie\u00a0: Anne, J2, Léo')")
    day = page.evaluate("new Date().getDate()")
    assert f" {day} " in page.inner_text("#begin") and "mène" in page.inner_text("#begin")
    page.click("text=Nouvelle partie")
    until(page, lambda: state(page, "moment.kind") == "edition")
    begun(page)
    open_view(page, "games")
    until(page, lambda: page.locator("article").count() == 2)
    page.locator("article", has_text="Léo").get_by_text("Effacer").click()
    until(page, lambda: len(names(page)) == 1)
    page.close()
    page = opened(context, file)
    assert len(names(page)) == 1


NAMES = {1: "{é😀}", 2: "<b>نور’\u00a0P."}


def test_a_game_goes_to_a_terminal_with_names_and_rules_and_comes_back_as_one_more(
    file: str, visitor: Visitor, tmp_path: Path
) -> None:
    context = visitor()
    page = opened(context, file)
    page.evaluate("banquier.line.send({ t: 'rule', rule: 'parking', at: 1 })")
    for seat, name in NAMES.items():
        page.evaluate(f"name => banquier.line.send({{ t: 'name', seat: {seat}, name }})", name)
    begun(page)
    press(page, "DES")
    page.close()
    page = opened(context, file)
    assert {seat: state(page, f"table.names[{seat}]") for seat in NAMES} == NAMES
    path = downloaded(page, tmp_path / "ours.keys")
    assert banquier.main(["replay", "--check", str(path)]) == 0
    back = open_save(SaveFolder(str(tmp_path)), path=str(path))
    take_up(back.unit)
    assert back.unit.names == NAMES
    assert back.rules == {"parking": "pot"} and back.unit.game
    assert back.unit.game.cash[:5] == game(page)["cash"]
    play(back.unit, 20, seed=2)
    back.close()
    bring(page, path)
    until(page, lambda: game(page)["cash"] == back.unit.game.cash[:5])  # type: ignore[union-attr]
    assert len(names(page)) == 2 and "ours.keys" in names(page)


def test_an_edition_that_is_brought_is_offered_and_its_game_comes_back(
    file: str, visitor: Visitor, tmp_path: Path
) -> None:
    """The sheet of a new game opens with it, and the game before stays in the list."""
    context = visitor()
    page = begun(opened(context, file))
    bring(page, ROOT / "tests" / "editions" / "lyon.toml")
    page.wait_for_selector("option:checked:text-is('LYON 1962')", state="attached")
    page.tap('[data-action="start"]')
    until(page, lambda: bool(game(page)) and state(page, "board.edition") == "LYON 1962")
    open_view(page, "new_game")  # and for the game after that
    page.tap('[data-action="start"]')
    page.tap('[data-action="sure"]')
    page.wait_for_selector(".new-game", state="detached")
    open_view(page, "games")
    until(page, lambda: len(names(page)) == 3)
    page.close()
    page = opened(context, file)
    assert state(page, "board.edition") == "LYON 1962"
    shutil.copy(ROOT / "tests" / "editions" / "lyon.toml", tmp_path)
    path = downloaded(page, tmp_path / "a.keys")
    assert banquier.main(["replay", "--check", str(path)]) == 0


def test_bots_sit_where_they_sat_when_their_game_is_taken_up(file: str, visitor: Visitor) -> None:
    context = visitor()
    page = opened(context, file, way="seat")
    page.click('[data-action="start"]')  # a person and three bots
    until(page, lambda: state(page, "table.bots") == [2, 3, 4])
    page.click('[data-action="throw"]')
    until(page, lambda: state(page, "roll.length") > 1)
    page.close()
    page = opened(context, file, way="seat")
    until(page, lambda: state(page, "table.bots") == [2, 3, 4] and bool(game(page)))
    open_view(page, "games")
    page.click("text=Nouvelle partie")
    page.click('[data-action="start"]')
    page.click('[data-action="sure"]')
    until(page, lambda: len(names(page)) == 1 and state(page, "roll.length") == 1)


JUNK = "banquier 1\n@1 state 1 0123456789abcdef 0123456701234567 {}\n"
NEWER = "banquier 9\n@1 state 1 0123456789abcdef 0123456701234567 {}\n"


@pytest.mark.parametrize(
    ("content", "why"), [("junk", "ne peut pas être repris"), (NEWER, "plus récent")]
)
def test_a_file_that_is_no_game_is_refused_in_a_sentence_and_the_game_goes_on(
    content: str, why: str, file: str, visitor: Visitor, tmp_path: Path
) -> None:
    page = begun(opened(visitor(), file))
    (tmp_path / "a.keys").write_text(content)
    bring(page, tmp_path / "a.keys")
    page.wait_for_selector(f"#trouble >> text={why}")
    page.click("#dismiss")
    page.click("#close")
    press(page, "DES")
    assert len(names(page)) == 1


@pytest.mark.parametrize("content", ["junk", JUNK, NEWER, "\0" * 500])
def test_what_cannot_be_read_stays_as_it_is_and_a_new_game_begins(
    content: str, file: str, visitor: Visitor
) -> None:
    context = visitor()
    page = begun(opened(context, file))
    (name,) = stored(page)
    page.close()
    page = context.new_page()
    page.goto(f"{file}#g=")  # no link of a game: the storage is left alone
    stored(page, (name, 0, content))
    page.close()
    page = opened(context, file)
    begun(page)
    press(page, "DES")
    assert content in stored(page).values()


def test_a_full_storage_is_told_and_the_unit_says_so(file: str, visitor: Visitor) -> None:
    page = opened(visitor(), file)
    page.evaluate(
        """() => {
          const { put } = IDBObjectStore.prototype;
          IDBObjectStore.prototype.put = function (value, key) {
            put.call(this, value, key);
            return this.add(value, key); // fails, and the whole transaction with it
          };
        }"""
    )
    begun(page)
    page.wait_for_selector("#trouble >> text=La partie ne peut pas être enregistrée ici.")
    page.click("#dismiss")
    press(page, "DES")  # and goes on


def test_the_game_of_an_earlier_file_goes_on(file: str, visitor: Visitor) -> None:
    """Until 1.5 it was kept as records, without sums."""
    context = visitor()
    page = begun(opened(context, file))
    press(page, "DES")
    shown, kept = game(page), next(iter(stored(page).values()))
    records = [line.split(" ", 5)[5] for line in kept.splitlines() if " state " in line]
    page.close()
    page = context.new_page()
    page.goto(file + "#g=")  # no link of a game: the storage is left alone
    stored(page, ("game", 0, 'names "Anne"\n'), ("game", 1, "\n".join(records) + "\n"))
    page.close()
    page = opened(context, file)
    until(page, lambda: "game.keys" in names(page))
    until(page, lambda: state(page, "table.names[1]") == "Anne")
    assert game(page) == shown
