"""Solving: counts, values and remoteness of every state, against oracles that share no code."""

import json
from dataclasses import replace
from typing import NamedTuple

import pytest

import oracles
import zermelo
from toys import Again, Doubling, Tug
from walking import all_states
from zermelo import LOSS, Game
from zermelo.errors import CapabilityError, ContractError, ParameterError
from zermelo.solver.score import FARTHEST, NOW, one_ply_before, remoteness_of, value_of

ORACLES = {
    "tictactoe": oracles.Mnk(),
    "mnk(width=4, height=2, k=3)": oracles.Mnk(4, 2, 3),
    "connectfour(width=4, height=3, k=3)": oracles.ConnectFour(4, 3, 3),
    "isolation": oracles.Isolation(),
    "isolation(width=3, height=3, blocked=[(1, 0)])": oracles.Isolation(3, 3, ((1, 0),)),
    "isolation(width=3, height=3, pieces='knight', stuck='either')": oracles.Isolation(
        3, 3, pieces="knight", stuck="either"
    ),
    "nim(rows=[1, 2, 4])": oracles.Nim((1, 2, 4)),
    "nim(rows=[2, 3], misere=True)": oracles.Nim((2, 3), misere=True),
}


def everything(game: Game, tmp_path, **options) -> tuple[zermelo.Solution, zermelo.Database]:
    solution = zermelo.solve(game, tmp_path / "database", **options)
    return solution, zermelo.Database(tmp_path / "database", game)


def require_equal_to_oracle(game, tmp_path, expected, state_of, **options):
    """Every state's value and remoteness, and all the counts, are the oracle's."""
    solution, database = everything(game, tmp_path, **options)
    for name, (value, plies) in expected.items():
        score = database.score(state_of(name))
        assert (value_of(score), remoteness_of(score) or 0) == (value, plies if value else 0), name
    values = [value for value, _ in expected.values()]
    counts = values.count(1), values.count(0), values.count(-1)
    assert (solution.wins, solution.draws, solution.losses) == counts
    assert solution.states == len(expected)
    assert solution.longest == max((p for v, p in expected.values() if v), default=0)


NATIVE = ["tictactoe", "connectfour(width=4, height=3, k=3)"]


@pytest.mark.long
@pytest.mark.parametrize("spec", ORACLES)
def test_every_state_is_as_the_oracle_says(spec, tmp_path):
    game = zermelo.game(spec)
    expected, native = oracles.solved(ORACLES[spec]), spec in NATIVE
    require_equal_to_oracle(game, tmp_path, expected, game.parse_state, native=native)


@pytest.mark.compiled
def test_plain_runs_find_the_same():
    game = zermelo.game(NATIVE[1])
    native, plain = (zermelo.solve(game, native=native).as_dict() for native in (True, False))
    assert {**native, "seconds": 0} == {**plain, "seconds": 0}


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("spec", "states", "canonical"),
    [
        ("tictactoe", 5478, 765),
        ("connectfour(width=4, height=4)", 161_029, 80_541),
        ("connectfour(width=4, height=5)", 1_706_255, None),
    ],
)
def test_published_counts(spec, states, canonical):
    solution = zermelo.solve(zermelo.game(spec))
    assert (solution.states, solution.value) == (states, 0)
    assert canonical in (None, solution.canonical_states)


def test_a_start_without_symmetry_is_solved_without(tmp_path):
    game = zermelo.game("connectfour(width=4, height=3, k=3)")
    history = ("1", "4", "1")
    state = game.start()
    for move in history:
        state = game.play(state, game.parse_move(state, move))

    expected = oracles.solved(oracles.ConnectFour(4, 3, 3), history)
    require_equal_to_oracle(game, tmp_path, expected, game.parse_state, states=[state])
    stored = zermelo.Database(tmp_path / "database").manifest["solution"]
    assert stored["canonical_states"] == len(expected)


# Loops -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("native", [True, False], ids=["native", "plain"])
@pytest.mark.parametrize("tiered", [True, False], ids=["tiers", "one-tier"])
def test_a_game_with_loops(tiered, native, tmp_path):
    game = Tug(size=8, jumps=1, tiered=tiered)
    states = all_states(game)
    children = [[states.index(game.play(s, m)) for m in game.moves(s)] for s in states]
    ends = [game.outcome(state) % 2 * game.outcome(state) for state in states]
    reported = oracles.retrograde(children, [state.player for state in states], ends)
    expected = dict(enumerate(reported))
    assert {value for value, _ in reported} == {1, 0, -1}
    require_equal_to_oracle(game, tmp_path, expected, states.__getitem__, native=native)
    assert zermelo.verify(tmp_path / "database", game=game).sound


def test_progress_goes_on_inside_a_tier():
    game, steps = Tug(size=8, jumps=1, tiered=False), []
    solution = zermelo.solve(game, native=False, progress=steps.append)
    found = {step.states for step in steps if not step.scored}
    scored = {step.scored for step in steps if step.scored}
    assert len(found) > 2 and max(found) == max(scored) == solution.states
    assert len(scored) > 2


def test_a_player_may_move_twice(tmp_path):
    game = Again(size=9)
    solution, database = everything(game, tmp_path)
    assert zermelo.analyze(game, algorithm="minimax").value == solution.value
    assert zermelo.verify(database.path, game=game).sound


# States of all kinds -----------------------------------------------------------------------------


def test_ints_that_random_games_do_not_show_fit_in_the_end(tmp_path):
    game = Doubling()
    solution, database = everything(game, tmp_path)
    biggest = game.start()
    for _ in range(10):
        biggest = game.play(biggest, 0)
    assert value_of(database.score(biggest)) == LOSS
    assert solution.states == zermelo.solve(game, native=False).states


def test_states_too_big_for_a_key_are_refused_by_name():
    with pytest.raises(CapabilityError, match=r"more than 126: .* unkey"):
        zermelo.solve(zermelo.game("mnk(width=12, height=12, k=6)"), native=False)


class Pile(NamedTuple):
    left: int
    player: int


class Sinking(Game[Pile]):
    """Take one; the tier goes the wrong way."""

    def start(self):
        return Pile(3, 0)

    def moves(self, state):
        if state.left:
            yield 1

    def play(self, state, move):
        return Pile(state.left - 1, state.player ^ 1)

    def tier(self, state):
        return state.left


def test_a_tier_that_a_move_lowers_is_named():
    with pytest.raises(ContractError, match="no move may lower the tier of sinking"):
        zermelo.solve(Sinking(), native=False)


class Negative(Sinking):
    """Packs its states into keys that no solver takes."""

    def tier(self, state):
        return -state.left

    def key(self, state):
        return 2 * state.left + state.player - 5

    def unkey(self, key):
        return Pile(key + 5 >> 1, key + 5 & 1)


@pytest.mark.parametrize("work", [zermelo.solve, zermelo.estimate])
def test_a_key_below_zero_is_named(work):
    with pytest.raises(ContractError, match="should be from 0"):
        work(Negative(), native=False)


class Endless(Sinking):
    """Says that it goes on when it does not."""

    def tier(self, state):
        return -state.left

    def outcome(self, state):
        return 2


@pytest.mark.filterwarnings("ignore::zermelo.errors.RulesWarning")
def test_a_game_that_goes_on_without_moves_is_named():
    with pytest.raises(ContractError, match="no moves"):
        zermelo.solve(Endless(), native=False)


def test_threads_are_at_least_one():
    with pytest.raises(ParameterError):
        zermelo.solve(zermelo.game("nim"), threads=0)


KALAH = "kalah(pits=2, seeds=2)"


def cut_small(monkeypatch):
    """Cut tiers into many shares and parts."""
    sizes = {
        "keyed.tiers.SMALL": 16,
        "keyed.tiers.TASK_BYTES": 1 << 30,
        "keyed.tiers.LOOP_BYTES": 1 << 30,
        "keys.keyarrays.FEW": 40,
    }
    for name, count in sizes.items():
        monkeypatch.setattr(f"zermelo.solver.{name}", count)


@pytest.mark.parametrize("game", [Tug(size=9), "nim(rows=[2, 3, 4])", KALAH], ids=str)
def test_the_number_of_shares_changes_no_byte(game, tmp_path, monkeypatch):
    game = zermelo.game(game) if isinstance(game, str) else game

    def files(name, threads):
        zermelo.solve(game, tmp_path / name, threads=threads, native=False)
        return json.loads((tmp_path / name / "zermelo.json").read_text())["checksums"]

    expected = files("whole", 1)
    cut_small(monkeypatch)
    assert [files(str(threads), threads) for threads in (1, 2, 5)] == [expected] * 3


@pytest.mark.compiled
@pytest.mark.parametrize("threads", [1, 2, 3, 5])
def test_the_number_of_threads_changes_nothing(threads, monkeypatch):
    cut_small(monkeypatch)
    game = zermelo.game("connectfour(width=4, height=3, k=3)")
    reported = zermelo.solve(game, threads=threads).as_dict()
    expected = zermelo.solve(game, threads=1).as_dict()
    assert {**reported, "seconds": 0} == {**expected, "seconds": 0}


def test_distances_end_where_scores_do_and_the_report_says_so():
    """The distance of farther ends was once cut without a word."""
    last = FARTHEST - NOW
    assert remoteness_of(last) == FARTHEST
    assert remoteness_of(one_ply_before(last, same_player=False, by_score=False)) is None
    solution = zermelo.solve("nim(rows=[1])", native=False)
    assert "32,765 or more" in str(replace(solution, longest=FARTHEST))
