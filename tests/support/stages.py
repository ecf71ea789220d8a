"""Find the tests that need not run compiled, because they never ask for the compiler setting.

The plain run and the compiled run differ only in the variable ZERMELO_NATIVE, which code reads by
`switched_off`. If a test passes plain without calling this function and without starting a process,
it runs the same compiled. The plain run lists these tests (`--note FILE`), and the compiled run
leaves them out (`--without FILE`).
"""

import functools
import json
import multiprocessing.util
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from zermelo import native

STARTS = (  # functions that start a process; an audit hook would stop the tracing of threads
    (subprocess.Popen, "__init__"),
    (multiprocessing.util, "spawnv_passfds"),
    *((os, name) for name in ("fork", "forkpty", "posix_spawn", "posix_spawnp", "system")),
)
SAME = ("runs the same compiled", True)  # a property in a test's last report


class Questions:
    """Counts how often this process asked for the compiler setting or started a process."""

    def __init__(self) -> None:
        self.asked = 0
        ask = native.switched_off
        asking = self._counted(ask)
        for name, module in list(sys.modules.items()):
            if name.startswith("zermelo") and vars(module).get(ask.__name__) is ask:
                module.switched_off = asking  # modules imported later import this one
        for owner, name in STARTS:
            setattr(owner, name, self._counted(getattr(owner, name)))

    def _counted(self, function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def counted(*given: Any, **named: Any) -> Any:
            self.asked += 1
            return function(*given, **named)

        return counted


QUESTIONS = Questions()


class Noting:
    """Marks and lists the tests that did not ask; a fixture that asks counts for all its tests."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.asking: set[str] = set()  # names of fixtures that asked
        self.same: list[str] = []

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef) -> Iterator[None]:
        before = QUESTIONS.asked
        result = yield
        if fixturedef.scope != "function" and QUESTIONS.asked > before:
            self.asking.add(fixturedef.argname)
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_setup(self, item) -> Iterator[None]:
        item.asked_before, item.has_passed = QUESTIONS.asked, False
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item, call) -> Iterator[None]:
        report = yield
        if call.when == "call":
            item.has_passed = report.passed
        elif call.when == "teardown" and report.passed and item.has_passed:
            asked = QUESTIONS.asked > item.asked_before
            if not asked and not self.asking & set(item.fixturenames):
                report.user_properties.append(SAME)
        return report

    def pytest_runtest_logreport(self, report) -> None:
        if SAME in map(tuple, report.user_properties):
            self.same.append(report.nodeid)

    def pytest_sessionfinish(self, session) -> None:
        if not hasattr(session.config, "workerinput"):  # the process that gets all reports
            self.path.parent.mkdir(exist_ok=True)
            self.path.write_text(json.dumps(sorted(self.same), indent=0), encoding="utf-8")


def leave_out(path: Path, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests in the list."""
    same = set(json.loads(path.read_text(encoding="utf-8")))
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid in same])
    items[:] = [item for item in items if item.nodeid not in same]
