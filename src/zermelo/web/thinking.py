"""Work outside the event loop: a few threads for all sessions, and searches for pages."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final, Literal, TypedDict, TypeVar

from starlette.requests import ClientDisconnect, Request

from zermelo.board.view import BoardView, board_view
from zermelo.contract.game import WIN, Game
from zermelo.errors import Stopped, UsageError
from zermelo.experiments.experiment import Step, depth_experiment
from zermelo.play.fields import Fields
from zermelo.play.session import Session
from zermelo.play.thinking import Job, Owner, Thinker, report_progress
from zermelo.process.resources import usable_cores
from zermelo.search.traces.trace import CERTIFICATE, MONTE_CARLO, PROOF_NUMBERS
from zermelo.search.traces.tracing import trace
from zermelo.trees.record import TreeRecord, tree_record

if TYPE_CHECKING:
    from zermelo.proofs.verify import Known

MOST_SECONDS: Final = 30.0  # the longest time of one search
CROWD_SECONDS: Final = 2.0  # seconds until all users have an answer, if many wait
LOOK: Final = 0.2  # seconds between checks that a client is still connected
LEAST_SECONDS: Final = 0.06
WORKERS: Final = max(2, usable_cores())
CLERKS: Final = 4  # threads for short work with rules
Result = TypeVar("Result")


def address_of(request: Request) -> str:
    """The client's address; addresses share the time for thinking."""
    return request.client.host if request.client else ""


async def while_connected(request: Request, job: Job, result: Awaitable[Any]) -> Any:
    """Wait for the `result` of a request's job; stop the job if the client disconnects."""
    finding = asyncio.ensure_future(result)
    while not finding.done():
        await asyncio.wait({finding}, timeout=LOOK)
        if not finding.done() and await request.is_disconnected():
            job.stop()
            finding.cancel()
            raise ClientDisconnect
    return finding.result()


class SharedThinker(Thinker):
    """The threads of all sessions. Urgent jobs interrupt others, which continue later."""

    def look(self, owner: Owner) -> float:
        """The seconds that a new search for `owner` may take now."""
        return self._share(owner, len(self._jobs) + 1)

    def allowed_seconds(self, job: Job) -> float:
        """The seconds that a search of this job may take now: fewer if other jobs wait."""
        with self._lock:
            if not job.urgent and any(other.urgent for other in self._waiting):
                return LEAST_SECONDS
        return self._share(job.owner, len(self._jobs))

    def _share(self, owner: Owner, running: int) -> float:
        if running <= self.workers:
            return MOST_SECONDS
        with self._lock:
            addresses = Counter(job.owner[0] for job in self._jobs)
        addresses[owner[0]] = max(1, addresses[owner[0]])
        parts = len(addresses) * addresses[owner[0]]
        return max(LEAST_SECONDS, CROWD_SECONDS * self.workers / parts)

    async def think(self, job: Job) -> Any:
        """Run a job and return its result; raises its error, or `Stopped`."""
        ended = asyncio.Event()
        job.then(lambda _: ended.set())
        self.begin(job)
        try:
            await ended.wait()
        except asyncio.CancelledError:
            job.stop()
            raise
        try:
            return job.result()
        finally:
            del job  # the error refers to this frame: avoid a cycle of references

    async def do(self, asker: str, work: Callable[[], Result]) -> Result:
        """Run short work for an address and return its result; the work outlives its caller."""
        doing = asyncio.ensure_future(self.think(Job(work, owner=(asker, ""))))
        doing.add_done_callback(
            lambda done: done.cancelled() or done.exception()
        )  # retrieves the error, so that asyncio does not log it
        result: Result = await asyncio.shield(doing)
        return result


MOST_NODES: Final = 120_000
DEEPEST: Final = 100
MOST_SIMULATIONS: Final = 10_000
FEW_SIMULATIONS: Final = 100  # simulations by default
GROWN: Final = {PROOF_NUMBERS: "proof-number search", MONTE_CARLO: "Monte Carlo tree search"}
MOST_POINTS: Final = 9_999  # highest claim, in points
DEEPEST_LIMIT: Final = 12  # highest limit, in plies
LONGEST: Final = 200  # the most moves of a game to draw as boards
Origin = Literal["move", "game"]
ORIGINS: Final[tuple[Origin, ...]] = ("move", "game")


class Searches(TypedDict):
    """A recorded search and, on request, a second one to compare."""

    title: str
    record: TreeRecord
    against: TreeRecord | None
    points: bool  # whether the game counts points, which allows a search by score
    proof: bool  # whether the server has a proof about the game


def searches(session: Session, fields: Fields, title: str, proof: Known | None) -> Searches:
    """Record the searches in `fields`, or a part of `proof`; `UsageError` for impossible ones."""
    algorithm = fields.text_or_none("algorithm") or "alphabeta"
    against, depth = fields.text_or_none("against"), fields.number_or_none("depth", DEEPEST)
    for name, search in GROWN.items():
        if name in (algorithm, against):
            if against is not None:
                raise UsageError(f"{search} cannot be compared with other searches")
            depth = None
    if CERTIFICATE in (algorithm, against) and (proof is None or against is not None):
        raise UsageError("a proof cannot be compared, and needs zermelo serve --proof FILE")
    least = fields.number_or_none("least", MOST_POINTS)
    given: dict[str, Any] = {
        "least": WIN if least is None else least,
        "simulations": fields.number_or_none("simulations", MOST_SIMULATIONS) or FEW_SIMULATIONS,
        "progress": report_progress,
    }
    limits: dict[str, Any] = {"depth": depth, "limit": MOST_NODES}

    def record_tree(name: str) -> TreeRecord:
        if name == CERTIFICATE and proof is not None:
            from zermelo.proofs.verify import certificate_trace

            return tree_record(certificate_trace(proof, session.state, **limits))
        return tree_record(trace(session.game, session.state, algorithm=name, **limits, **given))

    try:
        return {
            "title": title,
            "record": record_tree(algorithm),
            "against": record_tree(against) if against else None,
            "points": session.game.counts_points,
            "proof": proof is not None,
        }
    except Stopped:
        raise UsageError("this takes too long here; search less deeply") from None


class Made(TypedDict):
    """A move, and the number of states that the search for it generated."""

    move: str
    states: int


class LimitedGame(TypedDict):
    """A game of minimax against itself: its moves, and the board before and after each."""

    title: str
    depth: int
    result: str
    seconds: float
    states: int
    moves: list[Made]
    boards: list[BoardView]


def limited_game(game: Game, fields: Fields, title: str, *, native: bool) -> LimitedGame:
    """Let minimax play `game` against itself with the limit that `fields` describe."""
    depth, origin = fields.number("depth", DEEPEST_LIMIT), fields.choice("from", ORIGINS)
    steps: list[Step] = []
    watch: dict[str, Any] = {"watch": steps.append, "progress": report_progress}
    try:
        done = depth_experiment(game, [depth], origin=origin, native=native, **watch)
    except Stopped:
        raise UsageError(f"limit {depth} takes too long here; choose a lower one") from None
    (row,) = done.rows
    boards = [board_view(game, game.start(), active=False)]
    for step in steps[:LONGEST]:
        state = game.play(step.state, step.move)
        board = board_view(game, state, before=step.state, last_move=step.move, active=False)
        boards.append(board)
    return {
        "title": title,
        "depth": depth,
        "result": row.result,
        "seconds": row.seconds,
        "states": row.states,
        "moves": [
            {"move": game.format_move(step.state, step.move), "states": step.states}
            for step in steps
        ],
        "boards": boards,
    }
