"""Threads that compile for one game at once."""

import sys
import threading

import pytest

import zermelo
from toys import Again
from zermelo.native.running import is_native

pytestmark = pytest.mark.compiled


@pytest.fixture
def hasty(monkeypatch):
    """Threads take turns a hundred times as often as usual, and nothing is loaded."""
    monkeypatch.setenv("ZERMELO_CACHE_DIR", "off")
    usual = sys.getswitchinterval()
    sys.setswitchinterval(usual / 100)
    yield
    sys.setswitchinterval(usual)


@pytest.mark.usefixtures("hasty")
def test_what_one_thread_has_half_compiled_stops_no_other():
    game = Again(size=17)  # in no other test
    jobs = [
        threading.Thread(target=zermelo.perft, args=(game, 3)),
        threading.Thread(target=zermelo.playouts, args=(game,), kwargs={"games": 10}),
        threading.Thread(target=zermelo.analyze, args=(game,), kwargs={"algorithm": "minimax"}),
    ]
    for job in jobs:
        job.start()
    for job in jobs:
        job.join()
    assert is_native(game)
