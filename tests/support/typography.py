"""French sentences as they are typed in a test."""


def typed(text: str) -> str:
    """A space at which no line breaks is a space."""
    return text.replace("\N{NO-BREAK SPACE}", " ")
