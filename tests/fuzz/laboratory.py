"""The directory under test, the files it should have, and the worker that runs commands in it."""

import contextlib
import json
import os
import selectors
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from zlib import crc32

from fuzz.cage import environment
from fuzz.outcome import HANG, Outcome, faults
from fuzz.peers import PEER
from fuzz.texts import commands
from fuzz.worker import STACKS
from processes import computed

ENOUGH = 3.0  # seconds after which Ctrl-C ends a valid command line that takes long
STARTING = 12.0  # seconds that a process may take to start on a busy machine
WRITING = 0.5  # seconds in which a hanging worker writes its stacks
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
    """A directory in which commands are run until it is closed."""

    def __init__(self, directory: Path) -> None:
        self.home, self.place = directory, directory / "place"
        self._worker: subprocess.Popen[str] | None = None
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
        (self.place / "peer").write_text(PEER)
        (self.place / "peer").chmod(0o755)
        (self.place / "plugged.py").write_text(PLUGGED)
        package = self.place / "plugged-1.dist-info"
        package.mkdir(exist_ok=True)
        for name, text in PACKAGE.items():
            (package / name).write_text(text)

    def reset(self) -> None:
        """Restore the files; the directory itself stays, because the worker is in it."""
        for path in self.place.iterdir():
            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
        shutil.copytree(self._own, self.place, dirs_exist_ok=True)

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
        """Have the worker run a command line, interrupted after `enough` seconds."""
        worker = self._worker or self._started()
        assert worker.stdin is not None and worker.stdout is not None
        worker.stdin.write(json.dumps([arguments, enough]) + "\n")
        worker.stdin.flush()
        begun = computed(worker)
        while not _readable(worker.stdout, HANG + enough):
            if not _runnable(worker.pid) or computed(worker) - begun > HANG + enough:
                stacks = self._stacks(worker)
                self.close()
                return Outcome(None, HANG + enough, "", stacks)
        line = worker.stdout.readline()
        if not line:
            status = worker.wait()
            self.close()
            return Outcome(status, 0.0, "", "the worker died")
        return Outcome(**json.loads(line))

    def process(self, arguments: list[str]) -> Outcome:
        """Run a command line in a caged process of its own; half of them print ASCII."""
        printing = ("utf-8", "ascii")[crc32(repr(arguments).encode()) % 2]
        with subprocess.Popen(
            [sys.executable, "-m", "fuzz.alone", str(self.home), *arguments],
            cwd=self.place,
            env=environment(self.home) | {"PYTHONIOENCODING": printing},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="surrogateescape",
            start_new_session=True,
        ) as running:
            try:
                out, err = running.communicate(timeout=ENOUGH + STARTING)
            except subprocess.TimeoutExpired:
                running.send_signal(signal.SIGINT)
                try:
                    out, err = running.communicate(timeout=HANG)
                except subprocess.TimeoutExpired:
                    os.killpg(running.pid, signal.SIGKILL)
                    return Outcome(None, HANG, "", "")
        return Outcome(running.returncode, 0.0, out, err)

    def _started(self) -> subprocess.Popen[str]:
        self._worker = subprocess.Popen(
            [sys.executable, "-m", "fuzz.worker", str(self.home)],
            cwd=self.place,
            env=environment(self.home),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        return self._worker

    def _stacks(self, worker: subprocess.Popen[str]) -> str:
        """Return the stacks of all threads of the worker."""
        worker.send_signal(signal.SIGUSR1)
        time.sleep(WRITING)
        return (self.home / STACKS).read_text()

    def close(self) -> None:
        """End the worker and the processes that it started."""
        if self._worker is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._worker.pid, signal.SIGKILL)
            self._worker.communicate()
        self._worker = None


PREPARING = commands("prepared")


def _hidden(name: str) -> bool:
    return any(part.startswith(".") for part in Path(name).parts)


def _runnable(process: int) -> bool:
    """Whether a thread of a process runs or only waits for a processor."""
    threads = Path(f"/proc/{process}/task").glob("*/stat")
    return any(thread.read_text().rpartition(") ")[2][0] == "R" for thread in threads)


def _readable(pipe: object, seconds: float) -> bool:
    with selectors.DefaultSelector() as ready:
        ready.register(pipe, selectors.EVENT_READ)  # type: ignore[arg-type]
        return bool(ready.select(seconds))
