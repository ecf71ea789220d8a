"""Simulated time, which only the test advances, so that results do not depend on the load."""

import time
from importlib import import_module
from typing import Any

STOPWATCH = import_module("zermelo.native.kernel")  # times searches and moves


class SimulatedTime:
    """Replaces the module `time` in the given modules, and always in the stopwatches' module.

    tick  seconds that pass each time that code reads the clock
    """

    def __init__(self, monkeypatch: Any, *modules: str, tick: float = 0.0) -> None:
        self.now, self._tick = 0.0, tick
        monkeypatch.setattr(time, "sleep", self.pass_by)
        monkeypatch.setattr(STOPWATCH, "time", self)
        for module in modules:
            monkeypatch.setattr(f"{module}.time", self)

    def perf_counter(self) -> float:
        """Return the time, after advancing it by a tick."""
        self.now += self._tick
        return self.now

    def pass_by(self, seconds: float) -> None:
        """Advance the time by these seconds."""
        self.now += seconds
