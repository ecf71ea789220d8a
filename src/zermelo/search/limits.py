"""How far a search may go, and how far it has come."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from zermelo.contract import ranges


@dataclass(frozen=True)
class Limits:
    """What ends a search that has not found out everything; None leaves a limit out.

    depth    plies to look ahead
    seconds  time to think; compiling kernels does not count
    nodes    states to visit, or at most as many more as a state has moves

    Raises `ParameterError` for a limit that makes no sense, see `zermelo.contract.ranges`.
    """

    depth: int | None = None
    seconds: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        if self.depth is not None:
            ranges.DEPTH.check("depth", self.depth)
        if self.seconds is not None:
            ranges.SECONDS.check("seconds", self.seconds)
        if self.nodes is not None:
            ranges.NODES.check("nodes", self.nodes)

    @property
    def deepening(self) -> bool:
        """Whether to search one depth after the other: time or nodes may end it at any."""
        return self.depth is None or self.seconds is not None or self.nodes is not None

    def or_seconds(self, seconds: float) -> Limits:
        """These limits, or so many seconds where there are none."""
        return replace(self, seconds=seconds) if self == NO_LIMITS else self

    def within(self, seconds: float) -> Limits:
        """These limits, and no more than so many seconds."""
        return replace(
            self, seconds=seconds if self.seconds is None else min(seconds, self.seconds)
        )


NO_LIMITS: Final = Limits()


@dataclass(frozen=True)
class Snapshot:
    """How far a search has come: the depth under way, value and line of the last one completed."""

    depth: int
    nodes: int
    value: float | None
    seconds: float
    line: tuple[str, ...] = ()


Progress = Callable[[Snapshot], None]
