"""The view of a seat: the player's goods, all that can be done now, and why the rest cannot.

    seat_view(case)          plain data for the page: actions, deeds, loans, debts, goods

BUTTONS says which move is offered and what stands on it; to whom and at which question, the table
of moves says. Each is tried on a copy of the game: where moves or rules refuse, the entry says why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from banquier.page.seat_actions import bank_reason, reason
from banquier.play.move import Move
from banquier.play.move_keys import AUCTION
from banquier.play.moves import MOVES, RUINED, Denied, MoveContext, is_warned, lots
from banquier.words import Said
from firmware_sim.edition import Kind
from firmware_sim.game import BANK, BOARD, HOTEL, Game, Refused
from firmware_sim.rules import bankruptcy, bids, building, deeds, loans, passport, trade

Entry = dict[str, Any]
MOST_RAISES = 5


def seat_view(case: MoveContext, passed: frozenset[int] = frozenset()) -> Entry:
    game, seat = case.game, case.seat
    done = case.unit.roll[-1].act if case.undoable else None
    return {
        "actions": [
            _button(at, row)
            for row in BUTTONS
            if row.shown(at := case.with_question_of(row.move), row.move)
        ],
        "undoes": done and Said(f"undone.{done.kind}"),
        "deeds": [_deed_view(case, number) for number in game.deeds_of(seat)],
        "loans": [_loan_view(case, at) for at in range(len(game.loans[seat]))],
        "raise": _sums_to_raise(game, seat) if game.debt_of(seat) else None,
        "auction": _auction(case, passed),
    }


# -- offers


def _entry(case: MoveContext, move: Move, *, ruled: bool = True, **more: Any) -> Entry:
    """Return an entry of the view. Not `ruled`: the rules depend on what is sent with the move."""
    why = reason(case, move, ruled=ruled)
    return {"action": move.name, "label": Said(f"seat.{move.name}"), "why": why, **more}


def _button(case: MoveContext, row: Button) -> Entry:
    kind = MOVES[row.move]
    example = row.example(case, row.move) if row.example else Move(row.move)
    ruled = bool(row.example) or not kind.takes
    entry = _entry(case, example, ruled=ruled, **row.facts(case))
    lacking = (entry.get("amount") or 0) - case.game.cash[case.seat]
    entry["why"] = entry["why"] or row.why(case)
    if entry["why"] and lacking > 0 and not kind.takes:
        entry["lacking"], entry["ways"] = lacking, _ways_to_money(case, lacking)
    if row.style:
        entry["style"] = row.style
    if row.style == LARGE if kind.at is None else case.question.kind in kind.at:
        entry["answers"] = True
    if row.asks:
        entry["asks"] = row.asks
    return entry


def _ways_to_money(case: MoveContext, lacking: int) -> list[Said]:
    """Return the ways that reach the sum alone; else all of them, if they do together."""
    raised = _sums_to_raise(case.game, case.seat)
    sums = {"borrow": raised["loan"], "mortgage": raised["mortgages"],
            "demolish": raised["buildings"]}  # fmt: skip
    alone = [move for move, amount in sums.items() if amount >= lacking]
    together = [move for move, amount in sums.items() if amount]
    reached = sum(sums.values()) >= lacking
    return [Said(f"seat.{move}") for move in alone or (together if reached else [])]


# The seats that a button is for, and when.


def _answers(case: MoveContext, move: str) -> bool:
    """The move is this player's, and answers the question."""
    kind = MOVES[move]
    try:
        kind.whose(case, Move(move))
    except Denied:
        return False
    except Refused:
        pass
    return kind.at is None or case.question.kind in kind.at


def _unit_draws(case: MoveContext, move: str) -> bool:
    return _answers(case, move) and bool(case.unit.session.settings["auto_cards"])


def _cards_are_real(case: MoveContext, move: str) -> bool:
    """Real cards are given by their number."""
    return _answers(case, move) and not case.unit.session.settings["auto_cards"]


def _owner_of_rent(case: MoveContext, move: str) -> bool:
    return any(claim.owner == case.seat for claim in case.game.claims)


def _debtor(case: MoveContext, move: str) -> bool:
    return bool(case.game.debts) and case.game.debts[0].debtor == case.seat


def _thrower(case: MoveContext, move: str) -> bool:
    return not _answers(case, "dice")


def _prisoner(case: MoveContext, move: str) -> bool:
    """A prisoner has the choice before the throw; after the third failure the fine is a debt."""
    waits = case.game.turn == case.seat and not case.game.debt_of(case.seat)
    return waits and bool(case.game.prison[case.seat])


def _prisoner_with_card(case: MoveContext, move: str) -> bool:
    return _prisoner(case, move) and case.seat in case.game.free_cards


def _until_the_end(case: MoveContext, move: str) -> bool:
    """A turn that goes on has the button, with the reason why it cannot end."""
    return case.game.turn == case.seat and case.question.kind not in IN_THE_TURN


def _can_always(case: MoveContext, move: str) -> bool:
    return True


def _borrower(case: MoveContext, move: str) -> bool:
    return case.game.edition.loans is not None


def _may_fall(case: MoveContext, move: str) -> bool:
    warned = is_warned(case) == (move == "ruin_anyway")
    return warned and _answers(case, move) and case.question.kind not in RUINED


# The facts on a button.


def _claim(case: MoveContext) -> Entry:
    """LOYER takes the oldest."""
    claim = next(claim for claim in case.game.claims if claim.owner == case.seat)
    return {"amount": claim.amount, "player": claim.tenant, "number": claim.square}


def _debt(case: MoveContext) -> Entry:
    debt = case.game.debts[0]
    return {"amount": debt.amount, "player": debt.creditor}


def _withdrawal(case: MoveContext) -> Entry:
    bargain = case.question.bargain
    return {"label": Said("seat.refuse")} if bargain and bargain.first != case.seat else {}


def _ruin(case: MoveContext) -> Entry:
    return {} if case.game.debt_of(case.seat) else {"label": Said("seat.give_up")}


def _loan_terms(case: MoveContext) -> Entry:
    """The sum that may still be borrowed, and what it costs."""
    terms = loans.terms(case.game)
    return {
        "amount": max(0, loans.room(case.game, case.seat)), "percent": terms.percent,
        "taken_at": terms.taken_at, "coin": case.game.edition.coin,
    }  # fmt: skip


def _deeds_left(case: MoveContext) -> Said | None:
    """Return why a bargain can only be about money, while the bank has deeds to sell."""
    game = case.game
    tradable = any(held["goods"] for held in goods_view(game).values())
    if tradable or not game.deeds[BANK] or game.edition.deeds_trade != "bank empty":
        return None
    return Said("seat.why.deeds_left", count=len(game.deeds[BANK]))


# An example of a move, for the rules.


def _some_payment(case: MoveContext, move: str) -> Move:
    debt = case.game.debt_of(case.seat)
    return Move(move, debt.creditor if debt else BANK, 1)


def _some_loan(case: MoveContext, move: str) -> Move:
    terms = case.game.edition.loans
    return Move(move, amount=terms.step if terms else 0)


IN_THE_TURN = {
    kind
    for move in ("buy", "draw", "carry_out", "pay_card", "bus", "anywhere", "visa", "open")
    for kind in MOVES[move].at or ()
}
"""Questions of a turn that have buttons of their own."""
LARGE, DANGER = "large", "danger"


class Button(NamedTuple):
    """A move that is offered to a seat, and the facts on it."""

    move: str
    style: str = ""
    asks: Sequence[str] = ()
    """The facts that the page asks for before it sends the move."""
    shown: Callable[[MoveContext, str], bool] = _answers
    """Returns whether a seat has the button now."""
    facts: Callable[[MoveContext], Entry] = lambda case: {}
    """Amount, player, number, the choices, or another label than the move's."""
    example: Callable[[MoveContext, str], Move] | None = None
    """A move for the rules, where more is sent with it; without one they judge what is sent."""
    why: Callable[[MoveContext], Said | None] = lambda case: None
    """A reason against it that the rules do not have."""


BUTTONS: tuple[Button, ...] = (
    # claims and questions of this player
    Button("claim", LARGE, shown=_owner_of_rent, facts=_claim),
    Button("agree", LARGE),
    Button("change", asks=["bargain"]),
    Button("withdraw", facts=_withdrawal),
    Button("settle", LARGE, shown=_debtor, facts=_debt),
    Button(
        "lift_now", LARGE,
        facts=lambda case: {"amount": deeds.lifting_cost(case.game, case.question.square)},
    ),
    Button(
        "tenth", facts=lambda case: {"amount": deeds.interest(case.game, case.question.square)}
    ),
    Button("bankrupt_yes", DANGER, ["hold"]),
    Button("bankrupt_no"),
    Button("way", facts=lambda case: {"choices": _ways(case.game, case.question.square)}),
    Button("way_no"),
    Button("scarce_auction", LARGE),
    Button("scarce_no"),
    Button("lot", facts=lambda case: {"choices": _places(case, lots(case))}),
    # the turn
    Button("dice", LARGE, ["dice"]),
    Button("throw", LARGE, shown=_thrower),
    Button("fine", shown=_prisoner, facts=lambda case: {"amount": case.game.edition.fine}),
    Button("card", shown=_prisoner_with_card),
    Button(
        "buy", LARGE,
        facts=lambda case: {"amount": case.game.squares[case.game.square[case.seat]].price},
    ),
    Button("leave"),
    Button("to_auction"),
    Button("draw", LARGE, shown=_unit_draws),
    Button("card_number", LARGE, ["card"], shown=_cards_are_real),
    Button("carry_out", LARGE),
    Button("pay_card", LARGE, facts=lambda case: {"amount": case.question.amount}),
    Button("draw_instead", LARGE, shown=_unit_draws),
    Button("chance_number", LARGE, ["card"], shown=_cards_are_real),
    Button("bus", facts=lambda case: {"choices": _ways_of_bus(case)}),
    Button("anywhere", facts=lambda case: {"choices": _places(case, range(BOARD))}),
    Button(
        "keep_dice", facts=lambda case: {"note": str(sum(case.game.dice) + case.game.third_die)}
    ),
    Button(
        "visa",
        facts=lambda case: {
            "choices": _places(case, passport.unvisited_streets(case.game, case.seat))
        },
    ),
    Button("open", LARGE, facts=lambda case: {"amount": case.question.amount}),
    Button("finish", LARGE, shown=_until_the_end),
    # the unit itself
    Button("undo"),
    Button("again", LARGE, ["sure"]),
    Button("back", LARGE),
    Button("wake", LARGE),
    Button("resume", LARGE),
    # the player's own money
    Button("offer", asks=["bargain"], shown=_can_always, why=_deeds_left),
    Button("pay", asks=["payee", "amount"], shown=_can_always, example=_some_payment),
    Button("borrow", asks=["amount"], shown=_borrower, facts=_loan_terms, example=_some_loan),
    Button("ruin_anyway", DANGER, ["hold", "sure"], shown=_may_fall),
    Button("ruin", DANGER, ["hold"], shown=_may_fall, facts=_ruin),
)  # fmt: skip


# -- choices


def _places(case: MoveContext, numbers: Iterable[int]) -> list[Entry]:
    return [{"number": number, "label": case.game.squares[number].name} for number in numbers]


def _ways_of_bus(case: MoveContext) -> list[Entry]:
    here, squares = case.game.square[case.seat], case.game.squares
    first, second = case.game.dice[:2]
    return [
        {"number": steps, "label": f"{steps} — {squares[(here + steps) % BOARD].name}"}
        for steps in dict.fromkeys((first, second, first + second))
    ]


def _ways(game: Game, number: int) -> list[Entry]:
    return [
        {"number": rank, "label": Said(f"seat.way.{way}"),
         "amount": building.sale_of_hotel(game, number, way)}
        for rank, way in enumerate(building.hotel_ways(game))
    ]  # fmt: skip


# -- auctions


def _auction(case: MoveContext, passed: frozenset[int]) -> Entry | None:
    """The bids by a tap, at most twice the price (more is typed), and why none is allowed; None
    where the auction is this player's to open."""
    auction = case.question.auction
    if auction is None or case.question.kind not in AUCTION or not reason(case, Move("open")):
        return None
    price = bids.price_of(case.game, auction.item, auction.building)
    most = min(case.game.cash[case.seat], 2 * price)
    notes = [0] * (not auction.holder) + bids.raises(case.game.edition, price)
    offered = [(auction.best or auction.least) + note for note in notes]
    return {
        "why": reason(case, Move("bid", amount=auction.least)),
        "why_pass": reason(case, Move("pass")),
        "least": auction.least,
        "bids": [amount for amount in offered if amount <= most][:MOST_RAISES],
        "passed": case.seat in passed,
        "holds": auction.holder == case.seat,
    }


# -- goods


def goods_view(game: Game) -> dict[int, Entry]:
    """The goods that each player can give in a bargain now, and why one of the deeds cannot be
    traded. Prison cards are numbered after the squares."""
    goods: dict[int, Entry] = {}
    for player in game.seats():
        kept = {good: _why_kept(game, good) for good in game.goods_of(player)}
        goods[player] = {
            "goods": [good for good, why in kept.items() if not why],
            "kept": next(filter(None, kept.values()), None),
        }
    return goods


def _why_kept(game: Game, good: int) -> Said | None:
    try:
        if good < BOARD:
            trade.check_deed(game, good)
    except Refused as no:
        return bank_reason(no.error)
    return None


def _deed_view(case: MoveContext, number: int) -> Entry:
    game = case.game
    square = game.edition.squares[number]

    def judge_move(name: str, amount: int, *, rank: int = 0, **label: Any) -> Entry:
        move = Move(name, number, rank)
        return _entry(case, move, amount=amount, number=number, rank=rank, **label)

    offered: list[Entry] = []
    if square.kind is Kind.STREET:
        offered.append(judge_move("build", building.building_price(game, number)))
        if game.houses[number] == HOTEL:
            for way in _ways(game, number):
                amount, rank, label = way["amount"], way["number"], way["label"]
                offered.append(judge_move("demolish", amount, rank=rank, label=label))
        elif game.houses[number]:
            offered.append(judge_move("demolish", building.house_resale(game, number)))
    if game.mortgaged[number]:
        offered.append(judge_move("lift", deeds.lifting_cost(game, number)))
    else:
        offered.append(judge_move("mortgage", square.mortgage))
    return {"square": number, "actions": offered}


def _loan_view(case: MoveContext, at: int) -> Entry:
    loan = case.game.loans[case.seat][at]
    return _entry(case, Move("repay", at), number=at, amount=loans.cost(case.game, loan))


def _sums_to_raise(game: Game, seat: int) -> Entry:
    """Return the money that a debtor has, and the sums that could still be raised."""
    parts = bankruptcy.raisable_sums(game, seat)
    owed = sum(debt.amount for debt in game.debts if debt.debtor == seat)
    return {**parts, "total": sum(parts.values()), "owed": owed}
