"""Searches on a thread of their own: jobs in turn, progress, and an end at any time."""

import contextvars
import threading

import pytest

import zermelo
from processes import soon
from zermelo.errors import Stopped
from zermelo.play.thinking import Job, Thinker, report_progress
from zermelo.search.clock import Snapshot

SOMEWHERE = Snapshot(depth=3, nodes=100, value=0.0, seconds=0.1)


def done(job: Job, thinker: Thinker) -> Job:
    thinker.begin(job)
    return job


def test_one_thread_does_one_job_at_a_time_in_turn():
    thinker, begun, go_on = Thinker(), [], threading.Event()

    def work(name: str):
        begun.append(name)
        return go_on.wait(10)

    *jobs, last = [done(Job(lambda name=name: work(name)), thinker) for name in "abcd"]
    assert soon(lambda: begun == ["a"]) and thinker.running == 4
    last.stop()  # before its turn: it is never begun
    go_on.set()
    assert all(job.result() for job in jobs) and begun == ["a", "b", "c"]
    with pytest.raises(Stopped):
        last.result()
    assert soon(lambda: thinker.running == 0)


def test_stopped_jobs_end_their_searches_and_closing_stops_all():
    game = zermelo.game("mnk(width=6, height=6, k=5)")
    searching = threading.Event()
    job = Job(
        lambda: zermelo.analyze(game, depth=30, native=False, progress=report_progress),
        lambda snapshot: searching.set(),
    )
    thinker = Thinker()
    thinker.begin(job)
    assert searching.wait(20)
    job.stop()
    with pytest.raises(Stopped):
        job.result()
    assert soon(lambda: thinker.running == 0)
    thinker = Thinker()

    def search():
        while True:
            report_progress(SOMEWHERE)

    jobs = [done(Job(search), thinker) for _ in range(3)]
    thinker.close()
    for job in jobs:
        with pytest.raises(Stopped):
            job.result()


def test_the_thread_has_the_context_of_whoever_asked():
    cell = contextvars.ContextVar("cell", default="none")
    cell.set("seventh")
    job = Job(cell.get)
    cell.set("eighth")
    assert done(job, Thinker()).result() == "seventh"
