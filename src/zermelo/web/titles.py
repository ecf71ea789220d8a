"""What the pages call games: the same in what the server writes and in what scripts do."""

from __future__ import annotations

import json
import re
from typing import Final

from zermelo.games.about import KNOWN

OWN: Final = re.compile(r"([^/\\:]+)\.py(?::(\w+))?(.*)$", re.DOTALL)


def title_of(spec: str) -> str:
    """A game as people call it; one in a file of one's own by its class, else by its file.

    >>> title_of("morris"), title_of("own.py:Chomp"), title_of("own.py")
    ('Nine Men’s Morris', 'Chomp', 'own')
    """
    if found := OWN.search(spec):
        return (found[2] or found[1]) + found[3]
    name, bracket, rest = spec.partition("(")
    title = KNOWN[name].title if name in KNOWN else name
    return title + (f" ({rest}" if bracket else "")


def titles_script() -> str:
    """The titles as the module that pages import."""
    titles = {name: known.title for name, known in KNOWN.items()}
    return f"export const TITLES = {json.dumps(titles, ensure_ascii=False)};\n"
