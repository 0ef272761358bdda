"""The unit's own speed die: six faces of five kinds, each as likely as a face is."""

from collections import Counter

from banquier.editions.edition_file import editions, load
from firmware_sim.game import Game
from firmware_sim.session import Session


def session(word: int) -> Session:
    """A session whose random word is constant."""
    made = Session(editions(names=["classique"]), lambda: word)
    made.game = Game(load("classique"), 2)
    return made


def test_monsieur_monopoly_is_on_two_faces_and_the_bus_on_one() -> None:
    faces = Counter(session(word).throw(3)[2] for word in range(6**3))
    assert faces == {1: 36, 2: 36, 3: 36, 4: 72, 5: 36}


def test_the_white_dice_are_the_same_with_and_without_it() -> None:
    for word in range(6**3):
        assert session(word).throw(2) == session(word).throw(3)[:2]


def test_dice_set_by_a_script_get_a_third_only_when_it_is_missing() -> None:
    game_session = session(123)
    game_session.future_throws[0] = (6, 6)
    assert game_session.throw(3)[:2] == (6, 6)
    game_session.future_throws[0] = (6, 6, 5)
    assert game_session.throw(3) == (6, 6, 5)
