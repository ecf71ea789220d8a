"""Zermelo: write a two-player game's rules once in plain Python; it is played and solved."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from zermelo.game import DRAW, LOSS, ONGOING, WIN, Game, replaced
from zermelo.picture import Picture

if TYPE_CHECKING:
    from zermelo.lab.check import Fault, Report, check
    from zermelo.lab.tune import Tuning, tune
    from zermelo.play.match import Match, match
    from zermelo.play.position import Position
    from zermelo.play.tournament import Tournament, tournament
    from zermelo.search.analyze import Analysis, MoveValue, analyze
    from zermelo.search.perft import Perft, perft
    from zermelo.search.prover import Prover
    from zermelo.search.trace import Trace, trace
    from zermelo.solver.database import Database
    from zermelo.solver.estimate import Estimate, estimate
    from zermelo.solver.probe import Probe, probe
    from zermelo.solver.solve import Solution, solve
    from zermelo.solver.verify import Verification, verify

__version__ = "0.1.0"
__all__ = [
    "DRAW",
    "LOSS",
    "ONGOING",
    "WIN",
    "Analysis",
    "Database",
    "Estimate",
    "Fault",
    "Game",
    "Match",
    "MoveValue",
    "Perft",
    "Picture",
    "Position",
    "Probe",
    "Prover",
    "Report",
    "Solution",
    "Tournament",
    "Trace",
    "Tuning",
    "Verification",
    "analyze",
    "check",
    "estimate",
    "game",
    "match",
    "perft",
    "probe",
    "replaced",
    "solve",
    "tournament",
    "trace",
    "tune",
    "verify",
]

_HOMES = {  # loaded when first asked for, so that `import zermelo` stays quick
    "Fault": "zermelo.lab.check",
    "Report": "zermelo.lab.check",
    "check": "zermelo.lab.check",
    "Analysis": "zermelo.search.analyze",
    "MoveValue": "zermelo.search.analyze",
    "analyze": "zermelo.search.analyze",
    "Perft": "zermelo.search.perft",
    "perft": "zermelo.search.perft",
    "Database": "zermelo.solver.database",
    "Estimate": "zermelo.solver.estimate",
    "estimate": "zermelo.solver.estimate",
    "Probe": "zermelo.solver.probe",
    "probe": "zermelo.solver.probe",
    "Solution": "zermelo.solver.solve",
    "solve": "zermelo.solver.solve",
    "Verification": "zermelo.solver.verify",
    "verify": "zermelo.solver.verify",
    "Prover": "zermelo.search.prover",
    "Trace": "zermelo.search.trace",
    "trace": "zermelo.search.trace",
    "Position": "zermelo.play.position",
    "Match": "zermelo.play.match",
    "match": "zermelo.play.match",
    "Tournament": "zermelo.play.tournament",
    "tournament": "zermelo.play.tournament",
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
