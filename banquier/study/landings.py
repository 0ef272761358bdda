"""The share of each square in the stops of a token: exact by a Markov chain, measured by play.

    exact = chain(edition, "short", players=4)      exact.stands[10], exact.passages
    counted = walk(edition, "short", 4, throws=100_000, seed=1)

Both count the square of a token after every throw and all that it caused; 40 is in prison.
`short` pays the fine at the first chance, `long` always throws. "Pay or draw Chance" is paid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from banquier.play.bots.play_without_keys import begin_game, fast_rng, play
from banquier.play.bots.strategy import PROFILES
from firmware_sim.edition import SQUARES, Edition, Kind
from firmware_sim.game import BANK, TURNS

IN_PRISON = SQUARES
PLACES = SQUARES + 1
DOUBLES, TRIES = 3, 3
FIRST_TRY = SQUARES * DOUBLES
STATES = FIRST_TRY + TRIES
"""The number of states: squares with the doubles of this turn, then three tries in prison."""

THROWS = tuple(product(range(1, 7), repeat=2))
PILES = (Kind.CHANCE, Kind.CHEST)
NEVER = 1e-12
"""The least share that is not a rounding error."""
ROUNDS = 4
"""The rounds to work out how long a kept card is away from its pile."""


class Chain(NamedTuple):
    stands: tuple[float, ...]
    """The share of each square after a throw; 40: in prison."""
    passages: float
    """Passages of Départ per throw."""


class _Landing(NamedTuple):
    place: int
    share: float
    passages: int
    draws: tuple[int, int]
    """The cards drawn of each pile on the way."""


def chain(edition: Edition, prison: str, players: int) -> Chain:
    """Compute the shares exactly. While a player keeps a prison card, the others of its pile come
    more often: `away` is how many cards of that pile all players draw meanwhile."""
    import numpy as np

    away = [0.0, 0.0] if prison == "short" else [float("inf")] * 2
    for _ in range(ROUNDS if prison == "short" else 1):
        steps, passages, draws = np.zeros((STATES, STATES)), np.zeros(STATES), np.zeros((STATES, 2))
        for state in range(STATES):
            for after, share, passed, drawn in _throws(edition, state, prison, away):
                steps[state, after] += share
                passages[state] += share * passed
                draws[state] += share * np.array(drawn)
        equations = np.vstack([steps.T - np.eye(STATES), np.ones(STATES)])
        stands = np.linalg.lstsq(equations, np.eye(STATES + 1)[-1], rcond=None)[0]
        until = np.linalg.solve(np.eye(FIRST_TRY) - steps[:FIRST_TRY, :FIRST_TRY],
                                np.ones(FIRST_TRY))  # fmt: skip
        for pile, kind in enumerate(PILES):
            here = [s for s in range(FIRST_TRY) if edition.kinds[s // DOUBLES] is kind]
            throws = stands[here] @ until[here] / stands[here].sum()
            away[pile] = players * throws * float(stands @ draws[:, pile])
    stands[stands < NEVER] = 0.0
    shares = stands[:FIRST_TRY].reshape(SQUARES, DOUBLES).sum(axis=1)
    return Chain((*map(float, shares), float(stands[FIRST_TRY:].sum())), float(stands @ passages))


def _throws(
    edition: Edition, state: int, prison: str, away: list[float]
) -> Iterator[tuple[int, float, int, tuple[int, int]]]:
    """Yield each state after a throw, its share, the passages and the cards drawn."""
    square, doubles = divmod(state, DOUBLES)
    tries = state - FIRST_TRY + 1
    if tries > 0:
        square, doubles = edition.prison, 0
    trying = tries > 0 and prison == "long"
    for first, second in THROWS:
        share, double = 1 / len(THROWS), first == second
        if trying and not double and tries < TRIES:
            yield state + 1, share, 0, (0, 0)
        elif double and doubles == DOUBLES - 1:
            yield FIRST_TRY, share, 0, (0, 0)
        else:
            again = doubles + 1 if double and not trying else 0
            for end in _landings(edition, square, first + second, away):
                after = FIRST_TRY if end.place == IN_PRISON else end.place * DOUBLES + again
                yield after, share * end.share, end.passages, end.draws


def _landings(edition: Edition, square: int, steps: int, away: list[float]) -> Iterator[_Landing]:
    """Yield the squares where a move ends; a card may move the token on."""
    goal = (square + steps) % SQUARES
    kind = edition.kinds[goal]
    passed = int(square + steps >= SQUARES and kind is not Kind.JAILER)
    if kind is Kind.JAILER:
        yield _Landing(IN_PRISON, 1.0, 0, (0, 0))
        return
    if kind not in PILES:
        yield _Landing(goal, 1.0, passed, (0, 0))
        return
    pile = PILES.index(kind)
    deck = edition.decks[pile]
    others = sum(card.effect != "free" for card in deck)
    drawn = (1 - pile, pile)
    for card in deck:
        share = 1 / others
        if others < len(deck) and away[pile] < float("inf"):
            share *= (others + away[pile]) / (len(deck) + away[pile])
            if card.effect == "free":
                share = 1 / (len(deck) + away[pile])
        elif card.effect == "free":
            continue
        moves = {
            "advance": (card.square - goal) % SQUARES,
            "back_to": -((goal - card.square) % SQUARES),
            "back": -card.squares,
        }
        if card.effect == "prison":
            yield _Landing(IN_PRISON, share, passed, drawn)
        elif moves.get(card.effect):
            for end in _landings(edition, goal, moves[card.effect], away):
                both = (drawn[0] + end.draws[0], drawn[1] + end.draws[1])
                yield _Landing(end.place, share * end.share, passed + end.passages, both)
        else:
            yield _Landing(goal, share, passed, drawn)


SETTLED = 3_000
"""The throws before counting begins, after which the start has no more effect."""
RICH = 10**8


def walk(edition: Edition, prison: str, players: int, throws: int, seed: int) -> Counter[int]:
    """Move tokens by the rules alone: every deed is mortgaged, and nobody lacks money."""
    chance = fast_rng(seed)
    game = begin_game(edition, players, chance)
    game.passport = None
    for number in edition.deeds:
        game.give(number, 1)
        game.mortgaged[number] = True
    profile = PROFILES["careful"]._replace(attention=0, trades=0, prison=prison)
    counted: Counter[int] = Counter()
    thrower, thrown = 0, -SETTLED

    def dice(below: int) -> int:
        nonlocal thrower, thrown
        if thrown > 0:
            counted[IN_PRISON if game.prison[thrower] else game.square[thrower]] += 1
        thrower = game.turn
        thrown += 1
        if thrown > throws:
            game.winner = thrower
        for player in range(1, players + 1):
            game.cash[player] = RICH
        game.cash[BANK] = -RICH * players
        return chance(below)

    play(game, [profile] * (players + 1), chance, TURNS, dice)
    return counted
