"""Perft against reference numbers; playouts: even picks, ends as likely as an oracle finds."""

import math
from collections import Counter
from dataclasses import replace
from itertools import islice

import pytest

import oracles
from facts import at_positions, every
from simulatedtime import SimulatedTime
from toys import Again
from zermelo import DRAW, LOSS, WIN, Game, perft, playouts
from zermelo.contract.arguments import Range
from zermelo.errors import ParameterError
from zermelo.games.mnk import TicTacToe
from zermelo.search.counters import new_counts, states_from_seed
from zermelo.search.playouts import CUT, STREAM, playout
from zermelo.spec import parse_game

MOST = 5_000_000  # sequences that are counted here; `make bench NAME=chesscounts` counts on
PLAIN = 60_000  # up to so many, tests/games/test_rules.py counts them, for less than a kernel costs
PERFT = {
    spec: counts
    for spec, counts in every("perft").items()
    if any(PLAIN < count <= MOST for count in counts.sequences)
}


def few(sequences: list[int]) -> list[int]:
    return [count for count in sequences if count <= MOST]


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("spec", "position", "counts"),
    [*((spec, "", counts) for spec, counts in PERFT.items()), *at_positions("positions")],
)
def test_native_perft_is_the_reference(spec, position, counts):
    game, expected = parse_game(spec), few(counts.sequences)
    state = game.parse_state(position) if position else None
    result = perft(game, len(expected), state=state)
    assert (list(result.sequences), result.native) == (expected, True)


@pytest.mark.parametrize(
    ("spec", "text", "depth", "counts"),
    [
        ("nim(rows=[2])", "2 A", 4, (2, 1, 0, 0)),
        ("tictactoe", "XOX/XOO/.X.", 3, (2, 2, 0)),
        ("tictactoe", "XOX/XOO/.X.", 0, ()),
    ],
)
def test_sequences_end_with_the_game(spec, text, depth, counts):
    game = parse_game(spec)
    assert perft(game, depth, state=game.parse_state(text), native=False).sequences == counts


@pytest.mark.parametrize("native", [False, True])
def test_an_interrupted_perft_keeps_the_depths_it_completed(native):
    def interrupt(_snapshot) -> None:
        raise KeyboardInterrupt

    expected = PERFT["connectfour"].sequences
    result = perft(parse_game("connectfour"), 20, native=native, progress=interrupt)
    assert result.interrupted
    assert len(result.sequences) < 20
    both = min(len(expected), len(result.sequences))
    assert list(result.sequences)[:both] == expected[:both]


GAMES = 255_168  # as many as there are games of tic-tac-toe
RULES = {  # each with its oracle and a cap
    "tictactoe": (oracles.Mnk(), 9),
    "mnk(width=3, height=2, k=3)": (oracles.Mnk(3, 2, 3), 5),
    "nim(rows=[2, 3, 2])": (oracles.Nim((2, 3, 2)), 4),
    "morris(men=3)": (oracles.Morris(3), 3),
}


@pytest.fixture(autouse=True)
def two_threads_are_allowed(monkeypatch):
    """However many cores the machine has."""
    monkeypatch.setattr("zermelo.contract.arguments.THREADS", Range(1, 2))


def unlikely(seen: Counter, expected: dict, total: int) -> bool:
    """Whether a worse fit is rarer than 1 in 1,000 (Pearson 1900, Wilson and Hilferty 1931)."""
    assert set(seen) <= set(expected)
    freedom = len(expected) - 1
    if freedom == 0:
        return seen.total() != total
    wrong = sum((seen[end] - total * p) ** 2 / (total * p) for end, p in expected.items())
    root = 1 - 2 / (9 * freedom) + 3.0902 * math.sqrt(2 / (9 * freedom))
    return wrong > freedom * root**3


def ends_of(game: Game, cap: int, number: int, *, native: bool) -> Counter:
    """How `number` playouts end: (worth for player 0, plies)."""
    counts, seen = new_counts(native=native), Counter()
    (chance,) = islice(states_from_seed(1), 1)
    run = playout.prepare(game, game.start(), cap, chance, counts) if native else playout
    for _ in range(number):
        worth, plies, chance = run(game, game.start(), cap, chance, counts)
        seen[worth, plies] += 1
    return seen


def facts(result):
    """All that is found but the time and what ran it."""
    return replace(result, seconds=0, per_second=0, threads=0, native=False)


@pytest.mark.parametrize("native", [False, pytest.param(True, marks=pytest.mark.compiled)])
@pytest.mark.parametrize("spec", RULES)
def test_games_end_as_often_as_they_should(spec, native):
    rules, cap = RULES[spec]
    expected, number = oracles.at_random(rules, cap), 20_000 if native else 1_000
    assert sum(expected.values()) == 1
    seen = ends_of(parse_game(spec), cap, number, native=native)
    assert not unlikely(seen, expected, number)
    assert (CUT, cap) not in expected or seen[CUT, cap] > 0


@pytest.mark.compiled
def test_tic_tac_toe_ends_as_often_as_its_tree_says():
    expected, shares = oracles.at_random(oracles.Mnk(), 9), Counter()
    for (worth, _), likely in expected.items():
        shares[worth] += likely
    result = playouts(parse_game("tictactoe"), games=GAMES, seed=1)
    counts = (result.wins[0].count, result.wins[1].count, result.draws.count)
    assert not unlikely(Counter(dict(zip((WIN, LOSS, DRAW), counts, strict=True))), shares, GAMES)
    assert (result.playouts, result.cut, result.native) == (GAMES, 0, True)
    length = sum(plies * likely for (_, plies), likely in expected.items())
    assert result.length.low < length < result.length.high
    assert result.plies == round(result.length.value * GAMES)


@pytest.mark.compiled
def test_any_number_of_threads_plays_the_same_games():
    game = parse_game("tictactoe")
    one, two = (playouts(game, games=5 * STREAM + 1, seed=3, threads=n) for n in (1, 2))
    assert facts(one) == facts(two)
    assert (one.playouts, two.threads) == (5 * STREAM + 1, 2)


def test_moves_are_taken_by_place_only_if_the_game_lists_them_in_that_order():
    class Backwards(TicTacToe):
        def moves(self, state):
            yield from reversed(list(super().moves(state)))

    assert TicTacToe().moves_by_place and not Backwards().moves_by_place
    assert not parse_game("connectfour").moves_by_place
    game = parse_game("gomoku")
    state = game.play(game.start(), 100)
    listed = list(game.moves(state))
    assert [game.move_at(state, place) for place in range(224)] == listed
    with pytest.raises(ValueError, match="fewer bits"):
        game.move_at(state, 224)
    nim = parse_game("nim(rows=[2, 1])")
    assert [nim.move_at(nim.start(), i) for i in range(3)] == list(nim.moves(nim.start()))
    with pytest.raises(IndexError, match="fewer moves"):
        nim.move_at(nim.start(), nim.move_count(nim.start()))


def test_a_seed_repeats_the_games_and_another_does_not():
    game = parse_game("tictactoe")
    runs = [facts(playouts(game, games=200, seed=s, native=False)) for s in (1, 1, 2)]
    assert runs[0] == runs[1] != runs[2]


def test_games_that_do_not_end_at_the_cap_are_cut_and_drawn():
    counts = playouts(parse_game("morris(men=3)"), games=50, cap=7, seed=1, native=False)
    assert 0 < counts.cut < 50
    assert counts.cut <= counts.draws.count
    assert (counts.cap, counts.wins[0].count + counts.wins[1].count) == (7, 50 - counts.draws.count)
    assert counts.length.value < 7
    game = parse_game("nim(rows=[1, 1])")
    counts = playouts(game, games=20, cap=2, native=False)
    assert (counts.cut, counts.wins[1].count, counts.plies) == (0, 20, 40)
    assert playouts(game, games=20, cap=1, native=False).cut == 20


def test_playouts_from_a_state():
    game = parse_game("tictactoe")
    state = game.parse_state("XX./OO./...")
    counts = playouts(game, state, games=100, seed=1, native=False)
    assert counts.state == "XX./OO./..." and counts.wins[0].count > 20
    over = playouts(game, game.parse_state("XXX/OO./..."), games=3, native=False)
    assert (over.wins[0].count, over.plies, over.length.value) == (3, 0, 0.0)


@pytest.mark.parametrize("native", [False, pytest.param(True, marks=pytest.mark.compiled)])
@pytest.mark.parametrize("threads", [1, 2])
def test_playouts_end_after_their_time_or_number(native, threads, monkeypatch):
    time, game = SimulatedTime(monkeypatch, "zermelo.search.clock", tick=1e-6), parse_game("nim")

    def pass_by(reported: str) -> None:
        if reported != "compiling":
            time.pass_by(0.05)

    counts = playouts(game, seconds=0.05, native=native, threads=threads, progress=pass_by)
    assert counts.playouts > 0 and not counts.interrupted
    assert counts.per_second == pytest.approx(counts.playouts / counts.seconds)
    assert playouts(game, seconds=60, games=5, native=native, threads=threads).playouts == 5


def test_no_time_gives_no_games():
    counts = playouts(parse_game("nim"), seconds=0, native=False)
    assert (counts.playouts, counts.wins[0].value, counts.length.value) == (0, None, None)
    assert "no game was played" in str(counts)


@pytest.mark.parametrize("native", [False, pytest.param(True, marks=pytest.mark.compiled)])
def test_games_played_before_an_interruption_count(native):
    collected: list[str] = []

    def interrupt(message: str) -> None:
        collected.append(message)
        if len(collected) > 1 and message != "compiling":
            raise KeyboardInterrupt

    counts = playouts(parse_game("connectfour"), seconds=60, native=native, progress=interrupt)
    assert counts.interrupted and counts.playouts > 0
    assert collected[-1].endswith(" games")
    assert "interrupted" not in counts.as_dict()


class Failing(Again):
    """Its rules fail in the middle of a game."""

    def play(self, state, move):
        if state.left < 4:
            raise RuntimeError("no more")
        return super().play(state, move)


@pytest.mark.parametrize("threads", [1, 2])
def test_rules_that_fail_end_the_playouts(threads):
    with pytest.raises(RuntimeError, match="no more"):
        playouts(Failing(), seconds=60, threads=threads, native=False)


@pytest.mark.parametrize(
    "wrong",
    [{"games": 0}, {"seconds": -1}, {"threads": 0}, {"cap": 0}, {"cap": 10**9}, {"seed": -1}],
)
def test_numbers_that_make_no_sense_are_refused(wrong):
    with pytest.raises(ParameterError, match=next(iter(wrong))):
        playouts(parse_game("nim"), native=False, **wrong)
