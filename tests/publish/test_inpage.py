"""The application in a page, in a process that has what a browser has: no threads, no numpy."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

import zermelo
from ownpublished import OWN
from processes import PATIENCE
from zermelo.publish.packing import archive
from zermelo.solver.probing.publishing import published

# Asks as pages do, and prints what they get. Where a browser is, there is no numba, and threads
# cannot be started.
SCRIPT = """
import sys
sys.platform = "emscripten"
sys.modules |= dict.fromkeys(["fcntl", "resource", "termios", "ssl", "sqlite3"])  # not there
sys.path.insert(0, "python.zip")
import asyncio, json, threading

def refused(thread):
    raise RuntimeError("can't start new thread")

threading.Thread.start = refused
from zermelo.publish.inpage import Application

PATIENCE = float(sys.argv[1])
GAMES = {"kernels": [], "own": ["take.py:Take"], "names": ["tictactoe", "nim"],
         "studies": [], "results": [], "databases": [json.loads(open("told.json").read())],
         "plain": [{"spec": "take.py:Take", "by": "outcome", "why": "it says so"},
                   {"spec": "nim(rows=[1, 2])", "by": "outcome", "why": "it is small"}]}

async def main():
    said, heard = [], asyncio.Event()
    def post(text):
        said.append(json.loads(text))
        heard.set()
    async def until(condition):
        while not any(map(condition, said)):
            heard.clear()
            await heard.wait()
        return next(filter(condition, said))
    async def ask(number, path, **fields):
        message = {"id": number, "kind": "request", "method": "POST", "path": path}
        application.receive(json.dumps(message | {"body": json.dumps(fields)}))
        answer = await until(lambda each: each.get("id") == number)
        return answer["status"], json.loads(answer["body"])

    def fetch(name, first=0, size=None):
        with open(name, "rb") as file:
            return file.read()[first:][:size]

    application = Application(GAMES, fetch, post)
    status, room = await ask(1, "sessions", game="take.py:Take", players=["human", "level:10"])
    application.receive(json.dumps({"id": 2, "kind": "listen", "key": room["key"]}))
    status, _ = await ask(3, f"sessions/{room['key']}/move", move="2")
    def answered(each):
        return len(json.loads(each.get("data", "{}")).get("history", [])) == 2
    await until(answered)
    application.receive(json.dumps({"id": 2, "kind": "leave"}))
    _, known = await ask(8, "sessions", game="nim(rows=[1, 2])", players=["perfect", "human"])
    application.receive(json.dumps({"id": 9, "kind": "listen", "key": known["key"]}))
    await until(lambda each: each.get("id") == 9 and
                len(json.loads(each.get("data", "{}")).get("history", [])) == 1)
    unmeasured, _ = await ask(10, "levels", game="nim(rows=[1, 2])", level=1)
    traced, tree = await ask(4, "trees", game="tictactoe", depth=3, algorithm="alphabeta")
    lost, _ = await ask(5, "sessions/nothing/undo")
    other, _ = await ask(6, "sessions", game="othello")
    application.receive(json.dumps({"id": 7, "kind": "listen", "key": "nothing"}))
    await until(lambda each: each["kind"] == "lost")
    print(json.dumps([status, unmeasured, traced, len(tree["record"]["level"]) > 100, lost, other,
                      [each["text"] for each in said if each["kind"] == "notice"],
                      "numpy" in sys.modules]))

asyncio.run(main())
"""


@pytest.mark.long
def test_a_game_is_played_and_a_tree_recorded_without_threads_or_numpy(tmp_path):
    (tmp_path / "python.zip").write_bytes(archive())
    (tmp_path / "take.py").write_text(OWN)
    nim = zermelo.game("nim(rows=[1, 2])")
    zermelo.solve(nim, out=tmp_path / "nim", native=False)
    [made] = published([tmp_path / "nim"], {"nim": (str(nim), nim)})
    (tmp_path / "told.json").write_text(
        json.dumps({name: getattr(made, name) for name in ("spec", "by", "file", "digest")})
    )
    (tmp_path / "databases").mkdir()
    for name, content in made.files.items():
        (tmp_path / name).write_bytes(content)
    done = subprocess.run(
        [sys.executable, "-S", "-E", "-c", SCRIPT, str(PATIENCE)],
        cwd=tmp_path,
        env={name: value for name, value in os.environ.items() if name != "ZERMELO_NATIVE"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert not done.returncode, done.stderr[-2000:]
    why = {"take": "it says so", "nim(rows=[1, 2])": "it is small"}
    warned = [f"{game} runs as plain Python, slowly: {reason}" for game, reason in why.items()]
    assert json.loads(done.stdout) == [200, 400, 200, True, 404, 400, warned, False]
