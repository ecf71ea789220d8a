"""Which tests `make test-quick` leaves out: those that tests/slow.txt lists.

`pytest --time=tests/slow.txt` rewrites it: all tests whose cases together take longer than `LONG`
in a plain run. It counts the time of processors, which other work does not change.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

LIST = Path(__file__).parent.parent / "slow.txt"
LONG = 0.25  # seconds of a processor
TOOK = "seconds of a processor"  # a property of a test's last report


def name_of(test: str) -> str:
    """The name of a test's function, without its case."""
    return test.partition("[")[0]


def spent() -> float:
    """What this process and those that it waited for have taken of a processor."""
    return sum(os.times()[:4])


class Timing:
    """Says in each test's report what it took; writes the list at the end."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.seconds: Counter[str] = Counter()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_setup(self, item):
        item.spent_before = spent()
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item, call):
        report = yield
        if call.when == "teardown":
            report.user_properties.append((TOOK, spent() - item.spent_before))
        return report

    def pytest_runtest_logreport(self, report) -> None:
        self.seconds[name_of(report.nodeid)] += dict(report.user_properties).get(TOOK, 0)

    def pytest_sessionfinish(self, session) -> None:
        if not hasattr(session.config, "workerinput"):  # no worker, but who hears them all
            names = sorted(name for name, seconds in self.seconds.items() if seconds > LONG)
            self.path.write_text("".join(f"{name}\n" for name in names), encoding="utf-8")


def leave_out_slow(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Take from the tests those that the list names."""
    slow = set(LIST.read_text(encoding="utf-8").split())
    config.hook.pytest_deselected(items=[item for item in items if name_of(item.nodeid) in slow])
    items[:] = [item for item in items if name_of(item.nodeid) not in slow]
