"""Retrograde analysis of a tier with moves inside it: rounds of its shares, which actors keep."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from zermelo.contract.game import Game
from zermelo.errors import CapabilityError, ContractError
from zermelo.solver.crews.crew import Actor, Crew, exchange
from zermelo.solver.score import NOW


class Retrograde:
    """The shares of a tier whose moves are linked, while they are settled.

    Any call may raise `Lost`: the tier has to be solved again.

    report  is given the number of states that are scored, after each step
    """

    def __init__(
        self, game: Game, crew: Crew, shares: Sequence[Actor], report: Callable[[int], None]
    ) -> None:
        self.game, self.crew, self.shares, self.report = game, crew, shares, report

    def settle(self) -> None:
        """Have all states scored."""
        if self.game.by_score:
            self._settle_points()
            return
        self._settle_due(NOW)
        if not self.game.draws_endless:
            self._settle_endless()

    def _settle_due(self, steps: int) -> None:
        """Settle step by step what is due."""
        step = min(self._all("plan", steps))
        while step < steps:
            step = min(self._exchange(("send_due", step), ("receive_values", step)))
            self.report(sum(self._all("settled")))

    def _settle_points(self) -> None:
        self._propagate("begin_ends", "send_scores", "receive_ends")
        if not any(self._all("open_count")):
            return
        self._all("weigh")
        if not self._agreed(only_open=True):
            raise no_points(self.game)
        best, worth = map(max, zip(*self._all("largest"), strict=True))
        self._settle_due(best + worth)

    def _settle_endless(self) -> None:
        if self.game.counts_points:  # draws that end are worth nothing, whatever their scores
            self._propagate("begin_ends", "send_scores", "receive_ends")
        self._all("weigh")
        if not self._agreed(only_open=self.game.counts_points):
            raise (no_points if self.game.counts_points else no_winner)(self.game)
        self._all("count_none")
        self._propagate("begin_open", "send_worth", "count_open")
        self._propagate("begin_draws", "send_worth", "receive_draws")
        self._all("keep_draws")

    def _agreed(self, *, only_open: bool) -> bool:
        """Whether endless play is worth the same after each move, of open states or of all."""
        self._propagate("begin_open" if only_open else "begin_all", "send_worth", "compare")
        return all(self._all("agreed"))

    def _propagate(self, begin: str, send: str, receive: str) -> None:
        """Queue states, then exchange messages about them until every queue is empty."""
        queued = self._all(begin)
        while any(queued):
            queued = self._exchange((send,), (receive,))

    def _all(self, method: str, *given: Any) -> list[Any]:
        return self.crew.get([share.start(method, *given) for share in self.shares])

    def _exchange(self, send: tuple[Any, ...], receive: tuple[Any, ...]) -> list[Any]:
        count = len(self.shares)
        return self.crew.get(
            exchange(
                count,
                lambda share: self.shares[share].start_parts(count, *send),
                lambda share, *parts: self.shares[share].start(*receive, *parts),
            )
        )


def no_points(game: Game) -> CapabilityError:
    """The error when points change on moves that lead round."""
    return CapabilityError(
        f"{game} cannot be solved: its moves lead round, back to states that were there before, "
        "and change the score in one tier; analyze knows what that is worth"
    )


def no_winner(game: Game) -> ContractError:
    """The error when endless play is not worth the same all along."""
    return ContractError(
        f"{game} says who wins by endless play, so its key and symmetries have to tell who moves"
    )
