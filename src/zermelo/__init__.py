"""Zermelo: write a game's rules once in plain Python, then play, solve and explain it."""

import zermelo.process.start  # noqa: F401 - first: from here on signals end the command quietly

# isort: split
import importlib
import sys
from typing import TYPE_CHECKING, Any

from zermelo.contract.game import DRAW, LOSS, ONGOING, WIN, Game, Picture, cell_at, cells, replaced

if TYPE_CHECKING:  # the names in `_HOMES`, for type checkers
    from zermelo.books.book import Book
    from zermelo.books.making import book
    from zermelo.contract.analysis import Analysis, MoveValue
    from zermelo.experiments.profile import DesignReport, GameProfile, report
    from zermelo.laws.check import CheckFault, CheckReport, check
    from zermelo.matches.match import Match, Tournament, match, tournament
    from zermelo.native.kernel import kernel
    from zermelo.play.position import Position
    from zermelo.players.byname import player
    from zermelo.proofs.prove import Proof, prove
    from zermelo.proofs.verify import ProofCheck, verify_proof
    from zermelo.search.analyze import analyze
    from zermelo.search.engine.questions import Prover
    from zermelo.search.playouts import Perft, Playouts, perft, playouts
    from zermelo.search.traces.trace import Trace
    from zermelo.search.traces.tracing import trace
    from zermelo.solver.checking.verify import Verification, verify
    from zermelo.solver.estimate import Estimate, estimate
    from zermelo.solver.probing.columns import Oracle
    from zermelo.solver.probing.database import Database
    from zermelo.solver.probing.probe import probe
    from zermelo.solver.solution import Solution
    from zermelo.solver.solve import solve
    from zermelo.tuning.tables import Learning, learn
    from zermelo.tuning.tune import Tuning, tune
    from zermelo.values.positions import GameValue, value

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
    "DRAW", "LOSS", "ONGOING", "WIN", "Analysis", "Book", "CheckFault", "CheckReport", "Database",
    "DesignReport", "Estimate", "Game", "GameProfile", "GameValue", "Learning", "Match",
    "MoveValue", "Oracle", "Perft", "Picture", "Playouts", "Position", "Proof", "ProofCheck",
    "Prover", "Solution", "Tournament", "Trace", "Tuning", "Verification", "analyze", "book",
    "cell_at", "cells", "check", "estimate", "game", "kernel", "learn", "match", "perft", "player",
    "playouts", "probe", "prove", "replaced", "report", "solve", "tournament", "trace", "tune",
    "value", "verify", "verify_proof",
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
