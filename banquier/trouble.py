"""Errors for the user, each in one sentence: their input is wrong, or their machine refuses.

Every other exception is a fault of the program and ends in a crash report.
"""


class Trouble(Exception):
    """The first argument is the sentence; one about saves is a `Message`, which is translatable."""


class InUse(Trouble):
    """Raised if another program has locked the save."""


def reason(error: OSError | ValueError) -> str:
    """Return in a few words why a file was not opened. A ValueError is a NUL in the name."""
    return (getattr(error, "strerror", None) or "no such file").lower()
