"""Databases in shards: the same contents in few files, each chunk compared with its digest."""

import shutil
from dataclasses import replace

import pytest
import zarr

import zermelo
from fuzz.baddays import GRAPH
from widegames import CodedTug
from zermelo.errors import UsageError
from zermelo.solver.keyed import tiers
from zermelo.solver.store import arrays, chunks
from zermelo.solver.store.arrays import kinds

SMALL = 4  # items of a chunk
NIM = zermelo.game("nim(rows=[1, 4])")


@pytest.fixture
def small(monkeypatch):
    """Chunks of four states, shards of three chunks, and a save after each tier."""
    monkeypatch.setattr(arrays, "LOOSE", 1)
    monkeypatch.setattr(arrays, "SHARD", 3)
    monkeypatch.setattr(tiers, "SAVE_SECONDS", 0.0)
    monkeypatch.setattr("zermelo.solver.keys.keyarrays.SMALL", 3)
    monkeypatch.setattr("zermelo.solver.keyed.tiers.SMALL", 3)
    for name in ("keyed.tiers", "store.arrays", "store.keyedstates"):
        monkeypatch.setattr(f"zermelo.solver.{name}.kinds", small_kinds)
    for name in ("arrays", "keyedstates"):
        monkeypatch.setattr(f"zermelo.solver.store.{name}.CHUNK", SMALL)


def small_kinds(words):
    return {name: replace(kind, chunk=SMALL) for name, kind in kinds(words).items()}


@pytest.fixture
def sharded(small, solve):
    return solve(NIM).path


def files_of(path):
    return {str(file.relative_to(path)): file for file in path.rglob("*") if file.is_file()}


@pytest.mark.parametrize("game", [NIM, CodedTug()], ids=["one word", "two words"])
def test_shards_hold_what_chunks_do(game, solve, request):
    whole = solve(game)
    expected = whole.states.part(0, whole.states.places)
    assert "keys/c.0" not in str(sorted(files_of(whole.path)))
    request.getfixturevalue("small")
    database, other = (solve(game, shares=shares) for shares in (1, 3))
    assert database.files.digests == other.files.digests
    assert set(database.files.digests) | {"zermelo.json"} == set(files_of(database.path))
    count = len(expected[0])
    assert sum("keys/c." in name for name in database.files.digests) == -(-count // (3 * SMALL))
    group = zarr.open_group(str(database.path), mode="r")
    for name, mine, right in zip(
        ("keys", "scores"), database.states.part(0, database.states.places), expected, strict=True
    ):
        assert (mine == right).all() and (group[name][:] == right).all()
    assert database.manifest["version"] // 10 == 1  # so that an older Zermelo says what is wrong
    states = [database.states.state(place) for place in range(count)]
    assert [database.score(state) for state in states] == expected[1].tolist()
    checked = zermelo.verify(database.path, game=game, native=False)
    chunks = -(-count // SMALL)
    assert checked.sound and checked.chunks == 2 * chunks + -(-chunks // SMALL)


@pytest.mark.parametrize("at", ["chunk", "digest", "index", "cut off", "another", "missing"])
def test_damage_to_a_shard_is_found(sharded, at):
    one, other = sharded / "scores" / "c.0", sharded / "scores" / "c.1"
    content = bytearray(one.read_bytes())
    end = len(content) - (3 * 16 + 4)
    place = {"chunk": 3, "digest": end - 40, "index": end + 9}.get(at)
    if place is not None:
        content[place] ^= 1
    one.write_bytes({"cut off": content[:7], "another": other.read_bytes()}.get(at, content))
    if at == "missing":
        one.unlink()
        assert "scores/c.0 is missing" in zermelo.verify(sharded, native=False).faults
    else:
        with pytest.raises(UsageError, match=r"scores/c\.0 is damaged"):
            zermelo.verify(sharded, native=False)
    database = zermelo.Database(sharded)
    with pytest.raises(UsageError, match=r"scores/c\.0 is damaged"):
        for place in range(SMALL * 3):
            database.score(database.states.state(place))


def test_a_probe_reads_little_of_a_shard(sharded, monkeypatch):
    database = zermelo.Database(sharded)
    for name in ("keys", "scores"):
        for file in (sharded / name).glob("c.[1-9]*"):
            file.unlink()
    assert database.score(database.states.state(0)) is not None


def test_numbers_are_in_shards_too(solve, monkeypatch):
    whole = solve(GRAPH).states
    expected = {tier: whole.tier(tier).tolist() for tier in whole.tiers}
    monkeypatch.setattr(arrays, "SHARD", 2)
    monkeypatch.setattr("zermelo.solver.store.numbers.CELLS_OF_CHUNK", 1)
    monkeypatch.setattr("zermelo.solver.checking.plain.CELLS", 1)
    sharded = solve(GRAPH, threads=3)
    assert zarr.open_group(str(sharded.path))["tier0"][:].tolist() == expected[0]
    assert {tier: sharded.states.tier(tier).tolist() for tier in expected} == expected
    assert "tier0/c.1" in sharded.files.digests and sharded.manifest["version"] == 14
    assert set(sharded.files.digests) | {"zermelo.json"} == set(files_of(sharded.path))
    checked = zermelo.verify(sharded.path, game=GRAPH, native=False)
    assert checked.sound and checked.chunks == sum(map(len, expected.values()))


@pytest.mark.parametrize("calls", range(4, 40, 7))
def test_a_run_that_ends_anywhere_goes_on(sharded, solve, tmp_path, monkeypatch, calls):
    put, left = chunks.replace_file, [calls]

    def failing(*given, **options):
        left[0] -= 1
        if not left[0]:
            raise KeyboardInterrupt
        put(*given, **options)

    monkeypatch.setattr("zermelo.solver.store.chunks.replace_file", failing)
    with pytest.raises(KeyboardInterrupt):
        while True:
            shutil.rmtree(tmp_path / "ended", ignore_errors=True)
            solve(NIM, "ended", shares=2)
    ended = solve(NIM, "ended", shares=3)
    assert ended.files.digests == zermelo.Database(sharded).files.digests
    assert set(files_of(ended.path)) == set(files_of(sharded))
