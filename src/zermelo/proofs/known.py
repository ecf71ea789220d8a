"""The positions of a certificate as an analysis: what it proves there, and by which moves."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from zermelo.contract.analysis import Analysis, MoveValue
from zermelo.contract.game import ONGOING, Game
from zermelo.contract.points import by_of
from zermelo.errors import UsageError
from zermelo.proofs.certificate import read_certificate
from zermelo.proofs.verify import check


class Known:
    """Bounds of values that follow from a certificate, which is checked first.

    game  by default the one that the file names

    Raises `UsageError` for a file that holds no proof about this game.
    """

    def __init__(self, path: Path, game: Game | None = None) -> None:
        proof = read_certificate(path, game)
        self.game = proof.game
        self._goals = proof.claim.goals(proof.game, proof.state)
        self._own: set[tuple[Any, int]] = set()  # positions in which the claimant moves, with it,
        self._after: set[tuple[Any, int]] = {  # and those that its moves lead to
            (min(proof.game.symmetries(proof.state)), goal.claimant) for goal in self._goals
        }
        _, fault = check(proof, self._learn)
        if fault is not None:
            raise UsageError(f"{path} proves nothing: {fault}")

    def _learn(self, game: Game, state: Any, move: int) -> None:
        claimant = game.player(state)
        self._own.add((min(game.symmetries(state)), claimant))
        self._after.add((min(game.symmetries(game.play(state, move))), claimant))

    def bounds(self, state: Any) -> tuple[int, int]:
        """The least and the most that `state` is worth to its player to move."""
        game, player = self.game, self.game.player(state)
        outcome = game.outcome(state)
        if outcome != ONGOING:
            worth = game.score(state) if game.by_score else outcome
            return worth, worth
        low, high, name = -game.value_bound, game.value_bound, min(game.symmetries(state))
        for claimant, least in self._goals:
            if claimant == player and (name, claimant) in self._own:
                low = max(low, least)
            elif claimant != player and (
                (name, claimant) in self._after or self._all_reach(state, claimant, least)
            ):
                high = min(high, -least)
        return low, high

    def _all_reach(self, state: Any, claimant: int, least: int) -> bool:
        """Whether all moves of the other player lead to where the claimant reaches its least."""
        game = self.game
        for child in (game.play(state, move) for move in game.moves(state)):
            mine = game.player(child) == claimant
            if game.outcome(child) == ONGOING:
                reached = self._own if mine else self._after
                if (min(game.symmetries(child)), claimant) not in reached:
                    return False
            elif (self.bounds(child)[0] if mine else -self.bounds(child)[0]) < least:
                return False
        return True

    def analysis(self, state: Any = None) -> Analysis | None:
        """The value of a position, or the start, if the certificate proves it, with all moves."""
        began, game = time.perf_counter(), self.game
        state = game.start() if state is None else state
        value, high = self.bounds(state)
        if value < high:
            return None
        moves = tuple(self._move(state, move, value) for move in game.moves(state))
        best = tuple(entry.move for entry in moves if entry.exact and entry.value == value)
        return Analysis(
            game=str(game),
            state=game.format_state(state) if game.has("format_state") else None,
            player=game.player(state),
            value=float(value),
            exact=True,
            depth=0,
            best_moves=best,
            complete=all(entry.exact for entry in moves),
            moves=moves,
            line=best[:1],
            remoteness=0 if not moves else None,
            nodes=1 + len(moves),
            table_entries=0,
            table_hits=0,
            seconds=time.perf_counter() - began,
            native=False,
            source="proof",
            by=by_of(game),
        )

    def _move(self, state: Any, move: int, value: int) -> MoveValue:
        child = self.game.play(state, move)
        low, high = self.bounds(child)
        if self.game.player(child) != self.game.player(state):
            low, high = -high, -low
        known = low == min(high, value)  # no move is worth more than the position
        text = self.game.format_move(state, move)
        shown = float(min(high, value))
        return MoveValue(text, shown, known, "exact" if known else "at most", by=by_of(self.game))
