"""The set-up: one question a screen, `+` `-` or a digit changes, OK accepts, C goes back."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from firmware_sim import texts
from firmware_sim.dialogue.asking import LONGEST, Asking, Choice, pick, shown
from firmware_sim.edition import Edition
from firmware_sim.game import Act, Error, Game, Variant
from firmware_sim.question import Question
from firmware_sim.rules import opening
from firmware_sim.session import Dialogue, Session

USUAL_PLAYERS = 4
LONGEST_GAME = 999  # minutes


class Answers:
    """What has been answered so far; going back keeps it."""

    edition: Edition
    """Loaded when it is chosen."""

    def __init__(self) -> None:
        self.edition_at = -1
        self.auto_dice = True
        self.auto_cards = True
        self.first = 1

    def choose(self, rank: int, edition: Edition) -> None:
        """Another edition: what depends on it is as it proposes."""
        self.edition_at = rank
        self.edition = edition
        self.players = min(max(USUAL_PLAYERS, edition.least_players), edition.most_players)
        self.variant = Variant.NORMAL
        self.speed_die = False
        self.minutes = edition.timed.minutes if edition.timed else 0


Ask = Callable[[Session, Answers], Asking[bool]]  # False: back


class SetupQuestion(NamedTuple):
    asked: Callable[[Answers], bool]
    ask: Ask


def set_up(session: Session) -> Dialogue:
    answers = Answers()
    at = 0
    while at < len(QUESTIONS):
        question = QUESTIONS[at]
        if not question.asked(answers) or (yield from question.ask(session, answers)):
            at += 1
        else:
            before = [back for back in range(at) if QUESTIONS[back].asked(answers)]
            at = before[-1] if before else at
    begin(session, answers)


def begin(session: Session, answers: Answers) -> None:
    """Open the accounts; who starts is thrown for, or as answered."""
    game = Game(answers.edition, answers.players)
    game.variant = answers.variant
    game.speed_die = answers.speed_die
    session.settings = session.settings | {
        "auto_dice": answers.auto_dice,
        "auto_cards": answers.auto_cards,
    }
    session.new_game(game, answers.minutes if answers.variant is Variant.TIMED else 0)
    draw = session.sequence()
    opening.open_accounts(game, draw)
    session.stage = "game"
    thrown: list[tuple[int, int]] = []
    if answers.edition.first == "highest" and answers.auto_dice:
        game.turn, thrown = opening.highest_throw(game, lambda: draw(6) + draw(6) + 2)
        for player, total in thrown:
            session.notice(f"{texts.player(player)} TIRE", str(total), texts.BIT[f"J{player}"])
    else:
        game.turn = answers.first
    session.print(game.turn_number, Act("begin", game.turn, text=answers.edition.label))
    session.roll[-1].thrown = tuple(thrown)


def _choose(
    session: Session, asks: str, labels: Sequence[str], choices: Sequence[str], at: int
) -> Asking[int | None]:
    def choice(rank: int) -> Question:
        return Question(asks, amount=rank, choice=choices[rank - 1], label=labels[rank - 1])

    chosen = yield from pick(session, range(1, len(labels) + 1), choice, at + 1)
    return None if chosen is None else chosen - 1


def _ask_edition(session: Session, answers: Answers) -> Asking[bool]:
    editions = session.editions
    chosen = yield from _choose(
        session, "edition", editions.labels, editions.labels, max(answers.edition_at, 0)
    )
    if chosen is None:
        return False
    if chosen != answers.edition_at:
        answers.choose(chosen, editions.load(editions.names[chosen]))
    return True


def _ask_players(session: Session, answers: Answers) -> Asking[bool]:
    seats = range(answers.edition.least_players, answers.edition.most_players + 1)
    choice = Choice(
        session, seats, lambda count: Question("players", amount=count), answers.players
    )
    taken = yield from _taken(choice)
    answers.players = choice.at
    return taken


def _taken(choice: Choice) -> Asking[bool]:
    """OK takes it, C goes back and keeps it."""
    while (key := (yield from choice.key())) not in ("OK", "C"):
        choice.session.refuse(Error.KEY)
    return key == "OK"


Offered = Mapping[str, tuple[object, str]]
"""The words on the glass, what each means for a field of the answers, and its name."""


def _variants(edition: Edition) -> Offered:
    offered = {"NORMALE": (Variant.NORMAL, "normal")}
    if edition.short:
        offered["RAPIDE"] = (Variant.SHORT, "short")
    if edition.timed:
        offered["LIMITEE"] = (Variant.TIMED, "timed")
    return offered


def _one_of(field: str, offered: Offered | None = None) -> Ask:
    def ask(session: Session, answers: Answers) -> Asking[bool]:
        words = offered or _variants(answers.edition)
        labels, (values, choices) = list(words), zip(*words.values(), strict=True)
        at = values.index(getattr(answers, field))
        chosen = yield from _choose(session, field, labels, choices, at)
        if chosen is None:
            return False
        setattr(answers, field, values[chosen])
        return True

    return ask


def _ask_minutes(session: Session, answers: Answers) -> Asking[bool]:
    """Digits typed replace the usual duration; C on none goes back."""
    typed = ""
    while True:
        minutes = int(typed) if typed else answers.minutes
        key = yield shown(session, Question("minutes", amount=minutes))
        if key.isdigit() and len(typed) < LONGEST:
            typed += key
        elif key in ("+", "-") and 1 <= minutes + (1 if key == "+" else -1) <= LONGEST_GAME:
            typed = str(minutes + (1 if key == "+" else -1))
        elif key == "C":
            if not typed:
                return False
            typed = typed[:-1]
        elif key == "OK" and 1 <= minutes <= LONGEST_GAME:
            answers.minutes = minutes
            return True
        else:
            wrong = key.isdigit() or key in ("+", "-", "OK")
            session.refuse(Error.TOO_BIG if wrong else Error.KEY)
            typed = "" if key == "OK" or key.isdigit() else typed


def _ask_first(session: Session, answers: Answers) -> Asking[bool]:
    """The highest throw of real dice, made at the table."""
    first, seats = min(answers.first, answers.players), range(1, answers.players + 1)

    def seat(number: int) -> Question:
        return Question("first", number, amount=number)

    choice = Choice(session, seats, seat, first, Error.NO_PLAYER)
    taken = yield from _taken(choice)
    answers.first = choice.at
    return taken


QUESTIONS = (
    SetupQuestion(lambda answers: True, _ask_edition),
    SetupQuestion(
        lambda answers: answers.edition.least_players < answers.edition.most_players, _ask_players
    ),
    SetupQuestion(lambda answers: len(_variants(answers.edition)) > 1, _one_of("variant")),
    SetupQuestion(lambda answers: answers.variant is Variant.TIMED, _ask_minutes),
    SetupQuestion(
        lambda answers: answers.edition.speed_die is not None,
        _one_of("speed_die", {"DE NORMAL": (False, "no"), "DE RAPIDE": (True, "yes")}),
    ),
    SetupQuestion(
        lambda answers: True,
        _one_of("auto_dice", {"DES AUTO": (True, "auto"), "DES JETES": (False, "keyed")}),
    ),
    SetupQuestion(
        lambda answers: True,
        _one_of("auto_cards", {"CARTES AUTO": (True, "auto"), "CARTES MAIN": (False, "keyed")}),
    ),
    SetupQuestion(
        lambda answers: answers.edition.first == "highest" and not answers.auto_dice, _ask_first
    ),
)
