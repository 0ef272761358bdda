"""REPRISE ? OK brings back the very question, however the unit was stopped; its next answer counts
as if nothing had been."""

import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from banquier.saves.link import link_of, unpack
from banquier.saves.open_game import OpenGame, open_save
from banquier.saves.recorded_game import RecordedGame
from banquier.saves.recording_file import recording_of
from banquier.saves.save_folder import SaveFolder
from banquier.saves.save_format import scan
from hardware.crystal import SECOND
from hardware.unit import Unit, tap
from tests.support.games_played import facts, sit_down, take_up
from tests.support.units import set_facts


class Stand(NamedTuple):
    """Keys up to a question, and those that follow; MENU: F held."""

    before: str
    after: str
    kind: str
    header: str = "players 3"
    facts: str = ""


LAND, GROUP, TRADE = "next-dice 1 2", "owner 1 1, owner 3 1", "owner 1 1, owner 3 2"
KEYED, PAY = "players 3, dice keyed", " PAYER OK 2 OK 7 OK"
STANDS = {
    "auction": Stand(
        "DES ENCH OK 2 5 0 0 0 OK 3 6 0", "0 0 OK FIN OK FIN", "bid_amount", facts=LAND
    ),
    "declined": Stand("DES FIN OK 3 7 0 0 0 OK", "FIN OK", "bid", facts=LAND),
    "sold": Stand("DES ENCH OK 2 5 0 0 0 OK FIN", "OK FIN", "sold", facts=LAND),
    "bargain": Stand(
        "VENTE OK OK OK FIN OK FIN 5 0 OK OK OK", "OK" + PAY, "accord", "edition euro", TRADE
    ),
    "typed dice": Stand("4", "3 OK", "second_die", KEYED),
    "function over typed dice": Stand("4 PAYER OK", "2 OK 5 0 0 OK 3 OK", "whom_pay", KEYED),
    "amount": Stand("PAYER OK 2 OK 1 2", "0 0 OK" + PAY, "pay_amount"),
    "CERTAIN ?": Stand("FAILL OK OK", "OK" + PAY, "bankrupt_sure"),
    "CORR": Stand("DES ACHAT FIN CORR", "OK FIN", "undo", facts=LAND),
    "CORR of a bargain": Stand(
        "VENTE OK OK OK FIN OK FIN 5 0 OK OK OK OK CORR", "C" + PAY, "undo", "edition euro", TRADE
    ),
    "a throw taken back": Stand("DES CORR OK", "DES FIN", "throw"),
    "MENU": Stand("MENU + + + + +", "OK C" + PAY, "menu_auto_rent"),
    "a setting changed": Stand("MENU + + + + + + OK C PAYER OK 2", "OK 5 OK 1 2 OK", "whom_pay"),
    "view": Stand("? 2", "C" + PAY, "look_cash"),
    "one house built": Stand("BATIR OK OK + OK", "OK C" + PAY, "build", facts=GROUP),
    "nothing typed": Stand("DES", "ACHAT FIN", "offer", facts=LAND),
}
OWNERS = "owner 39 2, owner 1 1, owner 6 1, mortgaged 6 1, owner 5 3, owner 15 3"
DEBT = f"{OWNERS}, cash 1 400, square 1 36"
PLACES = {  # J1 owes J2; J2 is asked about what J1 has sold; what J3 left is sold
    "debt": ("1 2 OK LOYER", DEBT, "debt"),
    "LEVER ?": ("VENTE OK OK + + OK FIN FIN 3 0 0 OK OK OK OK", OWNERS, "lift_received"),
    "estate": ("FAILL 3 OK OK OK", OWNERS, "first_bid"),
}
BEGUN = {
    "nothing": ("", "OK", ""),
    "who": ("PAYER +", "OK OK", "who_pay"),
    "sum": ("PAYER 1 OK 2 OK 1 2", "OK", "pay_amount"),
    "marked": ("VENTE 1 OK 2 OK + OK", "FIN", "good"),
    "accord": ("VENTE 1 OK 2 OK + OK FIN FIN OK OK OK", "OK", "accord"),
    "certain": ("FAILL 2 OK OK", "OK", "bankrupt_sure"),
    "pledged": ("HYPO 2 OK 3 9 OK", "C PAYER OK", "lift"),
    "lift": ("HYPO 2 OK 3 9 OK OK", "OK C", "lift_sure"),
    "view": ("? 2 +", "C", "look_deed"),
    "MENU": ("MENU + + + + +", "OK C", "menu_auto_rent"),
    "setting": ("MENU OK C PAYER", "OK", "who_pay"),
}
ONLY_THERE = {
    "debt": {"walk": ("+", "C", "walk_deed"), "CORR": ("CORR", "OK", "undo")},
    "LEVER ?": {"INTERET": ("+", "OK", "interest"), "CORR": ("CORR", "OK", "undo")},
    "estate": {
        "bidder": ("2 6", "0 0 OK", "bid_amount"),
        "bids": ("1 5 OK 2 9 OK", "C FIN OK", "bid"),
        "sold": ("1 5 OK FIN", "OK 2 7 OK FIN OK", "sold"),
        "unsold": ("FIN", "OK", "unsold"),
        "function over bids": ("2 9 OK HYPO 2 OK OK", "C FIN OK", "lift"),
        "the end over bids": ("2 9 OK MENU - - - - OK OK", "CORR OK FIN OK", "winner"),
        "a setting over the end": ("FIN MENU - - - - OK OK + MENU OK C", "CORR OK OK", "rank"),
        "bids after the end": ("2 9 OK MENU - - - - OK OK CORR OK", "FIN OK", "bid"),
    },
}
STANDS |= {
    f"{place}: {begun}": Stand(
        f"{there} {before}", after, kind or asks, f"edition deska, {KEYED}", its_facts
    )
    for place, (there, its_facts, asks) in PLACES.items()
    for begun, (before, after, kind) in (BEGUN | ONLY_THERE[place]).items()
}


def press(unit: Unit, keys: str) -> None:
    for key in keys.split():
        unit.run(unit.notices_end)
        tap(unit, "F" if key == "MENU" else key, hold=2 * SECOND if key == "MENU" else 2048)
    unit.run(unit.notices_end)


def stood(stand: Stand, path: Path) -> OpenGame:
    save = open_save(SaveFolder(str(path.parent)), path=str(path), seed=7)
    sit_down(save.unit, *stand.header.split(", "))
    set_facts(save.unit, stand.facts)
    press(save.unit, stand.before)
    return save


def hold_on(save: OpenGame) -> OpenGame:
    tap(save.unit, "ON", hold=2 * SECOND)
    assert not save.unit.firmware.awake
    tap(save.unit, "ON")
    return save


def cut(save: OpenGame) -> OpenGame:
    save.unit.power_off()
    save.unit.power_on()
    return save


def end(save: OpenGame) -> OpenGame:
    save.close()
    return open_save(SaveFolder(str(Path(save.path).parent)), path=save.path)


def kill(save: OpenGame) -> OpenGame:
    """The file as a killed program leaves it."""
    copy = Path(save.path).with_name(f"copy-of-{Path(save.path).name}")
    shutil.copy(save.path, copy)
    save.abandon()
    again = open_save(SaveFolder(str(copy.parent)), path=str(copy))
    assert again.sentences == []
    return again


@pytest.mark.parametrize("name", STANDS)
def test_the_very_question_comes_back(name: str, tmp_path: Path) -> None:
    stand = STANDS[name]
    undisturbed = stood(stand, tmp_path / "undisturbed.keys")
    asked, said = undisturbed.unit.question, undisturbed.unit.said
    assert asked.kind == stand.kind
    press(undisturbed.unit, stand.after)
    save = stood(stand, tmp_path / "game.keys")
    for stop in (hold_on, cut, end, kill):
        save = stop(stop(save))
        take_up(save.unit)
        save.unit.run(save.unit.notices_end)
        assert (save.unit.question, save.unit.said) == (asked, said), stop
    press(save.unit, stand.after)
    assert save.unit.question == undisturbed.unit.question
    assert facts(save.unit) == facts(undisturbed.unit)
    save.close()
    recording, trouble = recording_of(save.path)
    replayed = RecordedGame(recording).cursor
    assert not (replayed.play() or replayed.differs or trouble)
    again, kept = (
        unpack(link_of(save.path), SaveFolder(str(tmp_path))).save,
        Path(save.path).read_bytes(),
    )
    assert scan(again).marks[-1].digest == scan(kept).marks[-1].digest
    undisturbed.close()


def test_without_its_answers_a_question_is_that_of_the_game(tmp_path: Path) -> None:
    """`EFFACER ?` forgets it."""
    save = cut(stood(STANDS["auction"], tmp_path / "game.keys"))
    save.unit.run(save.unit.notices_end)
    tap(save.unit, "C", "OK")
    assert save.unit.question.kind == "edition" and save.unit.session.asked is None
    save.close()


@pytest.mark.parametrize(
    "line",
    [
        b"@99999999 names \xff\n",
        b"@99999999 set cash 1 5\n",
        b"# \xff\n",
        b"@1 down OK\n",
        b"@1000000 down OK\n@1002048 up OK\n@1010000 down C\n@1012048 up C\n",
    ],
)
def test_whatever_stands_behind_the_last_record_the_game_opens(line: bytes, tmp_path: Path) -> None:
    save = kill(stood(STANDS["amount"], tmp_path / "game.keys"))
    save.close()
    path = Path(save.path)
    path.write_bytes(path.read_bytes() + line)
    again = open_save(SaveFolder(str(tmp_path)), path=str(path))
    take_up(again.unit)
    assert again.unit.question.kind == "pay_amount"
    again.close()


def test_behind_a_cold_start_the_keys_of_a_timed_game_count_too(tmp_path: Path) -> None:
    """The unit is recorded while it asks REPRISE ?, since its clock was stopped."""
    header = "edition euro, players 3, game timed, minutes 90"
    save = hold_on(stood(Stand("PAYER OK 2 OK 1", "", "", header), tmp_path / "game.keys"))
    take_up(save.unit)
    press(save.unit, "2")
    save = kill(save)
    take_up(save.unit)
    assert (save.unit.question.kind, save.unit.question.amount) == ("pay_amount", 12)
    save.close()


@pytest.mark.parametrize("damage", ["torn", "zeros", "a torn line and zeros", "a byte of the line"])
def test_a_last_line_that_a_power_cut_damaged_is_lost_alone(damage: str, tmp_path: Path) -> None:
    """Three bids and a fourth that was being typed are an auction again, with the bids."""
    bids = "DES ENCH OK 2 5 0 0 0 OK 3 6 0 0 0 OK 2 7 0 0 0 OK 3 8 0"
    path = tmp_path / "game.keys"
    stood(Stand(bids, "", "bid_amount", facts=LAND), path).abandon()
    data = path.read_bytes()
    path.write_bytes({
        "torn": data[:-4], "zeros": data + bytes(900), "a byte of the line": data[:-4] + b"\0 0\n",
        "a torn line and zeros": data[:-4] + bytes(900),
    }[damage])  # fmt: skip
    again = open_save(SaveFolder(str(tmp_path)), path=str(path))
    assert [said.name for said in again.sentences] == ["save.mended"]
    take_up(again.unit)
    assert again.unit.question.kind == "bid_amount" and again.unit.said.value.strip() == "80"
    press(again.unit, "0 0 OK FIN OK FIN")
    game = again.unit.session.current_game
    assert game.cash[3] == game.cash[2] - 8000
    again.close()
    again = open_save(SaveFolder(str(tmp_path)), path=str(path))
    assert again.sentences == []
    again.close()
