"""One operation of the player in turn, and the notices of its effects, before the next question."""

from __future__ import annotations

from collections.abc import Callable

from firmware_sim import texts
from firmware_sim.dialogue.asking import owner_icon, player_icons
from firmware_sim.edition import Edition
from firmware_sim.game import BANK, Act, Entry, Game, Why
from firmware_sim.rules import rent
from firmware_sim.session import Session
from firmware_sim.texts import BIT

PAID = frozenset((Why.RENT, Why.PAYMENT, Why.RUIN, Why.TRADE))


def operate(
    session: Session,
    act: Act,
    rule: Callable[..., None],
    *facts: object,
    announce_first: bool = False,
    tune: str = "",
    by_hand: bool = False,
) -> bool:
    """Do an operation, then queue notices of its effects. `announce_first`: a notice names it, for
    the unit's own dice; money moved `by_hand` has a notice whatever its reason."""
    game = session.current_game
    player = act.player or game.turn
    act = act._replace(player=player)
    in_prison, claims = game.prison[player], game.claims

    def operation(game: Game) -> None:
        rule(game, *facts)
        if session.settings["auto_rent"]:
            rent.claim_all(game)

    if not session.do(act, operation):
        return False
    if announce_first:
        session.notice(texts.act(act, game.edition), icons=1 << (player - 1))
    if tune:
        session.sound(tune)
    _announce(session, player, in_prison, sum(claim in claims for claim in game.claims), by_hand)
    return True


def _announce(
    session: Session, player: int, was_in_prison: int, known_claims: int, by_hand: bool
) -> None:
    """Queue notices of all effects of the last operation that concern a player."""
    game = session.current_game
    if by_hand:
        _show_payment(session, game.entries[0])
    else:
        _show_entries(session)
    if game.prison[player] and not was_in_prison:
        session.notice(
            f"{texts.player(player)} EN PRISON",
            icons=BIT[texts.player(player)] | BIT["PRISON"],
            beep="attention",
        )
    elif game.prison[player] > was_in_prison:
        session.notice(f"{texts.player(player)} RESTE", icons=player_icons(session, player))
    for claim in game.claims[known_claims:]:
        label = game.edition.squares[claim.square].label
        session.notice(label, icons=BIT[f"J{claim.tenant}"] | owner_icon(claim.owner))
    if game.debts:
        session.sound("attention")


def _show_entries(session: Session) -> None:
    entries = session.current_game.entries
    gifts = [entry for entry in entries if entry.why is Why.GIFT]
    if len(gifts) == 1:
        _show_payment(session, gifts[0])
    elif gifts:
        _show_collection(session, gifts)
    for entry in entries:
        player = max(entry.payer, entry.payee)  # the other is the bank or the pot
        if entry.why in texts.NOTICES and player != BANK:
            word, icon, beep = texts.NOTICES[entry.why]
            icons = BIT[texts.player(player)] | icon
            session.notice(word, texts.amount(entry.amount), icons, beep)
        elif entry.why in PAID:
            _show_payment(session, entry)


def _show_payment(session: Session, entry: Entry) -> None:
    amount = texts.amount(entry.amount)
    if entry.payer == BANK:
        session.notice(f"J{entry.payee} RECOIT", amount, BIT[f"J{entry.payee}"] | BIT["BANQUE"])
    else:
        icons = BIT[f"J{entry.payer}"] | owner_icon(entry.payee)
        session.notice(f"J{entry.payer} PAIE {texts.player(entry.payee)}", amount, icons)


def _show_collection(session: Session, entries: list[Entry]) -> None:
    """Queue one notice for what everybody gave, or was given."""
    total = texts.amount(sum(entry.amount for entry in entries))
    payees = {entry.payee for entry in entries}
    if len(payees) == 1:
        player, verb = entries[0].payee, "RECOIT"
    else:
        player, verb = entries[0].payer, "PAIE"
    session.notice(f"J{player} {verb}", total, BIT[f"J{player}"])


def show_house_rules(session: Session, edition: Edition) -> None:
    """Show how many house rules are on, when a game with them begins or resumes."""
    if edition.house_rules:
        session.notice("REGLES DE LA MAISON", str(edition.house_rules))
