"""A crew of a cluster's machines: tasks are Ray's, and so are actors.

When a process or machine is lost, Ray runs its tasks again, with the same results. When an actor is
lost, `Lost` is raised, and the caller begins again.
"""

from __future__ import annotations

import contextlib
import itertools
import math
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.errors import UsageError
from zermelo.native.arrays import Array
from zermelo.process.cluster import RETRIES, connection, failure
from zermelo.solver.crews.crew import Actor, Crew, Lost, Pending, Sender, Task

MIB: Final = 1 << 20
STORE: Final = "object_store_memory"  # as Ray calls it: bytes, of what is not spilled


@contextlib.contextmanager
def crew_at(address: str | None) -> Iterator[Ray | None]:
    """The crew of the cluster at `address`; None without one."""
    if address is None:
        yield None
        return
    with connection(address) as ray, Ray(ray) as crew:
        yield crew


class Ray(Crew):
    """A crew with a member for each of the cluster's cores.

    ray   the module, connected to the cluster
    """

    remote = True

    def __init__(self, ray: Any) -> None:
        self._cores = _cores(ray)
        if not self._cores:
            raise UsageError("the cluster has no cores: start a node with some, --num-cpus 4")
        self.members, self.machines = len(self._cores), len(ray.nodes())
        self._ray = ray
        self._whole = ray.remote(max_retries=RETRIES)(_done)
        self._first = ray.remote(max_retries=RETRIES)(_only_part)
        self._packed = ray.remote(max_retries=RETRIES)(_done_packed)
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
        spilled = sum(map(_bytes_in, _spilled(alive)))
        return news + (f", {spilled / MIB:,.0f} MiB spilled here" if spilled else "")

    def put(self, value: Any) -> Pending:
        """Put a value into Ray's store."""
        return self._ray.put(value)

    def start(self, task: Task, *given: Any, place: float | None = None) -> Pending:
        """Have Ray do a task."""
        return self._whole.options(**self._at(task, place)).remote(task, *given)

    def start_parts(
        self, parts: int, task: Task, *given: Any, place: float | None = None
    ) -> Sequence[Pending]:
        """Have Ray do a task that returns a tuple of so many parts."""
        where = self._at(task, place)
        if parts == 1:
            return [self._first.options(**where).remote(task, *given)]
        options = self._whole.options(**where, num_returns=parts)
        return options.remote(task, *given)  # type: ignore[no-any-return]

    def exchange(
        self, senders: Sequence[Sender], receivers: int, heads: int = 0
    ) -> tuple[list[Sequence[Pending]], list[list[Pending]]]:
        """Have senders make parts for receivers, which get them in packets when there are many.

        A sender then makes a packet for each group of receivers. Packets from a group of senders
        to a group of receivers are sorted into one for each receiver, on the senders' machine. So
        n shares pass on 2·n·√n packets instead of n² parts.
        """
        columns, rows = _groups(receivers), _groups(len(senders))
        passed_on = len(senders) * len(columns) + len(rows) * receivers
        if len(senders) * receivers <= 2 * passed_on:
            return super().exchange(senders, receivers, heads)
        cuts = [column.start for column in columns] + [receivers]
        sent = [
            self._packing(sender, heads + len(columns), _Packer(heads, cuts)) for sender in senders
        ]
        received: list[list[Pending]] = [[] for _ in range(receivers)]
        for row in rows:
            place = sum((row.start, row.stop)) / 2 / len(senders)
            at = self._at(_sort_packets, place)
            for number, column in enumerate(columns, heads):
                packets = [sent[sender][number] for sender in row]
                count = len(column)
                sorted_ = self._sorting.options(**at, num_returns=count).remote(*packets)
                for receiver, packet in zip(
                    column, [sorted_] if count == 1 else sorted_, strict=True
                ):
                    received[receiver].append(packet)
        return [parts[:heads] for parts in sent], received

    def _packing(self, sender: Sender, parts: int, packer: _Packer) -> Sequence[Pending]:
        """Start a sender whose parts for receivers are put into packets."""
        if isinstance(sender.by, _Kept):
            return sender.by.start_parts(parts, *sender.given, packer=packer)
        task, *given = sender.given
        options = self._packed.options(**self._at(task, sender.place), num_returns=parts)
        return options.remote(packer, task, *given)  # type: ignore[no-any-return]

    def _at(self, task: Task, place: float | None) -> dict[str, Any]:
        """How a task is called, and the machine that had better do it."""
        if place is None:
            return {"name": task.__name__}
        core = self._cores[int(place * len(self._cores))]
        return {"name": task.__name__, "scheduling_strategy": core}

    def keep(self, make: Task, *given: Any) -> Actor:
        """Have an actor make an object; one that is idle, if there is any."""
        actor = self._idle.pop() if self._idle else self._actor.remote()
        self._busy.append(actor)
        actor.make.options(name=make.__name__).remote(make, *given)
        return _Kept(actor)

    def let_go(self) -> None:
        """Have the actors forget what they keep, and take what is to be kept next."""
        for actor in self._busy:
            actor.make.options(name="let_go").remote(_nothing)
        self._idle += self._busy
        self._busy.clear()

    def get(self, pending: Iterable[Pending]) -> list[Any]:
        """The results, in order; raises `Lost` for what is lost with an actor."""
        started: list[Any] = list(pending)
        try:
            results: list[Any] = self._ray.get(started)
        except (self._ray.exceptions.RayError, OSError) as error:
            if self._lost(error):
                self._end_actors()
                raise Lost("a machine or process of the cluster was lost") from error
            self._cancel(started)
            raise failure(self._ray, error) from None
        except BaseException:
            self._cancel(started)
            raise
        return list(map(_unlocked, results))

    def _lost(self, error: Any) -> bool:
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


def _cores(ray: Any) -> list[Any]:
    """Where each core of the cluster is; elsewhere, if that machine is lost."""
    at = ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy
    alive = sorted((one for one in ray.nodes() if one["Alive"]), key=lambda one: one["NodeID"])
    return [
        at(one["NodeID"], soft=True)
        for one in alive
        for _ in range(int(one["Resources"].get("CPU", 0)))
    ]


def _spilled(nodes: Iterable[dict[str, Any]]) -> set[Path]:
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


class Packet(NamedTuple):
    """Parts of several senders, or for several receivers, as one: arrays, each after the other.

    columns  what the parts consist of, each joined; a part is an array, or a tuple of `columns`
    ends     where each part ends
    single   whether a part is an array
    """

    columns: tuple[Array, ...]
    ends: Array
    single: bool

    @classmethod
    def of(cls, parts: Sequence[Any]) -> Packet:
        """A packet of arrays, or of tuples of arrays."""
        single = isinstance(parts[0], np.ndarray)
        rows = [(part,) for part in parts] if single else parts
        columns = tuple(map(np.concatenate, zip(*rows, strict=True)))
        return cls(columns, np.cumsum([len(row[0]) for row in rows]), single)

    def parts(self) -> list[Any]:
        """The arrays or tuples again."""
        cuts = itertools.pairwise([0, *self.ends.tolist()])
        if self.single:
            return [self.columns[0][begin:end] for begin, end in cuts]
        return [tuple(column[begin:end] for column in self.columns) for begin, end in cuts]


class _Packer(NamedTuple):
    """Puts a sender's parts into packets.

    heads  how many parts are the sender's own
    cuts   where each group of receivers begins, and where the last ends
    """

    heads: int
    cuts: list[int]

    def __call__(self, parts: tuple[Any, ...]) -> tuple[Any, ...]:
        own, sent = parts[: self.heads], parts[self.heads :]
        groups = itertools.pairwise(self.cuts)
        return *own, *(Packet.of(sent[begin:end]) for begin, end in groups)


def _sort_packets(*packets: Packet) -> Any:
    """Parts by senders, for each of them a packet: the same by receivers."""
    sorted_ = tuple(map(Packet.of, zip(*(packet.parts() for packet in packets), strict=True)))
    return sorted_ if len(sorted_) > 1 else sorted_[0]


def _groups(count: int) -> list[range]:
    """As many groups of neighbours as each has members, or nearly."""
    size = math.ceil(math.sqrt(count)) or 1
    return [range(begin, min(begin + size, count)) for begin in range(0, count, size)]


class _Held:
    """An object in an actor."""

    def make(self, make: Task, *given: Any) -> None:
        self._object: Any = None
        self._object = _done(make, *given)

    def call(self, method: str, *given: Any) -> Any:
        return _done(getattr(self._object, method), *given)

    def call_packed(self, packer: _Packer, method: str, *given: Any) -> Any:
        return packer(self.call(method, *given))

    def only_part(self, method: str, *given: Any) -> Any:
        return self.call(method, *given)[0]


class _Kept:
    """The handle of an actor: its calls are done in the order in which they were started."""

    def __init__(self, actor: Any) -> None:
        self._actor = actor

    def start(self, method: str, *given: Any) -> Pending:
        """Call a method, after all that were started before."""
        return self._actor.call.options(name=method).remote(method, *given)

    def start_parts(
        self, parts: int, method: str, *given: Any, packer: _Packer | None = None
    ) -> Sequence[Pending]:
        """Call a method that returns a tuple of so many parts, which can be passed on singly."""
        if packer is not None:
            options = self._actor.call_packed.options(name=method, num_returns=parts)
            return options.remote(packer, method, *given)  # type: ignore[no-any-return]
        if parts == 1:
            return [self._actor.only_part.options(name=method).remote(method, *given)]
        options = self._actor.call.options(name=method, num_returns=parts)
        return options.remote(method, *given)  # type: ignore[no-any-return]


def _nothing() -> None:
    """An empty object, for an actor to forget what it kept."""


def _done(task: Callable[..., Any], *given: Any) -> Any:
    parts = (one.parts() if isinstance(one, Packet) else [one] for one in given)
    return task(*map(_unlocked, itertools.chain.from_iterable(parts)))


def _done_packed(packer: _Packer, task: Callable[..., Any], *given: Any) -> Any:
    return packer(_done(task, *given))


def _only_part(task: Callable[..., Any], *given: Any) -> Any:
    return _done(task, *given)[0]


class _Lent:
    """The memory of an array, not marked as read-only."""

    def __init__(self, array: Array) -> None:
        self.array = array
        self.__array_interface__ = {
            **array.__array_interface__,
            "data": (array.ctypes.data, False),
        }


def _unlocked(given: Any) -> Any:
    """The same with arrays that compiled code takes for its own.

    Those in Ray's store are read-only, for which all kernels would be compiled once more. No task
    writes to what it is given.
    """
    if isinstance(given, np.ndarray):
        return given if given.flags.writeable else np.asarray(_Lent(given))
    if isinstance(given, dict):
        return {key: _unlocked(value) for key, value in given.items()}
    if isinstance(given, list):
        return list(map(_unlocked, given))
    if type(given) is tuple:
        return tuple(map(_unlocked, given))
    if isinstance(given, tuple) and hasattr(given, "_fields"):
        return type(given)(*map(_unlocked, given))
    return given
