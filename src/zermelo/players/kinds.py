"""The kinds of players by name: their form, limits and makers.

To add a kind, add an entry: players by name, saved games, help and errors read this table.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import Any, Final

from zermelo.contract.ranges import CLOCK, DEPTH, LEVEL, LOOKAHEAD, NODES, RATE, RAVE, SWITCH, Range
from zermelo.search.algorithms import ALGORITHMS

LIMITS: Final[dict[str, Range | None]] = {  # what they may be; None: the name of a file
    "depth": DEPTH,
    "nodes": NODES,
    "seconds": CLOCK,
    "limit": LOOKAHEAD,
    "rate": RATE,
    "endgames": None,
    "selective": SWITCH,
    "rave": RAVE,
    "priors": SWITCH,
    "reuse": SWITCH,
    "weights": None,
    "book": None,
}


@dataclass(frozen=True)
class Kind:
    """One kind of player.

    form   as help writes it; the name is the part before the colon
    home   the function in `making` (or "module:function") that makes a player of one game from a
           `Request`, the terms and a seed; if `takes` is None, a `PlayerSpec` from the text and the
           terms
    takes  the limits it takes; None if any text may follow the colon
    needs  the method that the game has to define
    number the range of a number without a name, like a level
    right  an example of the correct form, for a kind that takes a number
    """

    form: str
    home: str
    takes: tuple[str, ...] | None = ()
    needs: str = ""
    number: Range | None = None
    right: str = ""

    @property
    def name(self) -> str:
        """The part before the colon."""
        return self.form.partition(":")[0]

    @property
    def make(self) -> Any:
        """The function that makes it."""
        module, _, function = self.home.rpartition(":")
        return getattr(importlib.import_module(f"zermelo.players.{module or 'making'}"), function)

    def fault(self, asked: dict[str, Any], numbers: list[Any]) -> str | None:
        """The fault of these limits, or None."""
        takes = self.takes or ()
        refused = [name for name in asked if name not in takes]
        if self.number is not None:
            one = len(numbers) == 1 and type(numbers[0]) is int
            right = one and self.number.least <= numbers[0] <= self.number.most and not refused
            return None if right else self.right
        if numbers:
            return "limits have names, like engine:seconds=0.1"
        if "limit" in asked and len(asked) > 1:
            return "limit stands alone, like minimax:limit=2"
        if refused and not takes:
            return f"{self.name} takes no limits"
        return f"{self.name} takes no {refused[0]}, only {', '.join(takes)}" if refused else None


def _search_kinds() -> list[Kind]:
    """The kinds of the searches, each of which is a player."""
    more = {
        "engine": ("endgames", "book", "selective", "weights"),
        "minimax": ("limit",),
        "mcts": ("rave",),
        "hybrid": ("priors", "reuse"),
    }
    kinds = []
    for name, algorithm in ALGORITHMS.items():
        home = "textbook_player" if algorithm.values else "search_player"
        takes = ("depth",) * algorithm.depth + ("nodes", "seconds") + more.get(name, ())
        kinds.append(Kind(name, home, takes))
    return kinds


KINDS: Final = {
    kind.name: kind
    for kind in (
        *_search_kinds(),
        Kind("best", "search_player", ("nodes", "seconds")),
        Kind("greedy", "greedy_player", needs="evaluate"),
        Kind("random", "random_player"),
        Kind("first", "first_player"),
        Kind(
            "level:1 to 12",
            "level_player",
            ("nodes", "seconds", "endgames", "rate"),
            number=LEVEL,
            right="a level is like level:3 or level:3,nodes=5000,rate=0.4",
        ),
        Kind("database:DIR", "perfect_player", None),
        Kind("proof:FILE", "proof_player", None),
        Kind("exec:COMMAND", "external:exec_player", None),
        Kind("ugi:COMMAND", "protocols:engine_player", None),
        Kind("uci:COMMAND", "protocols:engine_player", None),
    )
}
OURS: Final = tuple(name for name, kind in KINDS.items() if kind.takes is not None)
HELP: Final = (
    f"a player is {', '.join(OURS[:-1])} or {KINDS[OURS[-1]].form}, with limits like "
    "engine:seconds=0.1 or minimax:depth=3; or "
    f"{', '.join(kind.form for kind in KINDS.values() if kind.takes is None)}, file.py:name"
)
