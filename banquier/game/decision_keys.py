"""From a decision to keys: the one table that bots and phones share.

    yield from press(reader, 2, Decision("build", 39))     BATIR 2 OK 39 OK C

What a key led to is told by the question that then waits, never by the text on the glass. A way
that is refused goes back to where it began; `reader.error` is then the error of the refused key.
"""

from __future__ import annotations

from collections.abc import Callable

from banquier.game.decision import BUILD, DEMOLISH, LIFT, MORTGAGE, Decision
from banquier.game.key_reader import KeyReader, KeyStrokes
from firmware_sim.game import BOARD, Game
from firmware_sim.rules.trade import Bargain

Keys = Callable[[KeyReader, int, Decision], KeyStrokes[bool]]
"""True: every key was accepted."""

BIDS = ("first_bid", "bid")
BUILDS = frozenset(("build", "build_hotel", "built_up"))
"""What BATIR asks, by the lot it stands on."""


def press(reader: KeyReader, player: int, decision: Decision) -> KeyStrokes[bool]:
    return (yield from KEYS[decision.do](reader, player, decision))


def _tap(*keys: str) -> Keys:
    def keys_of(reader: KeyReader, player: int, decision: Decision) -> KeyStrokes[bool]:
        for key in keys:
            tapped = reader.function(key) if len(key) > 2 else reader.press(key)
            if not (yield from tapped):
                return False
        return True

    return keys_of


def _refused(reader: KeyReader) -> KeyStrokes[bool]:
    """Back to where functions are open; the error of the refused key is kept."""
    error = reader.error
    yield from reader.leave()
    reader.error = error
    return False


# -- a turn


def _turned_to(reader: KeyReader, kind: str) -> KeyStrokes[bool]:
    """OK on the answer that this kind of question stands for; `+` goes to it."""
    return (yield from reader.turn_to(kind)) and (yield from reader.press("OK"))


def _throw(reader: KeyReader, player: int, decision: Decision) -> KeyStrokes[bool]:
    """DES, or the real dice as digits: 43, or 435 with the speed die."""
    if not decision.number:
        return (yield from reader.function("DES"))
    return (yield from reader.type(decision.number)) and (yield from reader.press("OK"))


def _leave_prison(reader: KeyReader, player: int, decision: Decision) -> KeyStrokes[bool]:
    if not (yield from reader.function("PRISON")):
        return False
    if decision.do == "card":
        yield from reader.press("+")
    return (yield from reader.press("OK")) or (yield from _refused(reader))


def _draw(reader: KeyReader, player: int, decision: Decision) -> KeyStrokes[bool]:
    """CARTE, and the number of a real card."""
    if not (yield from reader.function("CARTE")):
        return False
    if reader.kind != "card_number":
        return True
    typed = (yield from reader.type(decision.number)) and (yield from reader.press("OK"))
    return typed or (yield from _refused(reader))


def _choose(reader: KeyReader, player: int, decision: Decision) -> KeyStrokes[bool]:
    """Steps of the bus, a square, a wonder, or a lot; -1 keeps to the dice."""
    kind = reader.kind
    if kind == "anywhere" and decision.number < 0:
        return (yield from reader.press("C", "OK"))
    if kind == "anywhere":
        return (yield from reader.type(decision.number)) and (yield from reader.press("OK"))
    for _ in range(BOARD):
        asked = reader.question
        if (asked.amount if kind == "bus" else asked.square) == decision.number:
            return (yield from reader.press("OK")) and (yield from _leave_lots(reader))
        if not (yield from reader.press("+")):
            return False
    return False


def _choose_rank(reader: KeyReader, player: int, decision: Decision) -> KeyStrokes[bool]:
    """By its digit: the way in which a hotel goes."""
    return (yield from reader.press(str(decision.number + 1), "OK"))


# -- the estate


FUNCTION = {BUILD: "BATIR", DEMOLISH: "DEMOL", MORTGAGE: "HYPO", LIFT: "HYPO"}


def _on_lot(reader: KeyReader, player: int, decision: Decision) -> KeyStrokes[bool]:
    """One deed, then back; but for a scarce building, which asks whether it is auctioned."""
    done = yield from to_lot(reader, player, decision)
    if reader.kind == "scarce":
        return True
    if done and reader.kind == "lift_sure":
        done = yield from reader.press("OK")
    if done and reader.kind.startswith("hotel_"):
        done = yield from reader.press(*"+" * decision.amount, "OK")
    error = reader.error
    yield from reader.leave()
    reader.error = error
    return done


def _leave_lots(reader: KeyReader) -> KeyStrokes[bool]:
    """A scarce building was asked for in BATIR: its auction ends there again."""
    if reader.kind in BUILDS:
        yield from reader.leave()
    return True


def to_lot(reader: KeyReader, player: int, decision: Decision) -> KeyStrokes[bool]:
    return (
        (yield from reader.function(FUNCTION[decision.do]))
        and (yield from reader.name(player))
        and (yield from reader.type(decision.number))
        and (yield from reader.press("OK"))
    )


# -- money


def _borrow(reader: KeyReader, player: int, decision: Decision) -> KeyStrokes[bool]:
    if (yield from reader.function("EMPR")) and (yield from reader.name(player)):
        if reader.kind == "new_loan":
            yield from reader.press("OK")
        if (yield from reader.type(decision.amount)) and (yield from reader.press("OK")):
            return True
    return (yield from _refused(reader))


def _repay(reader: KeyReader, player: int, decision: Decision) -> KeyStrokes[bool]:
    if (
        (yield from reader.function("EMPR"))
        and (yield from reader.name(player))
        and (yield from reader.press(str(decision.number + 1), "OK"))
    ):
        return True
    return (yield from _refused(reader))


def _pay(reader: KeyReader, player: int, decision: Decision) -> KeyStrokes[bool]:
    """`number`: to whom, 0 the bank."""
    if (
        (yield from reader.function("PAYER"))
        and (yield from reader.name(player))
        and (yield from reader.name(decision.number))
        and (yield from reader.type(decision.amount))
        and (yield from reader.press("OK"))
    ):
        return True
    return (yield from _refused(reader))


def _ruin(reader: KeyReader, player: int, decision: Decision) -> KeyStrokes[bool]:
    """Refused once where the debt could be met: the same decision again goes through."""
    if (yield from reader.function("FAILL")) and (yield from reader.name(player)):
        return (yield from _ruin_sure(reader, player, decision))
    return (yield from _refused(reader))


def _ruin_sure(reader: KeyReader, player: int, decision: Decision) -> KeyStrokes[bool]:
    """FAILLITE ?, CERTAIN ?"""
    while reader.kind in ("bankrupt", "bankrupt_sure"):
        yield from reader.press("OK")
    return True


# -- auctions


def _open(reader: KeyReader, player: int, decision: Decision) -> KeyStrokes[bool]:
    """The opening price; without an amount what the unit proposes."""
    typed = not decision.amount or (yield from reader.type(decision.amount))
    return typed and (yield from reader.press("OK"))


def _bid(reader: KeyReader, player: int, decision: Decision) -> KeyStrokes[bool]:
    if not (yield from reader.press(str(player))):
        return False
    if (yield from reader.type(decision.amount)) and (yield from reader.press("OK")):
        return True
    return (yield from _refused(reader))


def _close(reader: KeyReader, player: int, decision: Decision) -> KeyStrokes[bool]:
    """FIN, and OK to ADJUGE or INVENDU."""
    if reader.kind in BIDS and not (yield from reader.function("FIN")):
        return False
    return (yield from reader.press("OK")) and (yield from _leave_lots(reader))


# -- bargains


def _trade(reader: KeyReader, player: int, decision: Decision) -> KeyStrokes[bool]:
    """The whole bargain, read over: then the first of the two is asked to agree."""
    bargain = decision.bargain
    if bargain is None:
        return False
    game = reader.unit.firmware.session.current_game
    sides = (
        (bargain.first, bargain.first_deeds, bargain.first_cards),
        (bargain.second, bargain.second_deeds, bargain.second_cards),
    )
    done = (
        (yield from reader.function("VENTE"))
        and (yield from reader.name(bargain.first))
        and (yield from reader.name(bargain.second))
    )
    for side, deeds, cards in sides:
        done = done and (yield from _give(reader, goods(game, side), deeds, cards))
    done = done and (yield from _money(reader, bargain)) and (yield from reader.press("OK"))
    return done or (yield from _refused(reader))


def goods(game: Game, player: int) -> list[int]:
    """What VENTE goes over: the deeds of a player by their squares, then the prison cards."""
    cards = [BOARD + pile for pile, holder in enumerate(game.free_cards) if holder == player]
    return game.deeds_of(player) + cards


def _give(
    reader: KeyReader, offered: list[int], deeds: tuple[int, ...], cards: tuple[int, ...]
) -> KeyStrokes[bool]:
    """`+` from one good to the next, OK marks it; FIN ends. It begins before the first."""
    at = -1
    for good in (*sorted(deeds), *(BOARD + pile for pile in sorted(cards))):
        if good not in offered:
            return False
        steps, at = offered.index(good) - at, offered.index(good)
        if not (yield from reader.press(*"+" * steps, "OK")):
            return False
    return (yield from reader.press("FIN"))


def _money(reader: KeyReader, bargain: Bargain) -> KeyStrokes[bool]:
    payer = bargain.second if bargain.money < 0 else bargain.first
    if bargain.money and reader.question.player != payer and not (yield from reader.press("+")):
        return False
    if bargain.money and not (yield from reader.type(abs(bargain.money))):
        return False
    return (yield from reader.press("OK"))


def _withdraw(reader: KeyReader, player: int, decision: Decision) -> KeyStrokes[bool]:
    """C until the bargain is gone."""
    yield from reader.leave()
    return True


KEYS: dict[str, Keys] = {
    "throw": _throw,
    "fine": _leave_prison,
    "card": _leave_prison,
    "buy": _tap("ACHAT"),
    "auction": _tap("ENCH"),
    "draw": _draw,
    "carry out": _tap("OK"),
    "finish": _tap("FIN"),
    "choose": _choose,
    "choose_rank": _choose_rank,
    "claim": _tap("LOYER"),
    BUILD: _on_lot,
    DEMOLISH: _on_lot,
    MORTGAGE: _on_lot,
    LIFT: _on_lot,
    "borrow": _borrow,
    "repay": _repay,
    "pay": _pay,
    "settle": _tap("OK"),
    "ruin": _ruin,
    "ruin_sure": _ruin_sure,
    "open": _open,
    "bid": _bid,
    "close": _close,
    "trade": _trade,
    "withdraw": _withdraw,
    "lift received": lambda reader, *_: _turned_to(reader, "lift_received"),
    "auction it": lambda reader, *_: _turned_to(reader, "scarce"),
    "yes": _tap("OK"),
    "no": _tap("C"),
    "undo": _tap("CORR", "OK"),
    "wait": _tap(),
    "wake": _tap("ON"),
}
