"""banquier/words/house_effects.toml: what each house rule does to how long a game lasts.

python -m tests.app.house_effects         works out the rows that are missing, some 10 s each

To work out a row anew, delete it first.
"""

import json
from collections.abc import Mapping
from functools import partial
from typing import Any

from banquier.chances.tally import CHUNK
from banquier.editions.edition_file import BUILT_IN, load
from banquier.editions.rule_fields import HOUSE, RULES, SUMS, values
from banquier.play.processes import processors, spread
from banquier.study.experiments import TABLE, ratio
from banquier.study.played_games import GameSeries, PlayedGames
from banquier.words.house_effects import EFFECTS, effects
from firmware_sim.edition import Edition

GAMES, SEED = 400, 1
HEAD = f"""\
# By how much a house rule makes a game of four players longer, of all turns together: the
# part, and its interval of 95 %. {GAMES} games of bots each, with and without it on the same dice.
# Made by `make house-rules`.
"""


def measured(edition: Edition) -> dict[str, object]:
    """The rules that change something there, each at one value."""
    wanted: dict[str, object] = {}
    for name in HOUSE:
        if not RULES[name].of and (name != "loans_allowed" or edition.loans):
            is_sum = RULES[name].values is SUMS
            wanted[name] = edition.salary // 2 if is_sum else values(name)[1]
    return wanted


def turns(games: GameSeries) -> list[int]:
    jobs = [partial(PlayedGames.from_series, games, range(at, at + CHUNK), SEED)
            for at in range(0, GAMES, CHUNK)]  # fmt: skip
    return [turn for part in spread(jobs, processors()) for turn in part.turns]


def main() -> None:
    told = {name: dict(effects().get(name, {})) for name in BUILT_IN}
    for name in BUILT_IN:
        missing = {rule: value for rule, value in measured(load(name)).items()
                   if rule not in told[name]}  # fmt: skip
        printed = turns(GameSeries(name, TABLE)) if missing else []
        for rule, value in missing.items():
            house = turns(GameSeries(name, TABLE, rules={rule: value}))
            part = [round(n, 3) for n in ratio(printed, house)]
            told[name][rule] = {"value": value, "turns": part}
            print(name, rule, part, flush=True)
        write(told)


def write(told: Mapping[str, Mapping[str, dict[str, Any]]]) -> None:
    lines = [HEAD.rstrip()]
    for name, rules in told.items():
        lines += ["", f"[{name}]"]
        lines += [f"{rule} = {{ value = {json.dumps(row['value'])}, turns = {row['turns']} }}"
                  for rule, row in rules.items()]  # fmt: skip
    EFFECTS.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
