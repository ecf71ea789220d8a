"""Games that may never end are solved by the value of endless play, as attractors on graphs."""

import random
from collections.abc import Iterator
from typing import NamedTuple

import pytest

import zermelo
from oracles import mirrored, points_all_round
from pointgames import Endless
from toys import HeldTug, TieredGraph, Tug, random_tiers
from walking import all_states, graph_of
from zermelo import LOSS, ONGOING, WIN, Game
from zermelo.errors import ContractError
from zermelo.search.engine.score import PROVEN
from zermelo.solver.keyed import tiers as kept
from zermelo.solver.probing.database import Database
from zermelo.solver.probing.endgames import endgames, in_engine
from zermelo.solver.probing.probe import probe
from zermelo.solver.score import ENDLESS, remoteness_of, value_of

LEVELS = [LOSS, 0, WIN]


class Held(Endless, TieredGraph):
    """A graph of tiers in which endless play is worth something."""


def random_graph(generator: random.Random, size: int, kind=Held, **more):
    """A graph of up to three tiers, in which most moves lead anywhere in their tier."""
    tiers, children, players = random_tiers(generator, size)
    ends = tuple(8 * generator.choice((-1, 0, 0, 1)) for _ in range(size))
    return kind(children=children, players=players, eighths=ends, tiers=tiers, **more)


def plies_to(game, wanted: int) -> dict[int, int]:
    """The plies to an end worth `wanted` to player 0, from each node that can force it."""
    player = 0 if wanted == WIN else 1
    nodes = range(len(game.children))
    worth = game.worth_to_player_0()
    plies = {n: 0 for n in nodes if not game.children[n] and worth[n] == wanted}
    for round_ in range(1, len(game.children) + 1):
        forced = {
            node
            for node, below in enumerate(game.children)
            if below and (any if game.players[node] == player else all)(c in plies for c in below)
        }
        plies |= dict.fromkeys(forced - set(plies), round_)
    return plies


def require_solved(game, path, **options) -> int:
    """Require the oracle's value and distance of every state; return how many have no distance."""
    solution = zermelo.solve(game, path, **options)
    database, values = Database(path, game), points_all_round(game, game.worth_to_player_0())
    distances = {WIN: plies_to(game, WIN), LOSS: plies_to(game, LOSS), 0: {}}
    endless, counts = 0, {WIN: 0, 0: 0, LOSS: 0}
    for state in all_states(game):
        node, score = state[0], database.score(state)
        assert value_of(score) == mirrored(values[node], game.players[node] == 0), (game, node)
        assert remoteness_of(score) == distances[values[node]].get(node), (game, node)
        endless += abs(score) == ENDLESS
        counts[value_of(score)] += 1
    assert (solution.wins, solution.draws, solution.losses) == tuple(counts.values())
    assert zermelo.verify(path, game=game).faults == ()
    return endless


@pytest.mark.long
@pytest.mark.parametrize("endless", LEVELS)
@pytest.mark.parametrize("size", [5, 12])
def test_every_state_is_worth_what_the_oracle_says(size, endless, tmp_path, monkeypatch):
    monkeypatch.setattr(kept, "SMALL", 2)
    generator, result = random.Random(100 * size + endless), 0
    for number in range(8):
        game = random_graph(generator, size, endless=endless)
        shares = 3 if number % 2 else None
        result += require_solved(game, tmp_path / str(number), native=False, shares=shares)
    assert (result > 5) == (endless != 0)


class Spot(NamedTuple):
    place: int
    player: int


class Wheel(Game[Spot]):
    """Leap around 307 places; endless play is a win for player 0."""

    def start(self) -> Spot:
        return Spot(1, 0)

    def moves(self, state: Spot) -> Iterator[int]:
        if state.place % 7 != 0:
            yield 1
            yield 2

    def play(self, state: Spot, move: int) -> Spot:
        return Spot((2 * state.place + 11 * move + 3 * state.player) % 307, state.player ^ 1)

    def outcome(self, state: Spot) -> int:
        return ONGOING if state.place % 7 != 0 else state.place // 7 % 3 - 1

    @property
    def repetition(self) -> int:
        return WIN


def written_out(game) -> tuple[list, Held]:
    """All states of a game, and the graph that they make."""
    states, children, players, ends = graph_of(game)
    given = {"children": tuple(map(tuple, children)), "players": tuple(players)}
    given |= {"eighths": tuple(8 * end for end in ends), "tiers": (0,) * len(states)}
    return states, Held(endless=game.repetition, **given)


@pytest.mark.compiled
@pytest.mark.parametrize(("threads", "shares"), [(1, None), (2, 3)])
def test_compiled_results_are_the_same(threads, shares, tmp_path, monkeypatch):
    monkeypatch.setattr(kept, "SMALL", 16)
    game = Wheel()
    states, graph = written_out(game)
    zermelo.solve(game, tmp_path / "solved", threads=threads, shares=shares)
    database = Database(tmp_path / "solved", game)
    values = points_all_round(graph, graph.worth_to_player_0())
    scores = [database.score(state) for state in states]
    wanted = [mirrored(values[node], player == 0) for node, player in enumerate(graph.players)]
    assert [value_of(score) for score in scores] == wanted
    assert any(abs(score) == ENDLESS for score in scores) and 0 in wanted


def test_a_win_by_endless_play_is_told_without_a_distance(tmp_path):
    game = HeldTug(size=6, jumps=0)
    solution = zermelo.solve(game, tmp_path / "solved", native=False)
    assert (solution.value, solution.remoteness) == (WIN, None)
    database = Database(tmp_path / "solved", game)
    probed = probe(database, line=True)
    assert (probed.value, probed.remoteness) == (WIN, None) and probed.line
    known = endgames(database, native=False)
    searched = zermelo.analyze(game, algorithm="engine", depth=2, native=False, endgames=known)
    assert (searched.value, searched.exact, searched.remoteness) == (WIN, True, None)
    assert in_engine(ENDLESS) == PROVEN == -in_engine(-ENDLESS) and in_engine(0) == 0


class Nobody(HeldTug):
    """Its keys leave out the player, although endless play has another value for each."""

    def key(self, state):
        return state.place

    def unkey(self, key):
        return self.start()._replace(place=key)


@pytest.mark.parametrize("shares", [None, 2])
def test_a_key_that_does_not_tell_who_moves_is_refused(shares):
    with pytest.raises(ContractError, match="must distinguish the player to move"):
        zermelo.solve(Nobody(size=6, jumps=0), native=False, shares=shares)


def test_a_tier_with_moves_inside_it_may_be_larger_than_the_memory(monkeypatch):
    whole = zermelo.solve(Tug(tiered=False), native=False)
    monkeypatch.setattr(kept, "STATE_BYTES", 1 << 20)
    parts = zermelo.solve(Tug(tiered=False), native=False, memory=1 << 20)
    assert (parts.states, parts.wins, parts.longest) == (whole.states, whole.wins, whole.longest)
