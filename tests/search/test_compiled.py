"""Compiled searches find what plain Python finds, with the same number of nodes."""

from dataclasses import fields, replace
from functools import partial

import pytest

import zermelo
from pointgames import Sowing
from toys import Again, Graph, HeldTug, Node
from zermelo import analyze, perft, playouts, solve
from zermelo.search.engine.knownends import MatchDraws

CHANGING = {"seconds": 0.0, "native": False, "per_second": 0, "threads": 0}
VARIED = ["tictactoe", "connectfour", "nim(rows=[2, 3, 2])", "isolation(width=5, height=5)"]
ENGINE = ["connectfour", "isolation(width=7, height=7, pieces='knight')", "nim"]
LAST_SEEDS = zermelo.game("awari").parse_state("0,0,0,0,1,1,1,0,0,0,0,1,22,22 A")


# Node 2·n + p is place n with p to move; player 0 prefers high places, and play has no end.
RING = Graph(
    children=tuple(
        tuple((n * 2 + move) % 11 * 2 + 1 - p for move in (1, 2)) for n in range(11) for p in (0, 1)
    ),
    players=(0, 1) * 11,
    eighths=tuple((n - 5) * (1 - 2 * p) for n in range(11) for p in (0, 1)),
)
every_move = partial(analyze, algorithm="engine", every_move=True)
# Both have two men, so that mills are near.
opened = partial(every_move, "morris", "WW.....B....B...........,7,7,W", depth=4)
CASES = {
    **{
        f"mcts {spec} {seed}": partial(analyze, spec, algorithm="mcts", nodes=700, seed=seed)
        for spec in VARIED
        for seed in range(3)
    },
    **{
        f"rave {spec}": partial(analyze, spec, algorithm="mcts", nodes=500, seed=2, rave=80)
        for spec in ("hex(size=4)", "connectfour")
    },
    **{
        f"hybrid {spec}": partial(analyze, spec, algorithm="hybrid", nodes=500, seed=2)
        for spec in ("y(size=4)", "connectfour", "kalah(pits=3, seeds=3)")
    },
    **{f"engine {spec}": partial(analyze, spec, algorithm="engine", nodes=9000) for spec in ENGINE},
    "selective": partial(
        analyze, "breakthrough(width=5, height=6)", nodes=4000, ties=False, selective=True
    ),
    "endless play": partial(analyze, HeldTug(size=6, jumps=0), depth=8),
    "a match's cap": partial(opened, match_draws=MatchDraws((), 4, 3, 2)),
    "quiet moves": partial(opened, match_draws=MatchDraws((), None, 2, 1)),
    **{
        f"repeated {states}": partial(every_move, RING, depth=5, match_draws=MatchDraws(states))
        for states in ((), (Node(5, 1),), (Node(3, 1), Node(8, 0)))
    },
    "perft": partial(perft, "nim(rows=[1, 2, 3])", 6),
    **{
        f"playouts {game}": partial(playouts, game, games=40, seed=7, cap=60)
        for game in (Again(), "connectfour", "hex", "isolation", "morris", "nim")
    },
    "solve": partial(solve, "connectfour(width=4, height=3, k=3)"),
    "solve by score": partial(solve, Sowing(), by="score"),
    "solve rounds by score": partial(solve, "awari", states=[LAST_SEEDS], by="score"),
}


def facts(result: object) -> object:
    """A result without its times and its mode."""
    names = {field.name for field in fields(result)}
    return replace(result, **{name: CHANGING[name] for name in names & CHANGING.keys()})


@pytest.mark.compiled
@pytest.mark.parametrize("name", CASES)
def test_compiled_results_are_the_same(name):
    plain, native = (CASES[name](native=native) for native in (False, True))
    assert facts(plain) == facts(native)
    assert getattr(native, "native", True) and not getattr(plain, "native", False)
