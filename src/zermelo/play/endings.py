"""Whether a game can end in a draw: no, if its rules show that; else yes."""

from __future__ import annotations

import dis
import functools
from itertools import pairwise
from types import FunctionType
from typing import Any, Final

from zermelo.contract.game import DRAW, Game

COMPUTED: Final = ("BINARY_OP", "UNARY_NEGATIVE", "BINARY_SUBSCR")


@functools.lru_cache(maxsize=64)
def may_draw(game: Game) -> bool:
    """Whether play may end in a draw: not if it must end, and `outcome` never returns DRAW.

    >>> import zermelo
    >>> may_draw(zermelo.game("tictactoe")), may_draw(zermelo.game("nim"))
    (True, False)
    """
    if game.repetition == DRAW and game.remaining(game.start()) < 0:
        return True
    if type(game).outcome is Game.outcome:
        return game.counts_points or (
            game.has("score") and _says_draw(type(game), type(game).score)
        )
    return _says_draw(type(game), type(game).outcome)


def _says_draw(owner: type[Game], function: Any, calls: int = 8) -> bool:
    """Whether a function names DRAW, or may return 0: a constant, a computed or a called value."""
    names = function.__code__.co_names
    if "DRAW" in names or not calls:
        return True
    for step, following in pairwise(dis.get_instructions(function)):
        if following.opname == "RETURN_CONST" and following.argval == DRAW:
            return True
        if following.opname == "RETURN_VALUE" or following.opname.startswith("JUMP_FORWARD"):
            if step.opname in COMPUTED or (step.opname.startswith("LOAD_") and step.argval == DRAW):
                return True
            if step.opname.startswith("CALL"):
                called = (
                    function.__globals__.get(name) or getattr(owner, name, None) for name in names
                )
                if any(
                    isinstance(each, FunctionType) and _says_draw(owner, each, calls - 1)
                    for each in called
                ):
                    return True
    return False
