"""A database phase by phase: positions won, drawn and lost, up to symmetry and in all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from zermelo.contract.result import Fields
from zermelo.solver.probing.database import Database
from zermelo.solver.score import NOW, UNKNOWN
from zermelo.solver.store.numbers import TierStates

KINDS: Final = ("wins", "draws", "losses")
MANY: Final = 1 << 28  # numbers that take too long to count along the way


@dataclass(frozen=True)
class PhaseTally(Fields):
    """The positions of one phase, for their movers.

    phase            what the game calls it
    positions        symmetric ones counted singly, with their wins, draws and losses
    canonical        one of each set of symmetric ones, with its wins, draws and losses
    longest_win      plies that the longest win takes, 0 without one
    longest_loss     the same for losses
    """

    phase: str
    positions: int
    wins: int
    draws: int
    losses: int
    canonical: int
    canonical_wins: int
    canonical_draws: int
    canonical_losses: int
    longest_win: int
    longest_loss: int


def phase_tallies(database: Database) -> list[PhaseTally]:
    """The phases of a database whose states are numbers, that of its start first.

    Empty for a game without phases, without distances, for states stored by keys, and for more than
    2²⁸ numbers.
    """
    states = database.states
    if not isinstance(states, TierStates) or not database.game.has("phase"):
        return []
    if states.places > MANY or not database.distances:
        return []
    parts: dict[str, list[dict[str, int]]] = {}
    for phase, counted in _tiers(database, states):
        parts.setdefault(phase, []).append(counted)
    own = str(database.game.phase(database.start))
    return [_together(phase, parts[phase]) for phase in sorted(parts, key=lambda p: p != own)]


def _tiers(database: Database, states: TierStates) -> Iterator[tuple[str, dict[str, int]]]:
    """The phase of each tier that has positions, and its counts."""
    game: Any = database.game
    for tier, facts in sorted(states.tiers.items()):
        scores = states.cells.scores[states.tier(tier)]
        here = scores[scores != UNKNOWN].astype(np.int32)
        if not len(here):
            continue
        won, lost = here[here > 0], -here[here < 0]
        yield (
            str(game.phase(game.unindex(tier, int(np.argmax(scores != UNKNOWN))))),
            {
                **{name: int(facts[name]) for name in KINDS},
                "canonical_wins": len(won),
                "canonical_draws": len(here) - len(won) - len(lost),
                "canonical_losses": len(lost),
                "longest_win": NOW - int(won.min(initial=NOW)),
                "longest_loss": NOW - int(lost.min(initial=NOW)),
            },
        )


def _together(phase: str, parts: list[dict[str, int]]) -> PhaseTally:
    """The tiers of a phase as one."""
    merged = {
        name: (max if name.startswith("longest") else sum)(part[name] for part in parts)
        for name in parts[0]
    }
    positions, canonical = (sum(merged[p + kind] for kind in KINDS) for p in ("", "canonical_"))
    return PhaseTally(phase=phase, positions=positions, canonical=canonical, **merged)
