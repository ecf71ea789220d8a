"""The searches of the server share its time: by address, by session, and by who waits."""

import sys
import threading
from functools import partial

from processes import PATIENCE, soon
from zermelo.errors import Stopped
from zermelo.play.thinking import Job, report_progress
from zermelo.search.clock import Snapshot
from zermelo.web.thinking import CROWD_SECONDS, LEAST_SECONDS, SharedThinker


class Work:
    """Jobs of one second each on this thread, by a clock that only these jobs move."""

    def __init__(self) -> None:
        self.now, self.done = 0.0, list[str]()
        self.thinker = SharedThinker(1, lambda: self.now)
        self.thinker._threads.add(threading.current_thread())

    def add(self, name: str, count: int, *owner: str, urgent: bool = True) -> None:
        """Add numbered jobs of an address and a session."""

        def find(number: int) -> None:
            self.now += 1
            self.done.append(f"{name} {number}")

        for number in range(count):
            self.thinker.begin(Job(partial(find, number), owner=owner, urgent=urgent))

    def run(self) -> list[str]:
        self.thinker._work()
        return self.done


def test_time_is_shared_by_address_and_session_and_nobody_catches_up():
    work = Work()
    for tab in range(200):
        work.add("tab", 1, "crowd", str(tab))
    work.add("move", 3, "polite", "game")
    assert [work.run().index(f"move {number}") for number in range(3)] == [1, 3, 5]
    work = Work()
    work.add("first", 4, "one", "first")
    work.add("second", 2, "one", "second")
    assert work.run() == ["first 0", "second 0", "first 1", "second 1", "first 2", "first 3"]
    work = Work()
    work.add("ahead", 1, "polite", "game", urgent=False)
    work.add("move", 3, "crowd", "tab")
    assert work.run() == ["move 0", "move 1", "move 2", "ahead 0"]
    work = Work()
    work.add("old", 2, "old", "game")
    work.thinker.begin(Job(partial(work.add, "new", 3, "new", "game"), owner=("old", "game")))
    work.add("late", 2, "old", "game")
    assert work.run() == ["old 0", "old 1", "late 0", "new 0", "late 1", "new 1", "new 2"]


def test_an_address_leaves_threads_to_others():
    thinker, begun, go_on = SharedThinker(3, each=2), list[str](), threading.Event()

    def work(name: str) -> None:
        begun.append(name)
        go_on.wait(PATIENCE)

    crowd = [Job(partial(work, f"crowd {n}"), owner=("crowd", f"{n}")) for n in range(3)]
    polite = Job(partial(work, "polite"), owner=("polite", ""))
    for job in (*crowd, polite):
        thinker.begin(job)
    assert soon(lambda: len(begun) == 3) and sorted(begun) == ["crowd 0", "crowd 1", "polite"]
    go_on.set()
    crowd[2].result()
    thinker.close()


def test_a_search_may_take_less_when_many_wait():
    thinker = SharedThinker(2)
    mine, ahead = Job(lambda: None, owner=("me", "")), Job(lambda: None, urgent=False)
    alone = thinker.allowed_seconds(mine)
    crowd = [Job(lambda: None, owner=("crowd", str(tab))) for tab in range(200)]
    thinker._jobs = {mine, *crowd}
    assert thinker.allowed_seconds(mine) == thinker.look(("me", "")) == CROWD_SECONDS < alone
    assert thinker.allowed_seconds(crowd[0]) == LEAST_SECONDS
    thinker._jobs, thinker._waiting = {mine, ahead}, [mine]
    assert thinker.allowed_seconds(ahead) == LEAST_SECONDS < thinker.allowed_seconds(mine) == alone
    thinker.close()


def test_what_is_thought_ahead_ends_when_a_person_waits():
    """The only thread becomes free once the search reports its progress."""
    thinker, begun, message = SharedThinker(1), threading.Event(), list[str]()

    def ahead() -> None:
        begun.set()
        while True:
            report_progress(Snapshot(1, 1, None, 1.0, ()))

    thinking = Job(ahead, owner=("crowd", "tab"), urgent=False)
    move = Job(lambda: message.append("moved"), owner=("polite", "game"))
    thinker.begin(thinking)
    begun.wait()
    thinker.begin(move)
    move.result()
    assert message == ["moved"] and isinstance(thinking._outcome.exception(), Stopped)


def test_whoever_comes_while_others_go_has_their_turn():
    """Sessions come and go on many threads at once, and no job is forgotten."""
    thinker, done = SharedThinker(4), list[int]()

    def come() -> None:
        for _ in range(100):
            job = Job(lambda: done.append(1), owner=("crowd", str(len(done))))
            thinker.begin(job)
            job.result()

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        crowd = [threading.Thread(target=come, daemon=True) for _ in range(8)]
        for tab in crowd:
            tab.start()
        for tab in crowd:
            tab.join(PATIENCE)
            assert not tab.is_alive()
    finally:
        sys.setswitchinterval(interval)
    thinker.close()  # the result of a job arrives a moment before the thinker forgets the job
    assert len(done) == 800 and thinker.running == 0
