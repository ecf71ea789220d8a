"""Solving by numbers: values of all states of all tiers, and the database that has no keys."""

import random
import shutil

import pytest

import oracles
import zermelo
from facts import FACTS
from graphgames import NumberedGraph
from numberedgames import Hexapawn
from toys import Node
from zermelo.contract.numbered import Numbered
from zermelo.errors import UsageError
from zermelo.games.morris.rules import Morris
from zermelo.players.search import RandomMoves
from zermelo.solver.crews.crew import Machine
from zermelo.solver.numbered.estimate import TierSurvey
from zermelo.solver.numbered.solver import TierSolver, starts_of
from zermelo.solver.probing.endgames import endgames
from zermelo.solver.score import NOW, remoteness_of, value_of
from zermelo.solver.store.numbers import tier_array
from zermelo.tuning.audit import audit

SMALL = zermelo.game("morris(men=3)")


class Ungrouped(Morris):
    """The same rules and numbers; the solver plays all moves and works in the order of numbers."""

    men: int = 3
    exits, stays = Numbered.exits, Numbered.stays
    grouped_size, grouped_index = Numbered.grouped_size, Numbered.grouped_index
    grouped_state, retreat_numbers = Numbered.grouped_state, Numbered.retreat_numbers


def test_grouped_states_and_exits_change_no_byte(morris, solve):
    assert solve(Ungrouped(), threads=1).files.digests == morris[1].files.digests


GAMES = [
    SMALL,
    Hexapawn(),
    zermelo.game("morris(men=3, flying=False, several=True)"),
    zermelo.game("morris(men=3, lasker=True)"),
]


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES, ids=["morris", "hexapawn", "slides", "lasker"])
def test_every_value_follows_from_the_moves(game, solve):
    checked = zermelo.verify(solve(game).path, game=game)
    assert checked.sound and checked.checked == checked.states


@pytest.mark.compiled
def test_compiled_rounds_find_the_same(morris, tmp_path):
    native = zermelo.solve(SMALL, tmp_path / "database", threads=1)
    assert {**native.as_dict(), "seconds": 0} == {**morris[0].as_dict(), "seconds": 0}
    assert zermelo.Database(tmp_path / "database").files.digests == morris[1].files.digests


@pytest.mark.long
def test_teeko_is_a_draw_as_guy_steele_found(tmp_path):
    solution = zermelo.solve("teeko", tmp_path / "teeko")
    assert (solution.value, solution.states, solution.longest) == (0, 96_691_476, 39)
    database = zermelo.Database(tmp_path / "teeko")
    for text, value in FACTS["teeko"].proved["teeko"].items():  # by another search
        assert zermelo.probe(database, text).value == value


def numbered(seed: int) -> tuple[NumberedGraph, list[tuple[int, int]]]:
    """A graph with loops in three tiers, and what the oracle says of each node."""
    chance = random.Random(seed)
    size = chance.randint(3, 24)
    tiers = tuple(sorted(chance.randint(0, 2) for _ in range(size)))
    players = tuple(chance.randint(0, 1) for _ in range(size))

    def after(node: int) -> list[int]:
        later = [other for other in range(size) if tiers[other] >= tiers[node]]
        return [other for other in later if players[other] != players[node]]

    children = tuple(
        tuple(chance.choices(after(node), k=chance.randint(1, 3)))
        if after(node) and chance.random() < 0.75
        else ()
        for node in range(size)
    )
    ends = [chance.choice([-1, 0, 1]) for _ in range(size)]
    eighths = tuple(8 * end for end in ends)
    game = NumberedGraph(children=children, players=players, eighths=eighths, tiers=tiers)
    return game, oracles.retrograde(children, players, ends)


def test_any_graph_is_as_the_oracle_says(solve):
    """Winners may have the last move: cells of 16 bits say so."""
    for seed in range(40):
        game, reported = numbered(seed)
        starts = [Node(node, game.players[node]) for node in range(len(reported))]
        database = solve(game, states=starts, threads=1)
        for start, (value, plies) in zip(starts, reported, strict=True):
            score = database.score(start)
            assert (value_of(score), remoteness_of(score) or 0) == (value, plies if value else 0)


def test_a_long_way_to_the_end_takes_wide_cells(solve):
    size = 300
    children = tuple((node + 1,) if node + 1 < size else () for node in range(size))
    given = {"players": tuple(node % 2 for node in range(size)), "eighths": (-8,) * size}
    game = NumberedGraph(children=children, tiers=(0,) * size, **given)
    manifest = solve(game, threads=1).manifest
    assert (manifest["solution"]["longest"], manifest["cell_bytes"]) == (size - 1, 2)


def test_a_run_goes_on_at_the_tier_that_was_not_done(morris, tmp_path):
    seen = []

    def stop(step) -> None:
        seen.append(step.partition(" done")[0])  # numbers, and the share
        if len(seen) == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        zermelo.solve(SMALL, tmp_path / "database", native=False, threads=1, progress=stop)
    (tmp_path / "database" / tier_array(0)).mkdir()  # a tier that was begun
    again = []
    solution = zermelo.solve(
        SMALL, tmp_path / "database", native=False, threads=1, progress=again.append
    )
    assert again[0].partition(" done")[0] == seen[-1] and len(seen) + len(again) == 10
    assert {**solution.as_dict(), "seconds": 0} == {**morris[0].as_dict(), "seconds": 0}
    assert zermelo.Database(tmp_path / "database").files.digests == morris[1].files.digests


def test_what_an_endgame_has_is_not_solved_again(morris, tmp_path):
    ends, path, again = list(SMALL.endgame("3-3"))[:1], tmp_path / "database", []
    part = zermelo.solve(SMALL, path, states=ends, native=False)
    solution = zermelo.solve(SMALL, path, native=False, progress=again.append)
    assert "% done" in again[0]
    assert {**solution.as_dict(), "seconds": 0} == {**morris[0].as_dict(), "seconds": 0}
    assert part.states < solution.states
    assert zermelo.Database(path).files.digests == morris[1].files.digests
    with pytest.raises(
        UsageError, match="from other states that already includes this; choose another"
    ):
        zermelo.solve(SMALL, path, states=ends, native=False)
    assert zermelo.Database(path).files.digests == morris[1].files.digests


def test_chunks_without_states_are_written_and_shares_end_anywhere(morris, monkeypatch, solve):
    states, empty = morris[1].states, 0
    whole = {tier: states.tier(tier).tolist() for tier in states.tiers}
    monkeypatch.setattr("zermelo.solver.store.numbers.CELLS_OF_CHUNK", 8)
    small = solve(SMALL, threads=3).states
    for tier, cells in whole.items():
        assert small.tier(tier).tolist() == cells
        empty += sum(set(cells[i : i + 8]) == {255} for i in range(0, len(cells), 8))
    assert empty


def test_states_that_are_not_stored_are_unknown_except_ends(endgame):
    assert endgame.score(SMALL.start()) is None
    assert endgame.score(SMALL.parse_state("WW....BBB,0,0,W")) == -NOW


@pytest.mark.long
def test_mistakes_are_counted_by_phase_in_what_is_stored_of_an_endgame(endgame, run, run_json):
    """Positions are drawn from all numbers, because few can be reached from the start."""
    path, collected = str(endgame.path), {}
    for player in ("first", f"level:10,nodes=1,endgames='{path}'"):
        answer = run_json("audit", path, "--player", player)
        assert answer["positions"] == 200
        (phase,) = answer["phases"]
        assert (phase["phase"], phase["positions"]) == ("3-3", 200)
        collected[player[:5]] = phase["blunders"]
    assert collected["first"] > 20 and collected["level"] == 0
    status, out, _ = run("audit", path, "--player", "first", "--positions", "20")
    assert status == 0 and "phase" in out and "ply" not in out


def test_all_phases_of_a_game_are_told_beside_its_plies(morris):
    mistakes = audit(morris[1], RandomMoves(1), positions=100)
    assert {row.phase for row in mistakes.phases} == {"placing", "3-3"}
    assert sum(row.positions for row in mistakes.phases) == 100 and len(mistakes.rows) > 2
    assert mistakes.as_dict()["phases"][1]["phase"] == "placing"


def test_damage_is_found_and_a_search_that_asks_the_database_says_so(morris, tmp_path):
    copy = shutil.copytree(morris[1].path, tmp_path / "copy")
    known = endgames(zermelo.Database(copy), native=False)
    chunk = next(path for path in copy.rglob("c/0") if "2560" in str(path))
    chunk.write_bytes(chunk.read_bytes()[:-1] + b"!")
    with pytest.raises(UsageError, match="checksum"):
        zermelo.verify(copy)
    chunk.unlink()
    assert not zermelo.verify(copy).sound
    for chunk in copy.rglob("c/0"):
        chunk.write_bytes(chunk.read_bytes()[:-1] + b"!")
    with pytest.raises(UsageError, match="is damaged"):
        zermelo.analyze(SMALL, algorithm="engine", depth=2, native=False, endgames=known)


def test_too_little_memory_or_disk_is_said_with_the_figures(monkeypatch, tmp_path):
    with Machine(1, native=False) as machine:
        machine.memory = 100
        with pytest.raises(UsageError, match="0 MiB of memory are too little: tier"):
            TierSolver(SMALL, [SMALL.start()], None, machine, None).run()
    monkeypatch.setattr(TierSurvey, "disk", 1 << 60)
    with pytest.raises(UsageError, match=r"1,073,741,824\.0 GiB of disk \(.* days here"):
        zermelo.solve(SMALL, tmp_path / "database", native=False)
    start = next(SMALL.endgame("3-3"))
    zermelo.solve(SMALL, tmp_path / "database", states=[start], native=False, anyway=True)


def test_the_estimate_is_arithmetic(morris):
    estimate = zermelo.estimate(SMALL, native=False)
    numbers = sum(SMALL.tier_size(tier) for tier in morris[1].states.tiers)
    assert (estimate.low, estimate.high) == (numbers, 8 * numbers)
    assert 0.8 < estimate.states / morris[0].states < 1.2


@pytest.mark.long
def test_the_estimate_of_6_5_is_what_a_run_of_it_took():
    """989 MiB of memory and 34.0 million bytes of disk, within a fifth."""
    game = zermelo.game("morris")
    with Machine(1, native=False) as machine:
        survey = TierSurvey(game, machine, starts_of(game, "6-5"), 0)
        assert survey.numbers == 296_436_345
        assert 0.8 < survey.memory / (989 << 20) < 1.2 and 0.8 < survey.disk / 34.0e6 < 1.2


def test_the_engine_asks_the_database_whose_wins_are_as_long_as_said(morris, monkeypatch):
    """This holds also if few values and few chunks are kept."""
    database, chance = morris[1], random.Random(5)
    monkeypatch.setattr("zermelo.search.engine.knownends.LATEST", 2)
    monkeypatch.setattr("zermelo.solver.probing.endgames.ENGINE_CHUNKS", 2)
    known = endgames(database, native=False)
    asked = {"algorithm": "engine", "depth": 2, "native": False, "endgames": known}
    for _ in range(20):
        tier = chance.choice(list(database.states.tiers))
        state = SMALL.unindex(tier, chance.randrange(SMALL.tier_size(tier)))
        truth = zermelo.probe(database, state, line=True)
        assert not truth.value or len(truth.line) == truth.remoteness
        analysis = zermelo.analyze(SMALL, state, **asked)
        assert (analysis.value, analysis.remoteness) == (truth.value, truth.remoteness)
        assert [move.value for move in analysis.moves] == [move.value for move in truth.moves]
    assert known.slots == 2


def test_files_that_only_our_own_reader_understands_are_not_sound(tmp_path, monkeypatch):
    from zermelo.solver.store import arrays

    pack, unpack = arrays.pack_chunk, arrays.decompress

    def unpack_reversed(content, items):
        unpack(content, items)
        items[:] = items[::-1].copy()

    monkeypatch.setattr(arrays, "pack_chunk", lambda items, level: pack(items[::-1].copy(), level))
    monkeypatch.setattr(arrays, "decompress", unpack_reversed)
    solution = zermelo.solve(SMALL, tmp_path / "out", native=False)
    assert zermelo.probe(zermelo.Database(tmp_path / "out")).value == solution.value
    assert not zermelo.verify(tmp_path / "out", native=False).sound
