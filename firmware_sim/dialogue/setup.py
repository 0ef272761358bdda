"""The set-up: one question a screen, `+` `-` or a digit changes, OK accepts, C goes back."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from firmware_sim import messages
from firmware_sim.dialogue.asking import LONGEST, Asking, Choice, pick, shown
from firmware_sim.edition import Edition
from firmware_sim.game import Act, Error, Game, Variant
from firmware_sim.question import Question
from firmware_sim.rules import opening
from firmware_sim.screens import Screen
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


class SetupQuestion(NamedTuple):
    asked: Callable[[Answers], bool]
    ask: Callable[[Session, Answers], Asking[bool]]  # False: back


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
            session.notice(
                f"{messages.player(player)} TIRE", str(total), messages.BIT[f"J{player}"]
            )
    else:
        game.turn = answers.first
    session.print(game.turn_number, Act("begin", game.turn, text=answers.edition.label))
    session.roll[-1].thrown = tuple(thrown)


def _choose(
    session: Session, asks: str, labels: Sequence[str], choices: Sequence[str], at: int
) -> Asking[int | None]:
    def choice(rank: int) -> Screen:
        question = Question(asks, amount=rank, choice=choices[rank - 1])
        return shown(session, question, labels[rank - 1])

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
    screen = partial(_number, session, "players")
    choice = Choice(session, seats, screen, answers.players)
    while True:
        key = yield from choice.key()
        answers.players = choice.at
        if key in ("OK", "C"):
            return key == "OK"
        session.refuse(Error.KEY)


def _number(session: Session, asks: str, number: int) -> Screen:
    return shown(session, Question(asks, amount=number))


def _variants(edition: Edition) -> dict[str, tuple[Variant, str]]:
    offered = {"NORMALE": (Variant.NORMAL, "normal")}
    if edition.short:
        offered["RAPIDE"] = (Variant.SHORT, "short")
    if edition.timed:
        offered["LIMITEE"] = (Variant.TIMED, "timed")
    return offered


def _ask_one_of(
    session: Session, answers: Answers, field: str, offered: Mapping[str, tuple[object, str]]
) -> Asking[bool]:
    """The words on the glass, what each means for this field of the answers, and its name."""
    labels, (values, choices) = list(offered), zip(*offered.values(), strict=True)
    at = values.index(getattr(answers, field))
    chosen = yield from _choose(session, field, labels, choices, at)
    if chosen is None:
        return False
    setattr(answers, field, values[chosen])
    return True


def _ask_variant(session: Session, answers: Answers) -> Asking[bool]:
    return (yield from _ask_one_of(session, answers, "variant", _variants(answers.edition)))


def _ask_speed_die(session: Session, answers: Answers) -> Asking[bool]:
    offered = {"DE NORMAL": (False, "no"), "DE RAPIDE": (True, "yes")}
    return (yield from _ask_one_of(session, answers, "speed_die", offered))


def _ask_dice(session: Session, answers: Answers) -> Asking[bool]:
    offered = {"DES AUTO": (True, "auto"), "DES JETES": (False, "keyed")}
    return (yield from _ask_one_of(session, answers, "auto_dice", offered))


def _ask_cards(session: Session, answers: Answers) -> Asking[bool]:
    offered = {"CARTES AUTO": (True, "auto"), "CARTES MAIN": (False, "keyed")}
    return (yield from _ask_one_of(session, answers, "auto_cards", offered))


def _ask_minutes(session: Session, answers: Answers) -> Asking[bool]:
    """Digits typed replace the usual duration; C on none goes back."""
    typed = ""
    while True:
        minutes = int(typed) if typed else answers.minutes
        key = yield _number(session, "minutes", minutes)
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

    def seat(number: int) -> Screen:
        return shown(session, Question("first", number, amount=number))

    choice = Choice(session, seats, seat, first, Error.NO_PLAYER)
    while True:
        key = yield from choice.key()
        answers.first = choice.at
        if key in ("OK", "C"):
            return key == "OK"
        session.refuse(Error.KEY)


QUESTIONS = (
    SetupQuestion(lambda answers: True, _ask_edition),
    SetupQuestion(
        lambda answers: answers.edition.least_players < answers.edition.most_players, _ask_players
    ),
    SetupQuestion(lambda answers: len(_variants(answers.edition)) > 1, _ask_variant),
    SetupQuestion(lambda answers: answers.variant is Variant.TIMED, _ask_minutes),
    SetupQuestion(lambda answers: answers.edition.speed_die is not None, _ask_speed_die),
    SetupQuestion(lambda answers: True, _ask_dice),
    SetupQuestion(lambda answers: True, _ask_cards),
    SetupQuestion(
        lambda answers: answers.edition.first == "highest" and not answers.auto_dice, _ask_first
    ),
)
