"""Bad input of any command is one sentence on standard error and status 2, and nothing is left.

`game.keys` is a save that is there.
"""

import os
import shlex
from pathlib import Path

import pytest

from banquier.folders import folders
from banquier.saves.save_format import MOST_LINES, mark_line
from banquier.saves.save_line import NO_DIGEST
from tests.support.commands import ran
from tests.support.games_played import evening

TABLE = r"""
rnu x                                     | banquier: "rnu" is not a command; nearest: run
run                                       | the following arguments are required: FILE
run x.keys --fast                         | unrecognized arguments: --fast
run a b --record out                      | --record writes one file
run a --record out --trace out            | out cannot be written over
run game.keys --record game.keys          | cannot be written over
run game.keys --trace no/such/folder/x    | cannot be written
run game.keys --wav folder                | cannot write folder:
run missing.keys                          | banquier run: cannot read missing.keys: no such file
replay x.keys --speed fast                | "fast" is not a speed
replay x.keys --speed 1e9                 | "1e9" is not a speed
replay x.keys --speed ²                   | "²" is not a speed
replay x.keys --speed 0000000002          | "0000000002" is not a speed
replay x.keys --until 1000000000001       | out of range: an operation is 0 to 1000000000000
replay x.keys --until @1000000000000001   | out of range: a tick is 0 to 1000000000000000
replay game.keys --until 99               | game.keys: no operation 99 was recorded
replay x.keys --until x                   | "x" is not a place to stop
replay missing.keys                       | replay: missing.keys cannot be read: no such file
replay empty.keys --check                 | empty.keys is not to be used: no game was begun
share empty.keys                          | empty.keys has no game in it
replay lines.keys --check                 | lines.keys is not to be used: it is far too long
share lines.keys                          | lines.keys is not to be used: it is far too long
share record.keys                         | record.keys is not to be used: it tells no game
share damaged.keys                        | without its keys it cannot be a link
replay .                                  | banquier replay: cannot read .: is a directory
paths x                                   | unrecognized arguments: x
serve --port 70000                        | --port: 1024 to 65535, not '70000'
serve --port abc                          | --port: 1024 to 65535, not 'abc'
serve --port 0                            | --port: 1024 to 65535, not '0'
serve --host "a b"                        | "a b" is not the name of a machine
serve --host http://a                     | "http://a" is not the name of a machine
serve --tls none.pem game.keys            | none.pem cannot be read
serve --tls game.keys game.keys           | are not a certificate and its key
serve --bots 3 --save game.keys           | there is no player 3 of 2
serve --keypad ./ttyNONE                  | /ttyNONE
keypad                                    | required: list|monitor
keypad dance                              | invalid choice
keypad list /dev/ttyS0                    | unrecognized arguments: /dev/ttyS0
keypad monitor ./ttyNONE                  | /ttyNONE
keypad monitor --speeds ./ttyNONE         | /ttyNONE
keypad monitor --speeds socket://[::1]:1  | is an address: the other end chooses the speed
play                                      | needs a terminal to draw on
--mute                                    | needs a terminal to draw on
play --players 9                          | 2 to 8, not
play --players two                        | 2 to 8, not
play --speed 0                            | 0.01 to 1000
play --speed fast                         | 0.01 to 1000
play --bots 2,9                           | list of players
play --bots '2;3'                         | list of players
play --plain --bots 4 --players 3         | no player 4 of 3
play --plain --bots 3 --save game.keys    | there is no player 3 of 2
play --plain --edition zork               | no such edition
play --plain --save no/x.keys --lang fr   | there is no such folder
play --plain --save folder                | folder is not a file
play --plain --save /dev/null             | /dev/null is not a file
play --plain --save /proc/x.keys          | /proc/x.keys cannot be written: no such file
play --plain --save rubbish.keys          | cannot be played: it is not a save of this program
play --plain --save script.keys           | it is a script; banquier run plays it
play --plain --save seen.keys             | without the game; banquier replay plays it
play --plain --roll /nowhere/at/all       | cannot be written
play --plain --new --keypad ./ttyNONE     | /ttyNONE
play --plain --names Maximiliennes        | up to 12 characters
play --plain --names 'o"dd'               | up to 12 characters
play --plain --lang de                    | --lang
demo --players 1                          | 2 to 8, not
demo                                      | on; --plain reads and writes lines
demo --new                                | --new
chances game.keys --at 999                | has operations 1 to 21, no operation 999
chances game.keys --at x                  | --at: 1 to 999999999, not 'x'
chances game.keys --games 0               | --games: 1 to 1000000, not
chances game.keys --seed -1               | --seed: 0 to
chances game.keys --workers 0             | --workers: 1 to 256, not
chances none.keys                         | cannot be read: no such file
study euro                                | -o FILE.html says where the page goes
study nowhere --json                      | nowhere
study euro --json --games 0               | --games: 1 to 1000000, not
study euro -o no/x.html --games 1000000   | cannot be written
edition new mine.txt                      | ends in .toml
edition new nowhere/mine.toml             | cannot be written
edition new mine.toml --like lyon         | not an edition to start from
edition check mine.toml --like euro       | --like belongs to new
edition check mine.toml                   | no such file
edition burn mine.toml                    | invalid choice
edition new                               | required
report game.keys -o folder                | cannot be written
report game.keys -o game.keys             | game.keys is the save itself
report game.keys --csv folder --chances   | cannot be written
report                                    | no game is saved in
report missing.keys -o x.html             | cannot be read: no such file
report roll.keys -o x.html                | roll.keys is not to be used: it tells no game
share game.keys --at 99                   | has no operation 99
share game.keys --page page.html          | is not an address of a page
share missing.keys                        | cannot be read: no such file
report game.keys --card one -o one        | one can be only one of page, table and card
report game.keys --page javascript:x()    | javascript
ESCAPE                                    | "\x1b[31m" is not a command
play --ESCAPE                             | unrecognized arguments: --\x1b[31m
play --players ESCAPE                     | 2 to 8, not
run ESCAPE.keys                           | cannot read \x1b[31m.keys: no such file
edition check ESCAPE.toml                 | \x1b[31m.toml
saves --remove ESCAPE                     | \x1b[31m
"""
ESCAPE = "\x1b[31m"
"""Control characters, which no terminal is to obey."""
BEGUN = b"banquier 1\n"
NO_ROLL = mark_line(BEGUN, 9, "state", 1, NO_DIGEST, b"{}")
NO_RECORD = mark_line(BEGUN, 9, "state", 1, NO_DIGEST, b'{"format":2,"lines":0,"roll":[]}')
OTHERS = {
    "empty.keys": b"", "lines.keys": BEGUN + b"\n" * MOST_LINES, "record.keys": BEGUN + NO_RECORD,
    "roll.keys": BEGUN + NO_ROLL, "rubbish.keys": b"\0" * 30, "script.keys": BEGUN + b"start\n",
    "damaged.keys": BEGUN + b"@5 down 0K\n" + NO_RECORD,
    "seen.keys": BEGUN + b"@9 down OK\n@99 state 1 0123456789abcdef\n",
}  # fmt: skip
ROWS = [line.split("|", 1) for line in TABLE.strip().splitlines()]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("game") / "game.keys"
    evening(path, "players 2", operations=20)
    return path.read_bytes()


@pytest.mark.parametrize(
    ("words", "sentence"), [(words.strip(), said.strip()) for words, said in ROWS]
)
def test_bad_input_is_one_sentence(
    words: str, sentence: str, game: bytes, home: Path, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.keys").write_bytes(game)
    for name, content in OTHERS.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "folder").mkdir()
    status, out, err = ran(*shlex.split(words.replace("ESCAPE", ESCAPE)))
    assert (status, out) == (2, "")
    assert sentence in err and err.count("\n") == 1 and "\x1b" not in err
    assert set(os.listdir()) == {"game.keys", "folder", "home", *OTHERS}
    assert Path("game.keys").read_bytes().startswith(game)
    assert not os.path.exists(folders()["saves"]) or not os.listdir(folders()["saves"])


def test_the_keypads_that_are_there_are_listed() -> None:
    assert ran("keypad", "list").status == 0
