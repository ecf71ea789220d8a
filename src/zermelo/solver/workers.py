"""Several cores on one kernel: compiled kernels release the interpreter's lock, so threads do."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


class Workers:
    """A fixed number of threads, a context manager; one thread works on the caller's own.

    count        threads, by default as many as this process may use cores
    region_bits  regions of a table, as a power of two: at least one for each thread
    """

    def __init__(self, count: int | None = None) -> None:
        self.count = count or len(os.sched_getaffinity(0))
        self.region_bits = (self.count - 1).bit_length()
        self._pool = ThreadPoolExecutor(self.count) if self.count > 1 else None

    def map(self, function: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
        """The results in order; when one call fails, or on Ctrl-C, all have ended first."""
        work = list(items)
        if self._pool is None or len(work) < 2:
            return [function(item) for item in work]
        futures = [self._pool.submit(function, item) for item in work]
        try:
            return [future.result() for future in futures]
        finally:
            for future in futures:
                future.cancel()
            wait(futures)

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: Any) -> None:
        if self._pool is not None:
            self._pool.shutdown()
