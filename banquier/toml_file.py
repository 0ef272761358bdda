"""A TOML file from outside, read within limits."""

import os
import tomllib
from typing import Any

from banquier.nesting import check_depth
from banquier.trouble import Trouble

TomlError = tomllib.TOMLDecodeError
LARGEST = 200_000
"""Characters of a TOML file: twenty times an edition."""
MOST_DOTS = 100
"""The most per line: tomllib needs gigabytes of memory for a key with thousands of dots."""


def read_toml(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Read a file. Raises Trouble if it cannot be read, FileNotFoundError if it does not exist."""
    try:
        with open(path, "rb") as file:
            return toml_of(file.read(LARGEST + 1).decode("utf-8"))
    except FileNotFoundError:
        raise
    except OSError as error:
        raise Trouble(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise Trouble(f"{path} is not UTF-8 text") from None
    except ValueError as error:
        raise Trouble(f"{path} is not TOML: {error}") from None


def toml_of(text: str) -> dict[str, Any]:
    """Parse TOML. Raises ValueError, or TOMLDecodeError with the place of a syntax error."""
    if len(text) > LARGEST:
        raise ValueError("too long")
    check_depth(text)
    if any(line.count(".") > MOST_DOTS for line in text.splitlines() if line.lstrip()[:1] != "#"):
        raise ValueError("nested too deeply")
    try:
        return tomllib.loads(text)
    except RecursionError:  # behind a quote that was taken for another
        raise ValueError("nested too deeply") from None
