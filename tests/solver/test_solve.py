"""Solving: counts, values and remoteness of every state, against oracles that share no code."""

import dataclasses
from dataclasses import replace
from itertools import combinations
from types import SimpleNamespace

import pytest

import oracles
import zermelo
from graphgames import NumberedGraph
from toys import Doubling, OneOrTwo, Sticks, Tug
from walking import after, graph_of
from zermelo import LOSS, Game
from zermelo.errors import CapabilityError, ContractError, UsageError
from zermelo.games.morris.rules import Men
from zermelo.solver.probing.endgames import endgames
from zermelo.solver.score import FARTHEST, NOW, one_ply_before, remoteness_of, value_of
from zermelo.solver.store.numbers import narrow_cells

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


def require_equal_to_oracle(database, expected, state_of):
    """Every state's value and remoteness, and all the counts, are the oracle's."""
    solution = SimpleNamespace(**database.manifest["solution"])
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
def test_every_state_is_as_the_oracle_says(spec, solve):
    database = solve(spec, native=spec in NATIVE)
    require_equal_to_oracle(database, oracles.solved(ORACLES[spec]), database.game.parse_state)


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


def test_a_start_without_symmetry_is_solved_without(solve):
    game, history = zermelo.game(NATIVE[1]), ("1", "4", "1")
    database = solve(game, states=[after(game, history)])
    expected = oracles.solved(oracles.ConnectFour(4, 3, 3), history)
    require_equal_to_oracle(database, expected, game.parse_state)
    assert database.manifest["solution"]["canonical_states"] == len(expected)


@pytest.mark.parametrize("native", [True, False], ids=["native", "plain"])
@pytest.mark.parametrize("tiered", [True, False], ids=["tiers", "one-tier"])
def test_a_game_with_loops(tiered, native, solve):
    game = Tug(size=8, jumps=1, tiered=tiered)
    states, *graph = graph_of(game)
    reported = oracles.retrograde(*graph)
    expected = dict(enumerate(reported))
    assert {value for value, _ in reported} == {1, 0, -1}
    database = solve(game, native=native)
    require_equal_to_oracle(database, expected, states.__getitem__)
    assert zermelo.verify(database.path, game=game).sound


def test_progress_goes_on_inside_a_tier():
    game, steps = Tug(size=8, jumps=1, tiered=False), []
    solution = zermelo.solve(game, native=False, progress=steps.append)
    found = {step.states for step in steps if not step.scored}
    scored = {step.scored for step in steps if step.scored}
    assert len(found) > 2 and max(found) == max(scored) == solution.states
    assert len(scored) > 2


def test_ints_that_random_games_do_not_show_fit_in_the_end(solve):
    game = Doubling()
    database, biggest = solve(game, native=True), game.start()
    for _ in range(10):
        biggest = game.play(biggest, 0)
    assert value_of(database.score(biggest)) == LOSS
    states = zermelo.solve(game, native=False).states
    assert database.manifest["solution"]["states"] == states


class Sinking(OneOrTwo):
    """Moves lower the tier."""

    sticks: int = 3

    def tier(self, state):
        return state.left


class Negative(Sinking):
    """Packs its states into keys that no solver takes."""

    def tier(self, state):
        return -state.left

    def key(self, state):
        return 2 * state.left + state.player - 5

    def unkey(self, key):
        return Sticks(key + 5 >> 1, key + 5 & 1)


class Endless(Sinking):
    """The outcome is never an end."""

    def tier(self, state):
        return -state.left

    def outcome(self, state):
        return 2


RISING = NumberedGraph(children=((1,), (0,)), players=(0, 1), eighths=(0, 0), tiers=(0, 1))


@pytest.mark.filterwarnings("ignore::zermelo.errors.RulesWarning")
@pytest.mark.parametrize(
    ("work", "game", "fault"),
    [
        (zermelo.solve, Sinking(), "no move may lower the tier of sinking"),
        (zermelo.solve, RISING, "no move may lower the tier"),
        (zermelo.solve, Negative(), "should be from 0"),
        (zermelo.estimate, Negative(), "should be from 0"),
        (zermelo.solve, Endless(), "no moves"),
        (zermelo.solve, zermelo.game("mnk(width=12, height=12, k=6)"), "more than 126: .* unkey"),
    ],
)
def test_faults_of_rules_and_states_too_big_for_a_key_are_named(work, game, fault):
    with pytest.raises((ContractError, CapabilityError), match=fault):
        work(game, native=False)


def test_distances_end_where_scores_do_and_the_report_says_so():
    """Larger distances were once cut silently."""
    last = FARTHEST - NOW
    assert remoteness_of(last) == FARTHEST
    assert remoteness_of(one_ply_before(last, same_player=False, by_score=False)) is None
    solution = zermelo.solve("nim(rows=[1])", native=False)
    assert "32,765 or more" in str(replace(solution, longest=FARTHEST))


@dataclasses.dataclass(frozen=True)
class Ring:
    """States without ints, which searches see as numbers."""

    at: str
    player: int


class Round(Game[Ring]):
    """Letters in a ring: one or two steps on; whoever comes to z with a step of two has won."""

    letters: str = "abcdefgh"

    def start(self):
        return Ring("a", 0)

    def moves(self, state):
        yield from ("one", "two") if state.at != "h" else ("one",)

    def play(self, state, move):
        place = self.letters.index(state.at) + (1 if move == "one" else 2)
        return Ring(self.letters[place % len(self.letters)], 1 - state.player)


def test_analyze_solves_a_game_of_few_positions_that_goes_round():
    answer = zermelo.analyze("ponghauki", native=False)
    assert (answer.value, answer.exact, answer.complete) == (0, True, True)
    assert (answer.source, answer.table_entries) == ("solved", 30)
    assert answer.as_dict()["source"] == "solved"
    assert answer.nodes < 5000


@pytest.mark.parametrize(("claim", "value"), [("win", 1), ("draw", 0), ("loss", -1)])
@pytest.mark.parametrize("game", [Round(), zermelo.game("ponghauki")], ids=str)
def test_the_three_answers_agree_where_play_goes_round(game, claim, value, tmp_path):
    answer, solution = (ask(game, native=False) for ask in (zermelo.analyze, zermelo.solve))
    assert (answer.value, answer.exact) == (solution.value, True)
    proof = zermelo.prove(game, claim=claim, out=tmp_path / "a.proof", native=False)
    assert proof.proven is (value == solution.value)
    if proof.proven:
        assert proof.by == "solved" and zermelo.verify_proof(tmp_path / "a.proof", game=game).sound


def test_a_limit_holds_while_all_positions_are_solved():
    for nodes in (1_100, 1_500, 3_000):
        answer = zermelo.analyze("mutorere", nodes=nodes, native=False)
        assert not answer.exact and answer.nodes < nodes + 1_200


MORRIS = zermelo.game("morris")
SMALL = zermelo.game("morris(men=3)")


def three_against_three(game) -> list[Men]:
    """All positions, player 0 to move, by their points."""
    every = set(range(game.points))
    return [
        Men(sum(1 << p for p in own), sum(1 << p for p in other), 0, 0, 0)
        for own in combinations(every, 3)
        for other in combinations(every - set(own), 3)
    ]


def test_an_endgame_begins_just_after_a_mill():
    starts = list(SMALL.endgame("3-3"))
    assert len(starts) == len(set(starts)) == 8 * 20  # mills, and men on the points beside them
    assert all(SMALL.in_mills(state.other) for state in starts)
    assert {image for state in starts for image in SMALL.symmetries(state)} == set(starts)
    fours = list(zermelo.game("morris(men=6)").endgame("4-3"))
    assert {(s.own.bit_count(), s.other.bit_count()) for s in fours} == {(4, 3), (3, 4)}


@pytest.mark.parametrize("name", ["", "3", "3-10", "2-3", "a-b", "3-3-3", "3 - 3"])
def test_a_name_that_means_no_endgame_is_refused(name):
    with pytest.raises(UsageError, match="is not an endgame of morris"):
        list(MORRIS.endgame(name))
    with pytest.raises(CapabilityError, match="define endgame"):
        zermelo.game("nim").endgame("3-3")


def test_every_position_of_an_endgame_is_solved(solve):
    database = solve(SMALL, states=list(SMALL.endgame("3-3")))
    positions = three_against_three(SMALL)
    assert all(database.score(state) is not None for state in positions)
    orbits = {min(SMALL.key(image) for image in SMALL.symmetries(state)) for state in positions}
    states = {tier["tier"]: tier["states"] for tier in database.manifest["tiers"]}
    assert states[database.first_tier] == len(orbits)
    assert database.manifest["solution"]["states"] > len(positions) == 1680


@pytest.mark.compiled
def test_three_against_three_is_as_in_the_course(run, tmp_path):
    """2,691,920 positions, 169,626 up to symmetry, 140,621 of them won, the longest in 25 plies."""
    status, out, _ = run("solve", "morris", "--endgame", "3-3", "--out", str(tmp_path / "three"))
    assert status == 0 and "endgame 3-3" in out
    rows = [line.split() for line in out.splitlines() if line[:3] in ("3-3", "3-2", "  u")]
    assert rows[0][:2] == ["3-3", "2,691,920"] and rows[0][-2:] == ["25", "26"]
    assert rows[1][3:5] == ["169,626", "140,621"] and rows[2][0] == "3-2"
    database = zermelo.Database(tmp_path / "three")
    below, threes = database.manifest["tiers"]
    scores = narrow_cells().scores[database.states.tier(threes["tier"])]
    won = scores[scores > 0]
    assert (threes["states"], len(won), remoteness_of(int(won.min()))) == (169_626, 140_621, 25)
    assert database.manifest["solution"]["states"] == 2_691_920 + below["wins"] + below["losses"]
    late = MORRIS.parse_state("W.W.B......B.B...W.W....,0,0,W")
    for known, proven in ((endgames(database), {"e3-d3": -1}), (None, {})):
        analysis = zermelo.analyze(MORRIS, late, depth=4, every_move=True, endgames=known)
        assert {entry.move: entry.value for entry in analysis.moves if entry.exact} == proven
