"""Scripts played on the whole machine in this process.

complaint(path)                  the failure as `banquier run` prints it, or nothing
scripts(folder)                  those of a folder, by name
check_questions(unit)            each question that it shows has a kind and words, and is shown
                                 accordingly
"""

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from banquier import words
from banquier.script import runner
from banquier.script.errors import ScriptError
from banquier.script.header import Header, unit_for
from banquier.script.language import parse
from banquier.words import Several
from banquier.words.announcements import question_words
from banquier.words.languages import LANGUAGES
from firmware_sim.edition import Edition
from firmware_sim.menu_settings import SETTINGS
from firmware_sim.question import KINDS
from firmware_sim.screens import icon_names
from firmware_sim.texts import amount
from hardware.unit import Unit
from tests.support.paths import ROOT


def scripts(folder: str) -> list[Path]:
    return sorted((ROOT / "tests").glob(f"{folder}/*.keys"))


def check_questions(unit: Unit) -> None:
    def check(tick: int, shown: object) -> None:
        screen = unit.firmware.conversation.screen
        asks = screen.asks
        assert asks is not None, f"no question: {screen}"
        assert asks.kind in KINDS, f"no kind of question: {screen}"
        assert screen.blink_value is (asks.kind in BLINKING), screen
        assert bool(screen.others) == (asks.kind in SEVERAL_TEXTS), screen
        if screen.value and asks.amount is not None and not (asks.typed and asks.square >= 0):
            assert screen.value == amount(asks.amount), (screen, asks)
        shown = icon_names(screen.icons)
        players = {f"J{asks.player}"} - {"J0"}
        if asks.kind.startswith("whom_"):  # the glass shows who is chosen
            players = {f"J{asks.other}"} - {"J0"}
        if asks.kind not in WITHOUT_PLAYER:
            assert {icon for icon in shown if icon in PLAYERS} == players, (screen, asks)

    unit.on_display.append(check)
    work_out_words(unit)


def work_out_words(unit: Unit) -> None:
    """Make the sentences of each question in every language: a fault in them is the script's."""

    def work_out(tick: int, shown: object) -> None:
        question, names = unit.question, unit.names
        one = question._replace(edition=None), *names.items()
        if one not in WORKED_OUT or WORKED_OUT[one] is not question.edition:
            if len(WORKED_OUT) > MOST:
                WORKED_OUT.clear()
            WORKED_OUT[one] = question.edition
            said = question_words(question, names), words.line(question, names)
            for lang in LANGUAGES:
                Several(*said).text(lang)

    unit.on_display.append(work_out)


MOST = 9_000
WORKED_OUT: dict[tuple[object, ...], Edition | None] = {}
"""Questions whose words have been worked out, each with the edition that was played last."""


def complaint(path: Path, watch: Callable[[Unit], None] | None = None, text: str = "") -> str:
    """Play a script, or its text, on a unit that `watch` gets first."""

    def make(header: Header, stack: ExitStack) -> Unit:
        unit = unit_for(header)
        check_questions(unit)
        if watch:
            watch(unit)
        return unit

    name = str(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path)
    try:
        script = parse(text or path.read_text(encoding="utf-8"), str(path))
    except ScriptError as error:
        return str(error)
    return runner.play(script, make).complaint(f"banquier run {name}")


BLINKING = {
    # the set-up
    *("edition", "players", "variant", "minutes", "speed_die", "auto_dice", "auto_cards", "first"),
    # who, and to whom
    *("who_build", "who_demolish", "who_mortgage", "who_borrow", "who_trade", "who_pay"),
    *("who_receive", "who_bankrupt", "whom_trade", "whom_pay"),
    # an amount or a number
    *("opening", "bid_amount", "loan_amount", "pay_amount", "trade_money", "card_number"),
    *("by_hand_amount", "by_hand_square", "by_hand_squares", "by_hand_houses", "by_hand_hotels"),
    # a choice by `+` and `-`
    *("by_hand", "good", "bus", "anywhere", "visa"),
    *(f"menu_{name}" for name in SETTINGS),
}
"""Kinds of question whose value a key would change: it blinks."""

PLAYERS = {f"J{number}" for number in range(1, 9)}
WITHOUT_PLAYER = {"first", "opening", "bid_amount", "winners"}
SEVERAL_TEXTS = {
    *("card_pay_or_chance", "undo", "visa", "lift_received", "interest", "lift_sure", "winners"),
    *("opening", "first_bid", "bid", "bid_amount", "sold", "unsold", "scarce", "scarce_price"),
    "trade_sum",
}
"""Kinds of question whose texts alternate."""
