"""The keys of each move, for bots and phones; `moves.MOVES` has them by name.

    yield from on_lot("BATIR")(reader, 2, Move("build", 39))     BATIR 2 OK 39 OK C

What a key led to is told by the question that then waits, never by the text on the glass. A way
that is refused goes back to where it began; `reader.error` is then the error of the refused key.
"""

from __future__ import annotations

from collections.abc import Callable

from banquier.play.key_reader import KeyReader, KeyStrokes
from banquier.play.move import Move
from firmware_sim.game import Bargain
from firmware_sim.question import Question

Keys = Callable[[KeyReader, int, Move], KeyStrokes[bool]]
"""True: every key was accepted."""

BIDS = ("first_bid", "bid")
AUCTION = frozenset((*BIDS, "opening", "bid_amount", "sold", "unsold"))
BUILDS = frozenset(("build", "build_hotel", "built_up"))
"""What BATIR asks, by the lot it stands on."""


_FACTS: dict[str, Keys] = {
    "player": lambda reader, player, move: reader.name(player),
    "payee": lambda reader, player, move: reader.name(move.number),
    "bidder": lambda reader, player, move: reader.type(player),
    "number": lambda reader, player, move: reader.type(move.number),
    "rank": lambda reader, player, move: reader.type(move.number + 1),
    "amount": lambda reader, player, move: reader.type(move.amount),
}
"""What a sequence of keys says of its move, by small letters."""


def tap(*words: str, back: bool = False) -> Keys:
    """Keys, and facts of the move. `back`: a way that is refused is left."""

    def keys_of(reader: KeyReader, player: int, move: Move) -> KeyStrokes[bool]:
        for word in words:
            fact = _FACTS.get(word)
            if not (yield from fact(reader, player, move) if fact else reader.press(word)):
                return (yield from _refused(reader)) if back else False
        return True

    return keys_of


def _refused(reader: KeyReader) -> KeyStrokes[bool]:
    """Back to where functions are open; the error of the refused key is kept."""
    error = reader.error
    yield from reader.leave()
    reader.error = error
    return False


# -- a turn


def turned_to(kind: str) -> Keys:
    """OK on the answer that this kind of question stands for; `+` goes to it."""

    def keys_of(reader: KeyReader, player: int, move: Move) -> KeyStrokes[bool]:
        return (yield from reader.turn_to(lambda asked: asked.kind == kind)) and (
            yield from reader.press("OK")
        )

    return keys_of


typed = tap("number", "OK")
"""Real dice as digits: 43, or 435 with the speed die; a square."""


def leave_prison(reader: KeyReader, player: int, move: Move) -> KeyStrokes[bool]:
    if not (yield from reader.press("PRISON")):
        return False
    if move.name == "card":
        yield from reader.press("+")
    return (yield from reader.press("OK")) or (yield from _refused(reader))


def draw(reader: KeyReader, player: int, move: Move) -> KeyStrokes[bool]:
    """CARTE, and the number of a real card."""
    if not (yield from reader.press("CARTE")):
        return False
    if reader.kind != "card_number":
        return True
    number = max(move.number, 0)  # 0: its effect is keyed by hand
    known = (yield from reader.type(number)) and (yield from reader.press("OK"))
    return known or (yield from _refused(reader))


def choose(reader: KeyReader, player: int, move: Move) -> KeyStrokes[bool]:
    """Steps of the bus, a wonder, or a lot; `+` goes to it."""

    def is_it(asked: Question) -> bool:
        return (asked.amount if asked.kind == "bus" else asked.square) == move.number

    return (
        (yield from reader.turn_to(is_it))
        and (yield from reader.press("OK"))
        and (yield from _leave_lots(reader))
    )


choose_rank = tap("rank", "OK")
"""The way in which a hotel goes."""


# -- the estate


def on_lot(function: str) -> Keys:
    """One deed, then back; but for a scarce building, which asks whether it is auctioned."""

    def keys_of(reader: KeyReader, player: int, move: Move) -> KeyStrokes[bool]:
        done = (
            (yield from reader.press(function))
            and (yield from reader.name(player))
            and (yield from reader.type(move.number))
            and (yield from reader.press("OK"))
        )
        if reader.kind == "scarce":
            return True
        if done and reader.kind == "lift_sure":
            done = yield from reader.press("OK")
        if done and reader.kind.startswith("hotel_"):
            done = yield from reader.press(*"+" * move.amount, "OK")
        error = reader.error
        yield from reader.leave()
        reader.error = error
        return done

    return keys_of


def _leave_lots(reader: KeyReader) -> KeyStrokes[bool]:
    """A scarce building was asked for in BATIR: its auction ends there again."""
    if reader.kind in BUILDS:
        yield from reader.leave()
    return True


# -- money


def borrow(reader: KeyReader, player: int, move: Move) -> KeyStrokes[bool]:
    if (yield from reader.press("EMPR")) and (yield from reader.name(player)):
        if reader.kind == "new_loan":
            yield from reader.press("OK")
        if (yield from reader.type(move.amount)) and (yield from reader.press("OK")):
            return True
    return (yield from _refused(reader))


repay = tap("EMPR", "player", "rank", "OK", back=True)
pay = tap("PAYER", "player", "payee", "amount", "OK", back=True)


def ruin(reader: KeyReader, player: int, move: Move) -> KeyStrokes[bool]:
    """Refused once where the debt could be met: the same decision again goes through."""
    if (yield from reader.press("FAILL")) and (yield from reader.name(player)):
        return (yield from ruin_sure(reader, player, move))
    return (yield from _refused(reader))


def ruin_sure(reader: KeyReader, player: int, move: Move) -> KeyStrokes[bool]:
    """FAILLITE ?, CERTAIN ?"""
    while reader.kind in ("bankrupt", "bankrupt_sure"):
        yield from reader.press("OK")
    return True


# -- auctions


bid = tap("bidder", "amount", "OK", back=True)


def close(reader: KeyReader) -> KeyStrokes[bool]:
    """FIN, and OK to ADJUGE or INVENDU."""
    if reader.kind in (*BIDS, "opening") and not (yield from reader.press("FIN")):
        return False
    return (yield from reader.press("OK")) and (yield from _leave_lots(reader))


# -- bargains


def trade(reader: KeyReader, player: int, move: Move) -> KeyStrokes[bool]:
    """The whole bargain, read over, and the accord of who proposes it: then the other is asked."""
    bargain = move.bargain
    if bargain is None:
        return False
    game = reader.unit.session.current_game
    done = (
        (yield from reader.press("VENTE"))
        and (yield from reader.name(bargain.first))
        and (yield from reader.name(bargain.second))
    )
    for side, goods in zip((bargain.first, bargain.second), bargain.goods, strict=True):
        done = done and (yield from _give(reader, game.goods_of(side), sorted(goods)))
    done = done and (yield from _money(reader, bargain)) and (yield from reader.press("OK", "OK"))
    return done or (yield from _refused(reader))


def change(reader: KeyReader, player: int, move: Move) -> KeyStrokes[bool]:
    """Other terms instead of those that wait for an accord."""
    yield from reader.leave()
    return (yield from trade(reader, player, move))


def _give(reader: KeyReader, offered: list[int], goods: list[int]) -> KeyStrokes[bool]:
    """`+` from one good to the next, OK marks it; FIN ends. It begins before the first."""
    at = -1
    for good in goods:
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


def withdraw(reader: KeyReader, player: int, move: Move) -> KeyStrokes[bool]:
    """C until the bargain is gone."""
    yield from reader.leave()
    return True


# -- the next game


def menu(reader: KeyReader, kind: str) -> KeyStrokes[bool]:
    """Enter a line of the MENU and confirm it."""
    yield from reader.listen()
    yield from reader.press("?", "F")
    return (yield from reader.turn_to(lambda asked: asked.kind == kind)) and (
        yield from reader.press("OK", "OK")
    )


def again(reader: KeyReader, player: int, move: Move) -> KeyStrokes[bool]:
    """NOUVELLE: the same edition, players and choices."""
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

    def is_it(asked: Question) -> bool:
        return wanted.get(asked.kind, asked.amount) in (asked.amount, asked.choice)

    if not (yield from menu(reader, "menu_new")):
        return False
    while not reader.question.functions:
        if not (yield from reader.turn_to(is_it)) or not (yield from reader.press("OK")):
            return False
    return True
