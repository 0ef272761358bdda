"""Each system call of the save writer fails once: the player is told or the file is complete.

`python -m tests.support.faults` is the long form.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from banquier.saves import save_file
from banquier.saves.save_file import SaveFileError
from banquier.saves.save_format import LONGEST_READ, Lines, NoSave, parse_save, scan
from tests.support.faults import NAMES, measured


@pytest.mark.needs("gcc")
def test_every_call_of_the_writer_may_fail_one_at_a_time_and_from_one_on() -> None:
    found = measured(operations=12)
    assert found["failures"] == 0, found["examples"]
    assert all(found[name] for name in NAMES), found  # each kind was made to fail
    assert found["faults"] == sum(int(str(found[name])) for name in NAMES) > 500


def test_a_file_is_a_save_up_to_the_longest_that_is_read_and_not_beyond(tmp_path: Path) -> None:
    with pytest.raises(NoSave, match="it is no save"):
        parse_save(bytes(LONGEST_READ))
    with pytest.raises(NoSave, match="far too long"):
        parse_save(bytes(LONGEST_READ + 1))
    sparse = tmp_path / "long.keys"
    with open(sparse, "wb") as file:
        file.truncate(LONGEST_READ * 4)
    assert len(save_file.read(str(sparse), LONGEST_READ)) == LONGEST_READ + 1
    assert LONGEST_READ == 64 << 20  # what a machine with 1 GB can hold several times


def test_numbers_of_operations_never_go_back(tmp_path: Path) -> None:
    """Every check sum is right, and yet a line of an earlier operation stands behind."""
    lines = Lines()
    data = b"banquier 1\n"
    lines.keys(data)
    for number in (1, 2, 3, 2):
        data += lines.mark(number * 100, "state", number, "0" * 16, b'{"format":2}')
    found = scan(data)
    assert [mark.number for mark in found.marks] == [1, 2, 3]
    assert not found.sound


def test_a_name_that_is_taken_is_never_written_over(tmp_path: Path) -> None:
    other = tmp_path / "game.keys"
    other.write_bytes(b"another game\n")
    with pytest.raises(FileExistsError):
        save_file.SaveFile.reserve(str(other))
    file = save_file.SaveFile(str(other))
    file.append(b"mine\n")
    assert file.trouble == "file exists"
    file.close()
    assert other.read_bytes() == b"another game\n"
    with pytest.raises(SaveFileError):
        save_file.SaveFile.open(str(tmp_path / "none.keys"), 100)
