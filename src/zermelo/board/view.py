"""A position as JSON for the board component in `static/board.js`, for the web page and the
notebook. `make types` writes the types of all fields for the scripts.
"""

import functools
from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any, Final, Literal, NotRequired, TypedDict

from zermelo.contract.analysis import FAR, Analysis, By, Curve, MoveValue, curve_of
from zermelo.contract.game import DRAW, ONGOING, Game
from zermelo.contract.picture import FORMS, TONES, Picture
from zermelo.draw.choices import picture_of
from zermelo.draw.ground import PITCH, Part, above, below, front, ground, margin, squares, step
from zermelo.draw.pieces import piece
from zermelo.naming import kind, move_mark, move_words, piece_symbols, player_name
from zermelo.play.effects import sides_of

Drawn = tuple[str, str] | tuple[str, str, str, float, float]
Looks = dict[str, list[Drawn]]
MOST_DRAWN: Final = 10_000  # points of all next boards together; with more, no move has a preview


class Worth(TypedDict):
    """The value of a move for the player who makes it."""

    kind: Literal["win", "draw", "loss", "estimate"]
    by: By
    label: str  # the value, on a badge
    words: str  # the value, in words
    rank: float  # higher for better moves: chances from −1 to 1, beyond them proven values
    best: NotRequired[bool]  # whether it is among the best, and not all moves are equally good


class Piece(TypedDict):
    """A piece on a point; `side` is the player who owns the piece, or null."""

    point: int
    symbol: str
    side: int | None


class Hand(TypedDict):
    """The number of a player's pieces of a kind in hand."""

    player: int
    symbol: str
    count: int


class BoardMove(TypedDict):
    """A legal move on points."""

    move: str
    clicks: list[int]  # the points in the order in which they are clicked
    # the points that the move changes, each with its new symbol, "" for no piece
    changes: NotRequired[list[tuple[int, str]]]
    worth: NotRequired[Worth]  # the value to show on the point to click next


class BoardButton(TypedDict):
    """A legal move without points, and the label of its button."""

    move: str
    label: str
    worth: NotRequired[Worth]


class LastMove(TypedDict):
    """The move that led to a position."""

    last: list[int]  # the points of the last move
    gone: list[Piece]  # the pieces that the move took
    pressed: str | None  # the label of the move's button, or null
    mover: str | None  # the player who made the move, in words


class BoardView(LastMove):
    """A position as the board shows it. Points are indices of `points`."""

    player: int | None  # the player to move, 0 or 1; null when the game is over
    called: dict[str, str]  # symbol → the name of a piece with its colour, "red disc" for example
    forms: dict[str, str]  # symbol → the name of a piece, "man" for example
    label: str  # a description of the board for screen readers
    # the place of each point: x to the right, y downwards, one unit to a neighbour
    points: list[tuple[int, int]]
    # the drawn distance of points one unit apart, across and down, in cells
    step: tuple[float, float]
    margin: float  # the distance from the outermost points to the board's edge, in cells
    squares: bool  # whether the points are square cells
    surface: str  # the material of the board
    # the parts of the board without pieces: kind and path; for a text: kind, "", the text, its
    # size, and its distance below the middle
    ground: list[Drawn]
    front: list[Drawn]  # parts in front of pieces that fall
    below: list[Drawn]  # marks of complete lines, below their pieces
    above: list[Drawn]  # marks of complete lines, above their pieces
    # the points of kings in check, or of other pieces whose loss ends the game
    threatened: list[int]
    surplus: list[Hand]  # in games like chess, each player's lead in pieces of a kind
    # pairs: a point, and the size of its cell and piece, if it is not 1
    sizes: list[tuple[int, float]]
    looks: Looks  # symbol → the parts of its drawing
    columns: list[str]  # labels of x = 0, 1, …
    rows: list[str]  # labels of y = 0, 1, …
    names: list[tuple[int, str]]  # labels of single points
    caption: str  # words about the position that belong to no point
    hands: list[Hand]
    pieces: list[Piece]
    # the purpose of each click of a move; "" if the click just chooses the next point
    prompts: list[str]
    # pairs: a click on the first point, if no move uses it, counts for the second
    aliases: list[tuple[int, int]]
    moves: list[BoardMove]
    buttons: list[BoardButton]
    active: bool  # whether a move may be made now
    ahead: bool | None  # set by a page: whether clicks plan a move while the opponent thinks
    hint: list[str]  # moves to point out
    # the arrows that a person has drawn, as pairs of points; a ring goes from a point to itself
    arrows: list[tuple[int, int]]


def board_view(
    game: Game,
    state: Any,
    *,
    before: Any = None,  # the state before the last move
    last_move: int | None = None,  # the move to mark
    active: bool = True,  # whether moves may be made on the board now
    advice: Analysis | None = None,  # its values are shown on the points of moves
    hint: Collection[str] = (),  # the texts of moves to point out
    arrows: Collection[tuple[int, int]] = (),  # drawn by a person, as pairs of points
) -> BoardView:
    """The view of `state`; for a game without pictures, its text and a button for each move.

    >>> import zermelo
    >>> view = board_view(zermelo.game("tictactoe"), zermelo.game("tictactoe").start())
    >>> view["moves"][0]
    {'move': 'a3', 'clicks': [0], 'changes': [(0, 'X')]}
    """
    picture = picture_of(game, state)
    going = game.outcome(state) == ONGOING
    across, down = step(picture)
    marked: LastMove = {"last": [], "gone": [], "pressed": None, "mover": None}
    shown = {**_changes(game, state)[1]} if going else {}
    if before is not None and last_move is not None:
        marked = _mark(game, before, last_move, picture)
        shown |= looks(game, picture_of(game, before))
    return {
        **marked,
        "player": game.player(state) if going else None,
        "called": {
            symbol: _piece_name(symbol, shape)
            for symbol, shape in picture.shapes.items()
            if {*shape.split()} & {*TONES}
        },
        "forms": {  # such as "man" for "dark man"
            symbol: next(word for word in shape.split() if word in FORMS)
            for symbol, shape in picture.shapes.items()
        },
        "label": f"{game}, {player_name(game, game.player(state))} to move" if going else str(game),
        "points": [*picture.points],
        "step": (round(across / PITCH, 4), round(down / PITCH, 4)),
        "margin": margin(picture) / PITCH,
        "squares": squares(picture),
        "surface": picture.surface,
        "ground": [*map(_part_json, ground(picture))],
        "front": [*map(_part_json, front(picture))],
        "below": [*map(_part_json, below(picture))],
        "above": [*map(_part_json, above(picture))],
        "threatened": [*picture.threatened],
        "surplus": _surplus(game, picture),
        "sizes": [*picture.sizes.items()],
        "looks": shown | looks(game, picture, [symbol for _, symbol, _ in picture.hands]),
        "columns": [*picture.columns],
        "rows": [*picture.rows],
        "names": sorted(picture.names.items()),
        "caption": picture.caption,
        "hands": [{"player": p, "symbol": s, "count": n} for p, s, n in picture.hands],
        "pieces": _pieces(game, picture.pieces),
        "prompts": [*picture.prompts],
        "aliases": [*picture.aliases.items()],
        "moves": _moves(game, state, _ways(game, state, picture), advice) if going else [],
        "buttons": _moves(game, state, picture.buttons, advice) if going else [],
        "active": bool(active and going),
        "ahead": None,
        "hint": list(hint),
        "arrows": list(arrows),
    }


def _surplus(game: Game, picture: Picture) -> list[Hand]:
    """In games with pawns, the pieces of each kind by which a player leads; [] in other games."""
    looks, counts, sides = picture.shapes, Counter(picture.pieces.values()), sides_of(game)
    if not any("pawn" in look.split() for look in looks.values()):
        return []
    leads = (
        (sides.get(symbol, 0), symbol, counts[symbol] - counts[other])
        for symbol, look in looks.items()
        for other, look_alike in looks.items()
        if other != symbol and look.split()[1:] == look_alike.split()[1:]
    )
    return [{"player": p, "symbol": s, "count": n} for p, s, n in leads if n > 0]


@functools.lru_cache(maxsize=64)
def _changes(game: Game, state: Any) -> tuple[dict[int, list[tuple[int, str]]], Looks]:
    """Move → the points that it changes, each with its new symbol; and the looks of new symbols.
    Both are empty if there are too many moves, or if the rules fail; a click then shows the error.
    """
    picture, changes, drawn = picture_of(game, state), dict[int, list[tuple[int, str]]](), Looks()
    now, few = picture.pieces, len(picture.clicks) * len(picture.points) <= MOST_DRAWN
    try:
        for move in picture.clicks if few else ():
            after = picture_of(game, game.play(state, move))
            if after.points != picture.points:
                continue  # the move adds points, as in Sprouts
            then = after.pieces
            points = [point for point in sorted({*then, *now}) if then.get(point) != now.get(point)]
            changes[move] = [(point, then.get(point, "")) for point in points]
            if {then[point] for point in points if point in then} - drawn.keys():
                drawn.update(looks(game, after))
    except Exception:  # a user's rules may raise anything
        return {}, {}
    return changes, drawn


def _piece_name(symbol: str, shape: str) -> str:
    if "letter" in shape.split():
        return symbol
    return f"spot with {symbol} of 3 lines" if "spot" in shape.split() else shape


def looks(game: Game, picture: Picture, symbols: Collection[str] = ()) -> Looks:
    """Symbol → the parts of its drawing, for the symbols in the picture and in `symbols`."""
    shown, players = sorted({*picture.pieces.values(), *symbols}), piece_symbols(game)
    return {symbol: list(map(_part_json, piece(picture, symbol, players))) for symbol in shown}


def _part_json(part: Part) -> Drawn:
    """A part of a drawing as a tuple: kind, path; for a text: kind, "", text, size, place."""
    kind = part.kind.replace(".", " ")
    return (kind, part.path) if part.path else (kind, "", part.text, part.size, part.down)


def _pieces(game: Game, pieces: Mapping[int, str]) -> list[Piece]:
    symbols = piece_symbols(game) or ()
    sides = {symbol: side for side, symbol in enumerate(symbols)}
    return [{"point": p, "symbol": s, "side": sides.get(s)} for p, s in sorted(pieces.items())]


def _mark(game: Game, before: Any, move: int, picture: Picture) -> LastMove:
    """The last move: its points or button, its player, and the pieces that it took."""
    earlier, mover = picture_of(game, before), game.player(before)
    same = earlier.points == picture.points  # otherwise point numbers differ
    left = {p: s for p, s in earlier.pieces.items() if same and p not in picture.pieces}
    clicks = earlier.clicks.get(move, ())
    if clicks[1:] and clicks[-1] in picture.pieces:
        left.pop(clicks[0], None)  # the piece that moved
    fewer = Counter(earlier.pieces.values()) - Counter(picture.pieces.values())  # not moved
    gone = {p: s for p, s in left.items() if s in fewer and sides_of(game).get(s) != mover}
    return {
        "last": [p for p in clicks if same and p not in gone],
        "gone": _pieces(game, gone),
        "pressed": earlier.buttons.get(move),
        "mover": player_name(game, mover),
    }


def _ways(game: Game, state: Any, picture: Picture) -> dict[int, dict[str, Any]]:
    """The clicks of each move, and the points that it changes."""
    changes, _ = _changes(game, state)
    return {
        move: {"clicks": [*path], **({"changes": changes[move]} if move in changes else {})}
        for move, path in picture.clicks.items()
    }


def _moves(game: Game, state: Any, ways: Mapping[int, Any], advice: Analysis | None) -> list[Any]:
    """Moves as JSON, with their values if known; `ways` has the clicks or label of each move."""
    moves, best = [], advice.recommended if advice else ()
    for move, way in ways.items():
        more = {"label": way} if isinstance(way, str) else way
        entry = {"move": game.format_move(state, move), **more}
        known = advice.of(entry["move"]) if advice else None
        if advice and known:
            marked = len(best) < len(advice.moves) and known.move in best
            entry["worth"] = {**worth(game, known, advice), "best": marked}
        moves.append(entry)
    return moves


def worth(game: Game | None, known: MoveValue, of: Analysis | None = None) -> Worth:
    """A move's value for the board: its kind, a short label, words, and its rank. If the analysis
    `of` its position proves a draw, the label of an estimate is "?".

    >>> worth(None, MoveValue("1", 1, remoteness=5))
    {'kind': 'win', 'by': 'outcome', 'label': '5', 'words': 'wins in 5 plies', 'rank': 9995}
    """
    rank, sooner = known.sooner
    drawn = of is not None and of.exact and of.value == DRAW and of.by == "outcome"
    is_open = drawn and not known.exact
    if known.by == "outcome" and known.exact:
        rank = (FAR + 1) * rank + sooner
    elif known.by == "outcome":
        rank = 2 * (Curve() if game is None else curve_of(game)).chance(rank) - 1
    return {
        "kind": kind(known.value) if known.exact else "estimate",
        "by": known.by,
        "label": "?" if is_open else move_mark(game, known),
        "words": "is not proven" if is_open else move_words(game, known),
        "rank": rank,
    }
