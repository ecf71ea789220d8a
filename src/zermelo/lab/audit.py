"""How good a player is, measured against the truth: a database tells what each move gave away."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from zermelo.analysis import By
from zermelo.errors import UsageError
from zermelo.game import Game
from zermelo.play.drawrules import DrawRules
from zermelo.play.history import History
from zermelo.points import by_of
from zermelo.ranges import SAMPLE
from zermelo.result import Result
from zermelo.solver.database import Database
from zermelo.solver.probe import move_scores
from zermelo.solver.score import worth_of

if TYPE_CHECKING:
    from zermelo.play.player import Player

UNDRAWN: Final = DrawRules(None, None, cap=1000)


@dataclass(frozen=True)
class PlyAudit:
    """The player's moves at one ply.

    ply        moves made before, from 0
    positions  how many were put to the player
    optimal    how many of its moves kept the position's value
    blunders   how many gave some of it away
    regret     what a move gave away on average: 1 from win to draw or draw to loss, 2 for both;
               by score the points lost
    """

    ply: int
    positions: int
    optimal: int
    blunders: int
    regret: float


@dataclass(frozen=True)
class Audit(Result):
    """A player's moves against the truth, by ply and in all.

    optimal_share  share of moves that kept the value, 0 … 1
    by_chance      the same for a player who takes any move, in the same positions
    regret         what a move gave away on average
    interrupted    Ctrl-C ended it; the rest is what was known by then
    by             "outcome", or "score" where the database has points
    """

    game: str
    player: str
    positions: int
    optimal_share: float
    by_chance: float
    blunders: int
    regret: float
    rows: tuple[PlyAudit, ...]
    interrupted: bool = False
    by: By = "outcome"

    def as_dict(self) -> dict[str, Any]:
        """The fields as JSON."""
        fields = asdict(self)
        del fields["interrupted"]
        if self.by == "outcome":
            del fields["by"]
        return {**fields, "rows": [asdict(row) for row in self.rows]}


@dataclass(frozen=True)
class Audited:
    """How many positions were put to the player so far."""

    positions: int
    of: int

    def __str__(self) -> str:
        return f"{self.positions:,} of {self.of:,} positions"


@dataclass(frozen=True)
class _Answer:
    """One move of the player: at which ply, what it gave away, and what any move would have."""

    ply: int
    regret: int
    kept_by_chance: float


def audit(
    database: Database,
    player: Player,
    *,
    positions: int = 200,
    seed: int = 0,
    by: By | None = None,
    progress: Callable[[Any], None] | None = None,
) -> Audit:
    """Put positions of random games to `player`, each once, and compare its moves with the truth.

    positions  how many at most; those where every move is worth the same tell nothing, and are
               left out
    seed       chooses the games
    by         what is compared; it is what the database was solved by: points for one by score

    Raises `ParameterError` for less than one position, `UsageError` for a database solved by other
    values than asked for.
    """
    SAMPLE.check("positions", positions)
    if by not in (None, by_of(database.game)):
        raise UsageError(f"{database.path} is solved by {by_of(database.game)}, not by {by}")
    answers: list[_Answer] = []
    interrupted = False
    try:
        for history in telling_positions(database, positions, random.Random(seed)):
            answers.append(_ask(database, player, history))
            if progress is not None:
                progress(Audited(len(answers), positions))
    except KeyboardInterrupt:
        interrupted = True
    return _summary(database.game, player, answers, interrupted)


def telling_positions(database: Database, count: int, chance: random.Random) -> Iterator[History]:
    """Random games up to positions where some move is a mistake, each position once."""
    seen: set[Any] = set()
    game, fruitless = database.game, 0
    while len(seen) < count and fruitless < 200:  # games without a new position: there are no more
        history, before = History(game, UNDRAWN, database.start), len(seen)
        while not history.over and len(seen) < count:
            moves = move_scores(database, history.state)
            if history.state not in seen and _worths_differ(game, moves):
                seen.add(history.state)
                yield history
            history.play(chance.choice(moves)[0])
        fruitless = fruitless + 1 if len(seen) == before else 0


def _worths_differ(game: Game[Any], moves: list[tuple[int, int]]) -> bool:
    """Whether some of the moves, each with its score, is a mistake."""
    return len({worth_of(game, score) for _, score in moves}) > 1


def _ask(database: Database, player: Player, history: History) -> _Answer:
    scores = move_scores(database, history.state)
    values = {move: worth_of(database.game, score) for move, score in scores}
    best = max(values.values())
    if hasattr(player, "watch"):
        player.watch(history)
    chosen = player.choose(database.game, history.state)
    database.game.play_checked(history.state, chosen)
    kept = sum(value == best for value in values.values()) / len(values)
    return _Answer(len(history.moves), best - values[chosen], kept)


def _summary(game: Game[Any], player: Player, answers: list[_Answer], interrupted: bool) -> Audit:
    rows = tuple(_row(ply, answers) for ply in sorted({answer.ply for answer in answers}))
    count = max(len(answers), 1)
    blunders = sum(row.blunders for row in rows)
    return Audit(
        game=str(game),
        player=player.name,
        positions=len(answers),
        optimal_share=(len(answers) - blunders) / count,
        by_chance=sum(answer.kept_by_chance for answer in answers) / count,
        blunders=blunders,
        regret=sum(answer.regret for answer in answers) / count,
        rows=rows,
        interrupted=interrupted,
        by=by_of(game),
    )


def _row(ply: int, answers: list[_Answer]) -> PlyAudit:
    regrets = [answer.regret for answer in answers if answer.ply == ply]
    optimal = regrets.count(0)
    count = len(regrets)
    return PlyAudit(ply, count, optimal, count - optimal, sum(regrets) / count)
