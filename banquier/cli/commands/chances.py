"""`banquier chances`: who is winning a saved game."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import suppress

from banquier.chances.tally import ChanceChange, Tally, add, changes, jobs
from banquier.chances.words import lines, lines_of_change
from banquier.cli.command_language import add_lang, language_of_player
from banquier.cli.game_options import OPERATIONS, add_rules, whole
from banquier.cli.named_save import add_save, file_of
from banquier.cli.playing import INTERRUPTED, add_playing
from banquier.cli.progress import Progress
from banquier.play.processes import spread
from banquier.report.curve import operation, position_after
from banquier.report.story import Story
from banquier.say import print_json, print_line, readable
from banquier.trouble import Trouble
from banquier.words import name_of, text
from firmware_sim.game import Why


def add_options(options: ArgumentParser) -> None:
    add_save(options)
    options.add_argument(
        "--at", type=whole(1, OPERATIONS), metavar="OPERATION", help="after that one: the last"
    )
    add_rules(options)
    add_playing(options, games=1_000)
    options.add_argument("--json", action="store_true", help="as one JSON document")
    add_lang(options, "of what is printed")


def run(chosen: Namespace) -> int:
    path = file_of(chosen.save)
    story = Story.from_path(path)
    at = operation(story, chosen.at)
    if winner := story.steps[at].game.winner:
        name = name_of(story.names, winner)
        raise Trouble(f"{readable(path)}: the game is over, {name} has won")
    positions = [position_after(story, story.steps[at])]
    if at and any(entry.why is Why.TRADE for entry in story.steps[at].entries):
        positions.insert(0, position_after(story, story.steps[at - 1]))
    if chosen.rules:
        positions = [position.by_rules(dict(chosen.rules)) for position in positions]
    tallies = [Tally(len(story.players)) for _ in positions]
    with Progress("games") as progress, suppress(KeyboardInterrupt):
        for more in spread(jobs(positions, chosen.games, chosen.seed), chosen.workers):
            add(tallies, more)
            progress.update(tallies[-1].games, chosen.games)
    sale = changes(*tallies) if len(tallies) > 1 else []
    if chosen.json:
        print_json(_as_json(chosen, story, at, tallies[-1], sale))
    else:
        for line in _as_lines(chosen, story, at, tallies[-1], sale):
            print_line(line)
    return INTERRUPTED if tallies[-1].games < chosen.games else 0


def _as_lines(
    chosen: Namespace, story: Story, at: int, tally: Tally, sale: list[ChanceChange]
) -> Iterator[str]:
    lang, step = language_of_player(chosen.lang), story.steps[at]
    yield text(lang, "chances.head", operation=step.number, turn=step.turn,
               line=step.brief, games=tally.games)  # fmt: skip
    if tally.games < chosen.games:
        yield text(lang, "chances.stopped", games=tally.games, wanted=chosen.games)
    if not tally.games:
        return
    yield from lines(tally, step.game, lang, story.names)
    if sale:
        yield text(lang, "chances.bargain")
        yield from lines_of_change(sale, step.game, lang, story.names)
    yield text(lang, "chances.basis")


def _as_json(
    chosen: Namespace, story: Story, at: int, tally: Tally, sale: list[ChanceChange]
) -> dict[str, object]:
    step = story.steps[at]
    found: dict[str, object] = {
        "save": story.path, "operation": step.number, "turn": step.turn, "line": step.text,
        "edition": story.edition, "games": tally.games, "wanted": chosen.games,
        "seed": chosen.seed,
        "players": [
            {**row._asdict(), "name": story.names.get(row.player, ""),
             "in_game": step.game.is_in(row.player)}
            for row in tally.rows()
        ],
    }  # fmt: skip
    if sale:
        found["sale"] = [row._asdict() for row in sale]
    return found
