"""The experiments of the laboratory, with their results as plain data.

found = study("electronique", games=1000, seed=1, workers=2, told=print)
found["landings"]["short"]["exact"], found["loans"], found["lengths"] …
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import sqrt
from statistics import median, quantiles
from typing import Any

from banquier.chances.tally import CHUNK, mean, wilson
from banquier.editions.edition_file import AS_WRITTEN, BUILT_IN, load
from banquier.play.bots.strategy import PROFILES
from banquier.play.processes import spread
from banquier.study.landings import PLACES, Chain, chain, walk
from banquier.study.played_games import GameSeries, PlayedGames
from firmware_sim.edition import Edition, Kind
from firmware_sim.game import Variant

Found = dict[str, Any]

PLAYERS = 4
POLICIES = ("short", "long")
THROWS = 100
"""The throws of the walks per game of the other experiments."""
TABLE = tuple(map(PROFILES.__getitem__, ("careful", "greedy", "trader", "greedy")))
"""The bots of the games that measure groups and lengths."""
LOANS = ("never", "last", "first", "build")
"""The use of loans, in which alone these bots differ."""


def study(
    edition: str, games: int, seed: int, workers: int, told: Callable[[int, int], None],
    house: Mapping[str, object] = AS_WRITTEN,
) -> Found:  # fmt: skip
    """Run all experiments. `told` is called with the work done and the whole work, in games.
    `house`: rules to compare with those of the edition."""
    rules = load(edition)
    asked = _whole_games(edition, rules)
    if house:
        asked["house"] = GameSeries(edition, TABLE, rules=house)
    throws = max(games * THROWS, 1)
    jobs: list[tuple[str, Callable[[], Any]]] = []
    for policy in POLICIES:
        jobs += [(policy, partial(_walk, edition, policy, throws // 10, seed + n))
                 for n in range(10)]  # fmt: skip
    for name, wanted in asked.items():
        share = games // 4 if name.startswith("length") else games
        jobs += [
            (
                name,
                partial(PlayedGames.from_series, wanted, range(at, min(at + CHUNK, share)), seed),
            )
            for at in range(0, share, CHUNK)
        ]
    walks = {policy: Counter[int]() for policy in POLICIES}
    played = {name: PlayedGames(wanted) for name, wanted in asked.items()}
    interrupted = False
    try:
        results = spread([job for _, job in jobs], workers)
        for done, ((name, _), result) in enumerate(zip(jobs, results, strict=True), 1):
            if name in walks:
                walks[name].update(result)
            else:
                played[name].add(result)
            told(done, len(jobs))
    except KeyboardInterrupt:
        interrupted = True
    chains = {policy: chain(rules, policy, PLAYERS) for policy in POLICIES}
    return {
        "edition": edition, "label": rules.label, "currency": rules.currency, "players": PLAYERS,
        "games": games, "seed": seed, "interrupted": interrupted,
        "landings": {p: _landings(rules, chains[p], walks[p]) for p in POLICIES},
        "groups": _groups(rules, chains["short"], played["owners"]),
        "loans": _shares(played["loans"], list(LOANS)) if rules.loans else [],
        "lengths": [_length(name, played[name]) for name in asked if name.startswith("length")],
        "house": {
            "rules": dict(house), "games": len(played["house"].turns),
            "rows": compare(played["owners"], played["house"]),
        } if house and not interrupted else {},
    }  # fmt: skip


def _whole_games(edition: str, rules: Edition) -> dict[str, GameSeries]:
    asked = {"owners": GameSeries(edition, TABLE)}
    if rules.loans:
        bots = tuple(PROFILES["greedy"]._replace(borrows=way) for way in LOANS)
        asked["loans"] = GameSeries(edition, bots)
    for name in BUILT_IN:
        other_rules = load(name)
        asked[f"length {name} normal"] = GameSeries(name, TABLE)
        if other_rules.short:
            asked[f"length {name} short"] = GameSeries(name, TABLE, Variant.SHORT)
        if other_rules.speed_die:
            asked[f"length {name} speed-die"] = GameSeries(name, TABLE, speed_die=True)
    return asked


def _walk(edition: str, prison: str, throws: int, seed: int) -> Counter[int]:
    return walk(load(edition), prison, PLAYERS, throws, seed)


def _landings(rules: Edition, exact: Chain, counted: Counter[int]) -> Found:
    """Return each square's share: exact, measured, and their difference in standard deviations."""
    throws = max(sum(counted.values()), 1)
    rows = []
    for place in range(PLACES):
        share, measured = max(exact.stands[place], 0.0), counted[place] / throws
        deviation = sqrt(share * (1 - share) / throws)
        sigmas = (measured - share) / deviation if share > 1e-9 else 0.0
        label = rules.squares[place].name if place < len(rules.squares) else ""
        rows.append({"square": place, "label": label, "exact": share, "measured": measured,
                     "sigmas": sigmas})  # fmt: skip
    return {"throws": throws, "passages": exact.passages, "squares": rows}


PIPS = 7
"""The average throw of two dice."""


def _groups(rules: Edition, exact: Chain, played: PlayedGames) -> list[Found]:
    """Return what a whole group earns from each opponent per lap, after how many laps it has paid
    for itself, and how often its first owner wins."""
    found = []
    for at, group in enumerate(rules.groups):
        a_lap = [exact.stands[lot] / exact.passages for lot in group]
        squares = [rules.squares[lot] for lot in group]
        price = sum(square.price for square in squares)
        rows = []
        if squares[0].kind is Kind.STREET:
            for houses in range(6):
                rents = [sq.rents[houses] * (1 if houses else 2) for sq in squares]
                cost = price + sum(min(houses, 4) * sq.house for sq in squares)
                cost += sum(sq.hotel for sq in squares) if houses == 5 else 0
                rows.append((houses, cost, rents))
        else:
            pips = PIPS if squares[0].kind is Kind.UTILITY else 1
            rows.append((0, price, [sq.rents[len(group) - 1] * pips for sq in squares]))
        incomes = [sum(r * n for r, n in zip(rents, a_lap, strict=True)) for _, _, rents in rows]
        won, owned = played.won[at], played.owned[at]
        low, high = wilson(won, owned)
        found.append({
            "group": ", ".join(square.name for square in squares), "price": price,
            "lots": [
                {"label": sq.name, "a_lap": n, "income": [rents[i] * n for _, _, rents in rows]}
                for i, (sq, n) in enumerate(zip(squares, a_lap, strict=True))
            ],
            "houses": [
                {"houses": houses, "cost": cost, "income": income, "laps": cost / income}
                for (houses, cost, _), income in zip(rows, incomes, strict=True)
            ],
            "owned": owned, "won": won / max(owned, 1), "low": low, "high": high,
        })  # fmt: skip
    return found


def _shares(played: PlayedGames, names: list[str]) -> list[Found]:
    return [
        {"name": name, "chance": row.chance, "low": row.low, "high": row.high, "rank": row.rank,
         "games": played.tally.games}
        for name, row in zip(names, played.tally.rows(), strict=True)
    ]  # fmt: skip


def compare(printed: PlayedGames, house: PlayedGames) -> list[Found]:
    """Return each measure of an evening by both rules, and the change by the house rules, with its
    interval: a ratio for turns and money, a difference for the others."""
    rows = []
    for name in ("turns", "money"):
        before, after = getattr(printed, name), getattr(house, name)
        part, low, high = ratio(before, after)
        rows.append(_change(name, before, after, part - 1, low - 1, high - 1))
    both = (printed.ruins, house.ruins)
    samples = {
        "ruin": ([float(turn > 0) for turn in ruins] for ruins in both),
        "first": (printed.first, house.first),
    }
    for name, (before, after) in samples.items():
        more, margin = mean([b - a for a, b in zip(before, after, strict=True)])
        rows.append(_change(name, before, after, more, more - margin, more + margin))
    when = [median([turn for turn in ruins if turn] or [0]) for ruins in both]
    rows.insert(3, {"name": "when", "printed": when[0], "house": when[1]})
    return rows


def _change(
    name: str, before: Sequence[float], after: Sequence[float],
    change: float, low: float, high: float,
) -> Found:  # fmt: skip
    row = {"name": name, "printed": mean(before)[0], "house": mean(after)[0], "change": change}
    return row if len(before) < 2 else {**row, "low": low, "high": high}


def ratio(before: Sequence[float], after: Sequence[float]) -> tuple[float, float, float]:
    """Return the ratio of the second mean to the first, with its 95 % interval; the games are pairs
    on the same dice."""
    part = sum(after) / sum(before)
    _, margin = mean([b - part * a for a, b in zip(before, after, strict=True)])
    half = margin * len(before) / sum(before)
    return part, part - half, part + half


def _length(name: str, played: PlayedGames) -> Found:
    _, edition, variant = name.split()
    turns = played.turns or [0]
    cuts = quantiles(turns, n=20) if len(turns) > 1 else turns * 19
    return {"edition": load(edition).label, "variant": variant, "games": len(played.turns),
            "median": cuts[9], "low": cuts[0], "high": cuts[18]}  # fmt: skip
