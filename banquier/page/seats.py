"""What a seat shows: what its player has, what can be done now, and why the rest cannot.

    seat_view(unit, 2)       plain data for the page: actions, deeds, loans, debts, goods

BUTTONS says which move is offered to whom at which question, and what stands on it. Each is tried
on a copy of the game: where the table of moves or the rules refuse, the entry says why.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from banquier.page.seat_actions import case_of, of_bank, reason
from banquier.play.move import Move
from banquier.play.move_keys import BIDS, goods
from banquier.play.moves import KEYED, MOVES, Case, is_warned, least_bid, lots
from banquier.words import Said
from firmware_sim.edition import Edition, Kind
from firmware_sim.game import BANK, BOARD, HOTEL, Bargain, Game, Refused
from firmware_sim.messages import DECKS
from firmware_sim.question import AuctionView
from firmware_sim.rules import building, deeds, loans, passport, rent, trade

if TYPE_CHECKING:
    from hardware.unit import Unit

Entry = dict[str, Any]
NOTES = (1, 5, 10, 20, 50, 100, 500)
"""The classic bank notes, where a player begins with `NOTES_FOR`."""
NOTES_FOR = 1_500
MOST_RAISES = 5
AUCTION = frozenset((*BIDS, "opening", "bid_amount", "sold", "unsold"))


def seat_view(
    unit: Unit, seat: int, *, undoable: bool = False, passed: frozenset[int] = frozenset()
) -> Entry:
    """`undoable`: the last operation is this seat's own, of a moment ago."""
    case = case_of(unit, seat, undoable)
    if case is None or seat > case.game.players:
        return {"seat": seat, "actions": [], "deeds": [], "loans": [], "debts": [], "raise": None,
                "auction": None}  # fmt: skip
    game = case.game
    debts = [debt for debt in game.debts if debt.debtor == seat]
    done = unit.roll[-1].act if undoable else None
    return {
        "seat": seat,
        "actions": list(_actions(case)),
        "undoes": done and Said(f"undone.{done.kind}"),
        "deeds": [_deed(case, number) for number in game.deeds_of(seat)],
        "loans": [_loan(case, at) for at in range(len(game.loans[seat]))],
        "debts": [{"to": d.creditor, "amount": d.amount, "why": int(d.why)} for d in debts],
        "raise": _raised(game, seat) if debts else None,
        "auction": _auction(case, passed),
    }


# -- what is offered


def _entry(
    case: Case, name: str, *, probe: Move | None = None, label: str = "", **more: Any
) -> Entry:
    """`probe`: the action with what makes the rules judge it; without, they are asked later."""
    why = _why(case, name, probe)
    return {"action": name, "label": Said(f"seat.{label or name}"), "why": why, **more}


def _why(case: Case, name: str, probe: Move | None) -> Said | None:
    return reason(case, probe or Move(name), ruled=probe is not None)


Kinds = Collection[str]


class Button(NamedTuple):
    """A move that is offered to a seat, and what stands on it."""

    move: str
    shown: Callable[[Case, Kinds], bool]
    """To whom and when; the questions are those that the move answers."""
    style: str = ""
    asks: Sequence[str] = ()
    """What the page asks before it sends the move."""
    facts: Callable[[Case], dict[str, Any]] = lambda case: {}
    """Amount, player, number, or the choices."""
    probe: Callable[[Case], Move] | None = None
    """With what the rules judge it now; without, they are asked when it is sent."""
    label: str = ""

    def entry(self, case: Case) -> Entry:
        probe = self.probe(case) if self.probe else None
        more = self.facts(case)
        lacking = (more.get("amount") or 0) - case.game.cash[case.seat]
        if probe and lacking > 0 and self.move != "borrow":
            more["lacking"], more["ways"] = lacking, list(_ways_to_money(case))
        if self.style:
            more["style"] = self.style
        kinds = MOVES[self.move].at
        if self.style == LARGE if kinds is None else case.asked.kind in kinds:
            more["answers"] = True
        if self.asks:
            more["asks"] = self.asks
        return _entry(case, self.move, probe=probe, label=self.label, **more)


def _ways_to_money(case: Case) -> Iterator[Said]:
    raised = _raised(case.game, case.seat)
    for part, move in (("loan", "borrow"), ("mortgages", "mortgage"), ("buildings", "demolish")):
        if raised[part]:
            yield Said(f"seat.{move}")


def _actions(case: Case) -> Iterator[Entry]:
    for button in BUTTONS:
        if button.shown(case, MOVES[button.move].at or ()):
            yield button.entry(case)


# To whom, and when.


def _turn(case: Case, kinds: Kinds) -> bool:
    return case.game.turn == case.seat and case.asked.kind in kinds


def _asked(case: Case, kinds: Kinds) -> bool:
    return case.asked.player == case.seat and case.asked.kind in kinds


def _party(case: Case, kinds: Kinds) -> bool:
    bargain = case.asked.bargain
    return (
        case.asked.kind in kinds
        and bargain is not None
        and case.seat in (bargain.first, bargain.second)
    )


def _proposer(case: Case, kinds: Kinds) -> bool:
    bargain = case.asked.bargain
    return bargain is not None and bargain.first == case.seat and _party(case, kinds)


def _invited(case: Case, kinds: Kinds) -> bool:
    return _party(case, kinds) and not _proposer(case, kinds)


def _owner_of_rent(case: Case, kinds: Kinds) -> bool:
    return any(claim.owner == case.seat for claim in case.game.claims)


def _debtor(case: Case, kinds: Kinds) -> bool:
    return bool(case.game.debts) and case.game.debts[0].debtor == case.seat


def _thrower(case: Case, kinds: Kinds) -> bool:
    return not _turn(case, KEYED)


def _prisoner(case: Case, kinds: Kinds) -> bool:
    return case.game.turn == case.seat and bool(case.game.prison[case.seat])


def _prisoner_with_card(case: Case, kinds: Kinds) -> bool:
    return _prisoner(case, kinds) and case.seat in case.game.free_cards


def _by_unit(shown: Callable[[Case, Kinds], bool], auto: bool) -> Callable[[Case, Kinds], bool]:
    """`auto`: where the unit draws the cards; else where they are real, and told by number."""
    return lambda case, kinds: shown(case, kinds) and case.unit.settings["auto_cards"] == auto


def _before_the_end(case: Case, kinds: Kinds) -> bool:
    """The turn goes on: to end it is shown with the reason why not."""
    return case.game.turn == case.seat and case.asked.kind not in (*kinds, *IN_THE_TURN)


def _author(case: Case, kinds: Kinds) -> bool:
    return case.undoable


def _open(case: Case, kinds: Kinds) -> bool:
    """Nobody's in particular."""
    return case.asked.kind in kinds


def _left_open(case: Case, kinds: Kinds) -> bool:
    return _open(case, kinds) and _why(case, "back", None) is None


def _always(case: Case, kinds: Kinds) -> bool:
    return True


def _borrower(case: Case, kinds: Kinds) -> bool:
    return case.game.edition.loans is not None


def _may_fall(case: Case, warned: bool) -> bool:
    game = case.game
    asking = case.asked.kind in ("bankrupt", "bankrupt_sure")
    return game.is_in(case.seat) and not game.winner and not asking and is_warned(case) == warned


def _owing(case: Case, kinds: Kinds) -> bool:
    return _may_fall(case, warned=False) and case.game.debt_of(case.seat) is not None


def _owing_nothing(case: Case, kinds: Kinds) -> bool:
    return _may_fall(case, warned=False) and case.game.debt_of(case.seat) is None


def _warned(case: Case, kinds: Kinds) -> bool:
    return _may_fall(case, warned=True)


# What stands on it.


def _claim(case: Case) -> Entry:
    """LOYER takes the oldest."""
    claim = next(claim for claim in case.game.claims if claim.owner == case.seat)
    return {"amount": claim.amount, "player": claim.tenant, "number": claim.square}


def _debt(case: Case) -> Entry:
    debt = case.game.debts[0]
    return {"amount": debt.amount, "player": debt.creditor}


def _amount(of: Callable[[Case], int | None]) -> Callable[[Case], Entry]:
    return lambda case: {"amount": of(case)}


def _loan_terms(case: Case) -> Entry:
    """What may still be borrowed, and what it costs."""
    terms = loans.terms(case.game)
    return {
        "amount": max(0, loans.room(case.game, case.seat)), "percent": terms.percent,
        "taken_at": terms.taken_at, "coin": case.game.edition.coin,
    }  # fmt: skip


def _choices(of: Callable[[Case], list[Entry]]) -> Callable[[Case], Entry]:
    return lambda case: {"choices": of(case)}


def _places(of: Callable[[Case], Iterable[int]]) -> Callable[[Case], Entry]:
    return _choices(lambda case: [_place(case.game, number) for number in of(case)])


def _ways_of_bus(case: Case) -> list[Entry]:
    first, second = case.game.dice[:2]
    ways = dict.fromkeys((first, second, first + second))
    return [_steps(case.game, case.seat, steps) for steps in ways]


def _plain(name: str) -> Callable[[Case], Move]:
    return lambda case: Move(name)


def _some_bargain(name: str) -> Callable[[Case], Move]:
    """One franc from this seat: the rules say whether there may be a bargain at all."""

    def probe(case: Case) -> Move:
        game, seat, bargain = case.game, case.seat, case.asked.bargain
        partner = next((player for player in game.seats() if player != seat), BANK)
        if name == "change" and bargain is not None:
            partner = bargain.second if seat == bargain.first else bargain.first
        return Move(name, bargain=Bargain(seat, partner, money=1))

    return probe


def _some_payment(case: Case) -> Move:
    debt = case.game.debt_of(case.seat)
    return Move("pay", debt.creditor if debt else BANK, 1)


def _some_loan(case: Case) -> Move:
    terms = case.game.edition.loans
    return Move("borrow", amount=terms.step if terms else 0)


IN_THE_TURN = frozenset[str]().union(
    *(
        MOVES[name].at or ()
        for name in (
            "buy", "draw", "carry_out", "pay_card", "bus", "anywhere", "visa", "open",
        )
    )
)  # fmt: skip
"""Questions of a turn that have buttons of their own."""
LARGE, DANGER = "large", "danger"

BUTTONS: tuple[Button, ...] = (
    # what is owed to this player, and what is asked of it
    Button("claim", _owner_of_rent, LARGE, facts=_claim, probe=_plain("claim")),
    Button("agree", _asked, LARGE, probe=_plain("agree")),
    Button("change", _party, asks=["bargain"], probe=_some_bargain("change")),
    Button("withdraw", _proposer),
    Button("withdraw", _invited, label="refuse"),
    Button("settle", _debtor, LARGE, facts=_debt, probe=_plain("settle")),
    Button(
        "lift_now", _asked, LARGE, probe=_plain("lift_now"),
        facts=_amount(lambda case: deeds.lifting_cost(case.game, case.asked.square)),
    ),
    Button(
        "tenth", _asked, probe=_plain("tenth"),
        facts=_amount(lambda case: deeds.interest(case.game, case.asked.square)),
    ),
    Button("bankrupt_yes", _asked, DANGER, ["hold"]),
    Button("bankrupt_no", _asked),
    Button("way", _asked, facts=_choices(lambda case: _ways(case.game, case.asked.square))),
    Button("way_no", _asked),
    Button("scarce_auction", _asked, LARGE),
    Button("scarce_no", _asked),
    Button("lot", _asked, facts=_places(lots)),
    # the turn
    Button("dice", _turn, LARGE, ["dice"]),
    Button("throw", _thrower, LARGE),
    Button(
        "fine", _prisoner, probe=_plain("fine"),
        facts=_amount(lambda case: case.game.edition.fine),
    ),
    Button("card", _prisoner_with_card, probe=_plain("card")),
    Button(
        "buy", _turn, LARGE, probe=_plain("buy"),
        facts=_amount(lambda case: case.game.edition.squares[case.game.square[case.seat]].price),
    ),
    Button("to_auction", _turn),
    Button("draw", _by_unit(_turn, auto=True), LARGE),
    Button("card_number", _by_unit(_turn, auto=False), LARGE, ["card"]),
    Button("carry_out", _turn, LARGE),
    Button("pay_card", _turn, LARGE, facts=_amount(lambda case: case.asked.amount)),
    Button("draw_instead", _by_unit(_turn, auto=True), LARGE),
    Button("chance_number", _by_unit(_turn, auto=False), LARGE, ["card"]),
    Button("bus", _turn, facts=_choices(_ways_of_bus)),
    Button("anywhere", _turn, facts=_places(lambda case: range(BOARD))),
    Button(
        "keep_dice", _turn,
        facts=lambda case: {"number": sum(case.game.dice) + case.game.third_die},
    ),
    Button("visa", _turn, facts=_places(lambda case: passport.unvisited(case.game, case.seat))),
    Button("open", _turn, LARGE, facts=_amount(lambda case: case.asked.amount)),
    Button("finish", _turn, LARGE, probe=_plain("finish")),
    Button("finish", _before_the_end, probe=_plain("finish")),
    # the unit itself
    Button("undo", _author),
    Button("back", _left_open, LARGE),
    Button("wake", _open, LARGE),
    Button("resume", _open, LARGE),
    # the own money
    Button("offer", _always, asks=["bargain"], probe=_some_bargain("offer")),
    Button("pay", _always, asks=["payee", "amount"], probe=_some_payment),
    Button(
        "borrow", _borrower, asks=["amount"], probe=_some_loan,
        facts=_loan_terms,
    ),
    Button("ruin_anyway", _warned, DANGER, ["hold", "sure"]),
    Button("ruin", _owing, DANGER, ["hold"]),
    Button("ruin", _owing_nothing, DANGER, ["hold"], label="give_up"),
)  # fmt: skip


# -- choices


def _place(game: Game, number: int) -> Entry:
    name = game.edition.squares[number].name
    return {"value": number, "label": name}


def _steps(game: Game, seat: int, steps: int) -> Entry:
    name = game.edition.squares[(game.square[seat] + steps) % BOARD].name
    return {"value": steps, "label": f"{steps} — {name}"}


def _ways(game: Game, number: int) -> list[Entry]:
    return [
        {"value": rank, "label": Said(f"seat.way.{way}"),
         "amount": building.sale_of_hotel(game, number, way)}
        for rank, way in enumerate(building.hotel_ways(game))
    ]  # fmt: skip


# -- auctions


def raises(edition: Edition, price: int) -> list[int]:
    """The edition's bank notes, from a hundredth of the price up."""
    scale = max(edition.coin, edition.opening_cash // NOTES_FOR)
    return [note * scale for note in NOTES if note * scale * 100 >= price][:MOST_RAISES]


def _price(game: Game, auction: AuctionView) -> int:
    if auction.item >= BOARD:  # a prison card
        return game.edition.fine
    square = game.edition.squares[auction.item]
    return {"hotel": square.hotel, "house": square.house}.get(auction.building, square.price)


def _auction(case: Case, passed: frozenset[int]) -> Entry | None:
    """Bids by a tap, at most twice the price (more is typed), and why none is allowed."""
    auction, least = case.asked.auction, least_bid(case)
    if auction is None or case.asked.kind not in AUCTION:
        return None
    price = _price(case.game, auction)
    most = min(case.game.cash[case.seat], 2 * price)
    notes = [0] * (not auction.holder) + raises(case.game.edition, price)
    bids = [(auction.best or least) + note for note in notes]
    return {
        "why": _why(case, "bid", Move("bid", amount=max(least, 1))),
        "why_pass": _why(case, "pass", None),
        "least": least,
        "bids": [amount for amount in bids if amount <= most][:MOST_RAISES],
        "passed": case.seat in passed,
        "holds": auction.holder == case.seat,
    }


# -- goods


def goods_view(game: Game) -> dict[int, Entry]:
    """What each player can give in a bargain now, and why one of the deeds cannot be traded."""
    found: dict[int, Entry] = {}
    for player in game.seats():
        kept = {good: _why_kept(game, good) for good in goods(game, player)}
        found[player] = {
            "goods": [_good(game, good) for good, why in kept.items() if not why],
            "kept": next(filter(None, kept.values()), None),
        }
    return found


def _why_kept(game: Game, good: int) -> Said | None:
    try:
        if good < BOARD:
            trade.check_deed(game, good)
    except Refused as no:
        return of_bank(no.error)
    return None


def _good(game: Game, number: int) -> Entry:
    if number >= BOARD:
        return {"number": number, "name": Said("card_of", deck=DECKS[number - BOARD])}
    found: Entry = {"number": number, "name": game.edition.squares[number].name}
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
