"""Short searches run plain instead of being compiled, with the same result."""

import json
from collections import OrderedDict
from typing import Any

import pytest

import zermelo
from processes import printed_by
from zermelo.search.analyze import analyze
from zermelo.search.clock import Clock, Limits
from zermelo.search.engine import analysis, compiling
from zermelo.search.engine.compiling import Kernels
from zermelo.search.engine.knownends import EngineOptions

SMALL = zermelo.game("mnk(width=3, height=3, k=3)")
LARGE = zermelo.game("connectfour")
MANY = 10**9


@pytest.fixture(autouse=True)
def compiled(monkeypatch) -> list[Any]:
    """The games for which the engine asks for compiled code; here it gets plain kernels."""
    asked: list[Any] = []

    def instead(game: Any, progress: Any, *, quiescent: bool) -> Kernels:
        asked.append(game)
        return Kernels()

    monkeypatch.setattr("zermelo.search.engine.analysis.kernels_for", instead)
    monkeypatch.setattr(analysis, "_visited", {})
    monkeypatch.setattr(compiling, "_searches", OrderedDict())
    monkeypatch.setattr(analysis, "switched_off", lambda: False)
    monkeypatch.setattr(analysis, "TRIAL_SECONDS", 60.0)
    return asked


def same(result: Any, other: Any) -> bool:
    return {**result.as_dict(), "seconds": 0} == {**other.as_dict(), "seconds": 0}


@pytest.mark.parametrize(
    "asked",
    [
        (SMALL, {}),
        (SMALL, {"seed": 3}),
        (SMALL, {"nodes": 300}),
        (LARGE, {"depth": 4}),
        (LARGE, {"nodes": 500}),
        (zermelo.game("nim(rows=[2, 3])"), {"ties": False}),
    ],
    ids=str,
)
def test_a_small_search_runs_plain_with_the_same_result(asked, compiled):
    game, limits = asked
    analysis = analyze(game, native=None, **limits)
    assert (compiled, analysis.native) == ([], False)
    assert same(analysis, analyze(game, native=False, **limits))


@pytest.mark.parametrize(
    "asked",
    [
        (LARGE, {"nodes": MANY, "depth": 12}),  # more than a trial looks at
        (LARGE, {"seconds": 0.01}),  # of unknown length
        (SMALL, {"threads": 2}),
    ],
    ids=str,
)
def test_longer_searches_are_compiled_at_once(asked):
    game, options = asked
    limits = Limits(*(options.pop(name, None) for name in ("depth", "seconds", "nodes")))
    assert analysis.trial_limits(game, game.start(), limits, EngineOptions(**options)) is None


def test_a_search_longer_than_its_trial_begins_again_compiled(compiled, monkeypatch):
    monkeypatch.setattr(analysis, "TRIAL_NODES", 900)
    done = analyze(SMALL, native=None, seed=5)
    assert compiled == [SMALL]
    assert same(done, analyze(SMALL, native=False, seed=5))


def test_all_trials_of_a_game_share_a_limit_of_nodes(compiled):
    calls = 0
    while not compiled:
        done = analyze(SMALL, native=None, nodes=3000)
        calls += 1
    assert (calls, done.nodes >= 3000) == (3, True)
    assert analysis.trial_limits(SMALL, SMALL.start(), Limits(), EngineOptions()) is None


def test_a_trial_that_took_too_long_is_discarded():
    late, limits = Clock(Limits(seconds=1), native=False), Limits(nodes=10)
    assert analysis.is_conclusive(late, limits)
    late.stop()
    assert not analysis.is_conclusive(late, limits)


def test_by_default_python_s_own_analysis_is_compiled(compiled):
    analyze(SMALL, nodes=10)
    assert compiled == [SMALL]


def test_the_command_solves_tictactoe_without_numba_numpy_or_a_file(tmp_path):
    patient = "from zermelo.search.engine import analysis; analysis.TRIAL_SECONDS = 60"
    analyses = "from zermelo.cli import main; main(['analyze', 'tictactoe', '--json'])"
    loaded = "import sys; print({'numba', 'numpy', 'llvmlite'} & set(sys.modules))"
    cache, code = tmp_path / "cache", f"{patient}; {analyses}; {loaded}"
    printed = printed_by("-c", code, ZERMELO_NATIVE="on", ZERMELO_CACHE_DIR=str(cache))
    result, _, modules = printed.strip().rpartition("\n")
    assert (json.loads(result)["exact"], modules) == (True, "set()")
    assert not cache.exists()
