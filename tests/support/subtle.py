"""Twelve subtle bugs of the kinds that authors make, each one changed line of a built-in game."""

import importlib
import sys
from dataclasses import fields
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from zermelo import Game
from zermelo.contract.game import default
from zermelo.spec import parse_game


class Bug(NamedTuple):
    """One changed line: `right`, which occurs once in the game's module, becomes `wrong`.

    found  the laws and near-laws that find it, if the game defines no more than a new game would
    """

    name: str
    spec: str
    right: str
    wrong: str
    found: tuple[str, ...]


BUGS = [
    Bug("edge wraps: clobber takes from the left edge to the right edge",
        "clobber(width=4, height=4)", "(state.other & ~self.right) << 1", "state.other << 1",
        ("moves",)),
    Bug("edge wraps: a man of breakthrough takes across the right edge",
        "breakthrough(width=5, height=6)", "men &= ~self.right", "men &= ~0",
        ("actions",)),  # the game does not list this move
    Bug("edge wraps: a flat domino lies across the edge", "domineering(width=4, height=4)",
        "return free & (free & ~self.left) >> 1", "return free & free >> 1", ("moves",)),
    Bug("a wrong side: hex measures how far the second player is from the left side to the lower",
        "hex(size=4)", "self.missing(state.second, state.first, self.left, self.right)",
        "self.missing(state.second, state.first, self.left, self.bottom)", ("evaluations",)),
    Bug("a lost seed: what kalah takes leaves the taking seed nowhere", "kalah(pits=4, seeds=3)",
        "taken = seeds[opposite] + 1", "taken = seeds[opposite]", ("sums",)),
    Bug("a lost seed: awari counts twelve seeds as eleven when they go round", "awari",
        "sown(state.seeds, origin, origin)",
        "sown(replaced(state.seeds, origin, min(state.seeds[origin], 11)), origin, origin)",
        ("sums",)),
    Bug("wrong viewpoint: breakthrough counts advance as player 0's",
        "breakthrough(width=5, height=6)", "ahead = self.advance(own, player)",
        "ahead = self.advance(own, 0)", ("evaluations",)),
    Bug("wrong viewpoint: the boxes are those of player 0, whoever is to move",
        "dotsandboxes(width=2, height=2)", "return -ahead if state.player else ahead",
        "return ahead", ("evaluations",)),
    Bug("ghost kings: the crown of a king that is taken stays behind", "checkers",
        "kings = state.kings & ~(piece | taken)", "kings = state.kings & ~piece", ("shared bits",)),
    Bug("ghost kings: the crown of a king that goes stays behind", "checkers",
        "kings = state.kings & ~(piece | taken)", "kings = state.kings & ~taken", ("shared bits",)),
    Bug("a blocked circular jump: a piece may not come back to where it began", "checkers",
        "landing = self.step(over, way) & ~(state.own & ~piece | state.other)",
        "landing = self.step(over, way) & ~(state.own | state.other)", ()),
    Bug("a blocked way back: no arrow over the cell that the amazon has left", "amazons(size=4)",
        "arrows = self.reach(1 << target, open_cells | 1 << origin)",
        "arrows = self.reach(1 << target, open_cells)", ("outcomes",)),
]  # fmt: skip


HELP = (  # optional members, which authors of new games leave out
    *("symmetries", "tier", "remaining", "key", "unkey"),
    *("parse_state", "format_state", "order", "candidates"),
    *("foresee", "soonest_win", "soonest_loss"),
)


def plant_bug(bug: Bug) -> Game:
    """Make the game with the bug from a copy of its module, without the members in `HELP`."""
    game = parse_game(bug.spec)
    kind = type(game)
    module = importlib.import_module(kind.__module__)
    source = Path(str(module.__file__)).read_text(encoding="utf-8")
    assert source.count(bug.right) == 1
    copy = ModuleType(f"{kind.__module__}_planted")
    sys.modules[copy.__name__] = copy  # where dataclasses look up the names of annotations
    exec(compile(source.replace(bug.right, bug.wrong), str(module.__file__), "exec"), vars(copy))
    members = {name: default(name) for name in HELP}
    members["moves_by_place"] = False  # a new game lists its moves, and no more
    owner = type(kind.__name__, (vars(copy)[kind.__name__],), members)
    return owner(**{one.name: getattr(game, one.name) for one in fields(game)})
