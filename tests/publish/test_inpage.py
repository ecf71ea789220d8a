"""The application of a page, in a process like a browser: no threads, no numpy."""

import json
import os
from pathlib import Path

import pytest

import zermelo
from processes import PATIENCE, python
from staticsites import OWN
from zermelo.solver.probing.publishing import publish_databases
from zermelo.web.python import archive

# Asks as pages do, and prints what they get. Where a browser is, there is no compiler, and threads
# cannot be started.
PLACE = """
import sys
sys.platform = "emscripten"
sys.modules |= dict.fromkeys(["fcntl", "resource", "termios", "ssl", "sqlite3"])  # not there
sys.path.insert(0, "python.zip")
import asyncio, json, threading

def refused(thread):
    raise RuntimeError("can't start new thread")

threading.Thread.start = refused
"""
SCRIPT = (
    PLACE
    + """
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
    traced, tree = await ask(4, "trees", game="tictactoe", depth=3, algorithm="alphabeta")
    lost, _ = await ask(5, "sessions/nothing/undo")
    other, _ = await ask(6, "sessions", game="othello")
    application.receive(json.dumps({"id": 7, "kind": "listen", "key": "nothing"}))
    await until(lambda each: each["kind"] == "lost")
    print(json.dumps([status, traced, len(tree["record"]["level"]) > 50, lost, other,
                      [each["text"] for each in said if each["kind"] == "notice"],
                      "numpy" in sys.modules]))

asyncio.run(main())
"""
)

# Rehearses, begins as a later visit does, plays, and prints what that still had to import, which
# games are there, and which files are open.
REHEARSED = (
    PLACE
    + """
import os
before = os.listdir("/proc/self/fd")
from zermelo.publish.inpage import Application, Settings, rehearse

rehearse(["tictactoe"])
files = len(os.listdir("/proc/self/fd")) - len(before)
loaded = {*sys.modules}

async def main():
    said = asyncio.Queue()
    settings = {name: [] for name in Settings.__annotations__} | {"names": ["tictactoe"]}
    application = Application(settings, None, said.put_nowait)
    def ask(number, path, **fields):
        message = {"id": number, "kind": "request", "method": "POST", "path": path}
        application.receive(json.dumps(message | {"body": json.dumps(fields)}))
    ask(1, "sessions", game="tictactoe", players=["human", "level:10"])
    while "body" not in (answer := json.loads(await said.get())):
        pass
    key = json.loads(answer["body"])["key"]
    application.receive(json.dumps({"id": 2, "kind": "listen", "key": key}))
    ask(3, f"sessions/{key}/move", move="a3")
    while len(json.loads(json.loads(await said.get()).get("data", "{}")).get("history", [])) < 2:
        pass
    ours = {name for name in sys.modules if name.startswith("zermelo")}
    games = [name for name in ours if name.startswith("zermelo.games.")]
    print(json.dumps([files, sorted(ours - loaded), sorted(games)]))

asyncio.run(main())
"""
)


def in_page(script, folder):
    """The JSON that a script prints where a browser is, in a process of its own."""
    (folder / "python.zip").write_bytes(archive())
    environment = {name: value for name, value in os.environ.items() if name != "ZERMELO_NATIVE"}
    given = "-S", "-E", "-c", script, str(PATIENCE)
    done = python(*given, cwd=folder, env=environment)
    assert not done.returncode, done.stderr[-2000:]
    return json.loads(done.stdout)


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="it lists open files by /proc")
def test_the_memory_that_is_kept_has_all_that_a_visit_begins_with_and_no_open_file(tmp_path):
    files, imported, games = in_page(REHEARSED, tmp_path)
    assert files == 0
    assert imported == []
    assert set(games) - {"zermelo.games"} == {"zermelo.games.mnk"}


@pytest.mark.long
def test_a_game_is_played_and_a_tree_recorded_without_threads_or_numpy(tmp_path):
    (tmp_path / "take.py").write_text(OWN)
    nim = zermelo.game("nim(rows=[1, 2])")
    zermelo.solve(nim, out=tmp_path / "nim", native=False)
    [made] = publish_databases([tmp_path / "nim"], {"nim": (str(nim), nim)})
    (tmp_path / "told.json").write_text(
        json.dumps({name: getattr(made, name) for name in ("spec", "by", "file", "digest")})
    )
    (tmp_path / "databases").mkdir()
    for name, content in made.files.items():
        (tmp_path / name).write_bytes(content)
    why = {"take": "it says so", "nim(rows=[1, 2])": "it is small"}
    warned = [f"{game} runs as plain Python, slowly: {reason}" for game, reason in why.items()]
    assert in_page(SCRIPT, tmp_path) == [200, 200, True, 404, 400, warned, False]
