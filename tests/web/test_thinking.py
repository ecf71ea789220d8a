"""The server's searches share its time."""

from __future__ import annotations

from zermelo.play.thinking import Job
from zermelo.web.thinking import SharedThinker


def test_a_search_may_take_less_when_many_wait():
    thinker = SharedThinker(2)
    alone = thinker.allowed()
    thinker._jobs = {Job(lambda: None, lambda snapshot: None) for _ in range(50)}
    assert thinker.allowed() < alone / 100
    thinker.close()
