"""Which tests `make test` leaves to `make test-all`.

Tests with a parameter for each game run for twelve games. Of a file's tests in a browser, the first
and every third after it run, with their first parameters. Tests that take long are listed in
tests/slow.txt. `ZERMELO_NATIVE=off pytest --time=tests/slow.txt` rewrites it with tests that are
slow plain; the same without the variable adds those that are slow compiled. They measure CPU time,
which does not depend on other work.
"""

import os
import re
from collections import Counter
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from zermelo.games import BUILT_IN
from zermelo.native import switched_off

LIST = Path(__file__).parent.parent / "slow.txt"
LONG = 0.5 if switched_off() else 3.0  # CPU seconds, for all cases of a test
TWELVE = {
    *("breakthrough", "chess", "connectfour", "domineering", "go", "hex"),
    *("isolation", "kalah", "morris", "nim", "othello", "tictactoe"),
}
ALWAYS = {  # the best evidence that rules and machine code are right, however long it takes
    "tests/games/test_rules.py::test_random_play_agrees_with_the_oracle",
    "tests/native/test_contract.py::test_rows_that_compile_agree_with_plain_python",
    "tests/native/test_differential.py::test_plain_and_compiled_rules_agree",
    "tests/proofs/test_proofs.py::test_the_compiled_walk_comes_to_the_same_verdict",
    "tests/search/test_compiled.py::test_compiled_results_are_the_same",
    "tests/search/engine/test_engine.py::test_every_position_is_judged_as_the_oracle_judges_it",
    "tests/search/test_perft.py::test_native_perft_is_the_reference",
    "tests/solver/test_tiers.py::test_compiled_rounds_find_the_same",
}
STRUCTURE = re.compile(r"tests/test_(house|kernels|layers|names|surface)\.py")  # always run
PAGES = 3  # one of this number of browser tests runs
TOOK = "seconds of a processor"  # the name of a property in a test's last report


def name_of(test: str) -> str:
    """The name of a test's function, without its case."""
    return test.partition("[")[0]


def names_other_game(item: pytest.Item) -> bool:
    """Whether a test is a case for a game outside the twelve."""
    texts = [text for text in parameters(item).values() if isinstance(text, str)]
    games = {text.partition("(")[0] for text in texts} & BUILT_IN.keys()
    return bool(games - TWELVE)


def parameters(item: pytest.Item) -> dict[str, object]:
    """The values of a test's parameters by name."""
    return item.callspec.params if hasattr(item, "callspec") else {}


def spent() -> float:
    """The CPU seconds of this process, its children and those of its browser."""
    taken = sum(os.times()[:4])
    for child in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            taken += sum(child.cpu_times()[:2])
    return taken


class Timing:
    """Adds the CPU time to each test's report, and writes the list at the end."""

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
        if not hasattr(session.config, "workerinput"):  # the process that gets all reports
            before = set() if switched_off() else set(self.path.read_text("utf-8").split())
            slow = {name for name, seconds in self.seconds.items() if seconds > LONG}
            names = {name for name in before | slow if not STRUCTURE.match(name)} - ALWAYS
            self.path.write_text("".join(f"{name}\n" for name in sorted(names)), "utf-8")


def select(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the cases of other games than the twelve and, with --quick, slow tests."""
    slow = set(LIST.read_text(encoding="utf-8").split()) if config.getoption("--quick") else set()
    pages = Counter[Path]()
    left_out, before = set(), ""
    for item in items:
        name = name_of(item.nodeid)
        further = name in slow or names_other_game(item)
        if item.get_closest_marker("browser"):
            pages[item.path] += name != before
            further |= name == before or pages[item.path] % PAGES != 1
            before = name
        if further:
            left_out.add(item.nodeid)
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid in left_out])
    items[:] = [item for item in items if item.nodeid not in left_out]
