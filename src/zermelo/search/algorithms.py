"""The searches by name: what help says of each, what limits it takes, and where it runs.

A new search is one more entry: `analyze`, the command and players by name read this table.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from zermelo.contract.game import Game
from zermelo.errors import ParameterError
from zermelo.search.limits import DEFAULT_SECONDS, Limits, Progress

if TYPE_CHECKING:
    import random

    from zermelo.contract.analysis import Analysis
    from zermelo.search.engine.options import EngineOptions


class Question(NamedTuple):
    """A request to a search; `native` None: compiled, unless plain Python is done in no time."""

    game: Game
    state: Any
    limits: Limits
    options: EngineOptions
    seed: int | None
    progress: Progress | None
    native: bool | None

    @property
    def chance(self) -> random.Random | None:
        """The source of chance among equal moves, if any."""
        if self.seed is None:
            return None
        from random import Random

        return Random(self.seed)


@dataclass(frozen=True)
class Algorithm:
    """One of the searches.

    about   what it is, in the help
    home    the function that answers a `Question` with an `Analysis`; modules load when it runs
    value   of a textbook search: the kernel that values a state to a depth, as in the textbook;
            "" where that is part of valuing every move
    values  and the one that values every move
    depth   whether a depth may limit it
    """

    name: str
    about: str
    home: str
    value: str = ""
    values: str = ""
    depth: bool = True

    @property
    def kernel(self) -> Any:
        """The kernel of a textbook search for every move of a state."""
        return _load(self.values)

    @property
    def root_kernel(self) -> Any:
        """The kernel of a textbook search for a state, None where that of its moves will do."""
        return _load(self.value) if self.value else None

    def answer(self, question: Question) -> Analysis:
        """The result of the search; `ParameterError` for a limit that it does not take."""
        if question.limits.depth is not None and not self.depth:
            raise ParameterError(f"{self.name} has no depth limit: give seconds or nodes")
        if not self.values:
            limits = question.limits.or_seconds(DEFAULT_SECONDS)
            question = question._replace(limits=limits)
        analysis: Analysis = _load(self.home)(self, question)
        return analysis


def _load(name: str) -> Any:
    module, _, function = name.partition(":")
    return getattr(importlib.import_module(module), function)


TEXTBOOK: Final = "zermelo.search.deepening:search_textbook"
MONTE_CARLO: Final = "zermelo.search.montecarlo:search_monte_carlo"
ALPHA_BETA: Final = "zermelo.search.textbook:alpha_beta_value"
MEMO: Final = "zermelo.search.memo:memo_value"
BOUNDS: Final = "zermelo.search.memo:bounds_value"
ALGORITHMS: Final = {
    algorithm.name: algorithm
    for algorithm in (
        Algorithm("engine", "the strongest", "zermelo.search.engine.analysis:think"),
        Algorithm(
            "minimax", "the whole tree", TEXTBOOK, values="zermelo.search.textbook:minimax_values"
        ),
        Algorithm("alphabeta", "minimax with pruning", TEXTBOOK, ALPHA_BETA, f"{ALPHA_BETA}s"),
        Algorithm("memo", "alphabeta that keeps its results", TEXTBOOK, MEMO, f"{MEMO}s"),
        Algorithm("bounds", "alphabeta that keeps bounds", TEXTBOOK, BOUNDS, f"{BOUNDS}s"),
        Algorithm("mcts", "random games from a growing tree", MONTE_CARLO, depth=False),
        Algorithm("hybrid", "mcts with the evaluation", MONTE_CARLO, depth=False),
        Algorithm(
            "pn", "proof-number search", "zermelo.search.pn:search_proof_numbers", depth=False
        ),
    )
}


def algorithm_called(name: str) -> Algorithm:
    """The search of this name; `ParameterError` names all when there is none."""
    if name not in ALGORITHMS:
        raise ParameterError(f"algorithm should be {', '.join(ALGORITHMS)}, not {name!r}")
    return ALGORITHMS[name]
