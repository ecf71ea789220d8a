"""A trace as JSON with columns in base64, for `static/tree.js`, which replays trees.

Besides the numbers, it has the boards of all positions in parts that the script puts together, and
the text of the search's functions, with the line for each event.
"""

from __future__ import annotations

import inspect
import math
import re
import sys
from array import array
from base64 import b64encode
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final, TypedDict

from zermelo.contract.analysis import By
from zermelo.contract.game import Game
from zermelo.contract.picture import Picture
from zermelo.draw.ground import places
from zermelo.draw.palette import style
from zermelo.draw.pieces import markup, piece
from zermelo.draw.svg import extent, fragment
from zermelo.naming import piece_symbols, player_name, terms_words
from zermelo.search.mcts import EXPLORATION
from zermelo.search.traces.trace import EVALUATED, Trace
from zermelo.search.traces.tracing import SEARCHES
from zermelo.search.traces.views import CertificateTrace, GrownTrace, MctsTrace, ProofTrace

MOST: Final = 20_000  # the most positions with a board; later ones have none
EMPTY: Final = " "
FIRST_SYMBOL: Final = ord("0")
ENTERED: Final = r"visit\("
LINES: Final = (  # for each kind of end, a pattern that matches up to the line where a node ends
    r"\butility\(", r"\bestimate\(", r"if key in table\b(?:.*\n)*?\s*return ",
    r"if (?:value|best) [<>]= \w+:\n", r"(?:.*\n)*\s*return ",
)  # fmt: skip
NARROW, WIDE = ("H", 2), ("I", 4)  # type code and bytes of each number in a column
NARROWEST: Final = 1 << 16


class TreeBoards(TypedDict):
    """The parts of the boards as SVG.

    style     the style sheet of all boards
    frames    the empty boards, usually one
    sizes     the width and height of each frame
    places    the coordinates of each frame's points: x, y, x, y …
    scales    for each frame: point → the size of its cell and piece, if it is not 1
    symbols   the pieces, around the point (0, 0)
    frame     the index of each position's frame
    pieces    for each position, a character for each point: " " if empty, else "0" + symbol's index
    captions  the text below each board
    """

    style: str
    frames: list[str]
    sizes: list[tuple[float, float]]
    places: list[list[float]]
    scales: list[dict[str, float]]
    symbols: list[str]
    frame: list[int]
    pieces: list[str]
    captions: list[str]


def tree_boards(game: Game, states: Sequence[Any]) -> TreeBoards | None:
    """The boards of a search's first `MOST` positions; None if the game has no picture."""
    if not game.has("picture"):
        return None
    boards = _Boards(piece_symbols(game))
    for state in states[:MOST]:
        boards.add(game.picture(state))
    return {
        "style": style().removeprefix("<style>").removesuffix("</style>"),
        "frames": [fragment(frame, *_size(frame)) for frame in boards.frames],
        "sizes": [_size(frame) for frame in boards.frames],
        "places": [_places(frame) for frame in boards.frames],
        "scales": [{str(point): size for point, size in f.sizes.items()} for f in boards.frames],
        "symbols": boards.shapes,
        "frame": boards.frame,
        "pieces": boards.pieces,
        "captions": boards.captions,
    }


class _Boards:
    """Splits pictures into pieces, and the frames and symbols that many pictures share."""

    def __init__(self, players: tuple[str, str] | None) -> None:
        self.players = players
        self.frames: list[Picture] = []
        self.shapes: list[str] = []
        self.symbols: dict[str, int] = {}
        self.frame: list[int] = []
        self.pieces: list[str] = []
        self.captions: list[str] = []

    def add(self, picture: Picture) -> None:
        frame = replace(
            picture,
            pieces={},
            clicks={},
            aliases={},
            buttons={},
            caption="",
            hands=(),
            shapes={},
            complete=(),
        )
        if frame not in self.frames:
            self.frames.append(frame)
        self.frame.append(self.frames.index(frame))
        points = range(len(picture.points))
        self.pieces.append("".join(self._character(picture, point) for point in points))
        self.captions.append(picture.below)

    def _character(self, picture: Picture, point: int) -> str:
        symbol = picture.pieces.get(point)
        if symbol is None:
            return EMPTY
        if symbol not in self.symbols:
            self.symbols[symbol] = len(self.symbols)
            self.shapes.append("".join(map(markup, piece(picture, symbol, self.players))))
        return chr(FIRST_SYMBOL + self.symbols[symbol])


def _size(frame: Picture) -> tuple[float, float]:
    box = extent(frame)
    return box.width, box.height


def _places(frame: Picture) -> list[float]:
    box = extent(frame)
    return [
        place for x, y in places(frame) for place in (round(box.left + x, 2), round(box.top + y, 2))
    ]


class Source(TypedDict):
    """A function of a search.

    lit  numbers of lines to light up: where a node is entered, then where it ends for each kind
         of end in `zermelo.search.traces.trace`; −1 for kinds that this search lacks
    """

    text: str
    lit: list[int]


def sources(algorithm: str) -> list[Source]:
    """The functions of a search for max and min levels, or one for both; [] for other searches."""
    return [_source(function) for function in SEARCHES.get(algorithm, ())]


def _source(function: Any) -> Source:
    text = inspect.getsource(function).partition("@kernel\n")[2].rstrip()
    text = re.sub(r"  # type: ignore.*", "", text)
    return {"text": text, "lit": [_line(pattern, text) for pattern in (ENTERED, *LINES)]}


def _line(pattern: str, text: str) -> int:
    match = re.search(pattern, text)
    return text.count("\n", 0, match.end()) if match else -1


class Growth(TypedDict):
    """The numbers of a search that grows a tree at each of its `steps`, see `GrownTrace`.

    In columns with missing or infinite numbers, 0 stands for these; other numbers are 1 larger.
    """

    steps: int
    born: str
    expanded: str
    first: str
    changed: str


class ProofNumbers(Growth):
    """The numbers of a proof-number search, see `ProofTrace`."""

    claim: str
    proof: str
    disproof: str


class Simulations(Growth):
    """The numbers of a Monte Carlo tree search, see `MctsTrace`.

    `bound` is added to each result, so that none is negative. `rank` is the place of the move to a
    node among all moves of the node above; `exploration` is the weight in UCT.
    """

    bound: int
    exploration: float
    rank: str
    visits: str
    total: str
    low: str
    high: str
    leaf: str
    reward: str


class Proven(TypedDict):
    """The claim of a certificate, and each node's `rank`, see `Simulations`."""

    claim: str
    rank: str


class Calls(TypedDict):
    """The calls of a person's functions, see `zermelo.course.searchtree`.

    Each node has the `rank` of its move among the legal moves, the number of its function, the line
    of its return, and its result as a text, "" if the result is its value.

    turns      whether values are for the player to move
    first      the node to light up, −1 for none
    broken     whether the record ends before the search does
    functions  the names of functions; `begins` has their first lines
    """

    turns: bool
    first: int
    broken: bool
    rank: str
    functions: list[str]
    function: str
    begins: list[int]
    line: str
    results: list[str]


class TreeRecord(TypedDict):
    """Everything for replaying a search without the game's rules.

    Columns are packed, see `pack_column`; most have a number for each node: its position, level,
    way of ending, and whether it is a max level; its window and value as indices of `numbers`. The
    moves of position p, as indices of `texts`, are `legal[legalStart[p]]` to `legal[legalStart[p +
    1] − 1]`. The terms of the evaluation of position p, for the searcher, are
    `termTexts[terms[p]]`. `names[0]` is the searcher. `numbers` has texts for infinite and
    missing numbers: "Infinity", "NaN". `sources` are the functions for max and min levels, or one
    for both.
    """

    game: str
    algorithm: str
    depth: int | None
    by: By
    windowed: bool
    names: list[str]
    texts: list[str]
    numbers: list[float | str]
    legalStart: str
    legal: str
    level: str
    position: str
    alpha: str
    beta: str
    value: str
    end: str
    maximizing: str
    boards: TreeBoards | None
    termTexts: list[str]
    terms: str
    sources: list[Source]
    proofs: ProofNumbers | None
    simulations: Simulations | None
    certificate: Proven | None
    calls: Calls | None


def tree_record(trace: Trace) -> TreeRecord:
    """Everything for replaying `trace` without the game's rules."""
    game, searcher = trace.game, trace.searcher
    texts, starts, legal = _legal_moves(trace)
    numbers, packed = pack_numbers(
        alpha=trace.alpha.tolist(), beta=trace.beta.tolist(), value=trace.value.tolist()
    )
    term_texts, terms = _terms(trace, searcher)
    return {
        "game": str(game),
        "algorithm": trace.algorithm,
        "depth": trace.depth,
        "by": trace.by,
        "windowed": trace.windowed,
        "names": [player_name(game, searcher), player_name(game, searcher ^ 1)],
        "texts": texts,
        "numbers": numbers,
        "legalStart": pack_column(starts),
        "legal": pack_column(legal),
        "level": pack_column(levels_of(trace.parent.tolist())),
        "position": pack_column(trace.position.tolist()),
        "alpha": packed["alpha"],
        "beta": packed["beta"],
        "value": packed["value"],
        "end": pack_column(trace.end.tolist()),
        "maximizing": pack_column(trace.maximizing.tolist()),
        "boards": tree_boards(game, trace.states),
        "termTexts": term_texts,
        "terms": pack_column(terms),
        "sources": sources(trace.algorithm),
        "proofs": _proofs(trace) if isinstance(trace, ProofTrace) else None,
        "simulations": _simulations(trace) if isinstance(trace, MctsTrace) else None,
        "certificate": {"claim": trace.claim, "rank": pack_column(_ranks(trace))}
        if isinstance(trace, CertificateTrace)
        else None,
        "calls": None,
    }


def _growth(trace: GrownTrace) -> Growth:
    return {
        "steps": trace.steps,
        "born": pack_column(trace.born.tolist()),
        "expanded": pack_column(step + 1 if step < 0 else step for step in trace.expanded.tolist()),
        "first": pack_column(trace.first.tolist()),
        "changed": pack_column(trace.changed.tolist()),
    }


def _proofs(trace: ProofTrace) -> ProofNumbers:
    return {
        **_growth(trace),
        "claim": trace.claim,
        "proof": pack_column(number + 1 for number in trace.proof.tolist()),
        "disproof": pack_column(number + 1 for number in trace.disproof.tolist()),
    }


def _simulations(trace: MctsTrace) -> Simulations:
    bound, visits = trace.game.value_bound, trace.visits.tolist()
    totals = zip(trace.total.tolist(), visits, strict=True)
    return {
        **_growth(trace),
        "bound": bound,
        "exploration": EXPLORATION,
        "rank": pack_column(_ranks(trace)),
        "visits": pack_column(visits),
        "total": pack_column(total + bound * count for total, count in totals),
        "low": pack_column(low + bound for low in trace.low.tolist()),
        "high": pack_column(high + bound for high in trace.high.tolist()),
        "leaf": pack_column(trace.leaf.tolist()),
        "reward": pack_column(reward + bound for reward in trace.reward.tolist()),
    }


def _ranks(trace: Trace) -> list[int]:
    """The rank of the move to each node among all moves of the node above."""
    ranks = [0]
    for node, above in enumerate(trace.parent[1:].tolist(), 1):
        moves = list(trace.game.moves(trace.state(above)))
        ranks.append(moves.index(int(trace.move[node])))
    return ranks


def pack_column(column: Iterable[int]) -> str:
    """Pack non-negative ints: their size in bytes, 2 or 4, then base64 of little-endian ints.

    >>> pack_column([1, 2])
    '2AQACAA=='
    """
    numbers = list(column)
    code, width = NARROW if max(numbers, default=0) < NARROWEST else WIDE
    items = array(code, numbers)
    if sys.byteorder == "big":
        items.byteswap()
    return f"{width}{b64encode(items.tobytes()).decode()}"


def pack_numbers(**columns: Sequence[float]) -> tuple[list[float | str], dict[str, str]]:
    """A list of the columns' numbers for JSON, and each column packed as indices of that list.

    NaN stands for a missing number; if any column has it, it is the last in the list.
    """
    every = {number for column in columns.values() for number in column}
    found = sorted(number for number in every if not math.isnan(number))
    places = {number: place for place, number in enumerate(found)}
    packed = {
        name: pack_column(places.get(number, len(found)) for number in column)
        for name, column in columns.items()
    }
    texts = [n if math.isfinite(n) else str(n).replace("inf", "Infinity") for n in found]
    return [*texts, *["NaN"] * any(map(math.isnan, every))], packed


def levels_of(parents: Sequence[int]) -> list[int]:
    """The depth of each node, given its parent's index; the root comes first."""
    levels = [0]
    for parent in parents[1:]:
        levels.append(levels[parent] + 1)
    return levels


def _terms(trace: Trace, searcher: int) -> tuple[list[str], list[int]]:
    """The distinct texts of evaluated positions' terms, and the index of each position's text.

    The first text is "", for positions without an evaluation."""
    numbers: dict[str, int] = {"": 0}
    rows = zip(trace.position.tolist(), trace.end.tolist(), strict=True)
    evaluated = {position for position, end in rows if end == EVALUATED}
    column = []
    for position, state in enumerate(trace.states):
        terms = trace.game.terms(state) if position in evaluated else ()
        side = 1 if terms and trace.game.player(state) == searcher else -1
        words = terms_words(term._replace(worth=side * term.worth) for term in terms)
        column.append(numbers.setdefault(words, len(numbers)))
    return list(numbers), column


def _legal_moves(trace: Trace) -> tuple[list[str], list[int], list[int]]:
    """The texts of moves, where each position's moves start in a list of indices, and the list."""
    numbers: dict[str, int] = {}
    starts, legal = [0], []
    rows = zip(trace.position.tolist(), trace.size.tolist(), strict=True)
    searched = {position for position, size in rows if size > 1}
    for position, state in enumerate(trace.states):
        if position in searched:
            for move in trace.game.moves(state):
                text = trace.game.format_move(state, move)
                legal.append(numbers.setdefault(text, len(numbers)))
        starts.append(len(legal))
    return list(numbers), starts, legal
