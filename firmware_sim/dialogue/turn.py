"""A turn: the dice, the square, what waits there, FIN."""

from __future__ import annotations

from collections.abc import Callable

from firmware_sim import messages as words
from firmware_sim.dialogue import choosing
from firmware_sim.dialogue.asking import (
    Asking,
    deed_icons,
    owner_icon,
    player_icons,
)
from firmware_sim.dialogue.auction import auction_deed, auction_estate
from firmware_sim.dialogue.card import card_effect, draw_card
from firmware_sim.dialogue.ending import the_end
from firmware_sim.dialogue.functions import anything_else, correct
from firmware_sim.dialogue.play import play
from firmware_sim.dialogue.views import walk
from firmware_sim.edition import Kind
from firmware_sim.game import BANK, Debt, Error, Phase
from firmware_sim.ledger import settle
from firmware_sim.messages import BIT
from firmware_sim.rules import cards, deeds, endings, prison, speed_die, throwing
from firmware_sim.screen import Screen
from firmware_sim.session import Dialogue, Table


def moment(table: Table) -> Dialogue:
    """What the game waits for now: what belongs to a trade or a bankruptcy that has just been, then
    debts, then everything else."""
    game = table.playing
    if game.winner:
        yield from the_end(table)
    elif game.lifts:
        yield from lifting(table)
    elif game.debts:
        yield from in_debt(table)
    elif game.estate:
        yield from auction_estate(table, correct)
    elif game.last_turn and game.turn_number > game.last_turn:
        table.follow(game.turn, "FIN DU TEMPS", endings.end_now)
    else:
        yield from MOMENTS[game.phase](table)


# -- dice


def lancez(table: Table) -> Dialogue:
    """J1 LANCEZ, J1 REJOUE, J1 PRISON n."""
    game = table.playing
    player = game.turn
    tries = game.prison[player]
    if tries:
        asks, text = "prison_throw", f"{words.player(player)} PRISON {tries}"
    elif game.doubles:
        asks, text = "throw_again", f"{words.player(player)} REJOUE"
    else:
        asks, text = "throw", f"{words.player(player)} LANCEZ"
    count = 3 if speed_die.is_active(game, player) else 2
    yield from dice(table, asks, text, count, throwing.throw)


def relance(table: Table) -> Dialogue:
    """J1 RELANCE: a throw that only sets a utility's rent."""
    game = table.playing
    count = 3 if speed_die.is_active(game, game.turn) else 2
    text = f"{words.player(game.turn)} RELANCE"
    yield from dice(table, "rethrow", text, count, throwing.rethrow)


def dice(table: Table, asks: str, text: str, count: int, rule: Callable[..., None]) -> Dialogue:
    """DES throws; or real dice are keyed, digit by digit, then OK."""
    game = table.playing
    player = game.turn
    typed = ""
    cash = words.amount(game.cash[player])
    while True:
        shown = " ".join(["DES", *typed]) if typed else text
        asked = _next_die(len(typed), count) if typed else asks
        key = yield Screen(shown, cash, player_icons(table, player), asks=asked)
        if key in ("+", "-"):
            key = yield from walk(table, player, key, dice=True)
        by_hand = not table.settings.auto_dice
        if not key:
            continue
        if key == "DES" and not by_hand:
            thrown = table.throw(count)
            name = " ".join(["DES", *map(str, thrown)])
            if play(table, name, rule, *thrown, dice=name):
                return
        elif by_hand and (key.isdigit() or key == "OK"):
            if key == "OK" and len(typed) == count:
                if play(table, " ".join(["DES", *typed]), rule, *map(int, typed)):
                    return
            elif key == "OK" or len(typed) == count or not _is_face(key, len(typed)):
                table.refuse(Error.NO_DIE)
            else:
                typed += key
        elif key == "C" and typed:
            typed = typed[:-1]
        elif key == "PRISON":
            if (yield from leaving_prison(table)):
                return
        elif (yield from anything_else(table, key)):
            return


def _next_die(typed: int, count: int) -> str:
    """What is asked of real dice, when so many of them are typed."""
    return "dice_typed" if typed == count else "third_die" if typed == 2 else "second_die"


def _is_face(key: str, at: int) -> bool:
    """Two white dice; the speed die has 1 to 3, Monsieur Monopoly (4) and the bus (5)."""
    return key in ("12345" if at == 2 else "123456")


# -- prison


def leaving_prison(table: Table) -> Asking[bool]:
    """AMENDE ?, or CARTE ? for who holds one; true when the game has changed."""
    game = table.playing
    player = game.turn
    if game.phase is not Phase.THROW or not game.prison[player]:
        table.refuse(Error.NOT_YET if any(game.prison) else Error.KEY)
        return False
    icons = player_icons(table, player)
    holds_card = player in game.free_cards
    pays = "fine_or_card" if holds_card else "fine"
    by_card = False
    while True:
        value = "" if by_card else words.amount(game.edition.fine)
        text, asks = ("CARTE ?", "prison_card") if by_card else ("AMENDE ?", pays)
        key = yield Screen(text, value, icons, asks=asks)
        if key in ("+", "-") and holds_card:
            by_card = not by_card
        elif key == "C":
            return False
        elif key == "OK":
            name = "CARTE PRISON" if by_card else "AMENDE"
            if play(table, name, prison.use_card if by_card else prison.pay_fine):
                return True
        else:
            table.refuse(Error.KEY)


# -- squares


def standing(table: Table) -> Dialogue:
    """The square under the token, until FIN closes it."""
    game = table.playing
    player = game.turn
    while True:
        key = yield _square_screen(table, player)
        if key in ("+", "-"):
            key = yield from walk(table, player, key)
        if key in ("FIN", "ENCH") and game.phase is Phase.OFFER:
            declined = key == "FIN"
            if (yield from auction_deed(table, game.square[player], declined=declined)):
                return
        elif key == "FIN":
            if play(table, "FIN", throwing.finish):
                return
        elif key in ("ACHAT", "ENCH"):
            label = game.edition.squares[game.square[player]].label
            if play(table, f"ACHAT {label}", deeds.buy, tune="sale"):
                return
        elif key == "CARTE" and game.phase is Phase.CARD:
            if (yield from draw_card(table, cards.pile_here(game))):
                return
        elif key == "PRISON":
            table.refuse(Error.NOT_YET if any(game.prison) else Error.KEY)
        elif key and (yield from anything_else(table, key)):
            return


SQUARE_ASKS = {Phase.OFFER: "offer", Phase.CARD: "draw"}


def _square_screen(table: Table, player: int) -> Screen:
    game = table.playing
    square = game.edition.squares[game.square[player]]
    icons = player_icons(table, player) | deed_icons(game, square.number)
    for claim in game.claims:
        if (claim.turn, claim.square) == (game.turn_number, square.number):
            rent = words.amount(claim.amount)
            return Screen(f"LOYER J{claim.owner}", rent, icons, asks="rent")
    value = ""
    if square.kind is Kind.TAX:
        value = words.amount(square.amount)
    elif game.owner[square.number] == BANK:
        value = words.amount(square.price)
    return Screen(square.label, value, icons, asks=SQUARE_ASKS.get(game.phase, "square"))


# -- debts, and mortgaged deeds received


def in_debt(table: Table) -> Dialogue:
    """What the oldest debt is for; J1 DETTE, what is missing, until it is there: J1 PAIE ?"""
    game = table.playing
    debt = game.debts[0]
    icons = player_icons(table, debt.debtor) | owner_icon(debt.creditor) | BIT["DETTE"]
    if _has_just_come(table, debt):
        table.notice(words.DEBTS.get(debt.why, "DETTE"), words.amount(debt.amount), icons)
    while True:
        who, missing = words.player(debt.debtor), debt.amount - game.cash[debt.debtor]
        if missing > 0:
            key = yield Screen(f"{who} DETTE", words.amount(missing), icons, asks="debt")
        else:
            whole = words.amount(debt.amount)
            key = yield Screen(f"{who} PAIE ?", whole, icons, asks="debt_payable")
        if key in ("+", "-"):
            key = yield from walk(table, debt.debtor, key)
        if key == "OK":
            if play(table, "DETTE", settle, player=debt.debtor):
                return
        elif key in ("FIN", "DES", "CARTE") or key.isdigit():
            table.refuse(Error.DEBT)
        elif key and (yield from anything_else(table, key)):
            return


def _has_just_come(table: Table, debt: Debt) -> bool:
    """Was it made the oldest debt by the last operation? A part paid leaves it the same one."""
    if not table.history:
        return True
    before = table.history[-1].before.debts
    known = before[:1] and before[0]._replace(amount=debt.amount) == debt
    return not known or len(before) > len(table.playing.debts)


def lifting(table: Table) -> Dialogue:
    """LEVER ?: OK lifts the mortgage at once, C pays the tenth."""
    game = table.playing
    lift = game.lifts[0]
    label = game.edition.squares[lift.square].label
    table.notice(label, icons=deed_icons(game, lift.square))
    while True:
        cost = words.amount(deeds.lifting_cost(game, lift.square))
        icons = player_icons(table, lift.player) | deed_icons(game, lift.square)
        key = yield Screen("LEVER ?", cost, icons, asks="lift_received")
        if key in ("OK", "C"):
            name = f"{'LEVEE' if key == 'OK' else 'INTERET'} {label}"
            if play(table, name, deeds.answer_lift, key == "OK", player=lift.player):
                return
        elif (yield from anything_else(table, key)):
            return


MOMENTS: dict[Phase, Callable[[Table], Dialogue]] = {
    Phase.THROW: lancez,
    Phase.SQUARE: standing,
    Phase.OFFER: standing,
    Phase.CARD: standing,
    Phase.EFFECT: card_effect,
    Phase.RETHROW: relance,
    Phase.BUS: choosing.bus,
    Phase.ANYWHERE: choosing.anywhere,
    Phase.VISA: choosing.visa,
}
