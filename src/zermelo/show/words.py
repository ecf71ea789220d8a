"""How players, outcomes and values are said, the same words on every surface."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from zermelo.errors import CapabilityError
from zermelo.game import DRAW, ONGOING, WIN, Game

if TYPE_CHECKING:
    from zermelo.play.advice import Advice
    from zermelo.search.analyze import Analysis


def player_name(game: Game[Any] | None, player: int) -> str:
    """What to call `player`, 0 or 1: "player 1", with their pieces' symbol if there is one."""
    symbols = piece_symbols(game) if game else None
    return f"player {player + 1}" + (f" ({symbols[player]})" if symbols else "")


@cache
def piece_symbols(game: Game[Any]) -> tuple[str, str] | None:
    """The symbols the players' first moves put on the board, if these tell the players apart."""
    found: dict[int, str] = {}
    state = game.start()
    try:
        while len(found) < 2 and game.outcome(state) == ONGOING:
            mover, before = game.player(state), game.picture(state).pieces
            state = game.play(state, next(iter(game.moves(state))))
            added = game.picture(state).pieces.items() - before.items()
            if mover in found or len(added) != 1:
                return None
            found[mover] = added.pop()[1]
    except CapabilityError:
        return None
    return (found[0], found[1]) if len(set(found.values())) == 2 else None


def counted(count: int, word: str) -> str:
    """A number of things: "1 node", "16,811 nodes"."""
    return f"{count:,} {word}{'' if count == 1 else 's'}"


def winner(game: Game[Any], state: Any) -> int | None:
    """The player who has won in `state`, or None: drawn, or not over."""
    outcome = game.outcome(state)
    if outcome in (ONGOING, DRAW):
        return None
    mover = game.player(state)
    return mover if outcome == WIN else mover ^ 1


def outcome_words(game: Game[Any], state: Any) -> str | None:
    """How the game ended in `state`, or None while it goes on."""
    if game.outcome(state) == ONGOING:
        return None
    won = winner(game, state)
    return "draw" if won is None else f"{player_name(game, won)} wins"


def value_words(
    game: Game[Any] | None,
    player: int,
    value: float | None,
    *,
    exact: bool,
    remoteness: int | None = None,
    depth: int | None = None,
) -> str:
    """What `value`, given for `player` to move, says about the game.

    An exact value names the winner and, where known, in how many plies; an estimate names its
    depth and is never put in the words of a result. None is a value not known at all.
    """
    if value is None:
        return "nothing known yet"
    if not exact:
        return f"estimate {value:+.2f}" + (f" at depth {depth}" if depth is not None else "")
    if value == DRAW:
        return "draw"
    name = player_name(game, player if value > 0 else player ^ 1)
    if remoteness is None:
        return f"{name} wins"
    if remoteness == 0:
        return f"{name} has won"
    return f"{name} wins in {plies(remoteness)}"


def found_words(game: Game[Any] | None, found: Analysis | Advice) -> str:
    """What has been found out about a position, in words."""
    return value_words(
        game,
        found.player,
        found.value,
        exact=found.exact,
        remoteness=found.remoteness,
        depth=found.depth,
    )


def plies(count: int) -> str:
    """A distance: "1 ply", "3 plies"."""
    return f"{count} {'ply' if count == 1 else 'plies'}"
