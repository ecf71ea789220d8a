"""A crew on a cluster, made of Ray's tasks and actors. Ray repeats the tasks of a process or
machine that fails; for a lost actor, `get` raises `Lost`, and the solver starts again.
"""

from __future__ import annotations

import contextlib
import itertools
import math
import pickle
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.errors import UsageError, require_extra
from zermelo.native.arrays import Array
from zermelo.process.cluster import RETRIES, connection, failure
from zermelo.solver.crews import crew as crews
from zermelo.solver.crews.crew import MIB, Actor, Call, Crew, Lost, Pending, Task

BATCH: Final = 1 << 26  # bytes of results to compress at once before passing them on
STORE: Final = "object_store_memory"  # Ray's name for the bytes of its store


@contextlib.contextmanager
def crew_at(address: str | None, *, native: bool = True) -> Iterator[Crew | None]:
    """The crew of the cluster at `address`; None without an address."""
    if address is None:
        yield None
        return
    with connection(address) as ray, Ray(ray, native=native) as crew:
        yield crew


class Ray(Crew):
    """A crew with a member for each of the cluster's cores; `ray` is Ray's module, connected to it.

    Neighbouring shares that fit into memory together are one task for Ray, and their results one
    object, so its bookkeeping grows with the cluster, not with the number of shares. Within the
    task, compression overlaps with the calls, which run in threads if compiled.
    """

    remote = True

    def __init__(self, ray: Any, *, native: bool = False) -> None:
        at = ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy
        alive = sorted((one for one in ray.nodes() if one["Alive"]), key=lambda one: one["NodeID"])
        cores = {one["NodeID"]: int(one["Resources"].get("CPU", 0)) for one in alive}
        # the preferred node for each core
        self._cores = [at(node, soft=True) for node, count in cores.items() for _ in range(count)]
        if not self._cores:
            raise UsageError("the cluster has no cores; start a node with --num-cpus 4")
        self.members, self.machines = len(self._cores), len(ray.nodes())
        self._threads = min(filter(None, cores.values())) if native else 1
        self._ray = ray
        self._task = ray.remote(max_retries=RETRIES)(_work)
        self._sorting = ray.remote(max_retries=RETRIES)(_sort_packets)
        self._actor = ray.remote(scheduling_strategy="SPREAD")(_Held)
        self._busy: list[Any] = []
        self._idle: list[Any] = []

    @property
    def news(self) -> str:  # type: ignore[override]
        """The numbers of machines and of busy cores, and the bytes stored and spilled, as text."""
        alive = [one for one in self._ray.nodes() if one["Alive"]]
        there, free = self._ray.cluster_resources(), self._ray.available_resources()
        cores, store = there.get("CPU", 0), there.get(STORE, 0)
        busy, stored = cores - free.get("CPU", 0), store - free.get(STORE, store)
        machines = "1 machine" if len(alive) == 1 else f"{len(alive)} machines"
        news = f"{machines}, {busy:.0f} of {cores:.0f} cores busy"
        news += f", {stored / MIB:,.0f} of {store / MIB:,.0f} MiB stored"
        spilled = 0  # bytes in files of this machine's nodes, next to their sockets
        for session in {Path(one["ObjectStoreSocketName"]).parent.parent for one in alive}:
            for file in session.glob("ray_spilled_objects*/*"):
                with contextlib.suppress(OSError):
                    spilled += file.stat().st_size
        return news + (f", {spilled / MIB:,.0f} MiB spilled here" if spilled else "")

    def put(self, value: Any) -> Pending:
        """Put a value in Ray's store, where the processes of a machine share its arrays."""
        return _Part((self._ray.put([Packed.of([value])]),), 0)

    def start(self, task: Task, *given: Any) -> Pending:
        """Let Ray do a task."""
        return self._begin([Call(self, (task, *given))], 0)[0][0][0]

    def exchange(
        self, senders: Sequence[Call], receivers: Sequence[int], heads: int = 0
    ) -> tuple[list[Sequence[Pending]], list[list[Pending]]]:
        """Start senders whose parts reach the receivers in packets, one for each pair of groups.
        With many groups, packets are for several groups, and the senders' machine sorts them by
        receiver: n groups exchange 2·n·√n packets instead of n².
        """
        columns, groups = self._ranges(receivers), [[call] for call in senders]
        if senders and not isinstance(senders[0].by, _Kept):
            parts = self._ranges([call.size for call in senders])
            groups = [[*senders[part.start : part.stop]] for part in parts]
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
        wholes = [tuple(row[at] for row in packets) for at in range(len(columns))]
        received = [
            [_Part(whole, number)]
            for whole, column in zip(wholes, columns, strict=True)
            for number in range(len(column))
        ]
        return [own for parts, _ in begun for own in parts], received

    def _sort(self, packets: list[Any], columns: Sequence[range], place: float) -> list[Any]:
        """Sort packets for these groups of receivers into one packet for each group."""
        ends = [column.stop - columns[0].start for column in columns]
        options = {"num_returns": len(ends), "scheduling_strategy": self._machine_at(place)}
        sorted_ = self._sorting.options(**options).remote(ends, *packets)
        return [sorted_] if len(ends) == 1 else list(sorted_)

    def _ranges(self, sizes: Sequence[int]) -> list[range]:
        """Divide shares of these sizes into groups of similar size: one for each parallel task, or
        more if memory is short.
        """
        return _divide(sizes, max(self.members // self._threads, sum(sizes) / self.room))

    def _begin(
        self, calls: Sequence[Call], parts: int, cuts: Sequence[int] = ()
    ) -> tuple[list[Sequence[Pending]], list[Any]]:
        """Start a group of calls; return their parts, and a packet for each range between cuts."""
        wholes: dict[Any, int] = {}

        def numbered(given: Any) -> Any:
            if not isinstance(given, _Part):
                return given
            return _Part(wholes.setdefault(given.whole, len(wholes)), given.number)

        middle, threads = calls[len(calls) // 2], min(self._threads, len(calls))
        sizes = [call.size for call in calls]
        batches = [
            [list(map(numbered, call.given)) for call in calls[part.start : part.stop]]
            for part in _divide(sizes, max(2 * threads, sum(sizes) / BATCH))
        ]
        own, name = parts or int(not cuts), middle.given[0]
        count = own + max(len(cuts) - 1, 0)
        options = {"num_returns": count, "name": getattr(name, "__name__", name)}
        if isinstance(middle.by, _Kept):
            work = middle.by.actor.work
        else:
            there = {"num_cpus": threads, "scheduling_strategy": self._machine_at(middle.place)}
            work, options = self._task, options | there
        counts, references = list(map(len, wholes)), itertools.chain.from_iterable(wholes)
        made = work.options(**options).remote(threads, batches, parts, cuts, counts, *references)
        made = [made] if count == 1 else list(made)
        owned: list[Sequence[Pending]]
        owned = [[_Part((one,), at) for one in made[:own]] for at in range(len(calls))]
        return owned, made[own:]

    def _machine_at(self, place: float | None) -> Any:
        """Ray's scheduling strategy for a task: it prefers the machine for this `place`, if any."""
        return "DEFAULT" if place is None else self._cores[int(place * len(self._cores))]

    def keep(self, make: Task, *given: Any) -> Actor:
        """Let an actor, preferably an idle one, make an object."""
        actor = self._idle.pop() if self._idle else self._actor.remote()
        self._busy.append(actor)
        actor.make.options(name=make.__name__).remote(make, *given)
        return _Kept(self, actor)

    def let_go(self) -> None:
        """Let the actors forget their objects; later objects reuse these actors."""
        for actor in self._busy:
            actor.make.options(name="let_go").remote(type(None))
        self._idle += self._busy
        self._busy.clear()

    def get(self, pending: Iterable[Pending]) -> list[Any]:
        """The results, in order; raises `Lost` for results of a lost actor."""
        wanted = list(pending)
        started = list({reference: None for one in wanted for reference in one.whole})
        try:
            results = dict(zip(started, map(_open, self._ray.get(started)), strict=True))
        except BaseException as error:
            lost = self._ray.exceptions.RayActorError, self._ray.exceptions.ObjectLostError
            if isinstance(error, lost) or isinstance(getattr(error, "cause", None), lost):
                self._end_actors()
                raise Lost("a machine or process of the cluster was lost") from error
            for one in started:
                self._ray.cancel(one)
            if isinstance(error, self._ray.exceptions.RayError | OSError):
                raise failure(self._ray, error) from None
            raise
        return [
            value
            for one in wanted
            for value in one.of([results[reference] for reference in one.whole])
        ]

    def _end_actors(self, *_: Any) -> None:
        for actor in (*self._busy, *self._idle):
            self._ray.kill(actor)
        self._busy, self._idle = [], []

    __exit__ = _end_actors


class _Part(NamedTuple):
    """One call's or one receiver's part of a result that Ray may still be computing for a group."""

    # Ray's references, one for each packet; in the receiving task, the index among Ray's arguments
    whole: Any
    number: int  # the number of the call or the receiver

    def of(self, wholes: Sequence[Any]) -> Iterator[Any]:
        """Yield the value of a call, or a receiver's part of each packet."""
        for whole in wholes:
            if isinstance(whole, list):
                yield whole[self.number]
            else:
                at = self.number
                yield from (packet.part(at * n, (at + 1) * n) for packet, n in whole)


def _sort_packets(ends: Sequence[int], *wholes: Sequence[Packed]) -> Any:
    """Sort packets for the same receivers into one object for each group that `ends` delimits."""
    groups = list(itertools.pairwise([0, *ends]))
    made: list[list[Packed]] = [[] for _ in groups]
    for packet, senders in (packed.value() for whole in wholes for packed in whole):
        for into, (low, high) in zip(made, groups, strict=True):
            some = packet.part(low * senders, high * senders)
            into.append(Packed.of((some, senders), small=True))
    return _alone(tuple(map(tuple, made)))


def _alone(parts: tuple[Any, ...]) -> Any:
    """The parts of a result as Ray expects them from a task: a single part without a tuple."""
    return parts if len(parts) > 1 else parts[0]


def _divide(sizes: Sequence[int], count: float) -> list[range]:
    """Cut neighbours into `count` groups of similar size, but at most one for each neighbour."""
    if not sizes:
        return []
    filled = np.maximum(sizes, 1)
    upto = np.cumsum(filled)
    at = ((upto - filled / 2) * min(math.ceil(count), len(sizes)) // upto[-1]).astype(int)
    ends = [0, *(np.flatnonzero(np.diff(at)) + 1).tolist(), len(sizes)]
    return [range(begin, end) for begin, end in itertools.pairwise(ends)]


def _neighbours(count: int) -> list[range]:
    """Divide `count` neighbours into about √count groups of similar size."""
    return _divide([1] * count, math.sqrt(count))


def _work(
    threads: int,
    batches: Sequence[Sequence[Sequence[Any]]],
    parts: int,
    cuts: Sequence[int],
    sizes: Sequence[int],
    *wholes: Any,
) -> Any:
    """Make the calls for a group's shares, in batches.

    Returns, for each of the calls' parts, a list with an item for each batch; then, for each group
    of receivers, their packets. `sizes` has the number of the `wholes`, results of other tasks,
    that form each pending part.
    """
    with Crew(threads) as crew:
        opened = iter(crew.get([crew.start(_open, whole) for whole in wholes]))
        there = [list(itertools.islice(opened, size)) for size in sizes]
        made = crew.get([crew.start(_call, batch, parts, cuts, there) for batch in batches])
    own = map(list, zip(*(one for one, _ in made), strict=True))
    return _alone((*own, *zip(*(sent for _, sent in made), strict=True)))


def _open(whole: Any) -> Any:
    """Unpack a list of calls' parts, or a tuple of packets."""
    values = [packed.value() for packed in whole]
    if isinstance(whole, tuple):
        return tuple(values)
    return list(itertools.chain.from_iterable(values))


def _call(
    batch: Sequence[Sequence[Any]], parts: int, cuts: Sequence[int], there: Sequence[Sequence[Any]]
) -> tuple[list[Packed], list[Packed]]:
    """Make some calls: return lists of their parts, and a packet per range of receivers."""
    own: list[list[Any]] = [[] for _ in range(parts or int(not cuts))]
    made = []
    for task, *given in batch:
        values = (one.of(there[one.whole]) if isinstance(one, _Part) else (one,) for one in given)
        result = task(*map(crews.value_of, itertools.chain.from_iterable(values)))
        for column, part in zip(own, result if parts else (result,), strict=False):
            column.append(part)
        if len(cuts) > 1:
            made.append(result[parts] if parts else result)
    return list(map(Packed.of, own)), [
        Packed.of((crews.by_receiver([one.part(*cut) for one in made]), len(made)), small=True)
        for cut in itertools.pairwise(cuts)
    ]


class _Held:
    """An object in an actor."""

    def make(self, make: Task, *given: Any) -> None:
        self._object: Any = None
        self._object = make(*(one.copy() if isinstance(one, np.ndarray) else one for one in given))

    def work(self, threads: int, batches: Sequence[Sequence[Any]], *given: Any) -> Any:
        named = [[(getattr(self._object, name), *rest) for name, *rest in one] for one in batches]
        return _work(threads, named, *given)


class _Kept:
    """The handle of an actor, which runs its calls in the order of their starts."""

    def __init__(self, crew: Ray, actor: Any) -> None:
        self.crew, self.actor = crew, actor

    def start(self, method: str, *given: Any) -> Pending:
        """Start a call of a method, which waits for all earlier calls."""
        return self.crew._begin([Call(self, (method, *given))], 0)[0][0][0]


# Compression between machines --------------------------------------------------------------------
# Neighbouring keys share most of their bytes, so compressed packets take a fifth of the network
# traffic, and of the disk space when they are spilled.

FEW: Final = 1 << 10  # smaller arrays, in bytes, are not worth compressing


class Packed(NamedTuple):
    """A pickled value, and its arrays: each as bytes, or as its size and compressed bytes."""

    content: bytes
    arrays: Sequence[Any]

    @classmethod
    def of(cls, value: Any, *, small: bool = False) -> Packed:
        """Pack a value, with compressed arrays if `small`, else arrays that processes share."""
        buffers: list[pickle.PickleBuffer] = []
        content = pickle.dumps(value, 5, buffer_callback=buffers.append)
        return cls(content, [_bytes_of(one, small=small) for one in buffers])

    def value(self) -> Any:
        """The value. Its arrays are marked as writable, because all kernels would compile again for
        read-only ones; no task writes to its arguments.
        """
        return pickle.loads(self.content, buffers=map(_memory, self.arrays))


def _bytes_of(buffer: pickle.PickleBuffer, *, small: bool) -> Any:
    codec, view = _codec(), memoryview(buffer)
    if small and FEW <= view.nbytes <= codec.MAX_BUFFERSIZE:
        return view.nbytes, codec.compress(view, b"lz4", 1, codec.SHUFFLE)
    return np.frombuffer(buffer.raw(), np.uint8)


def _memory(kept: Any) -> Array:
    """An array's memory, shared if it was packed without compression."""
    if isinstance(kept, np.ndarray):
        described = kept.__array_interface__
        writable = {**described, "data": (described["data"][0], False)}
        return np.asarray(SimpleNamespace(array=kept, __array_interface__=writable))
    size, content = kept
    room = np.empty(size, np.uint8)
    _codec().decompress(content, room)
    return room


@cache
def _codec() -> Any:
    """The fastest compressor that comes with zarr, set to one thread for each call."""
    with require_extra("solve", "a cluster needs zarr's compression"):
        from numcodecs import blosc
    blosc.set_nthreads(1)
    return blosc
