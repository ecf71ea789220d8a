"""How a game begins: what each first move is worth, and which beginnings are alike."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from typing import Any, Final

from zermelo.books.file import canonical
from zermelo.contract.analysis import Analysis, MoveValue
from zermelo.contract.game import ONGOING, Game
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
    positions  how many distinct positions there are after 1, 2 … plies
    canonical  the same, symmetric ones counted once
    """

    analysis: Analysis
    classes: tuple[tuple[str, ...], ...]
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
    positions, canonical = _count_openings(game, time.process_time() + min(seconds / 4, 1))
    return Openings(analysis, _classes(game), positions, canonical)


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


def _classes(game: Game) -> tuple[tuple[str, ...], ...]:
    """The first moves by what they lead to, up to symmetry, in the game's order."""
    start = game.start()
    classes: dict[Any, list[str]] = {}
    for move in game.moves(start):
        key = canonical(game, game.play(start, move))
        classes.setdefault(key, []).append(game.format_move(start, move))
    return tuple(map(tuple, classes.values()))


def _count_openings(game: Game, deadline: float) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Distinct positions after 1, 2 … plies, and how many are left up to symmetry."""
    layer, all_of, up_to = {game.start()}, list[int](), list[int]()
    while len(all_of) < PLIES and len(layer) <= MOST:
        following = _next_layer(game, layer, deadline)
        if not following:
            break
        folded = _count_up_to_symmetry(game, following, deadline)
        if folded is None:
            break
        all_of.append(len(following))
        up_to.append(folded)
        layer = following
    return tuple(all_of), tuple(up_to)


def _next_layer(game: Game, layer: set[Any], deadline: float) -> set[Any] | None:
    """The layer that one move leads to from `layer`; None if that takes too long."""
    states: set[Any] = set()
    for state in layer:
        if time.process_time() > deadline:
            return None
        if game.outcome(state) == ONGOING:
            states.update(game.play(state, move) for move in game.moves(state))
    return states


def _count_up_to_symmetry(game: Game, states: set[Any], deadline: float) -> int | None:
    """How many states are left when symmetric ones are one; None when that takes too long."""
    images: set[Any] = set()
    for state in states:
        if time.process_time() > deadline:
            return None
        images.add(canonical(game, state))
    return len(images)
