"""Crews: tasks, their parts, exchanges and actors; whatever the number of members."""

import threading

import pytest

from zermelo.solver.crews.crew import Threads


def fail():
    raise ValueError("no")


@pytest.mark.parametrize("members", [2, 5])
def test_nothing_is_under_way_after_a_task_has_failed(members):
    began, go, ended, late = threading.Event(), threading.Event(), [], []

    def slow():
        began.set()
        go.wait(60)
        ended.append(1)

    with Threads(members) as crew:
        pending = crew.start(slow)
        began.wait(60)
        failing = crew.start(fail)
        behind = [crew.start(late.append, failing) for _ in range(9)]
        threading.Timer(0.01, go.set).start()
        with pytest.raises(ValueError, match="no"):
            crew.get([failing, pending, *behind])
        assert (ended, late) == ([1], [])
