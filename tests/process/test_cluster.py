"""A cluster of two nodes finds what one machine finds, whatever is killed on the way."""

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import psutil
import pytest

import zermelo
from forged import contents
from processes import importing, soon
from twonodes import TwoNodes
from zermelo.errors import LossWarning

if find_spec("ray") is None:  # to import it takes a second
    pytest.skip("there is no Ray", allow_module_level=True)

LONGEST = 1500  # seconds
DRIVER = """
import sys, zermelo
from zermelo.solver.keyed import tiers

game, out, on = sys.argv[1:]
tiers.SAVE_SECONDS = 0.3
tell = lambda step: print(flush=True)
zermelo.solve(zermelo.game(game), out, on=on, shares=3, progress=tell)
"""
WALK = '''
"""Walk to either end of a path. Who finds what follows from place 2 while there is a gate waits."""

import os
import time
from pathlib import Path
from typing import NamedTuple

from zermelo import LOSS, ONGOING, WIN, Game

HERE = Path("{here}")


class At(NamedTuple):
    place: int
    player: int


class Walk(Game[At]):
    """Walk a step."""

    def start(self):
        return At(5, 0)

    def moves(self, state):
        if state.place == 2 and Path("/proc/self/cmdline").read_bytes().startswith(b"ray::"):
            wait_at_gate()
        if 0 < state.place < 11:
            yield -1
            yield 1

    def play(self, state, move):
        return At(state.place + move, state.player ^ 1)

    def outcome(self, state):
        if 0 < state.place < 11:
            return ONGOING
        return WIN if (state.place == 0) == (state.player == 1) else LOSS


def wait_at_gate():
    try:
        (HERE / "gate").rename(HERE / "draft")
    except OSError:
        return
    (HERE / "draft").write_text(str(os.getpid()))
    (HERE / "draft").rename(HERE / "keeper")
    while True:
        time.sleep(1)
'''


def started(*words: str) -> subprocess.Popen[bytes]:
    """The command after its start."""
    return subprocess.Popen([sys.executable, "-m", "zermelo", *words], env=importing())


def ended(command: subprocess.Popen[bytes]) -> bool:
    """Whether the command ends well on a slow machine, too; the test has a limit of its own."""
    return command.wait() == 0


def write_walk(place: Path) -> str:
    """A game of which one process stops that finds a tier's states; it says which it is."""
    (place / "walk.py").write_text(WALK.replace("{here}", str(place)))
    return f"{place / 'walk.py'}:Walk"


def games(path: Path) -> list[dict]:
    """The games in a JSON Lines file, without their times."""
    result = [json.loads(line) for line in path.read_text().splitlines()]
    for move in (move for game in result for move in game["moves"]):
        del move["seconds"]
    return result


def came(condition: Callable[[], bool], command: subprocess.Popen[bytes]) -> bool:
    """Whether a condition comes true, or the command ends, before the time is up."""
    return soon(lambda: condition() or command.poll() is not None, seconds=LONGEST)


@pytest.mark.compiled
@pytest.mark.timeout(LONGEST)  # a minute and a half, but on a busy machine
def test_a_cluster_finds_what_a_machine_finds_whatever_is_killed(tmp_path):
    three = "solve", "morris", "--endgame", "3-3", "--out"
    played = "match", "tictactoe", "alphabeta:depth=2", "random", "--export"
    here = [started(*three, f"{tmp_path}/three"), started(*played, f"{tmp_path}/games")]
    with TwoNodes() as cluster:
        assert all(map(ended, here))
        on = "--on", cluster.address
        out = tmp_path / "three on two"
        solving = started(*three, str(out), *on)
        assert came((out / "zarr.json").exists, solving)
        cluster.tell("lose")
        assert came((out / "progress.json").exists, solving)
        solving.kill()
        solving.wait()
        cluster.tell("gain")
        assert ended(started(*three, str(out), *on))
        assert contents(out) == contents(tmp_path / "three")

        walk = write_walk(tmp_path)
        zermelo.solve(zermelo.game(walk), tmp_path / "walk", native=False)
        assert any(tier["inner"] for tier in contents(tmp_path / "walk")["facts"]["tiers"])
        (tmp_path / "gate").touch()
        solving = started("solve", walk, "--plain", "--out", f"{tmp_path}/walk on two", *on)
        assert came((tmp_path / "keeper").exists, solving)
        os.kill(int((tmp_path / "keeper").read_text()), signal.SIGKILL)
        assert ended(solving)
        assert contents(tmp_path / "walk on two") == contents(tmp_path / "walk")

        assert ended(started(*played, f"{tmp_path}/games on two", *on))
        assert games(tmp_path / "games on two") == games(tmp_path / "games")


@pytest.mark.long
@pytest.mark.compiled
@pytest.mark.timeout(LONGEST)
def test_whatever_is_killed_at_random_points_the_bytes_are_the_same(tmp_path):
    spec = "connectfour(width=5, height=4)"
    zermelo.solve(zermelo.game(spec), tmp_path / "here", shares=3)
    with TwoNodes() as cluster:
        for seed in (0, 1):
            there = tmp_path / f"there {seed}"
            solve_among_kills(cluster, spec, there, random.Random(seed))
            assert contents(there) == contents(tmp_path / "here")


def solve_among_kills(cluster: TwoNodes, spec: str, out: Path, chance: random.Random) -> None:
    """Solve a game while workers, nodes and the driver are killed, two of each."""
    given = [sys.executable, "-c", DRIVER, spec, str(out), cluster.address]

    def start_driver():
        return subprocess.Popen(given, env=importing(), stdout=subprocess.PIPE)

    kills = ["worker", "node", "driver"] * 2
    chance.shuffle(kills)
    driver = start_driver()
    for kill in kills:
        for _ in range(chance.randrange(1, 7)):  # of 43 steps of one that nobody kills
            assert driver.stdout.readline(), kill
        if kill == "driver":
            driver.kill()
            driver.communicate()
            driver = start_driver()
        elif kill == "node":
            cluster.tell("lose")
            cluster.tell("gain")
        else:
            with contextlib.suppress(psutil.NoSuchProcess):
                chance.choice(cluster.workers()).kill()
    driver.communicate()
    assert driver.returncode == 0


def test_a_node_that_dies_is_one_line():
    """Ray reports its log first, and then that it is dead."""
    import ray
    from ray._private import worker

    from zermelo.process import cluster

    printing = worker.print_to_stdstream
    dead = (
        "The node with node id: d4d8 and address: 10.0.0.2 and node name: 10.0.0.2 has been marked "
        "dead because the detector has missed too many heartbeats from it.\n(2) lagging heartbeats"
    )
    with pytest.warns(LossWarning) as warned, cluster._reports_in_a_line():
        for text in ("Raylet is terminated. Possible reasons:\n[state-dump]", dead, "Odd.\nMore"):
            worker.print_to_stdstream({"lines": [text], "pid": "raylet"}, ignore_prefix=False)
    assert [str(each.message) for each in warned] == [
        "the cluster lost machine 10.0.0.2",
        "the cluster reports: Odd.",
    ]
    assert worker.print_to_stdstream is printing

    lost = cluster.failure(ray, ray.exceptions.LocalRayletDiedError())
    assert str(lost).startswith("the cluster's node on this machine is lost")
