"""The content of a database, and its refusal of damage, other rules and other files."""

import errno
import json
import os
import random
import sys

import pytest
import zarr

import forged
import zermelo
from processes import printed_by
from takegame import TAKE
from zermelo.errors import TextError, UsageError, ZermeloError
from zermelo.solver.keyed import tiers
from zermelo.solver.probing.database import Database
from zermelo.solver.probing.probe import probe_fields
from zermelo.solver.store import chunks
from zermelo.solver.store.arrays import CHUNK

GAME = "nim(rows=[1, 2, 4])"
CONNECT = "connectfour(width=4, height=4)"


def test_a_database_describes_itself(database):
    manifest = json.loads((database / "zermelo.json").read_text())
    assert (manifest["format"], manifest["version"]) == ("zermelo database", 2)
    assert (manifest["game"], len(manifest["fingerprint"])) == (GAME, 16)
    assert manifest["made_by"].startswith("zermelo ") and manifest["made_at"]
    assert manifest["solution"]["states"] == sum(
        manifest["solution"][name] for name in ("wins", "draws", "losses")
    )
    assert {"key", "score"} == set(manifest["encodings"])
    names = {entry.name for entry in database.iterdir()}
    assert names == {"zermelo.json", "zarr.json", "keys", "scores", "chunk_starts"}


def test_anyone_can_read_it_with_zarr_alone(database):
    group = zarr.open_group(str(database), mode="r")
    manifest = json.loads((database / "zermelo.json").read_text())
    packing, rows = manifest["packing"], [1, 2, 4]
    tier = manifest["tiers"][0]
    key = sum(
        (item - low) << shift
        for item, low, shift in zip([*rows, 0], packing["lowest"], packing["shift"], strict=True)
    )
    assert group["keys"][tier["first"]] == key
    assert group["scores"][tier["first"]] == 32767 - manifest["solution"]["remoteness"]


def test_a_probe_knows_every_move(database):
    opened = Database(database)
    probed = zermelo.probe(opened)
    assert list(probe_fields(probed)) == ["game", "state", "value", "remoteness", "moves"]
    assert probed.exact and probed.complete and probed.source == "database"
    assert (probed.value, probed.state) == (1, "1,2,4 A")
    assert probed.best_moves == ("2,1",)
    best = next(entry for entry in probed.moves if entry.move == "2,1")
    assert (best.value, best.remoteness) == (1, probed.remoteness)
    over = zermelo.probe(opened, opened.game.parse_state("0,0,0 A"))
    assert (over.value, over.remoteness, over.moves) == (-1, 0, ())


def test_a_finished_draw_has_remoteness_0(solve):
    opened = solve("mnk(width=2, height=1, k=2)")
    assert zermelo.probe(opened).remoteness is None
    assert zermelo.probe(opened, "XO").remoteness == 0


def test_a_state_that_no_play_reaches_is_refused(database):
    opened = Database(database)
    start = opened.game.start()
    for strange in (start._replace(player=1), start._replace(rows=(9, 9, 9))):
        with pytest.raises(TextError, match="which no play from its start leads to"):
            zermelo.probe(opened, strange)


@pytest.mark.compiled
def test_several_chunks_are_searched_right(connect_four):
    opened = Database(connect_four)
    group = zarr.open_group(str(connect_four), mode="r")
    keys, scores = group["keys"][:], group["scores"][:]
    assert len(keys) > 4 * CHUNK
    chance = random.Random(1)
    for index in [0, CHUNK - 1, CHUNK, len(keys) - 1, *chance.choices(range(len(keys)), k=300)]:
        state = opened.game.unkey(int(keys[index]))
        assert opened.score(state) == scores[index]
        mirrored = list(opened.game.symmetries(state))[-1]
        assert opened.score(mirrored) == scores[index]


@pytest.mark.compiled
def test_verify_finds_a_sound_database_sound(database, connect_four):
    assert zermelo.verify(database).sound
    checked = zermelo.verify(connect_four, sample=2000)
    assert (checked.sound, checked.checked, checked.faults) == (True, 2000, ())
    checked = zermelo.verify(connect_four)
    assert (checked.sound, checked.checked, checked.plain) == (True, checked.states, 20_000)


def test_verify_finds_wrong_scores(database):
    group = zarr.open_group(str(database), mode="r+")
    scores = group["scores"][:]
    collected = set()
    for index in range(0, len(scores), 7):
        wrong = scores.copy()
        wrong[index] = -wrong[index] or 1
        group["scores"][:] = wrong
        with pytest.raises(UsageError, match="damaged"):
            zermelo.verify(database)
        forged.reseal(database)  # so that every checksum is right
        collected.add(zermelo.verify(database).sound)
    assert collected == {False}


def test_changed_rules_are_refused_with_both_fingerprints(tmp_path, run):
    file = tmp_path / "take.py"
    file.write_text(TAKE)
    out = str(tmp_path / "database")
    assert run("solve", str(file), "--out", out, "--plain")[0] == 0
    stored = json.loads((tmp_path / "database" / "zermelo.json").read_text())["fingerprint"]
    file.write_text(TAKE.replace("min(3", "min(2"))
    named = out, "--game", str(file)
    for command in (("probe", *named), ("verify", *named), ("solve", str(file), "--out", out)):
        status, _, err = run(*command)
        assert status == 2 and stored in err and err.count("\n") == 1
        assert len([word for word in err.split() if len(word) == 16 and word.isalnum()]) >= 2


def test_another_game_or_other_files_in_the_directory_are_left_alone(database, tmp_path):
    with pytest.raises(UsageError, match="contains a database of nim"):
        zermelo.solve(zermelo.game("tictactoe"), database, native=False)
    other = tmp_path / "other"
    other.mkdir()
    (other / "thesis.tex").write_text("precious")
    with pytest.raises(UsageError, match=r"thesis\.tex"):
        zermelo.solve(zermelo.game(GAME), other, native=False)
    assert [entry.name for entry in other.iterdir()] == ["thesis.tex"]


def test_solving_again_gives_the_same_at_once_and_removes_remains(database, solve):
    again = zermelo.solve(zermelo.game(GAME), database, native=False)
    assert again.as_dict() == json.loads((database / "zermelo.json").read_text())["solution"]
    (database / "progress.json").write_text("{}")
    solve(GAME, "database")
    assert not (database / "progress.json").exists()


def test_without_zarr_one_line_says_how_to_get_it(tmp_path, refused, monkeypatch):
    monkeypatch.setitem(sys.modules, "zarr", None)
    assert "pip install 'zermelo[solve]'" in refused(
        "solve", "nim", "--out", str(tmp_path / "database"), "--plain"
    )


@pytest.mark.compiled
def test_every_flipped_byte_is_detected(database):
    """By `verify` and by a probe, which reads every file of this small database."""
    chance = random.Random(4)
    files = sorted(path for path in database.rglob("*") if path.is_file())
    game = zermelo.game(GAME)
    assert zermelo.probe(Database(database, game)).value == 1
    checks = {
        "verify": lambda: zermelo.verify(database, game=game, sample=1),
        "probe": lambda: Database(database, game).score(game.start()),
    }
    missed = []
    for number in range(300):
        path = files[number % len(files)]
        sound = path.read_bytes()
        index, bit = chance.randrange(len(sound)), 1 << chance.randrange(8)
        path.write_bytes(sound[:index] + bytes([sound[index] ^ bit]) + sound[index + 1 :])
        for name, check in checks.items():
            try:
                check()
            except UsageError:
                continue
            missed.append((name, path.name, index, bit))
        path.write_bytes(sound)
    assert missed == []


def test_a_missing_chunk_is_detected(database):
    for name in ("keys", "scores", "chunk_starts"):
        chunk = database / name / "c" / "0"
        content = chunk.read_bytes()
        chunk.unlink()
        assert name == "chunk_starts" or not zermelo.verify(database).sound
        with pytest.raises(UsageError, match="missing"):
            zermelo.probe(Database(database))
        chunk.write_bytes(content)
    assert zermelo.verify(database).sound


KILLED = """
import os, random, signal, sys, time
import numpy, zarr, zermelo
from zermelo.solver import solve
from zermelo.solver.keyed import tiers
from pathlib import Path

def attempt(path):  # in a child process, which writes after every tier
    tiers.SAVE_SECONDS = 0.0
    solve.solve(zermelo.game("nim(rows=[1, 3, 4])"), path, native=False, threads=1)
    os._exit(0)

chance, kills, number = random.Random(11), 0, 0
while kills < 50:
    path = Path(sys.argv[1]) / str(number)
    child = os.fork()
    if child == 0:
        attempt(path)
    time.sleep(chance.uniform(0, float(sys.argv[2])))
    os.kill(child, signal.SIGKILL)
    finished = os.waitpid(child, 0)[1] == 0
    kills, number = kills + (not finished), number + finished
child = os.fork()
if child == 0:
    attempt(path)
assert os.waitpid(child, 0)[1] == 0
print(number)
"""


@pytest.mark.compiled
def test_killed_at_50_random_instants_it_resumes_to_the_same(tmp_path, solve):
    reference = solve("nim(rows=[1, 3, 4])").path
    (tmp_path / "killed").mkdir()
    printed_by("-c", KILLED, str(tmp_path / "killed"), "0.35")
    for path in (tmp_path / "killed").iterdir():
        assert forged.contents(path) == forged.contents(reference)
        assert zermelo.verify(path).sound


FULL = (errno.ENOSPC, "No space left on device; .* make room and run")
FAILING = (errno.EIO, "cannot read or write .*: Input/output error; .* fix the disk and run")


@pytest.mark.parametrize(
    ("writes", "fault"), [*((writes, FULL) for writes in (0, 3, 5, 8, 12, 20, 30)), (3, FAILING)]
)
def test_a_disk_that_is_full_or_fails_is_a_clear_error_and_resumable(
    tmp_path, solve, writes, fault, monkeypatch
):
    put, left, path = chunks.replace_file, [writes], tmp_path / "database"

    def failing(*arguments, **options):
        left[0] -= 1
        if left[0] < 0:
            raise OSError(fault[0], os.strerror(fault[0]))
        return put(*arguments, **options)

    monkeypatch.setattr(tiers, "SAVE_SECONDS", 0.0)
    game = zermelo.game(GAME)
    with monkeypatch.context() as patch:
        patch.setattr(chunks, "replace_file", failing)
        with pytest.raises(ZermeloError, match=fault[1]):
            zermelo.solve(game, path, native=False)
    zermelo.solve(game, path, native=False)
    assert forged.contents(path) == forged.contents(solve(GAME).path)


@pytest.mark.compiled
def test_little_memory_gives_the_same_from_disk(tmp_path, connect_four, monkeypatch):
    dropped = []
    monkeypatch.setattr(tiers, "SAVE_SECONDS", 0.0)
    read = tiers.read_items
    monkeypatch.setattr(tiers, "read_items", lambda *where: dropped.append(where) or read(*where))
    zermelo.solve(zermelo.game(CONNECT), tmp_path / "database", memory=2 << 20)
    assert dropped
    assert forged.contents(tmp_path / "database") == forged.contents(connect_four)


@pytest.mark.compiled
def test_too_little_memory_for_one_tier_is_refused():
    with pytest.raises(UsageError, match="MiB of memory are too little"):
        zermelo.solve(zermelo.game("connectfour(width=4, height=5)"), memory=2 << 20)


@pytest.mark.parametrize("address", ["s3://bucket/four", "file:///tmp/four", "gs://b/x"])
def test_an_address_is_no_directory(address, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match="--out must be a local directory, not"):
        zermelo.solve(zermelo.game("nim"), address, native=False)
    assert not list(tmp_path.iterdir())


def test_two_at_once_in_one_directory_are_refused(tmp_path, solve):
    from zermelo.solver.store.draft import Draft

    game = zermelo.game(GAME)
    first = Draft(tmp_path / "database", game, [game.start()])
    with pytest.raises(UsageError, match="another process"):
        solve(GAME, "database")
    first.close()
    assert zermelo.probe(solve(GAME, "database")).value == 1
