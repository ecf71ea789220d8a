"""How far a search may go, how far it has come, and for whom."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Final

from zermelo.contract import ranges
from zermelo.contract.ranges import check_options, option

asker: ContextVar[str] = ContextVar("asker", default="")  # the user of a server, who shares it


@dataclass(frozen=True)
class Limits:
    """The limits of a search; None leaves a limit out.

    depth    plies to look ahead
    seconds  time to think; compiling kernels does not count
    nodes    states to visit, or at most as many more as a state has moves

    Raises `ParameterError` for a limit that makes no sense, see `zermelo.contract.ranges`.
    """

    depth: int | None = option(None, "look at most this many plies ahead", ranges.DEPTH)
    seconds: float | None = option(None, "think at most this long", ranges.SECONDS)
    nodes: int | None = option(None, "visit at most this many nodes", ranges.NODES)

    def __post_init__(self) -> None:
        check_options(self)

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
DEFAULT_SECONDS: Final = 5.0  # of a search without limits


@dataclass(frozen=True)
class Snapshot:
    """How far a search has come: the depth under way, value and line of the last one completed.

    note        what a search without depth has to say instead
    remoteness  plies to the end of a win or loss, where `value` is proven to be one
    """

    depth: int
    nodes: int
    value: float | None
    seconds: float
    line: tuple[str, ...] = ()
    note: str = ""
    remoteness: int | None = None


Progress = Callable[[Snapshot], None]
