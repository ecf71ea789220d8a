"""The searches by name: what help says of each, what limits it takes, and where it runs.

A new search is one more entry: `analyze`, the command and players by name read this table.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from zermelo.contract.game import Game
from zermelo.errors import ParameterError
from zermelo.search.limits import Limits, Progress

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
    values  of a textbook search: the kernel that values every move of a state to a depth
    depth   whether a depth may limit it
    """

    name: str
    about: str
    home: str
    values: str = ""
    depth: bool = True

    @property
    def kernel(self) -> Any:
        """The kernel of a textbook search."""
        return _load(self.values)

    def answer(self, question: Question) -> Analysis:
        """The result of the search; `ParameterError` for a limit that it does not take."""
        if question.limits.depth is not None and not self.depth:
            raise ParameterError(f"{self.name} has no depth limit: give seconds or nodes")
        analysis: Analysis = _load(self.home)(self, question)
        return analysis


def _load(name: str) -> Any:
    module, _, function = name.partition(":")
    return getattr(importlib.import_module(module), function)


DEEPENED: Final = "zermelo.search.deepening:search_textbook"
MONTE_CARLO: Final = "zermelo.search.montecarlo:search_monte_carlo"
ALGORITHMS: Final = {
    algorithm.name: algorithm
    for algorithm in (
        Algorithm("engine", "the strongest", "zermelo.search.engine.analysis:think"),
        Algorithm(
            "minimax", "the whole tree", DEEPENED, values="zermelo.search.textbook:minimax_values"
        ),
        Algorithm(
            "alphabeta",
            "minimax with pruning",
            DEEPENED,
            values="zermelo.search.textbook:alpha_beta_values",
        ),
        Algorithm(
            "memo", "alphabeta with a table", DEEPENED, values="zermelo.search.memo:memo_values"
        ),
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
