"""Lines in, lines out: the panel for screen readers, plain terminals and pipes."""

import io
import re
from itertools import chain, pairwise, repeat
from typing import Any, TextIO

import pytest

from banquier.editions.edition_file import editions
from banquier.plain.plain_mode import PlainMode, keys_of, spoken
from banquier.play.bots.bots import Bots
from banquier.saves.open_game import OpenGame
from datasheet.ticks import CRYSTAL
from hardware.unit import Unit, tap
from hardware.unit_inputs import name_players, set_fact
from tests.support.commands import banquier, python
from tests.support.games_played import sit_down
from tests.support.typography import typed


def play(unit: Unit, lines: TextIO, out: TextIO, **how: Any) -> None:
    assert PlainMode(OpenGame(unit), out, **how).play(lines) == 0


def lines_of(unit: Unit, *lines: str, lang: str = "fr", **how: Any) -> list[str]:
    """Return the output after the greeting."""
    out = io.StringIO()
    play(unit, io.StringIO("".join(f"{line}\n" for line in lines)), out, lang=lang, **how)
    return typed(out.getvalue()).splitlines()[1:]


def test_a_question_is_told_with_what_the_glass_shows_of_it(cold: Unit) -> None:
    assert lines_of(cold, "+", "", "4") == [  # Enter alone is OK, also through a pipe
        "À quelle édition jouez-vous ? + - ou 0–9 choisissent, OK accepte. ELECTRONIQUE.",
        "DESKA.",
        "Combien de joueurs ? + - choisissent, 0–9 disent combien, OK accepte, C revient. 4.",
        "4.",  # as it stands already
    ]


def test_no_line_is_printed_twice_in_a_row(waiting: Unit) -> None:
    lines = lines_of(waiting, "CARTE", "?1", "C", "FOO", "DES", "+", "+", "C", "?2", "-", "C")
    assert lines[1] == "CARTE ne sert pas ici. DÉS lance." and len(lines) > 10
    assert all(one != other for one, other in pairwise(lines))


def test_a_payment_is_told_with_both_names_and_the_new_balances(waiting: Unit) -> None:
    name_players(waiting, {1: "Anne", 3: "Bob"})
    set_fact(waiting, "owner", 3, 3)
    set_fact(waiting, "next-dice", 1, 2)
    lines = lines_of(waiting, "DES", "LOYER", lang="en")
    assert lines[:4] == [
        "Anne, throw the dice. DÉS throws. Anne has 150.000 F.",
        "Anne throws 1 and 2 and stands on Rue Lecourbe.",
        "Bob, claim 400 F for Rue Lecourbe from Anne? LOYER claims, FIN goes on.",
        "Bob claims the rent from Anne, Rue Lecourbe. Anne pays Bob 400 F (rent). "
        "Anne has 149.600 F and Bob has 150.400 F.",
    ]


def test_a_word_that_is_no_key_is_named_and_nothing_is_pressed(waiting: Unit) -> None:
    before = len(waiting.beeper.beeps)
    lines = lines_of(waiting, "DES achta", "xyzzy", "que puis je faire", "que voulez-vous")
    assert lines[1] == "« achta » n'est pas une touche. Vouliez-vous dire ACHAT ?"
    assert "DÉMOL" in lines[2] and "Vouliez" not in lines[2]
    assert lines[3].endswith("Vouliez-vous dire QUE PUIS-JE FAIRE ?")
    assert "DÉMOL" in lines[4] and "Vouliez" not in lines[4]
    (possible,) = lines_of(waiting, "Que puis-je faire ?")[1:]
    assert "DÉMOL" in possible and "n'est pas" not in possible
    for word in ("1.500", "1,5", "*1.5"):  # an amount with a point is no row of keys
        assert f"« {word} » n'est pas une touche" in lines_of(waiting, word)[-1]
    arrows, numlock = lines_of(waiting, "\x1b[A\x1b[B", lang="en")[1:]
    assert arrows.startswith('"\\x1b[A\\x1b[B" is not a key')
    assert "NumLock seems to be off" in numlock
    assert len(waiting.beeper.beeps) == before


def test_the_glass_undo_and_repeat_are_words(waiting: Unit) -> None:
    _, glass, first, again = lines_of(waiting, "verre", "annuler", "répéter")
    assert glass == "J1 LANCEZ  150.000  [J1 F]"
    assert first == again and first.startswith("Il n'y a rien à annuler.")


class AtTerminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_after_a_double_the_turn_does_not_end(waiting: Unit) -> None:
    name_players(waiting, {1: "Anne"})
    set_fact(waiting, "next-dice", 2, 2)
    assert "Anne a fait un double et continue." in lines_of(waiting, "DES", "FIN")


def test_where_the_third_die_moves_on_the_turn_does_not_end() -> None:
    unit = Unit(editions(names=["classique"], rules={"parking": "pot"}), seed=1)
    sit_down(unit, "edition classique", "players 2", "speed-die yes", "dice keyed")
    for player in (1, 2):
        set_fact(unit, "square", player, 30)
    to_start = "4 6 OK FIN"  # the third die is theirs from there on
    house, *lines = lines_of(unit, to_start, to_start, "2 6 4 OK ACHAT FIN")
    assert house.startswith("Règles de la maison : La cagnotte :")
    lines = lines[6:]
    told = "J1 avance encore avec Monsieur Monopoly. J1 est sur"
    assert any(told in line for line in lines), lines
    assert not any("J1 finit" in line for line in lines)


def test_a_terminal_gets_lines_that_end_between_words(
    waiting: Unit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    pages = []
    for out in (io.StringIO(), AtTerminal()):
        play(waiting, io.StringIO("w\naide\n"), out)
        pages.append(out.getvalue())
    whole, folded = pages
    assert max(map(len, folded.splitlines())) <= 40 < max(map(len, whole.splitlines()))
    assert folded.split() == whole.split()


def test_a_french_voice_reads_points_between_thousands() -> None:
    assert spoken("150.000 F", "fr") == "150.000 F"


def test_what_was_told_can_be_read_back_and_what_can_be_done_asked_for(waiting: Unit) -> None:
    lines = lines_of(waiting, "DES", "histoire", lang="en")
    assert lines[3:] == lines[:3]
    (can,) = lines_of(waiting, "w", lang="en")[1:]
    assert "BÂTIR builds" in can and "? shows the accounts" in can and "LOYER" not in can


def test_a_key_that_changes_nothing_says_nothing(waiting: Unit) -> None:
    set_fact(waiting, "owner", 1, 1)
    assert len(lines_of(waiting, "HYPO OK", "+", "-")) == 2  # it is the only deed


def test_help_is_printed_and_quit_leaves(waiting: Unit) -> None:
    lines = lines_of(waiting, "aide", "quitter", "DES")
    assert "ACHAT" in "".join(lines)
    assert not waiting.roll[-1].text.startswith("J1 DES")


def test_f_held_opens_the_menu_and_on_held_switches_off(waiting: Unit) -> None:
    assert lines_of(waiting, "tenir F", lang="en")[-1].startswith("Sound: yes.")
    assert lines_of(waiting, "tenir ON", lang="en")[-1].startswith("The unit is switched off.")
    assert lines_of(waiting, "on", lang="en")[-1].startswith("A game is in memory.")


@pytest.mark.parametrize(
    ("words", "keys"),
    [
        ("dés; bâtir", ["DES", "BATIR"]),
        ("d é ?", ["DES", "2", "?"]),
        ("1500 reçu", ["1", "5", "0", "0", "RECU"]),
        ("?1", ["?", "1"]),
        ("?0 +", ["?", "0", "+"]),
        ("*8**", ["F", "8", "F", "F"]),
        ("/ 43. .5", ["?", "4", "3", "C", "C", "5"]),
    ],
)
def test_keys_go_by_the_names_of_scripts_and_by_their_letters(words: str, keys: list[str]) -> None:
    assert list(keys_of(words)) == keys


def test_with_a_clock_the_units_time_is_the_players(waiting: Unit) -> None:
    moments = chain([0.0] * 2, repeat(600.0))
    out = io.StringIO()
    play(waiting, io.StringIO("verre\n"), out, lang="en", clock=lambda: next(moments))
    assert typed(out.getvalue()).splitlines()[-1] == "The unit is switched off."


def test_bots_play_their_seats_after_a_line_and_wait_for_the_others(waiting: Unit) -> None:
    out = io.StringIO()
    bots = Bots(waiting, {2: "careful", 3: "greedy", 4: "careful"}, seed=1).strokes()
    set_fact(waiting, "next-dice", 4, 6)  # to the prison, on a visit
    play(waiting, io.StringIO("DES\n"), out, bots=bots)
    assert sum("lance," in line for line in typed(out.getvalue()).splitlines()) == 1
    play(waiting, io.StringIO("FIN\n"), out, bots=bots, seats=(2, 3, 4))
    lines = typed(out.getvalue()).splitlines()
    for player in ("J2", "J3", "J4"):
        assert any(line.startswith(f"{player} lance") for line in lines)
        assert any(line.startswith(f"{player} finit") for line in lines)
        assert not any(line.startswith(f"{player}, lancez") for line in lines)
    assert waiting.said.text == "J1 LANCEZ"


def test_a_card_is_told_with_the_square_where_it_leads(waiting: Unit) -> None:
    set_fact(waiting, "next-dice", 4, 3)
    set_fact(waiting, "next-card", "chance", 4)
    lines = lines_of(waiting, "DES", "CARTE", "OK")
    assert any(line.startswith("J1 suit la carte : case Départ.") for line in lines)


def test_a_bot_says_whose_claim_it_waits_for(waiting: Unit) -> None:
    out = io.StringIO()
    name_players(waiting, {3: "Anne"})
    set_fact(waiting, "owner", 3, 3)
    set_fact(waiting, "next-dice", 1, 2)
    bots = Bots(waiting, {1: "greedy", 2: "greedy"}, seed=1).strokes()
    play(waiting, io.StringIO(), out, bots=bots, seats=(1, 2))
    lines = typed(out.getvalue()).splitlines()
    assert lines[-1] == "J2 attend. Anne, réclamez 400 F : LOYER."
    assert lines.count("J1 lance, 1 et 2 : case Rue Lecourbe.") == 1


def test_a_person_composes_a_bargain_with_a_bot_line_by_line(waiting: Unit) -> None:
    """The bot went back from the question what it gives."""
    bots = Bots(waiting, {2: "careful", 3: "greedy", 4: "careful"}, seed=1).strokes()
    set_fact(waiting, "free-card", 1, "chance")
    out = io.StringIO()
    lines = io.StringIO("VENTE\nOK\n2\nOK\n+\nOK\nFIN\nFIN\n500\n")
    play(waiting, lines, out, lang="en", bots=bots, seats=(2, 3, 4))
    assert waiting.question.kind == "trade_money"
    told = typed(out.getvalue()).splitlines()
    marked = told.index("J1 gives a prison card? Marked.")
    assert told[marked + 1 :] == [
        "J2 has nothing to give. FIN goes on, C goes back.",
        "How much does J2 pay J1? + - change who pays, 0–9 the sum, OK goes on, C goes back.",
        "How much does J2 pay J1? 500.",
    ]


def test_what_a_bot_is_asked_is_told_when_nothing_is_asked_of_a_person_any_more(
    waiting: Unit,
) -> None:
    """C at the agreement, and nothing more was heard."""
    set_fact(waiting, "free-card", 1, "chance")
    agreed = "VENTE OK 2 OK + OK FIN FIN 5 OK OK OK"
    lines = lines_of(waiting, agreed, "C C C C C C C C C", "F", lang="en", seats=(1, 3, 4))
    assert lines[-3].startswith("J2, 5 F for a prison card: agreed?")
    assert lines[-2] == "J1, throw the dice."
    assert lines[-1].startswith("F waits for a key")


def test_who_threw_what_to_begin_the_clock_and_a_low_battery_are_told_once() -> None:
    unit = Unit(editions(names=["euro"]), seed=1)
    output = PlainMode(OpenGame(unit), io.StringIO(), "en")
    unit.run(unit.notices_end)
    for key in ("OK", "3", "OK", "+", "+", "OK", "6", "OK", "OK", "OK", "OK"):
        tap(unit, key)
        output.write_notices()
    lines = [one.said.text("en") for one in output.announcer.log if one.kind != "question"]
    assert lines[0].startswith(
        "The game begins: J2 throws first. J1 threw 7, J2 threw 10 and J3 threw 5."
        " The bank pays each player"
    )
    asked = output.announcer.last_announcements()[-1]
    unit.set_battery(2_300)
    for _ in range(6):
        unit.run(unit.tick + 60 * CRYSTAL)
        output.write_notices()
    told = [one for one in output.announcer.log if one.number > asked.number]
    assert [(one.kind, one.said.text("en")) for one in told] == [
        ("notice", "5 minutes of the game are left."),
        ("notice", "The battery is low."),
        ("notice", "One minute of the game is left."),
        ("notice", "The time is over: the turn under way is the last."),
    ]
    assert output.announcer.last_announcements() == [asked, *told]


def test_through_a_pipe_it_needs_no_terminal_and_loads_nothing_that_draws() -> None:
    program = "-X", "importtime", "-m", "banquier"
    done = python(*program, "play", "--plain", "--players", "3", said="DES\n")
    assert "150.000" in done.stdout.splitlines()[1]
    assert done.returncode == 0 and "textual" not in done.stderr
    assert all(line.startswith("import time:") for line in done.stderr.splitlines())


def test_a_plain_demo_is_printed_to_its_end() -> None:
    """Until one has an auction, whose price a bot types digit by digit: one in fifty has none."""
    for _ in range(9):
        done = banquier("demo", "--plain", "--players", "2", "--lang", "en")
        lines = done.stdout.splitlines()
        assert " won: " in lines[-1] and (done.returncode, done.stderr) == (0, "")
        assert not [line for line in lines if re.fullmatch(r"\d+\.", line)]
        if "opens" in done.stdout:
            break
    assert "opens" in done.stdout
