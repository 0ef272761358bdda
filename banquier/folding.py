"""Lines of a width for a long text.

folded(text, 80)
"""

import textwrap


def folded(text: str, width: int, indent: str = "    ") -> list[str]:
    """Cut the text at its spaces; each line that follows the first begins with `indent`."""
    width = max(width, len(indent) + 1)
    return textwrap.wrap(text, width, subsequent_indent=indent, break_on_hyphens=False) or [""]
