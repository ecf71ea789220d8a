"""Crews: tasks, their parts, exchanges and actors; whatever the number of members."""

from __future__ import annotations

import threading

import pytest

from zermelo.solver.crews.crew import Threads, exchange

MEMBERS = pytest.mark.parametrize("members", [1, 2, 5])


def shared_out(numbers, shares):
    return tuple([n for n in numbers if n % shares == share] for share in range(shares))


def gathered(_share, *parts):
    return sorted(n for part in parts for n in part)


@MEMBERS
@pytest.mark.parametrize("shares", [1, 3])
def test_each_share_gets_a_part_from_every_one(members, shares):
    numbers = [range(start, 60, shares + 1) for start in range(shares)]
    with Threads(members) as crew:
        received = exchange(
            shares,
            lambda share: crew.start_parts(shares, shared_out, numbers[share], shares),
            lambda share, *parts: crew.start(gathered, share, *parts),
        )
        reported = crew.get(received)
    everything = sorted(n for part in numbers for n in part)
    assert reported == [[n for n in everything if n % shares == share] for share in range(shares)]


@MEMBERS
def test_what_is_pending_is_passed_on_unseen(members):
    with Threads(members) as crew:
        pending = [crew.start(int, text) for text in "123"]
        for _ in range(20):
            pending = [crew.start(sum, [1, 1]), *(crew.start(max, one, 2) for one in pending[:3])]
        assert crew.get(pending) == [2, 2, 2, 2]


class Log:
    """Notes what it is told, in order; its actor makes one call after the other."""

    def __init__(self, first):
        self.said = [first]

    def say(self, word):
        before = list(self.said)
        self.said = [*before, word]
        return len(self.said)

    def halves(self):
        return self.said[::2], self.said[1::2]


@MEMBERS
def test_an_actor_is_called_in_order(members):
    with Threads(members) as crew:
        logs = [crew.keep(Log, number) for number in range(3)]
        counts = [[log.start("say", word) for word in range(50)] for log in logs]
        even, odd = logs[2].start_parts(2, "halves")
        assert [crew.get(reported)[-1] for reported in counts] == [51] * 3
        assert crew.get([even, odd]) == [[2, *range(1, 50, 2)], list(range(0, 50, 2))]


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
