"""Titles of games: the same in pages from the server and in their scripts."""

from __future__ import annotations

import json
import re
from typing import Final

from zermelo.games.about import KNOWN

OWN: Final = re.compile(r"([^/\\:]+)\.py(?::(\w+))?(.*)$", re.DOTALL)


def title_of(spec: str) -> str:
    """A game's title; for a game in a user's file its class, else its file.

    >>> title_of("morris"), title_of("own.py:Chomp"), title_of("own.py")
    ('Nine Men’s Morris', 'Chomp', 'own')
    """
    if own := OWN.search(spec):
        return (own[2] or own[1]) + own[3]
    name, bracket, rest = spec.partition("(")
    title = KNOWN[name].title if name in KNOWN else name
    return title + (f" ({rest}" if bracket else "")


def titles_script() -> str:
    """The titles as the module that pages import."""
    titles = {name: known.title for name, known in KNOWN.items()}
    return f"export const TITLES = {json.dumps(titles, ensure_ascii=False)};\n"
