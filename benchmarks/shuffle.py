"""Ray's shuffle against Zermelo's exchange, on two local nodes; needs pyarrow and pandas.

Both distribute the keys after a tier of Connect Four 5x4 by range, and remove duplicates.
"""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import zermelo
from cluster import TwoNodes, timed
from zermelo.process.cluster import connection
from zermelo.solver.crews.crew import Call, kernels_here
from zermelo.solver.crews.raycrew import Ray
from zermelo.solver.keyed.enumeration import collect, cut_by_share, cuts_of, samples
from zermelo.solver.keyed.lookups import Rules, following_by_tier

SHARES = 16


def messages() -> list[Any]:
    """For each share of the largest tier, the keys of the states after its moves."""
    with tempfile.TemporaryDirectory() as place:
        zermelo.solve("connectfour(width=5, height=4)", place, threads=2)
        states = zermelo.Database(Path(place)).states
        tier = max(states.tiers.values(), key=lambda tier: tier["count"])
        rules = Rules(kernels_here(True), states.game, states.packing)
        shares = np.array_split(states.part(tier["first"], tier["count"])[0], SHARES)
        return [following_by_tier(rules, tier["tier"], keys)[tier["tier"] + 1] for keys in shares]


def exchange(crew: Ray, runs: list[Any]) -> int:
    kernels, size = kernels_here(True), 8 * sum(map(len, runs)) // SHARES
    cuts = cuts_of([samples({0: run}, SHARES)[0] for run in runs], SHARES)
    put = [(cut_by_share, crew.put({0: run}), 0, cuts) for run in runs]
    senders = [Call(crew, task, at / SHARES, size) for at, task in enumerate(put)]
    received = enumerate(crew.exchange(senders, [size] * SHARES)[1])
    calls = [Call(crew, (collect, kernels, *parts), at / SHARES, size) for at, parts in received]
    return sum(count for count, _ in crew.get(parts[0] for parts in crew.start_all(calls)))


def shuffle(ray: Any, runs: list[Any]) -> int:
    ordered = ray.data.from_numpy(runs).sort("data")
    return ordered.map_batches(lambda batch: {"data": np.unique(batch["data"])}).count()


if __name__ == "__main__":
    runs = messages()
    with TwoNodes() as nodes, connection(nodes.address) as ray, Ray(ray, native=True) as crew:
        import ray.data

        for work in partial(exchange, crew, runs), partial(shuffle, ray, runs):
            count, spent = work(), timed(work, nodes.process.pid)["cpu"]
            print(f"{work.func.__name__}: {count:,} distinct, {spent:.2f} processor seconds")
