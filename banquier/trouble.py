"""What the user is told in one sentence: their input is wrong, or their machine refuses.

Every other exception is a fault of the program, and ends in a crash report.
"""


class Trouble(Exception):
    """Its first argument is the sentence; one about saves is a `Message`, which is translatable."""


class InUse(Trouble):
    """Another program has locked the save."""


def reason(error: OSError | ValueError) -> str:
    """Why a file could not be opened, in a few words. A ValueError is a NUL in the name."""
    return (getattr(error, "strerror", None) or "no such file").lower()
