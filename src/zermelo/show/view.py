"""A position as the board component in `web/static/board.js` takes it: JSON, and nothing else.

`board_view` is pure; web page and notebook send what it returns to the same component. The fields
are described at the head of board.js.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any, Final

from zermelo.game import ONGOING, Game
from zermelo.picture import Picture
from zermelo.show.words import piece_symbols, player_name

if TYPE_CHECKING:
    from zermelo.play.advice import Advice, MoveAdvice

View = dict[str, Any]
FAR: Final = 10_000  # more plies than any game lasts


def board_view(
    game: Game[Any],
    state: Any,
    *,
    before: Any = None,
    last_move: int | None = None,
    active: bool = True,
    advice: Advice | None = None,
    hint: Collection[str] = (),
) -> View:
    """What the board shows of `state`.

    before, last_move  the state and the move that led here, which is then marked
    active             whether moves may be made on the board now
    advice             what the moves are worth: shown on their points
    hint               the texts of moves to point out

    Raises `CapabilityError` when the game has no picture.

    >>> import zermelo
    >>> view = board_view(zermelo.game("tictactoe"), zermelo.game("tictactoe").start())
    >>> view["moves"][0]
    {'move': '0,0', 'clicks': [0]}
    """
    picture = game.picture(state)
    going = game.outcome(state) == ONGOING
    view = {
        "label": f"{game}, {player_name(game, game.player(state))} to move" if going else str(game),
        "points": [list(point) for point in picture.points],
        "cells": picture.cells,
        "lines": [list(line) for line in picture.lines],
        "columns": list(picture.columns),
        "rows": list(picture.rows),
        "caption": picture.caption,
        "pieces": _pieces(game, picture),
        "aliases": [list(pair) for pair in picture.aliases.items()],
        "moves": _moves(game, state, picture, advice) if going else [],
        "active": bool(active and going),
        "hint": list(hint),
        "last": [],
        "gone": [],
    }
    if before is not None and last_move is not None:
        view.update(_mark(game, before, last_move, picture))
    return view


def _pieces(game: Game[Any], picture: Picture) -> list[dict[str, Any]]:
    """Every piece with its point, its symbol and the player it belongs to, None for nobody's."""
    return [_piece(game, point, symbol) for point, symbol in sorted(picture.pieces.items())]


def _piece(game: Game[Any], point: int, symbol: str) -> dict[str, Any]:
    symbols = piece_symbols(game) or ()
    side = symbols.index(symbol) if symbol in symbols else None
    return {"point": point, "symbol": symbol, "side": side}


def _mark(game: Game[Any], before: Any, move: int, picture: Picture) -> View:
    """The points of the last move, and the pieces that it took from the board."""
    earlier, mover = game.picture(before), game.player(before)
    left = {point: s for point, s in earlier.pieces.items() if point not in picture.pieces}
    pieces = [_piece(game, point, symbol) for point, symbol in sorted(left.items())]
    gone = [piece for piece in pieces if piece["side"] != mover]
    taken = {piece["point"] for piece in gone}
    clicked = earlier.clicks.get(move, ())
    return {"last": [point for point in clicked if point not in taken], "gone": gone}


def _moves(
    game: Game[Any], state: Any, picture: Picture, advice: Advice | None
) -> list[dict[str, Any]]:
    """Every legal move: its text, the points it is clicked through, and its worth if known.

    The best ones are marked where there are others.
    """
    entries = []
    best = (
        () if advice is None or len(advice.best_moves) == len(advice.moves) else advice.best_moves
    )
    for move, clicks in picture.clicks.items():
        text = game.format_move(state, move)
        entry: dict[str, Any] = {"move": text, "clicks": list(clicks)}
        if advice is not None and (known := advice.of(text)):
            entry["worth"] = worth(known) | {"best": text in best}
        entries.append(entry)
    return entries


def worth(known: MoveAdvice) -> dict[str, Any]:
    """A move's value as the board writes it: its kind, a short label, words, and its rank.

    >>> from zermelo.play.advice import MoveAdvice
    >>> worth(MoveAdvice("1", 1, True, 5))
    {'kind': 'win', 'label': '5', 'words': 'wins in 5 plies', 'rank': 9995}
    """
    if not known.exact:
        said = f"{known.value:+.2f}".replace("-", "−")
        return {
            "kind": "estimate", "label": said.replace("0.", "."), "words": f"estimate {said}",
            "rank": known.value,
        }  # fmt: skip
    if known.value == 0:
        return {"kind": "draw", "label": "", "words": "draws", "rank": 0}
    plies = known.remoteness
    distance = "" if plies is None else f" in {plies} {'ply' if plies == 1 else 'plies'}"
    kind, verb = ("win", "wins") if known.value > 0 else ("loss", "loses")
    rank = (FAR - (plies or FAR - 1)) * (1 if known.value > 0 else -1)
    label = "" if plies is None else str(plies)
    return {"kind": kind, "label": label, "words": verb + distance, "rank": rank}
