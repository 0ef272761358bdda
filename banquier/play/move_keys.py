"""The keys of each move, for bots and phones; `moves.MOVES` has them by name.

    yield from on_lot("BATIR")(reader, 2, Move("build", 39))     BATIR 2 OK 39 OK C

The result of a key is read from the question that is open then, never from the text on the glass. A
sequence that is refused goes back to its start; `reader.error` is the error of the refused key.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial

from banquier.play.key_reader import KeyReader, KeyStrokes
from banquier.play.move import Move
from firmware_sim.game import BOARD, Bargain
from firmware_sim.question import BIDS, Question

Keys = Callable[[KeyReader, int, Move], KeyStrokes[bool]]
"""A function that presses the keys of a move and returns True if every key was accepted."""

AUCTION = frozenset((*BIDS, "opening", "bid_amount", "sold", "unsold"))
BUILDS = frozenset(("build", "build_hotel", "built_up"))
"""The questions of BATIR, depending on the lot."""


_FACTS: dict[str, Keys] = {
    "player": lambda reader, player, move: reader.name(player),
    "payee": lambda reader, player, move: reader.name(move.number),
    "bidder": lambda reader, player, move: reader.type(player),
    "number": lambda reader, player, move: reader.type(max(move.number, 0)),
    "rank": lambda reader, player, move: reader.type(move.number + 1),
    "amount": lambda reader, player, move: reader.type(move.amount),
}
"""The facts of a move, which stand in its keys as words in lower case."""


def tap(*steps: str | Keys, back: bool = False) -> Keys:
    """Press keys, facts of the move, and sequences. `back`: leave the sequence if it is refused."""

    def keys_of(reader: KeyReader, player: int, move: Move) -> KeyStrokes[bool]:
        for step in steps:
            keys = _FACTS.get(step) if isinstance(step, str) else step
            if not (yield from keys(reader, player, move) if keys else reader.press(str(step))):
                return (yield from _go_back(reader)) if back else False
        return True

    return keys_of


def _press_if_asked(kinds: Collection[str], *steps: str | Keys) -> Keys:
    """Press these steps if the open question is of one of these kinds."""
    keys = tap(*steps)

    def keys_of(reader: KeyReader, player: int, move: Move) -> KeyStrokes[bool]:
        return reader.kind not in kinds or (yield from keys(reader, player, move))

    return keys_of


def withdraw(reader: KeyReader, player: int, move: Move) -> KeyStrokes[bool]:
    """Press C until functions are open."""
    yield from reader.leave()
    return True


def _go_back(reader: KeyReader) -> KeyStrokes[bool]:
    """Go back to where functions are open; the error of the refused key is kept."""
    error = reader.error
    yield from reader.leave()
    reader.error = error
    return False


_LEAVE_LOTS = _press_if_asked(BUILDS, withdraw)
"""Leave BATIR, to which the auction of a scarce building returns."""

# -- a turn


def turned_to(kind: str) -> Keys:
    """Press `+` until the question is of this kind, then OK."""
    return tap(lambda reader, player, move: reader.turn_to(lambda asked: asked.kind == kind), "OK")


typed = tap("number", "OK")
"""Type real dice as digits (43, or 435 with the speed die), or a square."""


pay_fine = tap("PRISON", "OK", back=True)
use_card = tap("PRISON", "+", "OK", back=True)
draw = tap("CARTE", _press_if_asked(("card_number",), "number", "OK"), back=True)
"""Draw a card, and type the number of a real one; 0: its effect is keyed by hand."""


def _chosen(reader: KeyReader, player: int, move: Move) -> KeyStrokes[bool]:
    def is_it(asked: Question) -> bool:
        return (asked.amount if asked.kind == "bus" else asked.square) == move.number

    return (yield from reader.turn_to(is_it))


choose = tap(_chosen, "OK", _LEAVE_LOTS)
"""Go by `+` to the steps of the bus, a wonder or a lot, and press OK."""
choose_rank = tap("rank", "OK")
"""Choose how a hotel is sold, by the rank of the option."""


# -- the estate


def on_lot(function: str) -> Keys:
    """Use a function on one deed, then go back, except if a scarce building may be auctioned."""
    asked = tap(function, "player", "number", "OK")

    def keys_of(reader: KeyReader, player: int, move: Move) -> KeyStrokes[bool]:
        done = yield from asked(reader, player, move)
        if reader.kind == "scarce":
            return True
        if done and reader.kind == "lift_sure":
            done = yield from reader.press("OK")
        if done and reader.kind.startswith("hotel_"):
            done = yield from reader.press(*"+" * move.amount, "OK")
        yield from _go_back(reader)
        return done

    return keys_of


# -- money


borrow = tap("EMPR", "player", _press_if_asked(("new_loan",), "OK"), "amount", "OK", back=True)
repay = tap("EMPR", "player", "rank", "OK", back=True)
pay = tap("PAYER", "player", "payee", "amount", "OK", back=True)


ruin_sure = tap(_press_if_asked(("bankrupt",), "OK"), _press_if_asked(("bankrupt_sure",), "OK"))
ruin = tap("FAILL", "player", ruin_sure, back=True)
"""Declare bankruptcy: refused once if the debt could be paid; a second time it is accepted."""


# -- auctions


bid = tap("bidder", "amount", "OK", back=True)


close = tap(_press_if_asked((*BIDS, "opening"), "FIN"), "OK", _LEAVE_LOTS)
"""Close an auction with ADJUGE or INVENDU, and confirm it."""


# -- bargains


def trade(reader: KeyReader, player: int, move: Move) -> KeyStrokes[bool]:
    """Enter a bargain and its proposer's accord, after which the other player is asked."""
    bargain = move.bargain
    if bargain is None:
        return False
    done = (
        (yield from reader.press("VENTE"))
        and (yield from reader.name(bargain.first))
        and (yield from reader.name(bargain.second))
    )
    for goods in bargain.goods:
        done = done and (yield from _give(reader, sorted(goods)))
    done = done and (yield from _money(reader, bargain)) and (yield from reader.press("OK", "OK"))
    return done or (yield from _go_back(reader))


change = tap(withdraw, trade)
"""Enter other terms instead of those that wait for an accord."""


def _give(reader: KeyReader, goods: list[int]) -> KeyStrokes[bool]:
    """Mark goods: type a deed's square, or press `+` until a card; OK marks it, FIN ends."""
    for good in goods:
        is_it = partial(_is_good, good)
        found = reader.type(good) if good < BOARD else reader.turn_to(is_it)
        if not ((yield from found) and (yield from reader.press("OK"))):
            return False
    return (yield from reader.press("FIN"))


def _is_good(good: int, asked: Question) -> bool:
    return asked.square == good


def _money(reader: KeyReader, bargain: Bargain) -> KeyStrokes[bool]:
    payer = bargain.second if bargain.money < 0 else bargain.first
    if bargain.money and reader.question.player != payer and not (yield from reader.press("+")):
        return False
    if bargain.money and not (yield from reader.type(abs(bargain.money))):
        return False
    return (yield from reader.press("OK"))


# -- the next game


def menu(reader: KeyReader, kind: str) -> KeyStrokes[bool]:
    """Enter a line of the MENU and confirm it."""
    yield from reader.listen()
    yield from reader.press("?", "F")
    return (yield from reader.turn_to(lambda asked: asked.kind == kind)) and (
        yield from reader.press("OK", "OK")
    )


def play_again(reader: KeyReader, player: int, move: Move) -> KeyStrokes[bool]:
    """Start a new game by NOUVELLE, with the same edition, players and choices."""
    session = reader.unit.session
    game, settings = session.current_game, session.settings
    wanted: dict[str, object] = {
        "edition": session.editions.labels.index(game.edition.label) + 1,
        "players": game.players,
        "variant": ("normal", "short", "timed")[game.variant],
        "speed_die": "yes" if game.speed_die else "no",
        "auto_dice": "auto" if settings["auto_dice"] else "keyed",
        "auto_cards": "auto" if settings["auto_cards"] else "keyed",
    }
    return (yield from menu(reader, "menu_new")) and (yield from answer_set_up(reader, wanted))


MOST_STEPS = 12
SET_UP = ("players", "variant", "minutes", "speed_die", "auto_dice", "auto_cards", "first")
BEFORE_SET_UP = {"off": "ON", "resume": "C", "erase": "OK"}
"""Questions of a unit that is off or has a game in memory, and the key that leads on."""


def reach_set_up(reader: KeyReader) -> KeyStrokes[bool]:
    """Lead the unit to the first question of the set-up, from any other question."""
    for _ in range(MOST_STEPS):
        yield from reader.listen()
        kind = reader.kind
        if kind == "edition":
            return True
        if kind in SET_UP:
            yield from reader.press("C")
        elif kind in BEFORE_SET_UP:
            yield from reader.press(BEFORE_SET_UP[kind])
        else:
            yield from menu(reader, "menu_new")
    return False


def answer_set_up(reader: KeyReader, wanted: Mapping[str, object]) -> KeyStrokes[bool]:
    """Answer each question of the set-up; one without an answer keeps what the unit proposes."""

    def is_wanted(asked: Question) -> bool:
        return wanted.get(asked.kind, asked.amount) in (asked.amount, asked.choice)

    yield from reader.listen()
    while not reader.question.functions:
        if reader.kind == "minutes" and not is_wanted(reader.question):
            yield from reader.press(*str(wanted["minutes"]))
        if not (yield from reader.turn_to(is_wanted)) or not (yield from reader.press("OK")):
            return False
        yield from reader.listen()
    return True
