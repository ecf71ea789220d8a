"""Databases with only outcomes have all values of the full one, and no distances."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

import forged
import zermelo
from zermelo.contract.game import ONGOING
from zermelo.errors import CapabilityError, UsageError
from zermelo.players.search import Perfect
from zermelo.solver.probing.endgames import endgames
from zermelo.solver.probing.hardest import hardest, phase_tallies
from zermelo.solver.probing.publishing import export_outcomes
from zermelo.solver.score import UNKNOWN
from zermelo.solver.store import numbers as module
from zermelo.solver.store.arrays import pack_chunk
from zermelo.solver.store.numbers import packed_outcomes

SMALL = zermelo.game("morris(men=3)")
DECIDED = "WWB.B.WB.,0,0,W"


@pytest.fixture(scope="module")
def full(morris):
    return morris[1]


@pytest.fixture(scope="module")
def compact(full, tmp_path_factory):
    path = tmp_path_factory.mktemp("morris") / "outcomes"
    export_outcomes(full, path)
    return zermelo.Database(path)


def require_same_values(full, compact):
    """All values are equal; the distances of the compact one are none."""
    for tier in full.states.tiers:
        scores = full.states.cells.scores[full.states.tier(tier)]
        outcomes = compact.states.cells.scores[compact.states.tier(tier)]
        stands = scores != UNKNOWN
        assert len(outcomes) == len(scores)
        assert np.array_equal(np.sign(scores[stands]), outcomes[stands])


def test_every_value_is_that_of_the_full_database(full, compact):
    require_same_values(full, compact)
    for tier in full.states.tiers:
        for number in range(SMALL.tier_size(tier)):
            state = SMALL.unindex(tier, number)
            if SMALL.index(state) == number:
                assert np.sign(full.score(state)) == compact.score(state)


def test_copies_of_any_level_are_read(full, monkeypatch, tmp_path):
    """Version 0.2 packed at level 19."""
    with monkeypatch.context() as patch:
        patch.setattr(module, "OUTCOMES", replace(module.OUTCOMES, level=19))
        export_outcomes(full, tmp_path / "outcomes")
    require_same_values(full, zermelo.Database(tmp_path / "outcomes"))


def test_probes_and_columns_have_values_and_no_distances(full, compact):
    for state in (SMALL.start(), SMALL.parse_state(DECIDED)):
        known, asked = zermelo.probe(full, state), zermelo.probe(compact, state)
        assert (asked.value, asked.best_moves) == (known.value, known.best_moves)
        assert asked.exact and asked.remoteness is None
        assert [move.value for move in asked.moves] == [move.value for move in known.moves]
    known, asked = full.to_arrays(native=False), compact.to_arrays(native=False)
    for name, column in known.items():
        if name == "remoteness":
            ended = (asked[name] == 0) & (column == 0)  # which every database knows
            assert (ended | (asked[name] == -1)).all()
        else:
            assert np.array_equal(asked[name], column)


def test_functions_that_need_distances_say_so_and_the_engine_needs_none(compact):
    verify = partial(zermelo.verify, compact.path, wins=3, native=False)
    for ask in (partial(hardest, compact), verify):
        with pytest.raises(CapabilityError, match="contains outcomes, but no distances to the end"):
            ask()
    assert phase_tallies(compact) == []
    state = SMALL.parse_state(DECIDED)
    known = endgames(compact, native=False)
    analysis = zermelo.analyze(SMALL, state, depth=1, native=False, endgames=known)
    assert analysis.exact and analysis.value == zermelo.probe(compact, state).value


@pytest.mark.parametrize("text", ["WW.B..B..,1,1,W", "W.WB..B..,1,1,W", "..WW.B..B,1,1,W"])
def test_the_perfect_player_finds_the_way_to_wins_that_a_search_sees(full, compact, text):
    """It wins as soon as one that knows the distances, where two moves win, one of them later."""
    state, winner, defender = SMALL.parse_state(text), Perfect(compact, 0), Perfect(full, 0)
    for _ in range(zermelo.probe(full, state).remoteness):
        assert SMALL.outcome(state) == ONGOING
        state = SMALL.play(state, winner.choose(SMALL, state))
        winner, defender = defender, winner
    assert SMALL.outcome(state) != ONGOING


def test_an_interrupted_export_goes_on(full, compact, tmp_path):
    def stop(step):
        if step.partition(", ")[2] > "50%":  # of the numbers done
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        export_outcomes(full, tmp_path / "outcomes", progress=stop)
    with pytest.raises(UsageError, match="not finished; run the same command again"):
        zermelo.Database(tmp_path / "outcomes")
    steps = []
    export_outcomes(full, tmp_path / "outcomes", progress=steps.append)
    assert 0 < len(steps) < len(full.states.tiers)
    assert zermelo.Database(tmp_path / "outcomes").files.digests == compact.files.digests
    export_outcomes(full, tmp_path / "outcomes", progress=steps.append)
    assert zermelo.Database(tmp_path / "outcomes").files.digests == compact.files.digests


def test_other_databases_are_refused(full, compact, solve, tmp_path):
    with pytest.raises(CapabilityError, match="already has only outcomes"):
        export_outcomes(compact, tmp_path / "again")
    for write in (
        lambda: export_outcomes(full, full.path),
        lambda: zermelo.solve(SMALL, compact.path, native=False),
    ):
        with pytest.raises(UsageError, match="in another format; choose another directory"):
            write()
    with pytest.raises(CapabilityError, match="stores keys"):
        export_outcomes(solve("nim(rows=[1, 2])"), tmp_path / "again")
    assert not (tmp_path / "again").exists()
    export_outcomes(full, tmp_path / "outcomes")
    forged.forge(tmp_path / "outcomes", lambda body: body["tiers"][0].update(wins=7))
    with pytest.raises(UsageError, match="contains outcomes of another database"):
        export_outcomes(full, tmp_path / "outcomes")


def test_a_changed_outcome_is_found(full, tmp_path):
    """Both as damage and, where the digests are right, as a value that does not follow."""
    export_outcomes(full, tmp_path / "outcomes")
    compact = zermelo.Database(tmp_path / "outcomes")
    state = SMALL.parse_state(DECIDED)
    tier, number = SMALL.tier(state), SMALL.index(state)
    outcomes = compact.states.tier(tier).copy()
    outcomes[number] = 2
    chunk = np.full(module.BYTES_OF_CHUNK, 255, np.uint8)
    content = packed_outcomes(outcomes)
    chunk[: len(content)] = content
    (compact.path / f"tier{tier}/c/0").write_bytes(pack_chunk(chunk, module.OUTCOME_LEVEL))
    compact.forget()
    with pytest.raises(UsageError, match="damaged or missing"):
        compact.score(state)
    forged.reseal(compact.path)
    checked = zermelo.verify(compact.path, native=False)
    assert not checked.sound and "stored as (-1" in checked.faults[0]


def test_the_command_says_what_it_saved(full, run, run_json, tmp_path):
    given = "export", str(full.path), "--outcomes", "--out"
    done = run_json(*given, str(tmp_path / "one"))
    assert done["numbers"] == full.states.places and done["bytes"] > 0
    status, out, _ = run(*given, str(tmp_path / "two"))
    assert status == 0 and " kB, " in out and "bits a number" in out
