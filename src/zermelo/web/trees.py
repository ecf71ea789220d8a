"""Searches recorded for the page of trees, as long as they are short enough to be sent."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypedDict

from zermelo.contract.game import WIN
from zermelo.errors import Stopped, UsageError
from zermelo.play.session import Session
from zermelo.play.thinking import report_progress
from zermelo.search.traces.trace import CERTIFICATE, MONTE_CARLO, PROOF_NUMBERS
from zermelo.search.traces.tracing import trace
from zermelo.trees.record import TreeRecord, tree_record
from zermelo.web.requests import Fields

if TYPE_CHECKING:
    from zermelo.proofs.known import Known

MOST_NODES: Final = 120_000
DEEPEST: Final = 100
MOST_SIMULATIONS: Final = 10_000
FEW_SIMULATIONS: Final = 100  # by default
GROWN: Final = {PROOF_NUMBERS: "proof-number search", MONTE_CARLO: "Monte Carlo tree search"}
MOST_POINTS: Final = 9_999  # that a claim may ask for


class Searches(TypedDict):
    """A search, another one beside it if asked for, whether the game counts points, so that it may
    be searched for these too, and whether a certificate about it is here."""

    record: TreeRecord
    against: TreeRecord | None
    points: bool
    proof: bool


def searches(session: Session, fields: Fields, proof: Known | None) -> Callable[[], Searches]:
    """The recording of the search, or the two, that `fields` ask for in the session's position; or
    the walk through a `proof` about the game.

    Called by a thinker's thread, it raises `UsageError` for what can't be searched, has too many
    nodes, or takes longer than is allowed there.
    """
    algorithm = fields.text_or_none("algorithm") or "alphabeta"
    against, depth = fields.text_or_none("against"), fields.number_or_none("depth", DEEPEST)
    for name, search in GROWN.items():
        if name in (algorithm, against):
            if against is not None:
                raise UsageError(f"{search} is compared with no other search")
            depth = None
    if CERTIFICATE in (algorithm, against) and (proof is None or against is not None):
        raise UsageError("a proof is shown alone, of a game with one: zermelo serve --proof FILE")
    least = fields.number_or_none("least", MOST_POINTS)
    simulations = fields.number_or_none("simulations", MOST_SIMULATIONS) or FEW_SIMULATIONS
    given = {"depth": depth, "least": WIN if least is None else least, "simulations": simulations}
    return partial(_recorded, session, algorithm, against, given, proof)


def _recorded(
    session: Session,
    algorithm: str,
    against: str | None,
    given: dict[str, Any],
    proof: Known | None,
) -> Searches:
    limits: dict[str, Any] = {"limit": MOST_NODES, "progress": report_progress}

    def recorded(name: str) -> TreeRecord:
        if name == CERTIFICATE and proof is not None:
            from zermelo.proofs.prooftree import certificate_trace

            depth, most = given["depth"], MOST_NODES
            return tree_record(certificate_trace(proof, session.state, depth=depth, limit=most))
        return tree_record(trace(session.game, session.state, algorithm=name, **given, **limits))

    try:
        return {
            "record": recorded(algorithm),
            "against": recorded(against) if against else None,
            "points": session.game.counts_points,
            "proof": proof is not None,
        }
    except Stopped:
        raise UsageError("this takes too long here; search less deep") from None
