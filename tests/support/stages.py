"""Which tests need not run compiled: those that run the same there, for they never ask.

The suite's plain run and its compiled one differ in the variable ZERMELO_NATIVE alone, and whoever
wants to know it calls `switched_off`. So a test that passed plain, and meanwhile neither called
that nor started a process, which may call it, runs the same compiled. The plain run notes such
tests (`--note FILE`), the compiled one leaves them out (`--without FILE`).
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

STARTS = (  # who begins a process; no audit hook, for while one runs no thread can be traced
    (subprocess.Popen, "__init__"),
    (multiprocessing.util, "spawnv_passfds"),
    *((os, name) for name in ("fork", "forkpty", "posix_spawn", "posix_spawnp", "system")),
)
SAME = ("runs the same compiled", True)  # a property of a test's last report


class Questions:
    """How often this process asked whether kernels run compiled, or started another process."""

    def __init__(self) -> None:
        self.asked = 0
        ask = native.switched_off
        asking = self._counted(ask)
        for name, module in list(sys.modules.items()):
            if name.startswith("zermelo") and vars(module).get(ask.__name__) is ask:
                module.switched_off = asking  # who imports it later takes it from there
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
    """Says in each test's report whether it asked; writes down which did not, at the end.

    What a fixture of several tests asked, each of them asked.
    """

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
        if not hasattr(session.config, "workerinput"):  # no worker, but who hears them all
            self.path.parent.mkdir(exist_ok=True)
            self.path.write_text(json.dumps(sorted(self.same), indent=0), encoding="utf-8")


def leave_out(path: Path, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Take from the tests those that were noted."""
    same = set(json.loads(path.read_text(encoding="utf-8")))
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid in same])
    items[:] = [item for item in items if item.nodeid not in same]
