"""Symmetric positions in one form, so that they share an entry of the table.

Of the first plies' positions a proof meets most in several forms, and looks at each in the one with
the least key: all lines below are then found in the table. Deeper, few positions are met twice, and
another form would only put the order of moves out of step with the plies above. `remaining` says
how deep a position lies, whichever way it was reached.
"""

from __future__ import annotations

from typing import Any, Final

from zermelo.contract.game import Game
from zermelo.native import kernel
from zermelo.search.engine.memory import Memory
from zermelo.search.engine.table import NOTHING, probe_table

SHALLOW: Final = 2  # plies from the first position of a proof


@kernel
def least_form(game: Game, state: Any) -> Any:
    """Of all positions symmetric to `state`, the one with the least key."""
    form = state
    for image in game.symmetries(state):
        if game.key(image) < game.key(form):
            form = image
    return form


@kernel
def known_form(game: Game, state: Any, memory: Memory) -> Any:
    """The first form of the position that the table has; its own if there is none."""
    for image in game.symmetries(state):
        if probe_table(memory, game.key(image)) != NOTHING:
            return image
    return state
