"""The invariants of every game at every moment, whatever was keyed.

    broken(game)                     [] or one sentence for each thing that cannot be
    broken_since(before, game)       the same for what one operation did

No rule asks these: they are for those who play thousands of games and watch. What the debug port
puts into a game need not obey them.
"""

from collections.abc import Iterator

from firmware_sim.edition import Kind
from firmware_sim.game import BANK, BOARD, HOTEL, NO_DEED, POT, Game, Phase, Why
from firmware_sim.rules import prison

# Constants for speed: enum members are slow to look up, and this runs at every operation.
OFFER, CARD, EFFECT, RETHROW = Phase.OFFER, Phase.CARD, Phase.EFFECT, Phase.RETHROW
STREET, UTILITY, JAILER, PILES = Kind.STREET, Kind.UTILITY, Kind.JAILER, (Kind.CHANCE, Kind.CHEST)


def broken(game: Game) -> list[str]:
    return [fault for check in CHECKS for fault in check(game)]


def broken_since(before: Game, game: Game) -> list[str]:
    return [fault for check in CHANGES for fault in check(before, game)]


def _money(game: Game) -> Iterator[str]:
    if sum(game.cash):
        yield f"the accounts add up to {sum(game.cash)}, not to nothing"
    for player in range(1, game.players + 1):
        if game.cash[player] < 0:
            yield f"J{player} has {game.cash[player]}"
    for payer, payee, amount, why, _ in game.posted:
        if amount < 0:
            yield f"{why.name} from {payer} to {payee} moves less than nothing: {amount}"


def _deeds(game: Game) -> Iterator[str]:
    group_of, owners = game.edition.group_of, {BANK, NO_DEED, *game.seats()}
    for square, owner in enumerate(game.owner):
        if (owner == NO_DEED) != (group_of[square] < 0):
            yield f"square {square} has owner {owner}"
        elif owner not in owners:
            yield f"square {square} belongs to {owner}, who is not in the game"
    for square, mortgaged in enumerate(game.mortgaged):
        if mortgaged and (game.owner[square] <= BANK or game.houses[square]):
            houses = game.houses[square]
            yield f"square {square} is mortgaged, of {game.owner[square]}, with {houses} houses"


def _holdings(game: Game) -> Iterator[str]:
    """Check the facts that the game keeps beside `owner` and that follow from it."""
    anew = game.copy()
    anew.count_deeds()
    for name in ("deeds", "group_owner", "whole_streets"):
        kept, follows = getattr(game, name), getattr(anew, name)
        if kept != follows:
            yield f"{name} are {kept}, and {follows} by their owners"


def _buildings(game: Game) -> Iterator[str]:
    levels = {*range(game.houses_for_hotel() + 1), HOTEL}
    built = game.houses.count(HOTEL)
    houses, hotels = game.house_stock, game.hotel_stock
    if game.edition.buildings_counted:
        houses += sum(game.houses) - HOTEL * built
        hotels += built
    if (houses, hotels) != (game.edition.houses, game.edition.hotels):
        yield f"there are {houses} houses and {hotels} hotels"
    if min(game.house_stock, game.hotel_stock) < 0:
        yield f"the bank has {game.house_stock} houses and {game.hotel_stock} hotels"
    for square in _built(game):
        if game.edition.squares[square].kind is not STREET:
            yield f"square {square} is built on"
        elif game.houses[square] not in levels:
            yield f"square {square} has {game.houses[square]} houses"


def _built(game: Game) -> list[int]:
    return [square for square, level in enumerate(game.houses) if level]


def _groups(game: Game) -> Iterator[str]:
    edition = game.edition
    for number in sorted({edition.group_of[lot] for lot in _built(game)} - {-1}):
        group = edition.groups[number]
        owner = game.owner[group[0]]
        owners = [game.owner[lot] for lot in group]
        if owner <= BANK or owners.count(owner) < len(group):
            yield f"group {group} is built and belongs to {owners}"
        apart = edition.mortgage_needs == "group" and edition.mortgage_breaks_group
        if apart and any(game.mortgaged[lot] for lot in group):
            yield f"group {group} is built and partly mortgaged"
        uneven = _sells_alone(game) or not edition.build_evenly
        if not uneven and _unevenness(game, group) > 1:
            yield f"group {group} is built unevenly: {[game.houses[lot] for lot in group]}"


def _sells_alone(game: Game) -> bool:
    """A hotel may leave its group uneven: where it goes alone, or with the other hotels only."""
    edition = game.edition
    return bool({"lot", "hotels"} & {*edition.hotel_sales, edition.swap_fallback})


def _unevenness(game: Game, group: tuple[int, ...]) -> int:
    top = game.houses_for_hotel() + 1
    levels = [top if game.houses[lot] == HOTEL else game.houses[lot] for lot in group]
    return max(levels) - min(levels)


def _loans(game: Game) -> Iterator[str]:
    terms = game.edition.loans
    for player, loans in enumerate(game.loans):
        if terms is None or player == BANK:
            if loans:
                yield f"J{player} has loans {loans}"
            continue
        debts = sum(debt.loan for debt in game.debts if debt.debtor == player)
        if sum(loan.amount for loan in loans) + debts > terms.ceiling:
            yield f"J{player} has borrowed beyond the ceiling: {loans} and {debts} being taken"
        for loan in loans:
            if loan.amount < 1 or loan.amount % terms.step:
                yield f"J{player} has borrowed {loan.amount}"
            if not 0 <= loan.passages < terms.taken_at:
                yield f"J{player} has a loan of {loan.passages} passages"


def _cards(game: Game) -> Iterator[str]:
    """Every card in its pile, but the one that opens the prison: it has one place of its own."""
    for pile, deck in enumerate(game.edition.decks):
        free = {card.number for card in deck if card.effect == "free"}
        here = game.decks[pile]
        if len(set(here)) != len(here) or {card.number for card in deck} - free - set(here):
            yield f"pile {pile} is {here}"
        if not free:
            continue
        drawn = game.effect is not None and game.effect[0] == pile and game.effect[1].number in free
        places = [
            free <= set(here) and not drawn,
            game.free_cards[pile] != BANK,
            BOARD + pile in game.estate,
            drawn,
        ]
        if places.count(True) != 1 and not game.winner:
            yield f"the card of pile {pile} that opens the prison is in places {places}"
        if game.free_cards[pile] != BANK and not game.is_in(game.free_cards[pile]):
            yield f"J{game.free_cards[pile]}, who is not in the game, keeps a card"


def _tokens(game: Game) -> Iterator[str]:
    for player in range(1, game.players + 1):
        square, tries = game.square[player], game.prison[player]
        if not 0 <= square < BOARD or game.edition.squares[square].kind is JAILER:
            yield f"J{player} stands on square {square}"
        if not 0 <= tries <= prison.TRIES or (tries and square != game.edition.prison):
            yield f"J{player} is in prison {tries} on square {square}"


def _turn(game: Game) -> Iterator[str]:
    if not 0 <= game.doubles < 3:
        yield f"{game.doubles} doubles in a row"
    if (game.phase is EFFECT) != (game.effect is not None):
        yield f"the phase is {game.phase.name} with {game.effect}"
    if game.winner:
        return
    if not game.is_in(game.turn):
        yield f"it is the turn of J{game.turn}, who is not in the game"
        return
    square = game.edition.squares[game.square[game.turn] % BOARD]
    if game.phase is OFFER and game.owner[square.number] != BANK:
        yield f"square {square.number} of {game.owner[square.number]} is offered"
    if game.phase is CARD and square.kind not in PILES:
        yield f"a card is to be drawn on square {square.number}"
    if game.phase is RETHROW and square.kind is not UTILITY:
        yield f"rent is thrown for on square {square.number}"


def _between_players(game: Game) -> Iterator[str]:
    out = game.bankrupt_order  # each may have cost a turn its throw
    for debt in game.debts:
        parties = game.is_in(debt.debtor) and (debt.creditor == BANK or game.is_in(debt.creditor))
        if not parties or debt.debtor == debt.creditor or debt.amount < 1:
            yield f"{debt} cannot be"
    for claim in game.claims:
        parties = game.is_in(claim.tenant) and game.is_in(claim.owner)
        if not parties or claim.tenant == claim.owner or claim.amount < 0:
            yield f"{claim} cannot be"
        if game.turn_number - claim.turn > max(1, game.edition.claim_turns) + len(out):
            yield f"{claim} is still open in turn {game.turn_number}"
    for lift in game.lifts:
        if game.owner[lift.square] != lift.player or not game.mortgaged[lift.square]:
            yield f"{lift} cannot be"


def _estate(game: Game) -> Iterator[str]:
    if len(set(game.estate)) != len(game.estate):
        yield f"the estate is {game.estate}"
    for item in game.estate:
        if item < BOARD:
            if game.owner[item] != BANK:
                yield f"deed {item} of {game.owner[item]} is auctioned"
        elif game.free_cards[item - BOARD] != BANK:
            yield f"the card of pile {item - BOARD} is kept and auctioned"


def _bankrupt(game: Game) -> Iterator[str]:
    out = game.bankrupt_order
    if len(set(out)) != len(out) or not set(out) <= set(range(1, game.players + 1)):
        yield f"bankrupt are {out}"
    for player in out:
        if game.cash[player] or game.loans[player] or game.prison[player]:
            yield f"J{player} is bankrupt with {game.cash[player]}, {game.loans[player]}"


def _end(game: Game) -> Iterator[str]:
    if game.winner:
        if not game.is_in(game.winner):
            yield f"J{game.winner} has won and is not in the game"
        if game.claims or game.lifts or game.estate:
            yield "the game is over and something is still due"
    elif len(game.seats()) < 2:
        yield f"{game.seats()} alone play on"


def _passports(game: Game) -> Iterator[str]:
    if not any(game.visited):
        return
    wonders = sum(1 << s.number for s in game.edition.squares if s.kind is STREET)
    for player, visited in enumerate(game.visited):
        if visited & ~(wonders if game.edition.passport and player else 0):
            yield f"J{player} has visited {visited:b}"


CHECKS = (
    _money,
    _deeds,
    _holdings,
    _buildings,
    _groups,
    _loans,
    _cards,
    _tokens,
    _turn,
    _between_players,
    _estate,
    _bankrupt,
    _end,
    _passports,
)


# -- what one operation may do


def _evenness(before: Game, game: Game) -> Iterator[str]:
    """A group becomes uneven by a hotel's sale alone, and mends by what is built and sold after."""
    if before.houses == game.houses or not game.edition.build_evenly:
        return
    for group in game.edition.groups:
        was, now = _unevenness(before, group), _unevenness(game, group)
        hotels = [sum(state.houses[lot] == HOTEL for lot in group) for state in (before, game)]
        if now > max(1, was) and hotels[1] >= hotels[0]:
            levels = [[state.houses[lot] for lot in group] for state in (before, game)]
            yield f"group {group} was built from {levels[0]} to {levels[1]}"


def _forwards(before: Game, game: Game) -> Iterator[str]:
    """No counter goes backwards, and no bankrupt player comes back."""
    for name in ("throws", "draws", "turn_number"):
        if getattr(game, name) < getattr(before, name):
            yield f"{name} fell from {getattr(before, name)} to {getattr(game, name)}"
    gone = before.bankrupt_order
    if game.bankrupt_order[: len(gone)] != gone:
        yield f"the bankrupt were {gone} and are {game.bankrupt_order}"
    if before.passages == game.passages and before.visited == game.visited:
        return
    for player in range(1, game.players + 1):
        passed = game.passages[player] - before.passages[player]
        if not 0 <= passed <= 2 or before.visited[player] & ~game.visited[player]:
            yield f"J{player} passed Départ {passed} times and has visited {game.visited[player]:b}"


def _posted(before: Game, game: Game) -> Iterator[str]:
    """Check that the accounts changed by the entries of the operation."""
    cash = before.cash[:]
    for payer, payee, amount, _, _ in game.posted:
        cash[payer] -= amount
        cash[payee] += amount
    if cash != game.cash:
        yield f"the entries lead to {cash}, the accounts hold {game.cash}"


def _pot(before: Game, game: Game) -> Iterator[str]:
    """HOUSE-1: what players owe the bank for taxes, fines and cards is in the pot, and nothing else
    comes there but from the bank; all of it goes to one player."""
    into = (Why.TAX, Why.FINE, Why.CARD)
    for payer, payee, amount, why, _ in game.posted if game.has_pot else ():
        if (payee == POT) != ((why in into and payer > BANK) or (why, payer) == (Why.POT, BANK)):
            yield f"{amount} for {why.name} from {payer} to {payee}"
        if payer == POT and (why is not Why.POT or payee == BANK):
            yield f"the pot pays {amount} for {why.name} to {payee}"
    if game.has_pot and game.cash[POT] < 0:
        yield f"the pot holds {game.cash[POT]}"


CHANGES = (_evenness, _forwards, _posted, _pot)
