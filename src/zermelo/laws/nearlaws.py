"""Near-laws: statements that hold without exception in most games, although no law requires them.

Each function tests a statement in the positions of random games. If it holds nearly always, the
exceptions deserve a second look, see `zermelo.laws.suspicions`; if it fails often, it is no law of
this game.
"""

import contextlib
import functools
import operator
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

from zermelo.contract.game import DRAW, ONGOING, WIN, Game
from zermelo.contract.picture import Picture
from zermelo.laws.subject import Observation, Played
from zermelo.laws.twins import counterparts, exchanged_twins, mirrored_twins
from zermelo.naming import piece_symbols

NEAR: Final = 1  # the most columns and rows between a change and a point of the move

NearLaw = Callable[[Game, Sequence[Played]], Iterator[Observation]]


# Mirror images, and the players exchanged ---------------------------------------------------------


def mirror_images(game: Game, played: Sequence[Played]) -> Iterator[Observation]:
    """On a mirrored board, games go on and end as before.

    Evaluations are compared only if all else agrees; otherwise the board lacks this symmetry.
    """
    for twin in mirrored_twins(game):
        observations = list(counterparts(game, played, twin))
        alike = all(seen.holds for seen in observations if seen.law != "evaluations")
        yield from (seen for seen in observations if alike or seen.law != "evaluations")


def players_exchanged(game: Game, played: Sequence[Played]) -> Iterator[Observation]:
    """With the players exchanged, a game goes on and ends as before.

    There may be several ways to exchange them; only the way with the fewest failures counts.
    """
    observations = []
    for twin in exchanged_twins(game):
        with contextlib.suppress(Exception):  # the game may not accept the twin's start
            observations.append(list(counterparts(game, played, twin)))
    if observations:
        yield from min(observations, key=_failures)


def _failures(observations: list[Observation]) -> float:
    return sum(not observation.holds for observation in observations) / len(observations)


# The parts of a state -----------------------------------------------------------------------------


def sums_conserved(game: Game, played: Sequence[Played]) -> Iterator[Observation]:
    """The sum of a state's tuples, or of its tuples and some of its numbers, never changes.

    Only the sum that changes least often is observed.
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


COUNTS = ("player", "hands")  # fields that are never bitboards, however large their ints


def bits_shared(game: Game, played: Sequence[Played]) -> Iterator[Observation]:
    """Each bit of a bitboard is also in another field; for example, all kings are also pieces.

    Bitboards are non-negative ints of similar width.
    """
    every = [state for one in played for state in one.states]
    ints = dict[str, int]()  # fields of non-negative ints, with the largest value of each
    for name in getattr(every[0], "_fields", ()) if every else ():
        values = [getattr(state, name) for state in every]
        if name not in COUNTS and all(isinstance(v, int) and v >= 0 for v in values):
            ints[name] = max(values)
    widths = {name: most.bit_length() for name, most in ints.items() if most > 255}
    fields = [name for name, width in widths.items() if 2 * width > max(widths.values())]
    for moves, states, _ in played:
        for name in fields:
            statement = f"each bit of {name} is also in another field"
            for ply, state in enumerate(states):
                rest = [getattr(state, other) for other in ints if other != name]
                stray = getattr(state, name) & ~functools.reduce(operator.or_, rest, 0)
                seen = f"bit {stray.bit_length() - 1} is not"
                yield Observation("shared bits", statement, stray == 0, moves[:ply], seen)
                if stray:
                    break  # later positions of the game would repeat the fault


# The effect of a move -----------------------------------------------------------------------------


def men_never_gained(game: Game, played: Sequence[Played]) -> Iterator[Observation]:
    """A move adds no pieces of the other player."""
    symbols = piece_symbols(game)
    if symbols is None:
        return
    for moves, states, pictures in played:
        men = [Counter(picture.pieces.values()) for picture in pictures]
        for ply, (before, after) in enumerate(pairwise(men), 1):
            other = symbols[1 - game.player(states[ply - 1])]
            gained = after[other] - before[other]
            seen = f"{gained} {other} more after the last move"
            statement = "a move adds no pieces of the other player"
            yield Observation("men gained", statement, gained <= 0, moves[:ply], seen)


def changes_near(game: Game, played: Sequence[Played]) -> Iterator[Observation]:
    """A move changes only the points that it names and their neighbours."""
    statement = "a move changes only the points it names, and points next to them"
    for turn in _turns(game, played):
        points = turn.before.points
        changed = {p for p, _ in turn.before.pieces.items() ^ turn.after.pieces.items()}
        named = [points[point] for point in turn.points]
        far = [p for p in changed if not any(_distance(points[p], it) <= NEAR for it in named)]
        seen = f"point {min(far)} changes, far from it" if far else ""
        yield Observation("changes", statement, not far, turn.history, seen)


def _distance(one: tuple[int, int], other: tuple[int, int]) -> int:
    """The steps of a king between two points."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


# Pieces: where they are put, how they move, how many there are, and how games end ----------------
# These laws use only the pictures of random games: their points, pieces, lines and clicks.

SIDES: Final = {"below": (0, 1), "above": (0, -1), "left of": (-1, 0), "right of": (1, 0)}


class _Turn(NamedTuple):
    """A move made by clicks on points, with the pictures before and after it."""

    player: int
    before: Picture
    after: Picture
    points: tuple[int, ...]
    history: tuple[int, ...]

    def name(self, point: int) -> str:
        x, y = self.before.points[point]
        return f"the point in column {x}, row {y}"


def _turns(game: Game, played: Sequence[Played]) -> Iterator[_Turn]:
    for moves, states, pictures in played:
        for ply, move in enumerate(moves):
            points = pictures[ply].clicks.get(move, ())
            if points and len(pictures[ply].points) == len(pictures[ply + 1].points):
                player = game.player(states[ply])
                history = moves[: ply + 1]
                yield _Turn(player, pictures[ply], pictures[ply + 1], tuple(points), history)


def _symbols(game: Game, played: Sequence[Played]) -> tuple[str, str] | None:
    """The piece that each player moves or places most; None if unknown, or the same for both."""
    moved: tuple[Counter[str], Counter[str]] = Counter(), Counter()
    for turn in _turns(game, played):
        symbol = turn.before.pieces.get(turn.points[0], turn.after.pieces.get(turn.points[0]))
        if symbol is not None:
            moved[turn.player][symbol] += 1
    if not (moved[0] and moved[1]):
        return None
    first, second = (max(counts, key=lambda symbol: counts[symbol]) for counts in moved)
    return (first, second) if first != second else None


# Where pieces are put -----------------------------------------------------------------------------


def put_on_empty_points(game: Game, played: Sequence[Played]) -> Iterator[Observation]:
    """A move of one click names an empty point."""
    for turn in _turns(game, played):
        if len(turn.points) == 1:
            (point,) = turn.points
            there = turn.before.pieces.get(point)
            seen = f"{turn.name(point)} had {there}"
            statement = "a move of one click names an empty point"
            yield Observation("occupied points", statement, there is None, turn.history, seen)


def put_beside_something(game: Game, played: Sequence[Played]) -> Iterator[Observation]:
    """Every new piece has the edge or another piece on a certain side, the same for all pieces.

    A falling piece lands on something; a floating one is suspicious.
    """
    for turn in _turns(game, played):
        if len(turn.points) == 1 and turn.points[0] not in turn.before.pieces:
            places = {place: point for point, place in enumerate(turn.before.points)}
            x, y = turn.before.points[turn.points[0]]
            for side, (right, down) in SIDES.items():
                beside = places.get((x + right, y + down))
                holds = beside is None or beside in turn.before.pieces
                statement = f"{side} a new piece there is the edge or another piece"
                seen = f"{turn.name(turn.points[0])} has neither"
                yield Observation("hanging pieces", statement, holds, turn.history, seen)


def pieces_of_the_mover(game: Game, played: Sequence[Played]) -> Iterator[Observation]:
    """A move begins with one of the mover's pieces, or places one."""
    symbols = _symbols(game, played)
    if symbols is None:
        return
    for turn in _turns(game, played):
        other, point, places = symbols[1 - turn.player], turn.points[0], len(turn.points) == 1
        if places and point in turn.before.pieces:
            continue  # the move removes a piece
        picture = turn.after if places else turn.before
        statement = f"a move {'places' if places else 'begins with'} one of the mover's pieces"
        holds = picture.pieces.get(point) != other
        seen = f"{turn.name(point)} has {other}, the other player's"
        yield Observation("colours", statement, holds, turn.history, seen)


# How pieces move ----------------------------------------------------------------------------------


def steps_along_lines(game: Game, played: Sequence[Played]) -> Iterator[Observation]:
    """A piece moves along a line to the next point or, without lines, to an adjacent point."""
    for turn in _turns(game, played):
        origin, target = turn.points[0], turn.points[-1]
        moves = len(turn.points) == 2 and turn.before.pieces.get(origin) is not None
        if moves and target in turn.after.pieces and target not in turn.before.pieces:
            holds = target in _neighbours(turn.before, origin)
            seen = f"{turn.name(origin)} and {turn.name(target)} are not neighbours"
            statement = "a piece goes to a neighbouring point"
            yield Observation("steps", statement, holds, turn.history, seen)


def steps_to_all_neighbours(game: Game, played: Sequence[Played]) -> Iterator[Observation]:
    """If all moves are steps, a piece can step to every empty neighbouring point.

    Steps that are possible in other positions do not count as missing.
    """
    symbols = _symbols(game, played)
    if symbols is None:
        return
    ever = {
        (game.player(state), points)
        for _, states, pictures in played
        for state, picture in zip(states, pictures, strict=True)
        for points in picture.clicks.values()
    }
    statement = "a piece can go to every empty neighbouring point"
    for moves, states, pictures in played:
        for ply, picture in enumerate(pictures):
            steps, player = set(picture.clicks.values()), game.player(states[ply])
            if not steps or any(len(points) != 2 for points in steps):
                continue
            own = symbols[player]
            for origin in (point for point, symbol in picture.pieces.items() if symbol == own):
                empty = _neighbours(picture, origin) - set(picture.pieces)
                missing = sorted(end for end in empty if (player, (origin, end)) not in ever)
                turn = _Turn(0, picture, picture, (origin,), moves[:ply])
                seen = "".join(
                    f"no step from {turn.name(origin)} to {turn.name(end)}" for end in missing[:1]
                )
                yield Observation("missing steps", statement, not missing, moves[:ply], seen)


def _neighbours(picture: Picture, point: int) -> set[int]:
    """The points that lines join to a point; in pictures without lines, the adjacent points."""
    if picture.lines:
        ends = [line for line in picture.lines if point in line]
        return {end for line in ends for end in line if end != point}
    here, near = picture.points[point], enumerate(picture.points)
    return {other for other, place in near if _distance(here, place) == 1}


# How many pieces there are ------------------------------------------------------------------------


def no_new_pieces(game: Game, played: Sequence[Played]) -> Iterator[Observation]:
    """No kind of piece that is present at the start ever exceeds its number at the start.

    A piece that becomes another, by promotion or by changing sides, does not count.
    """
    for moves, _, pictures in played:
        counts = [Counter(picture.pieces.values()) for picture in pictures]
        for ply, (before, after) in enumerate(pairwise(counts), 1):
            for symbol, count in counts[0].items():
                statement = f"there are never more {symbol} than the {count} at the start"
                seen = f"there are {after[symbol]}"
                turned = after.total() <= before.total()
                holds = turned or after[symbol] <= max(count, before[symbol])
                yield Observation("too many pieces", statement, holds, moves[:ply], seen)


# How games end ------------------------------------------------------------------------------------


def ends_explained(game: Game, played: Sequence[Played]) -> Iterator[Observation]:
    """A game is decided exactly when the picture shows a complete line, and the last mover wins.

    Games with points may end with a loss of the last mover.
    """
    for moves, states, pictures in played:
        for ply, (state, picture) in enumerate(zip(states, pictures, strict=True)):
            outcome, shown = game.outcome(state), bool(picture.complete)
            history = moves[:ply]
            if shown:
                statement = "a complete line ends the game"
                over = outcome != ONGOING
                yield Observation("lines", statement, over, history, "the game goes on")
            if outcome not in (ONGOING, DRAW):
                statement, seen = "a decided game shows a complete line", "none is complete"
                yield Observation("lines", statement, shown, history, seen)
            if outcome == ONGOING or not ply or game.counts_points:
                continue
            if game.player(state) != game.player(states[ply - 1]):
                statement = "the player who moved last has not lost"
                seen = "the other player has won"
                yield Observation("winners", statement, outcome != WIN, history, seen)


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
