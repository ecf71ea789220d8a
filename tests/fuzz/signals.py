"""Send signals at any instant: the command ends quietly, in time, and leaves nothing behind."""

import os
import random
import re
import resource
import signal
import subprocess
import time
from pathlib import Path

import zermelo
from fuzz.texts import commands
from processes import SIGNALS, command, computed, sleepers, soon

IN_TIME = 2.0  # CPU seconds
PATIENCE = 60.0  # seconds, on any machine
ENDING = 2.0  # seconds until a player has to be gone
SLEEP = 5317  # seconds for which the player sleeps, a number that identifies it
DEAF = f"""#!/bin/sh
trap '' TERM INT HUP
setsid sleep {SLEEP} &
echo ready; read a; read a; sleep {SLEEP}
"""
HOME = Path(zermelo.__file__).parent
WORK = commands("signalled")
PLAIN = """
import zermelo

class Plain(zermelo.Game):  # whose states no compiler takes, so that publishing is soon done
    def start(self):
        return "ooo"

    def player(self, state):
        return len(state) % 2

    def moves(self, state):
        yield from range(len(state))

    def play(self, state, move):
        return state[:move]

    def picture(self, state):
        points = [(x, 0) for x in range(3)]
        pieces = dict(enumerate(state))
        return zermelo.Picture(points, pieces, {move: (move,) for move in range(len(state))})
"""


HANGING = "while True:\n    pass\n"


def prepare(place: Path) -> None:
    """Make the database that the commands read."""
    with command("solve", "nim(rows=[2, 3])", "--out", "nim", "--plain", cwd=place) as solving:
        assert solving.wait() == 0


def try_signal(place: Path, chance: random.Random) -> tuple[list[str], list[str]]:
    """Send a signal to a command; return its words and faults."""
    (place / "deaf").write_text(DEAF)
    (place / "deaf").chmod(0o755)
    (place / "plain.py").write_text(PLAIN)
    (place / "hangs.py").write_text(HANGING)
    work, number = chance.choice(WORK), chance.choice([*SIGNALS, signal.SIGKILL])
    after = chance.choice((chance.uniform(0.02, 0.6), chance.uniform(0.02, 3.0)))
    before = sleepers(SLEEP)
    environment = {**os.environ, "ZERMELO_CACHE_DIR": "off"}
    with command(*work, cwd=place, env=environment, start_new_session=True) as running:
        time.sleep(after)
        earlier, sent = _spent(), computed(running)
        running.send_signal(number)
        try:
            _, err = running.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, 9)
            return [number.name, f"{after:.3f}", *work], ["it hung"]
    result = ["too late"] * (_spent() - earlier - sent > IN_TIME)
    if running.returncode not in (0, SIGNALS.get(number), -number):
        result.append(f"status {running.returncode}")
    if "Traceback" in err or "Exception ignored" in err:
        result = [BOOTING] if booting(err) else [*result, f"a traceback: {err[-300:]}"]
    result += [f"left {path.name}" for path in place.rglob(".*")]
    if running.returncode != 0 and not soon(lambda: sleepers(SLEEP) <= before, ENDING):
        result.append("left a player")
    return [number.name, f"{after:.3f}", *work], result


def _spent() -> float:
    """CPU seconds of all ended child processes."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


BOOTING = "before the first line of Zermelo"  # when messages are those of Python itself


def booting(err: str) -> bool:
    """Whether Ctrl-C came while Python itself was starting, before code of Zermelo ran."""
    lines = err.splitlines()
    ours = [number for number, line in enumerate(lines) if str(HOME) in line]
    return "KeyboardInterrupt" in err and all(
        re.search("process[./]start", lines[number] + lines[number + 1]) for number in ours
    )
