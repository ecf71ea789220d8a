"""Zermelo: write a two-player game's rules once in plain Python; it is played and solved."""

from __future__ import annotations

import zermelo.starting  # noqa: F401 - first: from here on signals end the command quietly

# isort: split
import importlib
from typing import TYPE_CHECKING, Any

from zermelo.game import DRAW, LOSS, ONGOING, WIN, Game, cell_at, cells, replaced
from zermelo.picture import Picture

if TYPE_CHECKING:
    from zermelo.analysis import Analysis, MoveValue
    from zermelo.books.book import Book
    from zermelo.books.making import book
    from zermelo.lab.check import CheckFault, CheckReport, check
    from zermelo.lab.profile.profile import DesignReport, GameProfile, report
    from zermelo.lab.tune import Tuning, tune
    from zermelo.matches.match import Match, match
    from zermelo.matches.tournament import Tournament, tournament
    from zermelo.play.position import Position
    from zermelo.search.analyze import analyze
    from zermelo.search.engine.prover import Prover
    from zermelo.search.perft import Perft, perft
    from zermelo.search.playouts import Playouts, playouts
    from zermelo.search.trace import Trace, trace
    from zermelo.solver.database import Database
    from zermelo.solver.estimate import Estimate, estimate
    from zermelo.solver.oracle import Oracle
    from zermelo.solver.probe import probe
    from zermelo.solver.solution import Solution
    from zermelo.solver.solve import solve
    from zermelo.solver.verify import Verification, verify

__version__ = "0.1.0"
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
    "Match",
    "MoveValue",
    "Oracle",
    "Perft",
    "Picture",
    "Playouts",
    "Position",
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
    "match",
    "perft",
    "playouts",
    "probe",
    "replaced",
    "report",
    "solve",
    "tournament",
    "trace",
    "tune",
    "verify",
]

_HOMES = {  # loaded when first asked for, so that `import zermelo` stays quick
    "CheckFault": "zermelo.lab.check",
    "CheckReport": "zermelo.lab.check",
    "check": "zermelo.lab.check",
    "Analysis": "zermelo.analysis",
    "Book": "zermelo.books.book",
    "book": "zermelo.books.making",
    "MoveValue": "zermelo.analysis",
    "analyze": "zermelo.search.analyze",
    "Perft": "zermelo.search.perft",
    "perft": "zermelo.search.perft",
    "Playouts": "zermelo.search.playouts",
    "playouts": "zermelo.search.playouts",
    "Database": "zermelo.solver.database",
    "Estimate": "zermelo.solver.estimate",
    "estimate": "zermelo.solver.estimate",
    "Oracle": "zermelo.solver.oracle",
    "probe": "zermelo.solver.probe",
    "Solution": "zermelo.solver.solution",
    "solve": "zermelo.solver.solve",
    "Verification": "zermelo.solver.verify",
    "verify": "zermelo.solver.verify",
    "Prover": "zermelo.search.engine.prover",
    "Trace": "zermelo.search.trace",
    "trace": "zermelo.search.trace",
    "Position": "zermelo.play.position",
    "Match": "zermelo.matches.match",
    "match": "zermelo.matches.match",
    "Tournament": "zermelo.matches.tournament",
    "tournament": "zermelo.matches.tournament",
    "DesignReport": "zermelo.lab.profile.profile",
    "GameProfile": "zermelo.lab.profile.profile",
    "report": "zermelo.lab.profile.profile",
    "Tuning": "zermelo.lab.tune",
    "tune": "zermelo.lab.tune",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'zermelo' has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])


def game(spec: str) -> Game[Any]:
    """The game that `spec` names, like "nim(rows=[1, 2, 3])"; see `zermelo.spec.parse_game`."""
    from zermelo.spec import parse_game

    return parse_game(spec)
