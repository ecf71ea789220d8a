"""Players that follow what is known: a database, or a certificate."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, Final

from zermelo.contract.game import Game
from zermelo.errors import IllegalMoveError, UsageError
from zermelo.play.player import Player
from zermelo.solver.probing.probe import Solved, move_scores
from zermelo.solver.score import ENDLESS

NODES: Final = 5000  # of a search for the shortest way to the end
SECONDS: Final = 2.0  # to wait for the compiler


class Perfect:
    """Plays by a database: wins as soon and loses as late as possible, and never gives a draw away.

    Among equal moves, it takes one that gives the opponent the most replies that are mistakes, and
    among these a random one, by `seed`. If the database has outcomes without distances, a short
    search compares the moves that keep the value.
    """

    name = "perfect"

    def __init__(self, database: Solved, seed: int | None = None) -> None:
        self.database = database
        self._random = random.Random(seed)

    def choose(self, game: Game, state: Any) -> int:
        """One of the best moves, the hardest to answer."""
        scores = move_scores(self.database, state)
        if not scores:
            raise IllegalMoveError("the game is over: there is no move to choose")
        best = max(score for _, score in scores)
        equal = [move for move, score in scores if score == best]
        if len(equal) > 1 and abs(best) == ENDLESS and _ends(game):
            equal = _soonest(game, state, equal)
        traps = {move: self._mistakes(game, state, move) for move in equal}
        most = max(traps.values())
        return self._random.choice([move for move in equal if traps[move] == most])

    def _mistakes(self, game: Game, state: Any, move: int) -> int:
        """The number of replies to `move` that are mistakes."""
        after = game.play(state, move)
        if game.player(after) == game.player(state):
            return 0
        replies = [score for _, score in move_scores(self.database, after)]
        worth = replies if game.by_score else [(score > 0) - (score < 0) for score in replies]
        return sum(each < max(worth) for each in worth)


def _ends(game: Game) -> bool:
    """Whether every win ends: then a win without distance has one that is not stored."""
    return game.draws_endless and not game.by_score


def _soonest(game: Game, state: Any, moves: list[int]) -> list[int]:
    """The best of some moves, by a search of the engine."""
    from zermelo.search.analyze import analyze  # few databases need it
    from zermelo.search.engine.compiling import compiled_within

    native = compiled_within(game, SECONDS)
    analysis = analyze(game, state, nodes=NODES, native=native, every_move=True)
    worth = {game.parse_move(state, entry.move): entry.sooner for entry in analysis.moves}
    most = max(worth[move] for move in moves)
    return [move for move in moves if worth[move] == most]


class Follower:
    """Plays the claimant's moves of a certificate, which is checked first.

    otherwise  chooses all other moves: for the other side, or outside the certificate

    Raises `UsageError` for a file without a proof about this game.
    """

    name = "proof"

    def __init__(self, path: Path, game: Game, otherwise: Player) -> None:
        from zermelo.proofs.certificate import read_certificate  # a page has no proofs
        from zermelo.proofs.verify import check

        self._otherwise = otherwise
        self._next: dict[Any, Any] = {}  # from position to the claimant's next one, up to symmetry
        proof = read_certificate(path, game)
        _, fault = check(proof, self._learn)
        if fault is not None:
            raise UsageError(f"{path} proves nothing: {fault}")

    def _learn(self, game: Game, state: Any, move: int) -> None:
        self._next[min(game.symmetries(state))] = min(game.symmetries(game.play(state, move)))

    def choose(self, game: Game, state: Any) -> int:
        """The certificate's move, or the other player's."""
        wanted = self._next.get(min(game.symmetries(state)))
        for move in game.moves(state) if wanted is not None else ():
            if min(game.symmetries(game.play(state, move))) == wanted:
                return move
        return self._otherwise.choose(game, state)
