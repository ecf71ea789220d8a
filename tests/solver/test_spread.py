"""Tiers in shares kept by a crew: any number of shares gives the same bytes."""

import gc
import json
import math
import re
import subprocess
import sys
import threading
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import pytest

import watched
import zermelo
from processes import importing
from toys import Again, Graph, Node, Tug
from zermelo.errors import ContractError, UsageError, ZermeloError
from zermelo.solver.crews.crew import Crew, Lost, Space
from zermelo.solver.crews.raycrew import Ray
from zermelo.solver.keyed import lookups
from zermelo.solver.keyed import tiers as kept
from zermelo.solver.keyed.plan import Cluster as Machines
from zermelo.solver.keyed.plan import plan


@pytest.fixture(autouse=True)
def tiny(monkeypatch):
    """Shares and chunks of a few states."""
    monkeypatch.setattr(kept, "SMALL", 4)
    monkeypatch.setattr(kept, "REMOTE", 1)


SHARED = [  # a game, options, into how many shares its tiers are cut
    ("connectfour(width=3, height=3, k=3)", {}, 3),
    ("nim(rows=[1, 2, 4])", {}, 3),
    ("kalah(pits=2, seeds=2)", {}, 3),
    ("mnk(width=4, height=2, k=3)", {}, 7),
    ("kalah(pits=2, seeds=2)", {"by": "score"}, 5),
    (Again(size=30), {}, 5),
    (Tug(), {}, 3),
]


@pytest.mark.parametrize(("game", "options", "shares"), SHARED, ids=str)
def test_any_number_of_shares_and_threads_gives_the_same_database(
    game, options, shares, solved_files, monkeypatch
):
    expected = solved_files(game, **options)
    monkeypatch.setattr("zermelo.solver.keys.keyarrays.FEW", 40)
    for count, threads in ((1, 2), (shares, 2), (None, 1), (None, 5)):
        assert solved_files(game, **options, shares=count, threads=threads) == expected


@pytest.mark.compiled
def test_compiled_results_are_the_same(solved_files, monkeypatch):
    game = zermelo.game("connectfour(width=4, height=3, k=3)")
    expected = solved_files(game, native=True, threads=1)
    monkeypatch.setattr("zermelo.solver.keys.keyarrays.FEW", 1 << 8)
    for options in ({"shares": 3}, {"threads": 2}, {"threads": 5}):
        assert solved_files(game, native=True, **options) == expected


@pytest.mark.long
def test_a_run_that_was_stopped_goes_on_with_other_shares(solved_files, tmp_path, monkeypatch):
    monkeypatch.setattr(kept, "SAVE_SECONDS", 0.0)
    game = zermelo.game("connectfour(width=3, height=3, k=3)")
    expected = solved_files(game)
    for steps in (1, 5, 9, 12, 19):
        place, left = tmp_path / f"stopped after {steps}", [steps]

        def stop(_, left=left) -> None:
            left[0] -= 1
            if left[0] == 0:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            solved_files(game, place.name, shares=3, progress=stop)
        assert not (place / "zermelo.json").exists()
        assert solved_files(game, place.name, shares=2) == expected


def test_tiers_that_do_not_fit_into_memory_are_read_again(solved_files, monkeypatch):
    monkeypatch.setattr(kept, "SAVE_SECONDS", 0.0)
    game, read = zermelo.game("mnk(width=4, height=2, k=3)"), []
    expected = solved_files(game)
    whole = kept.read_items
    monkeypatch.setattr(kept, "read_items", lambda *given: read.append(1) or whole(*given))
    monkeypatch.setattr(kept, "TABLES", 1 << 60)
    assert solved_files(game, shares=3) == expected and read


def take_crew(monkeypatch, crew, module="solve") -> None:
    """Have a module of the solver work with this crew."""
    monkeypatch.setattr(f"zermelo.solver.{module}.crew_at", lambda *_, **__: nullcontext(crew))


class Told(Crew):
    """A crew that has something to say."""

    news = "2 machines"


def test_progress_says_what_there_is_to_say_of_the_crew(solved_files, monkeypatch):
    take_crew(monkeypatch, Told(2))
    monkeypatch.setattr(kept, "SAVE_SECONDS", 0.0)
    game, message = zermelo.game("mnk(width=3, height=2, k=2)"), []
    expected = solved_files(game)
    given = {"on": "there", "progress": lambda step: message.append(str(step))}
    assert solved_files(game, **given) == expected
    assert message and all(one.endswith("; 2 machines") for one in message)
    assert "100% scored" in message[-1]


def test_with_json_too_little_disk_is_said_as_any_mistake(monkeypatch, tmp_path, run):
    monkeypatch.setattr("zermelo.solver.numbered.estimate.free_at", lambda _: 10)
    out = str(tmp_path / "database")
    asked = "solve", "mnk(width=3, height=2, k=2)", "--plain", "--out", out, "--json"
    status, printed, complaint = run(*asked)
    assert (status, printed, complaint.count("\n")) == (2, "", 1)
    assert complaint.startswith("zermelo: ") and "GiB of disk (0.0 free)" in complaint
    assert run("probe", out, "--json")[:2] == (2, "")
    assert run(*asked, "--anyway")[0] == 0


LOOKED: list[int] = []


class Fickle(Graph):
    """Node 1 leads elsewhere after it was visited some times."""

    def tier(self, state):
        return (0, 1, 1, 2, 2)[state.number]

    def play(self, state, move):
        if state.number != 1:
            return super().play(state, move)
        LOOKED.append(1)
        return Node(4 if len(LOOKED) > 20 else 3, 0)


def test_a_game_that_is_not_the_same_twice_is_refused():
    children = ((1, 2), (3,), (3,), (), ())
    game = Fickle(children=children, players=(0, 1, 1, 0, 0), eighths=(0, 0, 0, -8, -8))
    for looked in range(22):
        LOOKED[:] = [1] * looked
        try:
            zermelo.solve(game, shares=2, native=False)
        except ContractError as error:
            assert "is not deterministic: a move" in str(error)
            return
    pytest.fail("nothing was noticed")


def fail():
    raise ValueError("no")


@pytest.mark.parametrize("members", [2, 5])
def test_no_task_runs_after_one_has_failed(members):
    began, go, ended, late = threading.Event(), threading.Event(), [], []

    def slow():
        began.set()
        go.wait(60)
        ended.append(1)

    with Crew(members) as crew:
        pending = crew.start(slow)
        began.wait(60)
        failing = crew.start(fail)
        behind = [crew.start(late.append, failing) for _ in range(9)]
        threading.Timer(0.01, go.set).start()
        with pytest.raises(ValueError, match="no"):
            crew.get([failing, pending, *behind])
        assert (ended, late) == ([1], [])


def test_arrays_are_in_memory_then_in_files_and_a_full_disk_is_said(monkeypatch):
    space = Space(1000)
    first = space.array((10, 2))
    second = space.array(500, np.int16, -3)
    empty = space.array(0)
    assert (space.held, space.spilled) == (160, 1000)
    assert first.shape == (10, 2) and len(empty) == 0
    assert second.dtype == np.int16 and second.flags.writeable and (second == -3).all()
    part = second[100:]
    del first, second
    gc.collect()
    assert (space.held, space.spilled) == (0, 1000)
    assert (part == -3).all()
    del part
    assert (space.held, space.spilled) == (0, 0)
    assert space.array(125).flags.owndata

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.posix_fallocate", full)
    with pytest.raises(UsageError, match=r"no room for 8 MiB for it: No space left") as reported:
        Space(1).array(1 << 20, np.int64)
    assert "\n" not in str(reported.value)


def test_little_room_for_moves_gives_the_same(monkeypatch):
    for game in (Tug(size=9), zermelo.game("nim(rows=[2, 3])")):
        expected = {**zermelo.solve(game, native=False).as_dict(), "seconds": 0}
        guessed = zermelo.estimate(game, native=False).states
        with monkeypatch.context() as patch:
            patch.setattr(lookups, "ROOM", 1)
            assert {**zermelo.solve(game, native=False).as_dict(), "seconds": 0} == expected
            assert zermelo.estimate(game, native=False).states == guessed


class Reference(NamedTuple):
    """A reference of `Immediate`, which may be used as a key."""

    number: int


class Immediate:
    """A Ray of two machines with two cores each, which runs every task at once."""

    class exceptions:  # noqa: N801 - Ray's names
        RayError = RayActorError = ObjectLostError = OSError

    def __init__(self) -> None:
        self.made, self.calls = list[Any](), 0
        at = SimpleNamespace(NodeAffinitySchedulingStrategy=lambda node, soft: node)
        self.util = SimpleNamespace(scheduling_strategies=at)
        self.kill = lambda actor: None

    def nodes(self):
        return [{"Alive": True, "NodeID": name, "Resources": {"CPU": 2}} for name in "ab"]

    def put(self, value):
        self.made.append(value)
        return Reference(len(self.made) - 1)

    def get(self, references):
        return [self.made[one.number] for one in references]

    def call(self, task, num_returns, given):
        self.calls += 1
        given = [self.made[one.number] if isinstance(one, Reference) else one for one in given]
        result = task(*given)
        return self.put(result) if num_returns == 1 else list(map(self.put, result))

    def callable_at_once(self, task):
        def options(num_returns=1, **_):
            return SimpleNamespace(remote=lambda *given: self.call(task, num_returns, given))

        return SimpleNamespace(options=options)

    def remote(self, task=None, **_):
        if task is None:
            return self.remote
        if not isinstance(task, type):
            return self.callable_at_once(task)

        def actor():
            kept = task()
            methods = {name: getattr(kept, name) for name in ("make", "work")}
            return SimpleNamespace(
                **{name: self.callable_at_once(method) for name, method in methods.items()}
            )

        return SimpleNamespace(remote=actor)


STORE = "object_store_memory"


def test_news_tell_machines_cores_store_and_what_is_spilled(tmp_path):
    ray = Immediate()
    node = ray.nodes()[0] | {"ObjectStoreSocketName": f"{tmp_path}/sockets/plasma_store"}
    elsewhere = node | {"ObjectStoreSocketName": "/nowhere/sockets/plasma_store"}
    known = [node, elsewhere, node | {"Alive": False}]
    ray.nodes, ray.cluster_resources = lambda: known, lambda: {"CPU": 4.0, STORE: 300 << 20}
    ray.available_resources = lambda: {"CPU": 1.0, STORE: 280 << 20}
    crew = Ray(ray)
    assert crew.news == "2 machines, 3 of 4 cores busy, 20 of 300 MiB stored"
    for name in "ab":
        (tmp_path / f"ray_spilled_objects_{name}").mkdir()
        (tmp_path / f"ray_spilled_objects_{name}" / "one").write_bytes(bytes(1 << 20))
    assert crew.news.endswith("20 of 300 MiB stored, 2 MiB spilled here")
    ray.available_resources = dict  # everything is busy, and Ray has not told of its store yet
    del known[1:]
    assert crew.news.startswith("1 machine, 4 of 4 cores busy, 0 of 300 MiB stored")


@pytest.mark.parametrize("game", [zermelo.game("mnk(width=3, height=3, k=3)"), Tug(size=20)])
def test_many_shares_are_few_calls_of_ray_and_find_the_same(game, solved_files, monkeypatch):
    monkeypatch.setattr("zermelo.solver.store.arrays.LOOSE", 0)  # so that Ray makes shards, too
    expected, calls = solved_files(game), []
    for shares, room in ((4, math.inf), (30, math.inf), (30, 1)):
        ray = Immediate()
        crew = Ray(ray, native=shares == 4)
        take_crew(monkeypatch, crew)
        monkeypatch.setattr(Ray, "room", property(lambda _, room=room: room, lambda *_: None))
        assert solved_files(game, on="here", shares=shares) == expected
        calls.append(ray.calls)
    assert calls[1] < (0.9 if isinstance(game, Tug) else 0.25) * calls[2]


KEYED, LOOPS, NUMBERED = "mnk(width=4, height=2, k=3)", "kalah(pits=2, seeds=2)", "morris(men=3)"
REFUSALS = {
    "format": (KEYED, {"estimate.MOST_STATES": 100}, "at least 525 states .* more than the 100"),
    "disk": (KEYED, {"numbered.estimate.free_at": lambda _: 10}, r"GiB of disk \(0\.0 free\)"),
    "memory": (
        KEYED,
        {"estimate.TABLES": 1 << 30, "numbered.estimate.free_at": lambda _: 1 << 36},
        "at least 2,045 states: .* memory at once",
    ),
    "unsampled": (
        LOOPS,
        {
            **dict.fromkeys(("estimate.COUNTED", "estimate.COUNTED_PLAIN"), 20),
            "numbered.estimate.free_at": lambda _: 10,
            "sampling.SECONDS": 0.1,
        },
        r"kalah.* has probably some 10.\d+ states: .* GiB of disk \(0\.0 free\)",
    ),
    "numbers": (NUMBERED, {"numbered.estimate.free_at": lambda _: 10}, r"disk \(0\.0 free\)"),
    "files": (NUMBERED, {"numbered.estimate.MOST_FILES": 9}, "and a database 9 files"),
    "a tier": (NUMBERED, {"numbered.estimate.MOST_CHUNKS": 0}, "a tier may have at most 0 numbers"),
}


@pytest.mark.parametrize("case", REFUSALS)
def test_an_estimate_says_what_solve_refuses_before_it_begins(case, monkeypatch, tmp_path, run):
    spec, limits, sentence = REFUSALS[case]
    for name, limit in limits.items():
        monkeypatch.setattr(f"zermelo.solver.{name}", limit)
    refusal = zermelo.estimate(spec, native=False).refusal
    assert re.search(sentence, refusal)
    printed = " ".join(run("estimate", spec)[1].split())
    assert re.search(f"solve refuses it: .*{sentence}", printed)
    out = tmp_path / "database"
    complaint = run("solve", spec, "--plain", "--out", str(out))[2]
    assert re.search(sentence, complaint) and (case == "unsampled" or refusal in complaint)
    assert not [*out.iterdir()]
    status = run("solve", spec, "--plain", "--out", str(out), "--anyway")[0]
    assert status == (0 if "use --anyway" in refusal else 2)


def test_without_an_estimate_it_is_refused_once_there_are_many_states(monkeypatch, tmp_path):
    monkeypatch.setattr("zermelo.solver.numbered.estimate.free_at", lambda _: 10)
    monkeypatch.setattr("zermelo.solver.solve.MANY", {False: 100})
    with pytest.raises(UsageError, match=r"GiB of disk \(0\.0 free\)"):
        zermelo.solve(KEYED, tmp_path / "out", native=False)
    assert not [*(tmp_path / "out").iterdir()]
    for given in ({"anyway": True}, {"states": [None, None]}):
        zermelo.solve(KEYED, tmp_path / str(given), native=False, **given)


def test_an_estimate_plans_a_cluster(monkeypatch):
    crew = Ray(Immediate())
    take_crew(monkeypatch, crew, "estimate")
    estimated = zermelo.estimate(KEYED, on="here")
    assert estimated.plan.states == estimated.canonical == 525
    monkeypatch.setattr("zermelo.solver.keyed.plan.COMMAND_BYTES", 1 << 60)
    refusal = zermelo.estimate(KEYED, on="here").refusal
    assert "1,073,741,824.0 GiB of memory at once" in refusal


def test_a_plan_passes_on_as_many_messages_as_a_run_does(monkeypatch):
    game, ray = zermelo.game("connectfour(width=4, height=3, k=3)"), Immediate()
    crew, sizes = Ray(ray), list[int]()
    take_crew(monkeypatch, crew)
    monkeypatch.setattr("zermelo.solver.keyed.plan.SMALL", 4)
    monkeypatch.setattr("zermelo.solver.keyed.plan.REMOTE", 1)
    add = kept.Tiers.add
    monkeypatch.setattr(
        kept.Tiers, "add", lambda *given: sizes.append((tier := add(*given)).count) or tier
    )
    zermelo.solve(game, on="here", native=False)
    planned = plan(sizes, Machines(4, 1, 1 << 40), 1e-6)
    assert planned.states == sum(sizes)
    assert 0.7 < planned.tasks / ray.calls < 1.3 and 0.7 < planned.messages / len(ray.made) < 1.3


class Losing(Crew):
    """A crew that is lost at the n-th call of `get`."""

    remote = True

    def __init__(self, left: int) -> None:
        super().__init__(2)
        self.left = left

    def get(self, pending):
        self.left -= 1
        if self.left == 0:
            raise Lost("a machine was lost")
        return super().get(pending)


def test_a_tier_is_begun_again_when_its_actors_are_lost(monkeypatch, solved_files):
    game, at = Tug(size=7), 3
    expected = solved_files(game)
    while True:
        at += 19
        crew = Losing(at)
        take_crew(monkeypatch, crew)
        assert solved_files(game, on="there") == expected
        if crew.left > 0:
            break
    assert at > 40
    take_crew(monkeypatch, Losing(30))
    assert zermelo.solve(game, on="there", native=False).states


def test_a_crew_that_keeps_getting_lost_ends_the_run(monkeypatch):
    crew = Losing(1)
    take_crew(monkeypatch, crew)
    monkeypatch.setattr(Losing, "get", lambda *_: (_ for _ in ()).throw(Lost("a machine was lost")))
    with pytest.raises(ZermeloError, match="a machine was lost"):
        zermelo.solve(Tug(), on="there", native=False)


@pytest.mark.long
@pytest.mark.parametrize("what", ["outcome", "score"])
def test_a_tier_larger_than_the_memory_is_kept_within_it(what):
    program = [sys.executable, watched.__file__, what]
    answer = json.loads(subprocess.check_output(program, env=importing()))
    assert answer["same"] and answer["spilled"] > 0
    assert answer["most"] < answer["allowed"]
