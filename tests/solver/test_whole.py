"""Where few positions can be reached, analyze and prove solve them all, endless play included."""

import dataclasses

import pytest

import zermelo
from zermelo import Game


@dataclasses.dataclass(frozen=True)
class Ring:
    """States that are no ints: seen as numbers by searches."""

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


@pytest.mark.parametrize(("claim", "proven"), [("draw", True), ("win", False), ("loss", False)])
def test_prove_answers_for_a_game_that_goes_round(claim, proven, tmp_path):
    out = tmp_path / "ponghauki.proof"
    proof = zermelo.prove("ponghauki", claim=claim, out=out, native=False)
    assert proof.proven is proven
    if proven:
        assert proof.by == "solved" and zermelo.verify_proof(out).sound


@pytest.mark.parametrize("claim", ["win", "draw", "loss"])
def test_the_three_answers_agree_where_states_are_no_ints(claim, tmp_path):
    game = Round()
    answer = zermelo.analyze(game, native=False)
    solution = zermelo.solve(game, native=False)
    assert (answer.value, answer.exact) == (solution.value, True)
    proof = zermelo.prove(game, claim=claim, native=False)
    assert proof.proven is ({"win": 1, "draw": 0, "loss": -1}[claim] == solution.value)


def test_a_limit_holds_while_all_positions_are_solved():
    for nodes in (1_100, 1_500, 3_000):
        answer = zermelo.analyze("mutorere", nodes=nodes, native=False)
        assert not answer.exact and answer.nodes < nodes + 1_200


def test_by_score_too():
    game = zermelo.game("awari")
    state = game.parse_state("0,0,0,0,0,1,0,0,0,0,0,1,30,16 A")
    assert zermelo.analyze(game, state, by="score", native=False).value == 14
