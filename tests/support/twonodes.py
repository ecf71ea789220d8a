"""A Ray cluster of two nodes on this machine, each with one core, for tests.

As a program it prints its address and reads lines: "lose" removes the second node, "gain" adds one.
It ends with its standard input, so that nothing is left when its parent is killed.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile

import psutil

from processes import importing

TRIES = 3  # to start Ray, because some of its time limits are fixed
PATIENCE = 300  # seconds for those time limits that can be set
STORE = 100 << 20  # bytes of a node's shared memory; Ray takes no less than 75 MiB


class TwoNodes:
    """The cluster during a `with` block."""

    def __init__(self, store: int = STORE) -> None:
        self.store = store

    def __enter__(self) -> TwoNodes:
        for _ in range(TRIES):
            self.process = subprocess.Popen(
                [sys.executable, __file__, str(self.store)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                env=importing(),
            )
            self.address = self._heard()
            if self.address:
                return self
            self.__exit__()
        raise AssertionError("Ray did not start")

    def _heard(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def tell(self, order: str) -> None:
        """Have the cluster lose its second node at once, or gain another one."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{order}\n")
        self.process.stdin.flush()
        assert self._heard() == "done", order

    def workers(self) -> list[psutil.Process]:
        """The processes that run tasks."""
        below = psutil.Process(self.process.pid).children(recursive=True)
        titles = {one: _title(one) for one in below}
        return [
            one
            for one, title in titles.items()
            if title.startswith("ray::") and not title.endswith("Agent")
        ]

    def __exit__(self, *_: object) -> None:
        below = psutil.Process(self.process.pid).children(recursive=True)
        self.process.communicate()
        for one in psutil.wait_procs(below, timeout=20)[1]:
            one.kill()


def _title(process: psutil.Process) -> str:
    try:
        return process.cmdline()[0]
    except (psutil.Error, IndexError):
        return ""


def serve(store: int) -> None:
    from ray.cluster_utils import Cluster

    given = {"num_cpus": 1, "object_store_memory": store}
    with tempfile.TemporaryDirectory(prefix="ray", ignore_cleanup_errors=True) as place:
        os.environ["RAY_TMPDIR"] = place  # a folder that no other Ray uses
        cluster = Cluster()
        cluster.add_node(wait=False, include_dashboard=False, **given)
        second = cluster.add_node(wait=False, **given)
        cluster.wait_for_nodes(PATIENCE)
        print(cluster.address, flush=True)
        for line in sys.stdin:
            if line.strip() == "lose":
                cluster.remove_node(second, allow_graceful=False)
            else:
                second = cluster.add_node(wait=False, **given)
                cluster.wait_for_nodes(PATIENCE)
            print("done", flush=True)
        cluster.shutdown()


if __name__ == "__main__":
    os.environ |= {
        "RAY_USAGE_STATS_ENABLED": "0",
        "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
        "RAY_gcs_server_port_wait_time_s": str(PATIENCE),
        "RAY_raylet_start_wait_time_s": str(PATIENCE),
        "RAY_gcs_server_request_timeout_seconds": str(PATIENCE),
        "RAY_worker_niceness": "0",  # otherwise tasks starve on a busy machine
    }
    serve(int(sys.argv[1]))
