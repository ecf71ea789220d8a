"""A trace as JSON with columns of numbers, for `static/tree.js`, which replays trees. The JSON also
has the boards of all positions, in parts that the script puts together, and the code of the
search's functions, with the line for each event.
"""

from __future__ import annotations

import inspect
import math
import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import compress
from typing import Any, Final, TypedDict

from zermelo.contract.analysis import By
from zermelo.contract.game import Game
from zermelo.contract.picture import Picture
from zermelo.draw.ground import places
from zermelo.draw.palette import page_rules
from zermelo.draw.pieces import markup, piece
from zermelo.draw.svg import extent, fragment
from zermelo.naming import piece_symbols, player_name, terms_words
from zermelo.search.mcts import EXPLORATION
from zermelo.search.traces.trace import EVALUATED, Trace, letters
from zermelo.search.traces.tracing import SEARCHES
from zermelo.search.traces.views import CertificateTrace, GrownTrace, MctsTrace, ProofTrace
from zermelo.trees.svg import endings, words_of

MOST: Final = 20_000  # the most positions with a board; later ones have none
EXERCISES: Final = ("values", "windows", "cuts")
EMPTY: Final = " "
FIRST_SYMBOL: Final = ord("0")
ENTERED: Final = r"visit\("
LINES: Final = (  # for each kind of end, a pattern that matches up to the line where a node ends
    r"\butility\(", r"\bestimate\(", r"if key in table\b(?:.*\n)*?\s*return ",
    r"if (?:value|best) [<>]= \w+:\n", r"(?:.*\n)*\s*return ",
)  # fmt: skip


class TreeBoards(TypedDict):
    """The parts of the boards as SVG."""

    style: str  # the style sheet of all boards
    frames: list[str]  # the empty boards, usually one
    sizes: list[tuple[float, float]]  # the width and height of each frame
    places: list[list[float]]  # the coordinates of each frame's points: x, y, x, y …
    # for each frame: point → the size of its cell and piece, if it is not 1
    scales: list[dict[str, float]]
    symbols: list[str]  # the pieces, around the point (0, 0)
    frame: list[int]  # the index of each position's frame
    # for each position, a character for each point: " " if empty, else "0" + symbol's index
    pieces: list[str]
    captions: list[str]  # the text below each board


def tree_boards(game: Game, states: Sequence[Any]) -> TreeBoards | None:
    """The boards of a search's first `MOST` positions; None if the game has no picture."""
    if not game.has("picture"):
        return None
    players = piece_symbols(game)
    frames: list[Picture] = []
    letters: dict[str | None, str] = {None: EMPTY}
    symbols, frame, pieces, captions = list[str](), list[int](), list[str](), list[str]()
    for picture in map(game.picture, states[:MOST]):
        none: Any = {key: {} for key in ("pieces", "clicks", "aliases", "buttons", "shapes")}
        bare = replace(picture, **none, caption="", hands=(), complete=())
        if bare not in frames:
            frames.append(bare)
        frame.append(frames.index(bare))
        on_points = [picture.pieces.get(point) for point in range(len(picture.points))]
        for symbol in on_points:
            if symbol is not None and symbol not in letters:
                letters[symbol] = chr(FIRST_SYMBOL + len(symbols))
                symbols.append("".join(map(markup, piece(picture, symbol, players))))
        pieces.append("".join(letters[symbol] for symbol in on_points))
        captions.append(picture.below)
    boxes = [extent(bare) for bare in frames]
    return {
        "style": page_rules(),
        "frames": [fragment(f, b.width, b.height) for f, b in zip(frames, boxes, strict=True)],
        "sizes": [(box.width, box.height) for box in boxes],
        "places": [
            [round(at, 2) for x, y in places(bare) for at in (box.left + x, box.top + y)]
            for bare, box in zip(frames, boxes, strict=True)
        ],
        "scales": [{str(point): size for point, size in bare.sizes.items()} for bare in frames],
        "symbols": symbols,
        "frame": frame,
        "pieces": pieces,
        "captions": captions,
    }


class Source(TypedDict):
    """A function of a search."""

    text: str
    # the lines to highlight: where a node is entered, then where it ends for each kind of end in
    # `zermelo.search.traces.trace`, or −1 if the search lacks it
    lit: list[int]


def sources(algorithm: str) -> list[Source]:
    """The functions of a textbook search, for max and min levels or for both; else []."""
    found: list[Source] = []
    for function in SEARCHES.get(algorithm, ()):
        text = inspect.getsource(function).partition("@kernel\n")[2].rstrip()
        text = re.sub(r"  # type: ignore.*", "", text)
        ends = (re.search(pattern, text) for pattern in (ENTERED, *LINES))
        lit = [text.count("\n", 0, match.end()) if match else -1 for match in ends]
        found.append({"text": text, "lit": lit})
    return found


class Growth(TypedDict):
    """The numbers of a search that grows a tree at each of its `steps`, see `GrownTrace`."""

    steps: int
    born: list[int]
    expanded: list[int]
    first: list[int]
    changed: list[int]


class ProofNumbers(Growth):
    """The numbers of a proof-number search, see `ProofTrace`."""

    claim: str
    proof: list[int]
    disproof: list[int]


class Simulations(Growth):
    """The numbers of a Monte Carlo tree search, see `MctsTrace`."""

    bound: int  # the largest result
    exploration: float  # the weight in UCT
    rank: list[int]  # the place of the move to a node among all moves of the node above
    visits: list[int]
    total: list[int]
    low: list[int]
    high: list[int]
    leaf: list[int]
    reward: list[int]


class Proven(TypedDict):
    """The claim of a certificate, and each node's `rank`, see `Simulations`."""

    claim: str
    rank: list[int]


class Calls(TypedDict):
    """The calls of a student's functions, see `zermelo.course.searchtree`."""

    turns: bool  # whether values are for the player to move
    first: int  # the node to highlight, −1 for none
    rank: list[int]  # of each node's move among the legal moves
    functions: list[str]  # the names of functions; `begins` has their first lines
    function: list[int]  # the number of each node's function
    begins: list[int]
    line: list[int]  # of each node's return
    results: list[str]  # each node's result, "" if it is the node's value


class TreeRecord(TypedDict):
    """Everything for replaying a search without the game's rules. `goal`, `sides`, `legend` and
    `endings` are words of `zermelo.trees.svg`; `level` to `maximizing` have an entry for each node.
    """

    game: str
    algorithm: str
    goal: str
    by: By
    windowed: bool
    exercises: Sequence[str]
    names: list[str]  # the searcher's name first
    sides: tuple[str, str]
    legend: tuple[str, str]
    endings: dict[int, str]
    texts: list[str]
    numbers: list[float | str]  # "Infinity", "NaN" and so on for infinite and missing numbers
    # The moves of position p are `legal[legalStart[p]]` to `legal[legalStart[p + 1] − 1]`.
    legalStart: list[int]
    legal: list[int]  # indices of `texts`
    level: list[int]
    position: list[int]
    letters: list[str]  # the letter of the node's position
    alpha: list[int]  # like `beta` and `value`, an index of `numbers`
    beta: list[int]
    value: list[int]
    end: list[int]  # how the search ended at the node
    maximizing: list[int]  # whether MAX moves at the node
    boards: TreeBoards | None
    termTexts: list[str]
    terms: list[int]  # each position's terms of the evaluation, for the searcher, in `termTexts`
    sources: list[Source]  # for max and min levels, or one for both
    proofs: ProofNumbers | None
    simulations: Simulations | None
    certificate: Proven | None
    calls: Calls | None


def tree_record(trace: Trace) -> TreeRecord:
    """Everything for replaying `trace` without the game's rules."""
    game, searcher, words = trace.game, trace.searcher, words_of(trace)
    texts, starts, legal = _legal_moves(trace)
    columns = trace.alpha.tolist(), trace.beta.tolist(), trace.value.tolist()
    numbers, (alpha, beta, value) = number_columns(*columns)
    term_texts, terms = _terms(trace, searcher)
    return {
        "game": str(game),
        "algorithm": trace.algorithm,
        "goal": words.goal,
        "by": trace.by,
        "windowed": trace.windowed,
        "exercises": exercises(trace),
        "names": [player_name(game, searcher), player_name(game, searcher ^ 1)],
        "sides": trace.sides,
        "legend": words.legend,
        "endings": endings(trace),
        "texts": texts,
        "numbers": numbers,
        "legalStart": starts,
        "legal": legal,
        "level": levels_of(trace.parent.tolist()),
        "position": trace.position.tolist(),
        "letters": letters(trace.position),
        "alpha": alpha,
        "beta": beta,
        "value": value,
        "end": trace.end.tolist(),
        "maximizing": trace.maximizing.tolist(),
        "boards": tree_boards(game, trace.states),
        "termTexts": term_texts,
        "terms": terms,
        "sources": sources(trace.algorithm),
        "proofs": _growth_of(trace) if isinstance(trace, ProofTrace) else None,
        "simulations": _growth_of(trace) if isinstance(trace, MctsTrace) else None,
        "certificate": {"claim": trace.claim, "rank": _ranks(trace)}
        if isinstance(trace, CertificateTrace)
        else None,
        "calls": None,
    }


def exercises(trace: Trace) -> Sequence[str]:
    """The exercises on a search: only "values" without windows; none on grown trees or proofs."""
    if isinstance(trace, GrownTrace | CertificateTrace):
        return ()
    return EXERCISES if trace.windowed else EXERCISES[:1]


def _growth_of(trace: GrownTrace) -> Any:
    """The `ProofNumbers` or the `Simulations` of a trace."""
    columns = ["born", "expanded", "first", "changed"]
    grown: dict[str, Any] = {"steps": trace.steps}
    if isinstance(trace, ProofTrace):
        columns += ["proof", "disproof"]
        grown["claim"] = trace.claim
    else:
        columns += ["visits", "total", "low", "high", "leaf", "reward"]
        grown |= {"bound": trace.game.value_bound, "exploration": EXPLORATION}
        grown["rank"] = _ranks(trace)
    return grown | {name: getattr(trace, name).tolist() for name in columns}


def _ranks(trace: Trace) -> list[int]:
    """The rank of the move to each node among all moves of the node above."""
    legal = ([*trace.game.moves(trace.state(above))] for above in trace.parent[1:])
    return [0, *map(list.index, legal, trace.move[1:])]


def number_columns(*columns: Sequence[float]) -> tuple[list[float | str], list[list[int]]]:
    """The columns' numbers for JSON, NaN last, and each column as indices of this list."""
    every = {number for column in columns for number in column}
    found = sorted(number for number in every if not math.isnan(number))
    places = {number: place for place, number in enumerate(found)}
    indices = [[places.get(number, len(found)) for number in column] for column in columns]
    texts = [n if math.isfinite(n) else str(n).replace("inf", "Infinity") for n in found]
    return [*texts, *["NaN"] * any(map(math.isnan, every))], indices


def levels_of(parents: Sequence[int]) -> list[int]:
    """The depth of each node, given its parent's index; the root comes first."""
    levels = [0]
    for parent in parents[1:]:
        levels.append(levels[parent] + 1)
    return levels


def _terms(trace: Trace, searcher: int) -> tuple[list[str], list[int]]:
    """The distinct texts of positions' terms, first "", and the index of each position's text."""
    numbers: dict[str, int] = {"": 0}
    evaluated = {*compress(trace.position, (end == EVALUATED for end in trace.end))}
    column = []
    for position, state in enumerate(trace.states):
        terms = trace.game.terms(state) if position in evaluated else ()
        side = 1 if terms and trace.game.player(state) == searcher else -1
        words = terms_words(term._replace(worth=side * term.worth) for term in terms)
        column.append(numbers.setdefault(words, len(numbers)))
    return list(numbers), column


def _legal_moves(trace: Trace) -> tuple[list[str], list[int], list[int]]:
    """The columns `texts`, `legalStart` and `legal` of a `TreeRecord`."""
    numbers: dict[str, int] = {}
    starts, legal = [0], []
    searched = {*compress(trace.position, (size > 1 for size in trace.size))}
    for position, state in enumerate(trace.states):
        for move in trace.game.moves(state) if position in searched else ():
            text = trace.game.format_move(state, move)
            legal.append(numbers.setdefault(text, len(numbers)))
        starts.append(len(legal))
    return list(numbers), starts, legal
