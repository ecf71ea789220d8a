"""The kinds of players by name: their form, limits and makers.

To add a kind, add an entry: players by name, saved games, help and errors read this table.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from zermelo.contract.ranges import CLOCK, DEPTH, LEVEL, LOOKAHEAD, NODES, RATE, RAVE, SWITCH, Range
from zermelo.search.algorithms import ALGORITHMS


class Limit(NamedTuple):
    """A limit that some kinds take, like "depth=3".

    allowed  the range of numbers; None for the name of a file or directory
    refused  the message for a kind that does not take it
    """

    allowed: Range | None
    refused: str


LIMITS: Final = {
    "depth": Limit(DEPTH, "{} has no depth, give seconds or nodes"),
    "nodes": Limit(NODES, "{} visits no nodes to be limited"),
    "seconds": Limit(CLOCK, "{} takes no time to be limited"),
    "limit": Limit(LOOKAHEAD, "limit is for minimax alone, like minimax:limit=2"),
    "rate": Limit(RATE, "rate is how often a level errs, like level:3,rate=0.4"),
    "endgames": Limit(
        None, "endgames are for the engine and for levels, like engine:endgames='DIR'"
    ),
    "selective": Limit(SWITCH, "selective is for the engine, like engine:selective=0"),
    "rave": Limit(RAVE, "rave is for mcts, like mcts:rave=300"),
    "priors": Limit(SWITCH, "priors are for hybrid, like hybrid:priors=0"),
    "reuse": Limit(SWITCH, "reuse is for hybrid, like hybrid:reuse=0"),
    "weights": Limit(None, "weights are for the engine, like engine:weights='FILE'"),
    "book": Limit(None, "a book is for the engine, like engine:book='FILE'"),
}


@dataclass(frozen=True)
class Kind:
    """One kind of player.

    form   as help writes it; the name is the part before the colon
    home   the function that makes it: from a `Request`, the terms and a seed, a player of one game;
           if `takes` is None, from the text and the terms a `PlayerSpec`
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
        module, _, function = self.home.partition(":")
        return getattr(importlib.import_module(module), function)

    def fault(self, asked: dict[str, Any], numbers: list[Any]) -> str | None:
        """The fault of these limits, or None."""
        refused = [name for name in asked if name not in (self.takes or ())]
        if self.number:
            one = len(numbers) == 1 and type(numbers[0]) is int
            right = one and self.number.least <= numbers[0] <= self.number.most and not refused
            return None if right else self.right
        if numbers:
            return "limits have names, like engine:seconds=0.1"
        if "limit" in asked and len(asked) > 1:
            refused = ["limit"]
        if refused and not self.takes and refused != ["rate"]:
            return f"{self.name} takes no limits"
        return LIMITS[refused[0]].refused.format(self.name) if refused else None


def _searching() -> list[Kind]:
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
        kinds.append(Kind(name, f"zermelo.players.making:{home}", takes))
    return kinds


KINDS: Final = {
    kind.name: kind
    for kind in (
        *_searching(),
        Kind("best", "zermelo.players.making:search_player", ("nodes", "seconds")),
        Kind("greedy", "zermelo.players.making:greedy_player", needs="evaluate"),
        Kind("random", "zermelo.players.making:random_player"),
        Kind("first", "zermelo.players.making:first_player"),
        Kind(
            "level:1 to 12",
            "zermelo.players.making:level_player",
            ("nodes", "seconds", "endgames", "rate"),
            number=LEVEL,
            right="a level is like level:3 or level:3,nodes=5000,rate=0.4",
        ),
        Kind("database:DIR", "zermelo.players.making:perfect_player", None),
        Kind("proof:FILE", "zermelo.players.making:proof_player", None),
        Kind("exec:COMMAND", "zermelo.players.external:exec_player", None),
        Kind("ugi:COMMAND", "zermelo.players.protocols:engine_player", None),
        Kind("uci:COMMAND", "zermelo.players.protocols:engine_player", None),
    )
}
OURS: Final = tuple(name for name, kind in KINDS.items() if kind.takes is not None)
HELP: Final = (
    f"a player is {', '.join(OURS[:-1])} or {KINDS[OURS[-1]].form}, with limits like "
    "engine:seconds=0.1 or minimax:depth=3; or "
    f"{', '.join(kind.form for kind in KINDS.values() if kind.takes is None)}, file.py:name"
)
