"""Predicts the cost of solving keyed states on a cluster, if `raycrew` and `tiers` divide the work.
The constants are measured; benchmarks/scale.py compares the result with real runs.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from zermelo.contract.analysis import Result
from zermelo.solver.keyed.tiers import GROUP_BYTES, REMOTE, TASK_BYTES
from zermelo.solver.keys.keyarrays import SMALL
from zermelo.solver.store.arrays import KEYS, kinds

TASKS: Final = 6  # tasks per group and tier: cut, collect, follow, ask, answer, score
FOUND: Final = 2  # the average number of shares that find the same state
PASSED_ON: Final = 7.3  # compressed bytes that tasks send for each state
STORED: Final = 28  # bytes in Ray's store for each state of the tier being scored
TASK_SECONDS: Final = 0.01  # processor seconds for any task
MESSAGE_SECONDS: Final = 0.00025  # processor seconds for an object that tasks pass on
SHARE_SECONDS: Final = 0.0008  # processor seconds for a share of a tier
PAIR_SECONDS: Final = 3e-6  # processor seconds for a pair of shares in two tiers
COMMAND_TASK, COMMAND_MESSAGE = 0.005, 0.0001  # seconds of the main process for each
COMMAND_BYTES = 150 << 20  # bytes of memory of the main process
MESSAGE_BYTES, SHARE_BYTES = 1 << 10, 5 << 9  # further bytes of the main process for each


@dataclass(frozen=True)
class Cluster:
    """Equal machines: the cores, memory bytes, and network and disk bytes a second of each."""

    machines: int
    cores: int
    memory: int
    network: float = 1.25e9
    disk: float = 1e9


class Plan(Result):
    """The cost of a solution on a cluster."""

    states: int  # the number of stored states, counting symmetric ones as one
    machine: int  # bytes on each machine in the largest tier, in memory or spilled to disk
    command: int  # bytes of memory of the main process
    tasks: int  # the number of Ray's tasks
    messages: int  # the number of objects that tasks pass on
    hours: float  # the duration, without writing the database
    core_hours: float  # the processor time
    terabytes: float  # the data that tasks pass on
    files: int  # the number of files of the database


def plan(tiers: Sequence[float], cluster: Cluster, seconds: float, shares: int = 0) -> Plan:
    """The cost of solving tiers of these sizes, each state in `seconds` of one core. By default,
    tiers have as many `shares` as `Tiers.shares_for` makes.
    """
    cores, before = cluster.machines * cluster.cores, (0, 0)
    hours = work = 0.0
    tasks = messages = most = largest = 0
    for size in tiers:
        needed = size * TASK_BYTES
        wanted = shares or max(cores, 2 * needed / (cluster.memory * cluster.machines / cores))
        parts = math.ceil(max(min(wanted, FOUND * size / SMALL / REMOTE), 1))
        passed_on = size * GROUP_BYTES
        groups = math.ceil(min(max(cluster.machines, passed_on / (cluster.memory // 2)), parts))
        packets = [_packets(before[1], groups), *[_packets(groups, before[1])] * 2]
        begun = TASKS * groups + sum(sorting for _, sorting in packets)
        sent = sum(count for count, _ in packets) + TASKS * groups
        own = SHARE_SECONDS * parts + PAIR_SECONDS * parts * before[0]
        spent = size * seconds + TASK_SECONDS * begun + MESSAGE_SECONDS * sent + own
        spilled = max(size * STORED - cluster.memory * cluster.machines / 2, 0)
        by_network = size * PASSED_ON / cluster.network / cluster.machines
        by_disk = 2 * spilled / cluster.disk / cluster.machines
        alone = COMMAND_TASK * begun + COMMAND_MESSAGE * sent
        hours += (max(spent / min(cores, parts), by_network, by_disk) + alone) / 3600
        work, tasks, messages = work + spent / 3600, tasks + begun, messages + sent
        most, largest, before = max(most, sent), max(largest, parts), (parts, groups)
    states = sum(tiers)
    return Plan(
        states=round(states),
        machine=round(max(tiers) * STORED / cluster.machines),
        command=COMMAND_BYTES + most * MESSAGE_BYTES + largest * SHARE_BYTES,
        tasks=tasks,
        messages=messages,
        hours=hours,
        core_hours=work,
        terabytes=states * PASSED_ON / 1e12,
        files=2 * kinds(1)[KEYS].count_files(round(states)),
    )


def bell(states: float, largest: float) -> list[float]:
    """Sizes of tiers along a bell curve with this sum and maximum."""
    width = max(states / largest / math.sqrt(2 * math.pi), 0.1)
    reach = math.ceil(3 * width)
    heights = [math.exp(-((at / width) ** 2) / 2) for at in range(-reach, reach + 1)]
    return [states * height / sum(heights) for height in heights]


def _packets(senders: int, receivers: int) -> tuple[int, int]:
    """The numbers of packets between two sets of groups, and of tasks that sort packets."""
    rows, wide = math.ceil(math.sqrt(senders)), math.ceil(math.sqrt(receivers))
    passed_on = senders * wide + rows * receivers
    if senders * receivers <= 2 * passed_on:
        return senders * receivers, 0
    return passed_on, rows * wide
