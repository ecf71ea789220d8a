"""A crew of a cluster's machines: tasks are Ray's, and so are actors.

When a process or machine is lost, Ray runs its tasks again, with the same results. When an actor is
lost, `Lost` is raised, and the caller begins again.
"""

from __future__ import annotations

import contextlib
import itertools
import math
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.errors import UsageError
from zermelo.native.arrays import Array
from zermelo.process.cluster import RETRIES, connection, failure
from zermelo.solver.crews.crew import Actor, Call, Crew, Lost, Pending, Task

MIB: Final = 1 << 20
WHOLE: Final = -1  # in place of the number of a part
STORE: Final = "object_store_memory"  # as Ray calls it: bytes, of what is not spilled


@contextlib.contextmanager
def crew_at(address: str | None, *, native: bool = True) -> Iterator[Ray | None]:
    """The crew of the cluster at `address`; None without one."""
    if address is None:
        yield None
        return
    with connection(address) as ray, Ray(ray, native=native) as crew:
        yield crew


class Ray(Crew):
    """A crew with a member for each of the cluster's cores.

    Neighbouring shares are a group, as far as there is room for them, with which one task of Ray
    has to do: it calls what is to be done with each of them, in threads if that is compiled. What
    all of them return is one object. So Ray's work grows with the cluster, not with the shares.

    ray     the module, connected to the cluster
    native  whether tasks run compiled
    """

    remote = True

    def __init__(self, ray: Any, *, native: bool = False) -> None:
        self._cores, each = _cores(ray)
        if not self._cores:
            raise UsageError("the cluster has no cores: start a node with some, --num-cpus 4")
        self.members, self.machines = len(self._cores), len(ray.nodes())
        self._threads = each if native else 1
        self._ray = ray
        self._task = ray.remote(max_retries=RETRIES)(_work)
        self._sorting = ray.remote(max_retries=RETRIES)(_sort_packets)
        self._actor = ray.remote(scheduling_strategy="SPREAD")(_Held)
        self._busy: list[Any] = []
        self._idle: list[Any] = []

    @property
    def news(self) -> str:  # type: ignore[override]
        """How many machines there are, how many cores do something, what is stored and spilled."""
        alive = [one for one in self._ray.nodes() if one["Alive"]]
        there, free = self._ray.cluster_resources(), self._ray.available_resources()
        cores, store = there.get("CPU", 0), there.get(STORE, 0)
        busy, stored = cores - free.get("CPU", 0), store - free.get(STORE, store)
        machines = "1 machine" if len(alive) == 1 else f"{len(alive)} machines"
        news = f"{machines}, {busy:.0f} of {cores:.0f} cores busy"
        news += f", {stored / MIB:,.0f} of {store / MIB:,.0f} MiB stored"
        spilled = sum(map(_bytes_in, _spill_folders(alive)))
        return news + (f", {spilled / MIB:,.0f} MiB spilled here" if spilled else "")

    def put(self, value: Any) -> Pending:
        """Put a value into Ray's store."""
        return self._ray.put(value)

    def start(self, task: Task, *given: Any, place: float | None = None) -> Pending:
        """Have Ray do a task."""
        return self._begin([Call(self, (task, *given), place)], 0)[1][0]

    def start_parts(self, parts: int, task: Task, *given: Any) -> Sequence[Pending]:
        """Have Ray do a task that returns a tuple of so many parts."""
        return self.start_all([Call(self, (task, *given))], parts)[0]

    def start_all(self, calls: Sequence[Call], parts: int) -> list[Sequence[Pending]]:
        """Have Ray do tasks on neighbouring shares, group by group."""
        return [one for group in self._groups(calls) for one in self._begin(group, parts)[0]]

    def exchange(
        self, senders: Sequence[Call], receivers: Sequence[int], heads: int = 0
    ) -> tuple[list[Sequence[Pending]], list[list[Pending]]]:
        """Have senders make parts for receivers, which get them in packets.

        A packet has all parts from one group for another. When there are many groups, a packet is
        for several of them; those of several senders are sorted into one for each receiver, on the
        senders' machine. So n groups pass on 2·n·√n packets instead of n².
        """
        groups, columns = self._groups(senders), self._ranges(receivers)
        rows, wide = _neighbours(len(groups)), _neighbours(len(columns))
        passed_on = len(groups) * len(wide) + len(rows) * len(columns)
        direct = len(groups) * len(columns) <= 2 * passed_on
        if direct:
            wide = [range(at, at + 1) for at in range(len(columns))]
        cuts = [columns[some.start].start for some in wide] + [len(receivers)]
        begun = [self._begin(group, heads, cuts) for group in groups]
        packets = [sent for _, sent in begun] if direct else [
            [packet for at, some in enumerate(wide) for packet in self._sort(
                [begun[group][1][at] for group in row], [columns[one] for one in some],
                sum((row.start, row.stop)) / 2 / len(groups),
            )]
            for row in rows
        ]  # fmt: skip
        received = [
            [_Part(row[at], number) for row in packets]
            for at, column in enumerate(columns)
            for number in range(len(column))
        ]
        return [own for parts, _ in begun for own in parts], received

    def _sort(self, packets: list[Any], columns: Sequence[range], place: float) -> list[Any]:
        """One packet for each of some groups of receivers, of packets for all of them."""
        ends = [column.stop - columns[0].start for column in columns]
        options = self._at(place) | {"num_returns": len(ends)}
        sorted_ = self._sorting.options(**options).remote(ends, *packets)
        return [sorted_] if len(ends) == 1 else list(sorted_)

    def _groups(self, calls: Sequence[Call]) -> list[Sequence[Call]]:
        """Calls that are one for Ray: tasks on neighbouring shares, or one of an actor."""
        if calls and isinstance(calls[0].by, _Kept):
            return [[call] for call in calls]
        return [calls[part.start : part.stop] for part in self._ranges([one.size for one in calls])]

    def _ranges(self, sizes: Sequence[int]) -> list[range]:
        """Neighbours in groups of much the same size: one a member, more if there is no room."""
        if not sizes:
            return []
        members, filled = self.members // self._threads, np.maximum(sizes, 1)
        count, upto = max(members, math.ceil(sum(sizes) / self.room)), np.cumsum(filled)
        at = ((upto - filled / 2) * min(count, len(sizes)) // upto[-1]).astype(int)
        ends = [0, *(np.flatnonzero(np.diff(at)) + 1).tolist(), len(sizes)]
        return [range(begin, end) for begin, end in itertools.pairwise(ends)]

    def _begin(
        self, calls: Sequence[Call], parts: int, cuts: Sequence[int] = ()
    ) -> tuple[list[Sequence[Pending]], list[Any]]:
        """Start calls as one; the parts of each, and a packet for the receivers between cuts."""
        wholes: dict[Any, int] = {}

        def numbered(given: Any) -> Any:
            if isinstance(given, _Part):
                return _Part(wholes.setdefault(given.whole, len(wholes)), given.number)
            if isinstance(given, self._ray.ObjectRef):
                return _Part(wholes.setdefault(given, len(wholes)), WHOLE)
            return given

        middle, threads = calls[len(calls) // 2], min(self._threads, len(calls))
        given = [list(map(numbered, call.given)) for call in calls]
        count, name = parts + max(len(cuts) - 1, not parts), middle.given[0]
        options = {"num_returns": count, "name": getattr(name, "__name__", name)}
        if isinstance(middle.by, _Kept):
            work = middle.by.actor.work
        else:
            work, options = self._task, options | self._at(middle.place) | {"num_cpus": threads}
        made = work.options(**options).remote(threads, given, parts, cuts, *wholes)
        made = [made] if count == 1 else list(made)
        owned: list[Sequence[Pending]]
        owned = [[_Part(one, at) for one in made[:parts]] for at in range(len(calls))]
        return owned, made[parts:]

    def _at(self, place: float | None) -> dict[str, Any]:
        """The machine that had better do a task."""
        if place is None:
            return {}
        return {"scheduling_strategy": self._cores[int(place * len(self._cores))]}

    def keep(self, make: Task, *given: Any) -> Actor:
        """Have an actor make an object; one that is idle, if there is any."""
        actor = self._idle.pop() if self._idle else self._actor.remote()
        self._busy.append(actor)
        actor.make.options(name=make.__name__).remote(make, *given)
        return _Kept(self, actor)

    def let_go(self) -> None:
        """Have the actors forget what they keep, and take what is to be kept next."""
        for actor in self._busy:
            actor.make.options(name="let_go").remote(_nothing)
        self._idle += self._busy
        self._busy.clear()

    def get(self, pending: Iterable[Pending]) -> list[Any]:
        """The results, in order; raises `Lost` for what is lost with an actor."""
        wanted = [one if isinstance(one, _Part) else _Part(one, WHOLE) for one in pending]
        started = list({one.whole: None for one in wanted})
        try:
            results = dict(zip(started, self._ray.get(started), strict=True))
        except (self._ray.exceptions.RayError, OSError) as error:
            if self._is_lost(error):
                self._end_actors()
                raise Lost("a machine or process of the cluster was lost") from error
            self._cancel(started)
            raise failure(self._ray, error) from None
        except BaseException:
            self._cancel(started)
            raise
        return [_unlock(one.of(results[one.whole])[0]) for one in wanted]

    def _is_lost(self, error: Any) -> bool:
        """Whether what was lost, an actor or what it had returned, Ray does not make again."""
        kinds = self._ray.exceptions.RayActorError, self._ray.exceptions.ObjectLostError
        return isinstance(error, kinds) or isinstance(getattr(error, "cause", None), kinds)

    def _cancel(self, started: list[Any]) -> None:
        for one in started:
            self._ray.cancel(one)

    def __exit__(self, *_: Any) -> None:
        self._end_actors()

    def _end_actors(self) -> None:
        for actor in (*self._busy, *self._idle):
            self._ray.kill(actor)
        self._busy, self._idle = [], []


def _cores(ray: Any) -> tuple[list[Any], int]:
    """Where each core of the cluster is, elsewhere, if that machine is lost; the fewest of one."""
    at = ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy
    alive = sorted((one for one in ray.nodes() if one["Alive"]), key=lambda one: one["NodeID"])
    cores = {one["NodeID"]: int(one["Resources"].get("CPU", 0)) for one in alive}
    places = [at(node, soft=True) for node, count in cores.items() for _ in range(count)]
    return places, min(filter(None, cores.values()), default=0)


def _spill_folders(nodes: Iterable[dict[str, Any]]) -> set[Path]:
    """The folders of this machine to which Ray spills: beside the sockets of its nodes."""
    sessions = {Path(one["ObjectStoreSocketName"]).parent.parent for one in nodes}
    return {folder for session in sessions for folder in session.glob("ray_spilled_objects*")}


def _bytes_in(folder: Path) -> int:
    """The size of its files; those that vanish meanwhile are left out."""
    total = 0
    with contextlib.suppress(OSError):
        for entry in os.scandir(folder):
            with contextlib.suppress(OSError):
                total += entry.stat().st_size
    return total


class _Part(NamedTuple):
    """Something pending: a part of what Ray will have, for one call of a group, or all of it.

    whole   Ray's reference; for the task that is given it, the number of what Ray gives besides
    number  of the call or receiver, or WHOLE
    """

    whole: Any
    number: int

    def of(self, whole: Any) -> Sequence[Any]:
        """The part of a whole that is there now, alone, or all parts for a receiver."""
        if self.number == WHOLE:
            return (whole,)
        return whole.parts(self.number) if isinstance(whole, Packet) else (whole[self.number],)


class Packet(NamedTuple):
    """Parts for several receivers, from several senders each, as one: joined arrays.

    columns  what the parts consist of, each joined; a part is an array, or a tuple of `columns`
    ends     where each part ends: those for a receiver follow each other
    single   whether a part is an array
    senders  how many there are
    """

    columns: tuple[Array, ...]
    ends: Array
    single: bool
    senders: int

    @classmethod
    def of(cls, rows: Sequence[Sequence[Any]]) -> Packet:
        """A packet of arrays, or of tuples of arrays, by their receivers."""
        parts = list(itertools.chain.from_iterable(rows))
        single = isinstance(parts[0], np.ndarray)
        columns = [parts] if single else list(zip(*parts, strict=True))
        ends = np.cumsum(list(map(len, columns[0])))
        return cls(tuple(map(np.concatenate, columns)), ends, single, len(rows[0]))

    def parts(self, receiver: int) -> list[Any]:
        """The arrays or tuples for one receiver, by their senders."""
        first, last = receiver * self.senders, (receiver + 1) * self.senders
        ends = self.ends[max(first - 1, 0) : last].tolist()
        cuts = list(itertools.pairwise(ends if first else [0, *ends]))
        columns = [[column[begin:end] for begin, end in cuts] for column in self.columns]
        return columns[0] if self.single else list(zip(*columns, strict=True))


def _sort_packets(ends: Sequence[int], *packets: Packet) -> Any:
    """Packets for the same receivers, as one for each group of them, which end there."""
    rows = [
        [part for packet in packets for part in packet.parts(receiver)]
        for receiver in range(ends[-1])
    ]
    return _alone(tuple(Packet.of(rows[low:high]) for low, high in itertools.pairwise([0, *ends])))


def _alone(parts: tuple[Any, ...]) -> Any:
    """Parts as Ray expects them of a task."""
    return parts if len(parts) > 1 else parts[0]


def _neighbours(count: int) -> list[range]:
    """As many groups of neighbours as each has members, or nearly."""
    size = math.ceil(math.sqrt(count)) or 1
    return [range(begin, min(begin + size, count)) for begin in range(0, count, size)]


def _work(
    threads: int, calls: Sequence[Sequence[Any]], parts: int, cuts: Sequence[int], *wholes: Any
) -> Any:
    """Call what is to be done with the shares of a group: for each a tuple, or one thing alone."""
    there = list(map(_unlock, wholes))
    given = [[value for item in call for value in _values(item, there)] for call in calls]
    with Crew(threads) as crew:
        made = crew.get([crew.start(*one) for one in given])
    if not (parts or cuts):
        return made[0]
    own = [[one[part] for one in made] for part in range(parts)]
    packets = (
        Packet.of([[one[parts + receiver] for one in made] for receiver in range(begin, end)])
        for begin, end in itertools.pairwise(cuts)
    )
    return _alone((*own, *packets))


def _values(given: Any, wholes: Sequence[Any]) -> Sequence[Any]:
    """The arguments in place of one."""
    return given.of(wholes[given.whole]) if isinstance(given, _Part) else (given,)


class _Held:
    """An object in an actor."""

    def make(self, make: Task, *given: Any) -> None:
        self._object: Any = None
        self._object = make(*map(_unlock, given))

    def work(self, threads: int, calls: Sequence[Sequence[Any]], *given: Any) -> Any:
        named = [(getattr(self._object, name), *rest) for name, *rest in calls]
        return _work(threads, named, *given)


class _Kept:
    """The handle of an actor: its calls are done in the order in which they were started."""

    def __init__(self, crew: Ray, actor: Any) -> None:
        self.crew, self.actor = crew, actor

    def start(self, method: str, *given: Any) -> Pending:
        """Call a method, after all that were started before."""
        return self.crew._begin([Call(self, (method, *given))], 0)[1][0]

    def start_parts(self, parts: int, method: str, *given: Any) -> Sequence[Pending]:
        """Call a method that returns a tuple of `parts` items, each passed on separately."""
        return self.crew._begin([Call(self, (method, *given))], parts)[0][0]


def _nothing() -> None:
    """An empty object, for an actor to forget what it kept."""


class _Lent:
    """The memory of an array, not marked as read-only."""

    def __init__(self, array: Array) -> None:
        self.array = array
        self.__array_interface__ = {
            **array.__array_interface__,
            "data": (array.ctypes.data, False),
        }


def _unlock(given: Any) -> Any:
    """The same with arrays that compiled code takes for its own.

    Those in Ray's store are read-only, for which all kernels would be compiled once more. No task
    writes to what it is given.
    """
    if isinstance(given, np.ndarray):
        return given if given.flags.writeable else np.asarray(_Lent(given))
    if isinstance(given, dict):
        return {key: _unlock(value) for key, value in given.items()}
    if isinstance(given, list):
        return list(map(_unlock, given))
    if type(given) is tuple:
        return tuple(map(_unlock, given))
    if isinstance(given, tuple) and hasattr(given, "_fields"):
        return type(given)(*map(_unlock, given))
    return given
