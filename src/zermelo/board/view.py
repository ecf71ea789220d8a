"""A position as the board component in `static/board.js` takes it: JSON, and nothing else.

`board_view` is pure; web page and notebook send what it returns to the same component. The fields
are described at the head of board.js.
"""

from __future__ import annotations

import functools
from collections.abc import Collection
from typing import Any, Final, NamedTuple

from zermelo.contract.analysis import FAR, Analysis, MoveValue
from zermelo.contract.game import ONGOING, Game
from zermelo.contract.picture import FORMS, TONES, Picture
from zermelo.draw.ground import PITCH, Part, front, ground, margin, squares, step
from zermelo.draw.marks import above, below
from zermelo.draw.pieces import piece
from zermelo.naming import kind, move_mark, move_words, piece_symbols, player_name

View = dict[str, Any]
MOST_DRAWN: Final = 10_000  # points, of all boards after a move, that are looked at for a ghost


def board_view(
    game: Game[Any],
    state: Any,
    *,
    before: Any = None,
    last_move: int | None = None,
    active: bool = True,
    advice: Analysis | None = None,
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
    {'move': '0,0', 'clicks': [0], 'changes': [[0, 'X']]}
    """
    picture = game.picture(state)
    going = game.outcome(state) == ONGOING
    view = {
        "player": game.player(state) if going else None,
        "called": {s: shape for s, shape in picture.shapes.items() if {*shape.split()} & {*TONES}},
        "forms": {symbol: _form(shape) for symbol, shape in picture.shapes.items()},
        "label": f"{game}, {player_name(game, game.player(state))} to move" if going else str(game),
        "points": [list(point) for point in picture.points],
        "step": [round(length / PITCH, 4) for length in step(picture)],
        "margin": margin(picture) / PITCH,
        "squares": squares(picture),
        "surface": picture.surface,
        "ground": list(map(_part, ground(picture))),
        "front": list(map(_part, front(picture))),
        "below": list(map(_part, below(picture))),
        "above": list(map(_part, above(picture))),
        "sizes": [[point, size] for point, size in picture.sizes.items()],
        "looks": (_changes(game, state).looks if going else {})
        | looks(game, picture, [symbol for _, symbol, _ in picture.hands]),
        "columns": list(picture.columns),
        "rows": list(picture.rows),
        "names": [[point, name] for point, name in sorted(picture.names.items())],
        "caption": picture.caption,
        "hands": [{"player": p, "symbol": s, "count": n} for p, s, n in picture.hands],
        "pieces": _pieces(game, picture),
        "aliases": [list(pair) for pair in picture.aliases.items()],
        "moves": _moves(game, state, picture, advice) if going else [],
        "buttons": _buttons(game, state, picture, advice) if going else [],
        "active": bool(active and going),
        "hint": list(hint),
        "last": [],
        "gone": [],
        "pressed": None,
        "mover": None,
    }
    if before is not None and last_move is not None:
        marked = _mark(game, before, last_move, picture)
        view.update(marked, looks=view["looks"] | marked["looks"])
    return view


def _form(shape: str) -> str:
    """What a shape is called: "man" of "dark man"."""
    return next(word for word in shape.split() if word in FORMS)


class Changes(NamedTuple):
    """What moves on points change.

    points  move → the points it changes, each with its symbol then, "" for none
    looks   symbol → what it is drawn as, of those that moves bring to the board
    """

    points: dict[int, list[list[Any]]]
    looks: View


@functools.lru_cache(maxsize=64)
def _changes(game: Game[Any], state: Any) -> Changes:
    """What each move changes; nothing where many moves on a large board would take long.

    Nor where rules fail at it: they will again at the click, which is told then.
    """
    picture = game.picture(state)
    if len(picture.clicks) * len(picture.points) > MOST_DRAWN:
        return Changes({}, {})
    try:
        return _changed(game, state, picture)
    except Exception:  # whatever a person's rules raise
        return Changes({}, {})


def _changed(game: Game[Any], state: Any, picture: Picture) -> Changes:
    found, now = Changes({}, {}), picture.pieces
    for move in picture.clicks:
        after = game.picture(game.play(state, move))
        then = after.pieces
        points = [point for point in sorted({*then, *now}) if then.get(point) != now.get(point)]
        found.points[move] = [[point, then.get(point, "")] for point in points]
        if {then[point] for point in points if point in then} - found.looks.keys():
            found.looks.update(looks(game, after))
    return found


def looks(game: Game[Any], picture: Picture, symbols: Collection[str] = ()) -> View:
    """What each symbol of a picture, and each of `symbols`, is drawn as: its paths and texts."""
    shown, players = sorted({*picture.pieces.values(), *symbols}), piece_symbols(game)
    return {symbol: list(map(_part, piece(picture, symbol, players))) for symbol in shown}


def _part(part: Part) -> list[Any]:
    """A path as its kind and itself; a text as kind, nothing, text, size and place."""
    words = [part.kind.replace(".", " "), part.path]
    return words if part.path else [*words, part.text, part.size, part.down]


def _pieces(game: Game[Any], picture: Picture) -> list[dict[str, Any]]:
    """Every piece with its point, its symbol and the player it belongs to, None for nobody's."""
    return [_piece(game, point, symbol) for point, symbol in sorted(picture.pieces.items())]


def _piece(game: Game[Any], point: int, symbol: str) -> dict[str, Any]:
    symbols = piece_symbols(game) or ()
    side = symbols.index(symbol) if symbol in symbols else None
    return {"point": point, "symbol": symbol, "side": side}


def _mark(game: Game[Any], before: Any, move: int, picture: Picture) -> View:
    """The points or the button of the last move, who made it, and the pieces that it took."""
    earlier, mover = game.picture(before), game.player(before)
    left = {point: s for point, s in earlier.pieces.items() if point not in picture.pieces}
    pieces = [_piece(game, point, symbol) for point, symbol in sorted(left.items())]
    gone = [piece for piece in pieces if piece["side"] != mover]
    taken = {piece["point"] for piece in gone}
    clicked = earlier.clicks.get(move, ())
    last = [point for point in clicked if point not in taken]
    known = looks(game, earlier) | looks(game, picture)
    return {
        "last": last,
        "gone": gone,
        "pressed": earlier.buttons.get(move),
        "mover": player_name(game, mover),
        "looks": known,
    }


def _moves(
    game: Game[Any], state: Any, picture: Picture, advice: Analysis | None
) -> list[dict[str, Any]]:
    """Every move on points: its text, its clicks, what it changes, its worth if known."""
    changes = _changes(game, state).points
    return [
        {**_entry(game, state, move, advice), "clicks": list(clicks)}
        | ({"changes": changes[move]} if move in changes else {})
        for move, clicks in picture.clicks.items()
    ]


def _buttons(
    game: Game[Any], state: Any, picture: Picture, advice: Analysis | None
) -> list[dict[str, Any]]:
    """Every move with a button: its text, what is on the button, and its worth if known."""
    return [
        {**_entry(game, state, move, advice), "label": label}
        for move, label in picture.buttons.items()
    ]


def _entry(game: Game[Any], state: Any, move: int, advice: Analysis | None) -> dict[str, Any]:
    """A move's text and its worth if known; the best ones are marked where there are others."""
    entry: dict[str, Any] = {"move": game.format_move(state, move)}
    if advice is not None and (known := advice.of(entry["move"])):
        best = advice.recommended
        marked = len(best) < len(advice.moves) and entry["move"] in best
        entry["worth"] = worth(known) | {"best": marked}
    return entry


def worth(known: MoveValue) -> dict[str, Any]:
    """A move's value as the board writes it: its kind, a short label, words, and its rank.

    >>> worth(MoveValue("1", 1, remoteness=5))
    {'kind': 'win', 'by': 'outcome', 'label': '5', 'words': 'wins in 5 plies', 'rank': 9995}
    """
    value, sooner = known.sooner
    return {
        "kind": kind(value) if known.exact else "estimate",
        "by": known.by,
        "label": move_mark(known),
        "words": move_words(known),
        "rank": (FAR + 1) * value + sooner if known.exact and known.by == "outcome" else value,
    }
