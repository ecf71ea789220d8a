"""A trace of a certificate: the walk through a proof."""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.search.traces.trace import Trace


@dataclass(frozen=True, eq=False)
class CertificateTrace(Trace):
    """A proof as it is walked through, see `zermelo.proofs.walk`.

    Values are the claimant's: what is proven, and at the game's end what is reached. In
    `maximizing` nodes the claimant moves, and `chosen` is its move; others have no chosen one.

    claimant  the player who gets
    least     at least so much, a value or points
    """

    claimant: int
    least: int

    @property
    def searcher(self) -> int:
        """The claimant."""
        return self.claimant

    @property
    def table_hits(self) -> int:
        """None: a node that was met before stands for itself."""
        return 0

    @property
    def sides(self) -> tuple[str, str]:
        """The names of nodes in which the claimant moves, and of all others."""
        return "OR", "AND"

    @property
    def claim(self) -> str:
        """The claimant's result, in words."""
        if self.by == "score":
            return f"at least {self.text(self.least)}"
        return "a win" if self.least > 0 else "at least a draw"

    @property
    def outcome(self) -> str:
        """The result in words."""
        return f"{self.claim} is proven"
