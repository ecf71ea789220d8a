"""Zermelo: write a two-player game's rules once in plain Python; it is played and solved."""

import zermelo.process.start  # noqa: F401 - first: from here on signals end the command quietly

# isort: split
import importlib
import sys
from typing import TYPE_CHECKING, Any

from zermelo.contract.game import DRAW, LOSS, ONGOING, WIN, Game, Picture, cell_at, cells, replaced

if TYPE_CHECKING:
    from zermelo.books.book import Book
    from zermelo.books.making import book
    from zermelo.contract.analysis import Analysis, MoveValue
    from zermelo.experiments.profile.profile import DesignReport, GameProfile, report
    from zermelo.laws.check import CheckFault, CheckReport, check
    from zermelo.matches.match import Match, match
    from zermelo.matches.tournament import Tournament, tournament
    from zermelo.native.kernel import kernel
    from zermelo.play.position import Position
    from zermelo.players.named import player
    from zermelo.proofs.prove import Proof, prove
    from zermelo.proofs.verify import ProofCheck, verify_proof
    from zermelo.search.analyze import analyze
    from zermelo.search.engine.questions import Prover
    from zermelo.search.perft import Perft, perft
    from zermelo.search.playouts import Playouts, playouts
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
    from zermelo.values.value import GameValue, value

__version__ = "0.2.0"
__all__ = [
    "DRAW",
    "LOSS",
    "ONGOING",
    "WIN",
    "Analysis",
    "Book",
    "CheckFault",
    "CheckReport",
    "Database",
    "DesignReport",
    "Estimate",
    "Game",
    "GameProfile",
    "GameValue",
    "Learning",
    "Match",
    "MoveValue",
    "Oracle",
    "Perft",
    "Picture",
    "Playouts",
    "Position",
    "Proof",
    "ProofCheck",
    "Prover",
    "Solution",
    "Tournament",
    "Trace",
    "Tuning",
    "Verification",
    "analyze",
    "book",
    "cell_at",
    "cells",
    "check",
    "estimate",
    "game",
    "kernel",
    "learn",
    "match",
    "perft",
    "player",
    "playouts",
    "probe",
    "prove",
    "replaced",
    "report",
    "solve",
    "tournament",
    "trace",
    "tune",
    "value",
    "verify",
    "verify_proof",
]

_HOMES = {  # loaded when first asked for, so that `import zermelo` stays quick
    "CheckFault": "zermelo.laws.check",
    "CheckReport": "zermelo.laws.check",
    "check": "zermelo.laws.check",
    "Analysis": "zermelo.contract.analysis",
    "Book": "zermelo.books.book",
    "book": "zermelo.books.making",
    "MoveValue": "zermelo.contract.analysis",
    "analyze": "zermelo.search.analyze",
    "kernel": "zermelo.native.kernel",
    "Perft": "zermelo.search.perft",
    "perft": "zermelo.search.perft",
    "Playouts": "zermelo.search.playouts",
    "playouts": "zermelo.search.playouts",
    "Database": "zermelo.solver.probing.database",
    "Estimate": "zermelo.solver.estimate",
    "estimate": "zermelo.solver.estimate",
    "Oracle": "zermelo.solver.probing.columns",
    "probe": "zermelo.solver.probing.probe",
    "Solution": "zermelo.solver.solution",
    "solve": "zermelo.solver.solve",
    "Verification": "zermelo.solver.checking.verify",
    "verify": "zermelo.solver.checking.verify",
    "Proof": "zermelo.proofs.prove",
    "prove": "zermelo.proofs.prove",
    "ProofCheck": "zermelo.proofs.verify",
    "verify_proof": "zermelo.proofs.verify",
    "Prover": "zermelo.search.engine.questions",
    "Trace": "zermelo.search.traces.trace",
    "trace": "zermelo.search.traces.tracing",
    "Position": "zermelo.play.position",
    "player": "zermelo.players.named",
    "Match": "zermelo.matches.match",
    "match": "zermelo.matches.match",
    "Tournament": "zermelo.matches.tournament",
    "tournament": "zermelo.matches.tournament",
    "DesignReport": "zermelo.experiments.profile.profile",
    "GameProfile": "zermelo.experiments.profile.profile",
    "report": "zermelo.experiments.profile.profile",
    "Learning": "zermelo.tuning.tables",
    "learn": "zermelo.tuning.tables",
    "Tuning": "zermelo.tuning.tune",
    "tune": "zermelo.tuning.tune",
    "GameValue": "zermelo.values.value",
    "value": "zermelo.values.value",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        missing = f"module 'zermelo' has no attribute {name!r}"
        raise AttributeError(missing, name=name, obj=sys.modules[__name__])  # Python suggests one
    return getattr(importlib.import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])


def game(spec: str) -> Game:
    """The game that `spec` names, like "nim(rows=[1, 2, 3])"; see `zermelo.spec.parse_game`."""
    from zermelo.contract.adapted.interned import written
    from zermelo.contract.adapted.twins import as_given
    from zermelo.spec import parse_game

    return as_given(written(parse_game(spec)))  # type: ignore[no-any-return]
