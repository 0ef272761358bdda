"""The unit's side of the page: time that passed while nobody looked."""

import json
from pathlib import Path
from typing import Any

import pytest

from banquier.chances.estimate import Estimate
from banquier.editions.edition_file import editions
from banquier.page.kept_bots import KeptBots
from banquier.page.page_chances import PageChances
from banquier.page.page_unit import PageUnit
from banquier.page.seating import Browser
from banquier.play.bots.strategy import bot_profiles
from banquier.play.driver import BROWSER
from banquier.play.pace import PACES
from banquier.saves.open_game import OpenGame, open_game
from banquier.saves.save_folder import SaveFolder
from banquier.script.start import set_up
from datasheet.ticks import CRYSTAL
from firmware_sim.edition import Card
from firmware_sim.game import HOTEL, Claim, Debt, Loan, Phase, Why
from hardware.unit import Unit
from hardware.unit_inputs import name_players, set_fact
from tests.page.phones import Phone, Phones
from tests.support.bot_game import arranged, state
from tests.support.clock import Clock
from tests.support.positions import deals, offered
from tests.support.units import at_the_table, tap_in_turn


def test_a_tab_that_was_hidden_for_three_hours_catches_up_by_jumping() -> None:
    """The firmware takes few turns; it has switched itself off meanwhile, and ON wakes it. Longer
    than a day is as long as a day."""
    clock = Clock()
    unit = at_the_table()
    page = PageUnit(OpenGame(unit), clock)
    browser = page.join(Browser("tab"))
    page.news.message(browser)
    begun, steps = unit.tick, 0
    scan = unit.firmware.scan

    def counted(number: int, event: object) -> None:
        nonlocal steps
        steps += 1
        scan(number, event)  # type: ignore[arg-type]

    unit.firmware.scan = counted  # type: ignore[method-assign, assignment]
    clock.now = 3 * 3_600.0
    page.catch_up()
    assert unit.tick == begun + 3 * 3_600 * CRYSTAL
    assert 0 < steps < 5_000
    assert not unit.firmware.awake
    assert json.loads(page.news.message(browser))["glass"]["awake"] is False
    for kind in ("down", "up"):
        page.receive(browser, json.dumps({"t": kind, "key": "ON"}))
        clock.now += 0.5
        page.catch_up()
    assert unit.firmware.awake and unit.said.text == "J1 LANCEZ"
    begun = unit.tick
    clock.now += 40 * 24 * 3_600.0
    page.catch_up()
    assert unit.tick == begun + BROWSER.jump
    clock.now += 1.0
    page.catch_up()
    assert unit.tick == begun + BROWSER.jump + CRYSTAL


# -- a table of several phones


def test_rules_of_the_house_are_chosen_before_a_game_and_seen_in_it() -> None:
    phones = Phones(Unit(editions(), seed=1))
    anne, bob = phones.join("a"), phones.join("b")
    anne.say(t="rule", rule="parking", at=1)
    anne.say(t="rule", rule="depart_exact", at=2)
    anne.say(t="rule", rule="depart_exact", at=9)
    on = {row["name"]: row["value"] for row in bob.sees("rules")["switches"] if row["on"]}
    assert on == {"parking": "pot", "depart_exact": 3} == phones.page.game.rules  # type: ignore[union-attr]
    set_up(phones.unit, "euro", 3)
    phones.wait(1.0)
    assert "pot" in bob.sees("rules")["on"][0] and "switches" not in bob.knows["rules"]
    game = bob.sees("table")["game"]
    assert game["cash"] == [-4_500, 1_500, 1_500, 1_500] and game["pot"] == "Pot: 0\u00a0€"
    bob.say(t="rule", rule="auctions", at=1)
    assert "before a game begins" in bob.refused and phones.page.unit.game.has_pot  # type: ignore[union-attr]


def test_without_auctions_a_phone_leaves_a_deed_to_the_bank() -> None:
    unit = arranged(at_the_table(), square=[0, 6, 0, 0], phase=Phase.OFFER)
    game = unit.session.current_game
    game.edition = game.edition._replace(auctions=False)
    unit.firmware.restart()
    one = Phones(unit).join("a", 1)
    offered = [action["action"] for action in one.sees("seat")["actions"]]
    assert "buy" in offered and "leave" in offered and "to_auction" not in offered
    one.do("leave")
    assert (game.turn, game.owner[6]) == (2, 0)


def at_auction() -> tuple[Phones, Phone, Phone, Phone]:
    """J1 has declined square 6 and opened; three seats."""
    phones = Phones(arranged(at_the_table(), square=[0, 6, 0, 0], phase=Phase.OFFER))
    one, two, three = (phones.join(name, seat) for seat, name in enumerate("abc", 1))
    one.do("to_auction")
    one.do("open")
    return phones, one, two, three


def test_a_seat_alone_neither_closes_an_auction_nor_bids_for_others() -> None:
    phones, one, two, three = at_auction()
    one.do("bid", amount=5_000)
    for _ in range(3):
        one.do("pass")
        one.do("close")
    assert one.refused == "Not possible at a seat."
    two.do("pass")
    two.do("bid", amount=5_500)
    two.do("pass")
    assert two.refused == "The best bid is yours."
    three.do("pass")
    assert three.sees("moment")["auction"]["holder"] == 2
    assert three.sees("moment")["passed"] == [3]
    assert state(phones.unit).owner[6] == 0
    one.do("pass")
    assert state(phones.unit).owner[6] == 2
    phones, one, two, three = at_auction()  # and nobody wants it
    for phone in (one, two, three):
        phone.do("pass")
    assert state(phones.unit).owner[6] == 0
    assert not phones.unit.question.auction


# -- one screen that all share


def shared(unit: Unit) -> "Phone":
    return Phones(unit).join("screen", follows=True)


def killed_at(unit: Unit, *keys: str) -> Unit:
    """The unit after these keys and a cold start, at the question that stood."""
    tap_in_turn(unit, *keys)
    unit.power_off()
    unit.power_on()
    return tap_in_turn(unit, "OK")


ENDED = ("FAILL", "1", "OK", "OK", "OK", "FAILL", "2", "OK", "OK", "OK")


@pytest.mark.parametrize(("keys", "seat", "action"), [((), 1, "throw"), (ENDED, 2, "again")])
def test_a_game_that_was_left_with_the_menu_open_goes_on_at_its_seats(
    keys: tuple[str, ...], seat: int, action: str
) -> None:
    """Also where a tab was killed amid the keys of "once more"."""
    unit = killed_at(tap_in_turn(at_the_table(), *keys), "?", "F")
    anne = Phones(unit).join("a", seat)
    assert unit.question.kind == "menu_sound" and anne.sees("moment")["begun"]
    anne.do(action)
    anne.phones.wait(20)
    assert state(unit).winner == 0 and unit.question.kind != "menu_sound"


def test_a_shared_screen_has_a_seat_where_a_bot_has_won() -> None:
    phones = Phones(tap_in_turn(at_the_table(), *ENDED))
    phones.page.invite_bots(bot_profiles([3]), "quick")
    screen = phones.join("screen", follows=True)
    assert to(screen)[0] == 1
    screen.do("again")
    screen.phones.wait(20)
    assert state(phones.unit).throws == 0 and not state(phones.unit).winner


def to(screen: Phone) -> tuple[int, str]:
    own = screen.sees("own")
    return own["seat"], own["to"] or ""


def test_a_shared_screen_asks_each_bidder_in_turn_until_all_have_passed() -> None:
    screen = shared(offered())
    name_players(screen.phones.unit, {2: "Léo"})
    assert to(screen) == (1, "")
    screen.do("to_auction")
    screen.do("open")
    assert to(screen) == (1, "Over to J1")
    screen.do("bid", amount=screen.sees("seat")["auction"]["bids"][0])
    assert to(screen) == (2, "Over to Léo")
    screen.do("pass")
    assert to(screen)[0] == 3
    screen.do("bid", amount=screen.sees("seat")["auction"]["bids"][-1])
    assert to(screen)[0] == 1  # J2 has passed
    screen.do("pass")
    screen.phones.wait(8.0)
    game = state(screen.phones.unit)
    assert (game.owner[6], game.turn, to(screen)) == (3, 2, (2, ""))


def test_a_shared_screen_asks_the_owner_of_a_rent_then_the_tenant() -> None:
    claim = Claim(1, 2, 39, 5_000, 1)
    unit = arranged(at_the_table(), claims=(claim,), phase=Phase.SQUARE, owner={39: 2})
    screen = shared(unit)
    assert to(screen)[0] == 2
    screen.do("claim")
    assert to(screen)[0] == 1 and state(unit).cash[2] == 155_000
    screen.do("undo")  # by whoever holds the screen
    assert state(unit).cash[2] == 150_000


def test_a_shared_screen_turns_to_the_player_who_opens_an_auction() -> None:
    """After a bot's bankruptcy to the bank nobody is asked by name: the player in turn opens."""
    debts = [Debt(3, 0, 500_000, Why.TAX)]
    screen = shared(arranged(at_the_table(), turn=3, owner={1: 3}, cash={3: 100}, debts=debts))
    screen.browser.seat = 2
    screen.phones.page.invite_bots(bot_profiles([3]), "quick")
    screen.phones.wait(30.0)
    assert screen.sees("moment")["kind"] == "opening"
    assert to(screen)[0] == state(screen.phones.unit).turn == 1
    screen.do("open")
    assert screen.sees("moment")["kind"] != "opening"


def test_a_shared_screen_stays_with_a_person_while_a_bot_plays() -> None:
    screen = shared(at_the_table())
    screen.phones.page.invite_bots(bot_profiles((2, 3)), "quick")
    screen.do("throw")
    while state(screen.phones.unit).turn != 2:
        seat = screen.sees("seat")
        action = next(one for one in seat["actions"] if one.get("answers") and not one["why"])
        screen.do(action["action"])
    assert to(screen)[0] == 1
    screen.say(t="name", seat=2, name="Robot")  # whoever holds the screen names everybody
    assert screen.phones.unit.names == {2: "Robot"}


def test_the_auction_of_a_scarce_building_ends_where_the_turn_waits() -> None:
    """A player without a lot for it is not waited for; the winner chooses the lot."""
    unit = arranged(at_the_table(), owner={1: 1, 3: 1, 6: 2, 8: 2, 9: 2}, house_stock=1)
    phones = Phones(unit)
    one, two, _ = (phones.join(name, seat) for seat, name in enumerate("abc", 1))
    one.do("build", number=1)
    assert unit.question.kind == "scarce"
    one.do("scarce_auction")
    one.do("open")
    two.do("bid", amount=9_000)
    one.do("pass")
    assert unit.question.kind == "where"
    two.do("lot", number=8)
    assert state(unit).houses[8] == 1
    assert unit.question.kind == "throw"


@pytest.mark.parametrize(
    ("houses", "kind"), [(0, "build"), (4, "build_hotel"), (HOTEL, "built_up")]
)
def test_who_is_left_in_building_leaves_it(houses: int, kind: str) -> None:
    """BATIR is open again after bots or the unit's keys closed the auction of a scarce building."""
    unit = arranged(at_the_table(), owner={1: 1, 3: 1}, houses={1: houses, 3: houses})
    phones = Phones(unit)
    one, two = phones.join("a", 1), phones.join("b", 2)
    tap_in_turn(unit, "BATIR", "1", "OK")
    assert unit.question.kind == kind
    phones.wait(1)
    assert not any(action["action"] == "back" for action in two.sees("seat")["actions"])
    two.do("back")
    assert unit.question.kind == kind
    assert any(action["action"] == "back" for action in one.sees("seat")["actions"])
    one.do("back")
    assert unit.question.kind == "throw"


def test_the_own_operation_is_undone_for_ten_seconds_or_until_another() -> None:
    phones = Phones(at_the_table())
    anne, bob = phones.join("a", 1), phones.join("b", 2)
    anne.do("borrow", amount=5_000)
    assert state(phones.unit).loans[1]
    bob.do("undo")
    assert bob.refused.startswith("Only your own last operation")
    anne.do("undo")
    assert not state(phones.unit).loans[1]
    anne.do("borrow", amount=5_000)
    assert any(one["action"] == "undo" for one in anne.sees("seat")["actions"])
    phones.wait(11)
    assert not any(one["action"] == "undo" for one in anne.sees("seat")["actions"])
    anne.do("undo")
    assert state(phones.unit).loans[1]
    anne.do("borrow", amount=1_000)
    bob.do("borrow", amount=700)
    anne.do("undo")
    assert len(state(phones.unit).loans[1]) == 2 and state(phones.unit).loans[2]
    anne.do("borrow", amount=5_000)
    tap_in_turn(phones.unit, "RECU", "OK", "5", "OK")  # on the keypad, by a person unknown
    phones.wait(1)
    anne.do("undo")
    assert [line.act.kind for line in phones.unit.roll[-2:] if line.act] == ["borrow", "receive"]


def test_a_taken_seat_is_taken_over_on_purpose_and_a_left_one_is_free() -> None:
    phones = Phones(at_the_table())
    anne, other = phones.join("a", 1), phones.join("b", 1)
    assert (anne.sees("own")["seat"], other.sees("own")["seat"]) == (1, 0)
    assert other.refused == "The seat of J1 is taken."
    other.say(t="sit", seat=1, take=True)
    assert (anne.sees("own")["seat"], other.sees("own")["seat"]) == (0, 1)
    assert anne.refused == "Another phone has taken the seat of J1."
    second = phones.join("b", 1)  # another tab of the same person
    assert (other.sees("own")["seat"], second.sees("own")["seat"]) == (1, 1)
    phones.page.leave(other.browser)
    phones.page.leave(second.browser)
    anne.say(t="sit", seat=1)
    assert anne.sees("own")["seat"] == 1
    phones.page.invite_bots({2: "greedy"})
    bob = phones.join("c", 2)
    assert (bob.sees("own")["seat"], bob.refused) == (0, "A bot plays this seat.")


def test_a_refusal_goes_with_the_next_operation_or_after_four_seconds() -> None:
    phones = Phones(at_the_table())
    anne, bob = phones.join("a", 1), phones.join("b", 2)
    bob.do("throw")
    assert bob.refused == "It is the turn of J1."
    phones.wait(3)
    assert bob.refused
    assert phones.page.rest() <= 1.1  # it goes by itself
    phones.wait(2)
    assert not bob.refused
    bob.do("throw")
    assert bob.refused
    anne.do("borrow", amount=700)
    assert not bob.refused


def test_the_first_key_of_a_button_goes_down_at_once_and_skips_what_is_told() -> None:
    """While a notice of the operation before stands, as any finger does."""
    unit = at_the_table()
    phones = Phones(arranged(unit, owner={6: 2}, claims=(Claim(3, 2, 6, 600, 0),)))
    anne, bob = phones.join("a", 1), phones.join("b", 2)
    anne.do("pay", number=2, amount=700)
    assert unit.notices_end > unit.tick + CRYSTAL
    operations = unit.operations
    bob.say(t="do", action="claim", seen=bob.sees("moment")["id"], number=6)
    phones.wait(0.4)
    assert unit.operations == operations + 1
    assert not state(unit).claims and not bob.refused


def test_a_second_tap_on_what_works_does_nothing() -> None:
    """Another button is pressed after it."""
    phones = Phones(at_the_table())
    anne = phones.join("a", 1)
    for _ in range(3):
        anne.say(t="do", action="borrow", amount=700, seen=anne.sees("moment")["id"])
        assert anne.sees("own")["working"] == [["borrow", -1, 700]]
    phones.wait(4)
    assert [loan.amount for loan in state(phones.unit).loans[1]] == [700]
    assert anne.sees("own")["working"] == [] and not anne.refused
    for amount in (900, 1_000):
        anne.say(t="do", action="borrow", amount=amount, seen=anne.sees("moment")["id"])
    phones.wait(6)
    assert [loan.amount for loan in state(phones.unit).loans[1]] == [700, 900, 1_000]


def test_a_tap_is_judged_again_when_its_turn_comes() -> None:
    """After the first undo the second one would take back what another seat did. It is a tap of the
    seat at which it was made."""
    phones = Phones(at_the_table())
    anne, bob = phones.join("a", 1), phones.join("b", 2)
    bob.do("pay", number=1, amount=500)
    anne.do("pay", number=2, amount=700)
    for number in (0, 1):
        anne.say(t="do", action="undo", number=number, seen=anne.sees("moment")["id"])
    phones.wait(6)
    assert state(phones.unit).cash[1] == 150_500
    anne.say(t="do", action="borrow", amount=700, seen=anne.sees("moment")["id"])
    anne.say(t="sit", seat=3)
    phones.wait(6)
    loans = state(phones.unit).loans
    assert (loans[1], loans[3]) == ((Loan(700, 0),), ())


def test_who_sits_nowhere_does_nothing_and_names_are_ones_own() -> None:
    phones = Phones(at_the_table())
    onlooker, bob = phones.join("a"), phones.join("b", 2)
    onlooker.do("throw")
    assert onlooker.refused == "Take a seat first."
    bob.say(t="name", seat=1, name="Bob")
    assert bob.refused and phones.unit.names == {}
    bob.say(t="name", seat=2, name="Bob")
    assert phones.unit.names == {2: "Bob"}


def test_payments_are_told_and_who_pressed_and_those_undone_are_not() -> None:
    phones = Phones(at_the_table())
    anne, bob = phones.join("a", 1), phones.join("b", 2)
    anne.do("pay", number=2, amount=700)
    assert bob.sees("moment")["pressed"] == [1, "seat"]
    anne.sees("roll")
    line = len(anne.roll) - 1
    assert anne.roll[line][1:] == [
        False,
        [{"payer": 1, "payee": 2, "amount": 700, "why": Why.PAYMENT, "square": -1}],
    ]
    anne.do("undo")
    anne.sees("roll")
    assert anne.roll[line][1]
    bob.say(t="down", key="PAYER")
    assert anne.sees("moment")["pressed"] == [2, "keypad"]


def test_what_is_begun_on_the_units_keys_leaves_the_waiting_player_the_buttons() -> None:
    phones = Phones(at_the_table())
    anne, bob = phones.join("a", 1), phones.join("b", 2)
    for key in ("BATIR", "2"):
        for kind in ("down", "up"):
            bob.say(t=kind, key=key)
        phones.wait(1)
    assert phones.unit.question.kind == "who_build"
    moment = anne.sees("moment")
    assert (moment["kind"], moment["player"]) == ("throw", 1)
    assert moment["begun"].startswith("J2, on the unit:")
    throws = {one["action"]: one["why"] for one in anne.sees("seat")["actions"]}
    assert throws["throw"] is None
    anne.do("throw")
    assert state(phones.unit).throws == 1 and not anne.refused


def test_a_refusal_of_the_unit_is_shown_for_four_seconds() -> None:
    phones = Phones(at_the_table())
    anne = phones.join("a", 1)
    for kind in ("down", "up"):
        anne.say(t=kind, key="PRISON")
    phones.wait(1)
    assert anne.sees("moment")["refused"]
    phones.wait(4)
    assert not anne.sees("moment")["refused"]


def test_the_balance_is_told_after_a_purchase() -> None:
    phones = Phones(arranged(at_the_table(), square={1: 6}, phase=Phase.OFFER))
    anne = phones.join("a", 1)
    assert "J1 has" not in anne.sees("words")
    anne.do("buy")
    assert anne.sees("words").startswith("J1 has 140.000\u00a0F. ")


def test_a_seat_hears_questions_without_keys() -> None:
    phones = Phones(at_the_table())
    line = phones.join("a", 1).sees("told")["lines"][-1]
    assert line["asked"] == "J1, throw the dice. J1 has 150.000\u00a0F."
    assert "DÉS" in line["said"]


@pytest.mark.parametrize(("facts", "actions", "kind", "said"), [
    ({"debts": (Debt(1, 2, 400_000, Why.RENT),), "owner": {1: 1, 3: 1}}, ["ruin"], "bankrupt",
     "J2 receives: Boulevard de Belleville; Rue Lecourbe; 150.000\u00a0F"),
    ({"claims": (Claim(1, 2, 6, 600, 1),), "owner": {6: 2}, "phase": Phase.SQUARE},
     ["finish", "throw"], "lost", "J2 did not claim 600\u00a0F from J1"),
    ({"phase": Phase.EFFECT, "effect": (0, Card(9, "prison"))}, ["carry_out"], "jailed", "a card"),
    ({"loans": [(), (Loan(5_000, 2),), (), ()], "phase": Phase.EFFECT,
      "effect": (0, Card(1, "advance", square=0)), "square": [0, 7, 0, 0]},
     ["carry_out"], "taken", "a loan from J1: 6.500\u00a0F"),
])  # fmt: skip
def test_a_moment_is_told_to_everybody_with_its_sum_and_reason(
    facts: dict[str, Any], actions: list[str], kind: str, said: str
) -> None:
    phones = Phones(arranged(at_the_table(), **facts))
    seats = {seat: phones.join(f"{seat}", seat) for seat in (1, 2)}
    for action in actions:
        seats[state(phones.unit).turn].do(action)
    for phone in seats.values():
        (card,) = [one for one in phone.sees("moments")["cards"] if one["kind"] == kind]
        rest = [f"{part['said']} {'; '.join(part['goods'])}" for part in card["rest"]]
        assert said in " ".join((card["said"], *rest))
        assert len(card["said"].split()) <= 12 and kind in phone.sees("pictures")


@pytest.mark.parametrize(("owner", "take", "kinds", "rest"), [
    ({3: 2}, [3], ["trade", "group"], [(2, ["1.000\u00a0F"]), (1, ["Terrain 02"])]),
    ({}, [], ["gift"], [(2, ["1.000\u00a0F"])]),
])  # fmt: skip
def test_a_bargain_tells_once_who_gets_what(
    owner: dict[int, int], take: list[int], kinds: list[str], rest: list[Any]
) -> None:
    """Also where a group is complete by it, and who gives for nothing."""
    phones = Phones(arranged(deals(), owner=owner))
    anne, bob = phones.join("a", 1), phones.join("b", 2)
    anne.do("offer", partner=2, take=take, money=1_000)
    bob.do("agree")
    cards = anne.sees("moments")["cards"]
    assert [card["kind"] for card in cards] == kinds
    told = [part for card in cards for part in card["rest"] if part["goods"]]
    assert [(part["player"], part["goods"]) for part in told] == rest


def test_a_prisoner_who_stays_is_no_moment() -> None:
    unit = arranged(at_the_table(), square={1: 10}, prison={1: 1})
    set_fact(unit, "next-dice", 1, 2)
    phones = Phones(unit)
    anne = phones.join("a", 1)
    anne.do("throw")
    assert state(unit).prison[1] == 2 and anne.sees("moments")["cards"] == []


def test_who_is_away_and_back_is_told_and_a_reload_is_not() -> None:
    phones = Phones(at_the_table())
    anne, bob = phones.join("a", 1), phones.join("b", 2)
    before = anne.sees("moments")
    phones.page.leave(bob.browser)
    phones.wait(3)
    bob = phones.join("b", 2)
    phones.wait(9)
    assert anne.sees("moments") == before
    for kind in ("away", "back"):
        if kind == "away":
            phones.page.leave(bob.browser)
            phones.wait(9)
        else:
            phones.join("b", 2)
        assert [one["kind"] for one in anne.sees("moments")["cards"]] == [kind]


def test_the_same_once_more_keeps_places_names_and_choices() -> None:
    unit = at_the_table("classique", players=4)
    name_players(unit, {2: "Bob"})
    phones = Phones(arranged(unit, winner=2, speed_die=True))
    anne, bob = phones.join("a", 1), phones.join("b", 2)
    anne.do("again")
    game = state(unit)
    assert (game.winner, game.players, game.speed_die, unit.names[2]) == (0, 4, True, "Bob")
    assert (game.edition.name, bob.sees("own")["seat"]) == ("classique", 2)


# -- what is told


def test_a_phone_that_missed_several_changes_of_the_roll_gets_all_of_them() -> None:
    """An undone line is struck far above the newest."""
    phones = Phones(at_the_table())
    anne, late = phones.join("a", 1), phones.join("b")
    late.sees("roll")
    for _ in range(2):
        anne.do("borrow", amount=700)
        late.sees("roll")
    anne.do("undo")
    anne.do("borrow", amount=900)
    late.sees("roll")
    told = [line[:2] for line in late.roll]
    assert told == [[str(line), line.struck] for line in phones.unit.roll]


def test_a_bot_that_leaves_lets_go_of_its_key() -> None:
    phones = Phones(at_the_table())
    phones.page.invite_bots({1: "greedy"})
    anne = phones.join("a", 2)
    while not phones.page.keys.held:
        phones.wait(0.01)
    anne.say(t="takeover")
    assert not phones.page.keys.held


def test_everybody_at_the_table_may_change_the_pace_of_the_bots() -> None:
    """Each takes at most half the time of the one before, from beep to beep, with notices."""
    rest = {}
    for pace in PACES:
        unit = at_the_table()
        phones = Phones(unit)
        anne, bob = phones.join("a"), phones.join("b")
        phones.page.invite_bots({1: "greedy", 2: "careful", 3: "careful"})
        anne.say(t="pace", pace=pace)
        assert bob.sees("table")["pace"] == pace
        while unit.operations < 25:
            phones.wait(1)
        rest[pace] = phones.clock.now / unit.beeper.count
    assert rest["slow"] >= 2 * rest["normal"] >= 4 * rest["quick"]


def test_the_page_says_that_bots_wait_for_people() -> None:
    unit = at_the_table()
    game = state(unit)
    game.turn, game.square[1] = 1, 39
    arranged(unit, phase=Phase.OFFER)
    tap_in_turn(unit, "ENCH", "7", "OK", "2", "8", "OK")
    phones = Phones(unit)
    anne = phones.join("a", seat=1)
    phones.page.invite_bots({3: "careful"})
    phones.wait(1)
    while unit.question.kind != "bid":
        phones.wait(0.2)
    assert "FIN ends; bots wait 15 s" in anne.sees("words")
    assert anne.sees("moment")["asked"].endswith("Bots wait 15 s.")
    while not state(unit).owner[39]:
        phones.wait(0.5)
    game = state(unit)
    game.claims = (Claim(2, 1, 39, 5_000, game.turn_number - 1),)
    arranged(unit, turn=3, phase=Phase.THROW)
    phones.wait(3)
    assert "J3 waits: J1, LOYER claims your rent" in anne.sees("words")
    assert "J3 waits: J1, claim your rent" in anne.sees("moment")["asked"]


# -- who is winning


def test_chances_are_told_to_who_shows_them() -> None:
    """The chances begin again after an operation."""
    unit = at_the_table(players=3)
    page = PageUnit(OpenGame(unit), Clock())
    asking, other = page.join(Browser("a")), page.join(Browser("b"))
    chances = PageChances(page, Estimate)
    chances.refresh()
    assert not chances.goes_on
    page.receive(asking, '{"t":"chances","shown":true}')
    chances.refresh()
    assert chances.goes_on
    for _ in range(3):
        chances.play(1)
        chances.refresh()
    told = json.loads(page.news.message(asking))["chances"]
    assert told["games"] == 3
    assert sum(row["chance"] for row in told["players"]) == pytest.approx(1)
    assert "chances" not in json.loads(page.news.message(other))
    tap_in_turn(unit, "DES")
    chances.refresh()
    assert json.loads(page.news.message(asking))["chances"]["games"] == 0
    page.receive(asking, '{"t":"chances","shown":false}')
    chances.refresh()
    assert not chances.goes_on


@pytest.mark.parametrize(
    ("content", "bots"),
    [("[2, 3]", [2, 3]), ('["a"]', []), ("[[2]]", []), ('{"2": 1}', []), ("[99]", []), ("[2", [])],
)
def test_a_damaged_file_of_bots_seats_none(content: str, bots: list[int], tmp_path: Path) -> None:
    game = open_game(players=3, games=SaveFolder(str(tmp_path)))
    Path(game.path + ".bots").write_text(content)
    page = PageUnit(game, Clock())
    KeptBots(page, lambda path, data: None)
    assert list(page.keys.bots) == bots
    game.close()
