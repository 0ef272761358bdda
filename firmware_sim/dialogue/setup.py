"""The set-up: one question a screen, `+` `-` or a digit changes, OK accepts, C goes back."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from firmware_sim import texts
from firmware_sim.dialogue.asking import LONGEST, Asking, Choice, pick, show
from firmware_sim.dialogue.operation import show_house_rules
from firmware_sim.edition import Edition
from firmware_sim.game import Act, Error, Game, Variant
from firmware_sim.question import Question
from firmware_sim.rules import opening
from firmware_sim.session import Dialogue, Session

USUAL_PLAYERS = 4
LONGEST_GAME = 999  # minutes


class Answers:
    """The answers so far; going back keeps them."""

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


Ask = Callable[[Session, Answers], Asking[bool | None]]
"""Returns False to go back, and None if the question does not arise after these answers."""


def set_up(session: Session) -> Dialogue:
    answers = Answers()
    at, answered = 0, list[int]()
    while at < len(QUESTIONS):
        forward = yield from QUESTIONS[at](session, answers)
        if forward:
            answered.append(at)
        if forward is not False:
            at += 1
        elif answered:
            at = answered.pop()
    begin(session, answers)


def begin(session: Session, answers: Answers) -> None:
    """Open the accounts; who starts is thrown for, or as answered."""
    edition = _edition_at(session, answers.edition_at)
    if edition.house_rules != answers.edition.house_rules:
        show_house_rules(session, edition)
    game = Game(edition, answers.players)
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


def _ask_edition(session: Session, answers: Answers) -> Asking[bool | None]:
    offered = _offers("edition", {label: (label, label) for label in session.editions.labels})
    at = max(answers.edition_at, 0) + 1
    chosen = yield from pick(session, [*offered], lambda rank: offered[rank].asks, at)
    if chosen is None:
        return False
    edition = _edition_at(session, chosen - 1)
    if chosen - 1 != answers.edition_at:
        answers.choose(chosen - 1, edition)
    answers.edition = edition
    show_house_rules(session, edition)
    return True


def _edition_at(session: Session, at: int) -> Edition:
    """Return the edition with the house rules that are chosen on the unit now."""
    return session.editions.load(session.editions.names[at])


class Offer(NamedTuple):
    value: object  # the value of the field
    asks: Question


def _offers(field: str, words: Mapping[str, tuple[object, str]]) -> dict[int, Offer]:
    """Words on the glass, chosen by rank: what each means for the field, and its name."""
    return {
        rank: Offer(value, Question(field, amount=rank, choice=name, label=word))
        for rank, (word, (value, name)) in enumerate(words.items(), 1)
    }


def _players(answers: Answers) -> dict[int, Offer]:
    counts = range(answers.edition.least_players, answers.edition.most_players + 1)
    return {count: Offer(count, Question("players", amount=count)) for count in counts}


def _variants(answers: Answers) -> dict[int, Offer]:
    words = {"NORMALE": (Variant.NORMAL, "normal")}
    if answers.edition.short:
        words["RAPIDE"] = (Variant.SHORT, "short")
    if answers.edition.timed:
        words["LIMITEE"] = (Variant.TIMED, "timed")
    return _offers("variant", words)


def _first(answers: Answers) -> dict[int, Offer]:
    """The highest throw of real dice, made at the table."""
    by_hand = answers.edition.first == "highest" and not answers.auto_dice
    seats = range(1, answers.players + 1) if by_hand else ()
    return {seat: Offer(seat, Question("first", seat, amount=seat)) for seat in seats}


SPEED_DIE = _offers("speed_die", {"DE NORMAL": (False, "no"), "DE RAPIDE": (True, "yes")})
AUTO_DICE = _offers("auto_dice", {"DES AUTO": (True, "auto"), "DES JETES": (False, "keyed")})
AUTO_CARDS = _offers("auto_cards", {"CARTES AUTO": (True, "auto"), "CARTES MAIN": (False, "keyed")})


def _one_of(
    field: str, offers: Callable[[Answers], dict[int, Offer]], wrong: Error = Error.TOO_BIG
) -> Ask:
    """Ask for one of the offers, unless it is the only one: OK takes it, C goes back."""

    def ask(session: Session, answers: Answers) -> Asking[bool | None]:
        offered = offers(answers)
        if len(offered) < 2:
            return None
        fits = (at for at, offer in offered.items() if offer.value == getattr(answers, field))
        at = next(fits, max(offered))  # fewer players than it was
        choice = Choice(session, [*offered], lambda at: offered[at].asks, at, wrong)
        while (key := (yield from choice.key())) not in ("OK", "C"):
            session.refuse(Error.KEY)
        setattr(answers, field, offered[choice.at].value)
        return key == "OK"

    return ask


def _ask_minutes(session: Session, answers: Answers) -> Asking[bool | None]:
    """Digits typed replace the usual duration; C on none goes back."""
    if answers.variant is not Variant.TIMED:
        return None
    typed = ""
    while True:
        minutes = int(typed) if typed else answers.minutes
        key = yield show(session, Question("minutes", amount=minutes))
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


QUESTIONS: tuple[Ask, ...] = (
    _ask_edition,
    _one_of("players", _players),
    _one_of("variant", _variants),
    _ask_minutes,
    _one_of("speed_die", lambda answers: SPEED_DIE if answers.edition.speed_die else {}),
    _one_of("auto_dice", lambda _: AUTO_DICE),
    _one_of("auto_cards", lambda _: AUTO_CARDS),
    _one_of("first", _first, Error.NO_PLAYER),
)
