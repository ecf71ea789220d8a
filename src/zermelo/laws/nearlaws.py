"""Near-laws: statements that most games obey without exception, though no contract asks for them.

Each function looks at random games and says whether a statement holds in their positions. One that
holds nearly always and then fails is worth a second look, see `zermelo.laws.suspicions`; one that
fails often is no law of this game.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, Final

from zermelo.contract.game import Game
from zermelo.laws.piecelaws import (
    ends_explained,
    no_new_pieces,
    pieces_of_the_mover,
    put_beside_something,
    put_on_empty_points,
    steps_along_lines,
    steps_to_all_neighbours,
)
from zermelo.laws.subject import Observation, Played
from zermelo.laws.twins import counterparts, exchanged_twins, mirrored_twins
from zermelo.naming import piece_symbols

NEAR: Final = 1  # columns or rows from a point that a move names

NearLaw = Callable[[Game, Sequence[Played]], Iterator[Observation]]


# Mirror images, and the players exchanged ---------------------------------------------------------


def mirror_images(game: Game, played: Sequence[Played]) -> Iterator[Observation]:
    """On a mirrored board, a game goes on and ends as on the board as it is.

    Evaluations are compared where all games do: else the board has not this symmetry.
    """
    for twin in mirrored_twins(game):
        observations = list(counterparts(game, played, twin))
        alike = all(seen.holds for seen in observations if seen.law != "evaluations")
        yield from (seen for seen in observations if alike or seen.law != "evaluations")


def players_exchanged(game: Game, played: Sequence[Played]) -> Iterator[Observation]:
    """With the players exchanged, a game goes on and ends as before.

    There may be several ways to exchange them; what counts is the one that fails least.
    """
    observations = []
    for twin in exchanged_twins(game):
        with contextlib.suppress(Exception):  # a start that only looks like one
            observations.append(list(counterparts(game, played, twin)))
    if observations:
        yield from min(observations, key=_failures)


def _failures(observations: list[Observation]) -> float:
    return sum(not observation.holds for observation in observations) / len(observations)


# The parts of a state -----------------------------------------------------------------------------


def sums_conserved(game: Game, played: Sequence[Played]) -> Iterator[Observation]:
    """The total of a state's tuples, together with some of its numbers, stays the same.

    Of the sums that one may make, the one that changes least counts.
    """
    start = game.start()
    fields = getattr(start, "_fields", ())
    tuples = [name for name in fields if isinstance(getattr(start, name), tuple)]
    numbers = [name for name in fields if name not in (*tuples, "player")]
    parts = {tuple(tuples), *((*tuples, name) for name in numbers), (*tuples, *numbers)}
    sums = [list(_sums(played, names)) for names in sorted(parts)] if tuples else []
    if sums and sums[0]:
        yield from min(sums, key=_failures)


def _sums(played: Sequence[Played], names: tuple[str, ...]) -> Iterator[Observation]:
    """Observe whether the sum of some fields stays the same after each move."""
    statement = f"the sum of {' and '.join(names)} stays the same"
    for moves, states, _ in played:
        totals = [sum(_total(getattr(state, name)) for name in names) for state in states]
        for ply, (before, after) in enumerate(pairwise(totals), 1):
            seen = f"{before} before the last move, {after} after it"
            yield Observation("sums", statement, before == after, moves[:ply], seen)


def _total(value: Any) -> int:
    if isinstance(value, tuple):
        return sum(map(_total, value))
    return int(value) if isinstance(value, (int, float)) else 0


COUNTS = ("player", "hands")  # fields that are no bitboards, however wide


def bits_shared(game: Game, played: Sequence[Played]) -> Iterator[Observation]:
    """All bits of one bitboard are in another one too, those of kings among the men for example."""
    fields, ints = _bitboards(played), _ints(played)
    for moves, states, _ in played:
        for name in fields:
            statement = f"each bit of {name} is in another field too"
            for ply, state in enumerate(states):
                rest = [getattr(state, other) for other in ints if other != name]
                stray = getattr(state, name) & ~_union(rest)
                seen = f"bit {stray.bit_length() - 1} is not"
                yield Observation("shared bits", statement, stray == 0, moves[:ply], seen)
                if stray:
                    break  # what went wrong once stays wrong


def _bitboards(played: Sequence[Played]) -> list[str]:
    """The fields that look like bitboards: non-negative ints of about one width."""
    widths = {
        name: largest.bit_length() for name, largest in _ints(played).items() if largest > 255
    }
    return [name for name, width in widths.items() if 2 * width > max(widths.values())]


def _ints(played: Sequence[Played]) -> dict[str, int]:
    """The fields that are non-negative ints and no counts, with the largest value of each."""
    states = [state for game in played for state in game.states]
    largest = {}
    for name in getattr(states[0], "_fields", ()) if states else ():
        values = [getattr(state, name) for state in states]
        if name not in COUNTS and all(isinstance(v, int) and v >= 0 for v in values):
            largest[name] = max(values)
    return largest


def _union(boards: list[int]) -> int:
    union = 0
    for board in boards:
        union |= board
    return union


# The effect of a move -----------------------------------------------------------------------------


def men_never_gained(game: Game, played: Sequence[Played]) -> Iterator[Observation]:
    """A move adds no piece of the other player's."""
    symbols = piece_symbols(game)
    if symbols is None:
        return
    for moves, states, pictures in played:
        men = [Counter(picture.pieces.values()) for picture in pictures]
        for ply, (before, after) in enumerate(pairwise(men), 1):
            other = symbols[1 - game.player(states[ply - 1])]
            gained = after[other] - before[other]
            seen = f"{gained} {other} more after the last move"
            statement = "a move adds no piece of the other player's"
            yield Observation("men gained", statement, gained <= 0, moves[:ply], seen)


def changes_near(game: Game, played: Sequence[Played]) -> Iterator[Observation]:
    """A move changes only the points that it names and those beside them."""
    for moves, _, pictures in played:
        for ply, (before, after) in enumerate(pairwise(pictures), 1):
            named = [before.points[point] for point in before.clicks.get(moves[ply - 1], ())]
            if not named or len(before.points) != len(after.points):
                continue
            changed = {p for p, _ in before.pieces.items() ^ after.pieces.items()}
            far = [p for p in changed if not _is_near(before.points[p], named)]
            seen = f"point {min(far)} changes, far from it" if far else ""
            statement = "a move changes only points that it names, and points beside them"
            yield Observation("changes", statement, not far, moves[:ply], seen)


def _is_near(point: tuple[int, int], named: list[tuple[int, int]]) -> bool:
    return any(max(abs(point[0] - x), abs(point[1] - y)) <= NEAR for x, y in named)


ABOUT_STATES: Final[tuple[NearLaw, ...]] = (sums_conserved, bits_shared)
ABOUT_PICTURES: Final[tuple[NearLaw, ...]] = (
    mirror_images,
    players_exchanged,
    men_never_gained,
    changes_near,
    put_on_empty_points,
    put_beside_something,
    pieces_of_the_mover,
    steps_along_lines,
    steps_to_all_neighbours,
    no_new_pieces,
    ends_explained,
)
