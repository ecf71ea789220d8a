"""Zermelo: write a game's rules once in plain Python, then play, solve and explain it."""

import zermelo.process.start  # noqa: F401 - first: from here on signals end the command quietly

# isort: split
import importlib
import sys
from typing import TYPE_CHECKING, Any

from zermelo.contract.game import DRAW, LOSS, ONGOING, WIN, Game, Picture, cell_at, cells, replaced

if TYPE_CHECKING:  # the names in `_HOMES`, for type checkers
    from zermelo.books.book import Book as Book
    from zermelo.books.making import book as book
    from zermelo.contract.analysis import Analysis as Analysis
    from zermelo.contract.analysis import MoveValue as MoveValue
    from zermelo.experiments.profile import DesignReport as DesignReport
    from zermelo.experiments.profile import GameProfile as GameProfile
    from zermelo.experiments.profile import report as report
    from zermelo.laws.check import CheckFault as CheckFault
    from zermelo.laws.check import CheckReport as CheckReport
    from zermelo.laws.check import check as check
    from zermelo.matches.match import Match as Match
    from zermelo.matches.match import Tournament as Tournament
    from zermelo.matches.match import match as match
    from zermelo.matches.match import tournament as tournament
    from zermelo.native.kernel import kernel as kernel
    from zermelo.play.position import Position as Position
    from zermelo.players.byname import player as player
    from zermelo.proofs.prove import Proof as Proof
    from zermelo.proofs.prove import prove as prove
    from zermelo.proofs.verify import ProofCheck as ProofCheck
    from zermelo.proofs.verify import verify_proof as verify_proof
    from zermelo.search.analyze import analyze as analyze
    from zermelo.search.engine.questions import Prover as Prover
    from zermelo.search.playouts import Perft as Perft
    from zermelo.search.playouts import Playouts as Playouts
    from zermelo.search.playouts import perft as perft
    from zermelo.search.playouts import playouts as playouts
    from zermelo.search.traces.trace import Trace as Trace
    from zermelo.search.traces.tracing import trace as trace
    from zermelo.solver.checking.verify import Verification as Verification
    from zermelo.solver.checking.verify import verify as verify
    from zermelo.solver.estimate import Estimate as Estimate
    from zermelo.solver.estimate import estimate as estimate
    from zermelo.solver.probing.columns import Oracle as Oracle
    from zermelo.solver.probing.database import Database as Database
    from zermelo.solver.probing.probe import probe as probe
    from zermelo.solver.solution import Solution as Solution
    from zermelo.solver.solve import solve as solve
    from zermelo.tuning.tables import Learning as Learning
    from zermelo.tuning.tables import learn as learn
    from zermelo.tuning.tune import Tuning as Tuning
    from zermelo.tuning.tune import tune as tune
    from zermelo.values.positions import GameValue as GameValue
    from zermelo.values.positions import value as value

__version__ = "0.2.0"
_HOMES = {  # name → module, imported on first use to keep `import zermelo` quick
    name: f"zermelo.{module}"
    for module, names in {
        "books.book": "Book",
        "books.making": "book",
        "contract.analysis": "Analysis MoveValue",
        "experiments.profile": "DesignReport GameProfile report",
        "laws.check": "CheckFault CheckReport check",
        "matches.match": "Match Tournament match tournament",
        "native.kernel": "kernel",
        "play.position": "Position",
        "players.byname": "player",
        "proofs.prove": "Proof prove",
        "proofs.verify": "ProofCheck verify_proof",
        "search.analyze": "analyze",
        "search.engine.questions": "Prover",
        "search.playouts": "Perft Playouts perft playouts",
        "search.traces.trace": "Trace",
        "search.traces.tracing": "trace",
        "solver.checking.verify": "Verification verify",
        "solver.estimate": "Estimate estimate",
        "solver.probing.columns": "Oracle",
        "solver.probing.database": "Database",
        "solver.probing.probe": "probe",
        "solver.solution": "Solution",
        "solver.solve": "solve",
        "tuning.tables": "Learning learn",
        "tuning.tune": "Tuning tune",
        "values.positions": "GameValue value",
    }.items()
    for name in names.split()
}
__all__ = [
    "DRAW", "LOSS", "ONGOING", "WIN", "Game", "Picture", "cell_at", "cells", "game", "replaced",
    *_HOMES,
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        missing = f"module 'zermelo' has no attribute {name!r}"
        raise AttributeError(missing, name=name, obj=sys.modules[__name__])  # Python adds a hint
    return getattr(importlib.import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])


def game(spec: str) -> Game:
    """The game that `spec` names; see `zermelo.spec.parse_game`.

    spec  the name with parameters, or a file and class: "nim(rows=[1, 2, 3])", "chomp.py:Chomp"

    Raises `SpecError` if `spec` names no game, and `ParameterError` for invalid parameters.

    >>> game("nim(rows=[1, 2, 3])")
    Nim(rows=(1, 2, 3), misere=False)
    """
    from zermelo.contract.views import game_as_written
    from zermelo.spec import parse_game

    return game_as_written(parse_game(spec))
