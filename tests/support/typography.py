"""French sentences as they are typed in a test."""


def typed(text: str) -> str:
    """Return the text with plain spaces and apostrophes."""
    return text.replace("\N{NO-BREAK SPACE}", " ").replace("’", "'")
