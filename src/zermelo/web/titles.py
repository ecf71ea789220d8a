"""Titles of games, and who wins them: the same in pages from the server and in their scripts."""

from __future__ import annotations

import json
import re
from typing import Final

from zermelo.games.about import KNOWN
from zermelo.spec import terms_of

WINNERS: Final = {
    "first": "Solved: the first player wins",
    "second": "Solved: the second player wins",
    "draw": "Solved: a draw",
    "partly": "Solved in part",
    "": "Not solved",
}
OWN: Final = re.compile(r"([^/\\:]+)\.py(?::(\w+))?(.*)$", re.DOTALL)


def title_of(spec: str) -> str:
    """A game's title; for a game in a user's file its class, else its file.

    >>> title_of("morris"), title_of("own.py:Chomp"), title_of("own.py"), title_of("nim + kayles")
    ('Nine Men’s Morris', 'Chomp', 'own', 'Nim + Kayles')
    """
    return " + ".join(map(_title, terms_of(spec)))


def _title(spec: str) -> str:
    if own := OWN.search(spec):
        return (own[2] or own[1]) + own[3]
    name, bracket, rest = spec.partition("(")
    title = KNOWN[name].title if name in KNOWN else name
    return title + (f" ({rest}" if bracket else "")


def titles_script() -> str:
    """The titles, and who wins with best play where that is known, as the module of the pages."""
    titles = {name: known.title for name, known in KNOWN.items()}
    solved = {n: WINNERS[k.winner] for n, k in KNOWN.items() if k.winner not in ("", "partly")}
    constants = {"TITLES": titles, "SOLVED": solved}.items()
    written = ((name, json.dumps(value, ensure_ascii=False)) for name, value in constants)
    return "".join(f"export const {name} = {value};\n" for name, value in written)
