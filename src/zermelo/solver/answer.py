"""An analysis read from a database: nothing is searched, everything is exact."""

from __future__ import annotations

import time
from typing import Any

from zermelo.search.analyze import Analysis, MoveValue
from zermelo.solver.database import Database
from zermelo.solver.probe import known_score, move_scores
from zermelo.solver.score import remoteness_of, value_of


def answer(database: Database, state: Any = None) -> Analysis:
    """What `database` knows of `state`, or of its start, as `zermelo.analyze` says it.

    Wins are as soon and losses as late as possible along the line, which ends where a draw begins
    to repeat. Raises `TextError` for a state that the database does not have.
    """
    game, began = database.game, time.perf_counter()
    state = database.start if state is None else state
    score, scores = known_score(database, state), move_scores(database, state)
    values = [(game.format_move(state, move), float(value_of(worth))) for move, worth in scores]
    value, line = float(value_of(score)), best_line(database, state)
    return Analysis(
        game=str(game),
        state=game.format_state(state) if game.has("format_state") else None,
        player=int(game.player(state)),
        value=value,
        exact=True,
        depth=len(line),
        best_moves=tuple(move for move, worth in values if worth == value),
        moves=tuple(MoveValue(move, worth, True) for move, worth in values),
        line=line,
        remoteness=remoteness_of(score) if scores else 0,
        nodes=1 + len(scores),
        table_entries=database.manifest["solution"]["canonical_states"],
        table_hits=1 + len(scores),
        seconds=time.perf_counter() - began,
        native=False,
    )


def best_line(database: Database, state: Any) -> tuple[str, ...]:
    """Best play from `state` to the end, or until a state comes back."""
    game, line, seen = database.game, [], set()
    while state not in seen and (scores := move_scores(database, state)):
        seen.add(state)
        move = max(scores, key=lambda entry: entry[1])[0]
        line.append(game.format_move(state, move))
        state = game.play(state, move)
    return tuple(line)
