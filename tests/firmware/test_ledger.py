"""The ledger: what each operation moves, between whom, and what for."""

import pytest

from firmware_sim.game import Entry, Why
from tests.support.games_played import after_script

GROUP, MORTGAGED = "set owner 1 1 ; set owner 3 1", "set owner 1 1 ; set mortgaged 1 yes"
HOUSE = f"{GROUP} ; set houses 1 1"
SOLD = f"edition euro ; start ; {MORTGAGED} ; press VENTE OK OK + OK FIN FIN 1 OK OK OK OK"
RENT = "start ; set owner 6 2 ; press 2 4 OK"

MOVED: dict[str, tuple[str, str]] = {
    "buying": ("start ; press 1 2 OK ACHAT", "1>0 6000 DEED 3"),
    "an auction": ("start ; press 1 2 OK ENCH OK 2 7 0 0 0 OK FIN OK", "2>0 7000 DEED 3"),
    "a card at auction": (
        "edition deska ; start ; set free-card 1 chance ; press FAILL OK OK OK 2 7 0 OK FIN OK",
        "2>0 70 TRADE -1"),
    "a tax": ("start ; press 1 3 OK", "1>0 20000 TAX 4"),
    "a rent": (f"{RENT} LOYER", "1>2 600 RENT 6"),
    "a rent that was a debt": (
        "start ; set owner 6 2 ; set cash 1 599 ; press 2 4 OK LOYER RECU OK OK 1 OK OK",
        "1>2 600 RENT 6"),
    "a part of a debt": (
        "start ; set owner 6 2 ; set cash 1 599 ; press 2 4 OK LOYER PAYER OK 2 OK 5 OK",
        "1>2 5 RENT 6"),
    "a salary": ("start ; set square 1 38 ; press 2 3 OK", "0>1 20000 SALARY -1"),
    "a house": (f"start ; {GROUP} ; press BATIR OK OK OK", "1>0 5000 BUILDING 1"),
    "a house sold": (f"start ; {HOUSE} ; press DEMOL OK OK OK", "0>1 2500 RESALE 1"),
    "hotels sold": (
        f"start ; {HOUSE} ; set houses 1 5 ; set houses 3 5 ; press DEMOL OK OK OK OK",
        "0>1 25000 RESALE 1"),
    "a mortgage": ("start ; set owner 1 1 ; press HYPO OK OK", "0>1 3000 MORTGAGE 1"),
    "a mortgage lifted": (
        f"edition euro ; start ; {MORTGAGED} ; press HYPO OK OK OK", "1>0 33 LIFT 1"),
    "one lifted as it changes hands": (f"{SOLD} OK", "2>0 33 LIFT 1"),
    "the tenth of one that stays": (f"{SOLD} + OK", "2>0 3 TRANSFER 1"),
    "the tenth of an unanswered one when the game ends": (
        f"{SOLD} ; press F hold 1200ms ; press - - - - OK OK", "2>0 3 TRANSFER 1"),
    "a fine": ("start ; set prison 1 1 ; press PRISON OK", "1>0 5000 FINE -1"),
    "a card that costs": ("start ; press 3 4 OK CARTE 1 OK OK", "1>0 1500 CARD -1"),
    "a card that brings": ("start ; press 3 4 OK CARTE 2 OK OK", "0>1 5000 CARD -1"),
    "a birthday": (
        "players 3 ; start ; press 1 1 OK CARTE 1 OK OK", "2>1 1000 GIFT -1, 3>1 1000 GIFT -1"),
    "repairs": (f"start ; {HOUSE} ; press 3 4 OK CARTE 3 OK OK", "1>0 4000 CARD -1"),
    "a loan": ("start ; press EMPR OK ; type 2000 ; press OK", "0>1 2000 LOAN -1"),
    "a loan repaid": ("start ; set loan 1 10000 1 ; press EMPR OK 1 OK", "1>0 11000 REPAID -1"),
    "a loan taken back": (
        "start ; set loan 1 10000 2 ; set square 1 38 ; press 2 3 OK",
        "0>1 20000 SALARY -1, 1>0 13000 TAKEN -1"),
    "a bargain for the least money": (
        "edition euro ; start ; press VENTE OK OK FIN FIN 1 OK OK OK OK", "1>2 1 TRADE -1"),
    "a bargain paid the other way": (
        "edition euro ; start ; press VENTE OK OK FIN FIN + 3 0 0 OK OK OK OK", "2>1 300 TRADE -1"),
    "a ruin for a player": (
        f"start ; {HOUSE} ; set owner 39 2 ; set cash 1 100 ; set square 1 33"
        " ; press 2 4 OK LOYER FAILL OK FAILL OK OK OK",
        "0>1 2500 RESALE 1, 1>2 2600 RUIN 39"),
    "a ruin before a rent was claimed": (
        f"{RENT} FAILL OK OK OK", "1>2 600 RENT 6, 1>0 149400 RUIN -1"),
    "a ruin for the bank": (
        "start ; set cash 1 100 ; press 1 3 OK FAILL OK FAILL OK OK OK", "1>0 100 RUIN 4"),
    "the deeds that are dealt": (
        "edition euro ; players 2 ; game short ; seed 4 ; start",
        "0>1 1500 OPENING -1, 0>2 1500 OPENING -1, 1>0 160 DEED 14, 2>0 200 DEED 25, "
        "1>0 280 DEED 29, 2>0 100 DEED 6"),
}  # fmt: skip
"""A script and the entries of its last operation: payer, payee, amount, reason, square."""


@pytest.mark.parametrize("name", MOVED)
def test_every_sum_that_moves_is_entered_with_what_it_was_for(name: str) -> None:
    script, entries = MOVED[name]
    unit = after_script("dice keyed", "cards keyed", *script.split(" ; "))
    assert [*unit.roll[-1].entries] == [
        Entry(int(one[0]), int(one[2]), int(amount), Why[why], int(square))
        for one, amount, why, square in map(str.split, entries.split(", "))
    ]
