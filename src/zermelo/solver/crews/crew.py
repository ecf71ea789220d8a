"""A crew does the work of a solver, which gives it tasks on shares of the states.

A solver cuts the states into shares. It starts tasks on them and passes the result of one task on
to others unseen: `Pending` stands for it. A task knows only its arguments, and its only effects are
its result or a file replaced as a whole: so it may run anywhere, and once more after its machine is
lost. Tasks are functions of a module, and their arguments can be pickled. Data too large to pass
from task to task stay in an actor, an object that one member keeps and whose methods are called in
the order in which they were started.

`Crew` is that of one process, `zermelo.solver.crews.raycrew.Ray` that of a cluster.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any, Final, Protocol, Self

from zermelo.errors import ZermeloError

Task = Callable[..., Any]
LOSSES: Final = 100  # of machines in one run, after which something else is wrong


class Lost(ZermeloError):  # noqa: N818 - a request, caught by the solver
    """The machine that kept something is lost: it has to be made again."""


Pending = Any  # the result of a task, or one part of it, once it is done


class Actor(Protocol):
    """An object that one member of a crew holds."""

    def start(self, method: str, *given: Any) -> Pending:
        """Call a method, after all that were started before."""

    def start_parts(self, parts: int, method: str, *given: Any) -> Sequence[Pending]:
        """Call a method that returns a tuple of so many parts, which can be passed on singly."""


def exchange(
    shares: int,
    send: Callable[[int], Sequence[Pending]],
    receive: Callable[..., Pending],
) -> list[Pending]:
    """Have every share send a part to each, itself too, and receive what is for it.

    send     starts what makes the parts from a share, one for each share
    receive  starts what takes up the parts for a share, given that and all of them in order
    """
    sent = [send(share) for share in range(shares)]
    return [receive(share, *(parts[share] for parts in sent)) for share in range(shares)]


class Crew:
    """Does tasks, as many side by side as it has members: here threads of this process.

    With one member all is done as it is started, in the thread of the caller. Pending results may
    be given to other tasks, which get what was returned.

    machines  on how many machines the members are
    remote    whether they are other processes: those may be lost with what their actors keep, and
              what is pending need not fit into memory
    news      a line about the crew at work for progress reports, or nothing
    """

    machines, remote, news = 1, False, ""

    def __init__(self, members: int) -> None:
        self.members = members
        self._pool = ThreadPoolExecutor(members) if members > 1 else None
        self._under_way: set[Future[Any]] = set()

    def put(self, value: Any) -> Pending:
        """Have a value at hand for many tasks, which it is then sent to once."""
        return value

    def start(self, task: Task, *given: Any, place: float | None = None) -> Pending:
        """Have a task done.

        place   where on the way through all shares, from 0 to 1, that is which it works on: what
                is near each other is done on the same machine, if it is there
        """
        return self._started(task, given)

    def start_parts(
        self, parts: int, task: Task, *given: Any, place: float | None = None
    ) -> Sequence[Pending]:
        """Have a task done that returns a tuple of so many parts."""
        whole = self._started(task, given)
        return [_Part(whole, number) for number in range(parts)]

    def keep(self, make: Task, *given: Any) -> Actor:
        """Have one member make an object and keep it: an actor."""
        return _Kept(self, self.start(make, *given))

    def let_go(self) -> None:
        """Have nothing kept any more."""

    def get(self, pending: Iterable[Pending]) -> list[Any]:
        """The results, in order.

        When a task raises, or on Ctrl-C, nothing is under way any more once that is raised here.
        Raises `Lost` for what a lost actor should have returned.
        """
        started = list(pending)
        try:
            return [_value(one) for one in started]
        except BaseException:
            self._stop()
            raise

    def _started(self, task: Task, given: tuple[Any, ...]) -> Future[Any]:
        # A thread that waits for another task is behind it in the pool's queue: none waits forever.
        if self._pool is None:
            done: Future[Any] = Future()
            done.set_result(_run(task, given))
            return done
        future = self._pool.submit(_run, task, given)
        self._under_way.add(future)
        future.add_done_callback(self._under_way.discard)
        return future

    def _stop(self) -> None:
        """Drop what has not begun, and wait for the rest."""
        under_way = list(self._under_way)
        for future in under_way:
            future.cancel()
        wait(under_way)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: Any) -> None:
        self._stop()
        if self._pool is not None:
            self._pool.shutdown()


class _Part:
    """One of the parts that a task returns."""

    def __init__(self, whole: Future[Any], number: int) -> None:
        self.whole, self.number = whole, number

    def result(self) -> Any:
        return self.whole.result()[self.number]


class _Kept:
    """An object kept in this process: each call waits for the one before."""

    def __init__(self, crew: Crew, made: Pending) -> None:
        self.crew, self.made, self.last = crew, made, made

    def start(self, method: str, *given: Any) -> Pending:
        """Call a method, after all that were started before."""
        self.last = self.crew.start(_call, self.made, self.last, method, *given)
        return self.last

    def start_parts(self, parts: int, method: str, *given: Any) -> Sequence[Pending]:
        """Call a method that returns a tuple of so many parts."""
        pending = self.crew.start_parts(parts, _call, self.made, self.last, method, *given)
        self.last = pending[0]
        return pending


def _run(task: Task, given: tuple[Any, ...]) -> Any:
    return task(*map(_value, given))


def _value(given: Any) -> Any:
    return given.result() if isinstance(given, Future | _Part) else given


def _call(kept: Any, _before: Any, method: str, *given: Any) -> Any:
    return getattr(kept, method)(*given)
