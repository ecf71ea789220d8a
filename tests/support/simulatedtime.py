"""Time that passes only as a test says, so that no result depends on how busy the machine is."""

import time
from importlib import import_module
from typing import Any

STOPWATCH = import_module("zermelo.native.kernel")  # times searches and moves


class SimulatedTime:
    """Stands for the module `time` in other modules, that of stopwatches always.

    tick  seconds that pass each time somebody looks at the clock
    """

    def __init__(self, monkeypatch: Any, *modules: str, tick: float = 0.0) -> None:
        self.now, self._tick = 0.0, tick
        monkeypatch.setattr(time, "sleep", self.pass_by)
        monkeypatch.setattr(STOPWATCH, "time", self)
        for module in modules:
            monkeypatch.setattr(f"{module}.time", self)

    def perf_counter(self) -> float:
        """The time, which goes on a tick with each look."""
        self.now += self._tick
        return self.now

    def pass_by(self, seconds: float) -> None:
        """Let so many seconds pass at once."""
        self.now += seconds
