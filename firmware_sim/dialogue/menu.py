"""The MENU: settings, balances, the end of the game. It lies over any question."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from firmware_sim import messages as words
from firmware_sim.dialogue.asking import Asking, ask_yes, player_icons, step
from firmware_sim.game import Error, Variant
from firmware_sim.rules import endings, passport
from firmware_sim.screen import Screen
from firmware_sim.session import Answer, Table

CONTRASTS = 8


class Item(NamedTuple):
    name: str
    asks: str
    value: Callable[[Table], str]
    enter: Callable[[Table], Asking[str]]  # what to do on leaving the MENU, or nothing
    in_game: bool = False
    changes: bool = False  # OK changes the value: it blinks


def menu(table: Table) -> Answer:
    """Leaves with ETEINDRE, RESTART (the question beneath is no more) or nothing."""
    at = 0
    while True:
        item = ITEMS[at]
        value = item.value(table) if table.game or not item.in_game else ""
        key = yield Screen(
            item.name, value, table.always(), blink_value=item.changes, asks=item.asks
        )
        if key in ("+", "-"):
            at = (at + (1 if key == "+" else -1)) % len(ITEMS)
        elif key == "C":
            return ""
        elif key != "OK":
            table.refuse(Error.KEY)
        elif item.in_game and table.game is None:
            table.refuse(Error.FORBIDDEN)
        else:
            order = yield from item.enter(table)
            if order:
                return order


def _switch(field: str) -> tuple[Callable[[Table], str], Callable[[Table], Asking[str]]]:
    def value(table: Table) -> str:
        return str(int(getattr(table.settings, field)))

    def enter(table: Table) -> Asking[str]:
        setattr(table.settings, field, not getattr(table.settings, field))
        return ""
        yield  # a question's shape, though it asks nothing

    return value, enter


def _contrast(table: Table) -> Asking[str]:
    table.settings.contrast = (table.settings.contrast + 1) % CONTRASTS
    return ""
    yield


def _nothing_to_enter(table: Table) -> Asking[str]:
    table.refuse(Error.KEY)
    return ""
    yield


def _round_the_players(table: Table, about: Callable[[int], Screen]) -> Asking[str]:
    """`+` `-` go round who is in the game, a digit names one, OK or C goes back to the MENU."""
    game = table.playing
    player = game.seats()[0]
    while True:
        key = yield about(player)
        if key in ("+", "-"):
            player = step(game.seats(), player, key)
        elif key in ("OK", "C"):
            return ""
        elif not key.isdigit():
            table.refuse(Error.KEY)
        elif game.is_in(int(key)):
            player = int(key)
        else:
            table.refuse(Error.NO_PLAYER)


def _balances(table: Table) -> Asking[str]:
    def balance(player: int) -> Screen:
        cash = words.amount(table.playing.cash[player])
        text = f"{words.player(player)} SOLDE"
        return Screen(text, cash, player_icons(table, player), asks="balances")

    return (yield from _round_the_players(table, balance))


def _minutes_left(table: Table) -> str:
    timed = table.playing.variant is Variant.TIMED
    return words.amount(table.minutes_left()) if timed else ""


def _passport(table: Table) -> str:
    game = table.playing
    return str(passport.count(game, game.turn)) if game.edition.passport else ""


def _show_passports(table: Table) -> Asking[str]:
    game = table.playing
    if not game.edition.passport:
        table.refuse(Error.FORBIDDEN)
        return ""

    def ticked(player: int) -> Screen:
        visas = str(passport.count(game, player))
        text = f"{words.player(player)} VISAS"
        return Screen(text, visas, player_icons(table, player), asks="visas")

    return (yield from _round_the_players(table, ticked))


def _end_game(table: Table) -> Asking[str]:
    game = table.playing
    if game.winner:
        table.refuse(Error.KEY)
    elif (yield from ask_yes(table, "end_game", "FIN PARTIE ?", "", table.always())):
        table.do(game.turn, "FIN PARTIE", endings.end_now)
        return "RESTART"
    return ""


def _new_game(table: Table) -> Asking[str]:
    if (yield from ask_yes(table, "erase", "EFFACER ?", "", table.always())):
        table.game = None
        table.stage = "set-up"
        return "RESTART"
    return ""


def _switch_off(table: Table) -> Asking[str]:
    return "ETEINDRE"
    yield


def _blank(table: Table) -> str:
    return ""


ITEMS = (
    Item("SON", "menu_sound", *_switch("sound"), changes=True),
    Item(
        "CONTRASTE",
        "menu_contrast",
        lambda table: str(table.settings.contrast),
        _contrast,
        changes=True,
    ),
    Item("SOLDES", "menu_balances", _blank, _balances, in_game=True),
    Item("TEMPS", "menu_time", _minutes_left, _nothing_to_enter, in_game=True),
    Item("PASSEPORT", "menu_passport", _passport, _show_passports, in_game=True),
    Item("LOYER AUTO", "menu_auto_rent", *_switch("auto_rent"), in_game=True, changes=True),
    Item("DES AUTO", "menu_auto_dice", *_switch("auto_dice"), in_game=True, changes=True),
    Item("CARTES AUTO", "menu_auto_cards", *_switch("auto_cards"), in_game=True, changes=True),
    Item("FIN PARTIE", "menu_end", _blank, _end_game, in_game=True),
    Item("NOUVELLE", "menu_new", _blank, _new_game, in_game=True),
    Item("ETEINDRE", "menu_off", _blank, _switch_off),
    Item("VERSION", "menu_version", lambda table: words.VERSION, _nothing_to_enter),
)
