"""The weights of a game's evaluation: its parameters of type float."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection

from zermelo.contract.game import Game
from zermelo.errors import ParameterError


def weights_of(game: Game, names: Collection[str] = ()) -> dict[str, float]:
    """The game's weights with these names, by default all.

    Raises `ParameterError` for an unknown name.

    >>> import zermelo
    >>> weights_of(zermelo.game("morris(mills=8)"), ["mills", "possible"])
    {'mills': 8.0, 'possible': 2.0}
    """
    fields = dataclasses.fields(game)
    known = [field.name for field in fields if field.type in ("float", float)]
    for name in names:
        if name not in known:
            hint = f"known: {', '.join(known)}" if known else "it has none"
            raise ParameterError(f"{game} has no weight {name!r}; {hint}")
    return {name: float(getattr(game, name)) for name in names or known}
