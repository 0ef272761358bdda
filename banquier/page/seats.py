"""What a seat shows: what its player has, what can be done now, and why the rest cannot.

    seat_view(unit, 2)       plain data for the page: actions, deeds, loans, debts, goods

Each action is a move of `banquier.play.moves`, tried on a copy of the game: where its table or the
rules refuse, the entry says why.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from banquier.page.bilingual import Bilingual, both
from banquier.page.seat_actions import case_of, reason
from banquier.play.move import Move
from banquier.play.move_keys import BIDS, goods
from banquier.play.moves import (
    CARD,
    HOTEL_WAYS,
    KEYED,
    LIFTS,
    MOVES,
    SCARCE,
    Case,
    is_warned,
    least_bid,
    lots,
)
from banquier.words import LANGUAGES
from firmware_sim.edition import Kind
from firmware_sim.game import BANK, BOARD, HOTEL, Bargain, Game, Refused
from firmware_sim.messages import DECKS
from firmware_sim.rules import building, deeds, loans, passport, rent, trade

if TYPE_CHECKING:
    from hardware.unit import Unit

Entry = dict[str, Any]
STEPS = (0, 1, 5, 10, 50, 100)
"""Bids that are offered: so many steps above the least, see `bid_step`."""
AUCTION = frozenset((*BIDS, "opening", "bid_amount", "sold", "unsold"))


def seat_view(
    unit: Unit, seat: int, *, undoable: bool = False, passed: frozenset[int] = frozenset()
) -> Entry:
    case = case_of(unit, seat, undoable)
    if case is None or seat > case.game.players:
        return {"seat": seat, "actions": [], "deeds": [], "loans": [], "debts": [], "goods": {},
                "raise": None, "auction": None}  # fmt: skip
    game = case.game
    debts = [debt for debt in game.debts if debt.debtor == seat]
    return {
        "seat": seat,
        "actions": list(_actions(case)),
        "deeds": [_deed(case, number) for number in game.deeds_of(seat)],
        "loans": [_loan(case, at) for at in range(len(game.loans[seat]))],
        "debts": [{"to": debt.creditor, "amount": debt.amount} for debt in debts],
        "raise": _raised(game, seat) if debts else None,
        "goods": {player: _goods(game, player) for player in game.seats()},
        "auction": _auction(case, passed),
    }


# -- what is offered


def _entry(
    case: Case, name: str, *, probe: Move | None = None, label: str = "", **more: Any
) -> Entry:
    """`probe`: the action with what makes the rules judge it; without, they are asked later."""
    why = _why(case, name, probe)
    return {"action": name, "label": both(f"seat.{label or name}"), "why": why, **more}


def _why(case: Case, name: str, probe: Move | None) -> Bilingual | None:
    return reason(case, probe or Move(name), ruled=probe is not None)


def _judged(case: Case, name: str, **more: Any) -> Entry:
    return _entry(case, name, probe=Move(name), **more)


def _actions(case: Case) -> Iterator[Entry]:
    yield from _claims(case)
    yield from _questions(case)
    yield from _turn(case)
    if case.undoable:
        yield _entry(case, "undo")
    for name in ("back", "wake", "resume"):
        if case.asked.kind in (MOVES[name].at or ()) and not _why(case, name, None):
            yield _entry(case, name, style="large")
    yield from _money(case)


def _claims(case: Case) -> Iterator[Entry]:
    for claim in case.game.claims:
        if claim.owner == case.seat:
            yield _judged(
                case, "claim", amount=claim.amount, player=claim.tenant, number=claim.square,
                style="large",
            )  # fmt: skip
            return  # LOYER takes the oldest


def _questions(case: Case) -> Iterator[Entry]:
    """What is asked of this seat."""
    game, asked, seat = case.game, case.asked, case.seat
    bargain = asked.bargain
    if asked.kind == "accord" and bargain and seat in (bargain.first, bargain.second):
        yield _judged(case, "agree", style="large")
        partner = bargain.second if seat == bargain.first else bargain.first
        probe = Move("change", bargain=Bargain(seat, partner, money=1))
        yield _entry(case, "change", probe=probe, asks=["bargain"])
        yield _entry(case, "withdraw", label="withdraw" if seat == bargain.first else "refuse")
    if game.debts and game.debts[0].debtor == seat:
        debt = game.debts[0]
        yield _judged(case, "settle", amount=debt.amount, player=debt.creditor, style="large")
    if asked.player != seat:
        return
    if asked.kind in LIFTS:
        number = asked.square
        yield _judged(case, "lift_now", amount=deeds.lifting_cost(game, number), style="large")
        yield _judged(case, "tenth", amount=deeds.interest(game, number))
    elif asked.kind in ("bankrupt", "bankrupt_sure"):
        yield _entry(case, "bankrupt_yes", style="danger", asks=["hold"])
        yield _entry(case, "bankrupt_no")
    elif asked.kind in HOTEL_WAYS:
        yield _entry(case, "way", choices=_ways(game, asked.square))
        yield _entry(case, "way_no")
    elif asked.kind in SCARCE:
        yield _entry(case, "scarce_auction", style="large")
        yield _entry(case, "scarce_no")
    elif asked.kind == "where":
        yield _entry(case, "lot", choices=[_place(game, number) for number in lots(case)])


def _turn(case: Case) -> Iterator[Entry]:
    game, seat, kind = case.game, case.seat, case.asked.kind
    mine = game.turn == seat
    if mine and kind in KEYED:
        yield _entry(case, "dice", asks=["dice"], style="large")
    else:
        yield _entry(case, "throw", style="large")
    if not mine:
        return
    if game.prison[seat]:
        yield _judged(case, "fine", amount=game.edition.fine)
        if seat in game.free_cards:
            yield _judged(case, "card")
    auto = case.unit.firmware.session.settings["auto_cards"]
    if kind == "offer":
        price = game.edition.squares[game.square[seat]].price
        yield _judged(case, "buy", amount=price, style="large")
        yield _entry(case, "to_auction")
    elif kind == "draw":
        yield _entry(case, "draw" if auto else "card_number", style="large",
                     asks=[] if auto else ["card"])  # fmt: skip
    elif kind in CARD:
        yield _entry(case, "carry_out", style="large")
    elif kind == "card_pay_or_chance":
        yield _entry(case, "pay_card", amount=case.asked.amount, style="large")
        yield _entry(case, "draw_instead" if auto else "chance_number", style="large",
                     asks=[] if auto else ["card"])  # fmt: skip
    elif kind == "bus":
        first, second = game.dice[:2]
        ways = dict.fromkeys((first, second, first + second))
        yield _entry(case, "bus", choices=[_steps(game, seat, steps) for steps in ways])
    elif kind == "anywhere":
        yield _entry(case, "anywhere", choices=[_place(game, number) for number in range(BOARD)])
        yield _entry(case, "keep_dice", number=sum(game.dice) + game.third_die)
    elif kind == "visa":
        open_ones = passport.unvisited(game, seat)
        yield _entry(case, "visa", choices=[_place(game, number) for number in open_ones])
    elif kind == "opening":
        yield _entry(case, "open", amount=case.asked.amount, style="large")
    else:
        yield _judged(case, "finish", style="large" if kind in ("square", "rent") else "")


def _money(case: Case) -> Iterator[Entry]:
    game, seat = case.game, case.seat
    debt = game.debt_of(seat)
    probe = Move("pay", debt.creditor if debt else BANK, 1)
    other = next((player for player in game.seats() if player != seat), BANK)
    offered = Move("offer", bargain=Bargain(seat, other, money=1))
    yield _entry(case, "offer", probe=offered, asks=["bargain"])
    yield _entry(case, "pay", probe=probe, asks=["payee", "amount"])
    terms = game.edition.loans
    if terms is not None:
        room = max(0, loans.room(game, seat))
        probe = Move("borrow", amount=terms.step)
        yield _entry(case, "borrow", probe=probe, amount=room, asks=["amount"])
    asking = case.asked.kind in ("bankrupt", "bankrupt_sure")
    if game.is_in(seat) and not game.winner and not asking:
        label = "ruin" if debt else "give_up"
        if is_warned(case):
            yield _entry(case, "ruin_anyway", style="danger", asks=["hold", "sure"])
        else:
            yield _entry(case, "ruin", label=label, style="danger", asks=["hold"])


# -- choices


def _place(game: Game, number: int) -> Entry:
    name = game.edition.squares[number].name
    return {"value": number, "label": dict.fromkeys(LANGUAGES, name)}


def _steps(game: Game, seat: int, steps: int) -> Entry:
    name = game.edition.squares[(game.square[seat] + steps) % BOARD].name
    return {"value": steps, "label": dict.fromkeys(LANGUAGES, f"{steps} — {name}")}


def _ways(game: Game, number: int) -> list[Entry]:
    return [
        {"value": rank, "label": both(f"seat.way.{way}"),
         "amount": building.sale_of_hotel(game, number, way)}
        for rank, way in enumerate(building.hotel_ways(game))
    ]  # fmt: skip


# -- auctions


def bid_step(least: int) -> int:
    """A tenth of what is bid, down to 1, 2 or 5 and noughts."""
    tenth = max(1, least // 10)
    unit = int("1" + "0" * (len(str(tenth)) - 1))
    return max(digit for digit in (unit, 2 * unit, 5 * unit) if digit <= tenth)


def _auction(case: Case, passed: frozenset[int]) -> Entry | None:
    """The allowed bids, and why none is."""
    auction, least = case.asked.auction, least_bid(case)
    if auction is None or case.asked.kind not in AUCTION:
        return None
    step = bid_step(least)
    up = -(-least // step) * step
    wanted = dict.fromkeys([least, *(up + step * steps for steps in STEPS)])
    cash = case.game.cash[case.seat]
    return {
        "why": _why(case, "bid", Move("bid", amount=max(least, 1))),
        "why_pass": _why(case, "pass", None),
        "least": least,
        "bids": [amount for amount in wanted if least <= amount <= cash][:5],
        "passed": case.seat in passed,
        "holds": auction.holder == case.seat,
    }


# -- goods


def _goods(game: Game, player: int) -> list[Entry]:
    """What a player can give in a bargain now."""
    return [_good(game, good) for good in goods(game, player) if _can_trade(game, good)]


def _can_trade(game: Game, good: int) -> bool:
    try:
        if good < BOARD:
            trade.check_deed(game, good)
    except Refused:
        return False
    return True


def _good(game: Game, number: int) -> Entry:
    if number >= BOARD:
        card = both("page.prison_card")
        name = {lang: f"{card[lang]} ({DECKS[number - BOARD]})" for lang in LANGUAGES}
        return {"number": number, "name": name}
    found: Entry = {
        "number": number, "name": dict.fromkeys(LANGUAGES, game.edition.squares[number].name)
    }  # fmt: skip
    if game.mortgaged[number]:
        found["lift"] = deeds.lifting_cost(game, number)
        found["tenth"] = deeds.interest(game, number)
    return found


def _deed(case: Case, number: int) -> Entry:
    game = case.game
    square = game.edition.squares[number]

    def judged(name: str, amount: int, *, rank: int = 0, label: str = "") -> Entry:
        probe = Move(name, number, rank)
        return _entry(case, name, probe=probe, label=label, amount=amount, number=number, rank=rank)

    offered: list[Entry] = []
    if square.kind is Kind.STREET:
        offered.append(judged("build", building.building_price(game, number)))
        if game.houses[number] == HOTEL:
            for rank, way in enumerate(building.hotel_ways(game)):
                amount = building.sale_of_hotel(game, number, way)
                offered.append(judged("demolish", amount, rank=rank, label=f"way.{way}"))
        elif game.houses[number]:
            offered.append(judged("demolish", building.house_resale(game, number)))
    if game.mortgaged[number]:
        offered.append(judged("lift", deeds.lifting_cost(game, number)))
    else:
        offered.append(judged("mortgage", square.mortgage))
    due = rent.due(game, number, 1) if not game.mortgaged[number] else 0
    return {"square": number, "rent": due, "actions": offered}


def _loan(case: Case, at: int) -> Entry:
    loan = case.game.loans[case.seat][at]
    return _entry(
        case, "repay", probe=Move("repay", at), number=at, amount=loans.cost(case.game, loan),
        borrowed=loan.amount, passages=loan.passages,
    )  # fmt: skip


def _raised(game: Game, seat: int) -> Entry:
    """What a debtor has, and what could still be raised."""
    parts = {
        "cash": game.cash[seat],
        "buildings": sum(building.resale(game, n) for n in game.deeds_of(seat) if game.houses[n]),
        "mortgages": sum(
            game.squares[n].mortgage for n in game.deeds_of(seat) if not game.mortgaged[n]
        ),
        "loan": max(0, loans.room(game, seat)),
    }
    owed = sum(debt.amount for debt in game.debts if debt.debtor == seat)
    return {**parts, "total": sum(parts.values()), "owed": owed}
