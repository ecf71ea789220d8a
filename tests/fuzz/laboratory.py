"""The directory under test, the files it should have, and the processes that run in it."""

import multiprocessing
import os
import shutil
import signal
import time
from multiprocessing import forkserver
from pathlib import Path
from unittest import mock

from fuzz.outcome import HANG, Outcome, faults
from fuzz.texts import commands
from fuzz.worker import ERR, OUT, STACKS, run_command
from processes import computed, importing

ENOUGH = 3.0  # seconds after which Ctrl-C ends a valid command line that takes long
WRITING = 0.5  # seconds in which a hanging process writes its stacks
FORKING = multiprocessing.get_context("forkserver")
# Each process imports the main module again, which is pytest's or that of `make fuzz`.
MAIN = ("fuzz.asked", "fuzz.baddays", "fuzz.scarce", "pytest")
FORKING.set_forkserver_preload(["fuzz.preloaded", *MAIN])
CANARY = "executed"  # the file that code hidden in data creates
RESUMED = "nim/"  # the database, whose files may be replaced when solving continues
RULES = """
from zermelo.games.nim import Nim

class Own(Nim):
    pass
"""
PLUGGED = "from zermelo.games.nim import Nim\n\nclass Plugged(Nim):\n    pass\n"
PACKAGE = {
    "METADATA": "Metadata-Version: 2.1\nName: plugged\nVersion: 1\n",
    "RECORD": "plugged.py,,\n",
    "entry_points.txt": "[zermelo.games]\nplugged = plugged:Plugged\n",
}
STUDY = """{"format": "zermelo study", "version": 1, "title": "Nim", "chapters": [
  {"title": "One", "game": "nim(rows=[1, 2])", "by": "outcome", "start": null,
   "moves": "0,1 {> 1} {why}"}]}
"""
TRAP = f"import pathlib\npathlib.Path({CANARY!r}).touch()\n"
PLAYER = "#!/bin/sh\nread a; echo ready; while read a; do echo 0,1; done\n"


class Laboratory:
    """A directory in which commands are run."""

    def __init__(self, directory: Path) -> None:
        self.home, self.place = directory, directory / "place"
        with mock.patch.dict(os.environ, importing()):  # or it would find no module
            forkserver.ensure_running()
        self.refill()
        for order in PREPARING:
            done = self.run(order, enough=60.0)
            assert done.status == 0, (order, done)
        self._own = directory / "own"
        shutil.copytree(self.place, self._own)

    def refill(self) -> None:
        """Make the files that every command line may name."""
        self.place.mkdir(exist_ok=True)
        (self.place / "own.py").write_text(RULES)
        (self.place / "trap.py").write_text(TRAP)
        (self.place / "openings.txt").write_text("0,0 1,1\n1,1 0,0\n")
        (self.place / "study.json").write_text(STUDY)
        (self.place / "player").write_text(PLAYER)
        (self.place / "player").chmod(0o755)
        (self.place / "plugged.py").write_text(PLUGGED)
        package = self.place / "plugged-1.dist-info"
        package.mkdir(exist_ok=True)
        for name, text in PACKAGE.items():
            (package / name).write_text(text)

    def reset(self) -> None:
        """Restore the files."""
        shutil.rmtree(self.place)
        shutil.copytree(self._own, self.place)

    def tried(self, arguments: list[str]) -> list[str]:
        """Run a command line, restore the files, and return its faults."""
        before = set(self.names())
        return self.judged(self.run(arguments), before)

    def judged(self, done: Outcome, before: set[str]) -> list[str]:
        """The faults of an outcome and of the files that it left."""
        after = set(self.names())
        left = {name for name in after - before if done.status == 2 or _hidden(name)}
        result = faults(done, sorted(left - {CANARY}), CANARY in after)
        gone = {name for name in before - after if not name.startswith(RESUMED)}
        result += [f"deleted {name}" for name in sorted(gone)]
        if after != before:
            self.reset()
        return result

    def names(self) -> list[str]:
        return [str(path.relative_to(self.place)) for path in self.place.rglob("*")]

    def run(self, arguments: list[str], enough: float = ENOUGH) -> Outcome:
        """Run a command line in a caged process, interrupted after `enough` seconds."""
        (self.home / STACKS).unlink(missing_ok=True)
        running = FORKING.Process(target=run_command, args=(self.home, arguments, enough))
        running.start()
        begun = computed(running)
        while running.exitcode is None:
            running.join(HANG + enough)
            if running.is_alive() and not self._advances(running, begun + HANG + enough):
                os.kill(running.pid, signal.SIGUSR1)
                time.sleep(WRITING)
                os.killpg(running.pid, signal.SIGKILL)
                running.join()
                return Outcome(None, HANG + enough, "", (self.home / STACKS).read_text())
        out, err = ((self.home / name).read_text("utf-8", "replace") for name in (OUT, ERR))
        return Outcome(running.exitcode, 0.0, out, err)

    def _advances(self, running: object, most: float) -> bool:
        """Whether a process runs, or waits for a processor, and has not used its CPU seconds."""
        threads = Path(f"/proc/{running.pid}/task").glob("*/stat")
        runnable = any(thread.read_text().rpartition(") ")[2][0] == "R" for thread in threads)
        return runnable and computed(running) <= most


PREPARING = commands("prepared")


def _hidden(name: str) -> bool:
    return any(part.startswith(".") for part in Path(name).parts)
