"""How a game begins: what each first move is worth, and which beginnings are alike."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from typing import Any, Final

from zermelo.books.file import canonical
from zermelo.contract.analysis import Analysis, MoveValue
from zermelo.contract.game import ONGOING, Game
from zermelo.experiments.profile.boardsymmetries import board_symmetries, seen
from zermelo.experiments.profile.whole import Whole
from zermelo.search.analyze import analyze
from zermelo.search.limits import Progress
from zermelo.solver.probing.database import Database
from zermelo.solver.probing.probe import probe

PLIES: Final = 4  # of the openings that are counted
MOST: Final = 5_000  # positions of a ply that are gone on from


@dataclass(frozen=True)
class Openings:
    """The start, its moves, and how many positions follow.

    analysis   what the start and each first move are worth, and whether that is proven
    classes    the first moves, those together that a symmetry of the position exchanges
    alike      the source of that: "exact" by the game's `symmetries`, "sampled" by a symmetry of
               the picture that held in random games, or "" where neither is known
    positions  how many distinct positions there are after 1, 2 … plies
    canonical  the same, symmetric ones counted once; empty for a game without `symmetries`
    """

    analysis: Analysis
    classes: tuple[tuple[str, ...], ...]
    alike: str
    positions: tuple[int, ...]
    canonical: tuple[int, ...]

    def as_dict(self) -> dict[str, Any]:
        """The fields as JSON."""
        fields, start = asdict(self), asdict(self.analysis)
        del fields["analysis"]
        fields["start"] = {name: start[name] for name in ("player", "value", "exact", "remoteness")}
        return {**fields, "first_moves": list(start["moves"])}


def openings(
    game: Game,
    known: Whole | Database | None,
    seconds: float,
    *,
    native: bool = True,
    progress: Progress | None = None,
) -> Openings:
    """The openings of `game`, from what is `known` of it, or from a search of so many seconds."""
    if isinstance(known, Database):
        analysis = probe(known, line=True)
    elif known is not None:
        analysis = _looked_up(known)
    else:
        given: Any = {"native": native, "progress": progress, "every_move": True}
        analyze(game, depth=1, **given)  # whatever has to be compiled is, before time counts
        analysis = analyze(game, seconds=seconds, **given)
        if analysis.interrupted:
            raise KeyboardInterrupt
    room = min(seconds / 4, 1)
    classes, alike = _classes(game, time.perf_counter() + room)
    positions, canonical = _count_openings(game, time.perf_counter() + room)
    return Openings(analysis, classes, alike, positions, canonical)


def _looked_up(known: Whole) -> Analysis:
    """The start of a game known whole, in the shape of a search's findings."""
    game, state = known.game, known.graph.states[0]
    moves = []
    for move, child in known.graph.moves[0]:
        plies = known.remoteness[child]
        moves.append(
            MoveValue(
                game.format_move(state, move),
                float(known.seen_by(0, child)),
                remoteness=None if plies is None else plies + 1,
            )
        )
    value = known.values[0] or 0
    return Analysis(
        game=str(game),
        state=game.format_state(state) if game.has("format_state") else None,
        player=game.player(state),
        value=float(value),
        exact=True,
        depth=known.remoteness[0] or 0,
        best_moves=tuple(entry.move for entry in moves if entry.value == value),
        complete=True,
        moves=tuple(moves),
        line=(),
        remoteness=known.remoteness[0],
        nodes=len(known.values),
        table_entries=0,
        table_hits=0,
        seconds=0.0,
        native=False,
        source="database",
    )


def _classes(game: Game, deadline: float) -> tuple[tuple[tuple[str, ...], ...], str]:
    """The first moves by what they lead to, up to symmetry, in the game's order."""
    start = game.start()
    moves = list(game.moves(start))
    texts = {move: game.format_move(start, move) for move in moves}
    if game.has("symmetries"):
        keys = {move: canonical(game, game.play(start, move)) for move in moves}
        return _grouped(texts, keys), "exact"
    symmetries = board_symmetries(game, deadline) if game.has("picture") else []
    if not symmetries:
        return tuple((text,) for text in texts.values()), ""
    after = {move: game.picture(game.play(start, move)) for move in moves}
    images = {m: min(sorted(seen(p, s)) for s in symmetries) for m, p in after.items()}
    return _grouped(texts, images), "sampled"


def _grouped(texts: dict[int, str], keys: dict[int, Any]) -> tuple[tuple[str, ...], ...]:
    classes: dict[Any, list[str]] = {}
    for move, text in texts.items():
        key = keys[move]
        classes.setdefault(tuple(key) if isinstance(key, list) else key, []).append(text)
    return tuple(map(tuple, classes.values()))


def _count_openings(game: Game, deadline: float) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Distinct positions after 1, 2 … plies, and how many are left up to symmetry."""
    layer, all_of, up_to = {game.start()}, list[int](), list[int]()
    while len(all_of) < PLIES and len(layer) <= MOST:
        following = _next_layer(game, layer, deadline)
        if not following:
            break
        if game.has("symmetries"):
            folded = _count_up_to_symmetry(game, following, deadline)
            if folded is None:
                break
            up_to.append(folded)
        all_of.append(len(following))
        layer = following
    return tuple(all_of), tuple(up_to)


def _next_layer(game: Game, layer: set[Any], deadline: float) -> set[Any] | None:
    """The layer that one move leads to from `layer`; None if that takes too long."""
    states: set[Any] = set()
    for state in layer:
        if time.perf_counter() > deadline:
            return None
        if game.outcome(state) == ONGOING:
            states.update(game.play(state, move) for move in game.moves(state))
    return states


def _count_up_to_symmetry(game: Game, states: set[Any], deadline: float) -> int | None:
    """How many states are left when symmetric ones are one; None when that takes too long."""
    images: set[Any] = set()
    for state in states:
        if time.perf_counter() > deadline:
            return None
        images.add(canonical(game, state))
    return len(images)
